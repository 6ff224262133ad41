"""Records: they round-trip, replay, prove their deal, and refuse what is broken."""

from __future__ import annotations

import hashlib
import itertools
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from engine.actions import parse_action
from engine.cards import card_name
from engine.play.legal import legal_actions
from engine.prng import Stream
from engine.record.parser import parse_head, parse_record
from engine.record.position_text import position_text
from engine.record.record import (
    WAYS_OF_GIVING_UP,
    Deal,
    Game,
    GivingUp,
    Record,
    RecordError,
    record_of,
    record_text,
    verify,
)
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from engine.table.seats import Ready
from engine.table.table import Table

RULESETS = list(PRESETS.values())


def played(ruleset: Ruleset, seed: int, *, stop: int = 400) -> Table:
    """Play a random game at a table, with a clock that runs half a second an action."""
    ticks = iter(range(10**6))
    table = Table(
        ruleset, b"secret %d" % seed, title="elm", clock=lambda: 1_700_000_000 + next(ticks) / 2
    )
    chairs = [
        table.sit(seat, f"player-{seat}", "person", ready=False) for seat in range(ruleset.seats)
    ]
    for seat, chair in enumerate(chairs):
        table.cut(seat, f"word {seat}")
        chair.ask(Ready())
    chance = Stream(seed.to_bytes(8, "big"))
    assert table.game is not None
    for _ in range(stop):
        position = table.game.position
        legal = legal_actions(position)
        if not legal:
            break
        action = legal[chance.below(len(legal))]
        chairs[position.prompt.seats[0]].submit(action, position.ply)
    return table


@pytest.mark.slow
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(0, 300))
def test_records_round_trip_and_rebuild_the_position(
    ruleset: Ruleset, seed: int, stop: int
) -> None:
    table = played(ruleset, seed, stop=stop)
    record = table.record()
    text = record_text(record)
    again = parse_record(text)
    assert record_text(again) == text
    assert replace(again, ruleset=ruleset) == record
    assert table.game is not None
    replayed = position_text(again.replay().position)
    name, fields = replayed.split(";", 1)
    assert name == again.ruleset.name
    assert position_text(table.game.position) == f"{ruleset.name};{fields}"
    verify(again)


def a_record() -> str:
    return record_text(played(PRESETS["standard"], 5).record())


def test_a_record_reads_well() -> None:
    head, _, body = a_record().partition("\n\n")
    assert head.splitlines()[:5] == [
        "cuttle record 1",
        "ruleset: standard/1",
        "player 0: player-0",
        "player 1: player-1",
        f"first: {parse_record(a_record()).first}",
    ]
    assert body.startswith("1. P")


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("cuttle record 1", "cuttle record 9", 1, "begins with"),
        ("ruleset: standard/1", "ruleset: standard/7", 2, "unknown ruleset"),
        ("player 1: player-1", "player-1", 4, "not a header line of a record"),
        ("player 1: player-1", "player 0: player-1", 4, "a second 'player 0'"),
        ("first: ", "first: 9", 5, "there is no seat"),
        ("player 1: player-1", "player 1: player-1\nplayer 7: eve", 5, "there is no seat 7"),
        ("nonce 1: ", "nonce 2: 00\nnonce 1: ", 11, "there is no seat 2"),
        ("game: 1", "game: 0", 6, "game: "),
        ("game: 1", "game: one", 6, "game: "),
        ("secret: ", "secret: 00", 9, "a secret has 32 bytes"),
        ("secret: ", "secret: zz", 9, "secret: not hex digits"),
        ("commitment: ", "commitment: 00", 8, "do not match the commitment"),
        ("nonce 1: ", "nonce 1: 61", None, "may not"),
        ("nonce 1: ", "nonce 1: 00", 11, "not a word that can cut"),
        ("deal: 3", "deal: 4", 7, "not a kind of deal: '4'"),
        ("deal: 3\n", "", 7, "does not match the commitment"),
        ("started: ", "started: soon ", 12, "started: "),
        ("result: ", "result: 7 x", 13, "not a way a game ends"),
        ("\n1. P", "\n3. P", 15, "expected ply 1 here"),
        ("\n2. P", "\nhello P", 16, "not an action line"),
    ],
)
def test_what_is_broken_is_refused_with_line_and_reason(
    old: str, new: str, line: int | None, reason: str
) -> None:
    text = a_record()
    assert old in text
    with pytest.raises(RecordError) as caught:
        verify(parse_record(text.replace(old, new, 1)))
    if line is not None:
        assert caught.value.line == line
        assert reason in caught.value.reason


@pytest.mark.parametrize("secret", ["", "07"])
def test_a_secret_is_never_short_even_if_it_was_committed_to(secret: str) -> None:
    """A short secret can be found from its commitment before the game is over."""
    commitment = Deal(bytes.fromhex(secret), ()).commitment(PRESETS["standard"]).hex()
    text = re.sub("secret: .*", f"secret: {secret}", a_record())
    text = re.sub("commitment: .*", f"commitment: {commitment}", text)
    with pytest.raises(RecordError, match="a secret has 32 bytes"):
        parse_record(text)


def test_a_deck_beside_a_secret_is_the_deck_it_gives() -> None:
    text = a_record()
    record = parse_record(text)
    assert record.deal is not None
    deck = [card_name(card) for card in record.deal.deck(record.ruleset)]
    true = text.replace("started: ", f"deck: {' '.join(deck)}\nstarted: ")
    verify(parse_record(true))
    false = text.replace("started: ", f"deck: {' '.join(reversed(deck))}\nstarted: ")
    with pytest.raises(RecordError, match="line 12: this deck does not follow from the secret"):
        parse_record(false)


def test_the_seat_that_acts_first_in_a_match_is_the_one_the_deal_gives() -> None:
    text = record_text(replace(parse_record(a_record()), entries=(), outcome=None))
    first = parse_record(text).first
    verify(parse_record(text))
    swapped = text.replace(f"first: {first}", f"first: {1 - first}")
    with pytest.raises(RecordError, match=f"seat {first} goes first"):
        verify(parse_record(swapped))
    verify(parse_record(swapped.replace("game: 1", "game: 2")))


def test_records_number_the_games_of_a_table() -> None:
    table = played(parse_ruleset("standard+first-to-2"), 5)
    assert table.record().number == 1
    for seat in range(2):
        table.ready(seat)
    assert table.record().number == 2
    assert "game: 2\n" in record_text(table.record())


def given_up(text: str) -> str:
    """Return the record of a game that seat 1 gave up, with a line of that in its head."""
    table = played(PRESETS["standard"], 1, stop=2)
    table.leave(1)
    return record_text(table.record()).replace("gave up 1: left", text)


@pytest.mark.parametrize("how", WAYS_OF_GIVING_UP)
def test_a_record_tells_how_a_seat_gave_up(how: GivingUp) -> None:
    record = parse_record(given_up(f"gave up 1: {how}"))
    assert record.given_up == ((1, how),)
    assert parse_record(record_text(record)) == record


def test_older_records_do_not_tell_how_a_seat_gave_up() -> None:
    assert parse_record(given_up("").replace("\n\nresult", "\nresult")).given_up == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("gave up 1: asleep", "not a way to give up"),
        ("gave up 0: left", "seat 0 did not give up"),
        ("gave up 4: left", "there is no seat 4"),
    ],
)
def test_what_did_not_happen_to_a_seat_is_refused(line: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        parse_record(given_up(line))


@pytest.mark.parametrize("left", ["1", "1 0"])
def test_a_record_tells_who_left_the_match_after_it(left: str) -> None:
    text = given_up("gave up 1: left").replace("\nresult:", f"\nleft match: {left}\nresult:")
    record = parse_record(text)
    assert record.left == tuple(map(int, left.split()))
    assert record_text(record) == text


@pytest.mark.parametrize("left", ["", "4", "0 0", "ana", "-1", "1  0"])
def test_who_cannot_have_left_is_refused(left: str) -> None:
    text = given_up("gave up 1: left").replace("\nresult:", f"\nleft match: {left}\nresult:")
    with pytest.raises(RecordError, match="left match"):
        parse_record(text)


def test_records_without_a_number_are_read_as_they_were_written() -> None:
    old = a_record().replace("game: 1\n", "")
    record = parse_record(old)
    assert record.number == 0
    assert record_text(record) == old
    verify(record)


def test_the_head_alone_tells_all_but_the_actions() -> None:
    text = a_record()
    head, whole = parse_head(text.partition("\n\n")[0]), parse_record(text)
    assert head == parse_head(text) == replace(whole, entries=())


@pytest.mark.parametrize("result", ["9 goal", "-1 goal", "0,7 goal", "x goal"])
def test_a_head_names_no_winner_who_has_no_seat(result: str) -> None:
    text = re.sub("result: .*", f"result: {result}", a_record())
    with pytest.raises(RecordError, match="line"):
        parse_head(text)


def test_an_illegal_action_is_refused_with_its_line() -> None:
    lines = a_record().splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith("4. P"))
    lines[number] = lines[number].partition(" {")[0].rpartition("P")[0] + "P0 points KS {1}"
    with pytest.raises(RecordError, match=f"line {number + 1}: ") as caught:
        parse_record("\n".join(lines))
    assert "KS" in caught.value.reason or "cannot act" in caught.value.reason


def test_nonces_may_be_empty() -> None:
    table = Table(PRESETS["standard"], b"seed")
    for seat in range(2):
        table.sit(seat, "ana", "person")
    record = table.record()
    assert parse_record(record_text(record)).deal == record.deal


def test_a_wrong_result_is_refused() -> None:
    text = a_record()
    record = parse_record(text)
    assert record.outcome is not None
    wrong = "result: 1 concede"
    line = next(line for line in text.splitlines() if line.startswith("result"))
    with pytest.raises(RecordError, match="the actions lead to"):
        parse_record(text.replace(line, wrong))


def test_a_record_may_give_the_deck_itself() -> None:
    game = Game.from_seed(PRESETS["cuttle.cards"], b"x")
    table = played(PRESETS["cuttle.cards"], 3)
    record = replace(table.record(), deal=None, deck=game.deck, entries=(), outcome=None)
    again = parse_record(record_text(record))
    assert again.deck == game.deck
    with pytest.raises(RecordError, match="cannot be checked"):
        verify(again)


def test_a_record_without_a_deal_keeps_the_seed_of_chance() -> None:
    """Without it, fours at random would take other cards in the replay."""
    game = Game.from_seed(parse_ruleset("standard+random-four"), b"any bytes")
    chance = Stream(b"moves")
    while game.outcome is None:
        legal = legal_actions(game.position)
        seat = game.position.prompt.seats[0]
        game.submit(seat, legal[chance.below(len(legal))], game.position.ply)
    seconds = [0.0] * len(game.actions)
    record = record_of(game, ("ana", "bob"), seconds, started=datetime(2026, 11, 21, tzinfo=UTC))
    text = record_text(record)
    again = parse_record(text)
    assert (again, record_text(again)) == (replace(record, ruleset=again.ruleset), text)
    assert position_text(again.replay().position) == position_text(game.position)


def test_a_seed_beside_a_secret_is_the_seed_it_gives() -> None:
    text = a_record()
    record = parse_record(text)
    assert record.deal is not None
    true = text.replace("started: ", f"seed: {record.deal.seed.hex()}\nstarted: ")
    assert record_text(parse_record(true)) == text
    false = text.replace("started: ", "seed: 00\nstarted: ")
    with pytest.raises(RecordError, match="line 12: this seed does not follow from the secret"):
        parse_record(false)


def _opened(text: str) -> None:
    """Read a record and verify it, as `cuttle verify` does."""
    verify(parse_record(text))


@pytest.mark.parametrize("other", ["sipie/1", "standard/1+ten-block", "standard/1+first-to-2"])
def test_the_rules_of_a_record_are_sealed(other: str) -> None:
    """Even where the game is legal by both: here nothing was played yet."""
    game = Game(PRESETS["standard"], Deal(SECRET, (b"", b"")).deck(PRESETS["standard"]), first=0)
    deal = Deal(SECRET, (b"", b""))
    record = record_of(
        game, ("ana", "bob"), [], started=datetime(2026, 11, 28, tzinfo=UTC), deal=deal, number=2
    )
    text = record_text(record)
    _opened(text)
    changed = text.replace("ruleset: standard/1", f"ruleset: {other}")
    with pytest.raises(RecordError, match="the rules and the secret do not match the commitment"):
        _opened(changed)
    older = replace(deal, scheme=2)
    kept = replace(record, deal=older, commitment=older.commitment(record.ruleset))
    _opened(record_text(kept))
    _opened(record_text(kept).replace("ruleset: standard/1", f"ruleset: {other}"))


@pytest.mark.parametrize("name", ["computer regular", "computer 2 master", "machine", "computer"])
@pytest.mark.parametrize("scheme", [2, 3])
def test_a_computer_that_cut_proves_that_the_table_cheated(name: str, scheme: int) -> None:
    """The table tried words for its computer until the deck gave it two kings."""
    ruleset = PRESETS["standard"]
    deals = (Deal(SECRET, (b"", b"%d" % number), scheme) for number in itertools.count())
    ground = next(d for d in deals if sum(card >= 48 for card in d.deck(ruleset)[5:11]) >= 2)
    for deal, cheats in ((ground, True), (Deal(SECRET, (b"7", b""), scheme), False)):
        game = Game(ruleset, deal.deck(ruleset), first=0)
        started = datetime(2026, 11, 28, tzinfo=UTC)
        record = record_of(game, ("ana", name), [], started=started, deal=deal, number=2)
        if cheats:
            with pytest.raises(RecordError, match=f"{name} cut the deck.*the table cheated"):
                _opened(record_text(record))
        else:
            _opened(record_text(record))


def test_old_games_replay_under_the_rules_they_were_played_by() -> None:
    table = played(PRESETS["cuttle.cards/0.0.0"], 11)
    text = record_text(table.record())
    assert "ruleset: cuttle.cards/0.0.0\n" in text
    record: Record = parse_record(text)
    assert record.ruleset.five_draw == 2
    assert "ruleset: cuttle.cards/1.0.2+quick-15\n" in record_text(
        played(parse_ruleset("cuttle.cards+quick-15"), 1).record()
    )


# The published test vector of docs/NOTATION.md.
SECRET = bytes(range(32))
NONCES = (b"ana", b"bob")
SEED = "be9599805014fc97a136726f1be3872de10634f2bf4d0380d4a4f2e714bf07d2"
DECK = (
    "TC 8D 7C 5C TH 6D 6S 9C KH AH KD 5D QC 2D TS 5S 3H 9H JS 3S JH KC 3C 3D 8C QS 2S 6C AS 2H"
    " JC 8S KS 7D AC 8H TD QD 6H 7H 4S 4C QH 7S 9D 4D 9S 5H AD JD 2C 4H"
)


def test_the_published_vectors() -> None:
    deal = Deal(SECRET, (b"ana", b""))
    assert deal.commitment(PRESETS["standard"]).hex() == (
        "0869d741ce16491258b348c86bf1ce7aae7d2141a83f67feca092e67682296b4"
    )
    assert deal.seed.hex() == "c38fa82771687b61938d1770a5c693eff68145cd6c158c641ca264d38a2dbb76"
    deck = deal.deck(PRESETS["standard"])
    assert " ".join(map(card_name, deck[:11])) == "2C 3H 9H AS 3S QC JS TH QD 5S 5C"
    assert deal.first(2) == 1


def test_the_published_vectors_of_deals_with_open_rules() -> None:
    deal = Deal(SECRET, (b"ana", b""), scheme=2)
    assert deal.commitment(PRESETS["standard"]).hex() == (
        "b44e85cc2f74fa9dc2d0c0524de1b5591ceb270b57743fc4c10dbfb3da1d24b3"
    )
    assert deal.commitment(PRESETS["sipie"]) == deal.commitment(PRESETS["standard"])
    assert deal.seed == replace(deal, scheme=3).seed


def test_the_published_vectors_of_older_deals() -> None:
    deal = Deal(SECRET, NONCES, scheme=1)
    assert deal.commitment(PRESETS["standard"]).hex() == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )
    assert deal.seed.hex() == SEED
    deck = deal.deck(PRESETS["standard"])
    assert " ".join(map(card_name, deck)) == DECK
    assert deal.first(2) == 1
    drawn = [Stream(b"cuttle").below(n) for n in (1, 2, 6, 52, 256, 1000, 10**9)]
    assert drawn == [0, 1, 1, 33, 85, 851, 432054005]


def naive_seed(secret: bytes, nonces: tuple[bytes, ...]) -> bytes:
    """Follow the published recipe step by step."""
    text = b"cuttle deal 2" + secret
    for nonce in nonces:
        text += bytes([len(nonce) // 256, len(nonce) % 256]) + nonce
    return hashlib.sha256(text).digest()


@given(st.binary(min_size=32, max_size=32), st.lists(st.binary(max_size=40), max_size=4))
def test_another_program_finds_the_same_deck(secret: bytes, nonces: list[bytes]) -> None:
    deal = Deal(secret, tuple(nonces))
    blocks = (
        hashlib.sha256(naive_seed(secret, tuple(nonces)) + i.to_bytes(8, "big")).digest()
        for i in itertools.count()
    )
    stream = itertools.chain.from_iterable(blocks)
    cards = list(range(54))
    for last in range(53, 0, -1):
        n = last + 1
        number = next(b for b in stream if b < 256 - 256 % n)
        cards[last], cards[number % n] = cards[number % n], cards[last]
    assert deal.deck(PRESETS["cutthroat"]) == cards


def test_the_shuffle_is_unbiased() -> None:
    """Count where three cards go in 6,000 shuffles: each order a sixth of the time."""
    stream = Stream(b"fair")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        order = tuple(stream.shuffled([0, 1, 2]))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_every_action_of_the_document_can_be_read() -> None:
    document = Path(__file__).parents[2] / "docs" / "NOTATION.md"
    text = document.read_text(encoding="utf-8").partition("| text | meaning |")[2]
    rows = text.partition("\n\n")[0].splitlines()
    cells = [row.split("|")[1] for row in rows if row.startswith("| `")]
    listed = [typed for cell in cells for typed in re.findall(r"`([^`]+)`", cell)]
    assert len(listed) > 20
    assert [str(parse_action(typed)) for typed in listed] == listed


def test_a_record_says_where_its_game_was_played() -> None:
    text = given_up("gave up 1: left").replace("\nresult:", "\norigin: our pub\nresult:")
    record = parse_record(text)
    assert (record.origin, record_text(record)) == ("our pub", text)
    assert parse_head(text).origin == "our pub"
