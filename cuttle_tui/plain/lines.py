"""Read lines from a stream of bytes, parse what players type, and write sentences as lines."""

from __future__ import annotations

import asyncio
import re
import textwrap
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from cuttle_tui.i18n.translation import kept_in_each_language, without_accents
from cuttle_tui.kit.names import known_as, level_name
from cuttle_tui.table.words.menu_lines import Line, line_of_text, spoken, typed_cards, typed_ranks
from engine.actions import OUT_OF_TURN, WORDS, Action, Kind, parse_action
from engine.bots.levels import LEVELS
from engine.cards import CARD_NAMES, JOKER, RANK_LETTERS, Card, parse_card, rank_of
from engine.errors import N_, NotationError, RulesetError
from engine.reading import MARK
from engine.rules.options import BEST_OF, parse_ruleset, with_match

_LONGEST: Final = 2048
"""Maximum bytes of a line, at least four for each character that is read: the rest
is dropped, and the line is still refused as too long."""


class Lines:
    """An asynchronous iterator over lines of input."""

    def __init__(self, taken: Callable[[], None] = lambda: None) -> None:
        """Start empty.

        Args:
            taken: called after each line that is read, so that the source can send more.
        """
        self._ready: deque[str] = deque()
        self._partial = bytearray()
        self._ended = False
        self._news = asyncio.Event()
        self._taken = taken

    def __len__(self) -> int:
        return len(self._ready)

    def feed(self, data: bytes) -> None:
        """Add bytes; lines end with a line feed."""
        *whole, rest = data.split(b"\n")
        for piece in whole:
            self._add(piece)
            line = bytes(self._partial).rstrip(b"\r").decode("utf-8", "replace")
            self.put(line.removeprefix(MARK))  # PowerShell begins a pipe with a byte order mark
            self._partial.clear()
        self._add(rest)

    def _add(self, piece: bytes) -> None:
        self._partial += piece[: _LONGEST - len(self._partial)]

    def put(self, line: str) -> None:
        """Add a whole line."""
        self._ready.append(line)
        self._news.set()

    def end(self) -> None:
        """End the input; the last line needs no line feed."""
        if self._partial and not self._ended:
            self.feed(b"\n")
        self._ended = True
        self._news.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        while not self._ready:
            if self._ended:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        line = self._ready.popleft()
        self._taken()
        return line


def wrapped(line: str, width: int) -> list[str]:
    """Break a line between words, into rows no longer than so many columns if words allow."""
    if len(line) <= width:
        return [line]
    return textwrap.wrap(
        line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    ) or [line]


_UNDRAWN: Final = dict.fromkeys(range(0x2500, 0x25A0), " ")
"""Lines and blocks, which a screen reader would spell."""
_GAP: Final = re.compile(r" {2,}")


class Output:
    """Writes lines of printable characters only."""

    def __init__(self, out: Callable[[str], None], *, short: bool = False) -> None:
        """Create the output.

        Args:
            out: receives each line, without a line feed.
            short: write cards by their two-character names, not in words.
        """
        self._out = out
        self.short = short
        self.width = 0
        """The columns after which sentences are broken between words; 0 for never."""

    def tell(self, *sentences: Line, names: Collection[str] = ()) -> None:
        """Write sentences as lines with a capital and a full stop; skip empty ones.

        Args:
            sentences: the sentences.
            names: words that are not capitalized.
        """
        for sentence in sentences:
            if sentence:
                self._flow(line_of_text(spoken(sentence, short=self.short), names))

    def item(self, sentence: Line) -> None:
        """Write an item of a list, without a full stop."""
        self._flow(spoken(sentence, short=self.short))

    def _flow(self, line: str) -> None:
        for row in wrapped(line, self.width) if self.width else (line,):
            self.write(row)

    def text(self, text: str) -> None:
        """Write a finished text, line by line."""
        for line in text.splitlines():
            self.write(line)

    def page(self, text: str) -> None:
        """Write a page for the ear: nothing is drawn, and gaps between columns are commas."""
        for line in text.translate(_UNDRAWN).splitlines():
            if any(map(str.isalpha, line)):
                self._flow(_GAP.sub(", ", line.strip()))

    def write(self, line: str) -> None:
        """Write a line."""
        self._out("".join(sign for sign in line if sign.isprintable()))


KINDS: Final = frozenset(WORDS.values())
"""The verbs of the notation, including those for conceding and draws."""
_RANKS: Final = {"ace": "A", "ten": "T", "10": "T", "jack": "J", "queen": "Q", "king": "K"}
_NUMBER_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
_IN_WORDS: Final = re.compile(r"\b(\w+) of (club|diamond|heart|spade)s?\b")
_TENS: Final = re.compile(r"\b10([cdhs])\b")
_SEAT: Final = re.compile(r"@\s*([^>,@]*)")
_WITH: Final = re.compile(r"(\w+)(?: (.+))? with (\w\w)((?:@\d+)?)")
_CARD: Final = re.compile(r"\b(?:[a2-9tjqk][cdhs]|x[br])\b")


# verbs -------------------------------------------------------------------------------------------


class Verb(NamedTuple):
    """A meaning of a verb."""

    kind: Kind
    rank: str = ""
    """The letter of the only rank with that meaning; empty for any."""

    def fits(self, rank: int) -> bool:
        """Return whether a card of this rank fits the verb."""
        return not self.rank or RANK_LETTERS[rank : rank + 1] == self.rank


_ONE_OFFS: Final = {"wipe": "A", "break": "2", "rob": "4", "purge": "6", "peek": "7", "evict": "9"}
_ROYALS: Final = {"king": "K", "queen": "Q", "guard": "Q", "glasses": "8"}

VERBS: Final[Mapping[str, tuple[Verb, ...]]] = {
    **{word: (Verb(kind),) for kind, word in WORDS.items() if kind not in OUT_OF_TURN},
    **{word: (Verb(Kind.ROYAL, rank),) for word, rank in _ROYALS.items()},
    **{word: (Verb(Kind.ONE_OFF, rank),) for word, rank in _ONE_OFFS.items()},
    "steal": (Verb(Kind.JACK, "J"),),
    "give": (Verb(Kind.JACK, "J"), Verb(Kind.JOKER)),
    "fetch": (Verb(Kind.ONE_OFF, "3"), Verb(Kind.TAKE)),
    "take": (Verb(Kind.TAKE), Verb(Kind.JOKER)),
    "answer": (Verb(Kind.REBUFF),),
    "throw": (Verb(Kind.DISCARD),),
}
"""The meanings of each verb, the likeliest first."""


# cards -------------------------------------------------------------------------------------------


def read_card(text: str) -> Card | None:
    """Parse a card: ``9H``, ``10h``, ``nine of hearts``; None for anything else."""
    name = with_short_cards(text.strip().lower()).upper()
    return parse_card(name) if name in CARD_NAMES else None


def read_rank(text: str) -> list[Card]:
    """Parse a rank: ``Q``, ``queen``, ``eight``, ``joker``; return its cards, if any."""
    word = without_accents(text.strip().lower())
    return [card for card in range(len(CARD_NAMES)) if word and _is_of_rank(card, word)]


def _is_of_rank(card: Card, word: str) -> bool:
    if rank_of(card) == JOKER:
        return word == "joker"
    return CARD_NAMES[card][0] == _rank(word).upper() or word in map(
        without_accents, typed_ranks(card)
    )


def with_short_cards(text: str) -> str:
    """Replace the cards in a text by their two-character names, up to an ``@``."""
    head, apart, seat = text.partition("@")
    forms = (without_accents(head), head)
    return next((short for form in forms if (short := _short(form)) != form), head) + apart + seat


def _short(text: str) -> str:
    form, names = _cards_in_words()
    text = form.sub(lambda match: names[match[0]], text)
    text = text.replace("black joker", "xb").replace("red joker", "xr")
    text = _IN_WORDS.sub(lambda match: _rank(match[1]) + match[2][0], text)
    return _TENS.sub(r"t\1", text)


@kept_in_each_language(8)
def _cards_in_words() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return what finds the cards in words, the longest first, and the short name of each."""
    names = {
        form: name.lower()
        for card, name in enumerate(CARD_NAMES)
        for words in typed_cards(card)
        for form in (words, without_accents(words))
    }
    forms = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"\b(?:{forms})\b"), names


def _rank(word: str) -> str:
    if word in _NUMBER_WORDS:
        return str(_NUMBER_WORDS.index(word) + 2)
    return _RANKS.get(word, word)


# actions -----------------------------------------------------------------------------------------


def begins_action(line: str) -> bool:
    """Return whether a line starts with the verb of an action."""
    word = line.lower().partition(" ")[0].replace("-", "").partition("@")[0]
    return word in VERBS or word in KINDS


def match_among(words: list[str]) -> tuple[str | None, list[str]]:
    """Take the length of a match out of some words: ``match 3``, or ``match to 4`` for four wins.

    Returns:
        The option that makes it, None if no length is named; and the other words.

    Raises:
        RulesetError: there is no match of that length.
    """
    if "match" not in words:
        return None, words
    place = words.index("match")
    before, after = words[:place], words[place + 1 :]
    if after[:1] == ["to"] and after[1:2]:
        return f"first-to={after[1]}", before + after[2:]
    number = after[0] if after else ""
    if not number.isdecimal() or int(number) not in BEST_OF:
        raise RulesetError(
            N_("a match is the best of 1, 3, 5 or 7 games, as match 3; match to 4 is to four wins")
        )
    return BEST_OF[int(number)], before + after[1:]


def rules_among(words: str, usual: str) -> str:
    """Return the rules that some words name, or the usual ones, with the length of a match.

    Raises:
        RulesetError: there are no such rules.
    """
    length, rules = match_among(words.split())
    text = " ".join(rules) or usual
    return parse_ruleset(text if length is None else with_match(text, length)).name


def read_number(text: str) -> int:
    """Parse a whole number of few digits; -1 for anything else."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else -1


_DIGITS: Final = 5


def options_among(
    words: Sequence[str], **kinds: Callable[[str], object]
) -> tuple[dict[str, Any], list[str]]:
    """Take options with a value out of some words, such as ``rounds 5``; return the others too.

    Raises:
        ValueError: a value is missing, or is none of its kind.
    """
    found, others, waiting = dict[str, Any](), list[str](), [*words]
    while waiting:
        word = waiting.pop(0)
        if word not in kinds:
            others.append(word)
        elif not waiting:
            raise ValueError(word)
        else:
            found[word] = kinds[word](waiting.pop(0))
    return found, others


def level_among(text: str) -> tuple[str, str]:
    """Return the level of computers named in a text, or nothing, and the other words."""
    words, known = text.split(), _levels()
    levels = [word for word in words if without_accents(word.lower()) in known]
    level = known[without_accents(levels[-1].lower())] if levels else ""
    return level, " ".join(word for word in words if word not in levels)


@kept_in_each_language(8)
def _levels() -> Mapping[str, str]:
    """Return each level by its name, and by that in the session's language."""
    own = {without_accents(level_name(level.name)).lower(): level.name for level in LEVELS}
    return own | {level.name: level.name for level in LEVELS}


def read_actions(text: str, names: Sequence[str], me: int | None = None) -> list[Action]:
    """Parse an action leniently: any case, cards in words, seats by name.

    Args:
        text: the typed text.
        names: the names of the seats.
        me: the player's own seat.

    Returns:
        The action in each meaning of its verb that fits its card, the likeliest first.

    Raises:
        NotationError: it cannot be parsed.
    """
    text = text.strip().rstrip(".").lower().replace("one-off", "oneoff")
    text = with_short_cards(text.replace("throw away", "throw"))
    text = _SEAT.sub(lambda match: f"@{_seat(match[1], names, me)}", text)
    text = _cards_first(text, names)
    text = re.sub(r"\s*([>,@])\s*", r"\1", text)
    word, _, rest = text.partition(" ")
    word, apart, aim = word.partition("@")
    tail = f"{apart}{aim}{' ' * bool(rest)}{rest.upper()}"
    if word not in VERBS:
        return [parse_action(word + tail)]
    found = [parse_action(WORDS[verb.kind] + tail) for verb in VERBS[word]]
    fitting = [
        action
        for action, verb in zip(found, VERBS[word], strict=True)
        if all(verb.fits(rank_of(card)) for card in action.cards)
    ]
    if not fitting:
        raise NotationError(text)
    return fitting


def _cards_first(text: str, names: Sequence[str]) -> str:
    """Rewrite ``steal bob's th with js`` as ``steal js>th``."""
    match = _WITH.fullmatch(text)
    if match is None:
        return text
    verb, aims, card, seat = match.groups(default="")
    for called in (form for name in names for form in known_as(name)):
        aims = aims.replace(f"{called.lower()}'s ", " ")
    targets = ",".join(_CARD.findall(aims))
    return f"{verb} {card}{'>' * bool(targets)}{targets}{seat}"


def _seat(word: str, names: Sequence[str], me: int | None) -> str:
    """Parse a seat: a number or a name."""
    word = word.strip()
    seat = seat_called(word, names, me)
    if seat is None and not word.isdecimal():
        raise NotationError("nobody here is called {name!r}", name=word)
    return word if word.isdecimal() else str(seat)


def seat_called(word: str, names: Sequence[str], me: int | None) -> int | None:
    """Return the only seat of that name, typed with or without blanks, or ``me``."""
    found = [
        seat for seat, name in enumerate(names) if _joined(word) in map(_joined, known_as(name))
    ]
    if not found and word.lower() == "me":
        return me
    return found[0] if len(found) == 1 else None


def _joined(name: str) -> str:
    return re.sub(r"[\s-]+", "", name.lower())
