"""Commands at a table: playing, questions, the table itself, chat."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.kit.finding import count_line, found
from cuttle_tui.learn.plain import TASK_COMMANDS, TaskFeed
from cuttle_tui.plain import table_words as words, words as wording
from cuttle_tui.plain.commands import (
    TABLE,
    TASK,
    WITH_OTHERS,
    Command,
    Place,
    TableCommands,
    TableRun,
    UsageError,
)
from cuttle_tui.plain.conversation import Conversation
from cuttle_tui.plain.lines import (
    begins_action,
    level_among,
    read_card,
    read_number,
    read_rank,
    seat_called,
)
from cuttle_tui.plain.play_commands import (
    answer,
    choose,
    objection,
    read,
    standing,
    submit,
    tell_choices,
    told,
    typed,
)
from cuttle_tui.plain.table_feed import TableFeed, completions, numbers_in
from cuttle_tui.plain.typed_words import begun_in_english, in_english
from cuttle_tui.plain.words import help_line, person_unknown
from cuttle_tui.replay import plain as replays
from cuttle_tui.table import choices
from cuttle_tui.table.chat import PHRASES, phrase_of
from cuttle_tui.table.commands import SCRAP, STANDING
from cuttle_tui.table.log_lines import cut_line, log_lines, seal_line
from cuttle_tui.table.play_commands import CUT
from cuttle_tui.table.situation import (
    NOBODY_AT_DOOR,
    READY,
    SEAT_COMMANDS,
    SeatCommand,
    Situation,
    TableUi,
    Word,
    callers,
)
from cuttle_tui.table.words import menu_lines
from cuttle_tui.table.words.absence import LEAVING_FORFEITS, LEAVING_LOSES
from cuttle_tui.table.words.at_door import door_lines
from cuttle_tui.table.words.chat import ALONE, done_line
from cuttle_tui.table.words.engine_reasons import NOT_NOW
from cuttle_tui.table.words.game_over import stake_sentences
from cuttle_tui.table.words.refusals import not_playable
from engine.actions import Kind
from engine.cards import CARD_NAMES, Card
from engine.play.view import View
from engine.table.seats import Cut, LetIn

_LOG: Final = 10


_AT_CARDS: Final = TABLE | TASK
COMMANDS: Final = TableCommands(TABLE)


async def obey(session: Conversation, table: TableFeed, word: str, rest: str) -> bool:
    """Process a line, if it is a command or an action; return whether it was."""
    whole = f"{word} {rest}".strip()
    if (word, rest.lower()) in PAIRS:
        word, rest = PAIRS[word, rest.lower()], ""
    numbers = numbers_in(whole)
    answers = numbers is not None or word in _ANSWERS or begins_action(whole)
    if isinstance(table, TaskFeed) and word in _AT_TASK:
        _AT_TASK[word].run(session, table, rest)
    elif isinstance(table, TaskFeed) and table.task.verdict and answers:
        table.tell_ways_on()
    elif numbers is not None:
        choose(session, table, numbers)
    elif (command := _at_table(word, rest)) is not None:
        command.run(session, table, rest.partition(" ")[2] if command.second else rest)
    elif (action := told(table, whole)) is not None and table.menu is not None:
        submit(session, table, action, table.menu.ply)
    elif word in _ANSWERS:
        answer(session, table, yes=word in ("yes", "y"))
    elif word == "block" and read_card(rest) is None:
        return False
    elif begins_action(whole):
        typed(session, table, whole)
    else:
        return False
    return True


def _at_table(word: str, rest: str) -> Command[TableRun] | None:
    """Return the command of a table; `let it happen` is a choice, `analyse GAME` of the lobby."""
    command = _AT_TABLE.get(word)
    if command is None or (rest and word == "analyse"):
        return None
    if command.second and not rest:
        raise UsageError
    return command if command.second in ("", rest.partition(" ")[0].lower()) else None


_ANSWERS: Final = ("yes", "y", "no", "n")
PAIRS: Final = {
    ("draw", "offer"): "offer",
    ("offer", "draw"): "offer",
    ("offer", "a draw"): "offer",
    ("call", "off"): "off",
    ("not", "ready"): "unready",
    ("step", "away"): "away",
    ("return", ""): "back",
    ("give", "up"): "end",
}
"""Commands of two words, and ``return``, which is also the verb of an action."""


# questions ---------------------------------------------------------------------------------------


@COMMANDS(
    N_("NUMBER"),
    N_("make the choice with that number; several numbers discard several cards"),
    _AT_CARDS,
)
def _number(session: Conversation, table: TableFeed, text: str) -> None:
    choose(session, table, numbers_in(text) or [])


COMMANDS.add(
    N_("ACTION"),
    N_(
        "the same in the words of the list, or in notation: points 7S, scuttle 9S>8D, "
        "steal JD>TH, glasses 8S, oneoff 9C>KD, draw"
    ),
    typed,
    _AT_CARDS,
)
COMMANDS.add(
    "choices",
    N_("repeat the question and the choices"),
    lambda session, table, rest: table.ask(),
    _AT_CARDS,
)


def _of_game(tell: Callable[[TableFeed, View, str], None]) -> TableRun:
    """Build a command that needs a game."""

    def command(session: Conversation, table: TableFeed, rest: str) -> None:
        if table.view is None:
            table.say(*words.not_dealt_lines(table.state))
        else:
            tell(table, table.view, rest)

    return command


@COMMANDS(N_("why ACTION, or why CARD"), N_("explain why something cannot be done"), _AT_CARDS)
@_of_game
def _why(table: TableFeed, view: View, rest: str) -> None:
    card = read_card(rest)
    hand = () if view.viewer is None else view.seats[view.viewer].hand
    if not rest and view.outcome is not None:
        table.say(words.WHAT_DECIDED)
    elif not rest:
        raise UsageError
    elif card is not None:
        _why_card(table, view, card)
    elif held := [each for each in hand if each in read_rank(rest)]:
        for each in held:
            _why_card(table, view, each)
    elif (numbers := numbers_in(rest)) is not None:
        _why_number(table, numbers)
    elif read_rank(rest):
        table.say(words.NONE_HELD)
    else:
        action = read(table, begun_in_english(rest))
        if action is not None:
            table.say(words.MAY_DO if completions(view, action) else objection(table, view, action))


def _why_number(table: TableFeed, numbers: list[int]) -> None:
    menu = table.menu
    if menu is None:
        table.say(words.NOTHING_ASKED)
    elif menu.action(numbers) is None:
        table.say(menu_lines.wrong_number(numbers, menu.pick))
    else:
        table.say(words.MAY_DO)


def _why_card(table: TableFeed, view: View, card: Card) -> None:
    if any(card in action.cards for action in view.legal):
        _offers(table, [card])
        return
    table.say(not_playable(view, card, table.names))


@COMMANDS(N_("card CARD"), N_("explain what a card can do; a rank is enough"), _AT_CARDS)
@_of_game
def _card(table: TableFeed, view: View, rest: str) -> None:
    card = read_card(rest)
    cards = read_rank(rest) if card is None else [card]
    if not cards:
        table.say(words.NO_CARD)
    else:
        cards.sort(key=lambda held: not any(held in action.cards for action in view.legal))
        table.say(words.about_card(view, cards[0]))
        _offers(table, cards)


def _offers(table: TableFeed, cards: Collection[Card]) -> None:
    """List the choices for cards, with their numbers."""
    legal = () if table.view is None else table.view.legal
    tell_choices(table, [action for action in legal if not set(cards).isdisjoint(action.cards)])


@COMMANDS("actions", N_("list the choices in notation"), _AT_CARDS)
def _actions(session: Conversation, table: TableFeed, rest: str) -> None:
    if table.menu is None:
        table.say(words.NOTHING_ASKED)
        return
    for place, action in enumerate(table.menu.actions, 1):
        table.item(str(action) if table.menu.pick > 1 else f"{place}: {action}")


@COMMANDS("table", N_("list the cards on the table"), _AT_CARDS)
def _table(session: Conversation, table: TableFeed, rest: str) -> None:
    if table.view is None:
        table.arrive()
    else:
        table.say(*table.table_lines())
        table.say(*stake_sentences(table.state, table.names))
        tell = words.over_lines if table.over else words.turn_lines
        table.say(*tell(table.state, table.names))


@COMMANDS(N_("hand [NAME]"), N_("list your hand, or what you know of another player's"), _AT_CARDS)
@_of_game
def _hand(table: TableFeed, view: View, rest: str) -> None:
    me = table.chair.seat
    seat = seat_called(rest, table.names.names, me) if rest else me
    if seat is None:
        table.say(person_unknown(rest) if rest else words.WATCHING)
    else:
        table.say(words.hand_line(view) if seat == me else words.hand_of(view, seat, table.names))


@COMMANDS("hands", N_("list what you know of the other hands"), _AT_CARDS)
@_of_game
def _hands(table: TableFeed, view: View, rest: str) -> None:
    table.say(*words.hands_lines(view, table.names))


@COMMANDS("scrap", SCRAP.help, _AT_CARDS)
@_of_game
def _scrap(table: TableFeed, view: View, rest: str) -> None:
    table.say(*words.scrap_lines(choices.browsable(view), len(view.scrap)))


@COMMANDS(
    N_("log [NUMBER]"), N_("read the last lines of the log; log all reads everything"), _AT_CARDS
)
def _log(session: Conversation, table: TableFeed, rest: str) -> None:
    lines = log_lines(table.log, table.names, table.state.given_up)
    count = read_number(rest)
    if in_english(rest) != "all":
        count = _LOG if count < 0 else count
        lines = lines[max(0, len(lines) - count) :]
    table.say(*lines)
    if not table.log:
        table.say(*words.not_dealt_lines(table.state))


@COMMANDS(N_("find WORDS"), N_("read the lines of the log that mention a word or a card"))
def _find(session: Conversation, table: TableFeed, rest: str) -> None:
    lines = log_lines(table.log, table.names, table.state.given_up)
    card = read_card(rest)
    places = found(lines, rest if card is None else CARD_NAMES[card])
    if not rest:
        raise UsageError
    table.say(*(lines[place] for place in places))
    table.say(count_line(places))


@COMMANDS("clock", N_("read the clocks"))
def _clock(session: Conversation, table: TableFeed, rest: str) -> None:
    state = table.chair.state()
    table.say(*words.clock_lines(state, table.names) if state.clocks else [words.NO_CLOCKS])


COMMANDS.add("hint", N_("hear the coach's best plays, in practice"), replays.hint)
COMMANDS.add(
    "analyse",
    N_("read the coach's opinion of the game once it is over; ctrl+c ends it"),
    replays.analyse,
)


# the table itself --------------------------------------------------------------------------------


@COMMANDS("undo", N_("take your last move back, against the computer at home"))
def _undo(session: Conversation, table: TableFeed, rest: str) -> None:
    practice = table.chair.practice
    counted = practice is not None and practice.counts
    if practice is None:
        table.say(words.NO_UNDO)
    elif (action := practice.take_back()) is None:
        table.say(words.NOTHING_TO_UNDO)
    else:
        table.look()
        while table.needless is not None and practice.possible:  # no move of the player's own
            action = practice.take_back() or action
            table.look()
        table.say(words.undone_line(table.chair.state().view, action, table.names))
        if counted and table.state.day:
            table.say(words.UNDONE_DEAL)
        table.begin_anew()


def _asking(command: SeatCommand, word: Word) -> TableRun:
    """Build a command that asks the table for something, if that can be had now."""

    def run(session: Conversation, table: TableFeed, rest: str) -> None:
        online, seat = session.lobby.online, table.chair.seat
        queue = () if online is None or table.view is not None else online.queue()
        ui = TableUi(
            watching=seat is None,
            online=table.among_people,
            queue=queue if any(line.me for line in queue) else (),
            level=level_among(rest)[0] or session.level,
        )
        at = Situation(table.chair.state(), -1 if seat is None else seat, ui)
        may = word.when or command.is_in
        if why := "" if at.ui.watching else word.why_not(at):
            table.say(why)
        elif at.ui.watching or not may(at):
            table.say(NOT_NOW)
        else:
            table.chair.ask(word.asks or command.request(at))
            table.say(word.done)

    return run


for _command in SEAT_COMMANDS:
    for _word in _command.words:
        COMMANDS.add(
            _word.usage,
            _word.text or _command.help,
            _asking(_command, _word),
            TABLE if _command is READY else WITH_OTHERS,
            called=_word.called,
        )
COMMANDS.add("concede", STANDING[Kind.CONCEDE], standing(Kind.CONCEDE))
COMMANDS.add("retract", STANDING[Kind.RETRACT], standing(Kind.RETRACT))
COMMANDS.add("offer", STANDING[Kind.OFFER], standing(Kind.OFFER))
COMMANDS.add("away", STANDING[Kind.LEAVE], standing(Kind.LEAVE))
COMMANDS.add("back", STANDING[Kind.RETURN], standing(Kind.RETURN))


@COMMANDS(
    N_("let in NAME"),
    N_("let in a guest who came back without their code; the name only if several are away"),
    WITH_OTHERS,
)
def _let(session: Conversation, table: TableFeed, name: str) -> None:
    """Let in who stands at the door: in the only seat of one who is away, or in one by name."""
    seen = callers(table.state)
    seat = seat_called(name, table.names.names, table.chair.seat) if name else None
    fitting = [each for each in seen if seat == each.seat or not name]
    if not seen:
        table.say(NOBODY_AT_DOOR)
    elif len(fitting) != 1:
        table.say(*door_lines(table.state, table.names))
    else:
        table.chair.ask(LetIn(fitting[0].caller, fitting[0].seat))


@COMMANDS(N_("cut WORD"), CUT.help)
def _cut(session: Conversation, table: TableFeed, rest: str) -> None:
    """Cut the next deck with a word, if given; show the cut."""
    if table.chair.seat is None or not table.among_people or table.running:
        table.say(NOT_NOW)
        return
    commitment, cuts = table.chair.state().next_deal
    table.say(seal_line(commitment, cuts, table.names))
    if rest:
        table.chair.ask(Cut(rest))
        _, cuts = table.chair.state().next_deal
    cut = cuts[table.chair.seat]
    table.say(cut_line(cut, table.chair.seat, table.names) if cut else words.NOT_CUT)


@COMMANDS("seal", N_("hear the seal of this deal, digit by digit; it proves that the deal is fair"))
@_of_game
def _seal(table: TableFeed, view: View, rest: str) -> None:
    table.say(*words.seal_lines(table.state))


@COMMANDS("leave", N_("leave the table; asks first if that forfeits the game"), WITH_OTHERS)
def _leave(session: Conversation, table: TableFeed, rest: str) -> None:
    if session.keeps:
        session.step_out()
        return
    state = table.chair.state()
    loses = state.leaving_loses_match
    if state.leaving_keeps_match:
        session.output.tell(words.MATCH_GOES_ON)
    if table.binds and (loses or (table.running and not state.free_to_leave)):
        session.confirm(LEAVING_LOSES if loses else LEAVING_FORFEITS, session.stand_up)
    else:
        session.stand_up()


COMMANDS.add(
    "leave",
    N_("leave the table: the game is saved, and resume returns to it"),
    _leave.run,
    Place.HOME_TABLE,
)
COMMANDS.add(
    "leave", N_("leave the task; a lesson goes on at its step next time"), _leave.run, TASK
)


@COMMANDS("end", N_("end the game for good; asks first"), Place.HOME_TABLE)
def _end(session: Conversation, table: TableFeed, rest: str) -> None:
    """End a game at home for good; elsewhere, leave or concede."""
    if not table.running:
        table.say(NOT_NOW)
    elif session.lobby.home is not None:
        session.confirm(words.END_ASKED, session.stand_up)
    else:
        _leave.run(session, table, rest)


# chat --------------------------------------------------------------------------------------------


@COMMANDS(
    N_("say WORDS"), N_("say a quick chat phrase, or free text if you turned it on"), WITH_OTHERS
)
def _say(session: Conversation, table: TableFeed, rest: str) -> None:
    chat = table.chair.chat
    if chat is None:
        table.say(ALONE)
        return
    name = phrase_of(rest)
    if name is not None:
        chat.say(name, phrase=True)
    elif rest and table.free_text:
        chat.say(rest, phrase=False)
    else:
        table.say(words.NO_TALK)


@COMMANDS("phrases", N_("list the quick chat phrases"), WITH_OTHERS)
def _phrases(session: Conversation, table: TableFeed, rest: str) -> None:
    for name, phrase in PHRASES.items():
        table.item(help_line(f"say {name}", phrase))


@COMMANDS(
    N_("mute NAME"), N_("mute somebody for this visit, or unmute them"), WITH_OTHERS, needs=True
)
def _mute(session: Conversation, table: TableFeed, rest: str) -> None:
    if not rest:
        raise UsageError
    if rest not in (*table.names.names, *(line.who for line in table.state.talk)):
        table.say(wording.person_unknown(rest))
        return
    again = rest in table.muted
    (table.muted.discard if again else table.muted.add)(rest)
    table.say(done_line("unmute" if again else "mute", rest))


_AT_TABLE: Final = {command.word: command for command in COMMANDS}
_AT_TASK: Final = {command.word: command for command in TASK_COMMANDS}
