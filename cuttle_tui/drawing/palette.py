"""Colours by role and signs by name, for every kind of terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rich.color import Color, ColorSystem
from rich.style import Style

from cuttle_tui.drawing import themes, themes as decks
from cuttle_tui.drawing.themes import HUES, INKS, Overlay, Tone
from cuttle_tui.i18n.translation import COURT, SUIT_NAMES
from cuttle_tui.tty.terminal import Colours, Terminal
from engine.cards import RANK_LETTERS, Card, card_name, rank_of


class Ink(NamedTuple):
    """The look of a piece of text: two colour roles and a weight."""

    fore: str
    ground: str
    bold: bool = False


@dataclass(frozen=True, eq=False)
class Palette:
    """The colour of every role, as ``#rrggbb``; empty for terminals without colour."""

    name: str
    colours: dict[str, str]
    clearer: Mapping[str, str] = field(default_factory=dict)
    """What text is written in where it could not be read; empty where it always can."""
    styles: Mapping[Ink, Style] = field(init=False, repr=False)
    """The Rich style of each ink; the same object for all inks that look the same."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "styles", _Styles(self.colours, self.clearer))


class _Styles(dict[Ink, Style]):
    """Styles, made when they are first asked for."""

    def __init__(self, colours: dict[str, str], clearer: Mapping[str, str]) -> None:
        super().__init__()
        self._colours = colours
        self._clearer = clearer
        self._alike: dict[Style, Style] = {}

    def __missing__(self, ink: Ink) -> Style:
        """Make the style of an ink."""
        fore, ground = self._fore(ink), self._colours.get(ink.ground)
        bold = ink.bold or (ink.fore == "newest" and fore == self._fore(ink._replace(fore="quiet")))
        made = Style(bold=bold)
        if fore and ground:
            made = Style(color=Color.parse(fore), bgcolor=Color.parse(ground), bold=bold)
        style = self[ink] = self._alike.setdefault(made, made)
        return style

    def _fore(self, ink: Ink) -> str:
        """Return the colour of text: one that can be read on its ground."""
        if not self._colours:
            return ""
        fore, ground = self._colours[ink.fore], self._colours[ink.ground]
        if ink.fore in self._clearer and _contrast(fore, ground) < _LEGIBLE:
            return self._colours[self._clearer[ink.fore]]
        return fore


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of the table, without those of the deck."""

    tone: Tone
    """Whether the ground is dark or light."""
    tables: dict[Colours, str]
    """Colours by kind of terminal; our own theme of that tone fills the gaps."""


THEMES: Final = {
    "felt-dark": Theme("dark", themes.FELT_DARK),
    "felt-light": Theme("light", themes.FELT_LIGHT),
    "nord": Theme("dark", themes.NORD),
    "gruvbox": Theme("dark", themes.GRUVBOX),
    "tokyo-night": Theme("dark", themes.TOKYO_NIGHT),
    "solarized-light": Theme("light", themes.SOLARIZED_LIGHT),
}

DECKS: Final[dict[str, Overlay]] = {
    "two-colour": decks.TWO,
    "four-colour": decks.FOUR,
    "high-contrast": decks.CONTRAST,
    "colour-blind": decks.SAFE,
}

COLOURLESS: Final = Palette("colourless", {})
"""For NO_COLOR and terminals without colours: weight and shapes alone."""

_OWN: Final[dict[Tone, dict[Colours, str]]] = {"dark": themes.FELT_DARK, "light": themes.FELT_LIGHT}
_LIT_FILLS: Final = (("tgt", "tq"), ("ribbon", "ribbonink"))
_SUIT_BASES: Final = {"S": "S", "C": "S", "H": "R", "D": "R"}
"""The suit colour of the theme for each suit, unless the deck overrides it."""


def theme_named(name: str, *, light: bool = False) -> Theme:
    """Return a theme; "auto" is our own, dark or light like the terminal."""
    if name == "auto":
        name = "felt-light" if light else "felt-dark"
    return THEMES[name]


@lru_cache(maxsize=64)
def palette_of(theme: Theme, deck: str, colours: Colours) -> Palette:
    """Return the palette of a theme and a deck, for the colours of a terminal; cached."""
    if colours == "none":
        return COLOURLESS
    base = _read(theme.tables.get(colours) or _OWN[theme.tone][colours])
    for place in "pfc":
        for suit, tint in _SUIT_BASES.items():
            base.setdefault(place + suit, base[place + tint])
    overlay = _read(DECKS[deck].get((colours, theme.tone), ""))
    base["open"] = overlay.get("back", base.get("open", base["back"]))
    base |= overlay
    base.setdefault("chart", base["ribbon"])
    base["newest"] = base["ink"]
    base["lastkey"] = base["key" if theme.tone == "light" else "ink"]  # bold tells little on light
    base["pile"] = base["felt"]
    roles = _with_button(_with_lit(base), colours)
    half = _mixed(roles["felt"], roles["slot"], _HOLLOW)
    shown = {"256": _among_256(half), "16": roles["slot"]}
    whole = {**roles, "hollow": shown.get(colours, half)}
    whole = _with_ghost(_with_goal(whole, theme.tone, colours), theme.tone, colours)
    whole = _with_backs(_with_second_fills(whole, colours), deck, colours)
    return Palette(f"{theme.tone}-{deck}-{colours}", whole, _CLEARER if colours == "16" else {})


def _read(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _with_lit(colours: dict[str, str]) -> dict[str, str]:
    """Add ``lit`` and ``litink``: the fill of targets or of ribbons, whichever stands out more."""

    def worst(pair: tuple[str, str]) -> float:
        return min(_contrast(colours[pair[0]], colours[ground]) for ground in ("felt", "band"))

    fill, ink = max(_LIT_FILLS, key=worst)
    return {**colours, "lit": colours[fill], "litink": colours[ink]}


_READABLE: Final = 5.0
"""The contrast that the text on a button keeps, and gold on a light table."""
_HOLLOW: Final = 55
"""How far a place without words is from the felt to the slot, in hundredths."""
_SHADES: Final = 100
"""Between the felt and the text on it."""


def _with_button(roles: dict[str, str], colours: Colours) -> dict[str, str]:
    """Add ``button``: as far from the felt as the text on it can be read well."""
    if colours == "16":
        return {**roles, "button": roles["band"]}  # shapes carry what these colours cannot
    felt, ink = roles["felt"], roles["ink"]
    shades = [_mixed(felt, roles["quiet"], part) for part in range(_SHADES, -1, -1)]
    if colours == "256":
        shades = [_among_256(shade) for shade in shades]
    fill = next((shade for shade in shades if _contrast(shade, ink) >= _READABLE), felt)
    return {**roles, "button": fill}


def _with_goal(roles: dict[str, str], tone: Tone, colours: Colours) -> dict[str, str]:
    """Add ``goal`` and ``goaledge``, gold in every theme with a darker edge, and gold as text."""
    if colours == "16":  # a stroke of its own
        return {**roles, "goal": roles["key"], "goaledge": roles["felt"], "goalink": roles["key"]}
    edge = roles["shadow"] if roles["key"] == roles["sel"] else roles["bar"]
    roles = {**roles, "goal": roles["sel"], "goaledge": edge}
    if tone == "dark":
        return {**roles, "goalink": roles["key"]}
    grounds = [roles[name] for name in ("felt", "band", "slot")]
    shades = _darkening(roles["sel"], colours)
    legible = (s for s in shades if min(_contrast(s, each) for each in grounds) >= _READABLE)
    return {**roles, "goalink": next(legible)}


def _with_ghost(roles: dict[str, str], tone: Tone, colours: Colours) -> dict[str, str]:
    """Add ``ghost``, a trace of gold, and the suits on it; in sixteen colours the rail's ground."""
    if colours == "16":
        return {**roles, "ghost": roles["slot"], **{f"g{suit}": roles["key"] for suit in "SHDC"}}
    gold = roles["sel"]
    shades = _darkening(gold, colours)
    if tone == "dark":
        fill = next(s for s in shades[_SHADES // 2 :] if _contrast(s, gold) >= _LEGIBLE)
        return {**roles, "ghost": fill, **{f"g{suit}": gold for suit in "SHDC"}}
    fill = next(shade for shade in shades if _contrast(shade, gold) >= _TOLD)
    inks = {f"g{suit}": _darkening(roles[f"f{suit}"], colours) for suit in "SHDC"}
    legible = {
        role: next(shade for shade in darker if _contrast(shade, fill) >= _LEGIBLE)
        for role, darker in inks.items()
    }
    return {**roles, "ghost": fill, **legible}


def _darkening(colour: str, colours: Colours) -> list[str]:
    """Return a colour with ever more black, as far as the terminal has such shades."""
    shades = [_mixed(colour, "#000000", part) for part in range(_SHADES)]
    return [_among_256(shade) for shade in shades] if colours == "256" else shades


_TOLD: Final = 1.3
"""The contrast by which a ghost is told from a card of gold."""


_CLEARER: Final = {
    "quiet": "ink",
    "faint": "ink",
    "threat": "key",
    **{f"f{suit}": "ink" for suit in _SUIT_BASES},
    **{f"p{suit}": "mq" for suit in _SUIT_BASES},
}
"""For text that sixteen colours cannot show on grey: suits as other text there, as gold
means what is asked or chosen, and black on dull cards."""
_FILLS: Final = {"paper": "pq", "mute": "mq", "sel": "selq", "tgt": "tq", "ice": "iceq"}
"""The fills of a card, and the quiet text on each."""
_DARKER: Final = range(9, 4, -1)
"""How much darker the second fill of a card is, in hundredths, as text on it allows."""
_LIGHTER: Final = 12
"""How much lighter it is where none is dark and readable."""
_LEGIBLE: Final = 4.5
"""The contrast that any text keeps."""


def _with_second_fills(roles: dict[str, str], colours: Colours) -> dict[str, str]:
    """Add ``paper2`` and the like, for cards that touch; in few colours edges part those."""
    if colours == "16":
        return {**roles, **{f"{fill}2": roles[fill] for fill in _FILLS}}
    return {**roles, **{f"{fill}2": _second(roles, fill, colours) for fill in _FILLS}}


def _second(roles: dict[str, str], fill: str, colours: Colours) -> str:
    """Return a fill beside another on which all text of cards can be read."""
    shades = [_mixed(roles[fill], "#000000", part) for part in _DARKER]
    shades.append(_mixed(roles[fill], "#ffffff", _LIGHTER))
    if colours == "256":
        shades = [_among_256(shade) for shade in shades]
    inks = [roles[name] for name in ("pS", "pH", "pD", "pC", _FILLS[fill])]
    legible = (s for s in shades if min(_contrast(s, ink) for ink in inks) >= _LEGIBLE)
    return next(legible, roles[fill])


_WORN: Final = (42, 34)
"""The saturation of the ground and of the pattern of backs that players wear, in hundredths."""
_VIVID: Final = (90, 0.03)
"""The saturation of the ground among 256 colours, and how light it is: the darkest are black."""
_DARK: Final = 0.09
"""How light it is at most, for calm patterns."""
_PALE: Final = {"sand": (0.11, 25), "silver": (0.58, 6)}
"""The hue and the saturation of the pale patterns."""
_DISTINCT: Final = 3.1
"""The contrast of a pattern to any ground, and of either to the felt."""
_CALM: Final = 0.8
"""The part of the contrast of plain backs that those of players keep."""
_MOST_LEGIBLE: Final = {"high-contrast": 7.0}
"""The contrast of what is written on a back among 256 colours, where that is more than usual."""


def _with_backs(roles: dict[str, str], deck: str, colours: Colours) -> dict[str, str]:
    """Add the colours of the backs that players wear: each ground is as light as the plain one.

    So what is written on one can be read as well on any, and each pattern goes with each ground.
    """
    if colours == "16":  # where cards have plain backs
        plain_inks = {f"dots-{ink}": roles["dots"] for ink in INKS}
        return {**roles, **{f"back-{hue}": roles["back"] for hue in range(HUES)}, **plain_inks}
    plain, felts = _luminance(roles["back"]), (roles["felt"], roles["band"])
    lost = [_luminance(felt) for felt in felts if _contrast(roles["back"], felt) < _DISTINCT]
    calm = _contrast(roles["dots"], roles["back"]) ** _CALM
    inked = max(calm, _DISTINCT) * (plain + _FLARE) - _FLARE
    inked = max(inked, *(_DISTINCT * (felt + _FLARE) - _FLARE for felt in lost), 0.0)
    tones = {str(hue): (hue / HUES, _WORN[1]) for hue in range(HUES)} | _PALE
    grounds = {str(hue): _tone(hue / HUES, _WORN[0], plain) for hue in range(HUES)}
    inks = {name: _tone(*tone, inked) for name, tone in tones.items()}
    if colours == "256":
        texts = [_among_256(roles["c" + suit]) for suit in _SUIT_BASES]
        least = _MOST_LEGIBLE.get(deck, _LEGIBLE)
        dark = (c for c in _CUBE if _luminance(c) < _DARK)
        fills = [c for c in dark if all(_contrast(c, text) >= least for text in texts)]
        grounds = {name: _nearest(_tone(int(name) / HUES, *_VIVID), fills) for name in grounds}
        beside = [*grounds.values(), *(felts if lost else ())]
        clear = [c for c in _CUBE if all(_contrast(c, each) >= _DISTINCT for each in beside)]
        pale = _luminance(min(clear, key=_luminance))
        inks = {name: _nearest(_tone(*tone, pale), clear) for name, tone in tones.items()}
    worn = {f"back-{name}": colour for name, colour in grounds.items()}
    return {**roles, **worn, **{f"dots-{name}": colour for name, colour in inks.items()}}


def _tone(hue: float, saturation: int, luminance: float) -> str:
    """Return the colour of a hue and a saturation, in hundredths, that is so light.

    The hue is a part of the circle.
    """
    dark, light = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (dark + light) / 2
        parts = hls_to_rgb(hue, middle, saturation / 100)
        colour = "#" + "".join(f"{round(255 * part):02x}" for part in parts)
        dark, light = (middle, light) if _luminance(colour) < luminance else (dark, middle)
    return colour


_HALVINGS: Final = 10


def _nearest(colour: str, among: Sequence[str]) -> str:
    """Return the nearest of some colours."""

    def parts(text: str) -> list[int]:
        return [int(text[at : at + 2], 16) for at in (1, 3, 5)]

    wanted = parts(colour)
    return min(
        among, key=lambda each: sum((a - b) ** 2 for a, b in zip(parts(each), wanted, strict=True))
    )


def _among_256(colour: str) -> str:
    """Return the nearest of the 256 colours."""
    return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


_MIXED: Final = [Color.from_ansi(number).get_truecolor().hex for number in range(17, 231)]
_CUBE: Final = [colour for colour in _MIXED if _among_256(colour) == colour]
"""Those of the 256 colours that are mixed, without those that are shown as grey."""


def _mixed(first: str, second: str, part: int) -> str:
    """Mix two colours, with so many hundredths of the second."""
    pairs = ((int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{one + (other - one) * part // _SHADES:02x}" for one, other in pairs)


def _contrast(fill: str, ground: str) -> float:
    """Return the WCAG contrast of two colours, from 1 to 21."""
    light, dark = sorted((_luminance(fill), _luminance(ground)), reverse=True)
    return (light + _FLARE) / (dark + _FLARE)


_FLARE: Final = 0.05
"""The light that any screen reflects."""


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


DEFAULT: Final = palette_of(THEMES["felt-dark"], "two-colour", "true")
"""The default palette."""

_JOKERS: Final = {"B": "S", "R": "H"}


SOLID: Final = "\ue000"
"""A full cell in letters: drawn as a blank on a ground of its ink (`Sheet.put`)."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs."""

    suits: Mapping[str, str] = field(hash=False)
    """Sign of each suit letter, the jokers included."""
    back: str
    """Fill of the back of a plain card."""
    full: str
    """Cell of the score bar already reached, or of the line of a goal."""
    empty: str
    """Cell of the score bar still to go."""
    turn: str
    """Mark of the seat to move."""
    free: str
    """Mark of a free seat."""
    lit: str
    """Mark of what has just happened."""
    cursor: str
    """Text cursor."""
    edges: bool
    """Whether cards get edge characters, because fills may not be told apart."""
    fills: bool = True
    """Whether there are fills at all."""
    borders: str = "▏▕"
    """What edges are drawn with, left and right."""
    sides: str = ""
    """Lines left and right of a card, for fills of low contrast."""
    block: str = "█"
    """A full cell of a graph or of a letter."""
    lower: str = "▄"
    """Cells of a graph of which a part is full: the lower half, or a third and two."""
    fine: str = ""
    """The same of a graph that has few rows, if it can be finer."""

    done: str = "●"
    """Mark of what is done, beside that of a free seat for what is not."""
    star: str = "★"
    """Mark of how hard something is, once or several times."""
    half: str = "▌"
    """A cell whose left half is filled."""
    edge: str = "▏"
    """The edge of a card that lies under another."""
    goal: str = "▌"
    """A cell of the line that a row of points must reach."""
    crossed: str = "║"
    """A cell of that line on a card that goes beyond it, unlike any edge of a card."""
    moved: str = "▏"
    """A cell of that line where it is not, but would be."""
    tick: str = "▏"
    """The place of a point that is missing."""
    dotted: str = ":"
    """The sides of what is empty, where fills may not show."""
    worn: str = ""
    """The back that cards wear (`cuttle_tui.drawing.backs`); empty for a plain one."""

    @property
    def framed(self) -> bool:
        """Whether a plain card has edges on it."""
        return self.edges and bool(self.sides if self.fills else self.borders)

    @property
    def celled(self) -> bool:
        """Whether pictures and graphs are fills of whole cells: in letters, with colours."""
        return self.lettered and self.fills

    @property
    def lettered(self) -> bool:
        """Whether suits are letters, which could read as part of a word."""
        return self.suits["C"] == "C"

    def wearing(self, back: str) -> Glyphs:
        """Return the signs for cards with a back; where fills may not show, they stay plain."""
        return self if self.edges or not back else replace(self, worn=back)

    def index(self, card: Card) -> str:
        """Write the index of a card: rank and suit, ten as ``10``."""
        return self.rank(card) + self.suit(card)

    def rank(self, card: Card) -> str:
        """Return the rank of a card as packs in the player's language print it."""
        if rank_of(card) >= len(RANK_LETTERS):
            return "Jo"
        letter = RANK_LETTERS[rank_of(card)]
        return "10" if letter == "T" else str(COURT.get(letter, letter))

    def suit(self, card: Card) -> str:
        """Return the suit sign of a card; each joker has its own."""
        letter = card_name(card)[1]
        return str(SUIT_NAMES[letter]) if self.lettered else self.suits[letter]

    def pip(self, card: Card) -> str:
        """Return the sign in the middle of a large card; a joker's letter would read as a suit."""
        joker = rank_of(card) >= len(RANK_LETTERS)
        return "" if joker and self.lettered else self.suit(card)


def suit_of(card: Card) -> str:
    """Return the suit that colours a card: C, D, H or S; for a joker, spades or hearts."""
    letter = card_name(card)[1]
    return _JOKERS.get(letter, letter)


_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "B": "★", "R": "☆"}
_LETTERS: Final = {"C": "C", "D": "D", "H": "H", "S": "S", "B": "B", "R": "R"}

UNICODE: Final = Glyphs(_SIGNS, "░", "━", "─", "▌", "○", "•", "▌", edges=False, fine="▁▂▃▄▅▆▇")
UNICODE_SIDED: Final = replace(UNICODE, sides="▏▕")
UNICODE_EDGED: Final = replace(
    UNICODE, edges=True, fills=False, goal="┃", moved="│", tick=".", fine=""
)
ASCII: Final = Glyphs(
    _LETTERS,
    "#",
    "=",
    "-",
    ">",
    "o",
    "*",
    "|",
    edges=True,
    fills=False,
    borders="||",
    done="*",
    star="*",
    half="|",
    edge="|",
    block="#",
    lower=".",
    goal="#",
    crossed="#",
    moved="|",
    tick=".",
)
"""Both for terminals without colours; these are for few."""
EDGED_FILLED: Final = replace(UNICODE_EDGED, fills=True, goal="█", dotted="│", fine=UNICODE.fine)
ASCII_FILLED: Final = replace(ASCII, fills=True, block=SOLID, lower="_=", goal=SOLID, dotted="|")


Signs = Literal["auto", "unicode", "ascii"]


def glyphs_of(terminal: Terminal, signs: Signs = "auto", *, soft: bool = False) -> Glyphs:
    """Choose the signs for a terminal.

    Args:
        terminal: the terminal's abilities.
        signs: the player's setting.
        soft: whether cards have little contrast to the ground.
    """
    if signs == "ascii" or (signs == "auto" and not terminal.unicode):
        glyphs = ASCII if terminal.colours == "none" else ASCII_FILLED
    elif terminal.colours not in ("true", "256"):
        glyphs = UNICODE_EDGED if terminal.colours == "none" else EDGED_FILLED
    else:
        glyphs = UNICODE
    return replace(glyphs, sides=glyphs.borders) if soft and glyphs.fills else glyphs
