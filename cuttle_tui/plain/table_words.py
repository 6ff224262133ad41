"""Sentences of plain mode at a table: questions, cards, events and replies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Plural,
    Sentence,
    card_span,
    cards,
    counted,
    listing,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import CARDS, Names, ally_of, foes_of, level_name, listed, role_word
from cuttle_tui.kit.results import match_line, sentence_with_match, table_result
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.kit.words import heading
from cuttle_tui.plain.typed_words import in_own_words
from cuttle_tui.ports import TableState
from cuttle_tui.rules.book import rules_in_words
from cuttle_tui.rules.cards import rule_of
from cuttle_tui.table.log_lines import (
    back_on_deck_line,
    committed_line,
    cut_lines,
    secret_line,
    told_line,
)
from cuttle_tui.table.log_texts import ASKING_TO_CONCEDE, GIVING_UP, LET, NO_DISCARD
from cuttle_tui.table.situation import READY, SEAT_COMMANDS
from cuttle_tui.table.words.absence import ON_VACATION, SEAT_HELD
from cuttle_tui.table.words.at_door import door_lines
from cuttle_tui.table.words.game_over import over_prompt
from cuttle_tui.table.words.menu_lines import choice_words, question_of, seat_of
from cuttle_tui.table.words.open_play import stack_lines
from cuttle_tui.table.words.prompt import prompt_of
from cuttle_tui.table.words.status_notes import paused_prompt
from cuttle_tui.table.words.waiting_room import away_line, host_line, length_line
from engine.actions import Action
from engine.cards import EIGHT, Card, rank_of
from engine.play import events as ev
from engine.play.events import Event
from engine.play.view import Ask, Placed, Remembered, View
from engine.record.record import GivenUp
from engine.table.controls import DAY


def _prompt(view: View, names: Names, state: TableState) -> Prompt:
    question = replace(
        question_of(view, names),
        away=state.away,
        claimable=state.claimable,
        may_call_off=state.may_call_off,
    )
    return prompt_of(question)


def question_lines(view: View, names: Names, state: TableState) -> Iterator[Sentence]:
    """Word the question to the reader, whom the table waits for, or how the game ended."""
    prompt = _prompt(view, names, state)
    yield say(heading(prompt.head))
    if view.ask is Ask.SEVEN and view.revealed:
        yield tell("revealed: {cards}", cards=cards(view.revealed))
        if view.viewer is not None and view.legal:
            yield hand_line(view)
    yield prompt.sentence
    if view.ask is not Ask.FETCH:  # it speaks of the card in focus, and here none is
        yield prompt.why


def waiting_for(view: View, names: Names) -> Sentence:
    """Name the player whose turn begins."""
    return names.by(view.mover, N_("it is your turn"), N_("it is {who}'s turn"))


_AGAIN: Final = N_("type ready to play again, or help for what else you can do")
_OF_DEAL: Final = N_("type deal for the table of the day, or help for what else you can do")
_NO_MORE: Final = N_("type leave, or help for what else you can do")


def over_lines(state: TableState, names: Names) -> Iterator[Sentence]:
    """Tell how a game ended in a sentence, and what can follow; commands tell all else."""
    assert state.view is not None
    result, prompt = table_result(state), over_prompt(state.view, names, state)
    told_apart = state.stake is not None and not state.match_winners
    yield sentence_with_match(replace(result, match=None) if told_apart else result, names)
    yield tell("the game is over")
    gone = any(sitter.kind == "nobody" for sitter in state.sitters)
    if names.seat is None or gone:
        yield from (prompt.why if gone else SILENCE, say(_NO_MORE))
    elif names.seat in state.ready:
        yield prompt.sentence
    else:
        yield say(_OF_DEAL if state.day else _AGAIN)


NOT_TAKEN: Final = N_("the table cannot take a move just now: choose again")
NOTHING_ASKED: Final = N_("nothing to decide right now")
NOT_DEALT: Final = N_("the cards have not been dealt yet")
NOT_OVER: Final = N_("the game is not over")
NONE_HELD: Final = N_("you hold none of that rank; `card` with its name tells what it does")
NO_CARD: Final = N_("that is not a card: type a rank and a suit, such as 9H, TS, or 9 of hearts")
NO_UNDO: Final = N_("you can only take moves back against the computer at home")
PRICE_OF_HELP: Final = N_("then this no longer counts as today's deal: the same key again")
"""Before the first help, where a try is all that one has."""
UNDONE_DEAL: Final = N_("this no longer counts as today's deal: play on for fun")
"""After the first move that was taken back in it."""
NOTHING_TO_UNDO: Final = N_("you have no move to take back")
_UNDONE: Final = N_("your last move was taken back")
WHICH: Final = N_("at which target? Type its number:")
MAY_DO: Final = N_("you can do that now")
WHAT_DECIDED: Final = N_("the game is over: decided tells which turn decided it")
NO_CLOCKS: Final = N_("there are no clocks")
NO_TALK: Final = N_("free text is off: type phrases for what you can say")
ASKED_ANEW: Final = N_("another question has just come: read it, then answer again")
MATCH_GOES_ON: Final = N_("The match goes on when one of you types again and the other's name.")
END_ASKED: Final = N_("this ends the game for good")
CONCEDE_ASKED: Final = N_("this concedes the game")
GET_READY: Final = N_("type ready when you want to begin")
NO_SEAL: Final = N_("this deal has no seal")
NOT_CUT: Final = N_("you have not cut the deck; type cut WORD to take part in the shuffle")
WATCHING: Final = N_("you are watching; type leave to stop")


def unreadable(text: str, verbs: Iterable[str]) -> str:
    """Report an unreadable action, and list the words that actions begin with."""
    message = N_(
        "{text} is not an action: type, for example, draw, points 7S, scuttle 9S>8D, oneoff 9C>KD. "
        "Actions begin with {verbs}"
    )
    return tr(message, text=text, verbs=in_own_words(verbs))


def undone_line(view: View | None, action: Action, names: Names) -> Sentence:
    """Name the move that was taken back, as listed among the choices of the view after it."""
    if view is None or action not in view.legal:
        return say(_UNDONE)
    move = choice_words(view, action, names)
    return tell("your last move was taken back: {move}", move=move)


# the table ---------------------------------------------------------------------------------------


def hand_line(view: View) -> Sentence:
    """List the reader's hand."""
    return _own_hand(view, seat_of(view))


def _own_hand(view: View, seat: int) -> Sentence:
    side = view.seats[seat]
    if not side.hand_size:
        return tell("your hand is empty")
    number = counted(side.hand_size, CARDS)
    hand = tell("your hand, {number}: {cards}", number=number, cards=cards(side.hand))
    return _with_frozen(hand, side.frozen)


def _with_frozen(hand: Sentence, frozen: Sequence[Card]) -> Sentence:
    if not frozen:
        return hand
    return tell("{hand}; frozen: {cards}", hand=hand, cards=cards(frozen))


_MY_SCORE: Final = Plural("you have {n} of {goal} points", "you have {n} of {goal} points")
_SCORE: Final = Plural("{who} has {n} of {goal} points", "{who} has {n} of {goal} points")


def score_line(view: View, seat: int, names: Names) -> Sentence:
    """Count the points of a seat, and those that are missing."""
    side = view.seats[seat]
    score = _MY_SCORE if seat == names.seat else _SCORE
    line = say(counted(side.score, score, who=names.names[seat], goal=max(side.goal, 0)))
    missing = side.goal - side.score
    return tell("{score}, {missing} to go", score=line, missing=missing) if missing > 0 else line


def table_lines(state: TableState, names: Names, *, turn: bool = True) -> Iterator[Sentence]:
    """Word the cards on the table, seat by seat; `turn` says which turn it is."""
    view = state.view
    assert view is not None
    yield (
        _head(state, view)
        if turn
        else tell("rules: {rules}", rules=rules_in_words(view.ruleset.name))
    )
    if state.match is not None and state.stake is None:
        yield match_line(state.match, names)
    seats = range(len(view.seats))
    for seat in sorted(seats, key=lambda seat: (seat - seat_of(view) - 1) % len(view.seats)):
        yield from _seat_lines(view, seat, names)
    deck = tell("deck: {cards}", cards=counted(view.deck_size, CARDS))
    if view.known_top:
        deck = tell(
            "{deck}; on top, seen before: {cards}", deck=deck, cards=_remembered(view.known_top)
        )
    yield deck
    scrap = counted(len(view.scrap), CARDS)
    if view.scrap:
        yield tell("scrap: {cards}, {card} on top", cards=scrap, card=card_span(view.scrap[-1]))
    else:
        yield tell("scrap: {cards}", cards=scrap)
    if view.pile or view.revealed:
        yield from stack_lines(view, names)
    if view.viewer is not None:
        yield hand_line(view)


def level_lines(names: Names) -> Iterator[Sentence]:
    """Say how well each computer plays."""
    for seat, level in enumerate(names.levels):
        if level:
            yield tell("{who} plays at level {level}", who=names.who(seat), level=level_name(level))


def turn_lines(state: TableState, names: Names) -> Iterator[Sentence]:
    """Name whose turn it is, and word the question or whom the table waits for."""
    view = state.view
    if view is None:
        return
    yield waiting_for(view, names)
    prompt = _prompt(view, names, state)
    if view.legal and view.ask is not Ask.PLAY:
        yield say(heading(prompt.head))
    yield prompt.sentence


def _head(state: TableState, view: View) -> Sentence:
    turn, rules = view.turn + 1, rules_in_words(view.ruleset.name)
    if not state.title:
        return tell("turn {turn}, rules {rules}", turn=turn, rules=rules)
    return tell(
        "table {table}, turn {turn}, rules {rules}", table=state.title, turn=turn, rules=rules
    )


def _seat_lines(view: View, seat: int, names: Names) -> Iterator[Sentence]:
    side = view.seats[seat]
    yield score_line(view, seat, names)
    if seat != view.viewer:
        yield hand_of(view, seat, names)
    if side.points:
        points = _placed(side.points)
        yield names.by(
            seat, N_("your points: {cards}"), N_("{who}'s points: {cards}"), cards=points
        )
    if side.royals:
        royals = _placed(side.royals, glasses=True)
        yield names.by(
            seat, N_("your royals: {cards}"), N_("{who}'s royals: {cards}"), cards=royals
        )
    for seats, mine, other in (
        (view.retired, *GIVING_UP[ev.Conceded]),
        (view.absent, *_ABSENT),
        (view.conceding, *ASKING_TO_CONCEDE),
    ):
        if seat in seats:
            yield names.by(seat, mine, other)


_ABSENT: Final = (
    N_("you stepped away: the computer plays"),
    N_("{who} stepped away: the computer plays"),
)
"""Whether they come back or have left for good."""


def hands_lines(view: View, names: Names) -> Iterator[Sentence]:
    """Describe what is known of the other hands."""
    for seat in range(len(view.seats)):
        if seat != view.viewer:
            yield hand_of(view, seat, names)


def hand_of(view: View, seat: int, names: Names) -> Sentence:
    """Describe what is known of another player's hand."""
    side = view.seats[seat]
    if seat == names.seat:
        return _own_hand(view, seat)
    message = N_("{who} has {cards} in hand")
    if view.viewer is not None and seat == ally_of(view, view.viewer):
        message = N_("{who} is your partner, with {cards} in hand")
    hand = tell(message, who=names.who(seat), cards=counted(side.hand_size, CARDS))
    if side.hand:
        hand = tell("{hand}, known to you: {cards}", hand=hand, cards=cards(side.hand))
    if side.remembered:
        hand = tell("{hand}; seen before: {cards}", hand=hand, cards=_remembered(side.remembered))
    return _with_frozen(hand, side.frozen)


def _remembered(found: Sequence[Remembered]) -> Sentence:
    """List cards that were seen, with the turns."""
    listed: list[Sentence] = []
    for card, turn in found:
        listed += [say(", "), tell("{card} on turn {n}", card=card_span(card), n=turn + 1)]
    return say(*listed[1:])


def _placed(placed: Sequence[Placed], *, glasses: bool = False) -> Sentence:
    """List cards, each with the jacks on it; mark eights as glasses if asked."""
    listed: list[Sentence] = []
    for host in placed:
        card = say(card_span(host.card))
        if glasses and rank_of(host.card) == EIGHT:
            card = tell("{card} as glasses", card=card)
        if host.stack:
            card = tell("{card} under {cards}", card=card, cards=cards(host.stack))
        listed += [say(", "), card]
    return say(*listed[1:])


_NO_SCRAP: Final = N_("the scrap is empty")


def scrap_lines(newest: Sequence[Card], count: int) -> Iterator[Sentence]:
    """List the visible part of the scrap."""
    yield tell("the scrap has {cards}", cards=counted(count, CARDS)) if count else tell(_NO_SCRAP)
    if newest:
        top, all_of_it = (N_("only the top card can be seen: {cards}"), N_("newest first: {cards}"))
        yield tell(top if len(newest) < count else all_of_it, cards=cards(list(newest)))


def about_card(view: View, card: Card) -> Sentence:
    """Explain what a card does."""
    role, rule = role_word(card, view.ruleset), rule_of(card, view.ruleset)
    what = ", ".join(str(part) for part in (role, rule) if part)
    return tell("{card}: {what}", card=card_span(card), what=what)


_SECONDS: Final = Plural("{n} second", "{n} seconds")
_MINUTES: Final = Plural("{n} minute", "{n} minutes")


def time_words(seconds: int) -> str:
    """Write a time in words: to the second in the last ten minutes, then to the minute or hour."""
    minutes, rest = divmod(seconds, 60)
    if seconds < _TO_THE_SECOND:
        words = [counted(minutes, _MINUTES)] if minutes else []
        return " ".join([*words, counted(rest, _SECONDS)] if rest or not minutes else words)
    if seconds <= _IN_MINUTES:
        return counted(minutes, _MINUTES)
    days, rest = divmod(seconds, int(DAY))
    words = [counted(days, _DAYS)] if days else []
    hours = rest // 3600
    return " ".join([*words, counted(hours, _HOURS)] if hours else words)


_TO_THE_SECOND: Final = 600
_IN_MINUTES: Final = 3 * 3600
_HOURS: Final = Plural("{n} hour", "{n} hours")
_DAYS: Final = Plural("{n} day", "{n} days")


def clock_lines(state: TableState, names: Names) -> Iterator[Sentence]:
    """Word the clocks."""
    asked = state.view.asked[:1] if state.view is not None else ()
    for seat, seconds in enumerate(state.clocks):
        if state.deadline and (seat,) != asked:
            continue
        time = time_words(seconds)
        yield names.by(seat, N_("you: {time}"), N_("{who}: {time}"), time=time)
    if state.deadline:
        yield tell("until {moment} UTC", moment=state.deadline)
    for seat, until in enumerate(state.vacations):
        if until:
            yield names.by(seat, *ON_VACATION, moment=until)


def time_left(seconds: int) -> Sentence:
    """Warn that the player's time is running out."""
    return tell("your time: {time} left", time=time_words(seconds))


def event_lines(
    event: Event, names: Names, before: Sequence[Event], given_up: GivenUp = ()
) -> Iterator[Sentence]:
    """Word an event and every card it scrapped; each event has a line."""
    line = told_line(event, names, before, given_up)
    if line:
        yield line
    elif isinstance(event, ev.Declined):
        yield names.by(event.seat, *LET)
    else:
        yield names.by(getattr(event, "seat", 0), *NO_DISCARD)
    if isinstance(event, ev.Wiped | ev.Scuttled | ev.Destroyed | ev.Evicted) and event.lost:
        yield tell("to the scrap: {cards}", cards=cards(event.lost))
    if back := back_on_deck_line(event, before):
        yield back


def dealt_lines(state: TableState, names: Names) -> Iterator[Sentence]:
    """Describe the deal: the cuts, the hand."""
    yield from cut_lines(state.cuts, names)
    if state.view is not None and state.view.viewer is not None:
        yield hand_line(state.view)


def seal_lines(state: TableState) -> Iterator[Sentence]:
    """Spell the seal of the deal, which nobody wants to hear unasked; say whether it is open."""
    yield committed_line(state.commitment) if state.commitment else say(NO_SEAL)
    if state.secret:
        yield secret_line()


def _trouble_lines(trouble: str) -> tuple[Sentence, Sentence]:
    prompt = paused_prompt(trouble)
    return prompt.sentence, prompt.why


def not_dealt_lines(state: TableState) -> tuple[Sentence, ...]:
    """Say that there are no cards yet, or what keeps them from being dealt."""
    return _trouble_lines(state.trouble) if state.trouble else (say(NOT_DEALT),)


def changes(before: TableState, now: TableState, names: Names) -> Iterator[Sentence]:
    """Report who came, left or got ready, new scores, and what stops the game."""
    yield length_line(before, now, names.seat)
    for seat in range(len(now.sitters)):
        yield _sitter_change(before, now, seat, names)
        for told in _TOLD:
            if seat in told.seats(now) and seat not in told.seats(before):
                yield names.by(seat, told.mine, told.other)
                yield away_line(now) if seat == names.seat and told is READY.told else SILENCE
        if before.view is not None and now.view is not None and _scored(before, now, seat):
            yield score_line(now.view, seat, names)
    if before.view is not None and now.view is not None and now.running:
        yield from _hands_read(before.view, now.view, names)
    if now.trouble and now.trouble != before.trouble:
        yield from _trouble_lines(now.trouble)
    if before.trouble and not now.trouble:
        yield tell("the game goes on")
    if now.claimable and not before.claimable:
        gone = listing([names.who(seat) for seat, left in enumerate(now.away) if left == 0])
        yield tell(_STAYED_AWAY[bool(gone), now.may_call_off], who=gone)
    if {each.caller for each in now.at_door} != {each.caller for each in before.at_door}:
        yield from door_lines(now, names) or [tell("nobody is at the door any more")]


_TOLD: Final = tuple(command.told for command in SEAT_COMMANDS if command.told is not None)


def _hands_read(before: View, now: View, names: Names) -> Iterator[Sentence]:
    if now.viewer is None or before.ply == now.ply:
        return
    for seat, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if seat != now.viewer and new.hand and new.open and not old.open:
            number = counted(new.hand_size, CARDS)
            hand = N_("{who}'s hand, {number}: {cards}")
            yield tell(hand, who=names.names[seat], number=number, cards=cards(new.hand))
    for seat in foes_of(now, now.viewer):
        if _wears_glasses(now, seat) and not _wears_glasses(before, seat):
            yield tell("{who} can see your hand now", who=names.names[seat])


def _wears_glasses(view: View, seat: int) -> bool:
    royals = view.seats[seat].royals
    return view.exposer == seat or any(rank_of(placed.card) == EIGHT for placed in royals)


def _scored(before: TableState, now: TableState, seat: int) -> bool:
    assert before.view is not None
    assert now.view is not None
    old, new = before.view.seats[seat], now.view.seats[seat]
    return now.running and (old.score, old.goal) != (new.score, new.goal)


def _sitter_change(before: TableState, now: TableState, seat: int, names: Names) -> Sentence:
    old, new = before.sitters[seat], now.sitters[seat]
    if old == new or seat == names.seat:
        return SILENCE
    if old.kind == "nobody":
        return tell("{who} sat down", who=names.who(seat))
    if new.kind == "nobody":
        if before.running and not now.running and not now.called_off:
            return SILENCE  # the end of the game reports it
        gone = tell("{who} left the table", who=listed(old.name))
        return host_line(before, now, names.seat) or gone
    if old.present and not new.present:
        return tell(SEAT_HELD, who=names.who(seat))
    if new.present and not old.present:
        return tell("{who} is back", who=names.who(seat))
    return SILENCE


_STAYED_AWAY: Final = {
    (True, False): N_("{who} is still away: type claim to claim the win"),
    (True, True): N_(
        "{who} is still away: type claim to claim the win, call off to end the game "
        "without a result"
    ),
    (False, False): N_("a player is still away: type claim to claim the win"),
    (False, True): N_(
        "a player is still away: type claim to claim the win, call off to end the game "
        "without a result"
    ),
}
"""By whether the absent players are known, and whether the game can be called off."""
