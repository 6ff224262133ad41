"""Hold the words of the puzzles, by their ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """What is said of one puzzle."""

    title: str
    story: str
    """What the solver is told of the table: all that matters and cannot be seen at once."""
    hint: str
    lesson: str
    """What it teaches."""
    tries: Mapping[str, str] = field(default_factory=dict)
    """Why a tempting first action fails, by its text form."""


def _words(title: str, story: str, hint: str, lesson: str, **tries: str) -> PuzzleWords:
    return PuzzleWords(title, story, hint, lesson, tries)


PUZZLES: Final[dict[str, PuzzleWords]] = {
    "six-to-go": _words(
        "Six to go",
        "You have 15 points, and whatever bob holds, he does not get another turn.",
        "Count: 21 less 15.",
        "A point card counts at once; reach your goal and the game is over.",
    ),
    "lower-the-bar": _words(
        "Lower the bar",
        "You have 14 points, and no card here is worth seven.",
        "If you cannot climb to the goal, bring the goal down to you.",
        "Your first king lowers your goal from 21 to 14, and that counts at once.",
    ),
    "points-or-glasses": _words(
        "Points or glasses",
        "You have 13 points. The eight can be worn, or it can be counted.",
        "What does each of the two ways of playing the eight bring you?",
        "An eight has two lives; late in a game its points are often the better one.",
        **{"royal 8H": "now you can read his hand, but you stand where you stood"},
    ),
    "borrowed-nine": _words(
        "A borrowed nine",
        "You have 12 points. The biggest card you need is not in your hand.",
        "Look at what bob has laid down.",
        "A jack brings you a point card of your foe's, and its points come along.",
        **{"royal KH": "the goal is 14 now, and you have 12"},
    ),
    "second-king": _words(
        "The second king",
        "Your goal is 14 and you have 10 points.",
        "What is the goal with one king more?",
        "Two kings make the goal 10, three make it 7, four make it 5.",
    ),
    "scuttle-the-threat": _words(
        "Cut him down",
        "You see bob's hand: any card of it takes him from 18 to 21.",
        "A higher card of yours can take a point card of his with it.",
        "When points threaten to win, scuttle: a higher card takes a lower one with it.",
    ),
    "which-to-scuttle": _words(
        "Which one to hit",
        "You see bob's hand: he has 18 points and a ten to come.",
        "Take each of his cards away in your mind, then add ten.",
        "A scuttle has to take enough: work out what is left before you choose.",
        **{
            "scuttle TS>6H": "12 and the ten still make 22",
            "scuttle TS>3C": "15 and the ten still make 25",
            "scuttle 7S>6H": "12 and the ten still make 22",
        },
    ),
    "clean-sweep": _words(
        "Clean sweep",
        "You see bob's hand: 18 points, and the ten comes next.",
        "One scuttle is not enough. Which card takes more than one?",
        "An ace scraps every point card on the table: best when they are mostly his.",
        **{"scuttle 9C>7C": "11 and the ten still make 21"},
    ),
    "aim-the-two": _words(
        "One two, two targets",
        "You see bob's hand. His king makes his goal 14, and he has 13.",
        "What makes his next point the last one he needs?",
        "A two scraps one royal for good; without his king bob needs 21 again.",
        **{"oneoff 2S>8C": "his glasses are gone, but his goal is still 14"},
    ),
    "guard-the-ten": _words(
        "Guard the ten",
        "You see bob's hand: he has 11 points, and a jack with an eye on your ten.",
        "You cannot take the jack from him. Can you keep your ten from it?",
        "A queen keeps jacks, and any effect aimed at a card, off everything else of yours.",
    ),
    "roads-home": _words(
        "All roads lead home",
        "Bob's jack lies on your ten. You see his hand: there is no two in it.",
        "Get the jack off, by whatever means, and the ten comes back.",
        "A jack that is scrapped or sent back gives up its card, as after a two, a nine or a six.",
    ),
    "mind-what-you-lift": _words(
        "Mind what you lift",
        "Here nines take point cards too. Bob's jack lies on your ten; he holds no two.",
        "Whose hand would each card go to?",
        "A nine returns a card to whoever controls it: lift the jack, not the ten.",
        **{"oneoff 9D>TD": "your ten went to bob's hand, for he controlled it"},
    ),
    "third-king": _words(
        "Three of a kind",
        "By these rules three kings make the goal 5. You have 5 points and two kings.",
        "Read the goal beside your score.",
        "With kings on the table a handful of points is plenty.",
    ),
    "off-the-top": _words(
        "Off the top",
        "Your seven has turned up two cards, and you must play one. You have 15 points.",
        "One adds to your points. What does the other change?",
        "A seven plays from the deck: look at all that each card can do.",
    ),
    "empty-his-hand": _words(
        "Empty hands",
        "You see bob's hand: either card wins for him, and you cannot scuttle a ten.",
        "He cannot play what he no longer holds.",
        "A four costs your foe two cards of his hand; with just two, his whole plan goes.",
    ),
    "not-the-points": _words(
        "Not the points",
        "Bob's ace would sweep your 14 points away. You hold a king.",
        "What is your king worth on an empty table?",
        "Keep a two for the one-off that would really hurt.",
        decline="without your points the king wins nothing",
    ),
    "frozen-ten": _words(
        "Out of the warm",
        "You see bob's hand: with 20 points, any card wins for him. Here nines take points.",
        "You cannot scuttle a ten. You can send one home.",
        "A card a nine returns is frozen here: bob cannot play it on his next turn.",
    ),
    "the-purge": _words(
        "The purge",
        "You see bob's hand. Two kings make his goal 10, and he has 9 points.",
        "One king less, or one card less, is not enough.",
        "A six scraps every royal and every pair of glasses on the table.",
        **{
            "oneoff 2D>KH": "one king left makes the goal 14, and 9 and 7 are 16",
            "oneoff 2D>KC": "one king left makes the goal 14, and 9 and 7 are 16",
        },
    ),
    "past-the-queen": _words(
        "Past the queen",
        "Bob's jack holds your ten, and his queen guards the jack. You see his hand: no two.",
        "Aimed effects stop at her. Which effect is not aimed at anything?",
        "A queen wards off what is aimed. A six sweeps, and she goes with the rest.",
    ),
    "steal-a-crown": _words(
        "Steal a crown",
        "Three seats: the goal is 14, with one king 9. You have 9 points.",
        "The joker is a thief of royals, as a jack is of points.",
        "A stolen king lowers your goal, and raises that of whoever lost it.",
    ),
    "fourth-king": _words(
        "The fourth king",
        "By these rules four kings win outright. You have no points at all.",
        "Do you need points?",
        "Every way of playing has its own goals: look at them before you begin.",
    ),
    "teeth-of-the-ten": _words(
        "The ten has teeth",
        "Here a queen stops scuttles, and a ten can cost a card. Bob has 17 and holds one card.",
        "A hand of one is easily emptied.",
        "Where a ten has an effect, it makes your foe discard a card.",
    ),
    "there-already": _words(
        "There already",
        "Here a goal counts only as your own turn ends. Bob has 21; you see his hand.",
        "Whatever you take away, he can add four.",
        "Under these rules even a reached goal can be taken away before its owner's turn ends.",
        **{"scuttle 5H>4C": "17, and his four makes 21 again"},
    ),
    "answer-the-answer": _words(
        "Answer the answer",
        "Bob's jack holds your ten, and he holds a two. So do you.",
        "He will counter. What then?",
        "A counter can be countered: play your effect with a two in reserve.",
        **{"oneoff 2C>JC": "bob countered, and you have no second two"},
    ),
    "the-queen-stays": _words(
        "The queen stays",
        "Bob's two is aimed at your queen, and you see a jack in his hand.",
        "What does the jack do once she has gone?",
        "Defend the defender: a queen is often worth a two.",
        decline="nothing keeps his jack off your ten now",
    ),
    "whose-ten": _words(
        "Whose ten is it?",
        "The ten was bob's, you stole it, he stole it back. The nine was yours. He holds no two.",
        "One jack off: one step back. All jacks off: back to its first owner.",
        "A scrapped jack gives its card to whoever had it before; a six, to its first owner.",
        **{
            "oneoff 6H": "all jacks gone, the ten went home to bob, and the nine is not enough",
            "oneoff 2S>JD": "the nine makes 20",
        },
    ),
    "count-the-deck": _words(
        "Count the deck",
        "Two cards are left in the deck. Look through the scrap with z: which are they?",
        "Of the jacks, two are nowhere to be seen.",
        "What is not on the table, in a hand you see or in the scrap is in the deck.",
        **{"points 7S": "12 and 7 make 19"},
    ),
    "hand-it-across": _words(
        "Hand it across",
        "In teams a jack may give what it takes to any seat. Carol, your ally, has 12 points.",
        "Who of your side needs what bob has?",
        "Your ally's goal is as good as yours: bring the card to where it wins.",
    ),
    "throw-it-back": _words(
        "Throw it back",
        "Bob has 14 points and lays a king: his goal would be 14. Here a nine may answer a royal.",
        "It has not landed yet.",
        "Where the rules allow it, a nine returns a royal before it counts.",
        decline="the king landed, and 14 points were enough",
    ),
    "two-fronts": _words(
        "Two fronts",
        "Three seats, a goal of 14, and you see both hands: bob and carol could each win next.",
        "Whoever you stop, the other one plays. Unless you stop both.",
        "With more than one foe, look for the card that hits them all.",
    ),
    "the-last-card": _words(
        "The last card",
        "One card is left in the deck. You have 14 points, and bob's hand lies open.",
        "Look through the scrap with z. Which card is the last one?",
        "Near the end, drawing is a move like any other: count what is left.",
    ),
    "take-both": _words(
        "Take both",
        "A king and a queen are left in the deck, in unknown order. You have 14 points.",
        "A draw brings one of the two, and you cannot know which.",
        "A five draws two cards: that is certainty where a draw is luck.",
        draw="it was the queen",
    ),
    "back-from-the-scrap": _words(
        "Back from the scrap",
        "You have 14 points and see bob's hand.",
        "What you need has been played already.",
        "A three takes any card back from the scrap; bob sees which, but must be able to stop it.",
    ),
    "fetch-the-shield": _words(
        "Fetch the shield",
        "Your three has worked: take a card. You have 19 points; bob holds an ace.",
        "You can win already. What could come between?",
        "Ask first what your foe can do; a shield may be worth more than a sword.",
    ),
    "send-the-guard-away": _words(
        "Send the guard away",
        "You have 11 points. Bob's queen guards his ten, and you see his hand.",
        "She guards everything but herself.",
        "One queen does not guard herself: scrap her first, then steal.",
    ),
    "out-in-the-cold": _words(
        "Out in the cold",
        "You have 11 points. Bob's queen guards his ten; you see his hand.",
        "What happens here to a card that comes back to a hand?",
        "A returned card is frozen for a turn under these rules: long enough to steal.",
    ),
    "under-her-eyes": _words(
        "Under her eyes",
        "Bob's jack holds your ten, and he holds a two. You have none.",
        "Whose effects cannot be countered?",
        "While you have a queen your one-offs cannot be countered; a two spent on her is spent.",
        **{"oneoff 6D": "he countered, and your six is gone"},
    ),
    "the-right-price": _words(
        "The right price",
        "Your five costs a card. Bob holds an ace, you have 14 points.",
        "Which two of your cards work together?",
        "Pay with the card whose work is done, not with the one you fear to lose least.",
        **{
            "discard KC": "then nothing wins on your next turn",
            "discard 2S": "his ace sweeps, and nobody counters",
        },
    ),
    "save-it-for-the-ace": _words(
        "Save it for the ace",
        "Bob has countered your four. You hold a two, he holds an ace.",
        "Your four costs him cards. Which would he keep?",
        "Not every counter needs an answer: save your two for what you cannot bear.",
        **{"counter 2S": "he kept the ace, and you had no two left for it"},
    ),
    "keep-your-powder-dry": _words(
        "Keep your powder dry",
        "Bob plays a four. You hold a two and a six, he a two; his jack has your ten.",
        "You may choose which cards to discard. Which must you keep?",
        "Let it happen when it costs you little, and keep the two for the play that decides.",
        **{"counter 2S": "next turn he counters your six, and your two is spent"},
    ),
    "guard-first": _words(
        "Guard first",
        "The deck is empty, hands lie open. You have ten points, and eleven in hand.",
        "Every point you lay down now, his jack can take.",
        "Strength first, points after: a queen in time saves a ten.",
    ),
    "kings-first": _words(
        "Kings first",
        "The deck is empty and hands lie open. Bob holds an ace.",
        "What on your side can an ace not touch?",
        "Lay down last what can be swept away: kings first, points when they win at once.",
        **{"points TC": "the ace sweeps it, and then there is nothing to count"},
    ),
}
"""Every puzzle's words."""
