"""Word the choice of a new table: who plays, the rules, the options, and what they come to."""

from __future__ import annotations

from typing import Final

from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.wish import Who, Wish, rival_of
from cuttle_tui.wording.asking import Prompt, option
from cuttle_tui.wording.names import counted, number
from engine.clocks import CONTROLS
from engine.errors import RulesetError
from engine.options import OPTIONS, Option
from engine.rulesets import PRESETS

TITLE: Final = "new table"
WHO: Final = "who plays"
RULES: Final = "rules"
COMPUTERS: Final = "computers"
TIMING: Final = "clocks"
PUBLIC: Final = "who may come"
HINTS: Final = (
    ("arrows", "move, change"),
    ("space", "on or off"),
    ("h", "these rules"),
    ("esc", "home"),
)
_WIDEST: Final = 74

_WHO: Final[dict[Who, tuple[str, str, str, str]]] = {
    "computer": (
        "the computer",
        "the computer takes every seat but yours",
        "Sit down with the computer?",
        "sit down",
    ),
    "keyboard": (
        "people at this keyboard",
        "the screen hides hands while the keyboard goes round",
        "Play at this keyboard?",
        "sit down",
    ),
    "room": (
        "people, at a table here",
        "they come from the lobby, or by a code over ssh",
        "Open a table for other people?",
        "open it",
    ),
}


def you_are(player: str) -> str:
    """Tell the player's name."""
    return f"you are {player}"


def who_text(wish: Wish) -> str:
    """Say who plays."""
    return _WHO[wish.who][0]


def rules_text(wish: Wish) -> str:
    """Name the ruleset without its options."""
    return f"{wish.base}, {number(wish.ruleset.seats)} seats"


def computers_text(wish: Wish) -> str:
    """Say how many seats the computer plays."""
    if wish.who == "computer":
        return "in every other seat"
    if not wish.most_computers:
        return "none, two people play"
    people = wish.ruleset.seats - wish.computers
    return f"{wish.computers}, and {number(people)} people"


def timing_text(wish: Wish) -> str:
    """Say how long each player may think."""
    control = CONTROLS.get(wish.timing)
    if control is None:
        return "none"
    return f"{wish.timing}: {_span(control.decision)} a decision, {_span(control.bank)} beyond"


def _span(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 60} min" if whole >= 60 and whole % 60 == 0 else f"{whole} s"


def public_text(wish: Wish) -> str:
    """Say who may sit down."""
    return "anybody in the lobby" if wish.public else "friends who have the code"


def option_label(wish: Wish, choice: Option) -> str:
    """Write an option as it stands in the text of a ruleset."""
    if not choice.numbered:
        return choice.name
    chosen = wish.number_of(choice.name)
    return f"{choice.name}={'N' if chosen is None else chosen}"


def digest(wish: Wish) -> tuple[Sentence, ...]:
    """Sum up what was chosen: the text that names it, and what each option changes."""
    lines = [say(Span(line, "strong")) for line in _folded(wish.text)]
    lines.append(say(PRESETS[wish.base].title))
    titles = [_title(name, count) for name, count in wish.options]
    if titles:
        lines.append(say("; ".join(titles)))
    return tuple(lines)


def _title(name: str, count: int | None) -> str:
    title = OPTIONS[name].title
    return title if count is None else title.replace("so many", str(count), 1)


def _folded(text: str) -> list[str]:
    """Break the text of a ruleset before a plus, where it is too long for a line."""
    lines = [""]
    for place, part in enumerate(text.split("+")):
        word = f"+{part}" if place else part
        if len(lines[-1]) + len(word) > _WIDEST:
            lines.append("")
        lines[-1] += word
    return lines


def new_table_prompt(wish: Wish, row: str, why: Sentence) -> Prompt:
    """Ask whether to open the table; `row` is what the cursor is on."""
    _, about, question, verb = _WHO[wish.who]
    options = [option("enter", verb), *_row_options(wish, row)]
    reason = why or _about(wish, row, about)
    return Prompt("bar", "NEW TABLE", say(question), tuple(options), reason)


def _row_options(wish: Wish, row: str) -> list[Sentence]:
    if row == RULES:
        return [option("left right", "another"), option("r", "all of them")]
    if row == COMPUTERS:
        return [option("left right", "more or fewer")] if wish.most_computers else []
    if row in (WHO, TIMING, PUBLIC):
        return [option("left right", "change")]
    chosen = wish.has(row)
    toggle = option("space", f"{'drop' if chosen else 'choose'} {row}")
    counting = [option("left right", "number")] if wish.number_of(row) is not None else []
    return [toggle, *counting]


def _about(wish: Wish, row: str, who: str) -> Sentence:
    if row == WHO:
        return say(who)
    if row == RULES:
        return say(PRESETS[wish.base].title)
    if row in _ABOUT:
        return say(_ABOUT[row])
    if row == COMPUTERS:
        most = wish.most_computers
        return say(f"the computer may play {counted(most, 'seat')}") if most else SILENCE
    return say(f"{OPTIONS[row].title}; from {OPTIONS[row].source}")


_ABOUT: Final = {
    TIMING: "who runs out of time loses the game; the clock of the one who is asked runs",
    PUBLIC: "a public table stands in the lobby; a private one is found by its code alone",
}


def rules_prompt(base: str) -> Prompt:
    """Ask for a ruleset."""
    options = (option("enter", f"take {base}"), option("h", "read it"), option("esc", "back"))
    return Prompt("bar", "RULES", say("Which rules?"), options, say(PRESETS[base].title))


def refused_line(wish: Wish, name: str, error: RulesetError) -> Sentence:
    """Say why an option cannot be chosen now."""
    rival = rival_of(wish, name)
    if rival is not None:
        rest = say("it cannot stand beside ", Span(rival, "strong"))
    else:
        rest = say(OPTIONS[name].refuses(PRESETS[wish.base]) or str(error))
    return say("not ", Span(name, "strong"), ": ", rest)


def dropped_line(base: str, dropped: tuple[str, ...]) -> Sentence:
    """Say which options had to go with the change of rules."""
    if not dropped:
        return SILENCE
    verb = "goes" if len(dropped) == 1 else "go"
    return say(f"without {' and '.join(dropped)}: {verb} not with {base}")


def more_line(above: int, below: int) -> str:
    """Say how much of a list is out of sight."""
    parts = [f"{above} more above"] * bool(above) + [f"{below} more below"] * bool(below)
    return ", ".join(parts)
