"""Present each zone of the table, from the table's state and the player's choices.

A table is presented from the moment it waits for its players.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple
from zlib import crc32

from cuttle_tui.drawing.faces import Face
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Span, plain, say, tell, tr
from cuttle_tui.kit.names import Names, level_name, named, names_of, role_word
from cuttle_tui.kit.text_types import KeysModel, Prompt, called, option
from cuttle_tui.ports import TableState
from cuttle_tui.rules.cards import card_rule
from cuttle_tui.table import choices, commands, log_view
from cuttle_tui.table.chat import steps_back
from cuttle_tui.table.choices import Question, Step, others
from cuttle_tui.table.digest import TableDigest, bearers, digest_of, open_cards
from cuttle_tui.table.log_lines import committed_line, sealed_line, secret_line
from cuttle_tui.table.log_view import log_of, read_log, talked
from cuttle_tui.table.present_seats import Seats, remembered_cards, sizes_of
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.view_model import LogModel, MidModel, SeatModel, StackCard, TableModel
from cuttle_tui.table.words import status_notes, waiting_room, waiting_room as wording
from cuttle_tui.table.words.absence import (
    KEPT_MATCH,
    MATCH_GOES_ON,
    aside,
    kept_prompt,
    leave_prompt,
)
from cuttle_tui.table.words.at_door import door_aside, door_prompt
from cuttle_tui.table.words.game_over import over_lines, over_prompt, save_prompt, stake_lines
from cuttle_tui.table.words.open_play import counter_ahead, effect_briefly, stack_lines
from cuttle_tui.table.words.prompt import prompt_of
from cuttle_tui.table.words.status_notes import (
    ANSWERS,
    BRIEF_ANSWER,
    FROZEN,
    FROZEN_BRIEFLY,
    PICK,
    PUT_BACK,
    call_of,
)
from cuttle_tui.table.words.waiting_room import way_back
from cuttle_tui.worn import back_of
from engine.cards import Card, rank_of
from engine.play.compiled import compile_rules
from engine.play.view import View
from engine.rules.rulesets import STANDARD, Ruleset
from engine.table.controls import is_correspondence

if TYPE_CHECKING:
    from cuttle_tui.kit.board import BoardModel


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat: its number, who sits there, and a note."""

    number: int
    name: str
    note: str = ""
    kind: Literal["me", "person", "computer", "free"] = "free"
    back: str = ""
    """What the player's cards wear."""


@dataclass(frozen=True, slots=True)
class RoomModel:
    """A table that waits."""

    head: Sentence
    right: str
    plates: tuple[Plate, ...]
    rights: tuple[str, ...] = ()
    """In the lowest windows instead of `right` and of the terms, the fullest first."""
    letters: tuple[str, ...] = ()
    """A letter for each card; an empty one for a card that lies face down."""
    lifted: int = -1
    """Which of the cards is next."""
    lines: tuple[Sentence, ...] = ()
    """Beside the cards: what they are for."""
    brief: tuple[Sentence, ...] = ()
    """The same in an upright window or a low one; empty if it is no shorter."""
    beside: tuple[Sentence, ...] = ()
    """The last of these in a few words, beside the cards of a low window; all of a match."""
    line: int | None = None
    """Which of these lines should stay in one piece."""
    terms: tuple[Sentence, ...] = ()
    """What is played; has a column of its own in large windows."""
    titled: bool = False
    """Whether the title of the room says as much."""
    brief_terms: tuple[Sentence, ...] = ()
    """The same in the lowest windows; empty if it is no shorter."""
    rules: Ruleset | None = None
    """The rules to read below the terms, where there is room."""
    title: str = ""
    """What the column of the terms is called."""
    starts: tuple[Sentence, ...] = ()
    """When the game begins, or who else waits; left out where there is little room."""
    meanwhile: tuple[Sentence, ...] = ()
    """What to do until somebody comes; the last line is no offer."""
    next: tuple[Sentence, ...] = ()
    """What happens next, in a column of its own alone."""
    match: str = ""
    """What the lines are called there: the position takes their place, and that of the cards."""
    board: BoardModel | None = None
    """A position to try meanwhile, in large windows: there as well, or instead of the cards."""
    packets: tuple[int, ...] = ()
    """The cards of each packet of the deck while a word is typed to cut it, instead of letters."""


def present_room(state: TableState, seat: int, ui: TableUi, digest: TableDigest) -> RoomModel:
    """Present the waiting room, or the queue if the player waits there."""
    if any(line.me for line in ui.queue):
        return _queue(state, seat, ui, digest)
    invited = wording.is_invited(state)
    if ui.cuts:
        return _cutting(state, seat, ui, digest)
    starts = say(wording.starts(state, seat))
    back = way_back(ui.resume_code)
    initials = tuple(sitter.name[:1].upper() for sitter in state.sitters)
    lines = wording.invitation_lines(state) if invited else (starts, *digest.latest[-1:])
    return RoomModel(
        say(Span(plain(wording.waited_for(state, digest.names)), "strong")),
        wording.room_in_short(state),
        tuple(_plate(state, each, seat, digest) for each in range(len(state.sitters))),
        letters=tuple(state.code or "") if invited else initials,
        rights=wording.unusual_in_short(state),
        lines=(*lines, back) if back else lines,
        brief=(*wording.link_lines(state), *((back,) if back else ())) if invited else (),
        beside=wording.beside_code(state, ui.resume_code) if invited else (),
        line=1 if invited and state.invitation else None,
        terms=wording.terms(state),
        titled=wording.are_terms_usual(state),
        rules=state.ruleset,
        title=str(wording.THE_TABLE),
        starts=(starts,) if invited else (),
        meanwhile=ui.offers,
        board=ui.board,
    )


def _cutting(state: TableState, seat: int, ui: TableUi, digest: TableDigest) -> RoomModel:
    """Present the waiting room while a word is typed to cut the deck: that lies in the middle."""
    room = present_room(state, seat, replace(ui, mode=Mode.GAME), digest)
    cards = len(compile_rules(state.ruleset or STANDARD).pack)
    return replace(
        room,
        letters=(),
        lines=(say(wording.SEALED), *digest.latest[-1:]),
        brief=(),
        line=None,
        starts=(),
        meanwhile=(),
        board=None,
        packets=_packets(ui.chat.text.strip(), cards),
    )


def _packets(word: str, cards: int) -> tuple[int, ...]:
    """Return the packets of a deck that a word cuts: each word at a place of its own.

    No more than a picture, since the word takes part in the whole shuffle.
    """
    if not word:
        return (cards,)
    least = cards // _LEAST_PACKET
    first = least + crc32(word.encode()) % (cards - 2 * least + 1)
    return first, cards - first


_LEAST_PACKET: Final = 5
"""Of a deck that is cut each packet has at least one card of so many."""


def _plate(state: TableState, other: int, seat: int, digest: TableDigest) -> Plate:
    sitter = state.sitters[other]
    if sitter.kind == "nobody":
        return Plate(other + 1, str(wording.FREE_SEAT))
    kind: Literal["me", "person", "computer"]
    kind = "me" if other == seat else "computer" if sitter.kind == "computer" else "person"
    note = wording.seat_note(state, other, mine=other == seat)
    return Plate(other + 1, digest.names.names[other], note, kind, back_of(sitter))


def _queue(state: TableState, seat: int, ui: TableUi, digest: TableDigest) -> RoomModel:
    mine = next(line for line in ui.queue if line.me)
    others = [line for line in ui.queue if not line.me]
    longest = sorted(others, key=lambda line: -line.since)
    waits = tuple(map(wording.queue_line, longest))
    name = digest.names.names[seat]
    free = [each for each, sitter in enumerate(state.sitters) if sitter.kind == "nobody"]
    back, rules = way_back(ui.resume_code), wording.house_rules(mine)
    short = wording.match_in_short(mine, others) if waits else ()
    plates = [
        Plate(1, named(name, mine.rating), str(wording.READY), "me", back_of(state.sitters[seat])),
        *(Plate(place, str(wording.FREE_SEAT)) for place in range(2, len(free) + 2)),
    ]
    return RoomModel(
        say(Span(tr(wording.HEAD), "strong")),
        tr(wording.RATED if mine.rated else wording.CASUAL),
        tuple(plates),
        letters=(name[:1].upper(), *[""] * len(free)),
        lines=(*wording.match_lines(mine, others), *((back,) if back else ())),
        beside=(*short, back) if short and back else short,
        terms=(*rules, *waits[:1]),
        brief_terms=(*rules, *map(wording.queued_line, longest[:1])),
        title="" if rules or not waits else str(wording.ALSO),
        starts=waits[1:],
        meanwhile=ui.offers,
        next=wording.what_comes(),
        match=str(wording.THE_MATCH),
        board=ui.board,
    )


def present_code(code: str, places: int, band: tuple[Sentence, ...]) -> RoomModel:
    """Present a code as far as it is typed, with a head and lines about it."""
    head, *lines = band
    return RoomModel(
        say(Span(plain(head), "strong")),
        "",
        (),
        letters=(*code, *[""] * (places - len(code))),
        lifted=len(code),
        lines=tuple(lines),
    )


MEANWHILE: Final = N_("meanwhile")


def practice_line(level: str, *, begun: bool) -> Sentence:
    """Offer a game against the computer."""
    offer = tr("practice against the computer ({level})", level=level_name(level))
    if begun:
        offer = tr("your practice game, where you left it")
    return option(commands.PRACTISE, offer)


def resident_line(level: str) -> Sentence:
    """Offer a rated game against a computer that is always here."""
    offer = tr("rated, against the computer ({level})", level=level_name(level))
    return option(commands.PLAY_RESIDENT, offer)


def tray_faces(
    view: View, seat: int, ui: TableUi, *, covered: bool, over: bool = False
) -> tuple[Face, ...]:
    """Return the faces of the tray: the hand of a seat, or the cards to choose from.

    `covered` hides them from everyone; `over` means the game has ended, with or without a result.
    """
    if covered:
        return ()
    if ui.mode is Mode.SCRAP:
        scrap = choices.browsable(view)
        return tuple(_browsed(card, view, ui) for card in scrap)
    cards = choices.tray(view, seat)
    if over or view.outcome is not None:
        return tuple(Face(card, word=role_word(card, view.ruleset)) for card in cards)
    step = choices.step_of(view, ui.choice)
    hand = _Tray(view, ui, step, choices.pickable(view) if step in ("answer", "take") else set())
    keys = choices.tray_keys(view) if ui.mode is Mode.GAME and not ui.watching else ""
    cold = set(view.seats[seat].frozen) & set(view.seats[seat].hand)
    return tuple(
        hand.face(card, keys[place] if place < len(keys) else "", frozen=card in cold)
        for place, card in enumerate(cards)
    )


def held_cards(view: View, seat: int, ui: TableUi) -> tuple[Card, ...]:
    """Return the player's own hand while the tray shows other cards."""
    hand = view.seats[seat].hand
    if view.viewer != seat or ui.watching or view.outcome is not None:
        return ()
    return hand if ui.mode is Mode.SCRAP or choices.tray(view, seat) != hand else ()


def unseen_cards(view: View, seat: int, ui: TableUi) -> int:
    """Count the cards of the hand that a watcher may not see, or nobody while it is covered."""
    if ui.mode is Mode.COVER and view.outcome is None:
        return view.seats[view.asked[0] if view.asked else seat].hand_size
    if view.viewer is not None or ui.mode is Mode.SCRAP:
        return 0
    return view.seats[seat].hand_size - len(view.seats[seat].hand)


def remembered_below(view: View, seat: int, ui: TableUi) -> tuple[Card, ...]:
    """Return the cards of the lower hand that a watcher may not see now, but has seen."""
    if view.viewer is not None or ui.mode in (Mode.SCRAP, Mode.COVER):
        return ()
    return remembered_cards(view.seats[seat], ui)


def _browsed(card: Card, view: View, ui: TableUi) -> Face:
    lifted = card == ui.look.card
    return Face(
        card, look="sel" if lifted else "paper", word=role_word(card, view.ruleset), lifted=lifted
    )


_SPACE: Final = {False: PICK, True: PUT_BACK}
"""The label of space for the card under the cursor, by whether it is picked."""


class _Tray(NamedTuple):
    """Cards to choose from, and what is asked of them."""

    view: View
    ui: TableUi
    step: Step
    pickable: Collection[Card]
    """The cards that may be picked, where not all may."""

    def face(self, card: Card, letter: str, *, frozen: bool) -> Face:
        """Return the face of a card."""
        choice, picking = self.ui.choice, self.step == "pick"
        cursor, answering = card == choice.card, self.step == "answer"
        lifted = card in choice.picked if picking else cursor
        word, brief = role_word(card, self.view.ruleset), ""
        if frozen and not (answering and card in self.pickable):
            word, brief = str(FROZEN), str(FROZEN_BRIEFLY)
        if answering and card in self.pickable:
            brief = str(BRIEF_ANSWER)
            word = str(ANSWERS.get(choices.answers(self.view)[0].kind, word))
        letter = "" if answering and card not in self.pickable else letter
        owing = picking and cursor and choices.owed(self.view) > 1
        ribbon = str(_SPACE[lifted]) if owing else ""
        face = Face(card, word=word, brief=brief, ribbon=ribbon, key=letter, frozen=frozen)
        if lifted:
            return replace(face, look="sel", lifted=True)
        if self.step == "take" and card not in self.pickable:
            return Face(card, look="mute", word="x", key=letter)
        return replace(face, look="ice") if frozen else face


_READING: Final = (Mode.SCRAP, Mode.LOG)
_LINES: Final = 3
"""The number of lines that fit the band."""


def present_table(
    state: TableState, seat: int, ui: TableUi, digest: TableDigest | None = None
) -> TableModel:
    """Present a table for the player in a seat; before the deal, the empty table."""
    if digest is None:
        digest = digest_of(state, seat, covered=ui.mode is Mode.COVER)
    if state.view is None:
        model = _waiting(state, seat, ui, digest)
    else:
        model = _Stage(state, state.view, seat, ui, digest).table_model()
    if state.stake is not None:
        names = digest.names
        stake = digest.once("stake", lambda: stake_lines(state, names))
        model = replace(model, stake=stake)
    if ui.mode is Mode.TALK:
        model = _with_talk(model, state, seat, ui)
    elif ui.mode in _READING and not ui.watching:
        call = call_of(state, seat, 1)
        if call.kind in ("door", "again"):
            again = called(model.prompt, call._replace(fill=model.prompt.fill))
            model = replace(model, prompt=replace(again, spare=()))
    return replace(model, prompt=_because(model.prompt, ui.notice)) if ui.notice else model


def with_lines(
    model: TableModel, state: TableState, seat: int, ui: TableUi, digest: TableDigest
) -> TableModel:
    """Present new lines of chat on a table that is otherwise as before: in its log and its band."""
    if state.view is None:
        return model
    stage = _Stage(state, state.view, seat, ui, digest)
    return replace(model, mid=stage.middle(), log=stage.log)


def _with_talk(model: TableModel, state: TableState, seat: int, ui: TableUi) -> TableModel:
    """Ask what to say, unless the table waits for an answer."""
    model = talked(model, ui)
    call = call_of(state, seat, steps_back(ui.chat, ui.chat_context))
    if call.kind not in ("turn", "answer", "door", "again") or ui.watching:
        return model
    return replace(model, prompt=called(model.prompt, call))


# before the deal -------------------------------------------------------------------------------


def _waiting(state: TableState, seat: int, ui: TableUi, digest: TableDigest) -> TableModel:
    """Present the empty table: the players, who is ready, and what is missing."""
    return TableModel(
        others=(),
        mid=MidModel(dealt=False),
        me=SeatModel(digest.names.who(seat), dealt=False),
        prompt=_waiting_prompt(state, seat, ui, digest),
        tray=(),
        keys=KeysModel((), status_notes.where(state, watching=ui.watching)),
        log=log_of(digest),
        room=present_room(state, seat, ui, digest),
    )


def _waiting_prompt(state: TableState, seat: int, ui: TableUi, digest: TableDigest) -> Prompt:
    if ui.mode is Mode.LEAVE:
        return leave_prompt(None, digest.names, hosting=ui.hosting)
    if ui.queue:
        return waiting_room.queue_prompt(ui.queue)
    if state.at_door:
        return door_prompt(state, digest.names)
    prompt = waiting_room.waiting_prompt(state, seat, ui.level)
    called = ui.offers and not prompt.why
    told = tell("you'll be called when you are needed")
    return replace(prompt, why=told, spare=told) if called else prompt


# the game ----------------------------------------------------------------------------------------


@dataclass
class _Stage(Seats):
    """A running or finished game."""

    def table_model(self) -> TableModel:
        view = self.view
        covered = self.ui.mode is Mode.COVER
        seen = remembered_below(view, self.seat, self.ui)
        ui = self.ui
        where = status_notes.where(
            self.state, self.view.turn + 1, watching=ui.watching, practising=ui.practising
        )
        return TableModel(
            others=tuple(self.seat_model(other) for other in others(view, self.seat)),
            mid=self.middle(),
            me=self.seat_model(self.seat),
            prompt=self._prompt(),
            tray=tray_faces(view, self.seat, self.ui, covered=covered, over=self.over),
            held=() if covered else held_cards(view, self.seat, self.ui),
            backs=unseen_cards(view, self.seat, self.ui) - len(seen),
            remembered=seen,
            keys=KeysModel((), where),
            log=self.log,
            order=self.digest.order,
            sizes=self.digest.once(("sizes", self.seat), lambda: sizes_of(view, self.seat)),
        )

    @property
    def names(self) -> Names:
        return self.digest.names

    @cached_property
    def log(self) -> LogModel:
        return read_log(self.digest.once("log", self._whole_log), self.ui)

    def _whole_log(self) -> LogModel:
        seal, secret = self.state.commitment, self.state.secret
        sealed = ((committed_line(seal), sealed_line()),) if seal else ()
        shown = ((secret_line(), secret_line(brief=True)),) if secret else ()
        return replace(log_of(self.digest), rules=self.view.ruleset, brief=(*sealed, *shown))

    def middle(self) -> MidModel:
        """Present what lies between the seats, whatever is chosen."""
        return self.digest.once(("middle", self.ui.marks), self._middle)

    def _middle(self) -> MidModel:
        view, names = self.view, self.names
        cards = tuple(
            StackCard(card, names.label(seat), seat == names.seat, names.short(seat))
            for card, seat in open_cards(view)
        )
        return MidModel(
            deck=view.deck_size,
            deck_top=view.known_top[0].card if view.known_top and self.ui.marks else None,
            top=view.scrap[-1] if view.scrap else None,
            scrap=len(view.scrap),
            stack=cards,
            lines=tuple(self._band_lines(view, bool(cards))),
            scrapped=tuple(sorted(choices.browsable(view), key=rank_of)),
            newest_first=bool(cards) or self.over,
            spoken=bool(cards) and not self.over and self._spoken_since,
            brief=effect_briefly(view) if cards and not self.over else SILENCE,
            match=status_notes.match_note(self.state),
        )

    def _band_lines(self, view: View, stacked: bool) -> list[Sentence]:
        if self.over:
            said = [line for line in self.digest.latest[-1:] if self._spoken_since]
            return [*over_lines(view, self.names, self.state)[: _LINES - len(said)], *said]
        if stacked:
            said = [line for line in self.digest.latest[-1:] if self._spoken_since]
            return [*stack_lines(view, self.names)[:_LINES], *said]
        return list(self.digest.latest)

    @property
    def _spoken_since(self) -> bool:
        """Return whether a chat line is newer than every event."""
        return any(line.after >= len(self.state.log) for line in self.state.talk)

    def _prompt(self) -> Prompt:
        ui = self.ui
        asked = self.view.asked[0] if self.view.asked else self.seat
        if ui.mode is Mode.COVER:
            return status_notes.cover_prompt(names_of(self.state.sitters, None).who(asked))
        if ui.mode is Mode.LEAVE:
            watched = self.state if ui.online and not self.state.rated else None
            days = is_correspondence(self.state.timing) and ui.online
            if ui.kept and not self.over:
                return kept_prompt(self.view, self.names, shared=ui.shared)
            prompt = leave_prompt(
                self.view,
                self.names,
                watched,
                shared=ui.shared,
                days=days,
                hosting=ui.hosting,
                match=KEPT_MATCH[ui.kept] if self.state.leaving_loses_match else None,
            )
            stays = self.state.leaving_keeps_match and not prompt.why
            return _because(prompt, say(MATCH_GOES_ON)) if stays else prompt
        if ui.mode is Mode.SAVE:
            return save_prompt(self.view, self.names, ui.folder)
        if ui.mode is Mode.SCRAP:
            top = self.view.ruleset.scrap_view == "top"
            why = self._explained(ui.look.card)
            return status_notes.scrap_prompt(len(self.view.scrap), why, top_only=top)
        if ui.mode is Mode.LOG:
            view = None if self.over else self.view
            return log_view.log_prompt(ui.reading, self.log.found, self.log.focus, view)
        prompt = self._of_game
        if ui.explain and ui.choice.card is not None:
            return _because(prompt, self._explained(ui.choice.card))
        return prompt

    def _explained(self, card: Card | None) -> Sentence:
        return () if card is None else card_rule(card, self.view.ruleset)

    @cached_property
    def _of_game(self) -> Prompt:
        if self.state.at_door and not self.view.legal:
            return door_prompt(self.state, self.names)
        if self.over:
            return over_prompt(self.view, self.names, self.state)
        if self.state.trouble:
            return status_notes.paused_prompt(self.state.trouble)
        question = self._question()
        prompt = prompt_of(question)
        if self.state.at_door and choices.step_of(self.view, self.ui.choice) != "target":
            return _because(prompt, door_aside(self.state, self.names))
        if self.view.legal and aside(question):
            return _because(prompt, aside(question))
        back = waiting_room.way_back(self.ui.resume_code)
        ahead = back and not self.view.legal and counter_ahead(self.view, self.seat, self.names)
        told = prompt.why and prompt.why != ahead
        return prompt if told or not back else _because(prompt, back)

    def _question(self) -> Question:
        return Question(
            self.view,
            self.seat,
            self.names,
            self.ui.choice,
            self.aims,
            self.barred,
            bearers(self.view),
            self.state.away,
            self.state.claimable,
            self.state.may_call_off,
            choices.only_computers(self.state, self.seat),
            self.state.clocks,
            self.state.vacations,
        )


def _because(prompt: Prompt, reason: Sentence) -> Prompt:
    return replace(prompt, why=reason, spare=())


def new_events_ask(before: View | None, after: View | None) -> bool:
    """Return whether the viewer faces a new question."""
    if after is None or not after.legal:
        return False
    return before is None or not before.legal or before.ask is not after.ask
