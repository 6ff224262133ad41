"""docs/BOT-PROTOCOL.md is true: its messages, its player, its transcript, its lists."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from shlex import join
from typing import Any, get_args

import pytest

from engine.arena.entrants import Block, parse_entrants
from engine.arena.games import Host, Plan
from engine.play.events import Event
from engine.play.view import Ask
from engine.protocol import Code, event_name
from tests.engine.test_protocol import SCHEMA

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "BOT-PROTOCOL.md").read_text()
TRANSCRIPT = (DOCS / "examples" / "transcript.txt").read_text().splitlines()


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.M | re.S)


def _messages(text: str) -> list[dict[str, Any]]:
    """Read one message after the other."""
    found, decoder = [], json.JSONDecoder()
    while text := text.strip():
        message, end = decoder.raw_decode(text)
        found.append(message)
        text = text[end:]
    return found


def test_every_message_of_the_document_fits_the_schema() -> None:
    messages = [message for block in _blocks("json") for message in _messages(block)]
    assert {message["type"] for message in messages} == {
        *("hello", "game", "view", "action", "result", "error", "bye")
    }
    for message in messages:
        assert SCHEMA.allows(message, "host") or SCHEMA.allows(message, "player"), message


def test_the_player_of_the_document_plays(tmp_path: Path) -> None:
    (code,) = _blocks("python")
    path = tmp_path / "first.py"
    path.write_text(code)
    entrants = parse_entrants([f"me={join([sys.executable, str(path)])}", "random"])
    host = Host(Plan(entrants, "standard", "1", 20.0, "test"))
    assert [game.loss for game in host.play(Block(0, (0, 1))).games] == [None, None]
    host.close()


def _scripted(tmp_path: Path, name: str, answers: list[str]) -> str:
    """Write a program that gives these answers, and notes what it hears."""
    path = tmp_path / f"{name}.py"
    path.write_text(
        "import json, sys\n"
        "import pathlib\n"
        f"here = pathlib.Path({str(tmp_path / name)!r})\n"
        "here = here.with_suffix('.next') if here.exists() else here  # the deal's other game\n"
        f"answers, heard = {answers!r}, here.open('w')\n"
        "for line in sys.stdin:\n"
        "    heard.write(line); heard.flush(); message = json.loads(line)\n"
        "    if message['type'] == 'hello' or message.get('legal'):\n"
        '        answer = answers.pop(0) if answers else \'{"type":"action","choice":0}\'\n'
        "        print(answer, flush=True)\n"
    )
    return f"{name}={join([sys.executable, '-IS', str(path)])}"


@pytest.mark.slow
def test_the_transcript_is_what_the_arena_sends(tmp_path: Path) -> None:
    """Play the same game with programs that answer as the transcript says."""
    answers = [line[2:] for line in TRANSCRIPT if line.startswith("> ")]
    told = [line[2:] for line in TRANSCRIPT if line.startswith("< ")]
    opponent = [json.dumps({"type": "hello", "protocol": 1, "name": "x"})]
    opponent += [
        json.dumps({"type": "action", "text": text})
        for text in ("oneoff AS", "points 8C", "points 4C")
    ]
    words = [_scripted(tmp_path, "me", answers), _scripted(tmp_path, "greedy", opponent)]
    host = Host(Plan(parse_entrants(words), "standard", "20", 10.0, "cuttle 1.0.0"))
    host.play(Block(0, (0, 1)))
    host.close()
    lines = (tmp_path / "me").read_text().splitlines()
    assert lines[: len(told) - 1] == told[:-1]
    assert lines[-1] == told[-1]
    assert all(SCHEMA.allows(json.loads(line), "host") for line in told)
    assert all(SCHEMA.allows(json.loads(line), "player") for line in answers)


def test_the_shortened_transcript_follows_the_whole_one() -> None:
    short = TEXT.partition("## A short game")[2].partition("```\n")[2].partition("```")[0]
    wanted = iter("\n".join(TRANSCRIPT))
    for part in re.sub(r"\n {3}", "", short).replace("\n", "…").split("…"):
        assert all(sign in wanted for sign in part), part


def test_events_questions_and_errors_are_all_listed() -> None:
    cells = {
        word for cell in re.findall(r"^\| ([^|]+) \|", TEXT, re.M) for word in cell.split("`")[1::2]
    }
    events = {event_name(kind) for kind in get_args(Event)}
    assert events <= cells
    assert {ask.name.lower() for ask in Ask} <= cells
    assert {*get_args(Code)} <= cells
