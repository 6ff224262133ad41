"""Word the chat: phrases, free text, muting and reporting."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    say,
    tell,
    tr,
    typed,
)
from cuttle_tui.kit.keymap import keys_named
from cuttle_tui.kit.text_types import AS_ELSEWHERE, Prompt, Upright, option
from cuttle_tui.ports import ChatLine
from cuttle_tui.table import play_commands as commands
from cuttle_tui.table.chat import (
    LONGEST,
    PHRASES,
    REASONS,
    ChatContext,
    ChatState,
    TalkStep,
    opened,
    room_left,
)
from cuttle_tui.table.choices import MENU_KEYS
from cuttle_tui.table.play_commands import SETTINGS

ALONE: Final = N_("there is nobody to talk to here")
WHY: Final[dict[str, Message]] = {
    "rude": N_("abuse"),
    "spam": N_("spam"),
    "stalling": N_("stalling"),
    "cheating": N_("cheating"),
    "name": N_("offensive name"),
}
"""Reasons for a report, short enough for a row."""
HEADS: Final[dict[TalkStep, Message]] = {
    "say": N_("SAY"),
    "write": N_("WRITE"),
    "cut": N_("CUT"),
    "people": N_("WHO?"),
    "report": N_("REPORT"),
}


def spoken(line: ChatLine, me: str, *, readable: bool) -> Sentence:
    """Word a chat line; translate quick chat phrases.

    Free text is hidden unless the reader turned it on.
    """
    who = tr("you") if line.who == me else line.who
    if not line.phrase and not readable:
        hidden = N_("{who} (said something; turn on free text to read it)")
        return tell(hidden, who=Span(who, "strong"))
    words = PHRASES.get(line.text, "...") if line.phrase else line.text
    return say(Span(tr("{who}:", who=who) + " ", "strong"), words)


def menu_of(chat: ChatState, context: ChatContext) -> tuple[tuple[str, str], ...]:
    """List what can be chosen, each with its key; nothing while keys are letters of a text."""
    if chat.step in ("write", "cut"):
        return ()
    labels = tuple(map(str, PHRASES.values()))
    if chat.step in ("people", "person"):
        labels = context.people
    elif chat.step == "report":
        labels = tuple(str(WHY[name]) for name in REASONS)
    return tuple(zip(MENU_KEYS, labels, strict=False))


def talk_prompt(
    chat: ChatState, context: ChatContext, *, muted: bool, listed: bool = False
) -> Prompt:
    """Ask what to say, whom to mute, or why to report a player.

    `listed` means that the phrases stand right below, each after its key.
    """
    step = chat.step
    back = N_("back to the game") if step == opened(context).step else N_("back")
    options = (*_options(chat, context, muted), option("esc", back))
    head = chat.who.upper() if step == "person" else str(HEADS[step])
    if chat.step == "cut" and not chat.text:
        asked = say(typed(""), " ", _ANY_WORD)
    elif chat.step in ("write", "cut"):
        asked = typed(chat.text)
    else:
        asked = tell(_ASK[chat.step], who=chat.who)
    if listed and step == "say":
        asked, options = SILENCE, options[1:]
    tapped = (
        Upright(sentence=tell("Choose a phrase"), plain=True) if step == "say" else AS_ELSEWHERE
    )
    return Prompt("bar", head, asked, options, _reason(chat, context), upright=tapped)


_ANY_WORD: Final = N_("any word; empty lets chance cut")
_ASK: Final[dict[TalkStep, Message]] = {
    "say": N_("Choose a phrase by its key"),
    "people": N_("About whom?"),
    "person": N_("{who}: mute, block or report?"),
    "report": N_("Why are you reporting {who}?"),
}


def _options(chat: ChatState, context: ChatContext, muted: bool) -> tuple[Sentence, ...]:
    if chat.step == "write":
        return (*_sending(chat, context), option(commands.LIST_PHRASES, N_("phrases")))
    if chat.step == "cut":
        shows = N_("hide the seal") if chat.whole else N_("the whole seal")
        seal = (option(commands.SHOW_SEAL, shows),) if context.seal else ()
        return (option("enter", N_("cut the deck")), *seal)
    if chat.step == "person":
        mute = option(commands.MUTE, N_("unmute") if muted else N_("mute"))
        if not context.known:
            return (mute,)
        return (
            mute,
            option(commands.BLOCK, N_("block")),
            option(commands.REPORT, N_("report them")),
        )
    if chat.step != "say":
        return ()
    write = (option(commands.WRITE, N_("write")),) if context.free_text else ()
    cut = (option(commands.CUT, N_("cut the deck")),) if context.cuts else ()
    people = (option(commands.PEOPLE, N_("mute, block, report")),) if context.people else ()
    return (option(keys_named(MENU_KEYS), N_("say it")), *write, *cut, *people)


def _sending(chat: ChatState, context: ChatContext) -> tuple[Sentence, ...]:
    """Offer to say what was typed; near the limit also what room is left, or what is too much."""
    left, enter = room_left(chat), option("enter", N_("say it"))
    if not context.free_text or left > _NEAR:
        return (enter,)
    if left < 0:
        return (say(Span(counted(-left, _TOO_MANY), "strong")),)
    return (enter, say(counted(left, _LEFT)))


_NEAR: Final = 20
"""Characters that are left when they begin to be counted."""
_LEFT: Final = Plural("{n} character left", "{n} characters left")
_TOO_MANY: Final = Plural("{n} character too many", "{n} characters too many")


def _reason(chat: ChatState, context: ChatContext) -> Sentence:
    if chat.step == "write" and (context.by_code or not context.free_text):
        return () if context.free_text else say(_FREE_TEXT_OFF)
    if chat.step == "cut" and context.seal:
        return context.seal if chat.whole else tell(_WHY_CUT, start=context.seal_start)
    if chat.step in _REASONS:
        return say(_REASONS[chat.step])
    if chat.step == "say" and context.watching:
        return tell("other watchers read this; the players do not")
    if chat.step == "say" and context.known and not context.free_text:
        return say(_FREE_TEXT_OFF)
    return ()


_FREE_TEXT_OFF: Final = N_("free text is off: turn it on in the settings")


def unsaid_line(why: str) -> Sentence:
    """Explain why a line was not said."""
    if why == "long":
        return tell("that is too long: a line has at most {count} characters", count=LONGEST)
    key = Span(SETTINGS.key, "key")
    return tell("only phrases can be said here: settings ({key}) change that", key=key)


_WHY_CUT: Final = N_("your word joins the shuffle, so nobody can fix the deal; seal {start}")
_REASONS: Final[dict[TalkStep, Message]] = {
    "person": N_("mute: for this visit; block: you will not meet again"),
    "report": N_("the server's operators will read it, with the chat of this table"),
    "write": N_("only players with free text on can read it"),
    "cut": N_("your word joins the shuffle, so nobody can fix the deal"),
}


def done_line(kind: str, who: str) -> Sentence:
    """Confirm that a player was muted, blocked or reported, or that this was undone."""
    return tell(_DONE[kind], who=who)


_DONE: Final = {
    "mute": N_("{who} is muted"),
    "unmute": N_("{who} is no longer muted"),
    "block": N_("you blocked {who}: you will not meet again"),
    "unblock": N_("you unblocked {who}"),
    "report": N_("{who} was reported; thank you"),
}


def away_line(who: str) -> Sentence:
    """Report that a player has left the lobby."""
    return tell("{who} has left", who=who)
