"""The arena: fair deals, games that can be repeated, programs that play or fail, files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import StringIO
from itertools import combinations, islice
from pathlib import Path
from shlex import join
from shutil import which
from textwrap import dedent

import pytest

from engine.arena import running as run_file
from engine.arena.entrants import Block, EntrantError, blocks, parse_entrants, seating
from engine.arena.games import Host, Plan, Played, PlayedBlock, step_of
from engine.arena.report import report
from engine.arena.running import play
from engine.record.parser import parse_record
from engine.rules.rulesets import PRESETS

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def plan_of(
    *words: str, ruleset: str = "cuttle.cards", seed: str = "1", seconds: float = 20
) -> Plan:
    return Plan(parse_entrants(words), ruleset, seed, seconds, "test")


def played(plan: Plan, count: int = 1) -> list[PlayedBlock]:
    """Play the first blocks of a plan."""
    todo = islice(blocks(len(plan.entrants), 1000, plan.rules), count)
    return [*play(plan, todo, 1, None)]


def what_happened(found: Sequence[PlayedBlock]) -> list[tuple[Block, list[tuple[float, str, int]]]]:
    """Leave out what no two runs have in common: the time."""
    return [
        (each.block, [(game.points, game.why, game.plies) for game in each.games])
        for each in sorted(found, key=lambda each: each.block)
    ]


def test_every_pair_plays_every_deal_from_every_side() -> None:
    found = [*blocks(3, 3, PRESETS["standard"])]
    assert found == [Block(deal, pair) for deal in range(2) for pair in ((0, 1), (0, 2), (1, 2))], (
        "three games are two deals of two games"
    )
    assert [seating(PRESETS["standard"], game) for game in range(2)] == [(0, 1), (1, 0)]
    alone = [seating(PRESETS["cutthroat"], game) for game in range(3)]
    assert alone == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert [seating(PRESETS["team"], game) for game in range(2)] == [(0, 1, 0, 1), (1, 0, 1, 0)]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_however_many_processes_play() -> None:
    plan = plan_of("greedy", "random", "beginner")
    todo = [*blocks(3, 4, plan.rules)]
    found = [*play(plan, todo, 1, None)]
    again = [*play(plan, reversed(todo), 2, None)]
    other = [*play(plan_of("greedy", "random", "beginner", seed="2"), todo, 1, None)]
    assert what_happened(found) == what_happened(again)
    assert what_happened(found) != what_happened(other)


@pytest.mark.slow
def test_a_player_is_level_with_itself_on_every_deal() -> None:
    for each in played(plan_of("sharp", "sharp"), 4):
        assert sum(game.points for game in each.games) == 1


@pytest.mark.parametrize("ruleset", ["standard", "cutthroat", "team"])
def test_every_number_of_seats_is_played_and_recorded(ruleset: str) -> None:
    plan, records = plan_of("greedy", "random", ruleset=ruleset), []
    host = Host(plan, keep=lambda block, game, text: records.append((block, game, text)))
    found = host.play(Block(0, (0, 1)))
    assert len(found.games) == len(records) == len(set(plan.rules.sides))
    for game, (_, number, text) in zip(found.games, records, strict=True):
        record = parse_record(text)
        record.replay()
        names = ["greedy" if who == 0 else "random" for who in seating(plan.rules, number)]
        assert [*record.players] == names
        assert record.outcome is not None
        assert len(record.entries) == game.plies
        winners = [names[seat] for seat in record.outcome.winners]
        assert game.points == (winners[:1] == ["greedy"]) or not winners


PROGRAMS = [
    pytest.param(join([sys.executable, str(EXAMPLES / "player.py")]), id="python"),
    pytest.param(
        join(["perl", str(EXAMPLES / "player.pl")]),
        id="perl",
        marks=pytest.mark.skipif(which("perl") is None, reason="needs perl"),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("command", PROGRAMS)
def test_the_examples_of_the_document_play(command: str) -> None:
    for ruleset in ("cuttle.cards", "team"):
        (block,) = played(plan_of(f"me={command}", "random", ruleset=ruleset))
        assert [game.loss for game in block.games] == [None, None]
        assert all(game.times[0] for game in block.games)


@pytest.mark.slow
def test_no_program_can_know_a_deal_by_what_it_is_told_or_remembers(tmp_path: Path) -> None:
    """Ids differ for all, and nobody meets the cards of a deal again from the other side."""
    path = tmp_path / "noting.py"
    path.write_text(
        dedent("""\
            import json, os, sys
            def say(**message): print(json.dumps(message), flush=True)
            sys.stdin.readline()
            say(type="hello", protocol=1, name="x")
            for line in sys.stdin:
                message = json.loads(line)
                if message["type"] == "game":
                    with open(sys.argv[1], "a") as file:
                        print(os.getpid(), message["game"], message["seat"], file=file)
                if message["type"] == "view":
                    say(type="action", choice=0)
            """)
    )
    notes = tmp_path / "notes"
    command = join([sys.executable, "-IS", str(path), str(notes)])
    plan = plan_of(f"me={command}", f"you={command}", "random")
    played(plan, 6)
    told = [line.split() for line in notes.read_text().splitlines()]
    ids = [game for _, game, _ in told]
    assert len({*ids}) == len(ids) == 16
    assert not any("." in game for game in ids)
    games: dict[str, list[str]] = {}
    for process, _, seat in told:
        games.setdefault(process, []).append(seat)
    assert len(games) == 8
    assert all(len(seats) == 2 for seats in games.values()), "one game of each of the two deals"


def program(tmp_path: Path, answer: str) -> str:
    """Write a program that greets, then does something for every view."""
    path = tmp_path / "program.py"
    path.write_text(
        dedent("""\
            import json, os, sys, time
            def say(**message): print(json.dumps(message), flush=True)
            sys.stdin.readline()
            say(type="hello", protocol=1, name="x")
            for line in sys.stdin:
                message = json.loads(line)
                if message["type"] == "view":
                    ANSWER
            """).replace("ANSWER", answer)
    )
    return join([sys.executable, "-IS", str(path)])


@pytest.mark.parametrize(
    ("answer", "fault", "said"),
    [
        ("say(type='action', choice=99)", "illegal", "choice: a number from 0 to"),
        ("say(type='action', text='points KD')", "illegal", "not legal now: points KD"),
        ("say(type='action', text='leave@0')", "illegal", "not legal now: leave@0"),
        ("say(type='action', choice=0, ply=999)", "illegal", "chosen for another ply"),
        ("say(type='action', choice=0, game='x')", "unreadable", "another game"),
        ("say(type='action', choice=True)", "unreadable", "choice: a whole number"),
        ("say(type='hello')", "unreadable", "an action was asked, not 'hello'"),
        ("print('{', flush=True)", "unreadable", "a message is a line of JSON"),
        ("print('x' * 9000, flush=True)", "unreadable", "a line has at most 4096 bytes"),
        ("sys.exit('no more')", "ended", "the program ended with status 1: no more"),
        ("os.kill(os.getpid(), 9)", "ended", "the program ended with status -9"),
        ("say(type='action', text=f\"concede@{message['view']['viewer']}\")", "conceded", ""),
    ],
)
def test_a_program_that_fails_loses_its_game_with_the_reason(
    tmp_path: Path, answer: str, fault: str, said: str
) -> None:
    (block,) = played(plan_of(f"me={program(tmp_path, answer)}", "random"))
    for game in block.games:
        assert (game.points, game.why) == (0, fault)
        assert game.loss is not None
        assert game.loss.who == 0
        assert said in game.loss.text


def test_a_program_that_does_not_answer_loses_its_game(tmp_path: Path) -> None:
    plan = plan_of("random", f"me={program(tmp_path, 'pass')}", seconds=0.2)
    game = played(plan)[0].games[0]
    assert (game.points, game.why) == (1, "slow")
    assert game.loss is not None
    assert game.loss.text == "no answer in time"


def test_a_program_hears_what_happened_and_how_games_end(tmp_path: Path) -> None:
    command, heard = noting(tmp_path, "say(type='action', choice=0)")
    played(plan_of(f"me={command}", "greedy"))
    kinds = [line.split('"type":"')[1].split('"')[0] for line in heard.read_text().splitlines()]
    assert kinds[0] == "game"
    assert kinds.count("game") == kinds.count("result") == 2
    assert kinds[-1] == "bye"
    assert '"event":"dealt"' in heard.read_text()


def noting(tmp_path: Path, answer: str) -> tuple[str, Path]:
    """Write a program that notes what it hears of games; return it, and where it does."""
    heard = tmp_path / "heard"
    note = f"open({str(heard)!r}, 'a').write(line)"
    command = program(tmp_path, f"{note}; {answer}")
    path = tmp_path / "program.py"
    path.write_text(path.read_text() + f"    else: {note}\n")
    return command, heard


def test_an_answer_too_many_is_refused_and_answers_nothing(tmp_path: Path) -> None:
    lines = '{"type":"action","choice":0}\\n{"type":"action","choice":999}\\n'
    command, heard = noting(tmp_path, f"sys.stdout.write('{lines}'); sys.stdout.flush()")
    (block,) = played(plan_of(f"me={command}", "random"))
    assert [game.loss for game in block.games] == [None, None]
    assert '"code":"not-asked","text":"no answer is wanted","ends":false' in heard.read_text()


def test_a_program_that_cannot_be_understood_hears_why_and_farewell(tmp_path: Path) -> None:
    command, heard = noting(tmp_path, "say(type='shutdown')")
    played(plan_of(f"me={command}", "random"))
    kinds = [line.split('"type":"')[1].split('"')[0] for line in heard.read_text().splitlines()]
    assert kinds == ["game", "view", "error", "bye"] * 2
    assert '"code":"type"' in heard.read_text()
    assert '"why":"it cannot go on after this error"' in heard.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["greedy"], "two players"),
        (["greedy", f"{'a' * 43}=x"], "has at most 32 characters, not 43"),
        (["greedy", "nobody"], "no player is called 'nobody'"),
        (["greedy", "a b=x"], "letters, digits"),
        (["greedy", "a="], "write the command"),
        (["greedy", "a='x"], "no closing quotation"),
    ],
)
def test_words_that_name_no_player_are_refused(words: list[str], said: str) -> None:
    with pytest.raises(EntrantError, match=said):
        parse_entrants(words)


def test_whoever_is_named_twice_has_two_names() -> None:
    names = [each.name for each in parse_entrants(["greedy", "greedy", "greedy=x y", "greedy-2=x"])]
    assert names == ["greedy", "greedy-2", "greedy-3", "greedy-2-2"]


def test_a_file_holds_what_was_played_and_is_gone_on_with() -> None:
    plan, file = plan_of("greedy", "random"), StringIO()
    found = played(plan, 2)
    run_file.begin(file, plan)
    for each in found:
        run_file.append(file, each)
    text = file.getvalue()
    assert run_file.read(text, plan) == (found, len(text))
    assert run_file.read(text + '{"dea', plan) == (found, len(text)), "a line that was cut off"
    todo = [*blocks(2, 6, plan.rules)]
    assert run_file.left_over(todo, found) == todo[2:]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: "", "it is empty"),
        (lambda text: "cuttle\n", "line 1 is broken"),
        (lambda text: "{}\n", "no file of an arena"),
        (lambda text: text.replace('"seed": "1"', '"seed": "2"'), "another arena .seed: '2'"),
        (lambda text: text.replace('"deal"', '"dea"'), "line 2 is broken"),
        (lambda text: text.replace('"pair":[0,1]', '"pair":[0,2]'), "line 2 is broken"),
        (lambda text: text.replace('"points":', '"points":9'), "line 2 is broken"),
        (lambda text: text + "null\n", "line 3 is broken"),
        (lambda text: text + "[" * 9999 + "\n", "line 3 is broken"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(spoil: object, said: str) -> None:
    plan, file = plan_of("greedy", "random"), StringIO()
    run_file.begin(file, plan)
    run_file.append(file, played(plan)[0])
    assert callable(spoil)
    with pytest.raises(run_file.RunFileError, match=said):
        run_file.read(spoil(file.getvalue()), plan)


def _block(deal: int, *points: float, pair: tuple[int, int] = (0, 1)) -> PlayedBlock:
    games = tuple(Played(each, "goal", 9, ({0: 1}, {-60: 3})) for each in points)
    return PlayedBlock(Block(deal, pair), games)


def test_the_report_names_score_interval_ratings_and_times() -> None:
    plan = plan_of("greedy", "random")
    text = "\n".join(report(plan, [_block(deal, 1, deal % 2) for deal in range(40)]))
    assert "cuttle.cards/1.0.2, seed 1: 80 games on 40 deals" in text
    assert "greedy made 75.0% of the points against random" in text
    assert "(95 % interval 67.2% to 82.8%, paired by deal)" in text
    assert "won 60, drawn 0, lost 20" in text
    assert "rating difference +191 (95 % interval +124 to +274)" in text
    assert ["random", "54", "ms", "54", "ms", "240"] in [line.split() for line in text.splitlines()]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.00123, "1.3 ms"),
        (0.0994, "100 ms"),
        (0.22, "220 ms"),
        (0.98, "1 s"),
        (1.23, "1.2 s"),
        (123.0, "130 s"),
    ],
)
def test_times_are_written_out(seconds: float, said: str) -> None:
    game = Played(1, "goal", 9, ({step_of(seconds): 1}, {}))
    lines = [*report(plan_of("greedy", "random"), [PlayedBlock(Block(0, (0, 1)), (game, game))])]
    (line,) = [line for line in lines if line.split()[0:1] == ["greedy"] and line[-1:] == "2"]
    assert line.split() == ["greedy", *said.split(), *said.split(), "2"]


@pytest.mark.parametrize("width", [80, 120])
def test_a_table_of_many_fits_the_terminal(width: int) -> None:
    long = "n" * 28
    plan = plan_of(*(f"{long}-{number}=x" for number in range(8)))
    pairs = [*combinations(range(8), 2)]
    found = [_block(deal, 1, deal % 2, pair=pair) for deal in range(9) for pair in pairs]
    table = [line for line in report(plan, found, width) if "nnn" in line]
    assert len(table) == 16
    assert all(len(line) <= width for line in table)
    assert any("…" in line for line in table) == (width == 80)
    assert any(long in line for line in report(plan, found)), "without a terminal nothing is cut"


def test_the_report_of_many_is_a_table() -> None:
    plan = plan_of("greedy", "random", "master", ruleset="cutthroat")
    pairs = {(0, 1): (1, 1, 0), (0, 2): (1, 0, 0), (1, 2): (0, 0, 1 / 3)}
    found = [_block(deal, *won, pair=pair) for deal in range(30) for pair, won in pairs.items()]
    lines = [*report(plan, found)]
    order = [line.split()[1] for line in lines if line[:1] in ("1", "2", "3")]
    assert order == ["greedy", "master", "random"]
    assert "± is the 95 % interval: by the number of games" in lines
    assert "one player had one side, the other 2 sides" in lines
