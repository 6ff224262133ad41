"""Word the e-mails of correspondence games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cuttle_tui.i18n.rich_text import listing, plain
from cuttle_tui.i18n.translation import tr


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
    return Mail(
        tr("Cuttle: your move against {names}", names=names),
        _lines(
            tr("It is your move at the table {table}, against {names}.", table=table, names=names),
            tr("You have until {moment} UTC.", moment=deadline),
            "",
            _play_line(door),
            "",
            _stop_line(door),
        ),
    )


def over_mail(table: str, others: Sequence[str], winners: Sequence[str], door: str) -> Mail:
    """Tell a player that a game is over; without winners, nobody won."""
    names = plain(listing(others))
    won = tr("{names} won.", names=plain(listing(winners)))
    return Mail(
        tr("Cuttle: your game against {names} is over", names=names),
        _lines(
            tr(
                "Your game at the table {table}, against {names}, is over.",
                table=table,
                names=names,
            ),
            won if winners else tr("Nobody won."),
            "",
            _play_line(door),
            "",
            _stop_line(door),
        ),
    )


def code_mail(code: str, door: str) -> Mail:
    """Send the code that confirms an address."""
    command = f"ssh {door} email {code}"
    return Mail(
        tr("Cuttle: your code is {code}", code=code),
        _lines(
            tr("Somebody, probably you, wants to hear at this address when it is their move."),
            tr("To confirm it, type the code {code} on the account screen, or run:", code=code),
            f"  {command}",
            tr("If it was not you, do nothing: no mail comes but such a code, once a day at most."),
        ),
    )


def _play_line(door: str) -> str:
    return tr("To look at it:  {command}", command=f"ssh -t {door}")


def _stop_line(door: str) -> str:
    return tr("To get no more of these mails:  {command}", command=f"ssh {door} email off")


def _lines(*lines: str) -> str:
    return "\n".join(lines) + "\n"
