"""Show what the server stores about the player, and change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar, Final

from textual.events import Paste

from cuttle_tui import correspondence as inbox
from cuttle_tui.front import account_words as wording
from cuttle_tui.front.desk import DeskScreen
from cuttle_tui.front.desk_words import ROW
from cuttle_tui.front.home_words import LAST_GAMES
from cuttle_tui.i18n.translation import N_, SILENCE, Message, Sentence, Span, say, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.dialogue import EDIT_REPLY, REPLY_TYPED, Dialogue, Question, Request, replies
from cuttle_tui.kit.drawn import BacksModel, Wearer
from cuttle_tui.kit.heads import Band, Title
from cuttle_tui.kit.keymap import (
    ERASE,
    SPACE,
    Command,
    Section,
    Sections,
    bound,
    by,
    fields,
    to,
    typing,
)
from cuttle_tui.kit.list_screen import ListScreen
from cuttle_tui.kit.lists import Below, ListModel, Row, RowList, choice_row, heads_of, line_row
from cuttle_tui.kit.text_types import PanelBlock
from cuttle_tui.kit.words import ONE_MOMENT, lobby_line
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.learn.screen import progress_block
from cuttle_tui.ports import Account, EmailLine, GameLine, Key, LobbyError, News, VacationLine
from cuttle_tui.ports.account import MAIL_KINDS, CalendarStep, MailKind, calendar_step
from cuttle_tui.ports.desk import Desk
from cuttle_tui.replay import archive_words as results
from cuttle_tui.rules.panels import goal_named
from cuttle_tui.rules.samples import cards_named

_LONGEST_NAME: Final = 20
_LONGEST: Final = 254
"""Characters of an address."""
_MOST_DIGITS: Final = 3
_MOST_GAMES: Final = 12
_HIGH: Final = 30
"""Rows of a window from which a short list is parted."""


class AccountScreen(ListScreen):
    """The player's name and keys, with a link code, the export and the deletion."""

    def __init__(self, paint: PaintContext, account: Account) -> None:
        super().__init__(paint)
        self._account = account
        self._keys: tuple[Key, ...] = ()
        self._games: tuple[results.Result, ...] = ()
        """The player's last games."""
        self._unlinking: Key | None = None
        self._joining = ""
        """The name of an account that would join this one, while that is asked."""
        self._address = ""
        """The link to the player's own calendar, while it is shown."""
        self._desk: Desk | None = None
        """The desk of a secretary."""
        self._said: Sentence = SILENCE
        """The result of the last action, shown in the last row."""

    def on_mount(self) -> None:
        self._show()
        self._ask_keys()
        online = self.cuttle.lobby.online

        def take(games: tuple[GameLine, ...]) -> None:
            self._games = results.own_results(games, self.cuttle.lobby.player)[:_MOST_GAMES]
            self._show(self._said)

        def open_desk(desk: Desk | None) -> None:
            self._desk = desk
            self._show(self._said)

        if online is not None and not self._account.guest:
            self.ask_lobby(online.games(), take, lambda _: None)
            self.ask_lobby(self._account.desk(), open_desk, lambda _: None)

    def on_resize(self) -> None:
        """Part the steps of a guest where a high window has rows for it."""
        if self._account.guest:
            self._show(self._said)

    def _ask_keys(self, why: Sentence = SILENCE) -> None:
        def take(keys: tuple[Key, ...]) -> None:
            self._keys = keys
            if self._unlinking is not None and self._unlinking not in keys:
                self.asker.reply(False)
            self._show(why)

        if not self._account.guest:
            self.ask_lobby(self._account.keys(), take, self.tell_refusal)

    def hear(self, news: News) -> None:
        if news.kind == "account":
            self._ask_keys(self._said)

    def tell_refusal(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    @property
    def _lines(self) -> tuple[Row | None, ...]:
        if self._account.guest:
            return ()
        keys = [
            choice_row(
                key.fingerprint,
                wording.key_label(key),
                wording.key_text(key),
                brief=wording.key_brief(key),
            )
            for key in self._keys
        ]
        link, guest, export, delete = (
            choice_row(name, str(label), str(text), brief=str(brief))
            for name, (label, text, brief) in wording.LABELS.items()
        )
        rows = [*keys, link, guest]
        vacation, email = self._account.vacation, self._account.email  # for correspondence games
        if vacation is not None:
            text, short = inbox.vacation_row(vacation)
            rows.append(choice_row(wording.VACATION, tr("vacation"), text, brief=short))
        if email is not None:
            text, short = inbox.email_text(email), inbox.email_brief(email)
            rows.append(choice_row(wording.EMAIL, tr("e-mail"), text, brief=short))
            if email.confirmed:
                rows += [
                    choice_row(kind, inbox.mail_about(kind), inbox.mail_sent(email, kind))
                    for kind in MAIL_KINDS
                ]
        if self._desk is not None:
            label, text, short = map(str, ROW)
            rows.append(choice_row(wording.DESK, label, text, brief=short))
        if self._page:
            text, short = tr(wording.CALENDAR_TEXT), tr(wording.CALENDAR_BRIEF)
            rows.append(choice_row(wording.CALENDAR, tr("calendar"), text, brief=short))
        return (*rows, None, export, delete)

    @property
    def _page(self) -> str:
        """The address of the server's page; empty where browsers do not come in."""
        online = self.cuttle.lobby.online
        return "" if online is None else online.link.rstrip("/")

    @property
    def _row_in_focus(self) -> str:
        rows = self._lines
        row = rows[min(self._focus, len(rows) - 1)] if rows else None
        return "" if row is None else row.name

    def _show(self, why: Sentence = SILENCE) -> None:
        self._said = why
        player, row = self.cuttle.lobby.player, self._row_in_focus
        rules = self.cuttle.ruleset.name
        helps = (*cards_named(rules), *goal_named(rules))
        progress, kept = progress_block(self.cuttle.progress), wording.kept_lines()
        if self._account.guest:
            self._panel = (PanelBlock(tr(wording.KEPT_BY_ACCOUNT), kept), progress)
            self._under = helps
        else:
            self._panel = (PanelBlock(tr(wording.KEPT_TITLE), kept), progress, *helps)
            if self._account.by_browser:
                cookie = PanelBlock(tr(wording.COOKIE_TITLE), wording.cookie_lines())
                self._panel = (cookie, *self._panel)
            lines = (say(Span(player, "strong")), *wording.record_lines(self._games, player))
            self._under = (PanelBlock("", (), drawn=BacksModel((Wearer("", lines),))),)
        self.query_one(Title).show((str(wording.title_of(self._account)), ""))
        online = self.cuttle.lobby.online
        guest = None if online is None else online.guest
        band = wording.band(player, guest, by_browser=self._account.by_browser)
        if self._joining:
            band = wording.join_lines(self._joining)
        elif self._address:
            band = wording.calendar_lines(self._address)
        self.query_one(Band).show(band)
        self.query_one(RowList).show(self._list())
        current = any(key.current for key in self._keys if key.fingerprint == row)
        self._show_prompt(wording.prompt(row, why, current=current))

    def _list(self) -> ListModel:
        """Return the rows, and the player's last games to read below; for guests the way in."""
        if self._account.guest and not self._account.by_browser:
            return ListModel(tuple(self._ways()), focus=-1, wraps=True)
        heads = heads_of(tuple(map(str, results.HEADS)), results.COLUMNS)
        rows = (results.result_cells(game, self.cuttle.lobby.player) for game in self._games)
        games = tuple(line_row(cells, results.COLUMNS) for cells in rows)
        below = (Below(tr(LAST_GAMES), heads, games),)
        return ListModel(self._lines, self._focus, below=below)

    def _ways(self) -> Iterator[Row | None]:
        """Yield what a guest does to get an account; in a high window commands have own rows."""
        ways = wording.ways_to_an_account(self._account)
        if self.app.size.height < _HIGH:
            yield from (choice_row("", *way) for way in ways)
            return
        typed = wording.commands_to_an_account(self._account)
        for label, text, command in typed:
            yield choice_row("", label, text)
            row = choice_row("", "", command)
            yield replace(row, cells=(row.cells[0], row.cells[1]._replace(role="ink", bold=True)))
            yield None
        for way in ways[len(typed) :]:
            yield choice_row("", *way)
            yield None

    # keys

    def sections(self) -> Sections:
        return (self._ROWS,) if self.asker.asked is None else (self.asker.asked.section,)

    @property
    def _dialogues(self) -> dict[str, Callable[[], Dialogue]]:
        """What asks something at once, by its row."""
        return {
            wording.EMAIL: self._change_email,
            wording.CALENDAR: self._open_calendar,
            wording.JOIN: self._join,
            wording.DELETE: self._delete,
        }

    def _choose(self) -> None:
        row = self._row_in_focus
        if row == wording.LINK:
            code = self._account.link_code()
            self._show(wording.link_line(code, by_browser=self._account.by_browser))
        elif row == wording.EXPORT:
            # let a browser save the player's data; tell others how to get it
            if self._account.by_browser:
                self.ask_lobby(self._account.export_text(), self._deliver, self.tell_refusal)
            else:
                self._show(wording.export_line(self._account))
        elif row == wording.DESK and self._desk is not None:
            self.cuttle.show_page(DeskScreen(self.paint, self._desk))
        elif row == wording.VACATION:
            vacation = self._account.vacation or VacationLine(0)
            self.asker.begin(self._return(vacation) if vacation.until else self._rest(vacation))
        elif row in (dialogues := self._dialogues):
            self.asker.begin(dialogues[row]())
        elif row in MAIL_KINDS:
            switched = next(kind for kind in MAIL_KINDS if kind == row)
            done = self._account.switch_mail(switched)
            self.ask_lobby(done, lambda _: self._tell_mail(switched), self.tell_refusal)
        elif row:
            self.asker.begin(
                self._unlink(next(key for key in self._keys if key.fingerprint == row))
            )

    def _tell_mail(self, kind: MailKind) -> None:
        self._show(say(inbox.mail_line(self._email, kind)))

    def _deliver(self, data: str) -> None:
        name = f"cuttle-{self.cuttle.lobby.player}.json"
        delivered = self.cuttle.deliver_file(name, "application/json", data)
        self._show(say(results.DELIVERED) if delivered else wording.export_line(self._account))

    async def _unlink(self, key: Key) -> None:
        self._unlinking = key
        sure = await Question[bool](self._UNLINKING, lambda _: wording.unlink_prompt(key))
        self._unlinking = None
        self._show()
        if sure:
            await Request(self._account.unlink(key.fingerprint), closes=True)
            self._ask_keys(say(wording.UNLINKED))

    async def _rest(self, vacation: VacationLine) -> None:
        """Ask for how many days the clocks of the player's games stand still."""
        asked = Question[str | None](self._ANSWERING, wording.vacation_prompt, _LONGEST)
        while (text := await asked) is not None:
            asked, days = replace(asked, typed=text), text.strip()
            if not days.isdecimal() or len(days) > _MOST_DIGITS:
                continue
            try:
                await Request(self._account.take_vacation(int(days)))
            except LobbyError as error:
                asked = replace(asked, why=lobby_line(error))
            else:
                self._show(say(inbox.vacation_line(self._account.vacation or VacationLine(0))))
                return
        self._show()

    async def _join(self) -> None:
        """Ask for a code, and add what was done by it; another account joins after a yes."""
        asked = Question[str | None](self._ANSWERING, wording.code_prompt, _LONGEST)
        while (text := await asked) is not None:
            try:
                other = await Request(self._account.joins_by(text))
                if other and not await self._sure_to_join(other):
                    break
                joined = await Request(self._account.join(text))
            except LobbyError as error:
                asked = replace(asked, typed=text, why=lobby_line(error))
            else:
                self._show(wording.joined_line(joined))
                return
        self._show()

    async def _sure_to_join(self, other: str) -> bool:
        prompt = wording.join_prompt(self.cuttle.lobby.player, other)
        self._joining = other
        self._show()
        sure = await Question[bool](self._JOINING, lambda _: prompt)
        self._joining = ""
        self._show()
        return sure

    async def _open_calendar(self) -> None:
        """Show the link to the player's calendar; ask whether to copy, renew or end it."""
        asked = Question[str](self._CALENDAR, lambda _: wording.calendar_prompt())
        step: CalendarStep | None = "link"
        try:
            while step and (path := await Request(self._account.calendar(step))):
                self._address = f"{self._page}{path}"
                self._show()
                answer = await asked
                while answer == "copy":
                    answer = await replace(asked, why=self.cuttle.copy(self._address))
                step = calendar_step(answer)
        finally:
            self._address = ""
        self._show(say(wording.CALENDAR_OFF) if step else SILENCE)

    async def _return(self, vacation: VacationLine) -> None:
        """Ask whether to end a vacation."""
        asked = Question[bool](self._RESTING, lambda _: wording.resting_prompt())
        while await asked:
            try:
                await Request(self._account.end_vacation())
            except LobbyError as error:
                asked = replace(asked, why=lobby_line(error))
            else:
                self._show(say(inbox.VACATION_OVER))
                return
        self._show()

    @property
    def _email(self) -> EmailLine:
        return self._account.email or EmailLine()

    async def _change_email(self) -> None:
        """Ask for an address and for the code that was sent there; nothing removes the address."""
        asked = Question[str | None](
            self._ANSWERING, lambda typed: wording.email_prompt(self._email, typed), _LONGEST
        )
        while (text := await asked) is not None:
            asked, written = replace(asked, typed=text, why=SILENCE), text.strip()
            try:
                if "@" in written:
                    await Request(self._account.set_email(written))
                    asked = replace(asked, typed="", why=say(inbox.CODE_SENT))
                elif written:
                    await Request(self._account.confirm_email(written))
                    self._show(say(inbox.CONFIRMED))
                    return
                elif self._email.address:
                    await Request(self._account.remove_email())
                    self._show(say(inbox.REMOVED))
                    return
            except LobbyError as error:
                asked = replace(asked, why=lobby_line(error))
        self._show()

    @property
    def _verb(self) -> Message:
        """What enter does with what was typed."""
        if self._row_in_focus == wording.VACATION:
            return N_("begin now")
        if self._row_in_focus == wording.JOIN:
            return N_("go on")
        forgets = (
            self.asker.asked is not None and not self.asker.asked.typed and self._email.address
        )
        return N_("delete the address") if forgets else N_("go on")

    def on_paste(self, event: Paste) -> None:
        """Insert a pasted address or code, whole or not at all."""
        if self.asker.asked is None or self.asker.asked.section is not self._ANSWERING:
            return
        event.stop()
        text = self.asker.asked.typed + event.text.strip()
        if len(text) > _LONGEST or not text.isprintable():
            self.asker.change(why=lobby_line(LobbyError("bad-address")))
        else:
            self.asker.change(typed=text, why=SILENCE)

    async def _delete(self) -> None:
        """Ask for the player's name, and delete the account."""
        player = self.cuttle.lobby.player
        if await Question[str | None](
            self._DELETING, lambda typed: wording.delete_prompt(player, typed), _LONGEST_NAME
        ):
            self._show(say(ONE_MOMENT))
            await Request(self._account.forget_me(), closes=True)
            self.cuttle.leave_all()
        else:
            self._show()

    @property
    def _named(self) -> bool:
        """Whether the player's whole name is typed."""
        return self.asker.asked is not None and self.asker.asked.typed == self.cuttle.lobby.player

    def interrupt(self) -> None:
        self.cuttle.go_home()

    def pick(self, place: int) -> None:
        if self.asker.asked is None:
            super().pick(place)

    _HOME: ClassVar[Command[AccountScreen]] = Command(to("ctrl+c", interrupt), N_("back home"))
    _ERASING: ClassVar[Command[AccountScreen]] = Command(
        bound(ERASE, EDIT_REPLY), N_("delete a letter, a word, or everything")
    )
    _ROWS: ClassVar[Section[AccountScreen]] = Section(
        N_("your account"),
        (
            Command(
                by({key: step for key, step in fields(0).items() if step}, ListScreen.move),
                N_("move along the list"),
                N_("move"),
                "arrows",
                spare=letters.SPARE,
                when=lambda screen: bool(screen._lines),
            ),
            Command(
                to("enter space", _choose),
                N_("choose what is in focus; a key asks first"),
                when=lambda screen: bool(screen._lines),
                label_of=lambda screen: wording.verb_of(
                    screen._row_in_focus, by_browser=screen._account.by_browser
                ),
            ),
            Command(to("escape q ctrl+c", interrupt), N_("back home"), label=N_("home")),
        ),
    )
    _UNLINKING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked about one of your keys"),
        (
            Command(
                replies(letters.YES, True), N_("that key no longer signs in"), label=N_("unlink")
            ),
            Command(
                replies(f"{letters.NO} escape q", False), N_("keep the key"), label=N_("keep it")
            ),
            _HOME,
        ),
    )
    _JOINING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked whether another account joins yours"),
        (
            Command(replies(letters.YES, True), N_("all of it comes here"), label=N_("join them")),
            Command(replies(f"{letters.NO} escape q", False), N_("both stay"), label=N_("not now")),
            _HOME,
        ),
    )
    _DELETING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked whether to delete your account"),
        (
            Command(
                bound(SPACE, EDIT_REPLY), N_("your name, to confirm"), typed=typing(EDIT_REPLY)
            ),
            _ERASING,
            Command(
                to("enter", REPLY_TYPED),
                N_("delete the account, once your name is typed"),
                now=lambda screen: screen._named,
                label=N_("delete for good"),
            ),
            Command(replies("escape", None), N_("keep the account"), label=N_("keep it")),
            _HOME,
        ),
    )
    _ANSWERING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked for days of vacation, an e-mail address, or a guest's code"),
        (
            Command(
                bound(SPACE, EDIT_REPLY),
                N_("a number of days, an address, or a code"),
                typed=typing(EDIT_REPLY),
            ),
            _ERASING,
            Command(
                to("enter", REPLY_TYPED),
                N_("continue with what you typed"),
                label_of=lambda screen: screen._verb,
            ),
            Command(replies("escape", None), N_("change nothing"), label=N_("back")),
            _HOME,
        ),
    )
    _CALENDAR: ClassVar[Section[AccountScreen]] = Section(
        N_("when the link to your calendar is shown"),
        (
            Command(replies("c", "copy"), N_("copy the link to your calendar"), label=N_("copy")),
            Command(
                replies("r", "renew"),
                N_("make a new link: the one before leads nowhere then"),
                label=N_("new link"),
            ),
            Command(replies("o", "off"), N_("let the link lead nowhere"), label=N_("end it")),
            Command(replies("escape q", ""), N_("leave the link as it is"), label=N_("back")),
            _HOME,
        ),
    )
    _RESTING: ClassVar[Section[AccountScreen]] = Section(
        N_("when asked whether to end your vacation"),
        (
            Command(
                replies(letters.YES, True),
                N_("end it: you keep the whole days that are left"),
                label=N_("end it"),
            ),
            Command(
                replies(f"{letters.NO} escape q", False),
                N_("stay on vacation"),
                label=N_("keep it"),
            ),
            _HOME,
        ),
    )
    SECTIONS: ClassVar[Sections] = (
        *(_ROWS, _UNLINKING, _JOINING, _DELETING),
        *(_ANSWERING, _CALENDAR, _RESTING),
    )
