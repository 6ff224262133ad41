"""Words of every screen: refusals of the lobby, news, challenges, what was copied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from cuttle_tui import __version__
from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Part,
    Plural,
    Sentence,
    Span,
    Words,
    counted,
    listing,
    plain,
    say,
    tell,
    tr,
    worded,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.keymap import keys_named
from cuttle_tui.kit.names import control_line, control_name, game_in_short, named
from cuttle_tui.kit.results import ended_while_away, over_at
from cuttle_tui.kit.text_types import Prompt, Upright, option
from cuttle_tui.ports import ChallengeLine, LobbyError, News, TableError
from engine.table.controls import NO_CLOCK

if TYPE_CHECKING:
    from cuttle_tui.tty.output import Copied


VERSION: Final = f"cuttle {'.'.join(__version__.split('.')[:2])}"
NAME: Final = "CUTTLE"
ONE_MOMENT: Final = N_("one moment...")
"""While a server is asked."""
WHAT_CUTTLE_IS: Final = N_("Cuttle is a card duel: first to 21 points wins")
NO_WORDS: Final[Mapping[int, str]] = MappingProxyType({})
ABOVE: Final = N_("{n} more above")
BELOW: Final = N_("{n} more below")
"""How much of a list or a page is out of sight."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry in a list, such as the home screen's."""

    key: str
    label: Words
    description: Words
    question: Words
    """What the prompt asks while it is focused."""
    verb: Words
    """What enter does."""
    brief: Words = ""
    """A shorter description for a narrow list, if it needs one."""


def row_line(
    name: object, cells: Sequence[str], heads: Sequence[Words], told: Mapping[int, str] = NO_WORDS
) -> str:
    """Tell a row of a list in a line of text: its cells, each after the head of its column.

    `told` says of some what needs no head: ``2 seats free`` instead of two signs.
    """
    pairs = enumerate(zip(heads, cells, strict=True))
    facts = (told.get(at, cell and f"{head} {cell}".strip()) for at, (head, cell) in pairs)
    return tr("{row}: {facts}", row=name, facts=facts_line(facts))


_HEADING: Final = C_("a heading that is told, with the capitals of nouns", "Your turn")


def heading(head: str) -> str:
    """Write a heading in capitals as a sentence; in some languages each noun keeps its capital."""
    return head.title() if str(_HEADING).istitle() else head.capitalize()


def facts_line(facts: Iterable[str]) -> str:
    """Join facts, but for empty ones, to a line of text."""
    there = [fact for fact in facts if fact]
    return reduce(lambda told, more: tr("{told}; {more}", told=told, more=more), there)


def quit_prompt() -> Prompt:
    """Ask whether to quit."""
    return Prompt("bar", tr("QUIT?"), tell("Leave cuttle?"))


def code_prompt(missing: int, why: Sentence) -> Prompt:
    """Ask for a code; some letters are missing."""
    told = tell(N_("Type the code your friend gave you") if missing else _SIT_DOWN)
    return _asking(Prompt("bar", tr("JOIN"), told, why=_refused(why) or _missing(missing)), missing)


def lost_prompt(
    room: int, seat: int, why: Sentence, *, cut: bool = False, door: bool = False
) -> Prompt:
    """Ask a guest who was cut off for a code; some letters of a room's or a seat's are missing.

    `cut` says that some guest of the same address was cut off, who may be this one; `door` that
    this one stands at the door.
    """
    asked = N_("Type the code of your seat") if cut else N_("Your code?")
    told = tell(asked if room and seat else _SIT_DOWN)
    missing = tell(_FOR_EITHER, room=room, seat=seat) if room > 0 else _missing(seat)
    head = tr("AT THE DOOR") if door else tr("CUT OFF?") if cut else tr("JOIN")
    return _asking(Prompt("bar", head, told, why=_refused(why) or missing), room and seat)


def _asking(prompt: Prompt, missing: int) -> Prompt:
    """Let no button stand out while letters are missing: those that are there lead away."""
    return replace(prompt, upright=prompt.upright._replace(plain=missing > 0))


_SIT_DOWN: Final = N_("Sit down with this code?")
_FOR_EITHER: Final = N_("{room} letters or digits for a room, {seat} for your seat")


def _refused(why: Sentence) -> Sentence:
    """Say why the last code would not do, if there was one."""
    return tell("{why}; type another", why=Span(plain(why), "strong")) if why else SILENCE


def _missing(letters: int) -> Sentence:
    """Say how much is missing, if anything is."""
    return say(counted(letters, _MISSING)) if letters else SILENCE


_MISSING: Final = Plural("{n} more letter or digit", "{n} more letters or digits")


ASK_AGAIN: Final = N_("no room has that code: ask your friend again")


def mistyped_band(*, guest: bool) -> tuple[Sentence, ...]:
    """Explain that no room has the code somebody came with; a guest may be new, or cut off."""
    told = (tell("join a friend's room"), say(Span(tr(ASK_AGAIN), "strong")))
    return (*told, tell("cut off? type the eight signs shown at your table")) if guest else told


def code_band(*, seat: bool = False) -> tuple[Sentence, ...]:
    """Explain what a room code is, and where it stands; or a longer one, of a seat."""
    if seat:
        return (
            tell("the way back"),
            tell("your table showed you eight signs"),
            tell("they lead back to the seat you had"),
        )
    return (
        tell("join a friend's room"),
        tell("your friend's table shows it"),
        tell("cut off? type your eight signs"),
    )


def lost_band(why: Sentence, *, guest: bool) -> tuple[Sentence, ...]:
    """Explain to somebody whose code was refused how to get back to a seat: guests by signs."""
    signs = (tell("cut off? type the eight signs shown at your table"),) if guest else ()
    return (
        tell("the way back to your seat"),
        say(Span(plain(why), "strong")),
        *signs,
        tell("for another room, type the four of its code"),
    )


FRIEND_ASKED: Final = N_("your friend is asked to let you in: wait here")


def at_door_band(code: str, *, guest: bool) -> tuple[Sentence, ...]:
    """Tell who stands at the door what happens next, and guests what the other way in is."""
    signs = (tell("or type the eight signs shown at your table"),) if guest else ()
    return (
        tell("at the door of room {code}", code=Span(code, "strong")),
        say(Span(tr(FRIEND_ASKED), "strong")),
        *signs,
        tell("for another room, type the four of its code"),
    )


def cut_off_band() -> tuple[Sentence, ...]:
    """Ask somebody who comes from where a guest was cut off whether it was they."""
    return (
        tell("were you cut off from a game?"),
        tell("somebody at your address was, and the seat is held"),
        tell("if it is yours, type its code: it was shown at the table"),
        tell("if not, {key} goes on", key=_key("escape")),
    )


def link_prompt(missing: int, why: Sentence) -> Prompt:
    """Ask for a link code; `missing` counts the letters still to type."""
    told = tell("Type the link code of your account")
    return _asking(Prompt("bar", tr("LINK"), told, why=_refused(why) or _missing(missing)), missing)


def link_band(*, by_browser: bool) -> tuple[Sentence, ...]:
    """Explain where to get a link code."""
    added = N_("this key will be added to your account")
    return (
        tell(N_("this browser will be added to your account") if by_browser else added),
        tell("get the code in your account, under add a key"),
    )


def reason_of(error: LobbyError) -> Message:
    """Return the message for a refusal of the lobby."""
    return _REASONS.get(error.reason, _NO_REASON)


def lobby_line(error: LobbyError) -> Sentence:
    """Explain why the lobby refused."""
    return say(reason_of(error))


def refused_line(error: LobbyError | TableError) -> Sentence:
    """Explain why the lobby or the table refused."""
    if isinstance(error, LobbyError):
        return lobby_line(error)
    return tell("not now: {why}", why=worded(error))


BUSY: Final = N_("you are already at a table: leave it first")
_NO_REASON: Final = N_("that is not possible in the lobby right now")
_REASONS: Final = {
    "unknown-code": N_("no room has that code"),
    "unknown-link": N_("no account has that code, or it expired"),
    "nothing-to-join": N_("no guest's finished games and no account have that code"),
    "other-seated": N_("that account sits at a table: end or leave its games first"),
    "used-code": N_("that code has been used: the game there has begun"),
    "ask-at-door": N_("that game has begun: with a name you can ask to be let in"),
    "room-full": N_("that room is full"),
    "own-room": N_("that is your own room: a friend has to join it"),
    "own-game": N_("you are playing in that game, so you cannot watch it"),
    "not-now": N_("the server cannot reach its database: try again in a minute"),
    "no-server": N_("packages are missing: type  cuttle host  in a terminal, it names them"),
    "too-many": N_("too many in a short time: wait a little"),
    "text-long": N_("that is too long: a line has at most 120 characters"),
    "text-unreadable": N_("that has characters that not every terminal can show"),
    "guests-unrated": N_(
        "guests cannot play rated games: connect with an ssh key to get an account"
    ),
    "bots-unrated": N_("bots do not play rated games with people"),
    "bots-live": N_("bots do not play correspondence games"),
    "rated-rules": N_("a rated match is for two, with the season's rules and no other options"),
    "rated-clocks": N_("a rated match needs clocks: quick, steady or relaxed; or days, such as 3d"),
    "guests-days": N_(
        "correspondence games need an account: connect with an ssh key, so that you can come back"
    ),
    "too-many-games": N_("one of you has as many correspondence games as this server allows"),
    "too-many-waiting": N_(
        "too many correspondence tables from your address are waiting for opponents: leave "
        "one, or wait until somebody sits down"
    ),
    "game-running": N_("that game is running: open it to concede"),
    "no-days-left": N_("you do not have that many vacation days left this year"),
    "on-vacation": N_("you are on vacation already: end it first"),
    "no-vacation": N_("you are not on vacation"),
    "no-mail": N_("this server sends no e-mail"),
    "bad-address": N_(
        "that is not an e-mail address: write it like name@example.org, in at most 254 characters"
    ),
    "code-sent": N_("a code was sent to that address already: the next can be sent in a day"),
    "wrong-code": N_("that is not the code that was sent, or it is too old: ask for a new one"),
    "two-players": N_("a challenge is for two players: open a table for more"),
    "not-here": N_("that player is not here any more"),
    "no-resident": N_("no computer of that level plays for ratings here"),
    "they-play": N_("that player is in the middle of a game"),
    "being-asked": N_("that player is answering another challenge: try again in a minute"),
    "asked-already": N_("you have challenged somebody already: withdraw that first"),
    "no-challenge": N_("nobody is challenging you any more"),
    "no-such-table": N_("that table is gone, or it is private"),
    "has-begun": N_("that game has begun: you can watch it"),
    "not-begun": N_("that game has not been dealt yet: watch it later"),
    "watchers-full": N_("too many people watch that game: follow it as text, with -T for ssh"),
    "deal-played": N_("you have had your try today; the next deal comes at midnight, UTC"),
    "deal-unplayed": N_("nobody here has played yesterday's deal to its end"),
    "no-such-game": N_("no game has that id, or it has been deleted"),
    "public-game": N_("this game was played at a public table: everybody can see it"),
    "not-player": N_("only its players can close the link to a game"),
    "no-season": N_("there has been no season here yet"),
    "no-such-week": N_("that season has no such week: `season week` shows the latest"),
    "they-called": N_("your opponent has called you already: accept"),
    "no-such-season": N_("there is no such season: `season` without a name shows the latest"),
    "no-such-championship": N_("no championship has that name, or none has been held yet"),
    "no-such-player": N_("no player here has that name"),
    "no-secretary": N_("only secretaries of this server do that"),
    "no-reason": N_("say why: others will read that later"),
    "decided-already": N_("that report does not wait: somebody has settled it, or it concerns you"),
    "no-account": N_("you have no account yet: connect with your key and choose a name first"),
    "no-night": N_("there is no play night now: start one"),
    "night-open": N_("there is a play night already: join that one"),
    "night-plan": N_("a play night needs rules for two, a time control, and at most 20 rounds"),
    "night-begun": N_("you cannot join this play night now"),
    "night-near": N_("too many players have joined from your address already"),
    "night-few": N_("a play night needs at least two players"),
    "not-host": N_("only the host of the play night can do that"),
    "no-match": N_("you have no match to play in this championship now"),
    "no-coach": N_("the coach is not available now: try again in a moment"),
    "no-answer": N_("the server of that table does not answer: try again in a few seconds"),
    "door-taken": N_("somebody else stands at that door: try again in a minute"),
    "door-shut": N_("you were not let in"),
    "sent-away": N_("you were sent away from that door: try again in ten minutes"),
    "nobody-there": N_("nobody is at the door any more"),
    "blocked": N_("one of you has blocked the other"),
    "hidden": N_("this player keeps that private"),
    "name-taken": N_("that name, or one very like it, is taken"),
    "name-short": N_("a name needs at least two letters"),
    "name-long": N_("a name can have at most sixteen letters"),
    "name-letters": N_("only Latin letters (a, é, ø), digits, - and _, starting with a letter"),
    "name-reserved": N_("that name is reserved"),
    "seated": N_("you have a seat under your name already: choose another once you have left it"),
    "only-result": N_("that game was played elsewhere, and only its result is known"),
    "doors-closed": N_("nobody new gets an account here now, but by an invitation"),
    "no-inviting": N_("members invite nobody here: ask the server's operators"),
    "enough-invited": N_("the invitations that you have given are not used yet"),
    "key-taken": N_("that key already belongs to an account"),
    "last-key": N_("this is your last key: without it you could not sign in"),
    "many-keys": N_("that account has as many keys as it may have: remove one first"),
    "no-terminal": N_("that needs a terminal"),
    "cannot-listen": N_("could not listen here: is another program using the port?"),
    "played-elsewhere": N_("that game is being played in another window"),
    "game-unreadable": N_("that game cannot be read; its file was left as it is"),
    "not-at-home": N_("that is only for games at home"),
    "busy": BUSY,
    "closing": N_("the server is shutting down: no new games"),
    "offline": N_("there is nobody else here: connect to a server over ssh"),
}


def page_prompt(title: str, about: Words, keys: Sequence[tuple[str, str]]) -> Prompt:
    """Title a page of text, with what can be done there as keys and labels."""
    options = tuple(say(Span(key, "key"), " ", label) for key, label in keys)
    asked = Upright(plain=True)
    return Prompt("wait", title, say(str(about)), options, upright=asked, tapped=_SWIPED)


_SWIPED: Final = ("up",)
"""The first key of those that scroll, for which a finger swipes."""


def begins_line(
    names: list[str], me: str, timing: str = NO_CLOCK, *, fetched: bool = False
) -> Sentence:
    """Announce the game the player waited for: with whom, and with which clocks."""
    others = plain(listing([name for name in names if name != me]))
    begins = tr("your game with {others} begins", others=others)
    if fetched:
        begins = tr("{begins}: press any key to play", begins=begins)
    told, clocks = say(Span(begins, "strong")), control_line(timing)
    return tell("{told}; {more}", told=told, more=clocks) if clocks else told


def news_line(news: News) -> Sentence:
    """Word the server's news; nothing if there is none."""
    if news.kind == "announcement":
        return say(Span(tr("news:"), "strong"), " ", news.text)
    if news.kind == "closing":
        told = news.text or tr("your game is saved")
        return say(Span(tr("server shutting down:"), "strong"), " ", told)
    if news.kind == "night-over" and not news.text:
        return say(Span(tr("the play night is over"), "strong"))
    if news.kind in _ABOUT_PEOPLE:
        return say(Span(tr(_ABOUT_PEOPLE[news.kind], who=news.text or tr("somebody")), "strong"))
    if news.kind == "claimed":
        told = tr(
            "you were away too long: your opponent claimed the win at {table}", table=news.text
        )
        return say(Span(told, "strong"))
    if news.kind == "nobody-came":
        told = tr("nobody sat down at {table} in two weeks, so it was closed", table=news.text)
        return say(Span(told, "strong"))
    if news.kind == "your-move":
        return say(Span(tr("it is your move at {table}", table=news.text), "strong"))
    if news.kind == "game-over":
        return say(Span(over_at(news.how, news.text), "strong"))
    if news.kind == "ended" and news.how:
        return say(Span(ended_while_away(news.how, news.text), "strong"))
    return SILENCE


_ABOUT_PEOPLE: Final = {
    "sat-down": N_("{who} sat down at your table"),
    "came": N_("{who} is here now"),
    "invited": N_("{who} waits for you in a room: you can sit down from your first screen"),
    "accepted": N_("{who} accepted your challenge: it is among your games now"),
    "declined": N_("{who} declined your challenge"),
    "expired": N_("{who} did not answer your challenge"),
    "withdrawn": N_("{who} withdrew the challenge"),
    "night": N_("{who} has opened a play night: you can join it in the lobby"),
    "night-over": N_("the play night is over: {who} has won"),
    "champion": N_("{who} has won the championship"),
    "link-closed": N_("{who} has closed the link to your game"),
}

ACCEPT_KEY: Final = "f2"
DECLINE_KEY: Final = "f3"
LATER_KEY: Final = "esc"
DECLINED: Final = N_("you declined the challenge")
WITHDRAWN: Final = N_("you withdrew your challenge")


def challenge_prompt(line: ChallengeLine) -> Prompt:
    """Ask a player to accept or decline, on whatever screen they are."""
    told = _TITLE_MATCH_NOW if line.championship else _RATED_NOW if line.rated else _CASUAL_NOW
    options = (
        option(ACCEPT_KEY, N_("accept")),
        option(DECLINE_KEY, N_("decline")),
        option(LATER_KEY, C_("a challenge", "later")),
    )
    later = tell("{who} waits a minute; other keys go on here", who=line.name)
    return Prompt("bar", tr("CHALLENGE"), tell(told, **_facts(line)), options, later, spare=later)


def challenge_line(line: ChallengeLine) -> Sentence:
    """Remind a player in a line that they are asked to accept or decline."""
    return tell(
        _CHAMPIONSHIP if line.championship else _RATED if line.rated else _CASUAL,
        accept=_key(ACCEPT_KEY),
        decline=_key(DECLINE_KEY),
        **_facts(line),
    )


def asked_line(line: ChallengeLine) -> Sentence:
    """Tell a player in lines of text that they are challenged."""
    if line.championship:
        return tell(_CHAMPIONSHIP_PLAIN, **_facts(line))
    return tell(_RATED_PLAIN if line.rated else _CASUAL_PLAIN, **_facts(line))


def unanswered_prompt(line: ChallengeLine) -> Prompt:
    """Say that the one who was challenged has not answered yet."""
    told = tell("{who} has not answered yet", who=Span(line.name, "strong"))
    return Prompt("wait", tr("CHALLENGE"), told)


def waiting_line(line: ChallengeLine, *, brief: bool = False) -> Sentence:
    """Tell a player for whose answer they wait, in brief where the bar says what they can do."""
    if brief:
        return tell("you challenged {who} ({rules})", **_facts(line))
    return tell(_WAITS, withdraw=Span(letters.WITHDRAW, "key"), **_facts(line))


def sent_line(who: str) -> Sentence:
    """Report that a challenge was sent."""
    return tell("you challenged {who}: they have a minute to answer", who=Span(who, "strong"))


def _facts(line: ChallengeLine) -> dict[str, Part]:
    return {
        "who": Span(named(line.name, line.rating), "strong"),
        "rules": game_in_short(line.ruleset, line.timing, rated=line.rated),
        "timing": control_name(line.timing),
    }


def _key(key: str) -> Sentence:
    return say(Span(keys_named((key,)), "key"))


_CASUAL_NOW: Final = N_("{who}, casual, {rules}")
_RATED_NOW: Final = N_("{who}, rated, {timing}")
_TITLE_MATCH_NOW: Final = N_("{who}, your championship match, {timing}")
_CASUAL: Final = N_("{accept} accept, {decline} decline: {who} challenges you ({rules})")
_RATED: Final = N_("{accept} yes, {decline} no: {who} challenges you, rated ({timing})")
_CHAMPIONSHIP: Final = N_(
    "{accept} accept, {decline} decline: {who} is here for your championship match ({timing})"
)
_CHAMPIONSHIP_PLAIN: Final = N_(
    "{who} is here for your championship match ({timing}). Type meet or refuse."
)
_CASUAL_PLAIN: Final = N_("{who} challenges you ({rules}). Type meet or refuse.")
_RATED_PLAIN: Final = N_("{who} challenges you to a rated match ({rules}). Type meet or refuse.")
_WAITS: Final = N_("you challenged {who} ({rules}); {withdraw} withdraws")


_WORDS: Final[dict[str, Message]] = {
    "sent": N_("copied, if your terminal can; else shift and the mouse"),
    "refused": N_("this terminal has no clipboard to copy to: select it, or write it down"),
    "late": N_("your terminal is busy, nothing was copied: try again"),
}


def copied_line(copied: Copied) -> Sentence:
    """Report what is known: most terminals say nothing about their clipboard."""
    return say(_WORDS[copied])


def short(path: str) -> str:
    """Shorten a path in the player's home to ``~``."""
    try:
        home = str(Path.home())
    except RuntimeError:
        return path
    return f"~{path[len(home) :]}" if path == home or path.startswith(f"{home}/") else path


def tail(text: str, longest: int) -> str:
    """Cut a text to its end."""
    return text if len(text) <= longest else f"...{text[3 - longest :]}"


def premature_line() -> Sentence:
    """Explain why a key did nothing: nobody can have read what it would answer."""
    return tell("this has only just changed: look first, then press the key again")


def too_small(width: int, height: int, least: tuple[int, int]) -> tuple[str, ...]:
    """Report in rows of its width that the terminal is too small; what can be done comes last."""
    needed = tr(
        "cuttle needs {least}, this is {size}",
        least=f"{least[0]}x{least[1]}",
        size=f"{width}x{height}",
    )
    leaves = tr("ctrl+c twice leaves")
    dead = tr("keys do nothing until the window is larger")
    clocks = tr("running clocks do not wait")
    for told in ((needed, dead, clocks, leaves), (needed, dead, leaves), (needed, leaves)):
        rows = tuple(row for line in told for row in wrap(line, max(1, width)))
        if len(rows) <= height:
            break
    return rows


def you_are(player: str) -> str:
    """Return the player's name in a sentence."""
    return tr("you are {player}", player=player)
