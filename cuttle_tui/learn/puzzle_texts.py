"""Messages of the puzzles of the book, by their ids, and words for those of the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, Words, tr
from cuttle_tui.kit.names import level_name
from cuttle_tui.learn.hints import hint_of
from cuttle_tui.learn.puzzles import Puzzle
from engine.play.view import View


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """Messages of a puzzle."""

    title: Words
    story: Words
    """What matters at this table but is not obvious."""
    hint: Words
    lesson: Words
    """The point of the puzzle, shown when solved."""
    tries: Mapping[str, Message] = field(default_factory=dict)
    """Why a tempting first action fails, by its text form."""
    brief: Words = ""
    """The story where there is one row for it; empty if it needs no more anyway."""


def _words(
    title: Message,
    story: Message,
    hint: Message,
    lesson: Message,
    brief: Words = "",
    **tries: Message,
) -> PuzzleWords:
    return PuzzleWords(title, story, hint, lesson, tries, brief)


PUZZLES: Final[dict[str, PuzzleWords]] = {
    "six-to-go": _words(
        N_("Six to go"),
        N_("You have 15 points. Win now, whatever bob holds."),
        N_("What is 21 less 15?"),
        N_("Points count at once: reach your goal and you win."),
    ),
    "lower-the-bar": _words(
        N_("Lower the bar"),
        N_("You have 14 points, and no card in hand is worth seven."),
        N_("If you cannot reach your goal, lower it."),
        N_("Your first king lowers your goal from 21 to 14, and it counts at once."),
    ),
    "points-or-glasses": _words(
        N_("Points or glasses"),
        N_("You have 13 points. Is the eight points, or glasses?"),
        N_("What does each way of playing the eight do for you?"),
        N_("An eight is points or glasses; late in the game points are often better."),
        **{"royal 8H": N_("you can see his hand now, but you scored no points")},
    ),
    "borrowed-nine": _words(
        N_("A borrowed nine"),
        N_("You have 12 points. You do not hold the card you need."),
        N_("Look at bob's point cards."),
        N_("A jack takes one of your opponent's point cards, and its points."),
        **{"royal KH": N_("your goal is 14 now, and you have 12 points")},
    ),
    "second-king": _words(
        N_("The second king"),
        N_("Your goal is 14 and you have 10 points."),
        N_("What is your goal with one more king?"),
        N_("With two kings your goal is 10, with three 7, with four 5."),
    ),
    "scuttle-the-threat": _words(
        N_("Cut him down"),
        N_("You see bob's hand: he has 18 points, and any card brings him to 21."),
        N_("One of your cards can scuttle one of his."),
        N_("When points are about to win, scuttle: a higher card takes out a lower one."),
    ),
    "which-to-scuttle": _words(
        N_("Which one to scuttle"),
        N_("You see bob's hand: he has 18 points, and a ten to play."),
        N_("Take away each of his cards in turn, then add ten."),
        N_("A scuttle must take enough: work out what is left before you choose."),
        **{
            "scuttle TS>6H": N_("12 and his ten make 22"),
            "scuttle TS>3C": N_("15 and his ten make 25"),
            "scuttle 7S>6H": N_("12 and his ten make 22"),
        },
    ),
    "clean-sweep": _words(
        N_("Clean sweep"),
        N_("You see bob's hand: 18 points, and a ten to play next."),
        N_("One scuttle is not enough. Which card takes more than one?"),
        N_("An ace scraps all point cards: best when most of them are your opponent's."),
        **{"scuttle 9C>7C": N_("11 and his ten make 21")},
    ),
    "aim-the-two": _words(
        N_("One two, two targets"),
        N_("You see bob's hand. His king makes his goal 14, and he has 13 points."),
        N_("Why does he need only one more point?"),
        N_("A two scraps one royal; without his king bob needs 21 again."),
        **{"oneoff 2S>8C": N_("his glasses are gone, but his goal is still 14")},
    ),
    "guard-the-ten": _words(
        N_("Guard the ten"),
        N_("You see bob's hand: he has 11 points, and a jack that can take your ten."),
        N_("You cannot take his jack. Can you protect your ten?"),
        N_("A queen protects your other cards from jacks, twos and nines."),
    ),
    "roads-home": _words(
        N_("All roads lead home"),
        N_("Bob's jack has your ten. You see his hand: no two."),
        N_("Remove the jack any way you can, and your ten comes back."),
        N_(
            "When a jack is scrapped or returned, its card goes back: a two, a nine or a six "
            "can do it."
        ),
    ),
    "mind-what-you-lift": _words(
        N_("Return the right card"),
        N_("Here nines can return point cards. Bob's jack has your ten; he has no two."),
        N_("Which hand would each card go to?"),
        N_("A nine returns a card to the player who controls it: return the jack, not the ten."),
        **{"oneoff 9D>TD": N_("your ten went to bob's hand, because he controlled it")},
    ),
    "third-king": _words(
        N_("Three of a kind"),
        N_("With these rules three kings make the goal 5. You have 5 points and two kings."),
        N_("Look at the goal after your points."),
        N_("With kings on the table a few points are enough."),
    ),
    "off-the-top": _words(
        N_("Off the top"),
        N_("Your seven revealed two cards, and you must play one. You have 15 points."),
        N_("One adds points. What does the other one change?"),
        N_("A seven plays from the deck: look at everything each card can do."),
        brief=N_("Play one of the two cards. You have 15 points."),
    ),
    "empty-his-hand": _words(
        N_("Empty hands"),
        N_("You see bob's hand: either card wins for him, and you cannot scuttle a ten."),
        N_("He cannot play cards he no longer has."),
        N_("A four makes your opponent discard two cards, and bob had only two."),
    ),
    "not-the-points": _words(
        N_("Not the points"),
        N_("Bob's ace would scrap your 14 points. You have a king."),
        N_("What is your king worth without points?"),
        N_("Keep a two for the one-off that really hurts."),
        decline=N_("without points your king wins nothing"),
    ),
    "frozen-ten": _words(
        N_("Out in the open"),
        N_(
            "You see bob's hand: he has 20 points, and any card wins. Here nines can return "
            "point cards."
        ),
        N_("You cannot scuttle a ten. You can return one to his hand."),
        N_("Here a returned card is frozen: bob cannot play it on his next turn."),
    ),
    "the-purge": _words(
        N_("The purge"),
        N_("You see bob's hand. Two kings make his goal 10, and he has 9 points."),
        N_("One king fewer, or one card fewer, is not enough."),
        N_("A six scraps every royal and all glasses."),
        **{
            "oneoff 2D>KH": N_("he has one king left, so his goal is 14, and 9 and 7 make 16"),
            "oneoff 2D>KC": N_("he has one king left, so his goal is 14, and 9 and 7 make 16"),
        },
    ),
    "past-the-queen": _words(
        N_("Past the queen"),
        N_("Bob's jack has your ten, and his queen protects the jack. You see his hand: no two."),
        N_("His queen stops a two and a nine. Which one-off has no target?"),
        N_("A queen stops cards with a target. A six has none, and scraps her too."),
    ),
    "steal-a-crown": _words(
        N_("Steal a crown"),
        N_("Three seats: the goal is 14, or 9 with one king. You have 9 points."),
        N_("A joker steals a royal as a jack steals points."),
        N_("A stolen king lowers your goal and raises your opponent's."),
        brief=N_("The goal is 14, or 9 with one king. You have 9 points."),
    ),
    "fourth-king": _words(
        N_("The fourth king"),
        N_("Here four kings win outright. You have no points."),
        N_("Do you need points?"),
        N_("Every ruleset has its own goals: look at them before you start."),
    ),
    "teeth-of-the-ten": _words(
        N_("The ten has teeth"),
        N_(
            "Here a queen stops scuttles, and a ten costs a card. Bob has 17 points and one "
            "card in hand."
        ),
        N_("One card is soon discarded."),
        N_("When a ten is played as a one-off here, your opponent discards a card."),
    ),
    "there-already": _words(
        N_("There already"),
        N_("Here you win only at the end of your own turn. Bob has 21; you see his hand."),
        N_("Whatever you scuttle, he can add four."),
        N_("With these rules you can still take points away from a player at the goal."),
        **{"scuttle 5H>4C": N_("he has 17, and his four makes 21 again")},
    ),
    "answer-the-answer": _words(
        N_("Counter the counter"),
        N_("Bob's jack has your ten, and you both have a two."),
        N_("He will counter. What then?"),
        N_("A counter can be countered: play your one-off with a two in reserve."),
        **{"oneoff 2C>JC": N_("bob countered, and you have no second two")},
    ),
    "the-queen-stays": _words(
        N_("The queen stays"),
        N_("Bob plays a two on your queen, and you see a jack in his hand."),
        N_("What can the jack do once your queen is gone?"),
        N_("Protect your protector: a queen is often worth a two."),
        brief=N_("Bob plays a two on your queen, and he has a jack."),
        decline=N_("nothing protects your ten from his jack now"),
    ),
    "whose-ten": _words(
        N_("Whose ten is it?"),
        N_(
            "Bob played the ten, you stole it, he stole it back. The nine was yours. He has no two."
        ),
        N_("One jack gone: the ten is yours again. All jacks gone: it is bob's."),
        N_("Scrap one jack, and its card goes back one player; a six sends it to its first owner."),
        **{
            "oneoff 6H": N_("with all jacks gone bob has the ten, and your nine is not enough"),
            "oneoff 2S>JD": N_("the nine makes 20"),
        },
    ),
    "count-the-deck": _words(
        N_("Count the deck"),
        N_("Two cards are left in the deck. Look through the scrap with z: which are they?"),
        N_("Two of the jacks are nowhere to be seen."),
        N_("A card that is not on the table, in a hand you see or in the scrap is in the deck."),
        **{"points 7S": N_("12 and 7 make 19")},
    ),
    "hand-it-across": _words(
        N_("Pass it to your partner"),
        N_(
            "In teams a jack can give the stolen card to any player. Carol, your partner, "
            "has 12 points."
        ),
        N_("Which of you two needs bob's card?"),
        N_("Your partner's win is yours too: give the card to the one it makes win."),
        brief=N_("A jack can give its card to any player. Carol has 12."),
    ),
    "throw-it-back": _words(
        N_("Send it back"),
        N_("Bob has 14 points, and a king makes his goal 14. Here a nine can counter it."),
        N_("The king does not count yet."),
        N_("Where the rules allow it, a nine returns a royal before it counts."),
        brief=N_("Here a nine can counter a king. Do not lose next turn."),
        decline=N_("the king counted, and 14 points won"),
    ),
    "two-fronts": _words(
        N_("Two fronts"),
        N_("Three seats, goal 14. You see both hands: bob and carol could each win next turn."),
        N_("If you stop one, the other wins. Stop both."),
        N_("With two opponents, look for the card that hurts both."),
        brief=N_("Goal 14: bob and carol could each win next turn."),
    ),
    "the-last-card": _words(
        N_("The last card"),
        N_("One card is left in the deck. You have 14 points, and you see bob's hand."),
        N_("Look through the scrap with z. Which card is left?"),
        N_("Late in the game drawing can be the best move: count the cards left."),
    ),
    "take-both": _words(
        N_("Take both"),
        N_("A king and a queen are in the deck. You have 14 points."),
        N_("If you draw, you get one of the two, and you do not know which."),
        N_("A five draws both cards: no luck needed."),
        draw=N_("it was the queen"),
    ),
    "back-from-the-scrap": _words(
        N_("Back from the scrap"),
        N_("You have 14 points, and you see bob's hand."),
        N_("The card you need has been played already."),
        N_("A three takes any card from the scrap; bob sees it, but can he stop it?"),
    ),
    "fetch-the-shield": _words(
        N_("Fetch a shield"),
        N_("Your three worked: take a card. You have 19 points; bob has an ace."),
        N_("You can already win next turn. What could stop you?"),
        N_("Look at what your opponent can do first; a counter can be worth more than points."),
        brief=N_("Take a card. You have 19 points; bob has an ace."),
    ),
    "send-the-guard-away": _words(
        N_("Remove the queen"),
        N_("You have 11 points. Bob's queen protects his ten, and you see his hand."),
        N_("She protects everything but herself."),
        N_("A lone queen does not protect herself: scrap her first, then steal."),
    ),
    "out-in-the-cold": _words(
        N_("Out in the cold"),
        N_("You have 11 points. Bob's queen protects his ten; you see his hand."),
        N_("What happens to a returned card here?"),
        N_("With these rules a returned card is frozen for a turn: time enough to steal."),
    ),
    "under-her-eyes": _words(
        N_("Under her eyes"),
        N_("Bob's jack has your ten. He has a two, you have none."),
        N_("Whose one-offs cannot be countered?"),
        N_(
            "While you have a queen your one-offs cannot be countered. A two played on her is gone."
        ),
        **{"oneoff 6D": N_("he countered, and your six is gone")},
    ),
    "the-right-price": _words(
        N_("The right price"),
        N_("Your five costs a card. Bob has an ace, you have 14 points."),
        N_("Which two of your cards work together?"),
        N_("Discard the card that has done its work, not the one you think you need least."),
        brief=N_("Your five costs a card. Bob has an ace, you have 14."),
        **{
            "discard KC": N_("then nothing wins next turn"),
            "discard 2S": N_("his ace scraps your points, and you have no two"),
        },
    ),
    "save-it-for-the-ace": _words(
        N_("Save it for the ace"),
        N_("Bob countered your four. You have a two, he has an ace."),
        N_("Your four makes him discard. Which cards would he keep?"),
        N_("Do not counter every counter: save your two for the card that beats you."),
        **{"counter 2S": N_("he kept the ace, and you have no two left")},
    ),
    "keep-your-powder-dry": _words(
        N_("Keep your powder dry"),
        N_("Bob plays a four. You have a 2 and a 6, he has a 2; his jack has your 10."),
        N_("You choose what to discard. Which cards must you keep?"),
        N_("Let it happen if it costs you little, and keep the two for the play that decides."),
        brief=N_("You have a 2 and a 6, bob a 2; his jack has your 10."),
        **{"counter 2S": N_("next turn he counters your six, and you have no two left")},
    ),
    "guard-first": _words(
        N_("Protect first"),
        N_("The deck is empty and both hands are open. You have ten points, and eleven in hand."),
        N_("His jack can take any points you play now."),
        N_("Protect first, score after: a queen in time saves a ten."),
    ),
    "kings-first": _words(
        N_("Kings first"),
        N_("The deck is empty, both hands are open. Bob has an ace."),
        N_("Which of your cards can an ace not touch?"),
        N_("Play what can be scrapped last: kings first, points when they win at once."),
        **{"points TC": N_("the ace scraps it, and you have no points")},
    ),
}
"""Every puzzle's words."""

_DIFFICULTIES: Final = (
    (1200, N_("easy")),
    (1350, N_("medium")),
    (1550, N_("hard")),
    (9999, N_("very hard")),
)
"""What a rating below each number is called."""


def difficulty_of(puzzle: Puzzle) -> str:
    """Return how hard a puzzle of the store is, in a word or two."""
    rating = puzzle.rating or 0
    return str(next(word for below, word in _DIFFICULTIES if rating < below))


def stars_of(puzzle: Puzzle) -> int:
    """Return how hard a puzzle of the store is, as a number of stars from 1 up."""
    rating = puzzle.rating or 0
    return 1 + sum(rating >= below for below, _ in _DIFFICULTIES)


def words_of(puzzle: Puzzle, view: View) -> PuzzleWords:
    """Word a puzzle of the store at its table: how the points stand, and who finds it."""
    me, other = view.seats
    story = N_(
        "You have {own} of {own_goal} points, bob has {points} of {goal}, and you see his hand."
    )
    if not other.hand_size or len(other.hand) < other.hand_size:
        story = N_("You have {own} of {own_goal} points, bob has {points} of {goal}.")
    stand = {"own": me.score, "own_goal": me.goal, "points": other.score, "goal": other.goal}
    told, brief = tr(story, **stand), tr(_BRIEF, **stand)
    lesson = N_("Rated {rating}: no computer player finds it reliably.")
    if puzzle.found_by:
        lesson = N_("Rated {rating}: computer players find it from {level} up.")
    learnt = tr(lesson, rating=puzzle.rating, level=level_name(puzzle.found_by))
    return PuzzleWords(
        tr("Puzzle {id}", id=puzzle.id), told, str(hint_of(puzzle)), learnt, brief=brief
    )


_BRIEF: Final = N_("You have {own} of {own_goal}, bob {points} of {goal}.")


def time_to_next(now: datetime) -> str:
    """Return how long it is until the next puzzle of the day: until midnight, UTC."""
    midnight = datetime(now.year, now.month, now.day, tzinfo=now.tzinfo) + timedelta(days=1)
    minutes = -(-(midnight - now) // timedelta(minutes=1))
    if minutes > 60:
        return tr("{n} h", n=round(minutes / 60))
    return tr("{n} min", n=minutes)
