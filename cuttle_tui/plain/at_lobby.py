"""Answer what is typed in the lobby, and what can be typed anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from cuttle_tui.plain import language_command, lobby_commands, lobby_listings
from cuttle_tui.plain.lobby_commands import Command, go_to_held, online_lobby
from cuttle_tui.plain.verbs import VERBS
from cuttle_tui.table.chat import REASONS
from cuttle_tui.wording.plain import help as helps
from cuttle_tui.wording.plain import lines as wording

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession

_WAIT: Final = 300.0
_LONGEST_WAIT: Final = 3600.0


# people ------------------------------------------------------------------------------------------


async def _name(session: PlainSession, rest: str) -> None:
    account = session.lobby.account
    if account is None or account.named:
        session.voice.tell(wording.NO_NAME_HERE)
        return
    await account.choose_name(rest)
    language_command.speak_as_kept(session)
    session.voice.tell(wording.named_line(session.lobby.player))
    go_to_held(session)


async def _link(session: PlainSession, rest: str) -> None:
    account = session.lobby.account
    if account is None or account.named:
        session.voice.tell(wording.NO_NAME_HERE)
        return
    await account.use_link_code(rest)
    language_command.speak_as_kept(session)
    session.voice.tell(wording.named_line(session.lobby.player))
    go_to_held(session)


def _about_person(verb: str) -> Command:
    """Make a command that blocks somebody, or no more."""

    async def command(session: PlainSession, rest: str) -> None:
        person = _person(session, rest)
        if person is not None:
            online_lobby(session).block(person, verb == "block")
            session.voice.tell(wording.done_about(verb, rest))

    return command


def _person(session: PlainSession, name: str) -> str | None:
    """Give the id of somebody who is here, by name; say so if nobody is."""
    online = session.lobby.online
    people = () if online is None else online.people()
    found = next((one for one in people if one.name == name and not one.me), None)
    if found is None:
        session.voice.tell(wording.person_unknown(name))
    return None if found is None else found.id


async def _report(session: PlainSession, rest: str) -> None:
    name, _, why = rest.partition(" ")
    if why.strip() not in REASONS:
        session.voice.tell(helps.usage_line(helps.HELP_ONLINE["report"]))
        session.voice.tell(wording.reasons_line(REASONS))
        return
    person = _person(session, name)
    if person is not None:
        online_lobby(session).report(person, why.strip())
        session.voice.tell(wording.reported(name), names=(name,))


# the conversation itself -------------------------------------------------------------------------


async def _help(session: PlainSession, rest: str) -> None:
    del rest
    topics = {} if session.sitting is None else dict(helps.HELP_TABLE)
    topics.update(helps.HELP_AT_HOME if session.sitting is None else {})
    if session.lobby.online is not None and session.sitting is None:
        topics.update(helps.HELP_ONLINE)
    session.voice.tell(helps.HELP_HEAD)
    for line in helps.help_lines({**topics, **helps.HELP_ANYWHERE}):
        session.voice.item(line)
    if session.sitting is not None:
        session.voice.tell(helps.verbs_line(VERBS))
    session.voice.tell(helps.HELP_KEY)


async def _short(session: PlainSession, rest: str) -> None:
    del rest
    session.voice.short = True
    session.voice.tell(wording.SHORT)


async def _long(session: PlainSession, rest: str) -> None:
    del rest
    session.voice.short = False
    session.voice.tell(wording.LONG)


async def _wait(session: PlainSession, rest: str) -> None:
    """Hold the next line back until one is asked, the game is over, or the time is up."""
    if rest and not (rest.isdigit() and len(rest) < 6):
        session.voice.tell(helps.usage_line(helps.HELP_ANYWHERE["wait"]))
        return
    seconds = min(float(rest or _WAIT), _LONGEST_WAIT)

    def ready() -> bool:
        here = session.sitting
        return here is None or here.over or here.menu is not None

    session.hold.begin(ready, seconds, wording.WAIT_OVER)


async def _quit(session: PlainSession, rest: str) -> None:
    del rest
    here = session.sitting
    if here is not None and here.running and here.chair.seat is not None:
        online = session.lobby.online is not None
        session.confirm(wording.quit_question(online=online), session.quit)
    else:
        session.quit()


FOR_STRANGERS: Final = (
    *("help", "name", "link", "rules", "rulesets"),
    *("language", "quit", "short", "long"),
)
"""What can be typed before a name is chosen."""

COMMANDS: Final[Mapping[str, Command]] = {
    **lobby_commands.COMMANDS,
    **lobby_listings.COMMANDS,
    **language_command.COMMANDS,
    "name": _name,
    "link": _link,
    "block": _about_person("block"),
    "unblock": _about_person("unblock"),
    "report": _report,
    "help": _help,
    "short": _short,
    "long": _long,
    "wait": _wait,
    "quit": _quit,
}
