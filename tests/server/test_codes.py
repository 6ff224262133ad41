"""Codes that people read out to each other, and that no one should blush at."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import pytest

from server.codes import ALPHABET, LENGTH, LONG, new_code, reads_badly
from server.tables.room import game_id

BAD = (
    "FCK7 7FVK SH7B 5H7T CN7X W7F6 DCKS XFDP NTMB FTZR 8CZZ X2PT KRVW WXNZ 7H88 KKK2 PZDR "
    "NSDPFGTX WRTFCK2B"
)


@pytest.mark.parametrize("code", BAD.split())
def test_a_code_that_somebody_could_be_hurt_by_reads_badly(code: str) -> None:
    assert reads_badly(code)


@pytest.mark.parametrize("code", ["K7RF", "DNB7", "WZ9G", "RGLM", "TPZ5", "H5GB", "MPDN"])
def test_most_codes_read_well(code: str) -> None:
    assert not reads_badly(code)


def test_no_code_can_be_a_word() -> None:
    assert not set("AEIOUY01") & set(ALPHABET)
    assert len(ALPHABET) ** LENGTH > 400_000  # so that a room is not found by chance


@pytest.mark.parametrize("length", [LENGTH, LONG])
def test_a_code_that_reads_badly_is_drawn_again(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter("FCKB" * (length // 4) + "TPZ5" * (length // 4) + "RWB2" * (length // 4))

    def choice(letters: Sequence[str]) -> str:
        del letters
        return next(drawn)

    monkeypatch.setattr(secrets, "choice", choice)
    assert new_code({"TPZ5" * (length // 4)}.__contains__, length) == "RWB2" * (length // 4)


def test_a_code_has_a_letter_so_that_it_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter("2567RWB2")

    def choice(letters: Sequence[str]) -> str:
        del letters
        return next(drawn)

    monkeypatch.setattr(secrets, "choice", choice)
    assert new_code() == "RWB2"


@pytest.mark.parametrize(
    "id", ["fuckabcd23", "xqnazihjlm", "mkrapetw6l", "zqshitlmwd", "abcdj7cunt"]
)
def test_what_has_vowels_is_read_with_them_and_without(id: str) -> None:
    assert reads_badly(id)


@pytest.mark.parametrize("id", ["mrgaw6lqdo", "jl3kwmzf4a", "qor4jdgwme"])
def test_most_ids_read_well(id: str) -> None:
    assert not reads_badly(id)


@pytest.mark.slow
def test_no_game_has_an_id_that_reads_badly_and_each_has_its_own() -> None:
    ids = [game_id(f"room {room}", number) for room in range(2000) for number in (1, 2)]
    assert not [id for id in ids if reads_badly(id)]
    assert len({*ids}) == len(ids)
    assert {*map(len, ids)} == {10}
    assert ids[0] == game_id("room 0", 1)
