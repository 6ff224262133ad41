"""Every question of the prompt is asked in every language, and has room where it stands."""

from __future__ import annotations

import contextvars
import errno
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

import pytest

from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.rows import sentence_width
from cuttle_tui.i18n.translation import ENGLISH, Sentence, languages, say, speak
from cuttle_tui.kit.keymap import KEY_NAMES, key_words
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import Prompt, Timeline, option
from cuttle_tui.kit.zone import hotspots
from cuttle_tui.ports import ArchivedGame, ArchiveProblem, Source
from cuttle_tui.replay import (
    archive_words as archive,
    words as key_moments,
    words as replay_prompts,
)
from cuttle_tui.replay.commands import SPEEDS, ReplayState
from cuttle_tui.replay.folder import NotWritten, Taken
from cuttle_tui.replay.presenter import frame_of, sides_of
from cuttle_tui.rules.cards import card_rule
from cuttle_tui.table import choices
from cuttle_tui.table.choices import NOTHING, Choice, Question
from cuttle_tui.table.digest import bearers
from cuttle_tui.table.selection import settle
from cuttle_tui.table.words.open_play import stack_lines
from cuttle_tui.table.words.prompt import prompt_of
from engine.actions import Kind
from engine.cards import ALL_CARDS, rank_of
from engine.play.observe import observe
from engine.play.view import Ask, View
from engine.record.record import Game
from engine.record.summary import KINDS, Replay, moments_of
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from engine.table.practice import PracticeError
from tests.cuttle_tui import games, tables, tables_many
from tests.pseudo import english_left, pseudo
from tests.whole import some, takes_longer

pytestmark = pytest.mark.slow

OTHERS: Final = [one for one in languages() if one != ENGLISH]
NAMES: Final = ("ana", "bob", "carol", "dmitri")
LONG_NAMES: Final = tuple(letter * 16 for letter in "nmkw")
RULES: Final = (
    *PRESETS,
    "standard+nine-two",
    "standard+joker-swap",
    "standard+ten-block",
    "standard+random-four",
    "cuttle.cards+nine_royal_response=yes",
)
RARE: Final = (
    tables.position(more="turn 20 P0; ask offer P0; offerer 1; ply 41"),
    tables.position("points 7H 3C", "hand 4S TC points TD"),
    tables.position(
        tables.MINE.replace("9C", "TC"),
        tables.BOBS.replace("TC", "9C"),
        "turn 21 P1; ask block P0; pile P1 scuttle 9D>7H; ply 41",
    ).replace("cuttle.cards", "standard+ten-block", 1),
    tables.position(tables.MINE.replace("QD", "XB")).replace(
        "cuttle.cards", "standard+joker-swap", 1
    ),
    tables.TARGETS,
    tables.ROBBED,
    tables.LIMIT,
    tables.PEEK,
    tables_many.FULL,
    tables_many.JOKER,
)
WIDE: Final = 76
"""Cells of the prompt at 80 columns."""
GAP, NARROW_GAP = 3, 2


# the questions -----------------------------------------------------------------------------------


def choices_at(view: View, seat: int) -> Iterator[Choice]:
    """Choose all that can be chosen, step by step."""
    hand = choices.tray(view, seat)
    yield from (NOTHING, settle(view, NOTHING, seat))
    yield from (Choice(picked=hand[:count]) for count in (1, 2, 3))
    for card in hand:
        yield Choice(card)
        for kind in choices.plays(view, card):
            chosen = Choice(card, kind)
            yield chosen
            targets = [aim.card for aim in choices.aims(view, chosen, ()) if aim.card is not None]
            yield from (replace(chosen, targets=(target,)) for target in targets[:2])


def questions_at(view: View, seat: int, names: tuple[str, ...]) -> Iterator[Question]:
    """Ask all that a seat can be asked about a view."""
    called = Names(names[: len(view.seats)], view.viewer)
    for choice in dict.fromkeys(choices_at(view, seat)):
        aims = choices.aims(view, choice, ())
        yield Question(view, seat, called, choice, aims, (), bearers(view))


def views_of(game: Game, seed: int) -> Iterator[View]:
    """Play a game by chance, mostly what is not plain, and look at each of its plies."""
    chance = random.Random(seed)
    for _ in range(90):
        if game.outcome is not None:
            return
        asked = game.position.prompt.seats[0]
        view = observe(game.position, asked)
        yield view
        if view.ply % 5 == 0:
            yield observe(game.position, (asked + 1) % len(view.seats))
        fancy = [one for one in view.legal if one.kind not in (Kind.POINTS, Kind.DRAW)]
        action = chance.choice(fancy if fancy and chance.random() < 0.8 else list(view.legal))
        game.submit(asked, action, view.ply)


@lru_cache(maxsize=1)
def all_views() -> tuple[View, ...]:
    """Look at games by all rules, and at what is rare in them."""
    views = [tables.view_of(text, 0) for text in RARE]
    views += [tables.view_of(tables.TARGETS, None)]
    for number, name in enumerate(RULES):
        game = Game.from_seed(parse_ruleset(name), number.to_bytes(4, "big"))
        views += views_of(game, number)
    return tuple(views)


def all_prompts(names: tuple[str, ...] = NAMES) -> list[Prompt]:
    """Word every question, in the language that is spoken."""
    return [
        prompt_of(question)
        for view in some(all_views(), 3)
        for question in questions_at(view, view.viewer or 0, names)
    ]


def spoken_in(language: str) -> contextvars.Context:
    """Make a place where a language is spoken."""
    place = contextvars.copy_context()
    place.run(speak, language)
    return place


def test_the_walk_meets_every_question_and_every_play() -> None:
    asks = {view.ask for view in all_views() if view.viewer in view.asked[:1]}
    assert asks == set(Ask) - {Ask.OVER}
    plays = {(rank_of(a.card), a.kind) for view in all_views() for a in view.legal if a.cards}
    numbers = {(rank, kind) for rank in range(10) for kind in (Kind.POINTS, Kind.SCUTTLE)}
    assert numbers <= plays
    assert {(rank, Kind.ONE_OFF) for rank in (*range(7), 8, 9, 13)} <= plays
    assert {(7, Kind.ROYAL), (10, Kind.JACK), (11, Kind.ROYAL), (12, Kind.ROYAL)} <= plays
    assert (13, Kind.JOKER) in plays


# the room ----------------------------------------------------------------------------------------


def widths(prompt: Prompt) -> tuple[int, int, int]:
    """Tell how many cells each of the three rows takes; of the options, in the fewest words."""
    forms = [
        each for each in (prompt.options, prompt.shorter, prompt.shortest, prompt.named) if each
    ]
    bar = len(prompt.head) + GAP + sentence_width(prompt.sentence, UNICODE)
    row = min(
        (
            sum(sentence_width(one, UNICODE) + NARROW_GAP for one in form) - NARROW_GAP
            for form in forms
        ),
        default=0,
    )
    return bar, row, sentence_width(prompt.why, UNICODE)


def too_wide(before: Prompt, after: Prompt) -> list[str]:
    """Give the rows that have no room, though they had in English."""
    rows = zip(widths(before), widths(after), spelt(after), strict=True)
    return [text for old, new, text in rows if new > max(WIDE, old)]


def spelt(prompt: Prompt) -> tuple[str, str, str]:
    """Write the three rows."""
    row = "  ".join(map(spoken, prompt.options))
    return f"{prompt.head}   {spoken(prompt.sentence)}", row, spoken(prompt.why)


def spoken(sentence: Sentence) -> str:
    """Write a sentence, cards as a sign of two cells."""
    return "".join("##" if span.role == "card" else span.text for span in sentence)


@pytest.mark.long
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("names", some([LONG_NAMES, NAMES], 2), ids=len)
def test_every_question_has_room(language: str, names: tuple[str, ...]) -> None:
    english = all_prompts(names)
    other = spoken_in(language).run(all_prompts, names)
    pairs = zip(english, other, strict=True)
    assert {text for one, two in pairs for text in too_wide(one, two)} == set()


@pytest.mark.parametrize("language", OTHERS)
@takes_longer
def test_the_sentence_of_the_bar_leaves_twenty_columns(language: str) -> None:
    limit = 80 - 20
    english = [sentence_width(one.sentence, UNICODE) for one in all_prompts()]
    other = spoken_in(language).run(all_prompts)
    long = {
        spoken(prompt.sentence)
        for size, prompt in zip(english, other, strict=True)
        if sentence_width(prompt.sentence, UNICODE) > max(limit, size)
    }
    assert long == set()


@pytest.mark.parametrize("language", OTHERS)
def test_the_rows_of_a_replay_have_room(language: str) -> None:
    english, other = every_replay_prompt(), spoken_in(language).run(every_replay_prompt)
    pairs = zip(english, other, strict=True)
    assert [text for one, two in pairs for text in too_wide(one, two)] == []


# nothing is left untranslated --------------------------------------------------------------------


def every_replay_prompt() -> list[Prompt]:
    """Word what a replay can ask and tell."""
    game = Replay(games.record_after())
    found = moments_of(game)
    prompts = [key_moments.find_prompt(moments, ReplayState()) for moments in (found, ())]
    prompts += [replay_prompts.go_prompt(typed, 40) for typed in ("", "12")]
    for ply in range(game.plies + 1):
        frame = frame_of(game, ply, sides_of(2, 0)[0])
        reels = (
            ReplayState(),
            *(ReplayState(playing=True, pace=pace) for pace in range(len(SPEEDS))),
        )
        prompts += [
            replay_prompts.replay_prompt(
                Timeline((), ply), (frame.turn, game.plies), frame.silent, frame.why, playback
            )
            for playback in reels
        ]
    prompts += share_prompts()
    prompts += [archive.shelf_prompt(count, ()) for count in (0, 3)]
    return [*prompts, replay_prompts.over_prompt(prompts[0], 12)]


def share_prompts() -> list[Prompt]:
    """Word how a game is handed on, wherever it came from."""
    sources = (Source(), Source(game="7"), Source(file="/1/2.3"))
    asked = [
        archive.share_prompt(source, may_copy=may) for source in sources for may in (False, True)
    ]
    return [*asked, archive.copy_prompt("3", ())]


def found_lines() -> list[Sentence]:
    """Word what was found in a game, and what was not."""
    game = Replay(games.record_after())
    found = moments_of(game)
    names = Names(NAMES[:2], None)
    lines = [
        key_moments.found_line(
            one, [o for o in found if o.kind == one.kind], game.view(one.ply), names
        )
        for one in found
    ]
    for kind in KINDS:
        lines += [key_moments.no_further_line(kind, n, step) for n in (1, 2) for step in (-1, 1)]
    return lines


def troubles_of(remedies: Iterable[int]) -> list[ArchiveProblem]:
    """Give what the system may refuse: what there is a remedy for, and something else."""
    numbers = {*remedies, errno.ENAMETOOLONG} - {0}
    return [ArchiveProblem(OSError(number, ""), "/") for number in numbers]


def other_lines() -> list[Sentence]:
    """Word what is said beside the prompts."""
    lines = [replay_prompts.speed_line(speed) for speed in SPEEDS]
    lines += [replay_prompts.log_head(3, 40)]
    for all_hands in (False, True):
        lines += [replay_prompts.side_line(who, all_hands=all_hands) for who in ("", "ana")]
        lines += [say(replay_prompts.where(who, 3, all_hands=all_hands)) for who in ("", "ana")]
    lines += [replay_prompts.obstacle_line(PracticeError(one)) for one in replay_prompts._OBSTACLES]
    lines += [replay_prompts.begin_line(Names(NAMES[:count], 0)) for count in (2, 4)]
    lines += [archive.not_written_line(one) for one in (Taken("x"), NotWritten("Is a directory"))]
    lines += [archive.unreadable_line("?")]
    lines += [archive.not_kept_line(one) for one in troubles_of(archive._REMEDIES)]
    lines += [line for one in troubles_of(archive._UNLISTED) for line in archive.unlisted_band(one)]
    games = [ArchivedGame("1", ("ana", "bob"), "12:00", won) for won in ((0,), (1,), (), None)]
    games += [ArchivedGame("1", ("ana", "bob"), "12:00", readable=False)]
    for me in ("ana", "carol"):
        lines += [say(archive.result_text(game, me)) for game in games]
        kept = (games[:count] for count in (0, 1, 2))
        lines += [line for some in kept for line in archive.shelf_band(some, me, 200)]
    lines += [replay_prompts.seat_prompt((1, 0), Names(NAMES[:2], None), 0).sentence]
    lines += [replay_prompts.seat_prompt((1, 0), Names(NAMES[:2], None), 0).why]
    return lines


TYPED: Final = frozenset(
    {*NAMES, *map(str.upper, NAMES), "cuttle", "replay", "FILE", "ssh", "HOST", "record", "ctrl"}
    | {"standard"}
)
"""Names, and what one types."""


def english_in(*sentences: Sentence) -> set[str]:
    """List the English words of sentences."""
    texts = [span[0] for one in sentences for span in one if span[1] != "card"]
    return {word for text in texts for word in english_left(text, allowed=TYPED)}


def english_of(prompts: list[Prompt]) -> set[str]:
    """List the English words of prompts."""
    heads = {word for one in prompts for word in english_left(one.head, allowed=TYPED)}
    rows = (row for one in prompts for row in (one.sentence, *one.options, one.why))
    return heads | english_in(*rows)


@takes_longer
def test_nothing_of_the_questions_stays_english() -> None:
    with pseudo():
        assert english_of(all_prompts()) == set()


def test_nothing_of_a_replay_stays_english() -> None:
    with pseudo():
        assert english_of(every_replay_prompt()) == set()
        assert english_in(*found_lines(), *other_lines()) == set()


def test_nothing_of_the_cards_and_the_pile_stays_english() -> None:
    with pseudo():
        for name in RULES:
            rules = parse_ruleset(name)
            assert english_in(*(card_rule(card, rules) for card in range(ALL_CARDS))) == set()
        for view in all_views():
            called = Names(NAMES[: len(view.seats)], view.viewer)
            if view.pile or view.pending_sevens:
                assert english_in(*stack_lines(view, called)) == set()


# the keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS])
def test_a_click_on_a_translated_key_is_that_key(language: str) -> None:
    def work() -> None:
        assert [spot.key for spot in hotspots(0, key_words("left right"), 40)] == ["left", "right"]
        assert [spot.key for spot in hotspots(0, option("esc", "x")[0].text, 40)] == ["escape"]
        assert hotspots(0, key_words("arrows"), 40) == []

    spoken_in(language).run(work)


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS])
def test_each_key_has_a_name_of_one_word_and_no_other_key_has_it(language: str) -> None:
    names = spoken_in(language).run(lambda: [str(name) for name in KEY_NAMES.values()])
    assert len(set(names)) == len(names)
    assert all(len(name) > 1 and len(name.split()) == 1 for name in names)
