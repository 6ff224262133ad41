"""Hold the pages of text: how to play, the keys, how to play a friend."""

from __future__ import annotations

from cuttle_tui.prose import SILENCE, Sentence, Span, say
from cuttle_tui.wording import rulebook
from engine.rulesets import Ruleset


def _title(text: str) -> Sentence:
    return say(Span(text, "strong"))


def rules_page(ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Explain a ruleset, from the same data the game is played by."""
    lines: list[Sentence] = [_title(f"{ruleset.name}: {ruleset.title}")]
    for section in rulebook.rules_page(ruleset):
        lines += [SILENCE, _title(section.heading.lower())]
        lines += [say(line) for line in section.lines]
    return tuple(lines)


def _key(key: str, text: str) -> Sentence:
    return say(Span(key.ljust(14), "key"), text)


def help_page(ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Explain the keys, and name the rules in play."""
    return (
        _title("keys at the table"),
        SILENCE,
        _key("1-9 0 a ...", "choose the card with that key"),
        _key("left right", "move along the cards, or along the targets"),
        _key("p s o r j k", "points, scuttle, one-off, royal, jack, joker: play the card so"),
        _key("d  x", "draw a card, pass when there is none"),
        _key("a b c ...", "choose the target, or the seat, with that letter"),
        _key("enter", "take what is focused; the last enter plays it"),
        _key("esc", "one step back"),
        _key("space", "pick a card to discard, or put it back"),
        _key("y  n", "answer a question: counter, or let it happen"),
        SILENCE,
        _key("z  l", "look through the scrap, read the log"),
        _key("i", "what the chosen card is good for"),
        _key("t", "say something to the others; mute, block or report somebody"),
        _key("c  u", "claim the win, call the game off: when others stayed away"),
        _key("q", "leave, give up or offer a draw (asks first)"),
        _key("ctrl+c", "leave; twice leaves at once"),
        SILENCE,
        say("A click on a card or a seat is the same as its key."),
        say(
            "The rules in play are ",
            Span(ruleset.name, "strong"),
            ": ",
            Span("h", "key"),
            " shows them.",
        ),
    )


def friend_page() -> tuple[Sentence, ...]:
    """Explain how two people meet over ssh."""
    return (
        _title("play a friend"),
        SILENCE,
        say("One of you opens a server:"),
        say(
            "    ", Span("cuttle serve", "strong"), "        or, in the source folder:  make serve"
        ),
        SILENCE,
        say("Both connect to it; nothing else has to be installed:"),
        say("    ", Span("ssh -p 2222 HOST", "strong")),
        SILENCE,
        say("One opens a room and tells the other the code. The other joins it by"),
        say("    ", Span("ssh -t -p 2222 HOST join CODE", "strong")),
        SILENCE,
        say("HOST is the name or address of the machine the server runs on."),
        say("On that very machine it is localhost."),
    )
