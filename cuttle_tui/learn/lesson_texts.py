"""Messages of the lessons, by the ids of lessons and steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.translation import N_, Message


@dataclass(frozen=True, slots=True)
class StepWords:
    """Messages of a step; ``{8D}`` mentions a card."""

    task: Message
    story: Message
    """The background."""
    hint: Message
    good: Message
    """Shown when the task is done."""
    mistakes: Mapping[str, Message]
    """Messages by the name of the mistake, as returned by the step's judge."""


@dataclass(frozen=True, slots=True)
class LessonWords:
    """Messages of a lesson."""

    title: Message
    about: Message
    done: Message
    """Shown after the last step."""
    brief: Message | None = None
    """What it is about in fewer words, for a narrow list; none if that is short."""


def _step(
    task: Message, story: Message, hint: Message, good: Message, **mistakes: Message
) -> StepWords:
    return StepWords(task, story, hint, good, mistakes)


LESSONS: Final[dict[str, LessonWords]] = {
    "points": LessonWords(
        N_("Draw and points"),
        N_("one action a turn; points win"),
        N_("You finished the lesson on drawing and points"),
        N_("one action a turn"),
    ),
    "scuttle": LessonWords(
        N_("Scuttle"),
        N_("a higher card takes out a lower one"),
        N_("You finished the lesson on scuttling"),
        N_("higher takes out lower"),
    ),
    "one-offs": LessonWords(
        N_("One-offs"),
        N_("play a card for its effect, then scrap it"),
        N_("You finished the lesson on one-offs"),
        N_("cards for their effect"),
    ),
    "counters": LessonWords(
        N_("Counters"), N_("how twos say no"), N_("You finished the lesson on counters")
    ),
    "queens-and-jacks": LessonWords(
        N_("Queens and jacks"),
        N_("queens guard, jacks steal"),
        N_("You finished the lesson on queens and jacks"),
    ),
    "kings": LessonWords(
        N_("Kings and the goal"),
        N_("kings lower your goal"),
        N_("You finished the lesson on kings and the goal"),
    ),
    "sevens": LessonWords(
        N_("Sevens"),
        N_("play the top card of the deck"),
        N_("You finished the lesson on sevens"),
        N_("play from the deck"),
    ),
    "glasses": LessonWords(
        N_("Glasses"),
        N_("read your opponent's hand with an eight"),
        N_("You finished the lesson on glasses"),
        N_("an eight shows the hand"),
    ),
    "together": LessonWords(
        N_("All together"),
        N_("two positions that need everything"),
        N_("You finished the lesson on everything together"),
        N_("positions that need it all"),
    ),
}
"""Every lesson's words."""

STEPS: Final[dict[str, StepWords]] = {
    "draw": _step(
        N_("Draw a card"),
        N_("On your turn you draw a card or play one. More cards mean more choices."),
        N_("The keys for everything you can do are below the bar."),
        N_("That was your turn: drawing is an action like any other."),
        played=N_("You played a card, so now you have one fewer"),
    ),
    "lay-points": _step(
        N_("8 points in one play"),
        N_(
            "Play a card from ace to ten for points: it is worth its number. It stays on "
            "your side and counts at once."
        ),
        N_("Choose a card, then how to play it. Only one is worth eight."),
        N_("Your points are beside your name, followed by your goal."),
        low=N_("Those are points, but fewer than eight in one play"),
        none=N_("You have no points yet"),
    ),
    "reach-the-goal": _step(
        N_("Win now"),
        N_("The first player with 21 points wins at once. You have 15."),
        N_("How many points do you need?"),
        N_("More than 21 is fine too: you cannot bust."),
        low=N_("That is not 21 yet"),
        none=N_("You scored no points, and bob gets another turn"),
    ),
    "higher-rank": _step(
        N_("Scuttle bob's {8D}"),
        N_("A point card scuttles a lower one of your opponent's. Both are scrapped."),
        N_("Choose a card higher than an eight, then scuttle."),
        N_("One card each, but it cost bob eight points."),
        other=N_("The eight still counts"),
        still=N_("Bob's eight still counts"),
    ),
    "higher-suit": _step(
        N_("Scuttle bob's {8D} again"),
        N_("Equal ranks can scuttle too: clubs are lowest, then diamonds, hearts and spades."),
        N_("Which of your eights beats a diamond?"),
        N_("Hearts beat diamonds; the {8C} was too low."),
        other=N_("The eight still counts"),
        still=N_("Bob's eight still counts"),
    ),
    "stop-the-points": _step(
        N_("Keep bob from winning next turn"),
        N_("Bob has 18 points, and you can see his hand. He needs three more."),
        N_("Take away some points, or the cards he could play."),
        N_("Before you plan your own move, look at what your opponent can do."),
        lost=N_("Bob could still win, and he did"),
    ),
    "ace": _step(
        N_("Leave bob with no points"),
        N_(
            "Some cards can be played for their effect and then scrapped: one-offs. Choose a "
            "card to read its effect."
        ),
        N_("One of your cards scraps all point cards, yours too."),
        N_("An ace scraps everybody's point cards. You lost three points, bob eighteen."),
        some=N_("That took some of his points; another card takes them all"),
        still=N_("Bob still has points"),
    ),
    "five": _step(
        N_("Get two new cards"),
        N_("A draw is one card. One of your one-offs draws more."),
        N_("Choose each card and read it: one of them draws."),
        N_("A five draws two cards for one."),
        one=N_("That is one new card; a one-off can draw two"),
        none=N_("You got no new card"),
    ),
    "three": _step(
        N_("Make sure you win next turn"),
        N_("You have 14 points and no seven in hand. Look through the scrap with z."),
        N_("A three takes any card from the scrap. Which one wins next turn?"),
        N_("A three is as good as the best card in the scrap."),
        lost=N_("Now you cannot be sure to win next turn"),
    ),
    "four": _step(
        N_("Keep bob from winning next turn"),
        N_(
            "Bob has 19 points and a queen, and you cannot scuttle a nine. But you can see "
            "his hand: two cards."
        ),
        N_("What if he had no card to play?"),
        N_("A four makes your opponent discard two cards. Bob had only two."),
        lost=N_("Bob still has a card worth two points or more"),
    ),
    "six": _step(
        N_("Scrap all of bob's royals"),
        N_("Kings, queens and glasses stay on the table and keep working. Bob has two of them."),
        N_("A two or a nine removes one of them. Which card removes them all?"),
        N_("A six scraps every king, queen, jack and pair of glasses, yours too."),
        some=N_("One is gone, but the other still works"),
        still=N_("Both of his royals still work"),
    ),
    "answer": _step(
        N_("Keep your points"),
        N_("Bob plays an ace as a one-off: it would scrap all point cards. You have a two."),
        N_("You can play a two out of turn to counter a one-off."),
        N_("A two counters a one-off: both are scrapped, and nothing happens."),
        lost=N_("You did not counter, and your points are gone"),
    ),
    "answer-the-answer": _step(
        N_("Scrap bob's king"),
        N_("You can see that bob has a two, and he will counter. You have a two as well."),
        N_("Play the six as a one-off, and keep the two for his counter."),
        N_("A counter can be countered too: with a second two your one-off works."),
        still=N_("Bob's king is still there"),
        lost=N_("Bob's king is still there"),
    ),
    "let-it-happen": _step(
        N_("Keep bob from winning next turn"),
        N_(
            "Bob plays a four: you have to discard two cards. He has 18 points, a ten in hand, "
            "and a two."
        ),
        N_("Your ace saves you if you can counter his two. What must you keep?"),
        N_("Not every one-off needs a counter. You kept the cards that mattered."),
        lost=N_("Now his two stops your ace, or you have no ace left"),
    ),
    "steal": _step(
        N_("Win now"),
        N_("A jack goes on a point card and moves it to your side. You have 12 points."),
        N_("What does bob have that you need?"),
        N_("A stolen card counts for you as long as your jack is on it."),
        low=N_("You have more points, but not 21"),
        none=N_("You scored no points, and bob gets another turn"),
    ),
    "guard": _step(
        N_("Protect your ten from bob's jack"),
        N_("You can see his hand: a jack. He has 11 points, so your ten would win him the game."),
        N_("Which card protects the others?"),
        N_(
            "A queen protects your other cards from jacks, twos and nines. And nobody can "
            "counter your one-offs."
        ),
        open=N_("His jack could still take your ten"),
        lost=N_("Bob won"),
    ),
    "pass-the-guard": _step(
        N_("Make sure you win next turn"),
        N_("You have 11 points and a jack. Bob has a ten, and a queen that protects it."),
        N_("A queen protects everything but herself."),
        N_("First the queen, then the ten: a two scraps a lone queen."),
        lost=N_("Now you cannot be sure to win next turn"),
    ),
    "crown": _step(
        N_("Lower your goal to 14"),
        N_("You do not always need 21 points. Your goal is the number after your points."),
        N_('Which of your cards says "goal"?'),
        N_("With one king your goal is 14, with two 10, with three 7, with four 5."),
        still=N_("You still need 21"),
    ),
    "crowned": _step(
        N_("Win now"),
        N_("You have 10 points, and with one king your goal is 14."),
        N_("What is your goal with two kings?"),
        N_("A king can win the game without adding a point."),
        low=N_("You have more points, but you have not won"),
        none=N_("You have not won, and bob got his turn"),
    ),
    "uncrown": _step(
        N_("Keep bob from winning next turn"),
        N_("Bob's king lowers his goal to 14, and he has 13 points. You can see his hand."),
        N_("A two scraps one royal. Which one does he need most?"),
        N_("Without the king bob needs 21 again: your two cost him seven points."),
        lost=N_("Bob's goal was still 14, and he reached it"),
    ),
    "send-back": _step(
        N_("Keep bob from winning next turn"),
        N_(
            "Bob's king lowers his goal to 14, he has 13 points, and you have no two. You can "
            "see his hand."
        ),
        N_("A nine sends a royal back to its owner's hand."),
        N_("Bob has his king again, but he needs a turn to play it."),
        lost=N_("Bob's goal was still 14, and he reached it"),
    ),
    "turn-up": _step(
        N_("Play the card on top of the deck"),
        N_("You do not have to draw first and play next turn: one card does both."),
        N_("Play the seven as a one-off, then play the card it reveals."),
        N_("A seven reveals the top card of the deck, and you play it at once."),
        points=N_("You played it for points; play it as a one-off"),
        none=N_("You did not play the deck's top card"),
    ),
    "choose-one": _step(
        N_("Win now"),
        N_(
            "With cuttle.cards rules a seven reveals two cards, and you play one. You have "
            "15 points."
        ),
        N_("A card can win without its points."),
        N_("The king lowered your goal to 14, and you had 15."),
        low=N_("Those are points, but not enough to win"),
        none=N_("You scored no points, and bob gets another turn"),
        lost=N_("You scored no points, and bob gets another turn"),
    ),
    "put-on": _step(
        N_("See bob's hand"),
        N_("An eight is worth eight points, or you can play it as glasses."),
        N_("Choose the eight and look at the ways to play it."),
        N_("As long as you have glasses you can see bob's hand."),
        points=N_("Those are points; his hand is still hidden"),
        none=N_("His hand is still hidden"),
    ),
    "read-the-hand": _step(
        N_("Keep bob from winning next turn"),
        N_("You have glasses, so you can see bob's hand. He has 12 points, you have 10."),
        N_("One of his two cards is dangerous. What can it take?"),
        N_("You saw the jack and were ready for it. There was more than one way."),
        lost=N_("Bob's jack took your ten, and 22 points win"),
    ),
    "plan-ahead": _step(
        N_("Win in three turns, whatever bob does"),
        N_(
            "The deck is empty, both hands are open: no luck is left. You have a ten on "
            "the table and fourteen points in hand."
        ),
        N_("What can bob's jack do? Stop that first."),
        N_("Protect first, score after: that is how you win."),
        lost=N_("Bob can stop you now"),
    ),
    "count-and-counter": _step(
        N_("Win this turn, even if bob counters"),
        N_("Bob's jack has your ten; without it you have 11 points. You both have a two."),
        N_("Which one-off gets your ten back and leaves you a two?"),
        N_("You were ready for his counter. Now play a whole game."),
        lost=N_("That does not get you to 21 this turn"),
    ),
}
"""Every step's words."""

HEARD: Final[dict[str, Message]] = {
    "lay-points": N_("Type table to hear your points, and the goal after them.")
}
"""What is said for the ear where a step's good words speak of a place on the screen."""
HEARD_HINTS: Final[dict[str, Message]] = {"draw": N_("Type choices to hear everything you can do.")}
"""The same where its hint does."""
