"""Work out what each zone of the table shows, from the table's state and the player's desk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.ports import TableState
from cuttle_tui.presenter.digest import TableDigest, bearers, digest_of, open_cards
from cuttle_tui.presenter.field_order import others
from cuttle_tui.presenter.seats import Seats
from cuttle_tui.presenter.tray import held_cards, tray_faces, unseen_cards
from cuttle_tui.presenter.view_model import (
    Desk,
    KeysModel,
    LogModel,
    MidModel,
    Mode,
    Scene,
    StackCard,
)
from cuttle_tui.presenter.waiting import present_waiting
from cuttle_tui.table import choices, log_search
from cuttle_tui.table.chat import steps_back
from cuttle_tui.wording.log import log_view
from cuttle_tui.wording.names import Names, names_of
from cuttle_tui.wording.prompt_types import Prompt, Question
from cuttle_tui.wording.rules.card_rules import card_rule
from cuttle_tui.wording.table import status_notes
from cuttle_tui.wording.table.absence import aside
from cuttle_tui.wording.table.alerts import call_of
from cuttle_tui.wording.table.chat import menu_of, talk_prompt
from cuttle_tui.wording.table.game_over import over_lines, over_prompt
from cuttle_tui.wording.table.leaving import leave_prompt, showing_of
from cuttle_tui.wording.table.open_play import stack_lines
from cuttle_tui.wording.table.prompt import prompt_of
from engine.cards import Card
from engine.play.view import View

_LINES: Final = 3
"""Lines the band has room for."""


def stage(state: TableState, seat: int, desk: Desk, told: TableDigest | None = None) -> Scene:
    """Stage a table for the player in a seat; before the deal, the empty table."""
    if told is None:
        told = digest_of(state, seat, covered=desk.mode is Mode.COVER)
    if state.view is None:
        scene = present_waiting(state, seat, desk, told)
    else:
        scene = _Stage(state, state.view, seat, desk, told).scene()
    if desk.mode is Mode.TALK:
        scene = _with_talk(scene, state, seat, desk)
    return replace(scene, prompt=_because(scene.prompt, desk.notice)) if desk.notice else scene


def _with_talk(scene: Scene, state: TableState, seat: int, desk: Desk) -> Scene:
    """Ask what to say, with the phrases below the log."""
    muted = desk.talking.who in desk.muted
    prompt = talk_prompt(desk.talking, desk.company, muted=muted)
    call = call_of(state, seat, steps_back(desk.talking))
    if call.kind in ("turn", "answer"):
        prompt = replace(prompt, fill=call.fill, why=call.line)
    return replace(
        scene,
        prompt=prompt,
        log=replace(scene.log, scroll=desk.scroll, menu=menu_of(desk.talking, desk.company)),
    )


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
            tray=tray_faces(view, self.seat, self.desk, covered=covered, over=self.over),
            held=() if covered else held_cards(view, self.seat, self.desk),
            backs=unseen_cards(view, self.seat, self.desk),
            keys=self._keys(),
            log=self._log,
            order=self.told.order,
            tells_more=self._tells_more(),
        )

    @property
    def names(self) -> Names:
        return self.told.names

    @cached_property
    def _log(self) -> LogModel:
        return read_log(self.told.lines, self.desk)

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
            spoken=bool(cards) and not self.over and self._spoken_since,
        )

    def _band_lines(self, view: View, stacked: bool) -> list[Sentence]:
        if self.over:
            said = [line for line in self.told.latest[-1:] if self._spoken_since]
            return [*over_lines(view, self.names, self.state)[: _LINES - len(said)], *said]
        if stacked:
            said = [line for line in self.told.latest[-1:] if self._spoken_since]
            return [*stack_lines(view, self.names)[:_LINES], *said]
        return list(self.told.latest)

    @property
    def _spoken_since(self) -> bool:
        """Whether somebody said something after all that has happened."""
        return any(line.after >= len(self.state.log) for line in self.state.talk)

    def _prompt(self) -> Prompt:
        desk = self.desk
        asked = self.view.asked[0] if self.view.asked else self.seat
        if desk.mode is Mode.COVER:
            return status_notes.cover_prompt(names_of(self.state.sitters, None).who(asked))
        if desk.mode is Mode.LEAVE:
            showing = showing_of(self.state) if desk.online else None
            return leave_prompt(self.view, self.names, showing, shared=desk.shared)
        if desk.mode is Mode.SCRAP:
            top = self.view.ruleset.scrap_view == "top"
            why = self._explained(desk.look.card)
            return status_notes.scrap_prompt(len(self.view.scrap), why, top_only=top)
        if desk.mode is Mode.LOG:
            view = None if self.over else self.view
            return log_view.log_prompt(desk.reading, self._log.found, self._log.focus, view)
        prompt = self._of_game
        if desk.explain and desk.choice.card is not None:
            return _because(prompt, self._explained(desk.choice.card))
        return prompt

    def _tells_more(self) -> bool:
        """Tell whether the rule of the card is anything but what the game's own prompt says."""
        card = self.desk.choice.card
        if self.desk.mode is not Mode.GAME:
            return False
        if card is None:
            return choices.step_of(self.view, self.desk.choice) in ("card", "wait")
        return self._of_game.why != self._explained(card)

    def _explained(self, card: Card | None) -> Sentence:
        return () if card is None else card_rule(card, self.view.ruleset)

    @cached_property
    def _of_game(self) -> Prompt:
        if self.over:
            return over_prompt(self.view, self.names, self.state)
        if self.state.trouble:
            return status_notes.paused_prompt()
        question = self._question()
        prompt = prompt_of(question)
        return _because(prompt, aside(question)) if self.view.legal and aside(question) else prompt

    def _question(self) -> Question:
        return Question(
            self.view,
            self.seat,
            self.names,
            self.desk.choice,
            self.aims,
            self.barred,
            bearers(self.view),
            self.state.away,
            self.state.claimable,
            self.state.may_call_off,
            self.state.clocks,
        )

    def _keys(self) -> KeysModel:
        desk = self.desk
        where = status_notes.where(
            self.state,
            self.view.turn + 1,
            watching=desk.watching,
            practising=desk.practising,
        )
        return KeysModel((), where)


def read_log(lines: tuple[Sentence, ...], desk: Desk) -> LogModel:
    """Show the log as it is read: line by line, or only looked at."""
    if desk.mode is not Mode.LOG:
        return LogModel(lines, desk.scroll)
    reading = desk.reading
    return LogModel(
        lines, focus=reading.place(len(lines)), found=log_search.found(lines, reading.query)
    )


def _because(prompt: Prompt, reason: Sentence) -> Prompt:
    return replace(prompt, why=reason)


def new_events_ask(before: View | None, after: View | None) -> bool:
    """Tell whether the viewer is asked something now that it was not asked before."""
    if after is None or not after.legal:
        return False
    return before is None or not before.legal or before.ask is not after.ask
