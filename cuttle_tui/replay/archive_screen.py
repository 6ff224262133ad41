"""Choose one of the stored games, and save it for others to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Span, say, tr, worded
from cuttle_tui.kit.drawn import BacksModel, Wearer
from cuttle_tui.kit.heads import Band, Title
from cuttle_tui.kit.keymap import MATCHES, SPARE, Command, Section, Sections, by, fields, to
from cuttle_tui.kit.list_screen import ListScreen
from cuttle_tui.kit.lists import ListModel, Row, RowList, heads_of, line_row
from cuttle_tui.kit.names import with_level
from cuttle_tui.kit.results import final_result
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.kit.words import lobby_line, you_are
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.ports import (
    ArchivedGame,
    GameArchive,
    GameLink,
    LobbyError,
    OnlineLobby,
    Sitter,
    Source,
)
from cuttle_tui.replay import archive_words as wording
from cuttle_tui.replay.archive_words import Result, not_written_line
from cuttle_tui.replay.export import cast_text, picture_svg, picture_text
from cuttle_tui.replay.folder import MOST, NotWritten, write_beside
from cuttle_tui.replay.presenter import game_panel
from cuttle_tui.replay.result_text import opens_by_ssh, result_text
from cuttle_tui.rules.panels import goal_named
from cuttle_tui.rules.samples import cards_named
from cuttle_tui.worn import back_of
from engine.record.record import RecordError
from engine.record.summary import Replay, final_score

if TYPE_CHECKING:
    from cuttle_tui.app import CuttleApp


def of_matches(games: Sequence[ArchivedGame]) -> tuple[ArchivedGame, ...]:
    """Return the games that were played in matches."""
    return tuple(game for game in games if game.match is not None)


class ArchivedResults:
    """The results of archived games; each record is read once, when it is first asked for."""

    def __init__(self, archive: GameArchive) -> None:
        self._archive = archive
        self._known: dict[str, Result] = {}
        self._rules: dict[str, str] = {}
        self._panels: dict[str, PanelModel] = {}

    def result(self, game: ArchivedGame) -> Result:
        """Return how a game ended; a record that cannot be read leaves score and turns open."""
        if game.name not in self._known:
            self._known[game.name] = self._result_of(game)
        return self._known[game.name]

    def ruleset(self, game: ArchivedGame) -> str:
        """Return the rules of a game whose result was asked for; empty if unknown."""
        return self._rules.get(game.name, "")

    def panel(self, name: str, me: str) -> PanelModel:
        """Say how a game went and ended, or why that cannot be read."""
        if name not in self._panels:
            try:
                self._panels[name] = game_panel(Replay(self._archive.record(name)), me)
            except RecordError:
                self._panels[name] = (PanelBlock("", (SILENCE, say(wording.BROKEN))),)
        return self._panels[name]

    def results(self, games: Sequence[ArchivedGame]) -> tuple[Result, ...]:
        """Return how some games ended."""
        return tuple(map(self.result, games))

    def _result_of(self, game: ArchivedGame) -> Result:
        known = Result(
            game.when,
            game.players,
            game.winners,
            why=game.why,
            readable=game.readable,
            watchable=game.readable,
            given_up=game.given_up,
            match=game.match,
        )
        if not game.readable:
            return known
        try:
            record = self._archive.record(game.name)
            end = final_score(record)
        except RecordError:
            return known._replace(watchable=False)
        self._rules[game.name] = record.ruleset.name
        result = final_result(end, record.given_up)
        return known._replace(
            scores=end.scores,
            turns=end.turns,
            why=result.why,
            goals=end.goals,
            given_up=result.given_up,
        )


_TALLIES: Final = 6
"""The most opponents whose games are counted beside the list."""
_AHEAD: Final = 64
"""How far from the row in focus scores are looked up: no window shows more rows."""


class ArchiveScreen(ListScreen):
    """The stored games, newest first; enter opens a replay."""

    def __init__(self, paint: PaintContext, archive: GameArchive, player: str) -> None:
        """List the games of an archive for the player with that name."""
        super().__init__(paint)
        self._archive = archive
        self._player = player
        self._every: tuple[ArchivedGame, ...] = archive.games()
        self._matches = False
        """Whether games of matches alone are listed."""
        self._results = ArchivedResults(archive)

    @property
    def _games(self) -> tuple[ArchivedGame, ...]:
        """The games that are listed."""
        return of_matches(self._every) if self._matches else self._every

    @property
    def _lines(self) -> tuple[ArchivedGame, ...]:
        return self._games

    def on_mount(self) -> None:
        """Begin with the newest game that can be watched."""
        near = self._results.results(self._games[:_AHEAD])
        self._focus = next((place for place, one in enumerate(near) if one.watchable), 0)
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        count, archive = len(self._games), self._archive
        if archive.trouble is not None and not why:
            why = wording.not_kept_line(archive.trouble)
        home = self.cuttle.lobby.home
        tally = () if home is None else home.results()
        band = wording.shelf_band(self._games, self._player, MOST, tally)
        if self._matches:
            band = wording.matches_band(self._games, self._player)
        prompt = wording.shelf_prompt(count, why, watchable=self._watchable)
        if archive.unlisted is not None:
            band = wording.unlisted_band(archive.unlisted)
            prompt = wording.unlisted_prompt(why)
        self.query_one(Title).show((tr("your games"), you_are(self._player)))
        self.query_one(Band).show(band)
        tallies = wording.tally_lines(self._games, self._player)[:_TALLIES]
        game, *went, last = self._of_focus()
        self._panel = (game, PanelBlock(tr("your opponents"), tallies), *went)
        self._under = (last,)
        rows = tuple(map(self._row, range(count)))
        heads = heads_of(self._cells(tuple(map(str, wording.HEADS))), self._columns)
        empty = wording.empty_lines(archive.unlisted)
        self.query_one(RowList).show(ListModel(rows, self._focus, heads=heads, empty=empty))
        self._show_prompt(prompt)

    def _of_focus(self) -> PanelModel:
        """Return who played the game in focus, by which rules, and how it went.

        The last is for the rows under the list.
        """
        rules = self.cuttle.ruleset.name
        helps = (*goal_named(rules), *cards_named(rules))
        if not self._games:
            return (PanelBlock(tr(wording.KEPT), wording.kept_lines(MOST)), *helps)
        game = self._games[self._focus]
        lines = wording.about_lines(self._results.result(game), self._results.ruleset(game))
        plan = self.plan(*self.app.size)
        wide = plan is not None and "panel" in self.place(plan)  # room beside or below the list
        went = self._results.panel(game.name, self._player) if wide else ()
        if any(block.drawn is not None for block in went):
            return (PanelBlock(game.when, lines), *went)
        told = (*lines, *(line for block in went for line in block.lines))
        wearers = []
        for name in game.players:  # at home their backs follow from their names
            back = "" if name == self._player else back_of(Sitter(name, "person"))
            wearers.append(Wearer(back, (say(Span(with_level(name), "strong")),)))
        backs = PanelBlock("", (), drawn=BacksModel(tuple(wearers)))
        return (PanelBlock(game.when, told), *reversed(helps), backs)

    def on_resize(self) -> None:
        """Show the game in focus where there is room."""
        self._show()

    def _row(self, place: int) -> Row:
        """Make the row of a game; those far from the focus are out of sight, and stay blank."""
        if abs(place - self._focus) > _AHEAD:
            return Row(())
        result = self._results.result(self._games[place])
        return line_row(self._cells(wording.result_cells(result, self._player)), self._columns)

    @property
    def _is_narrow(self) -> bool:
        """Whether there is no room for the number of turns."""
        plan = self.plan(*self.app.size)
        return plan is not None and plan.small

    @property
    def _columns(self) -> tuple[int, ...]:
        return wording.COLUMNS[:-1] if self._is_narrow else wording.COLUMNS

    def _cells(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        """Leave out the turns, the last but one, where they have no room."""
        return (*cells[:-2], cells[-1]) if self._is_narrow else cells

    @property
    def lines_to_search(self) -> Sequence[Sentence]:
        """All games, those out of sight as well."""
        results = self._results.results(self._games)
        told = (wording.result_cells(result, self._player) for result in results)
        return tuple(say(" ".join(filter(None, cells))) for cells in told)

    @property
    def can_search(self) -> bool:
        return len(self._games) > 1

    def _watch(self) -> None:
        """Open the game in focus; if its file is broken, say so."""
        if not self._games:
            return
        try:
            record = self._archive.record(self._games[self._focus].name)
        except RecordError as error:
            self._show(wording.unreadable_line(worded(error)))
            return
        self.cuttle.watch_game(record)

    @property
    def _any(self) -> bool:
        return bool(self._games)

    @property
    def _watchable(self) -> bool:
        return self._any and self._results.result(self._games[self._focus]).watchable

    def _list_again(self) -> None:
        """Look for the games once more."""
        self._every, self._results = self._archive.games(), ArchivedResults(self._archive)
        self._show()

    @property
    def _has_matches(self) -> bool:
        return bool(of_matches(self._every))

    def _list_matches(self) -> None:
        """List games of matches alone, or all; the game in focus stays, if it is listed."""
        before = self._games[self._focus]
        self._matches = not self._matches
        near = min(range(len(self._games)), key=lambda place: self._distance(place, before))
        self._focus = near
        self._show()

    def _distance(self, place: int, game: ArchivedGame) -> int:
        return abs(self._every.index(self._games[place]) - self._every.index(game))

    def _play(self) -> None:
        """Begin a game against the computer, at the player's usual level."""
        game = self.cuttle.lobby.play_computer(self.cuttle.ruleset.name, self.cuttle.level)
        self.sit(game, new=True)

    def tell_refusal(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                Command(
                    by(fields(5), ListScreen.move),
                    N_("move along the list"),
                    N_("move"),
                    "arrows",
                    spare=SPARE,
                    when=lambda screen: screen._any,
                ),
                Command(
                    to("enter space", _watch),
                    N_("watch the marked game"),
                    when=lambda screen: screen._any,
                    useful=lambda screen: screen._watchable,
                ),
                Command(
                    to(MATCHES, _list_matches),
                    N_("list games of matches alone, or all"),
                    N_("matches"),
                    when=lambda screen: screen._has_matches,
                ),
                Command(
                    to("enter space", _list_again),
                    N_("look for the games once more"),
                    when=lambda screen: screen._archive.unlisted is not None,
                ),
                Command(
                    to("c", _play),
                    N_("play the computer"),
                    when=lambda screen: not screen._any and screen._archive.unlisted is None,
                ),
                Command(to("escape q w ctrl+c", ListScreen.interrupt), N_("back home"), N_("home")),
            ),
        ),
    )


def current_folder() -> str:
    """Return the folder in which files are saved; empty if it is gone."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


FileKind = Literal["picture", "cast"]
_MEDIA: Final = {"picture": ("svg", "image/svg+xml"), "cast": ("cast", "application/x-asciicast")}
"""The suffix and the type of each kind of file."""


def save_file(
    what: FileKind, host: CuttleApp, replay: Replay, source: Source, *, open_to_ssh: bool = True
) -> Sentence:
    """Save the end of a game as a picture and as text, or a recording of it.

    Returns:
        Where it is, or how to get it over ssh: that command is copied to the clipboard.
    """
    suffix, media_type = _MEDIA[what]
    text = picture_svg(replay) if what == "picture" else cast_text(replay)
    name = f"cuttle-{source.game}" if source.game else "cuttle"
    if host.deliver_file(f"{name}.{suffix}", media_type, text):
        return say(wording.DELIVERED)
    if host.lobby.archive is not None:
        texts = {f".{suffix}": text}
        if what == "picture":
            texts[".txt"] = picture_text(replay)
        try:
            return wording.saved_line(write_beside(replay.record, texts))
        except NotWritten as error:
            return not_written_line(error)
    if not open_to_ssh:
        return say(wording.NO_KEY)
    if not source.game:
        return wording.not_stored_line()
    command = f"ssh {source.door or host.door} {what} {source.game} > {source.game}.{suffix}"
    sent = host.send_to_clipboard(command) == "sent"
    return wording.command_line(command, copied=sent)


@dataclass(frozen=True)
class SharedGame:
    """A finished game that a screen shows, and that others may see by a link."""

    screen: ZoneScreen
    tell: Callable[[Sentence], None]
    """Shows a line there."""
    replay: Replay
    online: OnlineLobby | None
    """Where its link may be closed; None if it is public, or of this computer alone."""
    game: str
    """Its id on the server; empty if it has none."""

    def copy_result(self, seat: int) -> None:
        """Copy the result as text, with the link to the game if that leads anywhere; say so."""

        def copy(link: GameLink) -> None:
            host = self.screen.cuttle
            where = "" if link == "closed" else host.where_to_watch(self.game)
            copied = host.send_to_clipboard(result_text(self.replay, seat, where))
            self.tell(wording.copied_line(copied, link))

        if self.online is None or not self.game:
            copy("public")
        else:
            self.screen.wait_for_lobby(self.online.link_of(self.game), copy, self._refused)

    def open_to_ssh(self, then: Callable[[bool], None]) -> None:
        """Call `then` with whether a line of ssh gives the player something of the game."""
        if self.online is None:
            then(True)
        else:
            self.screen.wait_for_lobby(opens_by_ssh(self.online, self.game), then, self._refused)

    def close_link(self) -> None:
        """Close the link to the game, and say so."""
        if self.online is None or not self.game:
            self.tell(wording.not_stored_line())
            return
        self.screen.wait_for_lobby(
            self.online.close_link(self.game),
            lambda _: self.tell(say(wording.LINK_CLOSED)),
            self._refused,
        )

    def _refused(self, error: LobbyError) -> None:
        self.tell(lobby_line(error))
