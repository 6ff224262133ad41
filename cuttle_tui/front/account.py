"""Show what the server stores about the player, and change it."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.events import Paste

from cuttle_tui.correspondence import words as inbox
from cuttle_tui.front import account_words as wording
from cuttle_tui.front.home_words import LAST_GAMES
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.kit import editing as letters
from cuttle_tui.kit.editing import ERASE, SPACE, Edit, bound, edited, typing
from cuttle_tui.kit.heads import Band, Title
from cuttle_tui.kit.keymap import Command, Intent, Section, Sections, by, steps, to
from cuttle_tui.kit.list_screen import ListScreen
from cuttle_tui.kit.lists import Below, ListModel, Row, RowList, choice_row, heads_of, line_row
from cuttle_tui.kit.text_types import PanelBlock, Prompt
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.learn.screen import progress_block
from cuttle_tui.ports import Account, EmailLine, GameLine, Key, LobbyError, News, VacationLine
from cuttle_tui.replay import archive_words as results

_LONGEST: Final = 20
_LONGEST_ADDRESS: Final = 254
_MOST_DIGITS: Final = 3
_MOST_GAMES: Final = 12


class AccountScreen(ListScreen):
    """The player's name and keys, with a link code, the export and the deletion."""

    def __init__(self, paint: PaintContext, account: Account) -> None:
        super().__init__(paint)
        self._account = account
        self._keys: tuple[Key, ...] = ()
        self._games: tuple[results.Result, ...] = ()
        """The player's last games."""
        self._unlinking: Key | None = None
        self._said: Sentence = SILENCE
        """The result of the last action, shown in the last row."""
        self._typed: str | None = None
        """The name typed so far, while deletion is being confirmed."""
        self._asking = ""
        """The row whose question is open: the vacation or the e-mail address."""
        self._answer = ""
        """What was typed for it so far."""

    def on_mount(self) -> None:
        """Show the account, and request the keys and the last games."""
        self._show()
        self._ask_keys()
        online = self.cuttle.lobby.online
        if online is not None and not self._account.guest:
            self.ask_lobby(online.games(), self._take_games, lambda _: None)

    def _take_games(self, games: tuple[GameLine, ...]) -> None:
        self._games = results.own_results(games, self.cuttle.lobby.player)[:_MOST_GAMES]
        self._show(self._said)

    def _ask_keys(self, why: Sentence = SILENCE) -> None:
        if not self._account.guest:
            self.ask_lobby(self._account.keys(), lambda keys: self._take(keys, why), self._refused)

    def hear(self, news: News) -> None:
        """Refresh the account after a change, here or elsewhere."""
        if news.kind == "account":
            self._ask_keys(self._said)

    def _take(self, keys: tuple[Key, ...], why: Sentence) -> None:
        self._keys = keys
        if self._unlinking not in keys:
            self._unlinking = None
        self._show(why)

    def _refused(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    @property
    def _lines(self) -> tuple[Row | None, ...]:
        if self._account.guest:
            return ()
        keys = [
            choice_row(key.fingerprint, wording.key_label(key), wording.key_text(key))
            for key in self._keys
        ]
        link, export, delete = (
            choice_row(name, str(label), str(text))
            for name, (label, text) in wording.LABELS.items()
        )
        return (*keys, link, *self._days_rows(), None, export, delete)

    def _days_rows(self) -> tuple[Row, ...]:
        """List the rows for correspondence games."""
        vacation, email = self._account.vacation, self._account.email
        rows = []
        if vacation is not None:
            text = inbox.vacation_text(vacation)
            rows.append(choice_row(wording.VACATION, tr("vacation"), text))
        if email is not None:
            rows.append(choice_row(wording.EMAIL, tr("e-mail"), inbox.email_text(email)))
        return tuple(rows)

    @property
    def _row_in_focus(self) -> str:
        rows = self._lines
        row = rows[min(self._focus, len(rows) - 1)] if rows else None
        return "" if row is None else row.name

    def _show(self, why: Sentence = SILENCE) -> None:
        self._said = why
        player, row = self.cuttle.lobby.player, self._row_in_focus
        prompt = wording.prompt(row, why)
        if self._asking:
            prompt = self._question(why)
        elif self._typed is not None:
            prompt = wording.delete_prompt(player, self._typed)
        elif self._unlinking is not None:
            prompt = wording.unlink_prompt(self._unlinking)
        if not self._account.guest:
            kept = PanelBlock(tr(wording.KEPT_TITLE), wording.kept_lines())
            self._panel = (kept, progress_block(self.cuttle.progress))
        self.query_one(Title).show((str(wording.title_of(self._account)), ""))
        online = self.cuttle.lobby.online
        guest = None if online is None else online.guest
        self.query_one(Band).show(wording.band(player, guest))
        self.query_one(RowList).show(self._list())
        self._show_prompt(prompt)

    def _list(self) -> ListModel:
        """Return the rows, and the player's last games to read below them."""
        heads = heads_of(tuple(map(str, results.HEADS)), results.COLUMNS)
        rows = (results.result_cells(game, self.cuttle.lobby.player) for game in self._games)
        games = tuple(line_row(cells, results.COLUMNS) for cells in rows)
        below = (Below(tr(LAST_GAMES), heads, games),)
        return ListModel(self._lines, self._focus, airy=True, below=below)

    def _question(self, why: Sentence) -> Prompt:
        vacation, email = self._account.vacation, self._account.email
        if self._asking == wording.EMAIL:
            return wording.email_prompt(email or EmailLine(), self._answer, why)
        vacation = vacation or VacationLine(0)
        if vacation.until:
            return wording.resting_prompt(vacation)
        return wording.vacation_prompt(vacation, self._answer, why)

    # keys

    def sections(self) -> Sections:
        """Return the keys of the rows, or of the current question."""
        if self._asking:
            return (self._RESTING,) if self._rests else (self._ANSWERING,)
        if self._typed is not None:
            return (self._DELETING,)
        return (self._ROWS,) if self._unlinking is None else (self._UNLINKING,)

    def act(self, intent: Intent | None) -> None:
        """Carry out an intent; if the server refuses, show why."""
        try:
            super().act(intent)
        except LobbyError as error:
            self._refused(error)

    @property
    def _rests(self) -> bool:
        """Whether the open question is whether to end a vacation."""
        vacation = self._account.vacation
        return self._asking == wording.VACATION and vacation is not None and bool(vacation.until)

    @property
    def _any(self) -> bool:
        return bool(self._lines)

    def _choose(self) -> None:
        row = self._row_in_focus
        if row == wording.LINK:
            self._show(wording.link_line(self._account.link_code()))
        elif row == wording.EXPORT:
            self._show(wording.export_line(self._account))
        elif row in (wording.VACATION, wording.EMAIL):
            self._asking, self._answer = row, ""
            self._show()
        elif row == wording.DELETE:
            self._typed = ""
            self._show()
        elif row:
            self._unlinking = next(key for key in self._keys if key.fingerprint == row)
            self._show()

    def _type_answer(self, edit: Edit) -> None:
        self._answer = edited(self._answer, edit, _LONGEST_ADDRESS)
        self._show()

    def on_paste(self, event: Paste) -> None:
        """Insert a pasted address or code, whole or not at all."""
        if not self._asking:
            return
        event.stop()
        text = self._answer + event.text.strip()
        if len(text) > _LONGEST_ADDRESS or not text.isprintable():
            self._show(lobby_line(LobbyError("bad-address")))
            return
        self._answer = text
        self._show()

    def _no_answer(self) -> None:
        self._asking = self._answer = ""
        self._show()

    def _take_answer(self) -> None:
        """Carry out what was typed: days of vacation, an address, or its code."""
        account, text = self._account, self._answer.strip()
        if self._asking == wording.VACATION:
            if text.isdecimal() and len(text) <= _MOST_DIGITS:
                self.ask_lobby(account.take_vacation(int(text)), self._vacation_begun, self._stay)
            return
        if "@" in text:
            self.ask_lobby(account.set_email(text), self._code_sent, self._stay)
        elif text:
            self.ask_lobby(account.confirm_email(text), self._confirmed, self._stay)
        elif account.email is not None and account.email.address:
            self.ask_lobby(account.remove_email(), self._removed, self._stay)

    def _stay(self, error: LobbyError) -> None:
        """Keep the question open, and show why the answer was refused."""
        self._show(lobby_line(error))

    def _answered(self, line: Sentence) -> None:
        self._asking = self._answer = ""
        self._show(line)

    def _vacation_begun(self, _done: None) -> None:
        self._answered(wording.vacation_begun(self._account.vacation or VacationLine(0)))

    def _code_sent(self, _done: None) -> None:
        self._answer = ""
        self._show(say(inbox.CODE_SENT))

    def _confirmed(self, _done: None) -> None:
        self._answered(say(inbox.CONFIRMED))

    def _removed(self, _done: None) -> None:
        self._answered(say(inbox.REMOVED))

    def _end_vacation(self) -> None:
        def ended(_done: None) -> None:
            self._answered(say(inbox.VACATION_OVER))

        self.ask_lobby(self._account.end_vacation(), ended, self._stay)

    def _keep_key(self) -> None:
        self._unlinking = None
        self._show()

    def _unlink(self) -> None:
        if self._unlinking is not None:
            work = self._account.unlink(self._unlinking.fingerprint)
            self.ask_lobby(work, lambda _: self._ask_keys(say(wording.UNLINKED)), self._refused)
        self._keep_key()

    def _type(self, edit: Edit) -> None:
        self._typed = edited(self._typed or "", edit, _LONGEST)
        self._show()

    def _keep_account(self) -> None:
        self._typed = None
        self._show()

    def _delete(self) -> None:
        """Delete the account, once its name has been typed."""
        self._typed = None
        self._show(say(wording.WAITING))
        work = self._account.forget_me()
        self.ask_lobby(work, lambda _: self.cuttle.leave_all(), self._refused)

    def interrupt(self) -> None:
        """Go home."""
        self.cuttle.go_home()

    def pick(self, place: int) -> None:
        """Choose the clicked row, unless a question is asked."""
        if self._typed is None and self._unlinking is None and not self._asking:
            super().pick(place)

    _ROWS: ClassVar[Section[AccountScreen]] = Section(
        N_("your account"),
        (
            Command(
                by({key: step for key, step in steps(0).items() if step}, ListScreen.move),
                N_("move along the list"),
                N_("move"),
                "arrows",
                when=lambda screen: screen._any,
            ),
            Command(
                to("enter space", _choose),
                N_("select what is in focus; a key asks first"),
                N_("do it"),
                when=lambda screen: screen._any,
            ),
            Command(to("escape q ctrl+c", interrupt), N_("back home"), N_("home")),
        ),
    )
    _HOME: ClassVar[Command[AccountScreen]] = Command(to("ctrl+c", interrupt), N_("back home"))
    _UNLINKING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked about a key of yours"),
        (
            Command(to(letters.YES, _unlink), N_("that key no longer signs in")),
            Command(to(f"{letters.NO} escape q", _keep_key), N_("keep the key")),
            _HOME,
        ),
    )
    _DELETING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked whether to delete your account"),
        (
            Command(bound(SPACE, _type), N_("your name, to confirm"), typed=typing(_type)),
            Command(bound(ERASE, _type), N_("delete a letter, a word, or everything")),
            Command(
                to("enter", _delete),
                N_("delete the account, once your name is typed"),
                now=lambda screen: screen._typed == screen.cuttle.lobby.player,
            ),
            Command(to("escape", _keep_account), N_("keep the account")),
            _HOME,
        ),
    )
    _ANSWERING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked for days of vacation, or your e-mail address"),
        (
            Command(
                bound(SPACE, _type_answer),
                N_("a number of days, an address, or the code that was sent there"),
                typed=typing(_type_answer),
            ),
            Command(bound(ERASE, _type_answer), N_("delete a letter, a word, or everything")),
            Command(to("enter", _take_answer), N_("go on with what you typed")),
            Command(to("escape", _no_answer), N_("change nothing")),
            _HOME,
        ),
    )
    _RESTING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked whether to end your vacation"),
        (
            Command(
                to(letters.YES, _end_vacation), N_("end it: whole days that are left stay yours")
            ),
            Command(to(f"{letters.NO} escape q", _no_answer), N_("stay on vacation")),
            _HOME,
        ),
    )
    SECTIONS: ClassVar[Sections] = (_ROWS, _UNLINKING, _DELETING, _ANSWERING, _RESTING)
