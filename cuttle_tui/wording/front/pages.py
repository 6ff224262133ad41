"""Word the pages of text: the rules, the keys, how to play a friend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, repeat
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.keymap.commands import Listed
from cuttle_tui.keymap.names import keys_listed
from cuttle_tui.wording.front.home import INVITE
from cuttle_tui.wording.rules import book as rulebook
from engine.rules.rulesets import Ruleset

HELP_ABOUT: Final = N_("what the keys do here")
FRIEND_ABOUT: Final = N_("how to meet over ssh")


def _title(text: str) -> Sentence:
    return say(Span(text, "strong"))


def rules_page(ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Explain a ruleset, from the same data the game is played by."""
    name = tr("{name}: {title}", name=ruleset.name, title=tr(ruleset.title))
    lines: list[Sentence] = [_title(name)]
    for section in rulebook.rules_page(ruleset):
        lines += [SILENCE, _title(section.heading)]
        lines += [say(line) for line in section.lines]
    return tuple(lines)


Keys = Sequence[tuple[Message, Sequence[Listed]]]
"""Keys and their commands, under titles."""
_WIDE: Final = 22
"""Maximum width of the key column."""
_GAP: Final = 2


def help_page(
    keys: Keys, clicks: Sequence[Message], here: Keys, rules: Ruleset | None
) -> tuple[Sentence, ...]:
    """Explain the keys of a screen.

    Args:
        keys: the keys of the screen, those that work now first.
        clicks: what clicks do there.
        here: the keys of the page itself.
        rules: the rules that the page links to, if any.
    """
    wide = _width([*keys, *here])
    lines = _sections(keys, wide)
    if clicks:
        lines += [_title(tr("with the mouse")), *map(say, clicks), SILENCE]
    lines += _sections(here, wide)
    if rules is not None:
        played = Span(rules.name, "strong")
        key = Span(letters.READ_RULES, "key")
        lines.append(
            tell("You are playing {rules}: press {key} to read the rules.", rules=played, key=key)
        )
    return tuple(lines)


def _width(keys: Keys) -> int:
    names = (len(keys_listed(entry.keys)) for _, some in keys for entry in some)
    return min(_WIDE, max(names, default=0)) + _GAP


def _sections(keys: Keys, wide: int) -> list[Sentence]:
    lines: list[Sentence] = []
    for title, sections in groupby(keys, key=lambda section: section[0]):
        told = [entry for _, some in sections for entry in some]
        if told:
            names = [keys_listed(entry.keys) for entry in told]
            lines.append(_title(str(title)))
            lines += map(_line, names, told, repeat(wide))
            lines.append(SILENCE)
    return lines


def _line(names: str, told: Listed, wide: int) -> Sentence:
    """Write keys and what they do, with a gap even if the keys are too wide."""
    padded = names.ljust(wide - _GAP) + " " * _GAP
    return say(Span(padded, "key"), tr(told.command.help))


def _command(text: str) -> Sentence:
    return say("    ", Span(text, "strong"))


def friend_page(*, inviting: bool) -> tuple[Sentence, ...]:
    """Explain how to play over ssh.

    Args:
        inviting: whether a door can be opened from the home screen.
    """
    return (*_at_this_machine(inviting=inviting), SILENCE, *_at_a_server())


def _at_this_machine(*, inviting: bool) -> tuple[Sentence, ...]:
    door = Span("cuttle host", "strong")
    opened = tell("In a shell, {command} opens a table here for your friend.", command=door)
    if inviting:
        opened = tell(
            "{key} on the home screen (or {command} in a shell) opens a table here.",
            key=Span(INVITE.key, "key"),
            command=door,
        )
    return (
        _title(tr("on your machine")),
        opened,
        tell("You get a line for your friend to type; they only need ssh:"),
        _command("ssh -t -p 2222 ADDRESS join CODE"),
        tell("With cuttle installed, it is shorter:"),
        _command("cuttle join ADDRESS CODE"),
        tell("Your friend must be able to reach port {port} on your machine.", port="2222"),
        tell("They can connect for as long as you stay at the table."),
    )


def _at_a_server() -> tuple[Sentence, ...]:
    return (
        _title(tr("on a server")),
        tell("One of you starts a server, with as many tables as you like:"),
        _command("cuttle serve --host 0.0.0.0"),
        tell("Everybody connects to it; nothing else to install:"),
        _command("ssh -p 2222 HOST"),
        tell("One player opens a table and gives the others the code. They join with"),
        _command("ssh -t -p 2222 HOST join CODE"),
        tell("{host} is the name or address of the server's machine.", host="HOST"),
        tell("On that machine itself it is {host}.", host="localhost"),
    )
