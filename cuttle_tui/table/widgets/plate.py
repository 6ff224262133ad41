"""Draw the plate at the end of a game: who won and how, the scores turn by turn, the numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.forms import fullest
from cuttle_tui.drawing.graph import (
    GROUND,
    Area,
    Series,
    draw_area,
    draw_ground,
    draw_ticks,
    draw_values,
)
from cuttle_tui.drawing.layout import Phone, Plan, TileSize
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.race import Run, draw_race
from cuttle_tui.drawing.rail import FieldSize, Lane, has_room, point_widths
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, sentence_width, wrap
from cuttle_tui.drawing.stack import Rows, Stack, Step, late, spelled, stack, steps, within
from cuttle_tui.drawing.tile_rows import draw_field
from cuttle_tui.drawing.tiles import colon, crown, draw_back, numerals
from cuttle_tui.i18n.translation import SILENCE, Role, Sentence, Span, say
from cuttle_tui.kit.zone import Hotspot, Zone
from cuttle_tui.table.view_model import PlateModel, PlateSeat
from engine.cards import value_of

if TYPE_CHECKING:
    from cuttle_tui.coach.words import AnalysisModel

_NAME: Final = 16
"""The most columns of a name."""
_BEFORE_GRAPH: Final = 13
"""The least columns for a name and what is below it."""
_GAP: Final = 3
_BESIDE: Final = 2
"""Columns between what belongs together."""
_CHIP: Final = TileSize(3, 1)
"""The back beside a name."""
_LOWER, _UPPER = "▄", "▀"
"""The halves of a row, where fills show."""
_HIGHEST_GOAL: Final = 21
_FULL_WIDTH_TURNS: Final = 8
"""A graph of fewer turns does not fill its room."""
_FIGURES: Final = (10, 5, 3)
"""The rows of the score in figures."""
_CELLED: Final = 5
"""The least where figures are of whole cells."""
_IN_LANES: Final = {3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}
"""The rows of the figures beside the graphs of more seats, by the rows of a graph."""
_LEAST_GRAPH: Final = 48
"""The least columns of a graph beside which there are figures."""
_ALL_GRAPHS: Final = 24
"""The most rows of all graphs."""

_WHOLE: Final = stack(
    """over-all head=1 how over-figures figures names under-figures over-graphs graph=1 field gap
    turns under-graphs counts=1 coach first stakes others talk under-all""",
    """graph 2; coach *; stakes *; figures 3; under-all 1; turns 1 & graph 1; over-figures 1;
    first *; others *; under-figures 1; over-figures 2; over-graphs 1 & graph 1;
    under-graphs 1 & graph 1; gap 1 & graph 1; graph 3; graph 4; field 4;
    figures 5; over-all 1; graph 5; field 5; graph 6; figures 10; field 6; graph 7; graph 8;
    graph 9; graph 10; graph 11; over-all 2; under-all 2; over-all 3""",
    rest="under-all",
)
"""The parts of a plate, and which of them grow first; graphs and fields once for each seat."""
_UPRIGHT: Final = replace(
    _WHOLE,
    least={"counts": 1, "head": 1},
    grow=(
        *steps(
            """names 1 & figures 3; coach *; stakes *; graph 1; first *; graph 2;
            turns 1 & graph 1; under-graphs 1; over-figures 2; under-figures 1;
            others *"""
        ),
        *_WHOLE.grow,
    ),
)
"""The same for a phone held upright, where the names stand below the score."""
_ACROSS: Final = replace(
    _WHOLE,
    least={"graph": 1, "counts": 1},
    grow=steps(
        """graph 2; coach *; stakes *; first *; turns 1; gap 1; graph 3; graph 4; head 1; field 4;
        over-all 1; graph 5; field 5; graph 6"""
    ),
)
"""The same for a phone held across: the bar says who won."""
_PLATES: Final[dict[Phone, Stack]] = {None: _WHOLE, "upright": _UPRIGHT, "across": _ACROSS}
_CELLED_FIRST: Final[dict[Phone, tuple[Step, ...]]] = {
    None: steps("turns 1; coach *; stakes *; figures 5; under-figures 1"),
    "upright": steps(
        """names 1 & figures 5; coach *; stakes *; turns 1 & graph 1; under-figures 1; first *;
        over-figures 1"""
    ),
    "across": steps("turns 1"),
}
"""What grows first in whole cells."""
_CELLED_GRAPH: Final = 3
"""The least rows of a graph of whole cells; lower ones are numbers, which say more."""
_COACH_ROWS: Final[dict[Phone, int]] = {None: 1, "upright": 2, "across": 1}
_TALK_ROWS: Final = 3
"""The most rows of what was said since the end."""


class Plate(Zone["PlateModel | AnalysisModel | None"]):
    """The zone of the plate, in place of the fields."""

    def draw(
        self, model: PlateModel | AnalysisModel | None, plan: Plan, sheet: Sheet
    ) -> list[Spot]:
        if isinstance(model, PlateModel):
            model = replace(model, talk=()) if plan.log else model  # the log beside it tells it
            rows = draw_plate(
                sheet, plan.first, plan.stop, model, self.paint.glyphs, phone=plan.phone
            )
            key = "" if model.coach is None else model.coach.key
            if key:
                self.keyspots += [Hotspot(plan.first, plan.stop, key, y) for y in rows]
        return []

    def ply_at(self, x: int, y: int) -> int | None:
        """Return the ply that a cell stands for: none on the plate of a game."""
        return None


class GraphRows(NamedTuple):
    """How many rows each seat's graph, field and gap take, and the figures beside a graph."""

    graph: int
    field: int
    """With a blank row above; 0 to leave the fields out."""
    gap: int
    figures: int = 0
    turns: int = 1
    """Of the numbers of the turns below the graphs."""

    @property
    def low(self) -> bool:
        """Whether beside a graph there is room for the name and the total only."""
        return self.graph <= 2


def draw_plate(
    sheet: Sheet,
    first: int,
    stop: int,
    model: PlateModel,
    glyphs: Glyphs,
    *,
    phone: Phone = None,
    alone: bool = False,
) -> range:
    """Draw the plate between two columns, over all rows of a sheet; return the coach's rows.

    Alone, without a bar below it that says the same, it says how the game was won in a row of its
    own.
    """
    sheet.grounds[:] = ["band"] * sheet.height
    model = _with_tally(model, stop - first, glyphs)
    talk = [row for line in model.talk for row in wrap(line, stop - first, glyphs)][-_TALK_ROWS:]
    facts, (at, of) = _shared(model, stop - first, sheet.height, len(talk), glyphs, phone, alone)
    if of["head"]:  # the gold number with its crown says who won
        title = () if of["figures"] and model.verdict else model.title
        _head(sheet, first, stop, at["head"], replace(model, title=title), glyphs)
    if of["how"]:
        put_sentence(sheet, first, at["how"], model.how, glyphs, fore="quiet", stop=stop)
    if of["figures"]:
        _score(sheet, first, stop, model, Rows(at, of), glyphs)
    if of["head"]:
        _caption(sheet, stop, at["head"], model)
    if of["graph"]:
        figures = _figures_in_lanes(model, stop - first, of["graph"], glyphs)
        lanes = GraphRows(of["graph"], of["field"], of["gap"], figures, of["turns"])
        draw_graphs(sheet, first, stop, at["graph"], model, glyphs, lanes)
    end = _counts(sheet, first, stop, at["counts"], model, glyphs)
    edge = stop - cell_len(model.caption)
    if not of["head"] and end <= edge:
        sheet.put(edge, at["counts"], model.caption, "quiet")
    coach = _draw_facts(sheet, first, stop, facts, Rows(at, of), _fact_column(model), glyphs)
    for row, line in enumerate(talk, at["talk"]):
        put_sentence(sheet, first, row, line, glyphs, fore="key", stop=stop)
    return coach


def _with_tally(model: PlateModel, width: int, glyphs: Glyphs) -> PlateModel:
    """Put what was won so far behind the counts, if all of that fits."""
    told = [fact for fact in model.facts if fact[0] == model.tally]
    counts = (*model.counts, *(say(Span(label, "quiet"), " ", forms[0]) for label, forms in told))
    room = width - _BESIDE * (len(counts) - 1)
    if not told or sum(sentence_width(count, glyphs) for count in counts) > room:
        return model
    facts = tuple(fact for fact in model.facts if fact not in told)
    return replace(model, counts=counts, facts=facts)


Fact = tuple[str, list[Sentence]]
"""A label, and the rows of what it says."""
Facts = dict[str, list[Fact]]
"""The facts of each part."""


def _draw_facts(
    sheet: Sheet, first: int, stop: int, facts: Facts, rows: Rows, column: int, glyphs: Glyphs
) -> range:
    """Write the facts that have rows, what they say from a column on; return the coach's rows."""
    coach = range(0)
    for part, told in facts.items():
        y, end = rows.at[part], rows.at[part] + rows.of[part]
        for label, lines in told:
            if y + len(lines) > end:
                break
            sheet.put(first, y, label, "quiet")
            for row, line in enumerate(lines, y):
                put_sentence(sheet, first + column, row, line, glyphs, stop=stop)
            coach = range(y, y + len(lines)) if part == "coach" else coach
            y += len(lines)
    return coach


def _shared(
    model: PlateModel, width: int, height: int, talk: int, glyphs: Glyphs, phone: Phone, alone: bool
) -> tuple[Facts, Rows]:
    """Share the rows: facts stand beside each other where they have no room below each other."""
    seats, plate = len(model.seats), _PLATES[phone]
    lie = any(seat.points or seat.royals for seat in model.seats)
    figures = _largest_figures(model, width, glyphs, phone) if seats == 2 else 0
    most = {"graph": _ALL_GRAPHS // seats, "figures": figures}
    most |= {} if lie else {"field": 0}
    most |= {"over-figures": 1} if glyphs.celled else {}  # the crown is beside a name there
    most |= {} if figures else {"names": 0, "over-figures": 0, "under-figures": 0}
    times = {"graph": seats, "field": seats, "gap": seats - 1}
    least = {**plate.least, "talk": talk, "how": int(alone)}
    ways = (_facts(model, width, glyphs, phone, whole=whole) for whole in (True, False))
    room = width - _fact_column(model)
    for facts in (way for told in ways for way in (told, _paired(told, room, glyphs))):
        texts = {part: [len(lines) for _, lines in told] for part, told in facts.items()}
        grow = within(spelled(_grown(phone, glyphs), texts), most)
        rows = replace(plate, least=least, grow=grow, times=times).rows(height)
        parted = rows.of["gap"] or phone == "upright"
        if parted and all(rows.of[part] == sum(texts[part]) for part in texts):
            break
    return facts, rows


def _grown(phone: Phone, glyphs: Glyphs) -> tuple[Step, ...]:
    """Return how the parts of a plate grow.

    Figures and graphs of whole cells have their least at once, these with a blank row between
    them, and a blank row for a crown above those last.
    """
    grow = _PLATES[phone].grow
    if not glyphs.celled:
        return grow
    raised = (
        tuple((part, max(rows, _CELLED) if part == "figures" else rows) for part, rows in step)
        for step in late(grow, ("over-figures",))
        if ("graph", 2) not in step
    )
    parted = ((*step, ("gap", 1)) if ("graph", _CELLED_GRAPH) in step else step for step in raised)
    return *_CELLED_FIRST[phone], *parted


def _largest_figures(model: PlateModel, width: int, glyphs: Glyphs, phone: Phone) -> int:
    """Return the rows of the largest figures with room for the names beside them, or below.

    In letters low figures are thin: names, which stand beside the graphs too, are cut instead.
    """
    below = "names" in dict(_PLATES[phone].grow[0])
    if below and not model.verdict:
        return 0
    longest = 0 if glyphs.lettered else max(cell_len(seat.name) for seat in model.seats)
    names = 0 if below else max(_FULL_WIDTH_TURNS, min(_NAME, longest))

    def columns(rows: int) -> int:
        figures = max(len(_numerals(seat, rows, glyphs)[0]) for seat in model.seats)
        return 2 * (figures + 2 * _GAP + names) + len(colon(rows, glyphs)[0])

    return fullest(_FIGURES, columns, width)


def _fact_column(model: PlateModel) -> int:
    """Return how far right of the labels the facts begin."""
    labels = [label for label, _ in model.facts]
    if model.coach is not None:
        labels.append(model.coach.label)
    return max(map(cell_len, labels), default=0) + _BESIDE


def _facts(model: PlateModel, width: int, glyphs: Glyphs, phone: Phone, *, whole: bool) -> Facts:
    """Write each fact in the fullest form that has room; `whole`: in no brief one, but more rows.

    The coach has the same rows before it is known what it says, and without that.
    """
    room = width - _fact_column(model)
    told = []
    for place, (label, forms) in enumerate(model.facts):
        brief = place > model.stakes and len(forms) > 1
        fuller = forms[:-1] if brief and whole else forms
        form = fullest(fuller, lambda form: sentence_width(form, glyphs), room)
        told.append((label, wrap(form, room, glyphs, "")))
    facts = {"first": told[:1], "stakes": told[1 : 1 + model.stakes]}
    facts["others"] = told[1 + model.stakes :]
    if model.coach is None:
        return facts
    count = _COACH_ROWS[phone]
    said = [wrap(form, room, glyphs, "") for form in model.coach.forms or (SILENCE,)]
    lines = [*fullest(said, len, count), *[SILENCE] * count][:count]
    return {"coach": [(model.coach.label, lines)], **facts}


def _paired(facts: Facts, room: int, glyphs: Glyphs) -> Facts:
    """Put facts of a row beside each other, two in a row, as far as they fit; not beside stakes."""
    alone = facts["first"] if facts["stakes"] else []
    paired: list[Fact] = []
    for label, lines in [*facts["first"], *facts["others"]][len(alone) :]:
        if paired and len(lines) == len(paired[-1][1]) == 1:
            before, (above,) = paired[-1]
            beside = say(above, " " * _GAP, Span(label, "quiet"), " " * _BESIDE, lines[0])
            if sentence_width(beside, glyphs) <= room:
                paired[-1] = before, [beside]
                continue
        paired.append((label, lines))
    told = [*alone, *paired]
    return facts | {"first": told[:1], "others": told[1:]}


def draw_graphs(
    sheet: Sheet, first: int, stop: int, y: int, model: PlateModel, glyphs: Glyphs, rows: GraphRows
) -> None:
    """Draw the scores of all seats turn by turn."""
    frame = _Frame(sheet, first, stop, model, glyphs, rows)
    for seat in model.seats:
        _graph(frame, y, seat)
        tall, below = rows.field, y + rows.graph + 1
        size = TileSize(tall + 1, tall - 1)
        if tall and not _raced(frame, below, seat, size):
            x, stop = frame.left, frame.stop
            draw_field(frame.sheet, x, stop, below, size, seat.points, seat.royals, frame.glyphs)
        y += sum(rows[:3])
    y -= rows.gap
    if rows.turns:
        model, x = frame.model, frame.left
        frame.sheet.put(x - 1 - cell_len(model.turn), y, model.turn, "quiet")
        stop, turns = x + _graph_width(frame.stop - x, model), len(model.seats[0].scores) - 1
        if frame.numbered:
            draw_values(frame.sheet, x, stop, y, range(turns + 1), "quiet", None)
        else:
            draw_ticks(frame.sheet, x, stop, y, turns)


class _Frame(NamedTuple):
    """Where the graphs are drawn, between two columns."""

    sheet: Sheet
    first: int
    stop: int
    model: PlateModel
    glyphs: Glyphs
    rows: GraphRows

    @property
    def numbered(self) -> bool:
        """Whether the scores are written, turn by turn, instead of drawn."""
        return self.glyphs.celled and self.rows.graph < _CELLED_GRAPH

    @property
    def tight(self) -> bool:
        """Whether a total stands beside its name: low graphs touch, or have a single row."""
        rows = self.rows
        return (rows.graph == 1 and self.glyphs.celled) or (rows.graph == 2 and not rows.gap)

    @property
    def left(self) -> int:
        """The first column of the graphs, right of the figures, or of the totals beside names."""
        seats, tight = self.model.seats, self.tight
        totals = max(sentence_width(seat.total, self.glyphs) for seat in seats) + _BESIDE
        return self.named + (totals - _GAP) * tight + self.figured

    @property
    def named(self) -> int:
        """The first column right of the names."""
        return self.first + _label_width(self.model)

    @property
    def figured(self) -> int:
        """The columns of the figures beside the graphs, with blank ones."""
        return _lane_figures(self.model, self.rows.figures, self.glyphs)


def _lane_figures(model: PlateModel, large: int, glyphs: Glyphs) -> int:
    """Return the columns of figures of so many rows beside the graphs, with blank ones."""
    if not large:
        return 0
    widest = max(len(_numerals(seat, large, glyphs)[0]) for seat in model.seats)
    return widest + 2 * _BESIDE


def _figures_in_lanes(model: PlateModel, width: int, tall: int, glyphs: Glyphs) -> int:
    """Return the rows of the figures beside the graphs of more than two seats; 0 without room."""
    large = _IN_LANES.get(tall, 0) if len(model.seats) > 2 else 0
    room = width - _label_width(model) - _lane_figures(model, large, glyphs)
    return large if room >= _LEAST_GRAPH else 0


def _numerals(seat: PlateSeat, large: int, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the last score of a seat in figures of so many rows."""
    return numerals(max(0, seat.scores[-1]), large, glyphs)


def _raced(frame: _Frame, y: int, seat: PlateSeat, size: TileSize) -> bool:
    """Draw the final field of a seat as a race, if those of all have room as such."""
    first, glyphs = seat.goals[0], frame.glyphs
    lane = Lane(frame.left, frame.stop, y, size.height, 0, first, size.width)
    sizes = [
        FieldSize(
            max(0, one.goals[-1]),
            one.goals[0],
            tuple(value_of(face.card) for face in one.points),
            len(one.royals),
        )
        for one in frame.model.seats
    ]
    for each in point_widths(first, frame.stop - frame.left):
        lane = replace(lane, each=each)
        if all(has_room(lane, size) for size in sizes):
            run = Run(seat.points, seat.royals, max(0, seat.goals[-1]))
            return draw_race(frame.sheet, lane, run, glyphs) is not None
    return False


def _head(sheet: Sheet, first: int, stop: int, y: int, model: PlateModel, glyphs: Glyphs) -> None:
    """Say who won, before it how that is for the reader."""
    title = tuple(span._replace(role="strong") for span in model.title)
    verdict = cell_len(str(model.verdict)) + _BESIDE + _GAP
    told = model.verdict and verdict + sentence_width(title, glyphs) <= stop - first
    x = first
    if told and glyphs.fills:  # on a tile
        fore, ground = ("alarmink", "alarm") if model.lost else ("selink", "sel")
        x = sheet.put(x, y, f" {model.verdict} ", fore, ground=ground, bold=True) + _GAP
    elif told:
        x = sheet.put(x, y, str(model.verdict), bold=True) + _GAP
    put_sentence(sheet, x, y, title, glyphs, stop=stop)


def _caption(sheet: Sheet, stop: int, y: int, model: PlateModel) -> None:
    """Say at the right under which rules the game was and when, or when, where that is free."""
    for text in (model.caption, model.caption.rpartition(", ")[2]):
        x = stop - cell_len(text)
        if all(sheet.at(free, y)[0] == " " for free in range(max(0, x - _GAP), stop)):
            sheet.put(x, y, text, "quiet")
            return


def _score(
    sheet: Sheet, first: int, stop: int, model: PlateModel, rows: Rows, glyphs: Glyphs
) -> None:
    """Draw the score in large figures, the reader's first, a crown above that of who won.

    They are in the middle, on a ground that is dark in every theme. The names stand beside them,
    or below where they have a row there.
    """
    y, large, below = rows.at["figures"], rows.of["figures"], rows.of["names"]
    if glyphs.fills:
        _score_ground(sheet, first, stop, rows, glyphs)
    theirs, mine = model.seats
    dots = colon(large, glyphs)
    numbers = [_numerals(seat, large, glyphs) for seat in (mine, theirs)]
    wide = [len(lines[0]) for lines in numbers]
    free = stop - first - sum(wide) - len(dots[0]) - 2 * _GAP
    room = min(_NAME, free // 2 - _GAP)
    names = [fitted(seat.name, room if not below else _NAME) for seat in (mine, theirs)]
    if glyphs.celled:
        sign = crown(glyphs)[-1]
        pairs = zip(names, (mine, theirs), strict=True)
        names = [f"{sign} {name}" if seat.won else name for name, seat in pairs]
    beside = [0 if below else cell_len(name) + _GAP for name in names]
    left = first + (free - sum(beside)) // 2 + beside[0]
    colon_at = left + wide[0] + _GAP
    right = colon_at + len(dots[0]) + _GAP
    _figures(sheet, colon_at, y, dots, "tgt" if glyphs.fills else "quiet", glyphs)
    edges = (first, colon_at - 1), (right, stop)
    for place, (seat, x) in enumerate(((mine, left), (theirs, right))):
        name, fore, width = names[place], _gold(seat, model, glyphs), wide[place]
        _figures(sheet, x, y, numbers[place], fore, glyphs)
        if seat.won and rows.of["over-figures"] and not glyphs.celled:
            _crown(sheet, x, y - 1, width, fore, glyphs)
        at = x - beside[0] if not place else x + width + _GAP
        if below:
            start, end = edges[place]
            at = max(start, min(x + (width - cell_len(name)) // 2, end - cell_len(name)))
        _figures(sheet, at, y + large - (not below), (name,), fore, glyphs, bold=True)


def _crown(sheet: Sheet, x: int, y: int, width: int, fore: str, glyphs: Glyphs) -> None:
    """Draw a crown above a number, half a row from it, if nothing is written there.

    It is on the ground of the number: gold is hardly seen on light felt.
    """
    lines = tuple(f" {line} " for line in crown(glyphs))
    x += (width - len(lines[0])) // 2
    if all(sheet.at(x + column, y - 1)[0] == " " for column in range(len(lines[0]))):
        _figures(sheet, x, y - 1, lines, fore, glyphs)


def _score_ground(sheet: Sheet, first: int, stop: int, rows: Rows, glyphs: Glyphs) -> None:
    """Fill the ground of the figures, which reaches half a row into the blank ones around."""
    at, of = rows
    if glyphs.celled:
        over, rows_of_text = of["over-figures"], of["figures"] + of["names"]
        sheet.fill(first, at["figures"] - over, stop - first, over + rows_of_text, GROUND)
        return
    if of["over-figures"]:
        sheet.put(first, at["figures"] - 1, _LOWER * (stop - first), GROUND)
    sheet.put(first, at["under-figures"], _UPPER * (stop - first) * of["under-figures"], GROUND)
    sheet.fill(first, at["figures"], stop - first, of["figures"] + of["names"], GROUND)


def _is_won(model: PlateModel) -> bool:
    return any(seat.won for seat in model.seats)


def _gold(seat: PlateSeat, model: PlateModel, glyphs: Glyphs) -> str:
    """Return the colour of the figures of a seat, that of its graph: gold if it won."""
    if not glyphs.fills:
        return "goalink" if seat.won else "quiet" if _is_won(model) else "ink"
    return "sel" if seat.won else "paper"


def _figures(
    sheet: Sheet,
    x: int,
    y: int,
    lines: tuple[str, ...],
    fore: str,
    glyphs: Glyphs,
    *,
    bold: bool = False,
) -> None:
    """Draw figures, or what stands beside them, on the ground of a graph where fills show."""
    ground = GROUND if glyphs.fills else None
    for row, line in enumerate(lines, y):
        sheet.put(x, row, line, fore, ground=ground, bold=bold or glyphs.lettered)


def _label_width(model: PlateModel) -> int:
    """Return the columns of the names, apart from what is beside them."""
    names = (min(_NAME, cell_len(seat.name)) for seat in model.seats)
    return max(_BEFORE_GRAPH, _BESIDE + max(names) + _GAP + 1)


def _graph(frame: _Frame, y: int, seat: PlateSeat) -> None:
    """Draw the name and the total of a seat, and beside them its score turn by turn."""
    sheet, first, stop, model, glyphs, rows = frame
    x, named = frame.left, first + _BESIDE
    area = _area(frame, y)
    if frame.numbered:
        sheet.fill(x, y, stop - x, rows.graph, GROUND)
        fore = _gold(seat, model, glyphs)
        draw_values(sheet, x, x + area.width, y + rows.graph - 1, seat.scores, fore, GROUND)
    else:
        beyond = replace(area, x=x + area.width, width=stop - x - area.width)
        draw_ground(sheet, beyond, glyphs, seat.goals[-1])
        draw_area(sheet, area, Series(seat.scores, seat.goals), glyphs, won=seat.won)
    _beside_graph(frame, y, seat)
    y += (rows.graph - 1) * frame.tight
    if seat.won:
        sheet.put(first, y, glyphs.turn, "key", bold=True)
    lost = not seat.won and _is_won(model)
    end = sheet.put(named, y, fitted(seat.name, _NAME), "quiet" if lost else "ink", bold=True)
    total = _total(seat, model)
    before = x - _BESIDE - sentence_width(seat.total, glyphs)  # where it stands beside the name
    free = (before if frame.tight else frame.named) - end - 1
    if seat.back and not glyphs.edges and rows.graph > 1 and free > _CHIP.width:
        draw_back(sheet, end + 1, y, _CHIP, glyphs.wearing(seat.back))
    if frame.tight:
        put_sentence(sheet, before, y, total, glyphs, fore="quiet", stop=x)
    elif rows.graph == 1:
        put_sentence(sheet, max(end + 1, x - _GAP), y, total[:1], glyphs, stop=x)
    else:
        room = frame.named - named - 1
        told = (total, *(say(Span(text, "quiet")) for text in seat.did if cell_len(text) <= room))
        for row, line in enumerate(told[: rows.graph - 1], y + 1):
            put_sentence(sheet, named, row, line, glyphs, fore="quiet")


def _area(frame: _Frame, y: int) -> Area:
    """Return where a graph is drawn."""
    model, rows = frame.model, frame.rows
    width = _graph_width(frame.stop - frame.left, model)
    top = max(_HIGHEST_GOAL, *(score for seat in model.seats for score in seat.scores))
    return Area(frame.left, y, width, rows.graph, top, low=rows.low)


def _total(seat: PlateSeat, model: PlateModel) -> Sentence:
    """Return the total of a seat: in gold if it won, quiet if another did."""
    if not any(other.won for other in model.seats):
        return seat.total
    role: Role = "won" if seat.won else "quiet"
    return tuple(span._replace(role=role) if span.role == "strong" else span for span in seat.total)


def _beside_graph(frame: _Frame, y: int, seat: PlateSeat) -> None:
    """Draw the score of a seat in large figures between its name and its graph."""
    sheet, large, glyphs = frame.sheet, frame.rows.figures, frame.glyphs
    tall = frame.rows.graph
    if not large:
        return
    if glyphs.fills:
        sheet.fill(frame.named, y, frame.figured, tall, GROUND)
    lines = _numerals(seat, large, glyphs)
    x = frame.left - _BESIDE - len(lines[0])
    _figures(sheet, x, y + (tall - large) // 2, lines, _gold(seat, frame.model, glyphs), glyphs)


def _graph_width(room: int, model: PlateModel) -> int:
    """Return the columns of the turns: in a very short game not all there are."""
    turns = len(model.seats[0].scores) - 1
    return room if turns <= 0 else room * min(turns, _FULL_WIDTH_TURNS) // _FULL_WIDTH_TURNS


def _counts(sheet: Sheet, first: int, stop: int, y: int, model: PlateModel, glyphs: Glyphs) -> int:
    """Put the counts side by side, as many as fit; return the column after them and a gap."""
    wide, gaps = sum(sentence_width(count, glyphs) for count in model.counts), len(model.counts) - 1
    gap = fullest((_GAP, _BESIDE), lambda gap: wide + gap * gaps, stop - first)
    x = first
    for count in model.counts:
        if x + sentence_width(count, glyphs) > stop:
            break
        x = put_sentence(sheet, x, y, count, glyphs, stop=stop) + gap
    return x
