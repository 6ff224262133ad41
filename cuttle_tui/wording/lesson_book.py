"""Hold the words of the lessons, by the ids of lessons and steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class StepWords:
    """What is said at one step."""

    task: str
    story: str
    """What there is to know."""
    hint: str
    good: str
    """What is said once it is done."""
    mistakes: Mapping[str, str]
    """What is said of each kind of mistake, by the name its judge gives it."""


def _step(task: str, story: str, hint: str, good: str, **mistakes: str) -> StepWords:
    return StepWords(task, story, hint, good, mistakes)


LESSONS: Final[dict[str, tuple[str, str]]] = {
    "points": ("Draw and points", "a turn is one action; points win"),
    "scuttle": ("Scuttle", "a higher card takes a lower one with it"),
    "one-offs": ("One-offs", "cards that do something, then are gone"),
    "counters": ("Counters", "twos say no"),
    "queens-and-jacks": ("Queens and jacks", "one guards, the other steals"),
    "kings": ("Kings and the goal", "fewer points will do"),
    "sevens": ("Sevens", "play from the deck"),
    "glasses": ("Glasses", "an eight lets you read a hand"),
    "together": ("All together", "two moments that want everything"),
}
"""The name of each lesson, and what it is about."""

STEPS: Final[dict[str, StepWords]] = {
    "draw": _step(
        "Get one card more into your hand",
        "A turn is one action: draw a card, or play one. More cards mean more choices.",
        "The key of everything you may do stands below the bar.",
        "That was your turn: a card drawn is an action like any other.",
        played="You played a card, so your hand is smaller now",
    ),
    "lay-points": _step(
        "Bring your score to 8 or more",
        "Aces to tens can be laid down for points, as many as their number. They stay on your "
        "side and count at once.",
        "Choose a card, then how to play it. Only one of these is worth eight.",
        "Your score stands beside your name, with the goal behind it.",
        low="Points, yes; but not eight of them",
        none="You have no points yet",
    ),
    "reach-the-goal": _step(
        "Win now",
        "Whoever reaches 21 points wins at once. You have 15.",
        "How many points are missing?",
        "More than 21 is fine too: nobody counts you out.",
        low="That is not 21 yet",
        none="Your score did not grow, and bob has another turn",
    ),
    "higher-rank": _step(
        "Take the {8D} off bob's side",
        "A point card may be used to scuttle a lower one of your foe's. Both go to the scrap.",
        "Choose a card that is higher than an eight, and scuttle.",
        "One card for one card, but bob lost eight points by it.",
        other="That took another card; the eight still counts",
        still="The eight still counts for bob",
    ),
    "higher-suit": _step(
        "Take the {8D} off bob's side once more",
        "Cards of equal rank can scuttle as well: clubs are lowest, then diamonds, hearts, spades.",
        "Which of your eights is higher than a diamond?",
        "Hearts beat diamonds; the club would not have done.",
        other="That took another card; the eight still counts",
        still="The eight still counts for bob",
    ),
    "stop-the-points": _step(
        "Do not let bob win on his next turn",
        "Bob has 18 points, and his hand lies open to you. He needs three.",
        "Take points from him, or the cards he would lay.",
        "Look at what your foe can do next, before you look at what you can.",
        lost="Bob could still get there, and did",
    ),
    "ace": _step(
        "Leave bob without a point",
        "Some cards can be played for what they do, and then go to the scrap: one-offs. "
        "Point at a card and press i to read what it does.",
        "One of your cards scraps all points on the table, yours too.",
        "An ace sweeps everybody's points. You lost three, bob eighteen.",
        some="That took some of his points; one card takes them all",
        still="Bob's points lie there still",
    ),
    "five": _step(
        "Get two new cards into your hand",
        "A draw brings you one card. There is a one-off that brings more.",
        "Read your cards with i: one of them draws.",
        "A five draws two cards for the one you gave.",
        one="That is one new card; a one-off can bring two",
        none="No new card came to your hand",
    ),
    "three": _step(
        "Win on your next turn, whatever bob does",
        "You have 14 points, and nothing in hand that is worth seven. Look through the scrap "
        "with z.",
        "A three brings back any card of the scrap. Which one wins next turn?",
        "A three is whatever the scrap has to offer.",
        lost="From here you cannot be sure to win on your next turn",
    ),
    "four": _step(
        "Do not let bob win on his next turn",
        "Bob has 19 points behind a queen, and you cannot beat a nine. But you see his hand: "
        "two cards.",
        "What if he had no card to lay down?",
        "A four makes your foe discard two cards of his choice. He had no choice left.",
        lost="Bob still held a card worth two points or more",
    ),
    "six": _step(
        "Leave bob without a royal",
        "Kings, queens and glasses stay on the table and keep working. Bob has two royals.",
        "A two or a nine takes one. Something takes them all.",
        "A six scraps every king, queen, jack and pair of glasses, yours as well.",
        some="One is gone, the other still works",
        still="Both of his royals still work",
    ),
    "answer": _step(
        "Keep your points",
        "Bob plays an ace as a one-off: it would scrap all points. You hold a two.",
        "A two can be played out of turn, against a one-off.",
        "A two counters a one-off: both go to the scrap, and nothing happens.",
        lost="You let it happen, and your points are gone",
    ),
    "answer-the-answer": _step(
        "Take bob's king from the table",
        "Bob holds a two, you see it, and he will counter. You hold a two yourself.",
        "Play the six for its effect, and keep the two for his answer.",
        "A counter is a one-off too: a second two counters the first, and your effect stands.",
        still="Bob's king still stands",
        lost="Bob's king still stands",
    ),
    "let-it-happen": _step(
        "Win on your next turn",
        "Bob plays a four: two of your cards will go, of your choice. His jack lies on your ten, "
        "and he holds a two.",
        "Your six wins if you can counter his counter. What must you keep?",
        "Not everything is worth a two. You let the four happen and kept what mattered.",
        lost="Now his two stops your six, or there is no six to stop",
    ),
    "steal": _step(
        "Win now",
        "A jack is laid on a point card and takes it to your side. You have 12 points.",
        "What does bob have that you lack?",
        "A stolen card counts for you as long as your jack lies on it.",
        low="That made more points, but not 21",
        none="You still need nine points",
    ),
    "guard": _step(
        "Keep bob's jack off your ten",
        "You see his hand: a jack, and 11 points on the table. Your ten would be enough for him.",
        "Who guards what lies beside her?",
        "A queen guards your other cards from jacks and from effects aimed at one card.",
        open="Nothing stood between his jack and your ten",
        lost="Bob won",
    ),
    "pass-the-guard": _step(
        "Win on your next turn, whatever bob does",
        "You have 11 points and a jack. Bob has a ten, and a queen who guards it.",
        "The queen guards everything but herself.",
        "First the guard, then the theft: a lone queen can be scrapped with a two.",
        lost="From here you cannot be sure to win on your next turn",
    ),
    "crown": _step(
        "Bring your goal down to 14",
        "You do not always need 21 points. Look at the number behind your score.",
        "Which of your cards says: goal?",
        "With one king the goal is 14, with two 10, with three 7, with four 5.",
        still="You still need 21",
    ),
    "crowned": _step(
        "Win now",
        "You have 10 points, and with your king you need 14.",
        "How many would you need with two kings?",
        "A king can win the game without a point being laid.",
        low="More points, but not enough for 14",
        none="You still need 14 points",
    ),
    "uncrown": _step(
        "Do not let bob win on his next turn",
        "Bob's king makes his goal 14, and he has 13 points. His hand lies open to you.",
        "A two scraps one royal. Which one hurts him most?",
        "Without his king he needs 21 again: a two can be worth seven points.",
        lost="Bob's goal was still 14, and he got there",
    ),
    "turn-up": _step(
        "Play the card on top of the deck",
        "You need not draw first and play later: one card does both at once.",
        "Play the seven for its effect, then play what it turns up.",
        "A seven turns up the top of the deck, and you play that card at once.",
        points="You laid the card for its points; its effect was wanted",
        none="The deck's top card is still unplayed",
    ),
    "choose-one": _step(
        "Win now",
        "By the rules of cuttle.cards a seven turns up two cards, and you play one of them. "
        "You have 15 points.",
        "Not every card wins by its points.",
        "The king brought the goal down to 14, and you had 15.",
        low="20 points of 21: so close",
        none="You still stand at 15 of 21",
        lost="You still stand at 15 of 21",
    ),
    "put-on": _step(
        "Make bob's hand readable",
        "An eight can be laid for eight points. Or it can be worn.",
        "Choose the eight, and look at the ways to play it.",
        "As long as your glasses lie there, bob's hand lies open to you.",
        points="Those are points; his cards still show you their backs",
        none="His cards still show you their backs",
    ),
    "read-the-hand": _step(
        "Do not let bob win on his next turn",
        "You wear glasses: read bob's hand. He has 12 points, you have 10.",
        "One of his two cards is a danger to you. What would it take?",
        "You saw the jack coming. There were several ways to be ready for it.",
        lost="Bob's jack took your ten, and 22 points are enough",
    ),
    "plan-ahead": _step(
        "Win in three turns, whatever bob does",
        "The deck is empty, hands lie open: nothing is left to luck. You have a ten on the table "
        "and eleven in hand.",
        "What can bob's jack do? See to that first.",
        "You guarded first and counted after. That is how games are won.",
        lost="Bob can spoil it now",
    ),
    "count-and-counter": _step(
        "Win now, whatever bob answers",
        "Bob's jack lies on your ten; you have 11 points without it. He holds a two. So do you.",
        "Which effect gives you the ten back and leaves you a two?",
        "You saw his answer coming and had yours ready. Now play a whole game.",
        lost="That does not bring you to 21 in this turn",
    ),
}
"""Every step's words."""
