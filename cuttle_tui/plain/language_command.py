"""Answer ``language``: tell which languages there are, and go on in another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.i18n.translation import adopt, languages
from cuttle_tui.plain.lobby_commands import Command
from cuttle_tui.preferences.stores import SaveError
from cuttle_tui.wording.plain import lines as wording

if TYPE_CHECKING:
    from cuttle_tui.plain.session import PlainSession


async def _language(session: PlainSession, rest: str) -> None:
    name = rest.lower()
    if name and name not in languages():
        session.voice.tell(wording.language_unknown(rest[:40]))
        return
    if name:
        await _change(session, name)
    session.voice.tell(*wording.language_lines())


async def _change(session: PlainSession, name: str) -> None:
    """Go on in a language, and keep that as other settings are kept."""
    adopt(name, ascii=session.ascii)
    preferences = session.preferences
    changes: dict[str, Any] = {"language": name}
    try:
        await preferences.take(replace(preferences.settings, **changes))
    except SaveError as why:
        session.voice.tell(str(why))


def speak_as_kept(session: PlainSession) -> None:
    """Speak as the player's settings say; where they say nothing, go on as it was."""
    language = session.preferences.settings.language
    if language != "auto":
        adopt(language, ascii=session.ascii)


COMMANDS: Final[Mapping[str, Command]] = {"language": _language}
