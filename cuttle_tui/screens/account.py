"""Show what the server stores about the player, and change it."""

from __future__ import annotations

from typing import ClassVar, Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.keymap.commands import Command, Intent, Section, Sections, by, steps, to
from cuttle_tui.keymap.editing import ERASE, SPACE, Edit, bound, edited, is_no_help, typing
from cuttle_tui.ports import Account, Key, LobbyError, News
from cuttle_tui.screens.front import ListScreen
from cuttle_tui.widgets.front import Band, Title
from cuttle_tui.widgets.lists import ListModel, Row, RowList, choice_row
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import account as wording
from cuttle_tui.wording.front.joining import lobby_line

_LONGEST: Final = 20


class AccountScreen(ListScreen):
    """The player's name and keys, with a link code, the export and the deletion."""

    def __init__(self, paint: PaintContext, account: Account) -> None:
        super().__init__(paint)
        self._account = account
        self._keys: tuple[Key, ...] = ()
        self._unlinking: Key | None = None
        self._said: Sentence = SILENCE
        """The result of the last action, shown in the last row."""
        self._typed: str | None = None
        """The name typed so far, while deletion is being confirmed."""

    def on_mount(self) -> None:
        """Show the account, and request the keys."""
        self._show()
        self._ask_keys()

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
        return (*keys, link, None, export, delete)

    @property
    def _row_in_focus(self) -> str:
        rows = self._lines
        row = rows[min(self._focus, len(rows) - 1)] if rows else None
        return "" if row is None else row.name

    def _show(self, why: Sentence = SILENCE) -> None:
        self._said = why
        player, row = self.cuttle.lobby.player, self._row_in_focus
        prompt = wording.prompt(row, why)
        if self._typed is not None:
            prompt = wording.delete_prompt(player, self._typed)
        elif self._unlinking is not None:
            prompt = wording.unlink_prompt(self._unlinking)
        self.query_one(Title).show((str(wording.title_of(self._account)), ""))
        self.query_one(Band).show(wording.band(player, self._account))
        self.query_one(RowList).show(ListModel(self._lines, self._focus))
        self._show_prompt(prompt)

    # keys

    def sections(self) -> Sections:
        """Return the keys of the rows, or of the current question."""
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
    def _any(self) -> bool:
        return bool(self._lines)

    def _choose(self) -> None:
        row = self._row_in_focus
        if row == wording.LINK:
            self._show(wording.link_line(self._account.link_code()))
        elif row == wording.EXPORT:
            self._show(wording.export_line(self._account))
        elif row == wording.DELETE:
            self._typed = ""
            self._show()
        elif row:
            self._unlinking = next(key for key in self._keys if key.fingerprint == row)
            self._show()

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
        if self._typed is None and self._unlinking is None:
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
            Command(
                bound(SPACE, _type), N_("your name, to confirm"), typed=typing(_type, is_no_help)
            ),
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
    SECTIONS: ClassVar[Sections] = (_ROWS, _UNLINKING, _DELETING)
