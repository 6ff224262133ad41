"""The table that a player sets up, and its words: players, rules, options, summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

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
    say,
    tell,
    tr,
    worded,
)
from cuttle_tui.kit.names import control_name, level_name
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.ladder import Rung, level_about
from cuttle_tui.rules.book import option_title, options_in_words
from engine.bots.levels import LEVELS
from engine.errors import RulesetError
from engine.rules.options import BEST_OF, MATCHES, OPTIONS, Option, parse_ruleset
from engine.rules.rulesets import PRESETS, UNLIMITED, Ruleset
from engine.table.controls import CONTROLS, NO_CLOCK, parse_control

Who = Literal["computer", "keyboard", "room", "challenge"]

_BASES: Final = tuple(PRESETS)
_TIMINGS: Final = (NO_CLOCK, *CONTROLS)
_USUAL_RATED: Final = "steady"
_ORDER: Final = {name: place for place, name in enumerate(OPTIONS)}
_USUAL_NUMBER: Final = 8
_MOST: Final = 99


@dataclass(frozen=True, slots=True)
class TableOptions:
    """A table to open; its options are always compatible."""

    who: Who = "computer"
    base: str = "standard"
    options: tuple[tuple[str, int | None], ...] = ()
    """The names of the chosen options, each with its number if it takes one."""
    computers: int = 0
    """Seats the computer plays, besides the player's own, if people play."""
    timing: str = NO_CLOCK
    """The name of the time control, if other people can join."""
    public: bool = False
    """Whether anybody can join, not only friends with the code."""
    rated: bool = False
    """Whether it is a rated match: its rules are given."""
    before: TableOptions | None = None
    """What was chosen before it became a rated match, which comes back after it."""

    @property
    def text(self) -> str:
        """Write the ruleset with its options."""
        words = (name if number is None else f"{name}={number}" for name, number in self.options)
        return "+".join((self.base, *words))

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset with its options."""
        return parse_ruleset(self.text)

    @property
    def most_computers(self) -> int:
        """Return how many seats the computer can take if other people play as well."""
        return 0 if self.who == "computer" else self.ruleset.seats - 2

    def number_of(self, name: str) -> int | None:
        """Return the number of a chosen option."""
        return dict(self.options).get(name)

    def has(self, name: str) -> bool:
        """Return whether an option is chosen."""
        return any(name == chosen for chosen, _ in self.options)


def toggled(table: TableOptions, name: str) -> TableOptions:
    """Choose an option, or remove it.

    Raises:
        RulesetError: it is not compatible with the rest.
    """
    if table.has(name):
        kept = tuple(option for option in table.options if option[0] != name)
        return replace(table, options=kept)
    limit = table.ruleset.hand_limit
    number = limit if limit < UNLIMITED else _USUAL_NUMBER
    return _with(table, name, number if OPTIONS[name].numbered else None)


def _with(table: TableOptions, name: str, number: int | None) -> TableOptions:
    chosen = {**dict(table.options), name: number}
    options = tuple(sorted(chosen.items(), key=lambda option: _ORDER[option[0]]))
    trial = replace(table, options=options)
    parse_ruleset(trial.text)
    return trial


def counted_on(table: TableOptions, name: str, step: int) -> TableOptions:
    """Choose an option that takes a number, or change its number by a step.

    Raises:
        RulesetError: it is not compatible with the rest.
    """
    number = table.number_of(name)
    if number is None:
        return toggled(table, name)
    return _with(table, name, max(1, min(_MOST, number + step)))


def rival_of(table: TableOptions, name: str) -> str | None:
    """Return a chosen option that excludes this one."""
    for other, _ in table.options:
        try:
            _with(TableOptions(base=table.base), other, table.number_of(other))
            _with(
                TableOptions(base=table.base, options=((other, table.number_of(other)),)),
                name,
                _USUAL_NUMBER if OPTIONS[name].numbered else None,
            )
        except RulesetError:
            return other
    return None


def refusal(table: TableOptions, name: str) -> RulesetError | None:
    """Return why an option can be neither chosen nor removed now; empty if it can."""
    try:
        toggled(table, name)
    except RulesetError as error:
        return error
    return None


def with_base(table: TableOptions, base: str) -> tuple[TableOptions, tuple[str, ...]]:
    """Switch to another ruleset; return the incompatible options, which are removed."""
    changed = replace(table, base=base, options=())
    dropped = []
    for name, number in table.options:
        try:
            changed = _with(changed, name, number)
        except RulesetError:
            dropped.append(name)
    return replace(changed, computers=min(table.computers, changed.most_computers)), tuple(dropped)


def match_of(table: TableOptions) -> str:
    """Return the option that makes a match of several games; empty for a single game."""
    return next(filter(table.has, MATCHES), "")


def with_match(table: TableOptions, step: int) -> TableOptions:
    """Switch to a longer or a shorter match."""
    rules = table.ruleset
    wins = rules.wins_needed if rules.match != "single" else 1
    wins = (wins - 1 + step) % _MOST_WINS + 1
    kept = replace(table, options=tuple(one for one in table.options if one[0] not in MATCHES))
    if wins == 1:
        return kept
    name = BEST_OF.get(2 * wins - 1, f"first-to={wins}").partition("=")
    return _with(kept, name[0], int(name[2]) if name[2] else None)


def next_base(table: TableOptions, step: int) -> str:
    """Return the name of the ruleset a number of places further in the list."""
    return _BASES[(_BASES.index(table.base) + step) % len(_BASES)]


def with_who(table: TableOptions, offered: tuple[Who, ...], step: int) -> TableOptions:
    """Switch to the next choice of players."""
    place = offered.index(table.who) if table.who in offered else -step
    changed = replace(table, who=offered[(place + step) % len(offered)])
    return replace(changed, computers=min(table.computers, changed.most_computers))


def with_computers(table: TableOptions, step: int) -> TableOptions:
    """Assign more or fewer seats to the computer."""
    count = table.most_computers + 1
    return replace(table, computers=(table.computers + step) % count)


def with_timing(table: TableOptions, step: int) -> TableOptions:
    """Switch to the next time control; rated matches have clocks."""
    timings = tuple(CONTROLS) if table.rated else _TIMINGS
    place = timings.index(table.timing) + step
    return replace(table, timing=timings[place % len(timings)])


def with_rated(table: TableOptions, rules: str) -> TableOptions:
    """Make it a rated match under given rules."""
    timing = _USUAL_RATED if table.timing == NO_CLOCK else table.timing
    forced = TableOptions(table.who, rules, timing=timing, public=table.public, rated=True)
    return replace(forced, before=table)


def casual(table: TableOptions) -> TableOptions:
    """Make it a game that is not rated, with the choices that there were before."""
    if table.before is None:
        return replace(table, rated=False)
    computers = table.before.computers if table.who == table.before.who else 0
    return replace(table.before, who=table.who, public=table.public, computers=computers)


def by_other_rules(table: TableOptions, chosen: TableOptions) -> TableOptions:
    """Choose rules that are not those of a rated match."""
    given = replace(casual(table), base=chosen.base, options=chosen.options)
    return replace(given, computers=min(given.computers, given.most_computers))


SIGNS: Final = N_("+ on, - off")
"""What the signs before options mean."""
TITLE: Final = N_("new table")
CHALLENGE: Final = N_("challenge")
WHO: Final = "players"
RULES: Final = "rules"
MATCH: Final = "match"
COMPUTERS: Final = "computers"
LEVEL: Final = "level"
TIMING: Final = "clocks"
PUBLIC: Final = "open to"
RATED: Final = "rated"
NOT_RATED: Final = N_("with other rules it is no longer rated")
LABELS: Final = {
    WHO: N_("players"),
    RULES: N_("rules"),
    MATCH: C_("its length", "match"),
    COMPUTERS: N_("computers"),
    LEVEL: C_("of the computer", "level"),
    TIMING: N_("clocks"),
    PUBLIC: N_("open to"),
    RATED: N_("rated"),
}
"""Labels of the rows above the options."""
BRIEF: Final = {
    "random-four": N_("fours discard two at random"),
    "nine-freeze": N_("nines freeze an opponent's card"),
    "nine-topdeck": N_("nines put a card on the deck"),
    "ten-block": N_("a ten in hand blocks scuttles"),
    "queens-guard-queens": N_("two queens guard each other"),
    "joker-swap": N_("one joker, which swaps hands"),
    "drawing-four": N_("a four makes someone draw"),
    "sudden-death": N_("no deck: one more turn each"),
    "children": N_("draw, points, scuttle: no more"),
    "children-kings": N_("no queen, jack, ace one-off"),
    "beginner": N_("7 and 8 are points only"),
    "own-scuttle": N_("you may scuttle your own"),
    "attach-any": N_("2 and 9 reach covered jacks"),
}
"""What an option does in at most 31 columns, where its title is longer."""
_WIDEST: Final = 74

_WHO: Final[dict[Who, tuple[Message, Message, Message, Message]]] = {
    "computer": (
        N_("the computer"),
        N_("the computer takes all seats but yours"),
        N_("Play against the computer?"),
        N_("sit down"),
    ),
    "keyboard": (
        N_("players at this keyboard"),
        N_("the screen hides hands while the keyboard is passed"),
        N_("Share this screen?"),
        N_("sit down"),
    ),
    "room": (
        N_("players who join this table"),
        N_("they come from the lobby, or over ssh with the room code"),
        N_("Open a table for other players?"),
        N_("open it"),
    ),
    "challenge": (
        N_("the player you challenge"),
        N_("they are asked at once, and have a minute to answer"),
        N_("Challenge {who}?"),
        N_("ask them"),
    ),
}
"""For each way of playing: its name, what it is, the question, what enter does."""
_SEATS: Final = {
    2: N_("{rules}, two seats"),
    3: N_("{rules}, three seats"),
    4: N_("{rules}, four seats"),
}
_BESIDE_COMPUTERS: Final = Plural(
    "{n} computer, {people} players", "{n} computers, {people} players"
)
_MAY_PLAY: Final = Plural("the computer can take {n} seat", "the computer can take up to {n} seats")
_DROPPED: Final = Plural(
    "without {options}, which does not go with {rules}",
    "without {options}, which do not go with {rules}",
)


def who_text(table: TableOptions) -> str:
    """Describe who plays."""
    return str(_WHO[table.who][0])


def rules_text(table: TableOptions) -> str:
    """Name the ruleset without its options."""
    return tr(_SEATS[table.ruleset.seats], rules=table.base)


_MOST_WINS: Final = 10
"""The longest match that the row offers; rules that are typed may name a longer one."""
_LENGTHS: Final = {
    2: N_("best of three: first to two wins"),
    3: N_("best of five: first to three wins"),
    4: N_("best of seven: first to four wins"),
}


def match_text(table: TableOptions) -> str:
    """Describe how many games the match has."""
    wins = table.ruleset.wins_needed
    if not match_of(table):
        return tr("one game")
    return tr(_LENGTHS[wins]) if wins in _LENGTHS else option_title("first-to", wins)


def computers_text(table: TableOptions) -> str:
    """Count the seats the computer plays."""
    if table.who == "computer":
        return tr("in all seats but yours")
    if not table.most_computers:
        return tr("none, two players")
    people = table.ruleset.seats - table.computers
    return counted(table.computers, _BESIDE_COMPUTERS, people=people)


def level_text(level: str) -> str:
    """Name a level, with its place among all."""
    place = [each.name for each in LEVELS].index(level) + 1
    return tr(
        "{level}, {place} of {count}", level=level_name(level), place=place, count=len(LEVELS)
    )


def control_text(timing: str) -> str:
    """Describe a time control by its name."""
    control = parse_control(timing)
    if control is None:
        return tr("none")
    if control.days:
        days = counted(control.days, _DAYS)
        return tr("{timing}: {time} a move", timing=control_name(timing), time=days)
    return tr(
        "{timing}: {time}, {bank} reserve",
        timing=control_name(timing),
        time=_span(control.decision),
        bank=_span(control.bank),
    )


_DAYS: Final = Plural("{n} day", "{n} days")


def _span(seconds: float) -> str:
    whole = int(seconds)
    if whole >= 60 and whole % 60 == 0:
        return tr("{n} min", n=whole // 60)
    return tr("{n} s", n=whole)


def public_text(table: TableOptions) -> str:
    """Name who may sit down."""
    return tr("anybody in the lobby") if table.public else tr("friends with the code")


def rated_text(table: TableOptions) -> str:
    """Describe whether the match is rated."""
    return tr("yes: first to two wins") if table.rated else tr("no")


def option_label(table: TableOptions, choice: Option) -> str:
    """Write an option as in the text of a ruleset."""
    if not choice.numbered:
        return choice.name
    chosen = table.number_of(choice.name)
    return f"{choice.name}={'N' if chosen is None else chosen}"


def digest(table: TableOptions) -> tuple[Sentence, ...]:
    """Sum up what was chosen: the text that names it, and what each option changes."""
    rules = [""]  # broken before a plus, where it is too long for a line
    for place, part in enumerate(table.text.split("+")):
        word = f"+{part}" if place else part
        if len(rules[-1]) + len(word) > _WIDEST:
            rules.append("")
        rules[-1] += word
    lines = [say(Span(line, "strong")) for line in rules]
    told = options_in_words(table.text)
    return (*lines, tell(PRESETS[table.base].title), *([told] if told else []))


def kept_line(table: TableOptions, before: TableOptions) -> Sentence:
    """Say that choices are kept, with the rules if they are new."""
    if table.text == before.text or len(table.text) > _WIDEST_KEPT:
        return tell("your choices are kept for the next table")
    return tell("kept for your next games: {rules}", rules=Span(table.text, "strong"))


_WIDEST_KEPT: Final = 48
"""The longest text of rules beside which there is room to say that they are kept."""


def new_table_prompt(
    table: TableOptions,
    row: str,
    why: Sentence,
    *,
    level: str,
    against: str = "",
    rungs: Sequence[Rung] = (),
) -> Prompt:
    """Ask whether to open the table, or to challenge a player; the cursor is on `row`."""
    _, about, asked, _ = _WHO[table.who]
    question = tell(asked, who=against)
    told = level_about(level, rungs) if row == LEVEL else _about(table, row, about)
    head = tr("CHALLENGE") if against else tr("NEW TABLE")
    return Prompt("bar", head, question, why=why or told, spare=told)


def verb_of(table: TableOptions) -> Message:
    """Say what enter does."""
    return _WHO[table.who][3]


def change_label(table: TableOptions, row: str) -> Words:
    """Say what the arrows do in a row; empty if nothing."""
    if row in LABELS:
        return "" if row == COMPUTERS and not table.most_computers else N_("change")
    counts = OPTIONS[row].numbered and refusal(table, row) is None
    return N_("change N") if counts else ""


def toggle_label(table: TableOptions, row: str) -> str:
    """Say what space does in the row of an option; empty if nothing."""
    if row in LABELS or refusal(table, row) is not None:
        return ""
    return tr(_DROP if table.has(row) else _CHOOSE, option=row)


_CHOOSE: Final = N_("choose {option}")
_DROP: Final = N_("remove {option}")


def _about(table: TableOptions, row: str, who: Message) -> Sentence:
    if row in (WHO, RULES) or (row == COMPUTERS and table.who == "computer"):
        return say(who)
    if row in _ABOUT:
        return say(_ABOUT[row])
    if row == COMPUTERS:
        most = table.most_computers
        return say(counted(most, _MAY_PLAY)) if most else SILENCE
    error = refusal(table, row)
    if error is not None:
        return refused_line(table, row, error)
    return tell("source: {source}", source=tr(OPTIONS[row].source))


_ABOUT: Final = {
    MATCH: N_("who wins so many games wins the match; stalemates do not count"),
    TIMING: N_("if your time runs out you lose; the clock runs for the player to act"),
    PUBLIC: N_("a public table is listed in the lobby; a private one needs its code"),
    RATED: N_("rated: two seats, the season's rules, with clocks"),
}


def rules_prompt(base: str) -> Prompt:
    """Ask for a ruleset."""
    why = tell(_SEATS[PRESETS[base].seats], rules=base)
    return Prompt("bar", tr("RULES"), tell("Which rules?"), why=why)


def refused_line(table: TableOptions, name: str, error: RulesetError) -> Sentence:
    """Explain why an option cannot be chosen now."""
    chosen, rival = Span(name, "strong"), rival_of(table, name)
    if rival is not None:
        beside = Span(rival, "strong")
        return tell("not {option}: it does not go with {rival}", option=chosen, rival=beside)
    why = worded(OPTIONS[name].refuses(PRESETS[table.base]) or error)
    return tell("not {option}: {why}", option=chosen, why=why)


def dropped_line(base: str, dropped: tuple[str, ...]) -> Sentence:
    """Name which options were dropped when the rules changed."""
    if not dropped:
        return SILENCE
    options = plain(listing(dropped))
    return say(counted(len(dropped), _DROPPED, options=options, rules=base))
