"""Hold the words of the puzzles, by their ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cuttle_tui.i18n.translation import N_, Message


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """What is said of one puzzle."""

    title: Message
    story: Message
    """What the solver is told of the table: all that matters and cannot be seen at once."""
    hint: Message
    lesson: Message
    """What it teaches."""
    tries: Mapping[str, Message] = field(default_factory=dict)
    """Why a tempting first action fails, by its text form."""


def _words(
    title: Message, story: Message, hint: Message, lesson: Message, **tries: Message
) -> PuzzleWords:
    return PuzzleWords(title, story, hint, lesson, tries)


PUZZLES: Final[dict[str, PuzzleWords]] = {
    "six-to-go": _words(
        N_("Six to go"),
        N_("You have 15 points, and whatever bob holds, he does not get another turn."),
        N_("Count: 21 less 15."),
        N_("A point card counts at once; reach your goal and the game is over."),
    ),
    "lower-the-bar": _words(
        N_("Lower the bar"),
        N_("You have 14 points, and no card here is worth seven."),
        N_("If you cannot climb to the goal, bring the goal down to you."),
        N_("Your first king lowers your goal from 21 to 14, and that counts at once."),
    ),
    "points-or-glasses": _words(
        N_("Points or glasses"),
        N_("You have 13 points. The eight can be worn, or it can be counted."),
        N_("What does each of the two ways of playing the eight bring you?"),
        N_("An eight has two lives; late in a game its points are often the better one."),
        **{"royal 8H": N_("now you can read his hand, but you stand where you stood")},
    ),
    "borrowed-nine": _words(
        N_("A borrowed nine"),
        N_("You have 12 points. The biggest card you need is not in your hand."),
        N_("Look at what bob has laid down."),
        N_("A jack brings you a point card of your foe's, and its points come along."),
        **{"royal KH": N_("the goal is 14 now, and you have 12")},
    ),
    "second-king": _words(
        N_("The second king"),
        N_("Your goal is 14 and you have 10 points."),
        N_("What is the goal with one king more?"),
        N_("Two kings make the goal 10, three make it 7, four make it 5."),
    ),
    "scuttle-the-threat": _words(
        N_("Cut him down"),
        N_("You see bob's hand: any card of it takes him from 18 to 21 or more."),
        N_("A higher card of yours can take a point card of his with it."),
        N_("When points threaten to win, scuttle: a higher card takes a lower one with it."),
    ),
    "which-to-scuttle": _words(
        N_("Which one to hit"),
        N_("You see bob's hand: he has 18 points and a ten to come."),
        N_("Take each of his cards away in your mind, then add ten."),
        N_("A scuttle has to take enough: work out what is left before you choose."),
        **{
            "scuttle TS>6H": N_("12 and the ten still make 22"),
            "scuttle TS>3C": N_("15 and the ten still make 25"),
            "scuttle 7S>6H": N_("12 and the ten still make 22"),
        },
    ),
    "clean-sweep": _words(
        N_("Clean sweep"),
        N_("You see bob's hand: 18 points, and the ten comes next."),
        N_("One scuttle is not enough. Which card takes more than one?"),
        N_("An ace scraps every point card on the table: best when they are mostly his."),
        **{"scuttle 9C>7C": N_("11 and the ten still make 21")},
    ),
    "aim-the-two": _words(
        N_("One two, two targets"),
        N_("You see bob's hand. His king makes his goal 14, and he has 13."),
        N_("What makes his next point the last one he needs?"),
        N_("A two scraps one royal for good; without his king bob needs 21 again."),
        **{"oneoff 2S>8C": N_("his glasses are gone, but his goal is still 14")},
    ),
    "guard-the-ten": _words(
        N_("Guard the ten"),
        N_("You see bob's hand: he has 11 points, and a jack with an eye on your ten."),
        N_("You cannot take the jack from him. Can you keep your ten from it?"),
        N_("A queen keeps jacks, and any effect aimed at a card, off everything else of yours."),
    ),
    "roads-home": _words(
        N_("All roads lead home"),
        N_("Bob's jack lies on your ten. You see his hand: there is no two in it."),
        N_("Get the jack off, by whatever means, and the ten comes back."),
        N_(
            "A jack that is scrapped or sent back gives up its card, as after a two, a nine or a "
            "six."
        ),
    ),
    "mind-what-you-lift": _words(
        N_("Mind what you lift"),
        N_("Here nines take point cards too. Bob's jack lies on your ten; he holds no two."),
        N_("Whose hand would each card go to?"),
        N_("A nine returns a card to whoever controls it: lift the jack, not the ten."),
        **{"oneoff 9D>TD": N_("your ten went to bob's hand, for he controlled it")},
    ),
    "third-king": _words(
        N_("Three of a kind"),
        N_("By these rules three kings make the goal 5. You have 5 points and two kings."),
        N_("Read the goal beside your score."),
        N_("With kings on the table a handful of points is plenty."),
    ),
    "off-the-top": _words(
        N_("Off the top"),
        N_("Your seven has turned up two cards, and you must play one. You have 15 points."),
        N_("One adds to your points. What does the other change?"),
        N_("A seven plays from the deck: look at all that each card can do."),
    ),
    "empty-his-hand": _words(
        N_("Empty hands"),
        N_("You see bob's hand: either card wins for him, and you cannot scuttle a ten."),
        N_("He cannot play what he no longer holds."),
        N_("A four costs your foe two cards of his hand; with just two, his whole plan goes."),
    ),
    "not-the-points": _words(
        N_("Not the points"),
        N_("Bob's ace would sweep your 14 points away. You hold a king."),
        N_("What is your king worth on an empty table?"),
        N_("Keep a two for the one-off that would really hurt."),
        decline=N_("without your points the king wins nothing"),
    ),
    "frozen-ten": _words(
        N_("Out of the warm"),
        N_("You see bob's hand: with 20 points, any card wins for him. Here nines take points."),
        N_("You cannot scuttle a ten. You can send one home."),
        N_("A card a nine returns is frozen here: bob cannot play it on his next turn."),
    ),
    "the-purge": _words(
        N_("The purge"),
        N_("You see bob's hand. Two kings make his goal 10, and he has 9 points."),
        N_("One king less, or one card less, is not enough."),
        N_("A six scraps every royal and every pair of glasses on the table."),
        **{
            "oneoff 2D>KH": N_("one king left makes the goal 14, and 9 and 7 are 16"),
            "oneoff 2D>KC": N_("one king left makes the goal 14, and 9 and 7 are 16"),
        },
    ),
    "past-the-queen": _words(
        N_("Past the queen"),
        N_("Bob's jack holds your ten, and his queen guards the jack. You see his hand: no two."),
        N_("Aimed effects stop at her. Which effect is not aimed at anything?"),
        N_("A queen wards off what is aimed. A six sweeps, and she goes with the rest."),
    ),
    "steal-a-crown": _words(
        N_("Steal a crown"),
        N_("Three seats: the goal is 14, with one king 9. You have 9 points."),
        N_("The joker is a thief of royals, as a jack is of points."),
        N_("A stolen king lowers your goal, and raises that of whoever lost it."),
    ),
    "fourth-king": _words(
        N_("The fourth king"),
        N_("By these rules four kings win outright. You have no points at all."),
        N_("Do you need points?"),
        N_("Every way of playing has its own goals: look at them before you begin."),
    ),
    "teeth-of-the-ten": _words(
        N_("The ten has teeth"),
        N_(
            "Here a queen stops scuttles, and a ten can cost a card. Bob has 17 and holds one card."
        ),
        N_("A hand of one is easily emptied."),
        N_("Where a ten has an effect, it makes your foe discard a card."),
    ),
    "there-already": _words(
        N_("There already"),
        N_("Here a goal counts only as your own turn ends. Bob has 21; you see his hand."),
        N_("Whatever you take away, he can add four."),
        N_("Under these rules even a reached goal can be taken away before its owner's turn ends."),
        **{"scuttle 5H>4C": N_("17, and his four makes 21 again")},
    ),
    "answer-the-answer": _words(
        N_("Answer the answer"),
        N_("Bob's jack holds your ten, and he holds a two. So do you."),
        N_("He will counter. What then?"),
        N_("A counter can be countered: play your effect with a two in reserve."),
        **{"oneoff 2C>JC": N_("bob countered, and you have no second two")},
    ),
    "the-queen-stays": _words(
        N_("The queen stays"),
        N_("Bob's two is aimed at your queen, and you see a jack in his hand."),
        N_("What does the jack do once she has gone?"),
        N_("Defend the defender: a queen is often worth a two."),
        decline=N_("nothing keeps his jack off your ten now"),
    ),
    "whose-ten": _words(
        N_("Whose ten is it?"),
        N_(
            "The ten was bob's, you stole it, he stole it back. The nine was yours. He holds no "
            "two."
        ),
        N_("One jack off: one step back. All jacks off: back to its first owner."),
        N_("A scrapped jack gives its card to whoever had it before; a six, to its first owner."),
        **{
            "oneoff 6H": N_("all jacks gone, the ten went home to bob, and the nine is not enough"),
            "oneoff 2S>JD": N_("the nine makes 20"),
        },
    ),
    "count-the-deck": _words(
        N_("Count the deck"),
        N_("Two cards are left in the deck. Look through the scrap with z: which are they?"),
        N_("Of the jacks, two are nowhere to be seen."),
        N_("What is not on the table, in a hand you see or in the scrap is in the deck."),
        **{"points 7S": N_("12 and 7 make 19")},
    ),
    "hand-it-across": _words(
        N_("Hand it across"),
        N_("In teams a jack may give what it takes to any seat. Carol, your ally, has 12 points."),
        N_("Who of your side needs what bob has?"),
        N_("Your ally's goal is as good as yours: bring the card to where it wins."),
    ),
    "throw-it-back": _words(
        N_("Throw it back"),
        N_("Bob has 14 points; his king makes his goal 14. Here a nine may answer a royal."),
        N_("It has not landed yet."),
        N_("Where the rules allow it, a nine returns a royal before it counts."),
        decline=N_("the king landed, and 14 points were enough"),
    ),
    "two-fronts": _words(
        N_("Two fronts"),
        N_("Three seats, a goal of 14, and you see both hands: bob and carol could each win next."),
        N_("Whoever you stop, the other one plays. Unless you stop both."),
        N_("With more than one foe, look for the card that hits them all."),
    ),
    "the-last-card": _words(
        N_("The last card"),
        N_("One card is left in the deck. You have 14 points, and bob's hand lies open."),
        N_("Look through the scrap with z. Which card is the last one?"),
        N_("Near the end, drawing is a move like any other: count what is left."),
    ),
    "take-both": _words(
        N_("Take both"),
        N_("A king and a queen are left in the deck, in unknown order. You have 14 points."),
        N_("A draw brings one of the two, and you cannot know which."),
        N_("A five draws two cards: that is certainty where a draw is luck."),
        draw=N_("it was the queen"),
    ),
    "back-from-the-scrap": _words(
        N_("Back from the scrap"),
        N_("You have 14 points and see bob's hand."),
        N_("What you need has been played already."),
        N_(
            "A three takes any card back from the scrap; bob sees which, but must be able to "
            "stop it."
        ),
    ),
    "fetch-the-shield": _words(
        N_("Fetch the shield"),
        N_("Your three has worked: take a card. You have 19 points; bob holds an ace."),
        N_("You can win already. What could come between?"),
        N_("Ask first what your foe can do; a shield may be worth more than a sword."),
    ),
    "send-the-guard-away": _words(
        N_("Send the guard away"),
        N_("You have 11 points. Bob's queen guards his ten, and you see his hand."),
        N_("She guards everything but herself."),
        N_("One queen does not guard herself: scrap her first, then steal."),
    ),
    "out-in-the-cold": _words(
        N_("Out in the cold"),
        N_("You have 11 points. Bob's queen guards his ten; you see his hand."),
        N_("What happens here to a card that comes back to a hand?"),
        N_("A returned card is frozen for a turn under these rules: long enough to steal."),
    ),
    "under-her-eyes": _words(
        N_("Under her eyes"),
        N_("Bob's jack holds your ten, and he holds a two. You have none."),
        N_("Whose effects cannot be countered?"),
        N_(
            "While you have a queen your one-offs cannot be countered; a two spent on her is spent."
        ),
        **{"oneoff 6D": N_("he countered, and your six is gone")},
    ),
    "the-right-price": _words(
        N_("The right price"),
        N_("Your five costs a card. Bob holds an ace, you have 14 points."),
        N_("Which two of your cards work together?"),
        N_("Pay with the card whose work is done, not with the one you fear to lose least."),
        **{
            "discard KC": N_("then nothing wins on your next turn"),
            "discard 2S": N_("his ace sweeps, and nobody counters"),
        },
    ),
    "save-it-for-the-ace": _words(
        N_("Save it for the ace"),
        N_("Bob has countered your four. You hold a two, he holds an ace."),
        N_("Your four costs him cards. Which would he keep?"),
        N_("Not every counter needs an answer: save your two for what you cannot bear."),
        **{"counter 2S": N_("he kept the ace, and you had no two left for it")},
    ),
    "keep-your-powder-dry": _words(
        N_("Keep your powder dry"),
        N_("Bob plays a four. You hold a two and a six, he a two; his jack has your ten."),
        N_("You may choose which cards to discard. Which must you keep?"),
        N_("Let it happen when it costs you little, and keep the two for the play that decides."),
        **{"counter 2S": N_("next turn he counters your six, and your two is spent")},
    ),
    "guard-first": _words(
        N_("Guard first"),
        N_("The deck is empty, hands lie open. You have ten points, and eleven in hand."),
        N_("Every point you lay down now, his jack can take."),
        N_("Strength first, points after: a queen in time saves a ten."),
    ),
    "kings-first": _words(
        N_("Kings first"),
        N_("The deck is empty and hands lie open. Bob holds an ace."),
        N_("What on your side can an ace not touch?"),
        N_("Lay down last what can be swept away: kings first, points when they win at once."),
        **{"points TC": N_("the ace sweeps it, and then there is nothing to count")},
    ),
}
"""Every puzzle's words."""
