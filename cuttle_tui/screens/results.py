"""Look up how the games of an archive ended."""

from __future__ import annotations

from collections.abc import Sequence

from cuttle_tui.ports import ArchivedGame, GameArchive
from cuttle_tui.wording.front.results import Result
from engine.record.final_score import FinalScore, final_score
from engine.record.record import RecordError


class ArchivedResults:
    """The results of archived games; each record is read once, when it is first asked for."""

    def __init__(self, archive: GameArchive) -> None:
        self._archive = archive
        self._known: dict[str, FinalScore | None] = {}
        self._rules: dict[str, str] = {}

    def result(self, game: ArchivedGame) -> Result:
        """Return how a game ended; a record that cannot be read leaves score and turns open."""
        if game.name not in self._known:
            self._known[game.name] = self._end_of(game)
        end = self._known[game.name]
        if end is None:
            return Result(game.when, game.players, game.winners, readable=game.readable)
        why = "" if end.outcome is None else end.outcome.why
        return Result(game.when, game.players, game.winners, end.scores, end.turns, why)

    def ruleset(self, game: ArchivedGame) -> str:
        """Return the rules of a game whose result was asked for; empty if unknown."""
        return self._rules.get(game.name, "")

    def results(self, games: Sequence[ArchivedGame]) -> tuple[Result, ...]:
        """Return how some games ended."""
        return tuple(map(self.result, games))

    def _end_of(self, game: ArchivedGame) -> FinalScore | None:
        if not game.readable:
            return None
        try:
            record = self._archive.record(game.name)
            self._rules[game.name] = record.ruleset.name
            return final_score(record)
        except RecordError:
            return None
