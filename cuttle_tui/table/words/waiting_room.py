"""The waiting room and the queue: who sits, what is missing, how a friend gets in or comes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    listing,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.keymap import TO_TABLE_KEY
from cuttle_tui.kit.names import (
    Names,
    control_in_words,
    control_name,
    game_in_short,
    in_words,
    level_in,
    level_name,
    listed,
    named,
    with_level,
)
from cuttle_tui.kit.text_types import Fill, Prompt, Upright, option
from cuttle_tui.ports import QueueLine, TableState
from cuttle_tui.rules.book import (
    clock_line,
    options_in_short,
    options_in_words,
    rules_in_words,
    rules_lines,
    rules_name,
)
from cuttle_tui.table import commands, situation as verbs
from engine.bots.levels import USUAL_LEVEL
from engine.rules.options import MATCHES
from engine.table.controls import NO_CLOCK, is_correspondence

FREE_SEAT: Final = N_("free seat")
HOST: Final = N_("host")
READY: Final = N_("ready")
COMPUTER: Final = N_("computer")
THE_TABLE: Final = N_("this table")
_YOU: Final = C_("beside a seat", "you")
UNKNOWN_HOST: Final = "HOST"
"""Stands in the command for an address that the server does not know."""


def seat_note(state: TableState, seat: int, *, mine: bool = False) -> str:
    """Describe a seat, and whether its player is ready, or away."""
    sitter = state.sitters[seat]
    if sitter.kind == "computer":
        return level_name(level_in(sitter.name)) or str(COMPUTER)
    parts = [*((_YOU,) if mine else ()), *((HOST,) if seat == state.host else ())]
    if not is_correspondence(state.timing):
        ready = READY if seat in state.ready else N_("not ready yet")
        parts.append(ready if sitter.present else N_("away"))
    return ", ".join(map(str, parts))


# the prompt ---------------------------------------------------------------------------------------


def waiting_prompt(state: TableState, seat: int, level: str = USUAL_LEVEL) -> Prompt:
    """Ask whether the player is ready, or say what the table waits for."""
    free = free_seats(state)
    ready = seat in state.ready or is_correspondence(state.timing)
    fill: Fill = "wait" if ready else "bar"
    asked = _asked(state, seat, free, ready=ready)
    buttons = _buttons(state, seat, free, level)
    briefly = _late(state, seat) if ready and not free else SILENCE
    if not is_invited(state) or state.code is None:
        with_code = asked
    else:
        with_code = tell("code {code}: {asked}", code=Span(state.code, "strong"), asked=asked)
    return Prompt(
        fill,
        tr("TABLE {table}", table=state.title.upper()).rstrip(),
        with_code,
        _options(state, seat, free, level),
        _reason(state, seat),
        shorter=_options(state, seat, free, level, narrow=True),
        upright=Upright(buttons, briefly or asked, plain=buttons[:1] == (_undo(),)),
        spare=say(_JOINED),
    )


def _late(state: TableState, seat: int) -> Sentence:
    """Name those who are away or not ready, in the few words of a narrow bar."""
    here = set(state.ready) - set(absent(state))
    names = [
        sitter.name
        for other, sitter in enumerate(state.sitters)
        if sitter.kind == "person" and other not in (seat, *here)
    ]
    return tell(_FRIENDS_ONLY, people=listing(names)) if names else SILENCE


def absent(state: TableState) -> list[int]:
    """List the seats whose players the game waits for until they are back."""
    if is_correspondence(state.timing):
        return []
    people = ((seat, each) for seat, each in enumerate(state.sitters) if each.kind == "person")
    return [seat for seat, sitter in people if not sitter.present]


def away_line(state: TableState) -> Sentence:
    """Say for whom a game with every seat taken waits; silence if all are here."""
    names = [state.sitters[seat].name for seat in absent(state)]
    if free_seats(state) or not names:
        return SILENCE
    return tell(_BACK[len(names) > 1], who=listing(names))


_BACK: Final = (
    N_("{who} is away: the game waits until {who} is back"),
    N_("{who} are away: the game waits until they are back"),
)


def _asked(state: TableState, seat: int, free: int, *, ready: bool) -> Sentence:
    if away := away_line(state):
        return away
    if not ready:
        return tell("Are you ready?")
    if not free:
        late = _late(state, seat)
        return tell("all seats taken: {waits}", waits=late) if late else tell("dealing")
    return tell(_ANYBODY if state.code is None else _FRIENDS_ONLY, people=people(free))


_ANYBODY: Final = N_("waiting for {people}; anybody can join")
_FRIENDS_ONLY: Final = N_("waiting for {people}")


def _reason(state: TableState, seat: int) -> Sentence:
    if state.won_before:
        mine, theirs = state.won_before[seat], state.won_before[1 - seat]
        return tell("the match goes on at {score}", score=Span(f"{mine}-{theirs}", "strong"))
    sides, joined = _sides(state, seat), seat in state.ready and seat != state.host
    if is_correspondence(state.timing):
        return sides or tell("starts when all seats are taken; you can leave meanwhile")
    if not joined:
        return sides
    return tell("{sides}; {ready}", sides=sides, ready=tr(_JOINED)) if sides else say(_JOINED)


_JOINED: Final = N_("you joined, so you are ready")


def _sides(state: TableState, seat: int) -> Sentence:
    sides = () if state.ruleset is None else state.ruleset.sides
    ours = [other for other, side in enumerate(sides) if side == sides[seat]]
    if len(ours) < _PAIR:
        return SILENCE
    theirs = [other for other in range(len(sides)) if other not in ours]
    names = [
        listed(sitter.name) or tr("seat {number}", number=other)
        for other, sitter in enumerate(state.sitters, 1)
    ]
    names[seat] = tr("you")
    us, them = (listing([names[other] for other in side]) for side in (ours, theirs))
    return tell("{us} against {them}", us=us, them=them)


_PAIR: Final = 2


def _options(
    state: TableState, seat: int, free: int, level: str, *, narrow: bool = False
) -> tuple[Sentence, ...]:
    """List the keys; the last row has the one that leaves."""
    fill: tuple[Sentence, ...] = ()
    if free and state.host == seat and not state.rated:
        fill = (option(verbs.FILL, tr("computers: {level}", level=level_name(level))),)
    copies = (
        (option(commands.COPY_LINE, N_("copy the link") if state.link else N_("copy the line")),)
        if is_invited(state) and state.invitation
        else ()
    )
    lengthens = _may_lengthen(state, seat)
    length = (option(verbs.LENGTH, _length(state)),) if lengthens else ()
    rest = (*copies, *length, *fill)
    if is_correspondence(state.timing):
        return rest
    label = _ready_label(state, seat, free)
    brief = narrow and seat in state.ready
    return (option(verbs.READY, N_("undo ready") if brief else label), *rest)


def _may_lengthen(state: TableState, seat: int) -> bool:
    """Return whether a player can change the length of the match."""
    return state.host == seat and state.ruleset is not None and not state.rated


def _length(state: TableState) -> str:
    """Name the length of the match in few words."""
    name = "" if state.ruleset is None else state.ruleset.name
    option = next((part for part in name.split("+") if part.partition("=")[0] in MATCHES), "")
    length = options_in_short(f"+{option}")[0] if option else tr("one game")
    return tr("match: {length}", length=length)


def _buttons(state: TableState, seat: int, free: int, level: str) -> tuple[Sentence, ...]:
    """List the same for an upright window, where a button says what a tap does.

    The first is for what is wanted next: of one who is ready, that a friend gets the link.
    """
    options = _options(state, seat, free, level, narrow=True)
    if is_correspondence(state.timing):
        return options
    label = _ready_label(state, seat, free)
    ready = option(verbs.READY, N_("I am ready") if label is READY else label)
    if seat not in state.ready:
        return (ready, *options[1:])
    copies = options[1:2] if is_invited(state) and state.invitation else ()
    return (*copies, _undo()) if copies else (_undo(), *options[1:])


def _undo() -> Sentence:
    return option(verbs.READY, N_("not ready after all"))


def _ready_label(state: TableState, seat: int, free: int) -> Message:
    if seat in state.ready:
        return N_("take back ready")
    return C_("the game", "start") if not free and _is_last(state, seat) else READY


def _is_last(state: TableState, seat: int) -> bool:
    """Return whether all others are here and ready."""
    persons = {other for other, sitter in enumerate(state.sitters) if sitter.kind == "person"}
    return not absent(state) and persons - set(state.ready) == {seat}


# the room -----------------------------------------------------------------------------------------


def is_invited(state: TableState) -> bool:
    """Return whether there is a code with which a friend can join."""
    return bool(state.code and free_seats(state))


def free_seats(state: TableState) -> int:
    """Count the free seats."""
    return sum(sitter.kind == "nobody" for sitter in state.sitters)


def host_line(before: TableState, now: TableState, seat: int | None) -> Sentence:
    """Tell a player that the host has left, so that they are the host now; silence otherwise."""
    if seat is None or now.host != seat or before.host is None or before.host == seat:
        return SILENCE
    left = listed(before.sitters[before.host].name)
    return tell("{who} has left: you are the host now", who=left)


def length_line(before: TableState, now: TableState, seat: int | None) -> Sentence:
    """Tell that the host has changed the length of the match; silence otherwise."""
    if now.view is not None or before.ruleset in (None, now.ruleset) or now.ruleset is None:
        return SILENCE
    told = N_("the match is another now: {rules}")
    if seat is not None and seat == now.host:
        told = N_("you have changed the match: {rules}")
    return tell(told, rules=Span(rules_in_words(now.ruleset.name), "strong"))


def waits_for(state: TableState, seat: int | None) -> bool:
    """Return whether all seats are taken, and the player in this one is not ready."""
    late = seat is not None and seat not in state.ready and not is_correspondence(state.timing)
    return state.view is None and late and not free_seats(state)


def people(free: int) -> Message:
    """Count the players still missing."""
    return _PEOPLE[min(free, len(_PEOPLE)) - 1]


_PEOPLE: Final = (N_("one more player"), N_("two more players"), N_("three more players"))
_FRIENDS: Final = (N_("a friend"), N_("two friends"), N_("three friends"))
"""The players still missing, from 1 up."""


def waited_for(state: TableState, names: Names) -> Sentence:
    """Say whom the table waits for."""
    free = free_seats(state)
    if free:
        who = people(free) if state.code is None else _FRIENDS[min(free, len(_FRIENDS)) - 1]
        return tell("waiting for {people}", people=who)
    persons = [seat for seat, sitter in enumerate(state.sitters) if sitter.kind == "person"]
    late = [seat for seat in persons if seat not in state.ready]
    if late:
        return names.together(late, *_LATE)
    away = absent(state)
    return names.together(away, *_ABSENT) if away else tell("dealing")


_LATE: Final = (
    N_("waiting for you to be ready"),
    N_("waiting for {who} to be ready"),
    N_("waiting for {us} to be ready"),
    N_("waiting for {all} to be ready"),
)


_ABSENT: Final = (
    N_("waiting for you to come back"),
    N_("waiting for {who} to come back"),
    N_("waiting for {us} to come back"),
    N_("waiting for {all} to come back"),
)


def room_in_short(state: TableState) -> str:
    """Name the rules and the number of seats, and whether it is rated."""
    parts = [] if state.ruleset is None else [rules_name(state.ruleset.name)]
    parts.append(in_words(len(state.sitters), Plural("{number} seat", "{number} seats")))
    if state.rated:
        parts.append(tr("rated") if state.counts_for_rating else tr("casual"))
    return ", ".join(parts)


def unusual_in_short(state: TableState) -> tuple[str, ...]:
    """Name house rules and clocks in few words, the fullest first; nothing if all is usual."""
    if state.ruleset is None or are_terms_usual(state) or state.rated:
        return ()
    clocks = () if state.timing == NO_CLOCK else (control_in_words(state.timing),)
    unusual = ", ".join((*options_in_short(state.ruleset.name), *clocks))
    return f"{rules_name(state.ruleset.name)}, {unusual}", unusual


def invitation_lines(state: TableState) -> tuple[Sentence, ...]:
    """Say how a friend gets in: what to do, the line to send, what to put into it."""
    if not state.invitation:
        return (tell("a friend joins with this code"),)
    line = say(Span(state.invitation, "strong"))
    unknown = _is_host_unknown(state)
    if state.link:
        by_ssh = () if unknown else (tell("or this line, for ssh:"), line)
        link = say(Span(state.link, "strong"))
        return (tell("read the code out, or send this link:"), link, *by_ssh)
    if unknown:
        put = tell("replace {host} with the address you used", host=Span(UNKNOWN_HOST, "strong"))
        return (tell("read the code out, or send this line:"), line, put)
    return (tell("read the code out, or send this line:"), line)


def link_lines(state: TableState) -> tuple[Sentence, ...]:
    """Say how a friend gets in by the link or the line alone, where that has no room for more."""
    if not state.link and _is_host_unknown(state):
        put = tell("send this, with your address for {host}:", host=Span(UNKNOWN_HOST, "strong"))
        return (put, *invitation_lines(state)[1:2])
    if not state.link:
        return invitation_lines(state)[:2]
    return (tell("read the code out, or send this link:"), say(Span(state.link, "strong")))


def beside_code(state: TableState, code: str) -> tuple[Sentence, ...]:
    """Say the rest in a few words: what is below, what to put there, how a guest comes back."""
    if not state.invitation:
        return ()
    host = Span(UNKNOWN_HOST, "strong")
    unknown = not state.link and _is_host_unknown(state)
    put = (tell("{host}: the address you used", host=host),) if unknown else ()
    back = tell("to return: the same line, then {code}", code=Span(code, "strong"))
    return tell("read the code out, or send:"), *put, *((back,) if code else ())


def _is_host_unknown(state: TableState) -> bool:
    """Return whether the line to send lacks the address."""
    return UNKNOWN_HOST in state.invitation.split()


def terms(state: TableState) -> tuple[Sentence, ...]:
    """Say what is played: rules and clocks."""
    rules = [] if state.ruleset is None else rules_lines(state.ruleset)
    clocks = () if state.timing == NO_CLOCK else (clock_line(state.timing),)
    return (*rules, *clocks)


def are_terms_usual(state: TableState) -> bool:
    """Return whether the name of the rules says what is played: nothing changed, and no clocks."""
    changed = state.ruleset is not None and options_in_words(state.ruleset.name)
    return state.timing == NO_CLOCK and not changed


def starts(state: TableState, seat: int | None = None) -> Message:
    """Say when the game starts; to the last one who is not ready, that it is with them."""
    if is_correspondence(state.timing):
        return _WHEN_TAKEN
    if free_seats(state):
        return _WHEN_TAKEN_AND_READY
    return _WITH_YOU if seat is not None and _is_last(state, seat) else _WHEN_READY


SEALED: Final = N_("the deck is sealed: nobody knows its order")
_WITH_YOU: Final = N_("the game starts when you are ready")
_WHEN_READY: Final = N_("the game starts when everybody is ready")
_WHEN_TAKEN_AND_READY: Final = N_("the game starts when all seats are taken and everybody is ready")
_WHEN_TAKEN: Final = N_("the game starts when all seats are taken; you can leave this screen")


def call_line(state: TableState, seat: int, names: Names) -> Sentence:
    """Call a player who does something else while the others wait; silence if nobody does."""
    if free_seats(state) or seat in state.ready or is_correspondence(state.timing):
        return SILENCE
    way = Span(TO_TABLE_KEY, "key")
    others = [each for each, sitter in enumerate(state.sitters) if sitter.kind == "person"]
    others.remove(seat)
    if len(others) == 1:
        return tell(
            "{who} is waiting at your table: {key} goes there",
            who=Span(names.who(others[0]), "strong"),
            key=way,
        )
    return tell("everyone is waiting at your table: {key} goes there", key=way)


def not_ready_line() -> Sentence:
    """Say to one who was ready and does something else that they are so no longer."""
    return tell("you are no longer ready: {key} goes to your table", key=Span(TO_TABLE_KEY, "key"))


def waiting_lines(state: TableState, names: Names) -> list[Sentence]:
    """Describe a table that waits in a few lines: whom it waits for, its code, its terms."""
    code = Span(state.code or "", "strong")
    told = [tell("room code {code}", code=code)] if state.code is not None else []
    return [waited_for(state, names), *told, *terms(state), say(starts(state))]


# the queue ----------------------------------------------------------------------------------------

ALSO: Final = N_("who else is waiting")
THE_MATCH: Final = N_("this match")
HEAD: Final = N_("waiting for an opponent")
RATED: Final = N_("rated")
CASUAL: Final = N_("not rated")


def queue_prompt(queue: Sequence[QueueLine]) -> Prompt:
    """Explain the wait in the queue."""
    mine = next(line for line in queue if line.me)
    at_once = mine.since < _MINUTE
    told = tell(HEAD) if at_once else tell(_SINCE, since=since(mine.since))
    brief = SILENCE if at_once else tell("waiting, {since}", since=since(mine.since))
    head = tr("RATED MATCH") if mine.rated else tr("QUICK MATCH")
    soon = tell("you'll be called when somebody arrives")
    stops = option(commands.LEAVE, N_("stop waiting"))
    return Prompt("wait", head, told, (stops,), soon, spare=soon, upright=Upright(sentence=brief))


def what_comes() -> tuple[Sentence, ...]:
    """Say what happens next to those who wait in the queue."""
    return say(_WHEN_FOUND), say(_WHEREVER)


NEXT: Final = N_("what happens next")
_WHEN_FOUND: Final = N_(
    "When somebody arrives, this table comes to the front and the cards are dealt."
)
_WHEREVER: Final = N_("You are called from a puzzle, a lesson or a practice game as well.")
_MINUTE: Final = 60
_SINCE: Final = N_("waiting for an opponent, {since}")


def match_lines(mine: QueueLine, others: Sequence[QueueLine]) -> tuple[Sentence, ...]:
    """Say what the reader waits for: the match, its options and clocks, how many may meet them."""
    options = options_in_words(mine.ruleset) if mine.rated else SILENCE
    rules = game_in_short(mine.ruleset, NO_CLOCK, rated=mine.rated)
    kind = N_("a rated match: {rules}") if mine.rated else N_("a quick match: {rules}")
    return (
        say(Span(plain(tell(kind, rules=rules)), "strong")),
        *((options,) if options else ()),
        clock_line(mine.timing),
        _alike(mine, others),
    )


def match_in_short(mine: QueueLine, others: Sequence[QueueLine]) -> tuple[Sentence, ...]:
    """Say the same of a rated match with options in fewer lines, if it has options."""
    options = options_in_words(mine.ruleset) if mine.rated else SILENCE
    if not options:
        return ()
    told = say(Span(f"{rules_name(mine.ruleset)}, {plain(options)}", "strong"))
    return told, clock_line(mine.timing), _alike(mine, others)


def _alike(mine: QueueLine, others: Sequence[QueueLine]) -> Sentence:
    """Say how many others may meet the reader."""
    alike = [line for line in others if _pool(line) == _pool(mine)]
    return (
        say(counted(len(alike), _ALIKE)) if alike else tell("nobody else is waiting for this yet")
    )


def house_rules(mine: QueueLine) -> tuple[Sentence, ...]:
    """Say in words what the options of a match that is not rated change, if it has any."""
    options = SILENCE if mine.rated else options_in_words(mine.ruleset)
    return (tell("house rules: {options}", options=options),) if options else ()


_ALIKE: Final = Plural(
    "{n} other player is waiting for this", "{n} other players are waiting for this"
)


def _pool(line: QueueLine) -> tuple[str, str, bool]:
    return line.ruleset, line.timing, line.rated


def queue_lines(queue: Sequence[QueueLine]) -> list[Sentence]:
    """List who waits for what and how long; the reader first."""
    ranked = sorted(queue, key=lambda line: (not line.me, line.since))
    return [queue_line(line) for line in ranked]


def queue_line(line: QueueLine) -> Sentence:
    """Describe what a player waits for, and for how long."""
    waits = queued_line(line)
    if line.since < _MINUTE:
        return waits
    return tell("{waits}, {since}", waits=waits, since=since(line.since))


def queued_line(line: QueueLine) -> Sentence:
    """Describe what a player waits for."""
    who = str(C_("before a verb", "you")) if line.me else line.name
    return tell(
        _WAITS[line.me, line.rated],
        who=Span(who if line.me else named(who, line.rating), "strong"),
        ruleset=_queued_for(line),
    )


def resident_line(line: QueueLine) -> Sentence:
    """Describe a computer that is always here."""
    return tell(
        "{who} always plays rated games ({ruleset}), with a rating of its own",
        who=Span(named(with_level(line.name), line.rating), "strong"),
        ruleset=_queued_for(line),
    )


def _queued_for(line: QueueLine) -> str:
    if line.rated:
        return game_in_short(line.ruleset, line.timing, rated=True)
    rules = rules_in_words(line.ruleset)
    return rules if line.timing == NO_CLOCK else f"{rules}, {control_name(line.timing)}"


_WAITS: Final = {
    (True, True): N_("{who} are waiting for a rated match ({ruleset})"),
    (True, False): N_("{who} are waiting for a quick match ({ruleset})"),
    (False, True): N_("{who} is waiting for a rated match ({ruleset})"),
    (False, False): N_("{who} is waiting for a quick match ({ruleset})"),
}
"""By whether the reader is the one waiting, and whether the match is rated."""


def since(seconds: float) -> str:
    """Return how long a wait of a minute or more has lasted."""
    return counted(int(seconds // _MINUTE), Plural("{n} min so far", "{n} min so far"))


def other_line(*, link: bool) -> Sentence:
    """Say that the link was copied, or the line for ssh, and how the other one is."""
    told = N_("the link is copied; {key} again: the line for ssh")
    if not link:
        told = N_("the line for ssh is copied; {key} again: the link")
    return tell(told, key=Span(commands.COPY_LINE.key, "strong"))


def way_back(code: str) -> Sentence:
    """Tell a guest at a table how to come back; nothing to those with a key."""
    if not code:
        return SILENCE
    return tell("to return: the same line, then {code}; tell nobody", code=Span(code, "strong"))


def with_way_back(line: Sentence, code: str) -> Sentence:
    """Add to a line how a guest comes back, in a few words."""
    if not code:
        return line
    return tell("{line}; cut off? come back with {code}", line=line, code=Span(code, "strong"))
