"""Hold the words of the lessons, by the ids of lessons and steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.translation import N_, Message


@dataclass(frozen=True, slots=True)
class StepWords:
    """What is said at one step; ``{8D}`` mentions a card."""

    task: Message
    story: Message
    """What there is to know."""
    hint: Message
    good: Message
    """What is said once it is done."""
    mistakes: Mapping[str, Message]
    """What is said of each kind of mistake, by the name its judge gives it."""


@dataclass(frozen=True, slots=True)
class LessonWords:
    """What is said of a lesson."""

    title: Message
    about: Message
    done: Message
    """What is said after its last step."""


def _step(
    task: Message, story: Message, hint: Message, good: Message, **mistakes: Message
) -> StepWords:
    return StepWords(task, story, hint, good, mistakes)


LESSONS: Final[dict[str, LessonWords]] = {
    "points": LessonWords(
        N_("Draw and points"),
        N_("a turn is one action; points win"),
        N_("That was the lesson on draw and points"),
    ),
    "scuttle": LessonWords(
        N_("Scuttle"),
        N_("a higher card takes a lower one with it"),
        N_("That was the lesson on scuttle"),
    ),
    "one-offs": LessonWords(
        N_("One-offs"),
        N_("cards that do something, then are gone"),
        N_("That was the lesson on one-offs"),
    ),
    "counters": LessonWords(
        N_("Counters"),
        N_("twos say no"),
        N_("That was the lesson on counters"),
    ),
    "queens-and-jacks": LessonWords(
        N_("Queens and jacks"),
        N_("one guards, the other steals"),
        N_("That was the lesson on queens and jacks"),
    ),
    "kings": LessonWords(
        N_("Kings and the goal"),
        N_("fewer points will do"),
        N_("That was the lesson on kings and the goal"),
    ),
    "sevens": LessonWords(
        N_("Sevens"),
        N_("play from the deck"),
        N_("That was the lesson on sevens"),
    ),
    "glasses": LessonWords(
        N_("Glasses"),
        N_("an eight lets you read a hand"),
        N_("That was the lesson on glasses"),
    ),
    "together": LessonWords(
        N_("All together"),
        N_("two moments that want everything"),
        N_("That was the lesson on all together"),
    ),
}
"""Every lesson's words."""

STEPS: Final[dict[str, StepWords]] = {
    "draw": _step(
        N_("Get one card more into your hand"),
        N_("A turn is one action: draw a card, or play one. More cards mean more choices."),
        N_("The key of everything you may do stands below the bar."),
        N_("That was your turn: a card drawn is an action like any other."),
        played=N_("You played a card, so your hand is smaller now"),
    ),
    "lay-points": _step(
        N_("Bring your score to 8 or more"),
        N_(
            "Aces to tens can be laid down for points, as many as their number. They stay on your "
            "side and count at once."
        ),
        N_("Choose a card, then how to play it. Only one of these is worth eight."),
        N_("Your score stands beside your name, with the goal behind it."),
        low=N_("Points, yes; but not eight of them"),
        none=N_("You have no points yet"),
    ),
    "reach-the-goal": _step(
        N_("Win now"),
        N_("Whoever reaches 21 points wins at once. You have 15."),
        N_("How many points are missing?"),
        N_("More than 21 is fine too: nobody counts you out."),
        low=N_("That is not 21 yet"),
        none=N_("Your score did not grow, and bob has another turn"),
    ),
    "higher-rank": _step(
        N_("Take the {8D} off bob's side"),
        N_("A point card may be used to scuttle a lower one of your foe's. Both go to the scrap."),
        N_("Choose a card that is higher than an eight, and scuttle."),
        N_("One card for one card, but bob lost eight points by it."),
        other=N_("That took another card; the eight still counts"),
        still=N_("The eight still counts for bob"),
    ),
    "higher-suit": _step(
        N_("Take the {8D} off bob's side once more"),
        N_(
            "Cards of equal rank can scuttle as well: clubs are lowest, then diamonds, hearts, "
            "spades."
        ),
        N_("Which of your eights is higher than a diamond?"),
        N_("Hearts beat diamonds; the club would not have done."),
        other=N_("That took another card; the eight still counts"),
        still=N_("The eight still counts for bob"),
    ),
    "stop-the-points": _step(
        N_("Do not let bob win on his next turn"),
        N_("Bob has 18 points, and his hand lies open to you. He needs three."),
        N_("Take points from him, or the cards he would lay."),
        N_("Look at what your foe can do next, before you look at what you can."),
        lost=N_("Bob could still get there, and did"),
    ),
    "ace": _step(
        N_("Leave bob without a point"),
        N_(
            "Some cards can be played for what they do, and then go to the scrap: one-offs. "
            "Choose a card to read what it does."
        ),
        N_("One of your cards scraps all points on the table, yours too."),
        N_("An ace sweeps everybody's points. You lost three, bob eighteen."),
        some=N_("That took some of his points; one card takes them all"),
        still=N_("Bob's points lie there still"),
    ),
    "five": _step(
        N_("Get two new cards into your hand"),
        N_("A draw brings you one card. There is a one-off that brings more."),
        N_("Choose your cards one by one and read them: one of them draws."),
        N_("A five draws two cards for the one you gave."),
        one=N_("That is one new card; a one-off can bring two"),
        none=N_("No new card came to your hand"),
    ),
    "three": _step(
        N_("Win on your next turn, whatever bob does"),
        N_(
            "You have 14 points, and nothing in hand that is worth seven. Look through the scrap "
            "with z."
        ),
        N_("A three brings back any card of the scrap. Which one wins next turn?"),
        N_("A three is whatever the scrap has to offer."),
        lost=N_("From here you cannot be sure to win on your next turn"),
    ),
    "four": _step(
        N_("Do not let bob win on his next turn"),
        N_(
            "Bob has 19 points behind a queen, and you cannot beat a nine. But you see his hand: "
            "two cards."
        ),
        N_("What if he had no card to lay down?"),
        N_("A four makes your foe discard two cards of his choice. He had no choice left."),
        lost=N_("Bob still held a card worth two points or more"),
    ),
    "six": _step(
        N_("Leave bob without a royal"),
        N_("Kings, queens and glasses stay on the table and keep working. Bob has two royals."),
        N_("A two or a nine takes one. Something takes them all."),
        N_("A six scraps every king, queen, jack and pair of glasses, yours as well."),
        some=N_("One is gone, the other still works"),
        still=N_("Both of his royals still work"),
    ),
    "answer": _step(
        N_("Keep your points"),
        N_("Bob plays an ace as a one-off: it would scrap all points. You hold a two."),
        N_("A two can be played out of turn, against a one-off."),
        N_("A two counters a one-off: both go to the scrap, and nothing happens."),
        lost=N_("You let it happen, and your points are gone"),
    ),
    "answer-the-answer": _step(
        N_("Take bob's king from the table"),
        N_("Bob holds a two, you see it, and he will counter. You hold a two yourself."),
        N_("Play the six for its effect, and keep the two for his answer."),
        N_("A counter is a one-off too: a second two counters the first, and your effect stands."),
        still=N_("Bob's king still stands"),
        lost=N_("Bob's king still stands"),
    ),
    "let-it-happen": _step(
        N_("Win on your next turn"),
        N_(
            "Bob plays a four: two of your cards will go, of your choice. His jack lies on your "
            "ten, "
            "and he holds a two."
        ),
        N_("Your six wins if you can counter his counter. What must you keep?"),
        N_("Not everything is worth a two. You let the four happen and kept what mattered."),
        lost=N_("Now his two stops your six, or there is no six to stop"),
    ),
    "steal": _step(
        N_("Win now"),
        N_("A jack is laid on a point card and takes it to your side. You have 12 points."),
        N_("What does bob have that you lack?"),
        N_("A stolen card counts for you as long as your jack lies on it."),
        low=N_("That made more points, but not 21"),
        none=N_("You still need nine points"),
    ),
    "guard": _step(
        N_("Keep bob's jack off your ten"),
        N_(
            "You see his hand: a jack, and 11 points on the table. Your ten would be enough for "
            "him."
        ),
        N_("Who guards what lies beside her?"),
        N_(
            "A queen guards your other cards from jacks and from effects aimed at one card; and "
            "what you play cannot be countered."
        ),
        open=N_("Nothing stood between his jack and your ten"),
        lost=N_("Bob won"),
    ),
    "pass-the-guard": _step(
        N_("Win on your next turn, whatever bob does"),
        N_("You have 11 points and a jack. Bob has a ten, and a queen who guards it."),
        N_("The queen guards everything but herself."),
        N_("First the guard, then the theft: a lone queen can be scrapped with a two."),
        lost=N_("From here you cannot be sure to win on your next turn"),
    ),
    "crown": _step(
        N_("Bring your goal down to 14"),
        N_("You do not always need 21 points. Look at the number behind your score."),
        N_("Which of your cards says: goal?"),
        N_("With one king the goal is 14, with two 10, with three 7, with four 5."),
        still=N_("You still need 21"),
    ),
    "crowned": _step(
        N_("Win now"),
        N_("You have 10 points, and with your king you need 14."),
        N_("How many would you need with two kings?"),
        N_("A king can win the game without a point being laid."),
        low=N_("More points, but not enough for 14"),
        none=N_("You still need 14 points"),
    ),
    "uncrown": _step(
        N_("Do not let bob win on his next turn"),
        N_("Bob's king makes his goal 14, and he has 13 points. His hand lies open to you."),
        N_("A two scraps one royal. Which one hurts him most?"),
        N_("Without his king he needs 21 again: a two can be worth seven points."),
        lost=N_("Bob's goal was still 14, and he got there"),
    ),
    "turn-up": _step(
        N_("Play the card on top of the deck"),
        N_("You need not draw first and play later: one card does both at once."),
        N_("Play the seven for its effect, then play what it turns up."),
        N_("A seven turns up the top of the deck, and you play that card at once."),
        points=N_("You laid the card for its points; its effect was wanted"),
        none=N_("The deck's top card is still unplayed"),
    ),
    "choose-one": _step(
        N_("Win now"),
        N_(
            "By the rules of cuttle.cards a seven turns up two cards, and you play one of them. "
            "You have 15 points."
        ),
        N_("Not every card wins by its points."),
        N_("The king brought the goal down to 14, and you had 15."),
        low=N_("20 points of 21: so close"),
        none=N_("You still stand at 15 of 21"),
        lost=N_("You still stand at 15 of 21"),
    ),
    "put-on": _step(
        N_("Make bob's hand readable"),
        N_("An eight can be laid for eight points. Or it can be worn."),
        N_("Choose the eight, and look at the ways to play it."),
        N_("As long as your glasses lie there, bob's hand lies open to you."),
        points=N_("Those are points; his cards still show you their backs"),
        none=N_("His cards still show you their backs"),
    ),
    "read-the-hand": _step(
        N_("Do not let bob win on his next turn"),
        N_("You wear glasses: read bob's hand. He has 12 points, you have 10."),
        N_("One of his two cards is a danger to you. What would it take?"),
        N_("You saw the jack coming. There were several ways to be ready for it."),
        lost=N_("Bob's jack took your ten, and 22 points are enough"),
    ),
    "plan-ahead": _step(
        N_("Win in three turns, whatever bob does"),
        N_(
            "The deck is empty, hands lie open: nothing is left to luck. You have a ten on the "
            "table "
            "and eleven in hand."
        ),
        N_("What can bob's jack do? See to that first."),
        N_("You guarded first and counted after. That is how games are won."),
        lost=N_("Bob can spoil it now"),
    ),
    "count-and-counter": _step(
        N_("Win now, whatever bob answers"),
        N_(
            "Bob's jack lies on your ten; you have 11 points without it. He holds a two. So do you."
        ),
        N_("Which effect gives you the ten back and leaves you a two?"),
        N_("You saw his answer coming and had yours ready. Now play a whole game."),
        lost=N_("That does not bring you to 21 in this turn"),
    ),
}
"""Every step's words."""
