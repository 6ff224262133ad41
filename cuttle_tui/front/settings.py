"""Show the settings with sample cards, and choose one of several kept games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from cuttle_tui.drawing.faces import Face, Spot, Tile
from cuttle_tui.drawing.fronts import ROOMY, panel_width, with_smaller_head
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, put_sentence
from cuttle_tui.drawing.tile_rows import draw_chips
from cuttle_tui.drawing.tiles import draw_back, draw_tile
from cuttle_tui.front import settings_words as wording
from cuttle_tui.front.new_table import ROW_CLICKS
from cuttle_tui.front.settings_words import SAMPLE
from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Sentence,
    Span,
    card_span,
    counted,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.board import BoardModel, BoardSeat, rows_with_pips
from cuttle_tui.kit.drawn import USUALLY_DRAWN
from cuttle_tui.kit.heads import Title
from cuttle_tui.kit.keymap import (
    BAR_CLICKS,
    SPARE,
    Command,
    Intent,
    Pointing,
    Section,
    Sections,
    by,
    fields,
    to,
)
from cuttle_tui.kit.layouts import Regions, list_regions
from cuttle_tui.kit.list_screen import MENU_ZONES, MOVE, ListScreen, Menu, MenuRoom, name_head
from cuttle_tui.kit.lists import ListModel, Row, RowList, choice_row, heads_of, line_row
from cuttle_tui.kit.names import CARDS
from cuttle_tui.kit.screen import BACK, Gate
from cuttle_tui.kit.text_types import PanelBlock, PanelModel, called
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ladder import earned_backs
from cuttle_tui.ports import HomeLobby, LobbyError, SavedGame
from cuttle_tui.preferences import FIELDS, LABELS, SaveError, Settings, reset, stepped
from cuttle_tui.rules.book import rules_in_short
from cuttle_tui.rules.panels import named_rules
from cuttle_tui.rules.samples import cards_named
from cuttle_tui.table.small_board import board_of
from cuttle_tui.table.words.status_notes import FROZEN_BRIEFLY
from cuttle_tui.worn import EARNED
from engine.cards import parse_card


class SavedGamesScreen(ListScreen):
    """The kept games, the one played last first; enter resumes one."""

    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = MENU_ZONES

    def __init__(self, paint: PaintContext, lobby: HomeLobby) -> None:
        super().__init__(paint, Menu(choose=self._choose, room=self._room_wanted))
        self._lobby = lobby
        self._games: tuple[SavedGame, ...] = ()

    def plan(self, width: int, height: int) -> Plan | None:
        """Return the plan for a size, with rows for the table beside the list."""
        plan = super().plan(width, height)
        return plan and with_smaller_head(plan)

    def _room_wanted(self) -> MenuRoom:
        """Count the games, and below their heads the rows of a table that is drawn under them."""
        plan = self.plan(*self.app.size)
        if plan is None or plan.phone or not panel_width(plan):
            return MenuRoom(len(self._games))
        tables = filter(None, map(_table_of, self._games))
        return MenuRoom(len(self._games) + 1 + max(map(rows_with_pips, tables), default=0))

    def on_mount(self) -> None:
        self._read()
        self._show()

    def _read(self) -> None:
        self._games = self._lobby.saved()
        self.menu.entries = tuple(map(wording.saved_game_entry, self._games))
        self._focus = max(0, min(self._focus, len(self._games) - 1))

    def _show(self, why: Sentence = SILENCE) -> None:
        band = wording.saved_band(self._games)
        self._panel, self._under = self._beside()
        prompt = wording.saved_prompt(empty=not self._games, why=why)
        heads = heads_of(tuple(map(str, wording.GAME_HEADS)), wording.GAME_COLUMNS)
        cells = map(wording.game_cells, self._games)
        rows = [line_row(each, wording.GAME_COLUMNS, {1: each[1]}) for each in cells]
        self.show_menu(name_head(), band, prompt, rows, heads)

    def _beside(self) -> tuple[PanelModel, PanelModel]:
        """Return the rules of the game in focus, and how it stands, else what each card does."""
        cards = cards_named(self.cuttle.ruleset.name)
        if not self._games:
            return (), cards
        game = self._games[self._focus]
        if game.problem is not None:
            return (PanelBlock(tr("broken file"), wording.broken_lines(game)),), cards
        cards = cards_named(game.ruleset)
        table = _table_of(game)
        stands = () if table is None else (PanelBlock("", (), drawn=table),)
        told = PanelBlock(game.when, (say(wording.turn_text(game)),))
        short = rules_in_short(game.ruleset)
        rules = (PanelBlock(tr("rules"), short),) if short else ()
        goal = named_rules(game.ruleset)[1:]
        return (told, *rules, *goal, *(cards if stands else ())), stands or cards

    def on_resize(self) -> None:
        """Show the game in focus where there is room."""
        self._show()

    def _choose(self) -> None:
        if not self._games:
            return
        game = self._games[self._focus]
        if game.problem is not None:
            self._show(wording.unreadable_game_line(game))
            return
        try:
            chairs = self._lobby.resume_game(game.id)
        except LobbyError as error:
            self._read()
            self._show(lobby_line(error))
        else:
            self.cuttle.sit_down(chairs)

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(
                    to("enter space", _choose),
                    N_("resume the marked game"),
                    N_("resume"),
                    label_of=lambda screen: N_("resume") if screen._games else "",
                ),
                Command(
                    to("escape q ctrl+c", ListScreen.interrupt), N_("back home"), label=N_("home")
                ),
            ),
        ),
    )


def _table_of(game: SavedGame) -> BoardModel | None:
    """Return the table of a kept game, with the hand if a single player sees the screen."""
    if game.state is None or not game.turn:
        return None
    return board_of(game.state, "enter", (say(Span(tr("as it stands"), "strong")),))


def _card(name: str) -> int:
    return parse_card(name)


FACES: Final = (
    Face(_card("TC")),
    Face(_card("7D")),
    Face(_card("9S"), jacks=(_card("JH"), _card("JC"))),
    Face(_card("KS"), look="sel", lifted=True),
    Face(_card("4H"), look="tgt", ribbon="a"),
    Face(_card("8D"), look="ice"),
    Face(_card("3C"), look="mute", word="x"),
    Face(_card("6H"), ribbon="!", alarm=True),
)
"""Plain cards, a stolen, a chosen, a target, a frozen, an unavailable and a threatened card."""

WIDTH: Final = 80
"""The minimum width of the sample."""

_OPEN: Final = tuple(map(_card, ("AS", "5H", "JD", "2C")))
_TOLD: Final = (("7S", "9C"), ("8D", "JH"))
_TEXT_WIDTH: Final = 22
_GAP: Final = 2
_PART: Final = 3
"""The columns of a back where room is short."""


def draw_sample(sheet: Sheet, x: int, y: int, stop: int, size: TileSize, glyphs: Glyphs) -> None:
    """Draw the cards from a cell on, and beside them words and an open hand, before `stop`.

    The chosen card is a row higher than `y`.
    """
    faces = list(FACES)
    if stop - x - len(faces) * (size.width + 1) < _PART:
        del faces[1]  # one of two plain cards, for a back
    for face in faces:
        word = str(FROZEN_BRIEFLY) if face.look == "ice" else face.word
        draw_tile(sheet, Tile(replace(face, word=word), x, y, size), glyphs)
        x += size.width + 1
    if stop - x < _PART:
        return
    whole = stop - x >= size.width + _GAP + _TEXT_WIDTH
    back = TileSize(size.width if whole else _PART, size.height)
    draw_back(sheet, x, y, back, glyphs)
    x += back.width + _GAP
    if stop - x < _TEXT_WIDTH - _GAP:
        return
    for row, (told, (card, other)) in enumerate(zip(SAMPLE, _TOLD, strict=True)):
        line = tell(told, card=card_span(_card(card)), other=card_span(_card(other)))
        fore = "quiet" if row else "ink"
        put_sentence(sheet, x, y + row, line, glyphs, fore=fore, stop=stop)
    draw_chips(sheet, x, y + 2, _OPEN, 1, stop - x, glyphs)


def _sample_table() -> PanelBlock:
    """Lay the sample cards out as on a table, with a hidden hand."""
    ten, seven, nine, king, four, eight, three, six = (
        replace(face, word=str(FROZEN_BRIEFLY) if face.look == "ice" else face.word, lifted=False)
        for face in FACES
    )
    seats = (
        BoardSeat(
            "bob", counted(4, CARDS), near=False, points=(Face(0, side="back"),) * 4, royals=()
        ),
        BoardSeat("bob", "20", near=False, points=(ten, four, six), royals=()),
        BoardSeat(tr("you"), "16", near=False, points=(seven, nine), royals=()),
    )
    title = say(Span(tr("how a table looks"), "strong"))
    board = BoardModel("", (title,), seats, tr("your hand"), (king, eight, three))
    return PanelBlock("", (), drawn=board)


_BESIDE: Final = 28


class Sample(Zone[str]):
    """The zone of the sample cards; its model only records what it was last drawn for."""

    def draw(self, model: str, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the cards on the band, as large as the words beside them allow."""
        del model
        sheet.grounds[:] = ["band"] * sheet.height
        room = (plan.stop - plan.first - _BESIDE) // len(FACES) - 1
        widest, height = plan.front.sample.width, sample_height(plan)
        least = min(5, (plan.stop - plan.first + 1) // len(FACES) - 1)
        width = max(least, min(widest, room))
        size, top = TileSize(width, height), min(2, plan.front.around)
        draw_sample(sheet, plan.first, top, plan.stop, size, self.paint.glyphs)
        return []


def sample_height(plan: Plan) -> int:
    """Return the rows of a sample card."""
    return min(plan.front.sample.height, max(3, plan.field.height))


_NAMES: Final = tuple(FIELDS)


class SettingsScreen(ListScreen):
    """Change settings, row by row; each takes effect at once."""

    CLICKS: ClassVar[tuple[Pointing, ...]] = (ROW_CLICKS, BAR_CLICKS)
    ZONES: ClassVar[Mapping[str, type[Zone[Any]]]] = {**ListScreen.ZONES, "band": Sample}

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint)
        self._why: Sentence = SILENCE
        self._known = ""
        """What the table below already waited for."""
        self._earned: frozenset[str] = frozenset()
        """The backs that the player has earned, once that is looked up."""

    def place(self, plan: Plan) -> Regions:
        band = sample_height(plan) + plan.front.around
        return self.with_panel(plan, list_regions(plan, self.rows_listed(plan), band))

    def on_mount(self) -> None:
        self._why = say(self.cuttle.preferences.trouble)
        self._known = self.call_below().kind
        self._show()
        self.run_worker(self._look_up_backs(), group="backs")

    def on_resize(self) -> None:
        """Lay the sample table out where there is room."""
        self._show()

    @property
    def _settings(self) -> Settings:
        return self.cuttle.preferences.settings

    def _show(self) -> None:
        lobby = self.cuttle.lobby
        changed = self._settings != Settings()
        place = "here" if lobby.home is not None else self.cuttle.preferences.place
        whose = wording.where_kept(lobby.player, place, changed=changed)
        call = self.call_below()
        self._known = call.kind and self._known
        prompt = wording.settings_prompt(self._settings, _NAMES[self._focus], self._why)
        if call.kind != self._known:
            prompt = called(prompt, call)
        whose = wording.clock_line(call.clock) if call.clock else whose
        self.query_one(Title).show((str(wording.TITLE), whose))
        in_focus = self._in_focus
        choices = wording.choice_lines(in_focus, getattr(self._settings, in_focus), self._barred)
        plan = self.plan(*self.app.size)
        room = 0 if plan is None else plan.prompt - self.place(plan)["list"].y
        taken = len(choices) + USUALLY_DRAWN if plan and panel_width(plan) else room
        roomy = plan is not None and (plan.content >= ROOMY or taken < room)
        table = [_sample_table()] if roomy else []
        self._panel = (PanelBlock(str(LABELS[in_focus]), choices), *table)
        self.query_one(Sample).show(self._settings.back)
        self.query_one(RowList).show(ListModel(self._lines, self._focus))
        self._show_prompt(prompt)

    @property
    def _barred(self) -> frozenset[str]:
        """The choices of the setting in focus that the player has yet to earn."""
        return frozenset(EARNED) - self._earned if self._in_focus == "back" else frozenset()

    async def _look_up_backs(self) -> None:
        self._earned = await earned_backs(self.cuttle.lobby)
        if self.still_open:
            self._show()

    @property
    def _lines(self) -> tuple[Row, ...]:
        rows = []
        for name in _NAMES:
            value = getattr(self._settings, name)
            changed = value != FIELDS[name].default
            label, text = str(LABELS[name]), wording.choice_text(name, value)
            rows.append(choice_row(name, label, text, chosen=changed, stepped=True))
        return tuple(rows)

    def hear_call(self) -> None:
        self._show()

    # keys

    def clear_reason(self, _: Intent | None) -> bool:
        """Forget why something was refused."""
        self._why = SILENCE
        return False

    GATES: ClassVar[tuple[Gate, ...]] = (*ListScreen.GATES, clear_reason)

    @property
    def _in_focus(self) -> str:
        return _NAMES[self._focus]

    def _step(self, step: int) -> None:
        self._change(stepped(self._settings, self._in_focus, step, self._barred))

    def _reset(self) -> None:
        self._change(reset(self._settings, self._in_focus))

    def _change(self, settings: Settings) -> None:
        """Apply settings; if they cannot be saved, show why."""
        kept = self.cuttle.use_settings(settings)

        async def keep() -> None:
            try:
                await kept
            except SaveError as error:
                self._why = say(str(error))
                if self.still_open:
                    self._show()

        self.run_worker(keep(), group="settings")
        self._show()

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("settings"),
            (
                Command(
                    by(fields(8), ListScreen.move),
                    N_("move along the rows"),
                    N_("move, change"),
                    "arrows",
                    spare=SPARE,
                ),
                Command(
                    by({"left": -1}, _step),
                    N_("the choice before"),
                    named="left right",
                    label=N_("change"),
                ),
                Command(
                    by(dict.fromkeys(("right", "space", "enter"), 1), _step),
                    N_("the next choice"),
                    N_("next"),
                    "space",
                ),
                Command(
                    to("d", _reset),
                    N_("the default; + marks what you changed"),
                    label=N_("default"),
                ),
                replace(BACK, label=N_("back")),
            ),
        ),
    )
