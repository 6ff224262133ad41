"""Work out what each zone of the table shows, from the table's state and the player's desk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cuttle_tui import offered
from cuttle_tui.arrange import others
from cuttle_tui.offered import Aim
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
from cuttle_tui.staging_table import Told, bearers, candidates, open_cards, tell
from cuttle_tui.staging_tray import tray_faces
from cuttle_tui.tiles import Face
from cuttle_tui.wording import modes
from cuttle_tui.wording.asking import Prompt, Question
from cuttle_tui.wording.ending import over_prompt
from cuttle_tui.wording.names import Names, names_of
from cuttle_tui.wording.prompt import prompt_of
from cuttle_tui.wording.threat import lost_cards, stack_lines
from cuttle_tui.wording.why import card_rule
from engine.cards import EIGHT, Card, rank_of
from engine.rulesets import UNLIMITED
from engine.view import Ask, Placed, View

_NEAR: Final = 3


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
    prompt = modes.waiting_prompt(state.code)
    if desk.mode is Mode.LEAVE:
        prompt = modes.leave_prompt(running=False, may_offer=False)
    return Scene(
        others=tuple(_free_seat(state.sitters[other]) for other in order),
        mid=MidModel(lines=modes.waiting_lines(state.code), dealt=False, newest_first=True),
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
class _Stage:
    state: TableState
    view: View
    seat: int
    desk: Desk
    told: Told

    def scene(self) -> Scene:
        view = self.view
        return Scene(
            others=tuple(self._seat(other) for other in others(view, self.seat)),
            mid=self._mid(),
            me=self._seat(self.seat),
            prompt=self._prompt(),
            tray=tray_faces(view, self.seat, self.desk, covered=self._covered),
            keys=self._keys(),
            log=LogModel(self.told.lines, self.desk.scroll),
            order=self.told.order,
        )

    @property
    def names(self) -> Names:
        return self.told.names

    @property
    def _covered(self) -> bool:
        return self.desk.mode is Mode.COVER

    @cached_property
    def aims(self) -> list[Aim]:
        if offered.step_of(self.view, self.desk.choice) != "target":
            return []
        return offered.aims(self.view, self.desk.choice, self.told.order)

    @cached_property
    def barred(self) -> list[Card]:
        """List the cards of other sides that look like targets and are none."""
        choice = self.desk.choice
        if not self.aims or choice.card is None or self.aims[0].card is None:
            return []
        legal = {aim.card for aim in self.aims} | set(choice.targets)
        mine = self.view.seats[self.seat].side
        barred: list[Card] = []
        for other in others(self.view, self.seat):
            side = self.view.seats[other]
            if side.side == mine:
                continue
            for placed in candidates(self.view, side.points, side.court, choice):
                if not legal & {placed.card, *placed.stack}:
                    barred.append(placed.card)
        return barred

    @cached_property
    def lost(self) -> frozenset[Card]:
        return lost_cards(self.view)

    def _seat(self, seat: int) -> SeatModel:
        side = self.view.seats[seat]
        sitter = self.state.sitters[seat]
        mine = seat == self.seat
        note, role = self._note(seat, sitter)
        limit = self.view.ruleset.hand_limit
        points, court = self.told.fields[seat]
        return SeatModel(
            name=self.names.who(seat),
            turn=self.view.mover == seat and self.view.ask is not Ask.OVER,
            score=side.score,
            goal=max(side.goal, 0),
            note=note,
            note_role=role,
            near=role == "threat",
            hand_size=side.hand_size,
            hand_limit=limit if mine and limit < UNLIMITED and not self._over else None,
            known=() if mine else side.hand,
            hand_note=self._hand_note(seat),
            points=tuple(self._face(one, seat) for one in points),
            court=tuple(self._face(one, seat, court=True) for one in court),
        )

    @property
    def _over(self) -> bool:
        return self.view.outcome is not None

    def _note(self, seat: int, sitter: Sitter) -> tuple[str, modes.NoteRole]:
        side = self.view.seats[seat]
        if not sitter.present:
            return modes.RECONNECTING, "quiet"
        if self._over:
            won = self.view.outcome is not None and seat in self.view.outcome.winners
            return (modes.GOAL_REACHED, "key") if won and side.score >= side.goal else ("", "quiet")
        short = side.goal - side.score
        if short <= 0:
            return modes.GOAL_REACHED, "key"
        if seat != self.seat and short <= _NEAR:
            return modes.to_go(short), "threat"
        return "", "quiet"

    def _hand_note(self, seat: int) -> str:
        side = self.view.seats[seat]
        if seat == self.seat or not side.hand_size or not side.open:
            return ""
        glasses = any(rank_of(one.card) == EIGHT for one in self.view.seats[self.seat].court)
        return modes.OPEN_BY_GLASSES if glasses else modes.OPEN_HAND

    def _face(self, placed: Placed, seat: int, *, court: bool = False) -> Face:
        word = "o-o" if court and rank_of(placed.card) == EIGHT else ""
        cards = {placed.card, *placed.stack}
        letters = "".join(aim.key for aim in self.aims if aim.card in cards)
        if letters:
            aim = self.desk.choice.aim
            focused = 0 <= aim < len(self.aims) and self.aims[aim].card in cards
            ribbon = f">{letters}" if focused else letters
            return Face(placed.card, placed.stack, "tgt", ribbon=ribbon)
        if cards & set(self.desk.choice.targets):
            return Face(placed.card, placed.stack, "sel", word="first")
        if placed.card in self.barred:
            return Face(placed.card, placed.stack, "mute", word="x")
        if cards & self.lost:
            return Face(placed.card, placed.stack, ribbon="!", alarm=True)
        outcome = self.view.outcome
        if outcome is not None and seat in outcome.winners and not court:
            return Face(placed.card, placed.stack, "sel")
        return Face(placed.card, placed.stack, word=word)

    def _mid(self) -> MidModel:
        view = self.view
        cards = tuple(
            StackCard(card, self.names.who(seat), seat == self.names.seat)
            for card, seat in open_cards(view)
        )
        lines = tuple(self._band_lines(view, bool(cards)))
        return MidModel(
            deck=view.deck_size,
            top=view.scrap[-1] if view.scrap else None,
            scrap=len(view.scrap),
            stack=cards,
            lines=lines,
            newest_first=bool(cards) or self._over,
        )

    def _band_lines(self, view: View, stacked: bool) -> list[Sentence]:
        if self._over:
            return modes.over_lines(view, self.names, self.state.score)
        if stacked:
            return stack_lines(view, self.names)
        return list(self.told.latest)

    def _prompt(self) -> Prompt:
        desk = self.desk
        asked = self.view.asked[0] if self.view.asked else self.seat
        if desk.mode is Mode.COVER:
            return modes.cover_prompt(names_of(self.state.sitters, None).who(asked))
        if desk.mode is Mode.LEAVE:
            may_offer = offered.stalemate_offer(self.view) is not None
            return modes.leave_prompt(running=not self._over, may_offer=may_offer)
        if desk.mode is Mode.SCRAP:
            return modes.scrap_prompt(len(self.view.scrap), self._explained(desk.look.card))
        if desk.mode is Mode.LOG:
            return modes.log_prompt()
        prompt = self._game_prompt()
        if desk.notice:
            return _because(prompt, desk.notice)
        if desk.explain and desk.choice.card is not None:
            return _because(prompt, self._explained(desk.choice.card))
        return prompt

    def _explained(self, card: Card | None) -> Sentence:
        return () if card is None else card_rule(card, self.view)

    def _game_prompt(self) -> Prompt:
        if self._over:
            return over_prompt(self.view, self.names, self.state.score, self.state.ready)
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
        hints = modes.key_hints(self.desk.mode, step, over=self._over)
        return KeysModel(hints, modes.where(self.state.title, self.view.turn + 1))


def _because(prompt: Prompt, reason: Sentence) -> Prompt:
    return Prompt(prompt.fill, prompt.head, prompt.sentence, prompt.options, reason)


def new_events_ask(before: View | None, after: View | None) -> bool:
    """Tell whether the viewer is asked something now that it was not asked before."""
    if after is None or not after.legal:
        return False
    return before is None or not before.legal or before.ask is not after.ask
