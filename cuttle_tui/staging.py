"""Work out what each zone of the table shows, from the table's state and the player's desk."""

from __future__ import annotations

from dataclasses import dataclass

from cuttle_tui import offered
from cuttle_tui.arrange import others
from cuttle_tui.ports import Sitter, TableState
from cuttle_tui.prose import Sentence
from cuttle_tui.scene import (
    Desk,
    KeysModel,
    LogModel,
    MidModel,
    Mode,
    Scene,
    SeatModel,
    StackCard,
)
from cuttle_tui.staging_seats import Seats
from cuttle_tui.staging_table import Told, bearers, open_cards, tell
from cuttle_tui.staging_tray import tray_faces
from cuttle_tui.wording import modes
from cuttle_tui.wording.asking import Prompt, Question
from cuttle_tui.wording.cards import card_rule
from cuttle_tui.wording.ending import over_lines, over_prompt
from cuttle_tui.wording.leaving import leave_prompt
from cuttle_tui.wording.names import Names, names_of
from cuttle_tui.wording.pile import stack_lines
from cuttle_tui.wording.prompt import prompt_of
from engine.cards import Card
from engine.view import View


def stage(state: TableState, seat: int, desk: Desk, told: Told | None = None) -> Scene:
    """Stage a table for the player in a seat; before the deal, the empty table."""
    if state.view is None:
        return _empty_table(state, seat, desk)
    if told is None:
        told = tell(state, seat, covered=desk.mode is Mode.COVER)
    return _Stage(state, state.view, seat, desk, told).scene()


def _empty_table(state: TableState, seat: int, desk: Desk) -> Scene:
    names = names_of(state.sitters, seat)
    count = len(state.sitters)
    order = tuple((seat + step) % count for step in range(1, count))
    free = sum(sitter.kind == "nobody" for sitter in state.sitters)
    prompt = modes.waiting_prompt(state.code, state.invitation)
    if desk.mode is Mode.LEAVE:
        prompt = leave_prompt(None, names)
    return Scene(
        others=tuple(_free_seat(state.sitters[other]) for other in order),
        mid=MidModel(lines=modes.waiting_lines(state.code, free), dealt=False, newest_first=True),
        me=SeatModel(names.who(seat), dealt=False),
        prompt=prompt,
        tray=(),
        keys=KeysModel((("?", "help"), ("q", "leave")), state.title),
        log=LogModel(()),
    )


def _free_seat(sitter: Sitter) -> SeatModel:
    if sitter.kind == "nobody":
        return SeatModel(modes.FREE_SEAT, empty=True)
    return SeatModel(sitter.name, dealt=False)


@dataclass
class _Stage(Seats):
    """A running game, or one that is over."""

    def scene(self) -> Scene:
        view = self.view
        covered = self.desk.mode is Mode.COVER
        return Scene(
            others=tuple(self.model(other) for other in others(view, self.seat)),
            mid=self._mid(),
            me=self.model(self.seat),
            prompt=self._prompt(),
            tray=tray_faces(view, self.seat, self.desk, covered=covered),
            keys=self._keys(),
            log=LogModel(self.told.lines, self.desk.scroll),
            order=self.told.order,
        )

    @property
    def names(self) -> Names:
        return self.told.names

    def _mid(self) -> MidModel:
        view = self.view
        cards = tuple(
            StackCard(card, self.names.short(seat), seat == self.names.seat)
            for card, seat in open_cards(view)
        )
        lines = tuple(self._band_lines(view, bool(cards)))
        return MidModel(
            deck=view.deck_size,
            top=view.scrap[-1] if view.scrap else None,
            scrap=len(view.scrap),
            stack=cards,
            lines=lines,
            newest_first=bool(cards) or self.over,
        )

    def _band_lines(self, view: View, stacked: bool) -> list[Sentence]:
        if self.over:
            return over_lines(view, self.names, self.state)
        if stacked:
            return stack_lines(view, self.names)
        return list(self.told.latest)

    def _prompt(self) -> Prompt:
        desk = self.desk
        asked = self.view.asked[0] if self.view.asked else self.seat
        if desk.mode is Mode.COVER:
            return modes.cover_prompt(names_of(self.state.sitters, None).who(asked))
        if desk.mode is Mode.LEAVE:
            return leave_prompt(self.view, self.names)
        if desk.mode is Mode.SCRAP:
            top = self.view.ruleset.scrap_view == "top"
            why = self._explained(desk.look.card)
            return modes.scrap_prompt(len(self.view.scrap), why, top_only=top)
        if desk.mode is Mode.LOG:
            return modes.log_prompt()
        prompt = self._game_prompt()
        if desk.notice:
            return _because(prompt, desk.notice)
        if desk.explain and desk.choice.card is not None:
            return _because(prompt, self._explained(desk.choice.card))
        return prompt

    def _explained(self, card: Card | None) -> Sentence:
        return () if card is None else card_rule(card, self.view.ruleset)

    def _game_prompt(self) -> Prompt:
        if self.over:
            return over_prompt(self.view, self.names, self.state)
        return prompt_of(
            Question(
                self.view,
                self.seat,
                self.names,
                self.desk.choice,
                self.aims,
                self.barred,
                bearers(self.view),
            )
        )

    def _keys(self) -> KeysModel:
        step = offered.step_of(self.view, self.desk.choice)
        hints = modes.key_hints(self.desk.mode, step, over=self.over)
        return KeysModel(hints, modes.where(self.state.title, self.view.turn + 1))


def _because(prompt: Prompt, reason: Sentence) -> Prompt:
    return Prompt(prompt.fill, prompt.head, prompt.sentence, prompt.options, reason)


def new_events_ask(before: View | None, after: View | None) -> bool:
    """Tell whether the viewer is asked something now that it was not asked before."""
    if after is None or not after.legal:
        return False
    return before is None or not before.legal or before.ask is not after.ask
