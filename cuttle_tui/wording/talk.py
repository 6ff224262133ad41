"""Word the talk at a table: ready phrases, lines people wrote, muting and reporting."""

from __future__ import annotations

from typing import Final

from cuttle_tui.phrases import PHRASES
from cuttle_tui.ports import ChatLine
from cuttle_tui.prose import Sentence, Span, say
from cuttle_tui.talking import MENU_KEYS, REASONS, Company, Talking
from cuttle_tui.wording.asking import Prompt, option

HIDDEN: Final = "(said something; turn on free text to read it)"
ALONE: Final = say("nobody else is here to talk with")
_WHY: Final = {
    "rude": "rude or hurtful",
    "spam": "repeats the same",
    "stalling": "stalls on purpose",
    "cheating": "cheats",
    "name": "a hurtful name",
}
HEADS: Final = {"say": "SAY", "write": "WRITE", "people": "WHO?", "person": "", "report": "REPORT"}


def spoken(line: ChatLine, me: str, *, readable: bool) -> Sentence:
    """Word a line somebody said; free text only where one wants to read it."""
    who = "you" if line.who == me else line.who
    words = line.text
    if line.phrase:
        words = PHRASES.get(line.text, "...")
    elif not readable:
        return say(Span(who, "strong"), f" {HIDDEN}")
    return say(Span(f"{who}: ", "strong"), words)


def menu_of(talking: Talking, company: Company) -> tuple[tuple[str, str], ...]:
    """List what can be chosen, each with its key."""
    labels: tuple[str, ...] = tuple(PHRASES.values())
    if talking.step in ("people", "person"):
        labels = company.people
    elif talking.step == "report":
        labels = tuple(_WHY[name] for name in REASONS)
    return tuple(zip(MENU_KEYS, labels, strict=False))


def talk_prompt(talking: Talking, company: Company, *, muted: bool) -> Prompt:
    """Ask what to say, to whom to listen, or why to report somebody."""
    ask, options = _ASK[talking.step], list(_options(talking, company, muted))
    back = "back to the game" if talking.step == "say" else "back"
    sentence = say(ask.format(who=talking.who), Span(f"{talking.text}_", "strong"))
    if talking.step != "write":
        sentence = say(ask.format(who=talking.who))
    head = talking.who.upper() if talking.step == "person" else HEADS[talking.step]
    return Prompt("bar", head, sentence, (*options, option("esc", back)), _reason(talking, company))


_ASK: Final = {
    "say": "Choose a phrase by its key",
    "write": "",
    "people": "About whom?",
    "person": "What about {who}?",
    "report": "Why do you report {who}?",
}


def _options(talking: Talking, company: Company, muted: bool) -> tuple[Sentence, ...]:
    if talking.step == "write":
        return (option("enter", "say it"),)
    if talking.step == "person":
        mute = option("m", "hear them again" if muted else "mute them")
        more = (option("b", "block them"), option("r", "report them")) if company.known else ()
        return (mute, *more)
    if talking.step != "say":
        return ()
    write = (option("w", "write"),) if company.free_text else ()
    people = (option("p", "mute, block, report"),) if company.people else ()
    return (option("1-9 0 a b", "say it"), *write, *people)


def _reason(talking: Talking, company: Company) -> Sentence:
    if talking.step == "person":
        return say("muting lasts for this visit; you never meet again whom you block")
    if talking.step == "report":
        return say("those who run the server read it, with what was said at this table")
    if talking.step == "say" and company.known and not company.free_text:
        return say("free text is off: the account page turns it on")
    return ()


def done_line(kind: str, who: str, *, again: bool = False) -> Sentence:
    """Say what was done about somebody."""
    if kind == "mute":
        return say(f"you hear {who} again" if again else f"{who} is muted: you read no more")
    if kind == "block":
        return say(f"{who} is blocked: you meet no more")
    return say(f"{who} was reported; thank you")


def away_line(who: str) -> Sentence:
    """Say that somebody cannot be found in the lobby any more."""
    return say(f"{who} is not here any more")
