"""The admin commands about accounts, doors, reports and what is brought in from elsewhere."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from server.admin.schema import (
    LONG,
    NUMBER,
    AdminError,
    Argument,
    Command,
    Decision,
    Order,
    argument,
    day,
    file_text,
    flag,
    number,
    optional,
    renamings,
    words,
)
from server.league.paper import DayOrder, decode
from server.league.ratings import LeagueError, Pool

if TYPE_CHECKING:
    from argparse import Namespace

_NAME: Final = argument("name", words("a name", 64), "the account's name, or its id")
_HELD: Final = 90
"""Days for which an old name is held back, unless an operator says otherwise."""
_DAYS: Final = argument(
    "--days",
    number("a number of days", 0, 3660, default=_HELD),
    f"for how long nobody else may have the old name: {_HELD}",
    **NUMBER,
)
_MOST: Final = 200
_GOOD: Final = 14
"""Days for which an invitation is good, unless an operator says otherwise."""

PEOPLE_GROUPS: Final = {
    "account": "list, look up and change accounts",
    "report": "look at what players reported, and settle it",
    "import": "bring in what was played elsewhere",
    "door": "open and close the doors to whoever is new",
    "invitation": "give, list and withdraw invitations",
}


_GUESTS: Final = argument("--guests", flag, "guests may come in all the same")
_WHY: Final = argument(
    "--why", words("a reason", 200, empty=True), "what new people read", default="", metavar="TEXT"
)
_CODE: Final = argument("code", words("a code", 64), "the code of the invitation")


_NUMBER: Final = argument(
    "number", number("the number of a report", 1, 2**31 - 1), "as `reports` lists it", type=int
)


def _read_file(path: Path) -> dict[str, str]:
    """Read a file to send it."""
    try:
        text, _ = decode(path.read_bytes(), str(path))
    except OSError as error:
        raise AdminError(f"{path}: cannot be read ({error.strerror})") from None
    except LeagueError as error:
        raise AdminError(str(error)) from None
    return {"file": path.name, "text": text}


def _renaming(text: str) -> list[str]:
    name, _, account = text.partition("=")
    if not name or not account:
        raise ArgumentTypeError(f"write NAME=ACCOUNT, not {text!r}")
    return [name, account]


def _on_off(value: object) -> str:
    if value not in ("on", "off"):
        raise AdminError("say on or off")
    return str(value)


def _pool(value: object) -> Pool:
    if value not in (None, "live", "days"):
        raise AdminError("ratings are live or days")
    return "days" if value == "days" else "live"


def _dates(value: object) -> DayOrder | None:
    if value not in (None, "dmy", "mdy"):
        raise AdminError("dates are dmy or mdy")
    return value


def _file(what: str) -> Argument:
    """Declare a file that is sent."""
    return argument("file", file_text, what, sent=_read_file, type=Path, metavar="FILE")


_GAMES: Final = _file(
    "CSV as `cuttle league table` reads it, what `export` writes, or games of cuttle.cards"
)
_FROM: Final = (
    argument(
        "--from",
        words("a source", 80, empty=True),
        "where it was played, for lists",
        default="",
        metavar="TEXT",
    ),
    argument(
        "--as",
        renamings,
        "who a name in the file is here; may be repeated",
        action="append",
        type=_renaming,
        metavar="NAME=ACCOUNT",
    ),
)
_IMPORT: Final = (
    *_FROM,
    argument("--unknown", flag, "names that nobody has stay names, in games that are not rated"),
    argument(
        "--ruleset",
        optional(words("a ruleset", 200)),
        "of games on paper: cuttle.cards",
        metavar="RULESET",
    ),
    argument(
        "--zone",
        optional(words("a zone", 64)),
        "of times that name none: Europe/Paris",
        metavar="ZONE",
    ),
    argument(
        "--dates",
        _dates,
        "whether 1/6/2026 begins with the day or the month",
        choices=("dmy", "mdy"),
    ),
)


def _withdrawn(was: bool, options: Namespace) -> str:
    return f"{options.code} {'lets in nobody any more' if was else 'is no invitation in force'}"


def _would_withdraw(is_there: bool, options: Namespace) -> str:
    return f"would withdraw {options.code}" if is_there else _withdrawn(False, options)


def _would_invite(_: Any, options: Namespace) -> str:
    people = "1 person" if options.uses == 1 else f"{options.uses} people"
    return f"would make a code for {people}, good for {options.days} days"


def page_text(page: dict[str, Any], _: Namespace) -> str:
    """Write what was looked up, a line for each part, and each value of a list in its own."""
    width = max(map(len, page)) + 2
    lines = []
    for part, value in page.items():
        shown = {None: "-", True: "yes", False: "no"}.get(value) if _is_plain(value) else None
        values = [value] if not isinstance(value, list) else value or ["-"]
        for at, each in enumerate(values):
            label = "" if at else part.replace("_", " ")
            lines.append(f"{label:<{width}}{shown or each or '-'}")
    return "\n".join(lines)


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, bool)


def _would_export(games: int, _: Namespace) -> str:
    return f"would write all that is stored, with {games} games"


PEOPLE_COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "account list",
        f"list accounts, whoever was here last first: {_MOST} unless --most says more",
        lambda server, ask: server.secretary.account_list(ask),
        (
            argument(
                "part",
                optional(words("a part of a name", 64)),
                "of the name, or a key's whole fingerprint",
                nargs="?",
            ),
            argument("--here", flag, "only who is here"),
            argument(
                "--unseen",
                optional(number("a number of days", 0, 36_600)),
                "only who was not here for so many days",
                type=int,
                metavar="DAYS",
            ),
            argument(
                "--most",
                number("how many are listed", 1, 20_000, default=_MOST),
                "how many at most",
                **NUMBER,
            ),
        ),
        nothing="there is no such account",
    ),
    Command(
        "account show",
        "look up an account, whether its player is here or not",
        lambda server, ask: server.secretary.account_show(ask),
        (_NAME,),
        shown=page_text,
    ),
    Decision(
        "account rename",
        "give an account another name; standings and stored games follow",
        lambda server, ask: server.secretary.rename(ask),
        (_NAME, argument("new", words("a name", 64), "the new name"), _DAYS),
        timeout=LONG,
    ),
    Decision(
        "account merge",
        "merge an account into another one of the same person",
        lambda server, ask: server.secretary.merge(ask),
        (
            argument("name", words("a name", 64), "the account that goes"),
            argument("into", words("a name", 64), "the account that stays"),
            argument("--league", flag, "their rated games become one player's: all is rated again"),
            _DAYS,
        ),
        timeout=LONG,
    ),
    Order(
        "account export",
        "print everything stored about somebody, as JSON",
        lambda server, ask: server.secretary.export(ask),
        (_NAME,),
        shown=lambda data, _: json.dumps(data, indent=2, ensure_ascii=False),
        trial=lambda server, ask: server.secretary.would_export(ask),
        would=_would_export,
        timeout=LONG,
    ),
    Decision(
        "account delete",
        "delete an account for somebody, for good; its games stay",
        lambda server, ask: server.secretary.delete(ask),
        (_NAME,),
        timeout=LONG,
    ),
    Decision(
        "account secretary",
        "make an account a secretary's: its player settles reports and corrects results",
        lambda server, ask: server.secretary.set_secretary(ask),
        (_NAME, argument("state", _on_off, "on, or off", choices=("on", "off"))),
    ),
    Command(
        "report show",
        "show a report, with what is known of the one who is reported",
        lambda server, ask: server.secretary.report_show(ask),
        (_NUMBER,),
        shown=page_text,
    ),
    Decision(
        "report settle",
        "settle a report; --reason says what was decided",
        lambda server, ask: server.secretary.settle(ask, yes=True),
        (_NUMBER,),
    ),
    Decision(
        "report reopen",
        "have a report that was settled wait again",
        lambda server, ask: server.secretary.settle(ask, yes=False),
        (_NUMBER,),
    ),
    Command(
        "import list",
        "list what was brought in from elsewhere",
        lambda server, ask: server.secretary.import_list(),
        nothing="nothing was brought in",
    ),
    Decision(
        "import games",
        "bring in games that were played elsewhere",
        lambda server, ask: server.secretary.bring_in(ask),
        (_GAMES, argument("--rated", flag, "they count in the seasons they fall into"), *_IMPORT),
        timeout=LONG,
    ),
    Decision(
        "import season",
        "bring in the rated games of a season; all must fall into it",
        lambda server, ask: server.secretary.bring_in(ask, season=ask["season"]),
        (argument("season", words("a season", 64), "as 2025-clubs"), _GAMES, *_IMPORT),
        timeout=LONG,
    ),
    Decision(
        "import bracket",
        "bring in a championship that was held elsewhere; it counts for its year",
        lambda server, ask: server.secretary.bring_in_bracket(ask),
        (
            argument("id", words("a championship", 64), "as 2025-clubs, or 2025-world"),
            _file("lines as `cuttle league bracket` reads them"),
            argument("--held", day, "when it began: 2025-07-01", required=True, metavar="DATE"),
            *_FROM,
            argument("--unknown", flag, "names that nobody has stay names"),
        ),
        timeout=LONG,
    ),
    Decision(
        "import ratings",
        "give accounts the ratings they bring along, before their first rated game here",
        lambda server, ask: server.secretary.bring_in_ratings(ask),
        (
            _file("CSV with the columns player, rating and games, perhaps spread"),
            argument(
                "--pool",
                _pool,
                "which ratings: live (the usual), or days",
                choices=("live", "days"),
            ),
            argument(
                "--force", flag, "also where rated games were played here: all is rated again"
            ),
            *_FROM,
        ),
        timeout=LONG,
    ),
    Decision(
        "import undo",
        "take out all that an import brought in",
        lambda server, ask: server.league.decide(server.league.store.take_out, ask, ask["number"]),
        (
            argument(
                "number", number("the number of an import", 1, 2**31 - 1), "as listed", type=int
            ),
        ),
        timeout=LONG,
    ),
    Command(
        "door show",
        "show who may come in for the first time",
        lambda server, ask: server.secretary.door_show(),
        shown=page_text,
    ),
    Decision(
        "door open", "let in everybody", lambda server, ask: server.secretary.set_doors(ask, "open")
    ),
    Decision(
        "door close",
        "let in nobody new; whoever has an account comes in as ever",
        lambda server, ask: server.secretary.set_doors(ask, "closed"),
        (_GUESTS, _WHY),
    ),
    Decision(
        "door invite",
        "let in of those who are new only who is invited",
        lambda server, ask: server.secretary.set_doors(ask, "invited"),
        (
            _GUESTS,
            argument(
                "--members",
                number("a number of invitations", 0, 100, default=0),
                "how many invitations a member may have given that are not used yet: 0",
                **NUMBER,
            ),
            _WHY,
        ),
    ),
    Order(
        "invitation new",
        "make a code that lets in new people while the doors are open by invitation only",
        lambda server, ask: server.secretary.invite(ask),
        (
            argument(
                "--uses",
                number("a number of people", 1, 1000, default=1),
                "for how many people: 1",
                default=1,
                **NUMBER,
            ),
            argument(
                "--days",
                number("a number of days", 1, 366, default=_GOOD),
                f"for how many days: {_GOOD}",
                default=_GOOD,
                **NUMBER,
            ),
            argument(
                "--for",
                words("a note", 200, empty=True),
                "whom it is for",
                default="",
                metavar="TEXT",
            ),
        ),
        shown=lambda line, _: str(line),
        trial=lambda server, ask: None,
        would=_would_invite,
    ),
    Command(
        "invitation list",
        "list the invitations that can still be used",
        lambda server, ask: server.secretary.invitations(),
        nothing="there is no invitation in force",
    ),
    Order(
        "invitation withdraw",
        "withdraw an invitation",
        lambda server, ask: server.secretary.withdraw(ask["code"]),
        (_CODE,),
        shown=_withdrawn,
        refused=lambda was: not was,
        trial=lambda server, ask: server.secretary.would_withdraw(ask["code"]),
        would=_would_withdraw,
    ),
)
