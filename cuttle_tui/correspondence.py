"""Games with days for a move: words of the inbox, vacations and e-mail; commands in plain mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    Words,
    counted,
    listing,
    plain,
    tell,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.names import Names, control_name, game_in_short, listed, time_left
from cuttle_tui.kit.results import GameResult, ending_text, sentence_with_match
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.kit.words import BUSY, Entry, facts_line, row_line
from cuttle_tui.plain.commands import SERVER, LobbyCommands, UsageError
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.lines import read_number
from cuttle_tui.ports import Account, EmailLine, InboxLine, LobbyError, VacationLine
from cuttle_tui.ports.account import MAIL_KINDS, MailKind
from cuttle_tui.table.commands import NEXT_GAME
from cuttle_tui.table.words.status_notes import on_vacation

VACATION_OVER: Final = N_("your vacation is over: your clocks are running again")

_YOUR_MOVE: Final = Plural("your move in {n} game", "your move in {n} games")


def count_line(lines: Sequence[InboxLine]) -> str:
    """Say in how many games it is the player's move; empty if in none."""
    count = sum(line.waits_for_me for line in lines)
    return counted(count, _YOUR_MOVE) if count else ""


def count_with_key(lines: Sequence[InboxLine]) -> Sentence:
    """Say the same, with the key that shows them."""
    count = count_line(lines)
    if not count:
        return SILENCE
    return tell(
        "{games}: {key} shows them", games=Span(count, "strong"), key=Span(letters.INBOX, "key")
    )


def games_entry(lines: Sequence[InboxLine]) -> Entry | None:
    """Return the entry of a list that opens the games; None if there are none.

    It names the game that is most urgent for the player, else one that is over and was not looked
    at, else counts what waits for others.
    """
    mine = [line for line in lines if line.waits_for_me]
    if not mine:
        states = [line.state for line in lines]
        counts = ((states.count("playing"), _FOR_OTHERS), (states.count("waiting"), _OPEN))
        waits = ", ".join(counted(count, words) for count, words in counts if count)
        if "over" in states:
            return _over_entry(next(line for line in lines if line.state == "over"), waits)
        return Entry(letters.INBOX, N_("your games"), waits, *_ENTERED) if waits else None
    first = min(mine, key=lambda line: (line.state == "over", line.left))
    label, text = N_("your move"), "{who}, {time}"
    if first.state == "over":
        label, text = N_("next game?"), "{who}"
    who = ", ".join(listed(name) for name in first.opponents)
    text = tr(text, who=who, time=time_left(first.left))
    if len(mine) > 1:
        text = tr("{game}; {more}", game=text, more=counted(len(mine) - 1, _MORE))
    return Entry(letters.INBOX, label, text, *_ENTERED)


def _over_entry(line: InboxLine, waits: str) -> Entry:
    """Tell of a game that is over, and of what waits for others; looking at it takes it away."""
    who = ", ".join(listed(name) for name in line.opponents)
    over = tr("{who}, {ending}", who=who, ending=ending_text(line.result))
    text = tr("{over}; {waits}", over=over, waits=waits) if waits else over
    return Entry(letters.INBOX, N_("game over"), text, *_ENTERED, over)


_FOR_OTHERS: Final = Plural("{n} waits for the other player", "{n} wait for others")
_OPEN: Final = Plural("{n} open table", "{n} open tables")
_MORE: Final = Plural("{n} more", "{n} more")
_ENTERED: Final = (N_("See your games?"), N_("see them"))


HEADS: Final = (
    C_("head of a column", "table"),
    C_("head of a column", "against"),
    C_("head of a column", "rules"),
    C_("head of a column", "state"),
)


def inbox_cells(line: InboxLine) -> tuple[str, ...]:
    """Write the cells of a game."""
    names = ", ".join(listed(name) for name in line.opponents) or "-"
    score = "-".join(map(str, line.score))
    scored = f"{names} ({score})" if any(line.score) else names
    return (line.title, scored, _kind(line), _state(line))


def _kind(line: InboxLine) -> str:
    if line.rated:
        return tr("rated, {timing}", timing=control_name(line.timing))
    return game_in_short(line.ruleset, line.timing)


def _state(line: InboxLine) -> str:
    if line.state == "waiting":
        return tr("code {code}", code=line.code) if line.code else tr("waiting")
    if line.state == "over":
        return tr("next game?") if line.waits_for_me else ending_text(line.result)
    if line.waits_for_me:
        return tr("your move, {time}", time=time_left(line.left))
    if line.vacation:
        return on_vacation(line.vacation)
    return tr("{who}, {time}", who=line.mover, time=time_left(line.left))


def inbox_prompt(line: InboxLine | None, why: Sentence) -> Prompt:
    """Ask whether to open a game."""
    if line is None:
        asked = tell("Play at your own pace, with days for each move?")
        return Prompt("bar", tr("LOBBY"), asked, why=why)
    names = listing([listed(name) for name in line.opponents])
    parts = {"table": line.title, "names": names or tr("nobody yet")}
    asked = tell(_ASKED[line.waits_for_me], **parts)
    return Prompt("bar", tr("LOBBY"), asked, why=why or _until(line))


_ASKED: Final = {
    True: N_("Play on at {table}, with {names}?"),
    False: N_("Look at {table}, with {names}?"),
}
NOTHING_WAITS: Final = N_("no other game is waiting for your move")
LEFT: Final = N_("you left the table")


def _until(line: InboxLine) -> Sentence:
    if not line.deadline:
        return SILENCE
    if line.waits_for_me:
        return tell("you have until {moment} UTC", moment=line.deadline)
    return tell("{who} has until {moment} UTC", who=line.mover, moment=line.deadline)


def inbox_lines(lines: Sequence[InboxLine]) -> list[str]:
    """List the games in sentences, each with its number."""
    told = [count_line(lines) or tr("no game is waiting for your move")]
    for number, line in enumerate(lines, 1):
        cells, until = inbox_cells(line), plain(_until(line))
        nobody = {} if line.opponents else {1: tr("nobody yet")}
        state = {3: facts_line((cells[-1], until))}
        told.append(row_line(number, cells, HEADS, nobody | state))
    return told


# vacation ----------------------------------------------------------------------------------------

_DAYS: Final = Plural("{n} vacation day left this year", "{n} vacation days left this year")


def vacation_text(vacation: VacationLine) -> str:
    """Say whether a player is on vacation, and how many days are left."""
    left = counted(vacation.days_left, _DAYS)
    if vacation.until:
        return tr("until {moment} UTC; {left}", moment=vacation.until, left=left)
    return left


def vacation_row(vacation: VacationLine) -> tuple[str, str]:
    """Say the same in a row, and in one of a narrow window; nothing if it is no shorter."""
    if not vacation.until:
        return vacation_text(vacation), ""
    left = counted(vacation.days_left, _LEFT)
    brief = tr("until {moment}; {n} left", moment=vacation.until[_YEAR:], n=vacation.days_left)
    return tr("until {moment} UTC; {left}", moment=vacation.until, left=left), brief


_LEFT: Final = Plural("{n} day left", "{n} days left")
_YEAR: Final = len("2026-")


def vacation_line(vacation: VacationLine) -> str:
    """Say the same in a sentence of its own."""
    told = vacation_text(vacation)
    return tr("you are on vacation {until}", until=told) if vacation.until else told


# e-mail ------------------------------------------------------------------------------------------


def email_text(email: EmailLine) -> str:
    """Say where a player is told of their moves."""
    if not email.address:
        return tr("none: you get no mail when it is your move")
    if email.confirmed:
        return email.address
    return tr("{address}, not confirmed yet", address=email.address)


def email_brief(email: EmailLine) -> str:
    """Say the same in a narrow window; nothing if it is no shorter."""
    if not email.address or email.confirmed:
        return ""
    return tr("{address}, to confirm", address=email.address)


_ABOUT: Final[dict[MailKind, Message]] = {
    "moves": N_("when it is your move"),
    "results": N_("when a game is over"),
}
_SENT: Final = (C_("mail of a kind", "no"), C_("mail of a kind", "yes"))


def mail_about(kind: MailKind) -> str:
    """Say what mail of a kind is about."""
    return tr(_ABOUT[kind])


def mail_sent(email: EmailLine, kind: MailKind) -> str:
    """Say whether mail of a kind is sent."""
    return tr(_SENT[kind not in email.unwanted])


def mail_line(email: EmailLine, kind: MailKind) -> str:
    """Say both in a line."""
    return tr("mail {when}: {sent}", when=mail_about(kind), sent=mail_sent(email, kind))


CODE_SENT: Final = N_("a code is on its way to that address: type it to confirm")
CONFIRMED: Final = N_(
    "confirmed: you get mail when it is your move or a game is over, one a day for each game"
)
REMOVED: Final = N_("the address is deleted")


class Mail(NamedTuple):
    """An e-mail in the language of its reader."""

    subject: str
    text: str


def move_mail(table: str, others: Sequence[str], deadline: str, door: str) -> Mail:
    """Tell a player that it is their move.

    Args:
        table: the table's title.
        others: the names of the other players.
        deadline: when the player's time ends, in UTC.
        door: the arguments of ``ssh`` for the server.
    """
    names = plain(listing(others))
    return _game_mail(
        tr("Cuttle: your move against {names}", names=names),
        tr("It is your move at the table {table}, against {names}.", table=table, names=names),
        tr("You have until {moment} UTC.", moment=deadline),
        door=door,
    )


def over_mail(table: str, result: GameResult, players: Names, door: str) -> Mail:
    """Tell a player, whose seat the names know, that a game is over, who won and how."""
    everybody = range(len(players.names))
    names = plain(listing([players.names[seat] for seat in everybody if seat != players.seat]))
    told = sentence_with_match(result, players)
    return _game_mail(
        tr("Cuttle: your game against {names} is over", names=names),
        tr("Your game at the table {table}, against {names}, is over.", table=table, names=names),
        tr("The result: {result}.", result=plain(told)),
        door=door,
    )


def _game_mail(subject: str, *told: str, door: str) -> Mail:
    """Write a mail about a game, which ends with how to look at it, and how to get no more."""
    look = tr("To look at it:  {command}", command=f"ssh -t {door}")
    stop = tr("To get no more of these mails:  {command}", command=f"ssh {door} email off")
    return Mail(subject, _lines(*told, "", look, "", stop))


def code_mail(code: str, door: str) -> Mail:
    """Send the code that confirms an address."""
    return Mail(
        tr("Cuttle: your code is {code}", code=code),
        _lines(
            tr("Somebody, probably you, asked for mail at this address when it is their move."),
            tr("To confirm it, type the code {code} on the account screen, or run:", code=code),
            f"  ssh {door} email {code}",
            tr(
                "If it was not you, do nothing: all you may get is a code like this, at "
                "most once a day."
            ),
        ),
    )


def _lines(*lines: str) -> str:
    return "\n".join(lines) + "\n"


_MOST_DAYS: Final = 999


async def vacation(account: Account | None, text: str) -> list[Words]:
    """Begin a vacation of so many days, or end it; report the result, or how things are.

    Raises:
        LobbyError: ``no-account``, ``on-vacation``, ``no-days-left``, ``no-vacation``.
        ValueError: it is neither a number of days nor ``end``.
    """
    if account is None or account.vacation is None:
        raise LobbyError("no-account")
    done: list[Words] = []
    if text == "end":
        await account.end_vacation()
        done.append(VACATION_OVER)
    elif 0 <= (days := read_number(text)) <= _MOST_DAYS:
        await account.take_vacation(days)
    elif text:
        raise ValueError(text)
    return [*done, vacation_line(account.vacation)]


async def email(account: Account | None, text: str) -> list[Words]:
    """Set, confirm or forget an e-mail address, or switch a kind of mail.

    Reports the result, or how things are.

    Raises:
        LobbyError: ``no-account``, ``no-mail``, ``bad-address``, ``wrong-code``, ``too-many``.
    """
    if account is None or account.guest or not account.named:
        raise LobbyError("no-account")
    if account.email is None:
        raise LobbyError("no-mail")
    if text == "off":
        await account.remove_email()
        return [REMOVED]
    for kind in MAIL_KINDS:
        if text == kind:
            await account.switch_mail(kind)
            return [mail_line(account.email, kind)]
    if "@" in text:
        await account.set_email(text)
        return [CODE_SENT]
    if text:
        await account.confirm_email(text)
        return [CONFIRMED]
    how = tr("email ADDRESS sets it, email CODE confirms it, email off deletes it")
    kinds = [mail_line(account.email, kind) for kind in MAIL_KINDS if account.email.confirmed]
    switch = tr("email moves and email results switch these off and on") if kinds else ""
    told = tr("e-mail: {address}", address=email_text(account.email))
    return [told, *kinds, how, *filter(None, (switch,))]


COMMANDS: Final = LobbyCommands(SERVER)


@COMMANDS("inbox [N]", N_("list your correspondence games, or open the one with that number"))
async def _inbox(session: Conversation, rest: str) -> None:
    lines = session.online.inbox()
    if not rest:
        for line in inbox_lines(lines):
            session.output.item(line)
        session.number_opens("inbox")
        return
    place = read_number(rest)
    table = lines[place - 1].id if 1 <= place <= len(lines) else rest
    await _open(session, table)


async def _open(session: Conversation, table: str) -> None:
    """Go to a game of the player's, if the table at hand lets them."""
    chair = await session.online.go_to(table)
    if session.table is not None and session.table.binds:
        raise Refused(BUSY)
    session.rise()
    session.sit_down(chair)


@COMMANDS("next", NEXT_GAME.help)
async def _next(session: Conversation, rest: str) -> None:
    title = "" if session.table is None else session.table.state.title
    waiting = [line for line in session.online.inbox() if line.waits_for_me]
    others = [line.id for line in waiting if line.title != title]
    if others:
        await _open(session, others[0])
    else:
        session.output.tell(NOTHING_WAITS)


@COMMANDS(N_("vacation [DAYS]"), N_("stop your clocks in them; vacation end starts them again"))
async def type_vacation(session: Conversation, rest: str) -> None:
    _check_server(session)
    try:
        session.output.tell(*await vacation(session.lobby.account, rest))
    except ValueError:
        raise UsageError from None


@COMMANDS(
    N_("email [ADDRESS]"),
    N_(
        "get mail about your games; email CODE confirms the address, email off stops it, "
        "email moves and email results switch one kind"
    ),
)
async def type_email(session: Conversation, rest: str) -> None:
    _check_server(session)
    session.output.tell(*await email(session.lobby.account, rest))


def _check_server(session: Conversation) -> None:
    if session.lobby.home is not None:
        raise LobbyError("offline")
