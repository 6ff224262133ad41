"""Every palette can be read: by computed contrast, and by eyes that lack a kind of cone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import get_args

import pytest
from rich.color import Color
from rich.style import Style

from cuttle_tui.drawing.palette import DECKS, THEMES, Ink, Palette, palette_of, theme_named
from cuttle_tui.drawing.themes import ROLES
from cuttle_tui.tty.terminal import Colours
from tests.cuttle_tui.sight import SIGHTS, SIXTEEN, contrast, distance, rounded

COLOURS: tuple[Colours, ...] = ("true", "256", "16")
SUITS = "SHDC"

TEXT = {
    "felt": "ink newest quiet fS fH fD fC threat key lastkey tkey goalink",
    "band": "ink newest quiet fS fH fD fC threat key tkey goalink",
    "slot": "quiet",
    "pile": "quiet",
    "paper": "pS pH pD pC pq",
    "mute": "pS pH pD pC mq",
    "sel": "pS pH pD pC selq selink",
    "ghost": "gS gH gD gC",
    "tgt": "pS pH pD pC tq",
    "ice": "pS pH pD pC iceq",
    "back": "cS cH cD cC",
    "open": "cS cH cD cC",
    "ribbon": "ribbonink",
    "alarm": "alarmink",
    "bar": "barink",
    "wait": "waitink",
    "lit": "litink",
    "button": "ink",
    "chart": "sel paper tgt",
}
"""What is written on what."""

TILES = ("paper", "mute", "sel", "tgt", "ice")


def _cases() -> Iterator[tuple[str, str, Colours]]:
    for theme in THEMES:
        for deck in DECKS:
            for colours in COLOURS:
                yield theme, deck, colours


CASES = list(_cases())


def _shown(theme: str, deck: str, colours: Colours) -> dict[str, str]:
    """Give the colours as they come out on the terminal."""
    palette = palette_of(THEMES[theme], deck, colours)
    return {role: rounded(colour, colours) for role, colour in palette.colours.items()}


@pytest.mark.parametrize(("theme", "deck", "colours"), CASES)
def test_all_text_can_be_read(theme: str, deck: str, colours: Colours) -> None:
    styles = palette_of(THEMES[theme], deck, colours).styles
    poor = {
        f"{fore} on {ground}": round(ratio, 2)
        for ground, fores in TEXT.items()
        for fore in fores.split()
        if (ratio := _legibility(styles[Ink(fore, ground)], colours)) < 4.5
    }
    assert not poor


def _legibility(style: Style, colours: Colours) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    fore, ground = (color.get_truecolor().hex for color in (style.color, style.bgcolor))
    return contrast(rounded(fore, colours), rounded(ground, colours))


@pytest.mark.parametrize(("theme", "deck", "colours"), CASES)
def test_shapes_stand_out(theme: str, deck: str, colours: Colours) -> None:
    shown = _shown(theme, deck, colours)
    for ground in ("felt", "band"):
        sides = contrast(shown["edge"], shown[ground]) if THEMES[theme].tone == "light" else 0
        for tile in TILES:
            edged = min(sides, contrast(shown["edge"], shown[tile]))
            assert max(edged, contrast(shown[tile], shown[ground])) >= 3, (tile, ground)
        for fill in ("bar", "alarm", "lit", "ribbon"):
            apart = contrast(shown[fill], shown[ground])
            if (fill, colours) == ("alarm", "16"):  # on the band it lies at the foot of a card
                apart = max(apart, contrast(shown[fill], shown["paper"]))
            if fill != "ribbon":
                assert apart >= 3, (fill, ground)
        backs = max(contrast(shown[role], shown[ground]) for role in ("back", "dots"))
        assert backs >= 3
    if colours != "16":
        assert contrast(shown["faint"], shown["felt"]) >= 3
    for tile in TILES:
        assert contrast(shown["ribbon"], shown[tile]) >= 3, tile


@pytest.mark.parametrize(("theme", "deck", "colours"), CASES)
def test_a_card_that_would_come_is_told_from_one_that_lies(
    theme: str, deck: str, colours: Colours
) -> None:
    shown = _shown(theme, deck, colours)
    for lying in ("paper", "sel"):
        assert contrast(shown["ghost"], shown[lying]) >= 1.3, lying
    if colours == "16":  # there it is signs on the rail, between edges
        assert shown["ghost"] == shown["slot"]
        assert contrast(shown["goal"], shown["slot"]) >= 4.5


@pytest.mark.parametrize("deck", ["two-colour", "four-colour"])
def test_known_cards_of_a_hand_stand_out_in_256_colours(deck: str) -> None:
    shown = _shown("felt-dark", deck, "256")
    assert contrast(shown["open"], shown["felt"]) >= 2.5  # a louder fill outshines the targets
    assert all(contrast(shown[f"c{suit}"], shown["open"]) >= 4.5 for suit in SUITS)


def test_cards_and_text_are_grey_in_256_colours() -> None:
    shown = _shown("felt-dark", "two-colour", "256")
    for role in ("felt", "band", "paper", "mute", "ink", "quiet"):
        assert len({shown[role][at : at + 2] for at in (1, 3, 5)}) == 1, role
    assert shown["back"] == "#00005f"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", DECKS)
def test_sixteen_colours_are_those_there_are(theme: str, deck: str) -> None:
    assert set(palette_of(THEMES[theme], deck, "16").colours.values()) <= SIXTEEN


def test_text_that_sixteen_colours_cannot_show_on_grey_has_another_colour() -> None:
    palette = palette_of(THEMES["felt-dark"], "two-colour", "16")
    styles, inks = palette.styles, palette.colours
    assert styles[Ink("quiet", "felt")].color != styles[Ink("ink", "felt")].color
    assert styles[Ink("quiet", "band")] == styles[Ink("ink", "band")]
    assert styles[Ink("fH", "band")].color == Color.parse(inks["ink"])
    assert styles[Ink("pH", "mute")].color == styles[Ink("pS", "mute")].color


@pytest.mark.parametrize("colours", [*COLOURS, "none"])
@pytest.mark.parametrize("theme", ["felt-dark", "felt-light"])
def test_the_newest_event_is_told_from_older_ones(theme: str, colours: Colours) -> None:
    styles = palette_of(THEMES[theme], "two-colour", colours).styles
    newest, older = (styles[Ink(fore, "band")] for fore in ("newest", "quiet"))
    assert newest != older
    assert bool(newest.bold) == (colours in ("16", "none"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", DECKS)
def test_rounding_to_256_colours_changes_little(theme: str, deck: str) -> None:
    for role, colour in palette_of(THEMES[theme], deck, "256").colours.items():
        assert distance(colour, rounded(colour, "256")) < 4, role


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colours", ["true", "256"])
def test_the_high_contrast_deck_has_more(theme: str, colours: Colours) -> None:
    shown = _shown(theme, "high-contrast", colours)
    for ground in (*TILES, "back", "open"):
        for suit in SUITS:
            fore = ("p" if ground in TILES else "c") + suit
            assert contrast(shown[fore], shown[ground]) >= 7, (fore, ground)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colours", ["true", "256"])
@pytest.mark.parametrize(("place", "least"), [("p", 12), ("c", 12), ("f", 9)])
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colour_blind_deck_is_told_apart(
    theme: str, colours: Colours, place: str, least: float, sight: str
) -> None:
    shown = _shown(theme, "colour-blind", colours)
    for one, other in combinations(SUITS, 2):
        assert distance(shown[place + one], shown[place + other], sight) >= least, (one, other)


def test_the_two_colour_deck_would_not_do_for_that() -> None:
    shown = _shown("felt-dark", "four-colour", "true")
    pairs = combinations(SUITS, 2)
    assert min(distance(shown[f"p{a}"], shown[f"p{b}"], "protan") for a, b in pairs) < 12


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_so_are_its_fills(theme: str, sight: str) -> None:
    shown = _shown(theme, "colour-blind", "true")
    for one, other in (*combinations(("paper", "sel", "tgt"), 2), ("bar", "alarm")):
        assert distance(shown[one], shown[other], sight) >= 9, (one, other)


@pytest.mark.slow
def test_every_palette_has_every_role() -> None:
    roles = {frozenset(palette_of(THEMES[t], d, c).colours) for t, d, c in CASES}
    assert roles == {frozenset(ROLES)}


def test_palettes_and_styles_are_made_once() -> None:
    palette = palette_of(THEMES["nord"], "four-colour", "256")
    assert palette is palette_of(THEMES["nord"], "four-colour", "256")
    assert palette.styles[Ink("ink", "felt")] is palette.styles[Ink("ink", "felt")]


def test_auto_is_as_the_terminal_is() -> None:
    assert theme_named("auto") is THEMES["felt-dark"]
    assert theme_named("auto", light=True) is THEMES["felt-light"]
    assert theme_named("nord", light=True) is THEMES["nord"]


@pytest.mark.parametrize("theme", THEMES)
def test_without_colours_only_weight_is_left(theme: str) -> None:
    palette: Palette = palette_of(THEMES[theme], "two-colour", get_args(Colours)[0])
    style = palette.styles[Ink("ink", "felt", bold=True)]
    assert (style.color, style.bgcolor, style.bold) == (None, None, True)


@pytest.mark.parametrize("colours", COLOURS)
def test_a_key_on_light_felt_has_a_hue_of_its_own(colours: Colours) -> None:
    shown = _shown("felt-light", "two-colour", colours)
    assert shown["lastkey"] == shown["key"]
    for text in ("ink", "quiet", "threat"):
        assert distance(shown["key"], shown[text]) >= 20, text


@pytest.mark.parametrize("theme", ["felt-light", "solarized-light"])
@pytest.mark.parametrize("colours", ["true", "256"])
def test_on_light_grounds_what_cannot_be_chosen_is_seen_to_be_dull(
    theme: str, colours: Colours
) -> None:
    shown = _shown(theme, "two-colour", colours)
    assert contrast(shown["mute"], shown["paper"]) >= 1.5
