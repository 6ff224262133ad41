"""The open play in the band, and the hint in the third row of the prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    OR,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Words,
    card_span,
    cards,
    counted,
    listing,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import Four, Names, ally_of, foes_of, goal_with, kings_of, role_word
from cuttle_tui.rules.cards import (
    IN_A_LIST,
    EffectWords,
    by_key,
    card_rule,
    discards,
    listed,
    one_off_rule,
    rule_of,
    scraps_glasses,
)
from cuttle_tui.table.choices import PLAY_KEYS
from cuttle_tui.table.words.engine_reasons import out_line
from cuttle_tui.table.words.refusals import not_playable, refused
from engine.actions import Kind
from engine.cards import EIGHT, JACK, KING, NINE, NUMBERS, QUEEN, TEN, TWO, Card, rank_of, value_of
from engine.play.view import Ask, Pending, View
from engine.rules import effects
from engine.rules.effects import effect_of
from engine.rules.rulesets import Ruleset

_PLAYS = (N_("you play {card}"), N_("{who} plays {card}"))
_PLAYS_AT = (N_("you play {card} on {cards}"), N_("{who} plays {card} on {cards}"))
_ONE_OFF = (N_("you play {card} as a one-off"), N_("{who} plays {card} as a one-off"))
_ONE_OFF_AGAINST = (
    N_("you play {card} against {whom}"),
    N_("{who} plays {card} against you"),
    N_("{who} plays {card} against {whom}"),
)
_COUNTERS = (N_("you counter: {card}"), N_("{who} counters: {card}"))
_TOLD: Final = 2
"""Maximum number of counters with a line each; more share a line."""
_PEEKS = (N_("you play {card}: peek"), N_("{who} plays {card}: peek"))


def stack_lines(view: View, names: Names) -> list[Sentence]:
    """Word the open play for the band: the card, its rule, and the counters to it."""
    if not view.pile:
        peeked = names.by(view.mover, *_PEEKS, card=card_span(view.pending_sevens[-1]))
        return (
            [peeked, tell("revealed: {cards}", cards=cards(view.revealed))]
            if view.revealed
            else [peeked]
        )
    first = view.pile[0]
    played, answers = _played(view, first, names), view.pile[1:]
    if not answers:
        return [played, *_rule_of(view, first, names)]
    told = answers[-2:] if len(answers) <= _TOLD else answers[-1:]
    before = cards([counter.action.card for counter in answers[: -len(told)]])
    return [
        played,
        *([tell("then {cards}", cards=before)] if before else []),
        *(
            names.by(counter.seat, *_COUNTERS, card=card_span(counter.action.card))
            for counter in told
        ),
    ]


def effect_briefly(view: View) -> Sentence:
    """Word the effect of an open one-off for a single narrow row; nothing if it has no such words.

    Those that hit one card or one hand are brief anyway.
    """
    effect = view.open_effect
    if len(view.pile) != 1 or not isinstance(effect, effects.ScrapRoyals):
        return SILENCE
    return tell("{kinds} go", kinds=listed(effect.kinds, IN_A_LIST))


def _played(view: View, first: Pending, names: Names) -> Sentence:
    card, aimed = card_span(first.action.card), first.action.targets
    if first.action.kind is not Kind.ONE_OFF:
        said = _PLAYS_AT if aimed else _PLAYS
        return names.by(first.seat, *said, card=card, cards=cards(aimed))
    word = role_word(first.action.card, view.ruleset)
    if word and not aimed and first.action.seat < 0:  # the word says that it is a one-off
        return tell("{deed}: {effect}", deed=names.by(first.seat, *_PLAYS, card=card), effect=word)
    aimed, victim = first.action.targets, first.action.seat
    if victim >= 0:
        deed = names.between(first.seat, victim, *_ONE_OFF_AGAINST, card=card)
    else:
        said = _PLAYS_AT if aimed else _ONE_OFF
        deed = names.by(first.seat, *said, card=card, cards=cards(aimed))
    return tell("{deed}: {effect}", deed=deed, effect=word) if word else deed


def _rule_of(view: View, first: Pending, names: Names) -> list[Sentence]:
    effect = view.open_effect
    if effect is None:
        answer = _ANSWERS.get(view.ask)
        return [names.by(first.seat, *answer)] if answer else []
    if isinstance(effect, effects.TakeFromScrap):
        return [names.by(first.seat, *_FETCHES)]
    if names.seat == _victim(view, first) and type(effect) in _ON_ME:
        return [say(_ON_ME[type(effect)](effect, view))]
    return [say(_EFFECTS[type(effect)](effect, view.ruleset))]


def _victim(view: View, first: Pending) -> int:
    """Return the player an effect hits; -1 if not decided."""
    if first.action.seat >= 0:
        return first.action.seat
    if view.ask is Ask.GIVE:
        return view.asked[0]
    foes = foes_of(view, first.seat)
    return foes[0] if len(foes) == 1 else -1


def _i_discard(effect: effects.OpponentDiscards, view: View) -> Words:
    count = min(effect.count, view.seats[view.viewer or 0].hand_size)
    return counted(count, _MY_CHANCE if effect.at_random else _MY_CHOICE) if count else _NO_CARD


_NO_CARD: Final = N_("you have no card to discard")
_MY_CHOICE: Final = Plural("you discard {n} card", "you discard {n} cards")
_MY_CHANCE: Final = Plural("you discard {n} card at random", "you discard {n} cards at random")
_MY_DRAW: Final = Plural("you draw {n} card", "you draw {n} cards")
_ON_ME: Final[dict[type[effects.Effect], Callable[[Any, View], Words]]] = {
    effects.OpponentDiscards: _i_discard,
    effects.OpponentDraws: lambda effect, view: counted(effect.count, _MY_DRAW),
}
"""What an effect does to the reader, if it hits one player."""


_BLOCK: Final = N_("a ten blocks: the ten and the attacking card are scrapped")
_ANSWERS: Final = {
    Ask.BLOCK: (_BLOCK, _BLOCK),
    Ask.REBUFF: (N_("a nine returns it to your hand"), N_("a nine returns it to {who}'s hand")),
}
"""What a counter would do, to the reader and to another player."""
_FETCHES: Final = (N_("you take a card from the scrap"), N_("{who} takes a card from the scrap"))


def _opponent(ruleset: Ruleset) -> str:
    return str(_THE_OPPONENT if ruleset.seats == 2 else _AN_OPPONENT)


_THE_OPPONENT: Final = C_("who discards or draws", "the opponent")
_AN_OPPONENT: Final = C_("who discards or draws", "an opponent")
_DRAWS: Final = Plural("{opponent} draws {n} card", "{opponent} draws {n} cards")
_DRAWN: Final = Plural("{n} card is drawn from the deck", "{n} cards are drawn from the deck")
_TO_HAND: Final = Plural(
    "{n} card can be returned to its player", "{n} cards can be returned to their players"
)
_TO_DECK: Final = Plural(
    "{n} card can be put on top of the deck", "{n} cards can be put on top of the deck"
)

_EFFECTS: Final[EffectWords] = {
    effects.ScrapPoints: lambda effect, ruleset: N_("all point cards are scrapped"),
    effects.ScrapTarget: lambda effect, ruleset: (
        N_("glasses are scrapped")
        if scraps_glasses(effect)
        else N_("one royal or glasses is scrapped")
    ),
    effects.ScrapRoyals: lambda effect, ruleset: tr(
        "scraps {kinds}", kinds=listed(effect.kinds, IN_A_LIST)
    ),
    effects.OpponentDiscards: lambda effect, ruleset: discards(effect, _opponent(ruleset)),
    effects.OpponentDraws: lambda effect, ruleset: counted(
        effect.count, _DRAWS, opponent=_opponent(ruleset)
    ),
    effects.DrawCards: lambda effect, ruleset: counted(effect.count, _DRAWN),
    effects.PlayFromDeck: lambda effect, ruleset: N_("a card from the deck is played at once"),
    effects.SeeHands: lambda effect, ruleset: N_("opponents' hands are open"),
    effects.ReturnTargets: lambda effect, ruleset: counted(
        effect.count, _TO_DECK if effect.to_deck else _TO_HAND
    ),
    effects.SwapHands: lambda effect, ruleset: N_("two hands are swapped"),
}


def verdict(played: Kind, answers: int) -> str:
    """Word how a play was decided, given how many cards were played against each other after it."""
    return str(_STOPPED.get(played, _RETURNED) if answers % 2 else _RESOLVES)


_STOPPED: Final = {
    Kind.ONE_OFF: C_("how a play was decided", "countered"),
    Kind.SCUTTLE: C_("how a play was decided", "blocked"),
}
_RETURNED: Final = C_("how a play was decided", "returned")
_RESOLVES: Final = C_("how a play was decided", "resolves")


def about_plays(view: View, card: Card, kinds: Sequence[Kind], names: Names) -> Sentence:
    """Explain what the first play does and the least obvious one, or why a play is missing."""
    return rule_of_plays(view, card, kinds) or not_playable(view, card, names)


def rule_of_plays(view: View, card: Card, kinds: Sequence[Kind]) -> Sentence:
    """Explain what the first play does and the least obvious one, if that is for the rules."""
    if Kind.ONE_OFF in kinds and rank_of(card) != EIGHT:
        key = PLAY_KEYS[Kind.ONE_OFF]
        if kinds[0] is not Kind.POINTS:
            return one_off_rule(card, key, view.ruleset)
        points = by_key(PLAY_KEYS[Kind.POINTS], counted(value_of(card), _POINTS))
        return tell(
            "{points}; {rule}", points=points, rule=by_key(key, rule_of(card, view.ruleset))
        )
    if {Kind.ONE_OFF, Kind.ROYAL, Kind.JACK, Kind.JOKER} & set(kinds):
        return card_rule(card, view.ruleset)
    if effect_of(view.ruleset, rank_of(card)) is None and NUMBERS >> card & 1:
        return card_rule(card, view.ruleset)
    return SILENCE


_POINTS: Final = Plural("{n} point", "{n} points")


def queens_of(view: View, seat: int) -> list[Card]:
    """List the queens of a seat."""
    return [royal.card for royal in view.seats[seat].royals if rank_of(royal.card) == QUEEN]


def foresight(view: View, seat: int, names: Names) -> Sentence:
    """Explain what the reader can do in the opponents' turns."""
    if view.viewer is None:
        return SILENCE
    if out := out_line(view):
        return out
    if asked := partner_asks(view, seat, names):
        return asked
    return counter_ahead(view, seat, names)


def counter_ahead(view: View, seat: int, names: Names) -> Sentence:
    """Say with which two the reader can counter in an opponent's turn, if with any."""
    twos = [card for card in view.seats[seat].hand if rank_of(card) == TWO]
    foes = foes_of(view, seat)
    if not twos or view.asked[:1] == (seat,) or view.mover not in foes:
        return SILENCE
    who, queens = names.who(view.mover), queens_of(view, view.mover)
    if queens and view.ruleset.queen_blocks_counter == "all":
        message = N_("{who}'s {card} protects one-offs from your two")
        return tell(message, card=card_span(queens[0]), who=who)
    message = N_("when {who} plays a one-off, you can counter with {card}")
    return tell(message, who=who, card=card_span(twos[0]))


def partner_asks(view: View, seat: int, names: Names) -> Sentence:
    """Report that the partner wants to concede."""
    partner = ally_of(view, seat)
    if view.viewer is None or partner not in view.conceding:
        return SILENCE
    return tell("{who} wants to concede: the game ends if you agree", who=names.who(partner))


def win_ahead(view: View, seat: int, names: Names) -> tuple[Sentence, ...]:
    """Say in a turn who can win in the next one, in full and in fewer words; else nothing."""
    if view.ask is not Ask.PLAY or view.mover != seat:
        return ()
    winning = {
        foe: found
        for foe in _foes_to_come(view, seat)
        if (found := [card for card in view.seats[foe].hand if _wins_with(view, foe, card, seat)])
    }
    who = listing([names.who(foe) for foe in winning])
    if len(winning) > 1:
        return (refused(tell("{people} can win next turn", people=who)),)
    if not winning:
        return ()
    (found,) = winning.values()
    forms = (
        N_("{who} wins next turn with {cards}"),
        N_("{who} wins with {cards}"),
        N_("{who} can win next turn"),
        N_("{who} can win"),
    )
    return tuple(refused(tell(form, who=who, cards=cards(found, OR))) for form in forms)


def at_rest(view: View, seat: int, names: Names) -> Sentence:
    """Say what matters while no card is chosen: who may win next, or what a first card does."""
    if warnings := win_ahead(view, seat, names):
        return warnings[0]
    opening = view.ask is Ask.PLAY and view.turn < len(view.seats)
    return _first_cards(view, seat) if opening else SILENCE


def _foes_to_come(view: View, seat: int) -> list[int]:
    """List the opponents who have a turn after this one, which may be the last of sudden death."""
    count = len(view.seats)
    around = [(seat + step) % count for step in range(1, count)]
    coming = [other for other in around if other not in view.retired]
    left = len(coming) if view.sudden < 0 else view.sudden - 1
    return [other for other in coming[:left] if view.seats[other].side != view.seats[seat].side]


def _wins_with(view: View, foe: int, card: Card, seat: int) -> bool:
    """Return whether a card would win as points, as a king, or as a jack on a card of the reader.

    A frozen one cannot be played in time, and a queen of the reader's guards against jacks. What
    can be taken from others, or with a joker, is not looked at.
    """
    side, rank = view.seats[foe], rank_of(card)
    if card in side.frozen:
        return False
    if rank == KING:
        return side.score >= goal_with(view, kings_of(view, foe) + 1)
    worth = value_of(card) if NUMBERS >> card & 1 else 0
    if rank == JACK and not queens_of(view, seat):
        worth = max((value_of(placed.card) for placed in view.seats[seat].points), default=0)
    return worth > 0 and side.score + worth >= side.goal


def _first_cards(view: View, seat: int) -> Sentence:
    """Say what the highest card would count, and what a king in hand would do to the goal."""
    worth = [action.card for action in view.legal if action.kind is Kind.POINTS]
    if not worth:
        return SILENCE
    goal, card = view.seats[seat].goal, max(worth)
    points = view.seats[seat].score + value_of(card)
    kings = [card for card in view.seats[seat].hand if rank_of(card) == KING]
    lower = goal_with(view, kings_of(view, seat) + 1) if kings else goal
    if lower >= goal:
        tip = N_("tip: {card} scores {points} of {goal}")
        return tell(tip, card=card_span(card), points=points, goal=goal)
    tip = N_("tip: {card} scores {points} of {goal}; {king} lowers the goal to {lower}")
    return tell(
        tip,
        card=card_span(card),
        points=points,
        goal=goal,
        king=card_span(kings[0]),
        lower=max(lower, 0),
    )


def about_answer(view: View, seat: int, can: bool, names: Names) -> Sentence:
    """Explain why the reader cannot counter, or who can counter the counter."""
    if not can:
        return _no_answer(view, seat)
    if view.ask is not Ask.COUNTER or not view.pile:
        return SILENCE
    mine = queens_of(view, seat)
    if mine and view.ruleset.queen_blocks_counter != "none":
        return tell("your {card} protects your two from counters", card=card_span(mine[0]))
    held = {foe: _twos_seen(view, foe) for foe in foes_of(view, seat) if view.seats[foe].hand_size}
    if seen := {foe: twos for foe, twos in held.items() if twos}:
        twos = cards([card for each in seen.values() for card in each], OR)
        return names.together([*seen], *_ANSWERS_WITH, cards=twos)
    if hidden := [foe for foe in held if len(view.seats[foe].hand) < view.seats[foe].hand_size]:
        return names.together(hidden, *_MAY_ANSWER)
    return nobody_answers(view, seat, names)


def nobody_answers(view: View, seat: int, names: Names) -> Sentence:
    """Say that no opponent has a two, which needs less room than a warning."""
    held = [foe for foe in foes_of(view, seat) if view.seats[foe].hand_size]
    return names.together(held, *_NO_TWO) if held else SILENCE


def _twos_seen(view: View, seat: int) -> list[Card]:
    side = view.seats[seat]
    return [card for card in side.hand if rank_of(card) == TWO and card not in side.frozen]


_ANSWERS_WITH: Final[Four] = (
    N_("you can counter with {cards}"),
    N_("{who} can counter with {cards}"),
    N_("{us} can counter with {cards}"),
    N_("{all} can counter with {cards}"),
)
_MAY_ANSWER: Final[Four] = (
    N_("you can counter with a two"),
    N_("{who} can counter with a two"),
    N_("{us} can counter with a two"),
    N_("{all} can counter with a two"),
)
_NO_TWO: Final[Four] = (
    N_("your open hand has no two"),
    N_("{who}'s open hand has no two"),
    N_("the open hands of {us} have no two"),
    N_("the open hands of {all} have no two"),
)


class _Answer(NamedTuple):
    """The rank that counters, and the messages if it cannot."""

    rank: int
    lacking: Message
    useless: Message


_TWO: Final = _Answer(TWO, N_("no two in your hand"), N_("your two cannot counter this"))
_OTHER_ANSWERS: Final = {
    Ask.BLOCK: _Answer(TEN, N_("no ten in your hand"), N_("your ten cannot block this")),
    Ask.REBUFF: _Answer(NINE, N_("no nine in your hand"), N_("your nine cannot counter this")),
}


def _no_answer(view: View, seat: int) -> Sentence:
    answer = _OTHER_ANSWERS.get(view.ask, _TWO)
    held = [card for card in view.seats[seat].hand if rank_of(card) == answer.rank]
    if not held:
        return say(answer.lacking)
    card = card_span(held[0])
    if held[0] in view.seats[seat].frozen:
        return tell("not {card}: frozen until your next turn", card=card)
    queens = [queen for pending in view.pile[-1:] for queen in queens_of(view, pending.seat)]
    if queens:
        queen = card_span(queens[0])
        return tell("not {card}: {queen} prevents counters", card=card, queen=queen)
    return say(answer.useless)


def about_fetch(view: View, seat: int, card: Card | None) -> Sentence:
    """Explain what the card in focus would do."""
    if card is None:
        return SILENCE
    if rank_of(card) != KING:
        return card_rule(card, view.ruleset)
    goal = goal_with(view, kings_of(view, seat) + 1)
    return tell(
        "{card} as a king makes your goal {goal}: you have {points}",
        card=card_span(card),
        goal=goal,
        points=view.seats[seat].score,
    )
