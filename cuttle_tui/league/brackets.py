"""The pages of championships: the bracket as a tree or as a list, and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise, product
from operator import attrgetter
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from cuttle_tui.drawing.forms import fullest
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Role,
    Sentence,
    Span,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.league.pages import (
    BOX,
    Column,
    Issues,
    Page,
    PageText,
    Sheet,
    Signs,
    Tab,
    about_seasons,
    shown_name,
    year_page,
)
from cuttle_tui.ports.league import BracketMatch, BracketPage, BracketSlot, League, PlaceLine
from cuttle_tui.table.words.game_over import season_name

_SIDES: Final[tuple[tuple[str, Message], ...]] = (
    ("winners", C_("side of a bracket", "winners")),
    ("losers", C_("side of a bracket", "losers")),
    ("final", C_("side of a bracket", "final")),
)
_WHY: Final = {
    "bye": N_("bye"),
    "no-show": N_("did not come"),
    "withdrawn": N_("withdrew"),
    "corrected": N_("corrected"),
}


def bracket_page(
    page: BracketPage, me: str = "", width: int = 78, signs: Signs = BOX, height: int = 0
) -> PageText:
    """Write a championship: its tree, what is to be played, its places.

    Args:
        page: the championship.
        me: the player who reads; their name stands out.
        width: columns at most; what does not fit as a tree is listed by rounds.
        signs: what the lines of the tree are made of.
        height: rows that are there in any case.
    """
    text = PageText(me)
    title = say(Span(season_name(page.id), "strong"), "   ")
    text.add(say(title, _state(page, me, width - cell_len(plain(title)))))
    text.add(*_origin(page.source), SILENCE)
    return bracket_sides(text, page, width, signs, height)


def _origin(source: str) -> Iterator[Sentence]:
    if source:
        yield say(Span(tr("held elsewhere: {source}", source=source), "quiet"))


def bracket_sides(
    text: PageText, page: BracketPage, width: int, signs: Signs, height: int = 0
) -> PageText:
    """Add the sides of a bracket and its places to a page.

    Where there is room for it, those who have lost stand below the others, best in columns of the
    same width, and the final at the right; else beside them. The matches are further apart if
    there are rows for it. A small window has a row for each match, the final first.
    """
    first = sum(match.side == "winners" and match.round == 1 for match in page.matches)
    apart = min(_FURTHEST, max(_APART, height // max(1, first)))
    stacked = _stacked(text.me, page, width, signs, (apart, height + 1))
    if stacked is not None:
        return text.append(stacked)
    for joint in range(_LONGEST_JOINT, _JOINT - 1, -1):
        sides = _sides(text.me, page, width, signs, _Spread(apart, joint))
        right = sides.losers.append(sides.final).append(sides.places)
        if sides.winners.width + _BETWEEN + right.width <= width:
            return text.append(sides.winners.beside(right, _BETWEEN))
    tied = _tied(text.me, page, width, signs)
    if tied is None and height:
        return text.append(_latest_first(text.me, page, width, signs)).append(
            _places(PageText(text.me), page.places)
        )
    sides = _sides(text.me, page, width, signs, _Spread())
    if tied is None:
        text.append(sides.winners.joined(sides.final, width, _NEAR))
    else:
        text.append(tied)
        text.rest = (len(text.lines), tr("down: losers"))
    return text.append(sides.losers.joined(sides.places, width, _NEAR))


def _tied(me: str, page: BracketPage, width: int, signs: Signs) -> PageText | None:
    """Draw the final behind the last round of the winners, if it fits; who comes is said so."""
    winners = [match for match in page.matches if match.side == "winners"]
    for final in _finals(page):
        matches = [*winners, *final]
        rounds = [list(same) for _, same in groupby(matches, attrgetter("side", "round"))]
        columns = _columns(rounds, _Spread())
        scored = any(slot.wins is not None for match in final for slot in match.slots)
        stop = columns[-1].stop - (0 if scored else _SCORE - 1)
        if winners and final and stop <= width and _is_tree(rounds):
            heads = _heads(tr(_SIDES[0][1]), rounds, columns)
            tree = _tree(rounds, columns, me, signs, _Spread())
            return PageText(me).add(heads, *map(_stripped, tree), SILENCE)
    return None


def _stripped(line: Sentence) -> Sentence:
    """Drop the blanks at the end of a line, for which there may be no room."""
    if not line or line[-1].role in (*_PLATES.values(), "selected"):
        return line
    return (*line[:-1], line[-1]._replace(text=line[-1].text.rstrip()))


class _Form(NamedTuple):
    """How it is said who comes where that is not known yet."""

    winner: Message
    loser: Message
    last: Message
    """Who has won the round before, whoever is to play there."""
    both: bool = True
    """Whether that is said of both players of a final."""
    final: Message | None = None
    """Who comes to the final, where that has room for more words than the other matches."""


_WINNER: Final = C_("an opponent who is not known yet", "winner of {one} - {other}")
_EITHER: Final = C_("an opponent who is not known yet", "{one} or {other}")
_LOSER: Final = C_("an opponent who is not known yet", "loser of {one} - {other}")
_LOSER_IN_SHORT: Final = C_("an opponent who is not known yet", "loser: {one}, {other}")
_OF_LOSERS: Final = C_("an opponent who is not known yet", "of the losers")
_LOSERS: Final = C_("an opponent who is not known yet", "winner of losers")
_OF_ROUND: Final = C_("an opponent who is not known yet", "winner of round {round}")
_FROM_ROUND: Final = C_("an opponent who is not known yet", "from round {round}")
_FORMS: Final = (
    _Form(_WINNER, _LOSER, _OF_ROUND),
    _Form(_WINNER, _LOSER, _OF_ROUND, both=False),
    _Form(_EITHER, _LOSER, _OF_ROUND, both=False, final=_WINNER),
    _Form(_EITHER, _LOSER, _FROM_ROUND, both=False, final=_WINNER),
    _Form(_EITHER, _LOSER_IN_SHORT, _FROM_ROUND, both=False),
    _Form(_EITHER, _EITHER, _FROM_ROUND, both=False),
)
"""From long to short."""


def _worded(message: Message, match: BracketMatch | None) -> str:
    """Say who comes from a match; nothing while it is not known who plays it."""
    names = [] if match is None else [shown_name(slot.name) for slot in match.slots]
    return tr(message, one=names[0], other=names[1]) if names and all(names) else ""


def _finals(page: BracketPage) -> Iterator[list[BracketMatch]]:
    """Yield the final in words from long to short: who is still unknown is told of."""
    for form in _FORMS:
        yield _final_told(page, form)
    final = [match for match in page.matches if match.side == "final"]
    yield [_told(match, (_NOBODY, tr(_OF_LOSERS))) for match in final]


def _final_told(page: BracketPage, form: _Form) -> list[BracketMatch]:
    """Say who comes to the final where that is still unknown."""
    final = [match for match in page.matches if match.side == "final"]
    sides = [[each for each in page.matches if each.side == side] for side in _HALVES]
    first, second = (matches[-1] if matches else None for matches in sides)
    above = _worded(form.final or form.winner, first) or _NOBODY
    below = _worded(form.winner, second) if form.both else ""
    return [_told(match, (above, below or tr(_LOSERS))) for match in final]


_HALVES: Final = ("winners", "losers")


def _expecting(page: BracketPage, form: _Form) -> BracketPage:
    """Say who comes to each match where that is still unknown, as far as it can be told."""
    of_rounds = groupby(page.matches, attrgetter("side", "round"))
    rounds = {key: list(matches) for key, matches in of_rounds}
    told = {}
    for (side, round), matches in rounds.items():
        for place, match in enumerate(matches):
            named = _from_rounds(rounds, (side, round, place), form)
            told[match.number] = _told(match, named)
    expected = replace(page, matches=tuple(told[match.number] for match in page.matches))
    return _with_final(expected, form, page)


def _with_final(page: BracketPage, form: _Form, known: BracketPage | None = None) -> BracketPage:
    """Say who comes to the final alone, by a bracket in which nobody is told of."""
    told = {match.number: match for match in _final_told(known or page, form)}
    return replace(page, matches=tuple(told.get(m.number, m) for m in page.matches))


_Rounds = dict[tuple[str, int], list[BracketMatch]]


def _from_rounds(rounds: _Rounds, at: tuple[str, int, int], form: _Form) -> tuple[str, str]:
    """Say who comes to a place of a round from the rounds before it.

    Every second round of the losers has as many matches as the one before: the other player has
    just lost. Which match that was is known if there was only one.
    """
    side, round, place = at
    before, count = rounds.get((side, round - 1), []), len(rounds[side, round])
    if len(before) == 2 * count:
        one, other = (_worded(form.winner, match) for match in before[2 * place : 2 * place + 2])
        return one or _NOBODY, other or _NOBODY
    if side == "losers" and len(before) == count:
        dropped = rounds.get(("winners", round // 2 + 1), [])
        lost = _worded(form.loser, dropped[0]) if len(dropped) == 1 else ""
        last = tr(form.last, round=round - 1) if count == 1 else _NOBODY
        return _worded(form.winner, before[place]) or last, lost or _NOBODY
    return _NOBODY, _NOBODY


def _told(match: BracketMatch, told: tuple[str, str]) -> BracketMatch:
    """Say who comes where that is still unknown."""
    first, second = (
        slot if slot.name else replace(slot, name=text)
        for slot, text in zip(match.slots, told, strict=True)
    )
    return replace(match, slots=(first, second))


def _latest_first(me: str, page: BracketPage, width: int, signs: Signs) -> PageText:
    """List the matches, a row each: the final, what is to be played, then what was, backwards.

    Where there is no room for that, each stands below the name of its round.
    """
    for final in _finals(page):
        known = [
            match
            for match in page.matches
            if match.side != "final" and any(slot.name for slot in match.slots)
        ]
        matches = [*final, *sorted(known, key=partial(_lateness, me))]
        table = _match_table(me, matches, signs)
        if table.width <= width:
            return table.add(SILENCE)
    rounds = [list(same) for _, same in groupby(matches, attrgetter("side", "round"))]
    lines = [
        line
        for same in rounds
        for line in (say(Span(_round_name(same[0]), "quiet")), *(_match_line(m, me) for m in same))
    ]
    return PageText(me).add(*lines, SILENCE)


def _lateness(me: str, match: BracketMatch) -> tuple[int, bool, int]:
    """Order matches: open ones first, the reader's own before the others, then the latest."""
    state = ("open", "waiting", "over").index(match.state)
    return state, not _is_own(match, me), -match.number


def _is_own(match: BracketMatch, me: str) -> bool:
    """Return whether the reader is to play a match now."""
    return match.state == "open" and me in [slot.name for slot in match.slots]


def _round_name(match: BracketMatch) -> str:
    """Name the side of a match, and its round; there is one final."""
    if match.side == "final":
        return tr(dict(_SIDES)[match.side])
    return f"{tr(_IN_ROWS[match.side])} {match.round}"


_IN_ROWS: Final = {
    "winners": C_("side of a bracket, before the number of a round", "winners"),
    "losers": C_("side of a bracket, before the number of a round", "losers"),
}


def _match_table(me: str, matches: Sequence[BracketMatch], signs: Signs) -> PageText:
    """List matches in columns, the reader's own marked."""
    columns = (Column("", role="quiet"), Column(""), Column("", role="quiet"), Column(""))
    rows = []
    for match in matches:
        one, other = (slot.name or _NOBODY for slot in match.slots)
        wins = [slot.wins for slot in match.slots]
        played = "-".join(map(str, wins))
        if None in wins:  # why there were no games
            played = tr(_WHY[match.why]) if match.why in _WHY else "-"
        rows.append((_round_name(match), one, played, other))
    text = PageText(me).table(columns, rows)
    for place, match in enumerate(matches):
        where, first, score, second = text.lines[place]
        roles = [_role(match, slot, me) for slot in match.slots]
        if _is_own(match, me):
            where = Span(f"{signs.here} {where.text[2:]}", "key")
        line = (where, first._replace(role=roles[0]), score, second._replace(role=roles[1]))
        text.lines[place] = say(*line)
    return text


def _stacked(
    me: str, page: BracketPage, width: int, signs: Signs, rows: tuple[int, int]
) -> PageText | None:
    """Put those who have lost below the others, and the final at the right; None without room.

    Args:
        me: the player who reads.
        page: the championship.
        width: columns at most.
        signs: what the lines of the tree are made of.
        rows: how far the first matches are apart at most, and the lines in all.
    """
    told = [_expecting(page, form) for form in _FORMS]
    told += [_with_final(page, form) for form in _FORMS]
    for form, below in product((*told, page), (True, False)):
        drawn = _stacked_so(me, form, width, signs, rows, below=below)
        if drawn is not None:
            return drawn
    return None


def _stacked_so(
    me: str, page: BracketPage, width: int, signs: Signs, rows: tuple[int, int], *, below: bool
) -> PageText | None:
    """Stack a bracket whose unknown players are told of; its places lie below, or at the right."""
    apart, height = rows
    places = _places(PageText(me), page.places)
    room = height - (1 + len(places.lines)) * (below and bool(places.lines))
    names = _names_of_rounds(page)
    most = min(_EQUAL, max(names, default=0))
    equal = tuple(max(most, own) for own in names)
    joints, betweens = range(_LONGEST_JOINT, _JOINT - 1, -1), range(apart, _APART - 1, -1)
    spreads = [_Spread(*each[::-1]) for each in product((equal, names), joints, betweens)]
    parts = partial(_stacked_parts, me, page, width, signs, None if below else places)
    if not _fits(parts(_Spread(names=names)), width, room):
        return None
    spread = next(each for each in spreads if _fits(parts(each), width, room))
    airy = parts(spread._replace(blank=1))
    text = _around(airy if _fits(airy, width, room) else parts(spread), signs)
    return text.add(SILENCE).append(places) if below and places.lines else text


def _names_of_rounds(page: BracketPage) -> tuple[int, ...]:
    """Return the columns of the longest name of each round, of winners and losers alike."""
    longest = dict[int, int]()
    for match in page.matches:
        if match.side != "final":
            names = (cell_len(shown_name(slot.name) or _NOBODY) for slot in match.slots)
            longest[match.round] = max(longest.get(match.round, 0), *names)
    return tuple(longest[round] for round in sorted(longest))


class _Stacked(NamedTuple):
    """A bracket with those who have lost below the others."""

    left: PageText
    right: PageText
    """The final, and what stands below it."""
    ends: tuple[int, int] | None
    """The rows of the last matches of both sides."""
    whole: bool = True
    """Whether each side that is a tree is drawn as one."""


def _stacked_parts(
    me: str, page: BracketPage, width: int, signs: Signs, places: PageText | None, spread: _Spread
) -> _Stacked:
    """Draw both sides so far apart, and the final with the places, if they are at the right.

    A round of the winners and one of the losers have the same columns.
    """
    sides = _sides(me, page, width, signs, spread)
    ends = _last_rows(page, spread, len(sides.winners.lines))
    right = _part(me, page, _SIDES[-1], width, signs, spread._replace(blank=0))
    right.lines = list(map(_stripped, right.lines))
    if places is not None and places.lines:
        right.add(*[SILENCE] * _BELOW_FINAL).append(places)
    whole = all(_columns(rounds, spread)[-1].stop <= width for rounds in _trees(page))
    return _Stacked(sides.winners.append(sides.losers), right, ends, whole)


def _trees(page: BracketPage) -> list[list[list[BracketMatch]]]:
    """Return the rounds of the sides before the final, if they can be drawn as trees."""
    sides = ([each for each in page.matches if each.side == side] for side in _HALVES)
    rounds = [[list(same) for _, same in groupby(side, attrgetter("round"))] for side in sides]
    return [each for each in rounds if each and _is_tree(each)]


_BELOW_FINAL: Final = 2
"""Blank rows between the final and the places, besides the usual one."""


def _fits(stacked: _Stacked, width: int, height: int) -> bool:
    between = _BETWEEN if stacked.ends is None else 2 * _ARM
    return stacked.whole and stacked.left.fits(width - between - stacked.right.width, height)


def _around(stacked: _Stacked, signs: Signs) -> PageText:
    """Put the final at the right, joined to both sides if there is one match before it in each."""
    left, right, ends, _ = stacked
    if ends is not None and right.lines:
        upper, lower = ends
        middle, corner = (upper + lower) // 2, left.width + _ARM
        out = f"{signs.out}{signs.straight * (_ARM - 1)}"
        for y in range(upper, lower + 1):
            line = _stripped(left.lines[y]) if y in ends else left.lines[y]
            free = corner - sum(cell_len(span.text) for span in line)
            if y in ends:
                text = f"{signs.straight * free}{signs.top if y == upper else signs.bottom}"
            else:
                text = " " * free + (out if y == middle else signs.down)
            left.lines[y] = (*line, Span(text, "quiet"))
        below = PageText(left.me).add(*[SILENCE] * (middle - 1)).append(right)
        return left.beside(below, 0)
    above = (len(left.lines) - len(right.lines)) // 2
    return left.beside(PageText(left.me).add(*[SILENCE] * above).append(right), _BETWEEN)


def _last_rows(page: BracketPage, spread: _Spread, winners: int) -> tuple[int, int] | None:
    """Return the rows of the last matches of both sides, trees below each other; else None."""
    rounds = _trees(page)
    if len(rounds) != len(_HALVES):
        return None
    upper, lower = (1 + spread.blank + _last_top(side, spread.rows) for side in rounds)
    return upper, winners + lower


def _last_top(rounds: Sequence[Sequence[BracketMatch]], apart: int) -> int:
    """Return the row of the last match of a tree: each is level with the middle of two."""
    tops = [apart * place for place in range(len(rounds[0]))]
    for matches in rounds[1:]:
        if len(matches) != len(tops):
            pairs = zip(tops[::2], tops[1::2], strict=True)
            tops = [(upper + lower) // 2 for upper, lower in pairs]
    return tops[0]


class _Sides(NamedTuple):
    """The parts of a bracket."""

    winners: PageText
    losers: PageText
    final: PageText
    places: PageText


def _sides(me: str, page: BracketPage, width: int, signs: Signs, spread: _Spread) -> _Sides:
    winners, losers, final = (_part(me, page, side, width, signs, spread) for side in _SIDES)
    return _Sides(winners, losers, final, _places(PageText(me), page.places))


_ARM: Final = 2
"""Columns of a line before the corner to the final; with the corner, those after it."""
_EQUAL: Final = 18
"""The most columns for names for which all rounds are as wide: a score stays with its name."""
_BETWEEN: Final = 8
_NEAR: Final = 4
"""Columns between the sides of a bracket, and where they are few."""
_APART: Final = 3
_FURTHEST: Final = 9
"""Rows from a match of the first round to the next one, at least and at most."""
_JOINT: Final = 4
_LONGEST_JOINT: Final = 6
"""Columns between two rounds, at least and at most."""


class _Spread(NamedTuple):
    """How far the matches of a tree are apart."""

    rows: int = _APART
    joint: int = _JOINT
    names: tuple[int, ...] = ()
    """The least columns for a name, round by round."""
    blank: int = 0
    """Rows between the heads and the first match."""


def _part(
    me: str, page: BracketPage, side: tuple[str, Message], width: int, signs: Signs, spread: _Spread
) -> PageText:
    """Write a side of a bracket, if it has matches, and a blank line."""
    matches = [match for match in page.matches if match.side == side[0]]
    if not matches:
        return PageText(me)
    lines = _side(tr(side[1]), matches, me, width, signs, spread)
    return PageText(me).add(*lines, SILENCE)


def _state(page: BracketPage, me: str, width: int) -> Sentence:
    """Name the champion, or as many of the matches to play as fit, the reader's own first."""
    if page.champion:
        return tell("{name} is the champion", name=Span(shown_name(page.champion), "strong"))
    open_ones = (match for match in page.matches if match.state == "open")
    names = [[slot.name for slot in match.slots] for match in open_ones]
    pairs = [" - ".join(map(shown_name, pair)) for pair in sorted(names, key=lambda p: me not in p)]
    forms = (_to_play(pairs, count) for count in range(len(pairs), 1, -1))
    return fullest((*forms, _to_play(pairs, 1)), lambda form: cell_len(plain(form)), width)


def _to_play(pairs: Sequence[str], count: int) -> Sentence:
    """Name so many of the matches to play, and count the others."""
    named, others = ", ".join(pairs[:count]), len(pairs[count:])
    if others:
        named = tr("{matches}, and {n} more", matches=named, n=others)
    return tell("to be played: {matches}", matches=named)


def _side(
    title: str, matches: Sequence[BracketMatch], me: str, width: int, signs: Signs, spread: _Spread
) -> list[Sentence]:
    rounds = [list(same) for _, same in groupby(matches, key=attrgetter("round"))]
    columns = _columns(rounds, spread)
    if columns[-1].stop <= width and _is_tree(rounds):
        heads = _heads(title, rounds, columns)
        return [heads, *[SILENCE] * spread.blank, *_tree(rounds, columns, me, signs, spread)]
    lines = []
    for matches in rounds:
        lines.append(say(Span(tr("round {round}", round=matches[0].round), "quiet")))
        lines += [_match_line(match, me) for match in matches]
    return [say(Span(title, "quiet")), *lines]


def _heads(
    title: str, rounds: Sequence[Sequence[BracketMatch]], columns: Sequence[_Place]
) -> Sentence:
    """Name the side above its first round, and the others by their numbers."""
    canvas = _Canvas()
    first = columns[0].start
    canvas.put(0, first, title, "quiet")
    at = first + cell_len(title)
    for place, matches in zip(columns[1:], rounds[1:], strict=True):
        if at < place.start:
            final = matches[0].side == "final"
            told = tr(_SIDES[-1][1] if final else _ROUND, round=matches[0].round)
            start = max(place.start, at + _HEADS_APART)
            canvas.put(0, start, told, "quiet")
            at = start + cell_len(told)
    return canvas.lines()[0]


_ROUND: Final = N_("round {round}")
_HEADS_APART: Final = 3
"""The least columns between two heads."""


class _Place(NamedTuple):
    """The columns of a round."""

    start: int
    names: int
    """Columns for a name on a plate."""
    seeded: bool
    """Whether seeds are written; those of later rounds are known by then."""

    @property
    def stop(self) -> int:
        """The column behind its scores."""
        return self.start + (_SEED if self.seeded else 0) + self.names + _SCORE


_SEED: Final = 3
_SCORE: Final = 2
"""Columns of a seed with the blank behind it, and of a score with that before it."""
_NOBODY: Final = "..."


def _columns(rounds: Sequence[Sequence[BracketMatch]], spread: _Spread) -> list[_Place]:
    """Give each round as many columns as its longest name needs, or as those beside it have.

    A plate is no wider for long words about who may come to the other side.
    """
    places, after = list[_Place](), 0
    for matches in rounds:
        names = (shown_name(slot.name) or _NOBODY for match in matches for slot in match.slots)
        least = spread.names[len(places)] if len(places) < len(spread.names) else 0
        seeded = not places and matches[0].side != "final"
        own = max(map(cell_len, names))
        start = after + spread.joint if places else int(not seeded)
        places.append(_Place(start, max(own, min(least, _EQUAL)), seeded))
        after = places[-1].stop + max(0, least - places[-1].names)
    return places


def _is_tree(rounds: Sequence[Sequence[BracketMatch]]) -> bool:
    """Return whether each round is as large as the one before, or half as large."""
    counts = [len(matches) for matches in rounds]
    pairs = pairwise(counts)
    return all(after in (before, before / 2) for before, after in pairs)


class _Canvas:
    """Lines of text that are written piece by piece, from the left."""

    def __init__(self) -> None:
        self._rows: dict[int, list[tuple[int, Span]]] = {}

    def put(self, y: int, x: int, text: str, role: Role = "text") -> None:
        """Write a piece."""
        self._rows.setdefault(y, []).append((x, Span(text, role)))

    def lines(self) -> list[Sentence]:
        """Return the lines from the top."""
        return [self._line(y) for y in range(max(self._rows) + 1)]

    def _line(self, y: int) -> Sentence:
        spans, at = [], 0
        for x, span in sorted(self._rows.get(y, ()), key=lambda piece: piece[0]):
            spans += [Span(" " * (x - at)), span]
            at = x + cell_len(span.text)
        return say(*spans)


def _tree(
    rounds: Sequence[Sequence[BracketMatch]],
    columns: Sequence[_Place],
    me: str,
    signs: Signs,
    spread: _Spread,
) -> list[Sentence]:
    """Draw each match level with the middle of the two that lead to it."""
    canvas = _Canvas()
    tops = [spread.rows * place for place in range(len(rounds[0]))]
    for number, (place, matches) in enumerate(zip(columns, rounds, strict=True), 1):
        for top, match in zip(tops, matches, strict=True):
            for row, slot in enumerate(match.slots):
                canvas.put(top + row, *_on_plate(match, slot, place, me))
        if number < len(rounds):
            width = columns[number].start - place.stop
            joint = _Joint(place.stop, width, len(rounds[number]))
            tops = _join(canvas, joint, tops, signs)
    return canvas.lines()


class _Joint(NamedTuple):
    """The columns between two rounds."""

    x: int
    width: int
    after: int
    """The matches of the later round."""


def _join(canvas: _Canvas, joint: _Joint, tops: list[int], signs: Signs) -> list[int]:
    """Draw the lines to the next round, and return where its matches stand."""
    x, corner = joint.x + 1, joint.x + joint.width - 2
    if joint.after == len(tops):
        for top in tops:
            canvas.put(top, x, signs.straight * (joint.width - 2), "quiet")
        return tops
    across = signs.across * (joint.width - 3)
    middles = []
    for upper, lower in zip(tops[::2], tops[1::2], strict=True):
        middle = (upper + lower) // 2
        canvas.put(upper, x, f"{across}{signs.top}", "quiet")
        for y in range(upper + 1, lower):
            canvas.put(y, corner, signs.out if y == middle else signs.down, "quiet")
        canvas.put(lower, x, f"{across}{signs.bottom}", "quiet")
        middles.append(middle)
    return middles


def _on_plate(
    match: BracketMatch, slot: BracketSlot, place: _Place, me: str
) -> tuple[int, str, Role]:
    """Write a player on the plate of a match, which reaches a column to both sides of the text."""
    before = " " * (not place.seeded)
    role = _role(match, slot, me)
    seed = f"{slot.seed or '':>2} " if place.seeded else ""
    name = set_cell_size(shown_name(slot.name) or _NOBODY, place.names)
    text = f"{before}{seed}{name} {'' if slot.wins is None else slot.wins:>1} "
    if match.side == "final" and all(each.wins is None for each in match.slots):
        text = text[:-_SCORE]  # there may be no room for scores
    return place.start - len(before), text, _PLATES.get(role, role)


_PLATES: Final[Mapping[Role, Role]] = {
    "text": "plate",
    "strong": "plate-strong",
    "quiet": "plate-quiet",
}
"""How text looks on a plate."""


def _role(match: BracketMatch, slot: BracketSlot, me: str) -> Role:
    if _is_own(match, me):
        return "selected"
    if slot.name and slot.name in (me, match.winner):
        return "strong"
    return "quiet" if match.winner or not slot.seed else "text"


def _match_line(match: BracketMatch, me: str) -> Sentence:
    one, other = (
        Span(shown_name(slot.name) or _NOBODY, _role(match, slot, me)) for slot in match.slots
    )
    wins = [slot.wins for slot in match.slots]
    score = "-" if None in wins else " - ".join(map(str, wins))
    why = f"  ({tr(_WHY[match.why])})" if match.why in _WHY else ""
    return say("  ", one, f" {score} ", other, Span(why, "quiet"))


def _places(text: PageText, places: Sequence[PlaceLine]) -> PageText:
    """List the places that are decided, with the points for the year."""
    if not places:
        return text
    columns = [Column(tr(C_("head of a column", "place")), "right"), Column("")]
    if any(line.points for line in places):
        columns.append(Column(tr(C_("head of a column", "year points")), "right", "strong"))
    rows = [(str(line.place), line.name, str(line.points))[: len(columns)] for line in places]
    return text.table(columns, rows)


async def _bracket(league: League, words: list[str]) -> Sheet:
    if words[1:]:
        raise ValueError(words)
    page = await league.bracket("".join(words))
    return Sheet(
        lambda look: bracket_page(page, look.me, look.width, look.signs, look.height), page
    )


async def _championships(league: League) -> Issues:
    ids = [[page.id] for page in await league.championships()]
    told = N_("No championship has been held yet.")
    none = PageText().add(say(Span(tr(told), "strong")), SILENCE, tell(_HOW_HELD))
    return Issues(ids, lambda _: none, N_("no championship yet"), lambda: about_seasons()[:-1])


_HOW_HELD: Final = N_("the best of a season play it: two defeats, and you are out")


async def _year(league: League, words: list[str]) -> Sheet:
    if words[1:] or not all(word.isdecimal() and len(word) == 4 for word in words):
        raise ValueError(words)
    page = await league.year(int(words[0]) if words else None)
    return Sheet(lambda look: year_page(page, look))


async def _years(league: League) -> Issues:
    years = sorted({season.year for season in await league.seasons()}, reverse=True)
    return Issues([[str(year)] for year in years] or [[]])


PAGES: Final = (
    Page(
        "bracket",
        N_("bracket [CHAMPIONSHIP], such as 2026-clubs or 2026-world"),
        N_("the championship"),
        _bracket,
    ),
    Page("year", N_("year [YEAR]"), N_("the table of a year"), _year),
)
TABS: Final = (
    Tab(
        C_("a list of the league", "championship"),
        N_("Lose two matches and you are out"),
        _bracket,
        _championships,
        beside="best",
    ),
    Tab(
        C_("a list of the league", "year"),
        N_("The World Championship follows the last season"),
        _year,
        _years,
        beside="now",
        below="current",
    ),
)
