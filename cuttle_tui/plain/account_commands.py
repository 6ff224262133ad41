"""A player's own things in plain mode: the account on a server, the settings, and what is at home.

At home these are kept games, results against the computer, and one's name.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from cuttle_tui.front import account_words as wording
from cuttle_tui.front.settings_words import ABOUT, KEPT, choice_text, how_earned, score_text
from cuttle_tui.i18n.translation import N_, adopt, counted, plain, tell, tr, worded
from cuttle_tui.kit.names import level_name, results_text
from cuttle_tui.kit.words import facts_line, lobby_line, you_are
from cuttle_tui.ladder import earned_backs, trouble_line
from cuttle_tui.local.user import LONGEST_NAME
from cuttle_tui.plain.commands import ANYWHERE, HOME, NAMELESS, SERVER, LobbyCommands, UsageError
from cuttle_tui.plain.conversation import Conversation, Refused
from cuttle_tui.plain.lines import read_number
from cuttle_tui.plain.words import GOODBYE, NO_NAME_HERE, NO_SEAT, usage_line
from cuttle_tui.ports import Account, LobbyError, SavedGame
from cuttle_tui.ports.account import calendar_step
from cuttle_tui.preferences import FIELDS, SaveError, Settings, Value
from cuttle_tui.rules.book import rules_in_words
from cuttle_tui.table.commands import STANDING
from cuttle_tui.worn import OWN
from engine.actions import Kind

COMMANDS: Final = LobbyCommands(SERVER)

GUEST: Final = N_(
    "You are a guest. To get an account, connect with an ssh key. Then type guest and your "
    "resume code, and your games come along."
)
NO_ACCOUNT: Final = N_("There is no account here: everything is kept on this computer.")
NO_ACCOUNTS: Final = N_("There are no accounts here: nothing is kept after this visit.")
GONE: Final = N_("Your account is deleted.")
_LAST: Final = N_("Type unlink and the number of a key to remove it, or link for a code.")


def typed_name(name: str) -> str:
    """Return how a setting is typed: ``free-text``."""
    return name.replace("_", "-")


def typed_value(value: Value) -> str:
    """Return how a choice is typed: ``on``, ``felt-dark``."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def choices_line(name: str) -> str:
    """List the choices of a setting, as they are typed."""
    choices = ", ".join(typed_value(choice) for choice in FIELDS[name].choices)
    return tr("You can choose: {choices}.", choices=choices)


def _account_of(session: Conversation) -> Account:
    """Return the player's account."""
    account = session.lobby.account
    if account is None:
        raise Refused(NO_ACCOUNT if session.lobby.online is None else NO_ACCOUNTS)
    if account.guest:
        raise Refused(GUEST)
    return account


@COMMANDS("account", N_("hear what the server keeps about you, and list your keys"))
async def _account(session: Conversation, rest: str) -> None:
    account = _account_of(session)
    say = session.output.tell
    say(you_are(session.lobby.player))
    for number, key in enumerate(await account.keys(), 1):
        label = wording.key_label(key)
        say(tell("{number}: {what}", number=number, what=f"{label}, {wording.key_text(key)}"))
    say(_LAST, tell("kept here: {kept}", kept=facts_line(map(str, wording.KEPT))))
    say(wording.export_line(account))
    say(tell("to delete the account, type {command}", command=f"delete {session.lobby.player}"))


async def _enter(session: Conversation, step: Callable[[Account], Awaitable[None]]) -> None:
    """Open or link the account of a new player."""
    account = session.lobby.account
    if account is None or account.named:
        home = session.lobby.home is not None
        raise Refused(NO_NAME_HERE if account else NO_ACCOUNT if home else NO_ACCOUNTS)
    await step(account)
    session.use_saved_language()
    session.output.tell(you_are(session.lobby.player))
    session.resume()


@COMMANDS(
    N_("link [CODE]"),
    N_("make this key another key of your account; without a code, make one"),
    SERVER | NAMELESS,
)
async def _link(session: Conversation, rest: str) -> None:
    own = session.lobby.account
    if not rest and own is not None and own.named:
        told = N_("With the other key, type link {code} within 10 minutes.")
        session.output.tell(tr(told, code=_account_of(session).link_code()))
    else:
        await _enter(session, lambda owner: owner.use_link_code(rest))


@COMMANDS(
    N_("guest CODE"),
    N_("add the games that you played as a guest, or in another account, by its code"),
)
async def _join(session: Conversation, rest: str) -> None:
    account = _account_of(session)
    if not rest:
        raise UsageError

    async def join() -> None:
        try:
            session.output.tell(wording.joined_line(await account.join(rest)))
        except LobbyError as error:
            session.output.tell(lobby_line(error))

    other = await account.joins_by(rest)
    if not other:
        await join()
        return
    prompt = wording.join_prompt(session.lobby.player, other)
    session.output.tell(*wording.join_lines(other))
    session.confirm(plain(prompt.sentence), lambda: session.think(join()))


@COMMANDS(N_("unlink NUMBER"), N_("take a key off your account"))
async def _unlink(session: Conversation, rest: str) -> None:
    account = _account_of(session)
    keys = {str(number): key for number, key in enumerate(await account.keys(), 1)}
    if rest not in keys:
        raise Refused(tr("There is no key {text}. Type account for the list.", text=rest))
    await account.unlink(keys[rest].fingerprint)
    session.output.tell(wording.UNLINKED)


@COMMANDS(
    N_("calendar [renew | off]"),
    N_("the link to your own calendar, for you alone; calendar renew changes it, off ends it"),
)
async def _calendar(session: Conversation, rest: str) -> None:
    account, step = _account_of(session), calendar_step(rest.lower() or "link")
    page = session.online.link.rstrip("/")
    if step is None:
        raise UsageError
    if not page:
        raise Refused(tr(wording.NO_CALENDAR, door=account.door))
    path = await account.calendar(step)
    if path:
        session.output.item(f"{page}{path}")
    else:
        session.output.tell(wording.CALENDAR_OFF)


@COMMANDS(N_("delete NAME"), N_("delete your account, by your own name"))
async def _delete(session: Conversation, rest: str) -> None:
    account = _account_of(session)
    if rest != session.lobby.player:
        told = N_("This cannot be undone. To delete your account for good, type delete {player}.")
        raise Refused(tr(told, player=session.lobby.player))
    await account.forget_me()
    session.output.tell(GONE, GOODBYE)
    session.done = True


# settings ----------------------------------------------------------------------------------------


@COMMANDS("settings", N_("list your settings, including what others see of you"), ANYWHERE)
async def _settings(session: Conversation, rest: str) -> None:
    settings = session.preferences.settings
    for name in FIELDS:
        value = typed_value(getattr(settings, name))
        told = N_("{name} {value}: {about}")
        session.output.item(tr(told, name=typed_name(name), value=value, about=ABOUT[name]))
    session.output.tell(usage_line(_set.usage, _set.word))


@COMMANDS(
    N_("set NAME VALUE"),
    N_("change a setting, such as set free-text on; set NAME default undoes that"),
    ANYWHERE,
)
async def _set(session: Conversation, rest: str) -> None:
    if not rest:
        session.output.tell(usage_line(_set.usage, _set.word))
        await _settings.run(session, rest)
        return
    *words, last = rest.lower().split() or [""]
    name = "_".join(words).replace("-", "_")
    if name in FIELDS:  # the values, as they are typed
        choices = {"default": FIELDS[name].default}
        choices |= {typed_value(one): one for one in FIELDS[name].choices}
    if not words and last.replace("-", "_") in FIELDS:
        session.output.tell(choices_line(last.replace("-", "_")))
    elif name not in FIELDS:
        asked = " ".join(words) or last
        told = tr("There is no setting {text}. Type settings for the list.", text=asked)
        session.output.tell(told)
    elif (value := choices.get(last)) is None:
        session.output.tell(choices_line(name))
    elif name == "back" and value != OWN and value not in await earned_backs(session.lobby):
        told = tr("You have not earned this back yet: {how}.", how=how_earned(value))
        session.output.tell(told)
    else:
        changed = await change(session, name, value)
        choice = choice_text(name, getattr(changed, name))
        told = tr("{name} is now {choice}.", name=typed_name(name), choice=choice)
        session.output.tell(told)


async def change(session: Conversation, name: str, value: Value) -> Settings:
    """Change and store a setting, and use it from now on; return all settings."""
    preferences = session.preferences
    changes: dict[str, Any] = {name: value}
    changed = replace(preferences.settings, **changes)
    if name == "language" and value != "auto":
        adopt(str(value), ascii=session.ascii)
    try:
        await preferences.take(changed)
    except SaveError as why:
        session.output.tell(str(why))
    if session.table is not None:
        session.table.settings = changed
    return changed


def saved_lines(games: Sequence[SavedGame]) -> list[str]:
    """Offer to resume the kept games; report those that cannot be read."""
    lines = []
    for game in games:
        if game.problem is not None:
            reason = worded(game.problem.error)
            reason = reason[:1].lower() + reason[1:]
            message = N_("A saved game cannot be read: {reason}. Its file is {file}")
            lines.append(tr(message, reason=reason, file=game.problem.folder))
    games = [game for game in games if game.problem is None]
    if len(games) == 1:
        told = tr("You left a game: {score}. Type resume to go on.", score=score_text(games[0]))
        return [*lines, told]
    if games:
        lines += [counted(len(games), KEPT), *kept_items(games)]
        lines.append(tr("Type a number to go on."))
    return lines


def kept_items(games: Sequence[SavedGame]) -> list[str]:
    """List the kept games with their numbers."""
    return [
        tr("{number}: {score}; {when}", number=place, score=score_text(game), when=game.when)
        for place, game in enumerate(games, 1)
    ]


@COMMANDS("results", N_("your results against the computer"), HOME)
async def _results(session: Conversation, rest: str) -> None:
    home = session.lobby.home
    if home is None:
        raise LobbyError("not-at-home")
    results = home.results()
    for line in results:
        told, tally = N_("{rules}, level {level}: {tally}"), (line.won, line.lost, line.drawn)
        level, tally_text = level_name(line.level), results_text(*tally)
        session.output.item(
            tr(told, rules=rules_in_words(line.ruleset), level=level, tally=tally_text)
        )
    if not results:
        session.output.item(tr("You have not finished a game against the computer yet."))
    trouble = (await session.lobby.ladder(session.ruleset)).trouble
    if trouble is not None:
        session.output.tell(trouble_line(trouble))


@COMMANDS(
    N_("resume [NUMBER]"), N_("resume the game you left last, or the one with that number"), HOME
)
async def _resume(session: Conversation, rest: str) -> None:
    if session.lobby.home is not None:
        lobby = session.lobby.home
        games = [game for game in lobby.saved() if game.problem is None]
        number = read_number(rest or "1")
        if not games:
            session.output.tell(N_("No unfinished games"))
        elif not 1 <= number <= len(games):
            session.output.tell(tr("There is no saved game with that number."))
            for line in kept_items(games):
                session.output.item(line)
            session.number_opens("resume")
        else:
            session.check_free()
            session.put_aside()
            chairs = lobby.resume_game(games[number - 1].id)
            players = [chair for chair in chairs if chair.seat is not None]
            if len(players) > 1:
                lobby.put_aside(chairs[0])
                raise Refused(tr("That game is shared at one keyboard: resume it in the app."))
            session.sit_down(players[0])
        return
    session.resume()
    if session.table is None:
        session.output.tell(NO_SEAT)


COMMANDS.add("resume", STANDING[Kind.RETURN], _resume.run)


@COMMANDS(N_("name NAME"), N_("choose a name"), HOME)
async def _name(session: Conversation, rest: str) -> None:
    """Choose the player's name: at home and as a guest whenever they like, on a server once."""
    online = session.lobby.online
    if session.lobby.home is not None:
        name = " ".join(rest.split())
        if len(name) > LONGEST_NAME:
            raise LobbyError("name-long")
        if not name:
            raise UsageError
        session.lobby.home.rename(name)
        with suppress(SaveError):  # it holds for this time
            await session.preferences.note("name", name)()
        session.output.tell(you_are(name))
    elif online is not None and online.guest is not None:
        await online.guest.choose_name(rest)
        session.output.tell(you_are(session.lobby.player))
    else:
        await _enter(session, lambda owner: owner.choose_name(rest))


COMMANDS.add(
    N_("name NAME"),
    N_("choose your name: with a key on the first visit, as a guest before you sit down"),
    _name.run,
    SERVER | NAMELESS,
)
