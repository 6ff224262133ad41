"""The account in words, and questions for names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    Words,
    counted,
    say,
    tell,
    tr,
    typed,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.names import results_text
from cuttle_tui.kit.text_types import Fill, PanelBlock, PanelModel, Prompt
from cuttle_tui.kit.words import WHAT_CUTTLE_IS, Entry
from cuttle_tui.ports import Account, EmailLine, Guest, Inviter, Key, Listening
from cuttle_tui.replay.archive_words import Result
from cuttle_tui.rules.book import rules_in_words

TITLE: Final = N_("your account")
NO_ACCOUNT: Final = N_("no account yet")
LINK: Final = "link"
EXPORT: Final = "export"
DELETE: Final = "delete"
VACATION: Final = "vacation"
EMAIL: Final = "email"
JOIN: Final = "join"
CALENDAR: Final = "calendar"
DESK: Final = "desk"
LABELS: Final = {
    LINK: (
        N_("add a key"),
        N_("make a code that links it to this account"),
        N_("by a code from this screen"),
    ),
    JOIN: (
        N_("join another"),
        N_("add what you did as a guest, or in another account"),
        N_("a guest's games, or an account"),
    ),
    EXPORT: (
        N_("your data"),
        N_("a file with everything stored about you"),
        N_("a file with all of it"),
    ),
    DELETE: (
        C_("a deed", "delete"),
        N_("your account and everything in it"),
        N_("the account and all in it"),
    ),
}
"""The names of rows, what they are, and the same in fewer words."""
UNLINKED: Final = N_("that key no longer signs in")
_PRINT: Final = 23
"""Characters of a fingerprint that are shown."""
_SHORT_PRINT: Final = 11
"""The same in a narrow list."""


def title_of(account: Account) -> Message:
    """Title the account page; a guest has no account."""
    return NO_ACCOUNT if account.guest else TITLE


def export_line(account: Account) -> Sentence:
    """Explain how to export everything the server stores."""
    command = Span(f"ssh {account.door} export > me.json", "strong")
    return tell("on the machine with your key, type {command}", command=command)


def key_label(key: Key) -> str:
    """Name a key."""
    if key.browser:
        return tr("this browser") if key.current else tr("other browser")
    return tr("this key") if key.current else tr("other key")


def key_text(key: Key) -> str:
    """Show a key's fingerprint and the day it was linked."""
    return tr("{key}...  since {day}", key=key.fingerprint[:_PRINT], day=key.added)


def key_brief(key: Key) -> str:
    """Show the first characters of the fingerprint, and the day."""
    return f"{key.fingerprint[:_SHORT_PRINT]}...  {key.added}"


def band(player: str, guest: Guest | None, *, by_browser: bool) -> tuple[Sentence, ...]:
    """Show the player's name, and what leads back to it."""
    name = Span(player, "strong")
    if guest is not None:
        if not guest.resume_code:
            return (
                tell("you are {player}, a guest", player=name),
                tell("this browser's cookie leads back to your seat; clear it to be forgotten"),
            )
        code = Span(guest.resume_code, "strong")
        return (
            tell("you are {player}, a guest", player=name),
            tell("your resume code is {code}", code=code),
        )
    leads = N_("anybody with one of your keys can sign in as you")
    if by_browser:
        leads = N_("this browser's cookie is your key: without it you are a stranger here")
    return (tell("you are {player}", player=name), tell(leads))


def commands_to_an_account(account: Account) -> tuple[tuple[str, str, str], ...]:
    """Say what a guest types to get an account, each command apart from the words before it."""
    return (
        (tr("make a key"), tr("if you have none, type"), "ssh-keygen"),
        (tr("come with it"), tr("at the next visit, type"), f"ssh -t {account.door}"),
    )


def ways_to_an_account(account: Account) -> tuple[tuple[str, str], ...]:
    """Say step by step how a guest gets an account, and how the games come along."""
    return (
        (tr("make a key"), tr("{command}, if you have none", command="ssh-keygen")),
        (tr("come with it"), tr("type {command}", command=f"ssh -t {account.door}")),
        (tr("choose a name"), tr("the key then leads to all of it")),
        (tr("bring your games"), tr("type your resume code there")),
    )


KEPT_TITLE: Final = N_("what is kept")
KEPT_BY_ACCOUNT: Final = N_("what an account keeps")
KEPT: Final = (
    N_("your name, your keys and your settings"),
    N_("the lessons and puzzles you have done"),
    N_("your games, ratings and league results"),
    N_("whom you follow, blocked or reported"),
    N_("your e-mail address, if you gave one"),
)


def kept_lines() -> tuple[Sentence, ...]:
    """List what the server keeps about a player with an account."""
    return tuple(map(say, map(str, KEPT)))


COOKIE_TITLE: Final = N_("this browser")
COOKIE: Final = (
    N_("your key is a cookie: a random number that says nothing about you"),
    N_("it lasts for 400 days after your last visit; clear it, and this browser forgets you"),
    N_("first add a key or another browser: without the cookie, only that leads to your account"),
    N_("to be forgotten by the server, delete the account"),
)


def cookie_lines() -> tuple[Sentence, ...]:
    """Tell what a browser keeps of its player, a blank row between sentences."""
    return tuple(line for told in COOKIE for line in (SILENCE, say(told)))[1:]


def prompt(row: str, why: Sentence, *, current: bool = False) -> Prompt:
    """Ask what to do with the row in focus, perhaps the current key; a guest has no rows."""
    if not row:
        asked = tell("An ssh key gets you an account")
        return Prompt("wait", tr("ACCOUNT"), asked, why=why)
    question, _ = _ROWS.get(row, _THIS_KEY if current else _KEY_ROW)
    print_ = (row.partition(":")[2] or row)[:_FEW]
    fill: Fill = "alarm" if row == DELETE or row not in _ROWS else "bar"  # it cannot be undone
    return Prompt(fill, tr("ACCOUNT"), tell(question, key=print_), why=why)


def record_lines(games: Sequence[Result], player: str) -> tuple[Sentence, ...]:
    """Count the player's last games: those won, lost and drawn."""
    if not games:
        return ()
    ended = [game for game in games if game.winners is not None]
    won = sum(player in (game.players[seat] for seat in game.winners or ()) for game in ended)
    drawn = sum(not game.winners for game in ended)
    tally = results_text(won, len(ended) - won - drawn, drawn)
    return (tell("your last games: {tally}", tally=tally),)


def verb_of(row: str, *, by_browser: bool) -> Message:
    """Say what enter does in a row."""
    if row == EXPORT and by_browser:
        return N_("save it")
    return _ROWS.get(row, _KEY_ROW)[1]


CALENDAR_TEXT: Final = N_("your matches and moves, for a calendar program")
CALENDAR_BRIEF: Final = N_("matches and moves to come")
NO_CALENDAR: Final = N_("Browsers do not come in here: `ssh {door} calendar` is yours.")
CALENDAR_OFF: Final = N_("The link to your calendar leads nowhere any more.")


def calendar_lines(address: str) -> tuple[Sentence, ...]:
    """Show the link to the player's own calendar."""
    return (tell("anybody with this link sees your calendar:"), say(Span(address, "strong")))


def calendar_prompt() -> Prompt:
    """Ask what becomes of the link to the player's own calendar."""
    renewed = tell("a new link ends the one before")
    return Prompt("bar", tr("CALENDAR"), tell("Copy the link, or change it?"), why=renewed)


_FEW: Final = 4
"""Characters of a fingerprint by which a player tells keys apart."""
_THIS_KEY: Final = (N_("This key signs in to your account"), N_("unlink"))
_KEY_ROW: Final = (N_("Unlink {key}...?"), N_("unlink"))
_ROWS: Final = {
    VACATION: (N_("Take a break from correspondence games?"), N_("choose the days, or end it")),
    EMAIL: (N_("Get e-mail about your games by days?"), N_("type your address")),
    "moves": (N_("Get mail when it is your move?"), N_("switch it")),
    "results": (N_("Get mail when a game is over?"), N_("switch it")),
    CALENDAR: (N_("Have your matches in a calendar?"), N_("see the link")),
    DESK: (N_("Look at reports and results?"), N_("open the desk")),
    LINK: (N_("Add another key?"), N_("make a code")),
    JOIN: (N_("Add what you did as a guest, or in another account?"), N_("type the code")),
    EXPORT: (N_("Download your data?"), N_("see how")),
    DELETE: (N_("Delete your account?"), N_("delete (asks first)")),
}


_STILL: Final = N_("your correspondence clocks stand still until it ends")


def vacation_prompt(text: str) -> Prompt:
    """Ask for how many days the player's correspondence clocks stand still."""
    sentence = tell("For how many days? {typed}", typed=typed(text))
    return Prompt("bar", tr("VACATION"), sentence, why=say(_STILL))


def resting_prompt() -> Prompt:
    """Ask whether to end a vacation."""
    sentence = tell("End your vacation now?")
    return Prompt("bar", tr("VACATION"), sentence, why=say(_STILL))


def email_prompt(email: EmailLine, text: str) -> Prompt:
    """Ask for an address, or for the code that was sent to it."""
    asked = N_("Type your e-mail address: {typed}")
    if email.address and not email.confirmed:
        asked = N_("Type the code, or another address: {typed}")
    return Prompt("bar", tr("E-MAIL"), tell(asked, typed=typed(text)))


_JOINED: Final = Plural("{n} game is yours now", "{n} games are yours now")


def joined_line(count: int) -> Sentence:
    """Say how many games have joined an account."""
    return say(counted(count, _JOINED))


def code_prompt(text: str) -> Prompt:
    """Ask for the code of what joins the account."""
    sentence = tell("Type the code: {typed}", typed=typed(text))
    why = tell("a guest's first screen shows it; another account makes one by `add a key`")
    return Prompt("bar", tr("JOIN"), sentence, why=why)


_COMES: Final = N_("games, friends, daily deals, own mistakes and keys of {other} come here")
_STAYS: Final = N_("your name, rating and league stay; those of {other} end")
_GONE: Final = N_("this cannot be undone")


def join_prompt(player: str, other: str) -> Prompt:
    """Ask whether another account joins the player's, and say what becomes of both."""
    sentence = tell("Join {other} to {player} for good?", other=other, player=player)
    return Prompt("alarm", tr("JOIN?"), sentence, why=tell(_GONE))


def join_lines(other: str) -> tuple[Sentence, ...]:
    """Say what comes along when another account joins, and what does not."""
    who = Span(other, "strong")
    return (tell(_COMES, other=who), tell(_STAYS, other=who))


def link_line(code: str, *, by_browser: bool) -> Sentence:
    """Show a link code and say how to use it."""
    told = N_("with the other key, choose `I have an account` and type {code} within 10 min")
    if by_browser:
        told = N_("in the other browser: `I have an account`, then {code}, within 10 min")
    return tell(told, code=Span(code, "strong"))


def unlink_prompt(key: Key) -> Prompt:
    """Ask whether to unlink a key."""
    sentence = tell("Unlink {key}...?", key=key.fingerprint[:_PRINT])
    told = tell("that key opens your account no more")
    if key.current:
        told = tell("you are connected with this key")
    return Prompt("alarm", tr("UNLINK?"), sentence, why=told)


def delete_prompt(player: str, name: str) -> Prompt:
    """Ask for the name before the account is deleted."""
    sentence = tell("Type your name to delete the account: {typed}", typed=typed(name))
    why = tell("this cannot be undone")
    if name != player:
        why = tell("type your whole name, {player}, then press enter to delete", player=player)
    return Prompt("alarm", tr("DELETE?"), sentence, why=why)


TAKE: Final = Entry(
    "", N_("take this name"), N_("your key is your account"), N_("Choose a name"), N_("take it")
)
TO_LINK: Final = Entry(
    "",
    N_("I have an account"),
    N_("type a link code"),
    N_("Link this key to your account?"),
    N_("type a code"),
)
LEAVE: Final = Entry("", N_("leave"), N_("nothing is stored"), N_("Leave cuttle?"), N_("leave"))
ENTRIES: Final = (TAKE, TO_LINK, LEAVE)
BROWSER_ENTRIES: Final = (
    replace(TAKE, description=N_("a cookie here is your account")),
    replace(TO_LINK, question=N_("Link this browser to your account?")),
    LEAVE,
)
AS_GUEST: Final = Entry(
    "",
    N_("take this name"),
    N_("for this visit: you have no key"),
    N_("What should others call you?"),
    N_("take it"),
)
STAY: Final = Entry(
    "",
    N_("another time"),
    N_("keep the name you were given"),
    N_("Go on without choosing a name?"),
    N_("go on"),
)
GUEST_ENTRIES: Final = (AS_GUEST, STAY)
_NAMING: Final = (TAKE, BROWSER_ENTRIES[0], AS_GUEST)


def name_band(
    name: str, *, suggested: bool, invited: Inviter | None = None
) -> tuple[Sentence, ...]:
    """Say who invites, or what Cuttle is, and show the name as it is typed.

    A suggested name is selected.
    """
    about = say(WHAT_CUTTLE_IS)
    if invited is not None:
        about = tell(
            "{who} invites you to a game of Cuttle ({rules})",
            who=Span(invited.who, "strong"),
            rules=rules_in_words(invited.ruleset),
        )
    return (about, tell("your name: {name}", name=typed(name, selected=suggested)))


def name_prompt(entry: Entry, why: Sentence) -> Prompt:
    """Ask for a name."""
    rule = tell("2 to 16 letters, digits, - and _; other players see it")
    return Prompt("bar", tr("WELCOME"), tell(entry.question), why=why or rule, spare=rule)


def name_verb(entry: Entry, name: str) -> Words:
    """Say what enter does with a name; empty if it can only be refused."""
    if entry not in _NAMING:
        return entry.verb
    fits = letters.SHORTEST_NAME <= len(name) <= letters.LONGEST_NAME
    return tr("take {name}", name=name) if fits else ""


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A question for a name."""

    title: Message
    """The first word of the bar."""
    shown: Message
    """The name as it is typed, as ``{name}``."""
    about: Message
    entries: tuple[Entry, ...]
    """What can be done: take the name, or not."""


AGAIN: Final = NameQuestion(
    N_("NAME"),
    N_("your name: {name}"),
    N_("takes effect in your next game"),
    (
        Entry("", N_("take this name"), "", N_("What is your name?"), N_("take it")),
        Entry("", N_("back"), N_("nothing changes"), N_("Keep the old name?"), N_("keep it")),
    ),
)
OTHER: Final = NameQuestion(
    N_("WHO PLAYS?"),
    N_("the other player: {name}"),
    N_("you share this keyboard; hands are hidden between turns"),
    (
        Entry(
            "",
            N_("play"),
            N_("the name is remembered"),
            N_("A name for the other player?"),
            N_("play"),
        ),
        Entry("", N_("back"), N_("no game begins"), N_("Go back?"), N_("back")),
    ),
)
HOST: Final = NameQuestion(
    N_("NAME"),
    N_("your name: {name}"),
    N_("what your friends read at the table; you can change it on the first screen"),
    (
        Entry(
            "",
            N_("take this name"),
            N_("the name is remembered"),
            N_("What should your friends call you?"),
            N_("take it"),
        ),
        OTHER.entries[-1],
    ),
)
FIRST: Final = NameQuestion(
    OTHER.title,
    HOST.shown,
    OTHER.about,
    (
        Entry(
            "",
            N_("take this name"),
            N_("a name of your own is remembered"),
            N_("What is your name?"),
            N_("take it"),
        ),
        OTHER.entries[-1],
    ),
)

NO_NAME: Final = N_("type a name first")
TAKEN: Final = N_("somebody at this table already has that name")


def usual_names(count: int) -> tuple[str, ...]:
    """Return usual names for so many other people at a shared keyboard."""
    if count == 1:
        return (str(C_("another player at this keyboard", "friend")),)
    return tuple(tr("friend {number}", number=number) for number in range(1, count + 1))


def numbered_names(count: int) -> tuple[str, ...]:
    """Return names for everybody at a shared keyboard, where none is known."""
    return tuple(tr("player {number}", number=number) for number in range(1, count + 1))


def home_name_band(asked: NameQuestion, name: str, *, suggested: bool) -> tuple[Sentence, ...]:
    """Show the name as it is typed; a suggested name is selected."""
    return (tell(asked.shown, name=typed(name, selected=suggested)), tell(asked.about))


def home_name_prompt(asked: NameQuestion, entry: Entry, why: Sentence) -> Prompt:
    """Ask for a name."""
    return Prompt("bar", tr(asked.title), tell(entry.question), why=why)


def home_name_verb(asked: NameQuestion, entry: Entry, name: str) -> Words:
    """Say what enter does with a name; empty if it can only be refused."""
    if entry is asked.entries[0] and not name:
        return ""
    takes = entry is asked.entries[0] and name and asked is not AGAIN
    return tr("play as {name}", name=name) if takes else entry.verb


OPEN: Final = Entry(
    letters.YES,
    N_("open it"),
    N_("you get a line to send"),
    N_("Let a friend connect to your machine?"),
    N_("open it"),
)
NOT_NOW: Final = Entry(
    letters.NO,
    N_("not now"),
    N_("nothing is opened"),
    N_("Back, without opening anything?"),
    N_("back"),
)
INVITE_ENTRIES: Final = (OPEN, NOT_NOW)


def invite_band(where: Listening) -> tuple[Sentence, ...]:
    """Say what will be opened, and until when."""
    port, address = Span(str(where.port), "strong"), Span(where.address, "strong")
    told = N_("port {port} will be open on {address} only")
    if where.everywhere:
        told = N_("port {port} opens on all your addresses ({address})")
    return (
        tell(told, port=port, address=address),
        tell("it closes when you leave that table, or quit"),
    )


def invite_beside(where: Listening) -> PanelModel:
    """Say what a friend will type, and what stays closed."""
    line = f"ssh -t -p {where.port} {where.address} join CODE"
    shown = tell("The table shows the code, and the whole line to send.")
    alone = tell("A session over ssh is the game alone: no shell, no file, no forwarded port.")
    return (
        PanelBlock(tr("what your friend types"), (say(Span(line, "strong")), shown)),
        PanelBlock(tr("what stays closed"), (alone,)),
    )


def invite_prompt(entry: Entry, why: Sentence) -> Prompt:
    """Ask whether to open it."""
    who = tell("anybody can connect; only the room code gives a seat")
    return Prompt("bar", tr("INVITE?"), tell(entry.question), why=why or who)
