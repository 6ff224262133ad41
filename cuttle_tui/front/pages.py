"""Word the pages of text: the rules, the keys, how to play a friend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from cuttle_tui.front.home_words import INVITE
from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Message,
    Sentence,
    Span,
    Words,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.keymap import SPARE, Listed, Pointing, key_words, keys_listed
from cuttle_tui.kit.names import role_word
from cuttle_tui.kit.text_types import Block, PageText, Prompt, Sign
from cuttle_tui.rules import book as rulebook
from cuttle_tui.table.view_model import MEANINGS
from engine.cards import JOKER, parse_card
from engine.rules.options import OPTIONS
from engine.rules.rulesets import Ruleset

HELP_ABOUT: Final = N_("what you can do now")
ALL_KEYS_ABOUT: Final = N_("all keys of this screen")
FRIEND_ABOUT: Final = N_("how to meet over ssh")


def _title(text: str) -> Sentence:
    return say(Span(text, "strong"))


# the rules --------------------------------------------------------------------------------------


def rules_page(ruleset: Ruleset) -> PageText:
    """Explain a ruleset, from the same data the game is played by: each rank beside its card."""
    told = {section.name: section for section in rulebook.rules_page(ruleset)}
    sections = [
        Block(
            tuple(say(_DASH, *_rule(line, words=1)) for line in section.lines),
            heading=_title(section.heading),
        )
        for section in (told[name] for name in _SECTIONS if name in told)
    ]
    named = [part.partition("=") for part in ruleset.name.split("+")[1:]]
    lines = [
        say(
            Span("+ ", "key"),
            Span(f"{name} {number}".strip(), "strong"),
            "  ",
            tr(OPTIONS[name].title) if name in OPTIONS else "",
        )
        for name, _, number in named
    ]
    options = [Block(tuple(lines), heading=_title(tr("house rules that are on")))] if lines else []
    left = (*options, *sections)
    return PageText((*left, *_ranks(ruleset)), narrowest=_NARROWEST, second=len(left))


_NARROWEST: Final = 34
"""How wide a column must be where two fit a small window."""
_SUITS: Final = 4


_SECTIONS: Final = ("goal", "turn", "points", "counters", "setup", "leaving")
"""The sections beside the rules of the ranks."""


_DASH: Final = Span("- ", "quiet")
"""Before each rule, as in plain text."""


def _rule(text: str, words: int) -> Sentence:
    """Write a rule; what it is about, so many words before a colon at most, is bold."""
    name, colon, rest = text.partition(":")
    if not colon or len(name.split()) > words:
        return say(text)
    return say(Span(name, "strong"), colon + rest)


def _ranks(ruleset: Ruleset) -> list[Block]:
    """Explain each rank beside its card; the first has the heading."""
    blocks = []
    for rank, rules in rulebook.rules_by_rank(ruleset).items():
        card = parse_card("XB") if rank == JOKER else rank * _SUITS + rank % _SUITS
        lines = rules or (tr("Only points and scuttles."),)
        told = tuple(_rule(line, words=3) for line in lines)
        blocks.append(Block(told, card=card, word=role_word(card, ruleset)))
    heading = _title(tr("what each card does besides points"))
    return [replace(blocks[0], heading=heading), *blocks[1:]]


# the help ---------------------------------------------------------------------------------------

Keys = Sequence[tuple[Message, Sequence[Listed]]]
"""Keys and their commands, under titles."""
_WIDE: Final = 8
"""Maximum width of the key column."""
_GAP: Final = 2


def help_now(
    asked: Prompt | None,
    told: Sequence[str],
    keys: Keys,
    signs: Sequence[tuple[Sign, Span]],
    ruleset: Ruleset | None = None,
    way_back: Sentence = SILENCE,
    *,
    taps: Sequence[Words] | None = None,
) -> PageText:
    """Explain what can be done now, and where there is room what each card does.

    Args:
        asked: what the screen asks; None if nothing.
        told: the rules of that.
        keys: the keys that lead somewhere now.
        signs: the signs on the cards, each with one as it is drawn.
        ruleset: the rules in play, if there are any.
        way_back: how a guest comes back after a lost connection.
        taps: what taps do, where nobody presses keys: none is named, and a tap on a line does
            what it says.
    """
    rules = (*(_rule(line, words=3) for line in told), SILENCE) if told else ()
    lead = () if asked is None else (_question(asked, touch=taps is not None), SILENCE, *rules)
    lead = (*lead, way_back, SILENCE) if way_back else lead
    shown = [Block(_meanings(signs), heading=_title(tr("signs on the cards")))] if signs else []
    if taps is None:
        blocks, brief = (
            (*_blocks(keys, _short_names, joined=joined), *shown) for joined in (False, True)
        )
    else:
        # what taps elsewhere do comes last
        fingers = [Block(tuple(map(say, taps)), _title(tr("with a finger")))] if taps else []
        blocks = brief = (*_tapped(keys, always=not taps), *shown, *fingers)
    spare = () if ruleset is None else tuple(_ranks(ruleset))
    return PageText(blocks, lead, narrowest=_NARROWEST, spare=spare, brief=brief, single=True)


def _meanings(signs: Sequence[tuple[Sign, Span]]) -> tuple[Sentence, ...]:
    """Write each sign before what it means."""
    wide = max(len(span.text) for _, span in signs) + _GAP
    lines = []
    for sign, span in signs:
        blanks = wide - len(span.text)
        shown = (
            say(span, Span(" " * blanks))
            if span.role == "card"
            else say(span._replace(text=span.text + " " * blanks))
        )
        lines.append(say(shown, MEANINGS[sign]))
    return tuple(lines)


def _question(asked: Prompt, *, touch: bool) -> Sentence:
    """Repeat what is asked; for fingers without a sentence that names a key."""
    head, sentence = Span(asked.head, "strong"), asked.sentence
    back = key_words("esc")
    if touch and (back in plain(sentence).split() or any(s.role == "key" for s in sentence)):
        return say(head)
    return say(head, "   ", sentence)


def help_page(keys: Keys, clicks: Sequence[Pointing], here: Keys) -> PageText:
    """Explain all keys of a screen.

    Args:
        keys: the keys of the screen, those that work now first.
        clicks: what clicks do there.
        here: the keys of the page itself.
    """
    mouse = []
    if clicks:
        lines = tuple(say(each.click) for each in clicks)
        mouse.append(Block(lines, heading=_title(tr("with the mouse"))))
    blocks, brief = (
        (*_blocks(keys, _names, joined=joined), *mouse, *_blocks(here, _names, joined=joined))
        for joined in (False, True)
    )
    return PageText(blocks, narrowest=_NARROWEST, brief=brief, single=True)


def _names(entry: Listed) -> str:
    """List all keys; the four arrows have one name."""
    if not _FOUR.issubset(entry.keys):
        return keys_listed(entry.keys)
    return keys_listed(("arrows", *(key for key in entry.keys if key not in _FOUR)))


def _short_names(entry: Listed) -> str:
    """Name the keys as the last row does, which is shorter; beside enter none is named."""
    if entry.keys[0] == _ENTER:
        return key_words(_ENTER)
    moves = _both_ways([key for key in entry.keys if key not in SPARE])
    named = entry.command.named or ("arrows" if moves else "")
    return key_words(named) or keys_listed(entry.keys)


def _both_ways(keys: Sequence[str]) -> bool:
    """Return whether keys move along something, not to one place."""
    moves = _MOVES.issuperset(keys)
    return moves and any(way.issubset(keys) for way in _WAYS)


_ENTER: Final = "enter"
_FOUR: Final = frozenset({"left", "right", "up", "down"})
_WAYS: Final = tuple(map(frozenset, (("left", "right"), ("up", "down"), ("pageup", "pagedown"))))
_MOVES: Final = _FOUR | {"home", "end", "pageup", "pagedown"}


def _tapped(keys: Keys, *, always: bool) -> Iterator[Block]:
    """Write what a tap on a line here does; no button again, unless nothing else is told."""
    tapped = [entry for _, some in keys for entry in some if entry.tap]
    told = [entry for entry in tapped if not _is_button(entry)] or tapped * always
    if told:
        lines = tuple(say(tr(entry.command.help)) for entry in told)
        pressed = tuple(entry.tap for entry in told)
        yield Block(lines, _title(tr("tap a line, and it is done")), taps=pressed)


def _is_button(entry: Listed) -> bool:
    """Return whether there is a button for a command, or it is about keys alone."""
    moves = _both_ways([key for key in entry.keys if key not in SPARE])
    return entry.command.on_button or moves or entry.tap in _BUTTONS


_BUTTONS: Final = ("enter", "space", "escape", "ctrl+c", *_MOVES)


def _blocks(keys: Keys, name: Callable[[Listed], str], *, joined: bool = False) -> list[Block]:
    """Write each section as a block, what keys do in one column.

    Joined, single letters whose commands have names share lines.
    """
    blocks = []
    for title, sections in groupby(keys, key=lambda section: section[0]):
        told = [entry for _, some in sections for entry in some]
        if told:
            runs = _runs(told) if joined else [[entry] for entry in told]
            named = [" ".join(map(name, run)) for run in runs]
            wide = min(_WIDE, max(map(len, named))) + _GAP
            heading = _title(str(title))
            for start in range(0, len(runs), _TOGETHER):
                some = zip(named, runs, strict=True)
                part = list(some)[start : start + _TOGETHER]
                lines = tuple(line for names, run in part for line in _line(names, run, wide))
                blocks.append(Block(lines, () if start else heading, follows=start > 0))
    return blocks


_TOGETHER: Final = 6
"""Keys of a section that stay in one column."""
_IN_A_LINE: Final = 4
"""Single letters that share a line."""


def _runs(told: Sequence[Listed]) -> list[list[Listed]]:
    """Part commands into those that share a line: of a letter each, and named in a word."""
    runs: list[list[Listed]] = []
    for short, some in groupby(told, key=lambda entry: bool(_word(entry))):
        entries = list(some)
        step = _IN_A_LINE if short else 1
        runs += [entries[start : start + step] for start in range(0, len(entries), step)]
    return runs


def _word(entry: Listed) -> Words:
    """Return the name of a command that has a single letter; nothing for others."""
    command = entry.command
    return command.label or command.hint if [len(key) for key in entry.keys] == [1] else ""


def _line(names: str, run: Sequence[Listed], wide: int) -> Iterator[Sentence]:
    """Write keys and what they do: below keys that are too wide, a little further in."""
    if len(run) > 1:
        pad = " " * (wide - len(names))
        keys = (part for entry in run for part in (Span(entry.keys[0], "key"), " "))
        yield say(*[*keys][:-1], pad, ", ".join(str(_word(entry)) for entry in run))
        return
    what = tr(run[0].command.help)
    if len(names) + _GAP <= wide:
        yield say(Span(names.ljust(wide), "key"), what)
    else:
        yield say(Span(names, "key"))
        yield say(Span(" " * _GAP), what)


def friend_page(*, inviting: bool) -> PageText:
    """Explain how to play over ssh.

    Args:
        inviting: whether a door can be opened from the home screen.
    """
    lead = (
        tell("A table shows its code on four cards."),
        tell("Others join by a line that ends with it; ssh is enough."),
    )
    here, server = _at_this_machine(inviting=inviting), _at_a_server()
    return PageText((*here, *server), lead, narrowest=_NARROWEST, second=len(here), code="CODE")


def _step(number: int, *lines: Sentence, follows: bool = False) -> Block:
    return Block(lines, step=str(number), follows=follows)


def _command(text: str) -> Sentence:
    return say(Span(text, "strong"))


def _at_this_machine(*, inviting: bool) -> tuple[Block, ...]:
    opens = tell("opens a table here")
    if inviting:
        key = Span(INVITE.key, "key")
        opens = tell("opens a table here; so does {key} on the home screen", key=key)
    return (
        Block((_title(tr("on your machine")),)),
        _step(1, _command("cuttle host"), opens, follows=True),
        _step(
            2,
            _command("ssh -t -p 2222 ADDRESS join CODE"),
            tell("your friend types this, or"),
            _command("cuttle join ADDRESS CODE"),
        ),
        Block(
            (
                tell("Friends must reach port {port} here.", port="2222"),
                tell("They can come while you stay there."),
            )
        ),
    )


def _at_a_server() -> tuple[Block, ...]:
    starts = tell("opens it, with many tables")
    host, local = Span("HOST", "strong"), Span("localhost", "strong")
    return (
        Block((_title(tr("on a server")),)),
        _step(1, _command("cuttle serve --host 0.0.0.0"), starts, follows=True),
        _step(2, _command("ssh -p 2222 HOST"), tell("connect; one opens a table")),
        _step(3, _command("ssh -t -p 2222 HOST join CODE"), tell("the others join that table")),
        Block((tell("{host}: its name, or {local} on it", host=host, local=local),)),
    )
