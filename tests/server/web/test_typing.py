"""Text from keyboards that correct, compose and replace: each letter arrives once."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, CDPSession

from server.serve import Server
from server.web import WebOptions
from tests.browser import needs_browser
from tests.server.web.window import DESK, PHONE, Window, window

pytestmark = [needs_browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

PLAY: Final = """(steps) => {
    const field = document.querySelector(".xterm-helper-textarea");
    const soft = { key: "Unidentified", keyCode: 229 };
    for (const [type, said] of steps) {
        if (type === "value") {
            field.value = said;
            continue;
        }
        const options = { bubbles: true, cancelable: true, composed: true, ...said };
        const kind = type.startsWith("key") ? KeyboardEvent
            : type.startsWith("composition") ? CompositionEvent : InputEvent;
        field.dispatchEvent(new kind(type, type === "keydown" ? { ...soft, ...options } : options));
    }
}"""
"""Lets a keyboard of a phone act: events, and what they do to the text of the field."""
Step = list[object]
FIELD: Final = "document.querySelector('.xterm-helper-textarea').inputMode === 'text'"
ENTER: Final[Step] = ["keydown", {"key": "Enter", "keyCode": 13}]


def typed(value: str, kind: str = "insertText", data: str | None = None) -> list[Step]:
    """Put another text into the field, as a keyboard that names no key does."""
    said = {"inputType": kind, "data": data}
    return [["keydown", {}], ["beforeinput", said], ["value", value], ["input", said]]


def composed(*values: str) -> list[Step]:
    """Compose a word."""
    steps: list[Step] = [["compositionstart", {"data": ""}]]
    for value in values:
        steps.append(["compositionupdate", {"data": value}])
        steps += typed(value, "insertCompositionText", value)
    return steps


END: Final[Step] = ["compositionend", {"data": ""}]
SEQUENCES: Final[dict[str, tuple[list[Step], str]]] = {
    "letters": (typed("b") + typed("bo") + typed("bob"), "bob"),
    "a word at once": (typed("bob"), "bob"),
    "composed": ([*composed("b", "bo", "bob"), END], "bob"),
    "glided": ([*composed("bob"), END], "bob"),
    "a space while composing": (
        [*composed("b", "bo", "bob"), *typed("bob "), END, *typed("bob ")],
        "bob",
    ),
    "corrected": (
        [*typed("t"), *typed("te"), *typed("teh"), *typed("the", "insertReplacementText", "the")],
        "the",
    ),
    "corrected by composing": ([*composed("t", "te", "teh", "the"), END, *typed("the ")], "the"),
    "a full stop for two spaces": (
        [*typed("bob"), *typed("bob "), *typed("bob"), *typed("bob. ")],
        "bob",
    ),
    "a full stop in place of a space": ([*typed("bob"), *typed("bob "), *typed("bob. ")], "bob"),
    "put back by Safari": (
        [
            *composed("bob"),
            *typed("", "deleteCompositionText"),
            *typed("bob", "insertFromComposition", "bob"),
            END,
        ],
        "bob",
    ),
    "erased": ([*typed("bobb"), *typed("bob", "deleteContentBackward")], "bob"),
    "two signs for a letter": ([*typed("zoe\u0301"), *typed("zo"), *typed("zoé")], "zoé"),
}


@pytest_asyncio.fixture(loop_scope="session")
async def guest(browser: Browser, tmp_path: Path) -> AsyncIterator[Window]:
    """Ask for a name on a phone; the field is empty."""
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with (
        Server(tmp_path, database=database, web=WebOptions(port=0)) as server,
        window(browser, server, **PHONE) as opened,
    ):
        await opened.until("your name")
        await opened.holds(FIELD)
        await opened.page.keyboard.press("Control+u")
        yield opened


async def play(guest: Window, *steps: Step) -> None:
    """Let a keyboard act."""
    await guest.page.evaluate(f"({PLAY})({json.dumps(steps)})")


@pytest.mark.parametrize(("steps", "name"), SEQUENCES.values(), ids=SEQUENCES.keys())
async def test_a_name_is_what_the_keyboard_made_of_it(
    guest: Window, steps: list[Step], name: str
) -> None:
    """Even where the field refuses some of it: the account has that very name."""
    await play(guest, *steps)
    await play(guest, ENTER)
    await guest.until(f"{name}, this is Cuttle")
    assert guest.typed.count("\r") == 1


LATE: Final[dict[str, list[Step]]] = {
    "enter while composing": [*composed("bob"), ENTER, *typed("bob"), END],
    "and then a correction": [*composed("bob"), ENTER, *typed("bop"), END, *typed("bop ")],
    "a line break": [*composed("bob"), END, *typed("bob\n", "insertLineBreak")],
    "a line break while composing": [*composed("bob"), *typed("bob\n", "insertLineBreak"), END],
    "a correction after it": [
        *typed("bob"),
        ENTER,
        ["value", "bop"],
        ["input", {"inputType": "insertReplacementText", "data": "bop"}],
    ],
    "both": [*typed("bob"), ENTER, ["value", "\n"], ["input", {"inputType": "insertLineBreak"}]],
}


@pytest.mark.parametrize("steps", LATE.values(), ids=LATE.keys())
async def test_nothing_of_a_text_goes_to_the_next_screen(guest: Window, steps: list[Step]) -> None:
    """What a keyboard still says of it after enter is not typed."""
    await play(guest, *steps)
    await guest.until("bob, this is Cuttle")
    assert "".join(guest.typed).replace("\x15", "") == "bob\r"


async def test_a_real_keyboard_composes(guest: Window) -> None:
    """As the browser itself does it: a word, and what it is corrected to."""
    keyboard: CDPSession = await guest.page.context.new_cdp_session(guest.page)
    for text in ("t", "te", "teh"):
        composed = {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        await keyboard.send("Input.imeSetComposition", composed)
    await keyboard.send("Input.insertText", {"text": "theodore"})
    await guest.press("Enter")
    await guest.until("theodore, this is Cuttle")
    assert guest.typed.count("\r") == 1


async def test_what_is_pasted_arrives_once(browser: Browser, tmp_path: Path) -> None:
    """The terminal sends it; the field holds it no more."""
    async with (
        Server(tmp_path, web=WebOptions(port=0)) as server,
        window(browser, server, **DESK) as guest,
    ):
        await guest.until("WELCOME")
        await guest.press("g", "Control+u")
        await guest.page.evaluate(
            """() => {
                const data = new DataTransfer();
                data.setData("text/plain", "ottoline");
                document.querySelector(".xterm-helper-textarea").dispatchEvent(
                    new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
            }"""
        )
        await guest.press("Enter")
        await guest.until(lambda text: "ottoline" in text and "quick match" in text)
        assert sum("ottoline" in keys for keys in guest.typed) == 1
