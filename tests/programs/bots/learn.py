"""Fit a network to samples, with numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.bots.features import PLAIN, ZONE_ROWS, Features, rows
from engine.bots.network import PLAY_ROWS, SCALE, UNITS, pack_weights, unpack_weights
from tests.programs.bots import evaluations
from tests.programs.bots.evaluations import rows_of_set
from tests.programs.bots.selfplay import Samples

Floats = NDArray[np.float32]
BATCH = 2048
_ORDER = ("rows", "bias", "out", "out_bias", "plays")
"""The order of the weights in a file."""


class Learner:
    """Weights under training, with Adam."""

    def __init__(self, seats: int, seed: int, blob: bytes = b"") -> None:
        """Begin at random, or with a file of weights."""
        rng = np.random.default_rng(seed)
        self.count = rows(seats)
        self.rng = rng
        self.w = {
            "rows": rng.normal(0, 0.05, (self.count, UNITS)).astype(np.float32),
            "bias": np.zeros(UNITS, np.float32),
            "out": rng.normal(0, 0.3, UNITS).astype(np.float32),
            "out_bias": np.zeros(1, np.float32),
            "plays": np.zeros((PLAY_ROWS, UNITS + 1), np.float32),
        }
        if blob:
            self._load(blob)
        self.m = {key: np.zeros_like(value) for key, value in self.w.items()}
        self.v = {key: np.zeros_like(value) for key, value in self.w.items()}
        self.steps = 0

    def _load(self, blob: bytes) -> None:
        numbers = np.array(unpack_weights(blob), np.float32) / SCALE
        at = 0
        for key in _ORDER:
            shape = self.w[key].shape
            size = self.w[key].size
            self.w[key] = numbers[at : at + size].reshape(shape).copy()
            at += size

    def blob(self) -> bytes:
        """Return the file of weights."""
        parts = [self.w[key].ravel() for key in _ORDER]
        numbers = np.clip(np.rint(np.concatenate(parts) * SCALE), -32000, 32000).astype(np.int16)
        return pack_weights(numbers.tolist())

    def fit(self, samples: Samples, epochs: int, rate: float) -> tuple[float, float]:
        """Fit to samples; return the losses (value, plays) on a twentieth that is held out."""
        matrix = self.lay_out(samples.features)
        targets = np.array(samples.targets, np.float32)
        order = self.rng.permutation(len(targets)) if len(targets) else np.zeros(0, int)
        cut = len(order) - len(order) // 20
        held, train = order[cut:], order[:cut]
        batches = -(-len(train) // BATCH)
        for epoch in range(epochs):
            self.rng.shuffle(train)
            for at in range(batches):
                done = (epoch * batches + at) / (epochs * batches)
                part = train[at * BATCH : (at + 1) * BATCH]
                self._step(matrix, targets, samples, part, rate * (1 - 0.95 * done))
        return self._loss(matrix, targets, samples, held)

    def lay_out(self, features: Sequence[Features]) -> NDArray[np.int32]:
        """Return the rows of all samples, padded with a row that is always zero."""
        lists = [
            [
                *plain,
                *(
                    PLAIN + ZONE_ROWS * zone + row
                    for zone, cards in enumerate(sets)
                    for row in rows_of_set(cards)
                ),
            ]
            for sets, plain in features
        ]
        width = max(map(len, lists))
        matrix = np.full((len(lists), width), self.count, np.int32)
        for at, found in enumerate(lists):
            matrix[at, : len(found)] = found
        return matrix

    def dense(self, matrix: NDArray[np.int32], part: NDArray[np.int64]) -> Floats:
        dense = np.zeros((len(part), self.count + 1), np.float32)
        np.put_along_axis(dense, matrix[part], 1.0, axis=1)
        return dense[:, : self.count]

    def _forward(self, dense: Floats) -> tuple[Floats, Floats]:
        hidden = np.tanh(dense @ self.w["rows"] + self.w["bias"])
        value = 1 / (1 + np.exp(-(hidden @ self.w["out"] + self.w["out_bias"][0])))
        return hidden, value

    def _step(
        self,
        matrix: NDArray[np.int32],
        targets: Floats,
        samples: Samples,
        part: NDArray[np.int64],
        rate: float,
    ) -> None:
        dense = self.dense(matrix, part)
        hidden, value = self._forward(dense)
        error = (value - targets[part]) / len(part)
        grads: dict[str, Floats] = {
            "out": np.asarray(hidden.T @ error, np.float32),
            "out_bias": np.array([error.sum()], np.float32),
        }
        back = np.outer(error, self.w["out"])
        if samples.plays:
            grads["plays"], by_plays, _ = self._plays(hidden, samples, part)
            back += by_plays
        back *= 1 - hidden * hidden
        grads["rows"] = dense.T @ back
        grads["bias"] = back.sum(0)
        self._adam(grads, rate)

    def _plays(
        self, hidden: Floats, samples: Samples, part: NDArray[np.int64]
    ) -> tuple[Floats, Floats, float]:
        """Return the gradients of the plays' weights and of the hidden units, and the loss."""
        owner, row_of, row_play, wanted, first = [], [], [], [], [0]
        play = 0
        for place, sample in enumerate(part):
            plays, odds = samples.plays[sample]
            if not plays:
                continue
            for found, odd in zip(plays, odds, strict=True):
                owner.append(place)
                wanted.append(odd)
                row_of += found
                row_play += [play] * len(found)
                play += 1
            first.append(play)
        if not play:
            return np.zeros_like(self.w["plays"]), np.zeros_like(hidden), 0.0
        sums = np.zeros((play, UNITS + 1), np.float32)
        np.add.at(sums, row_play, self.w["plays"][row_of])
        mine = hidden[owner]
        logits = (mine * sums[:, :UNITS]).sum(1) + sums[:, UNITS]
        starts = np.array(first[:-1])
        sizes = np.diff(first)
        logits -= np.repeat(np.maximum.reduceat(logits, starts), sizes)
        odds_now = np.exp(logits)
        odds_now /= np.repeat(np.add.reduceat(odds_now, starts), sizes)
        target = np.array(wanted, np.float32)
        loss = float(-(target * np.log(odds_now + 1e-9)).sum() / len(starts))
        error = ((odds_now - target) / len(part))[:, None].astype(np.float32) * 0.5
        on_sums = np.concatenate([error * mine, error], axis=1)
        on_rows = np.zeros_like(self.w["plays"])
        np.add.at(on_rows, row_of, on_sums[row_play])
        on_hidden = np.zeros_like(hidden)
        np.add.at(on_hidden, owner, error * sums[:, :UNITS])
        return on_rows, on_hidden, loss

    def _adam(self, grads: dict[str, Floats], rate: float) -> None:
        self.steps += 1
        for key, grad in grads.items():
            m, v = self.m[key], self.v[key]
            m += 0.1 * (grad - m)
            v += 0.001 * (grad * grad - v)
            step = (m / (1 - 0.9**self.steps)) / (np.sqrt(v / (1 - 0.999**self.steps)) + 1e-8)
            self.w[key] -= rate * step
            if key == "rows":
                self.w[key] *= 1 - 0.02 * rate

    def _loss(
        self, matrix: NDArray[np.int32], targets: Floats, samples: Samples, held: NDArray[np.int64]
    ) -> tuple[float, float]:
        losses, by_plays, count = 0.0, 0.0, 0
        for at in range(0, len(held), BATCH):
            part = held[at : at + BATCH]
            hidden, value = self._forward(self.dense(matrix, part))
            wanted = targets[part]
            losses -= float(
                (wanted * np.log(value + 1e-9) + (1 - wanted) * np.log(1 - value + 1e-9)).sum()
            )
            count += len(part)
            if samples.plays:
                by_plays += self._plays(hidden, samples, part)[2] * len(part)
        return losses / max(count, 1), by_plays / max(count, 1)


def fit_linear(samples: Samples, seats: int, seed: int) -> bytes:
    """Fit the linear yardstick: logistic regression on the same features."""
    learner = Learner(seats, seed)
    matrix = learner.lay_out(samples.features)
    targets = np.array(samples.targets, np.float32)
    weights, bias = np.zeros(learner.count, np.float32), 0.0
    squares = np.full(learner.count, 1e-6, np.float32)
    for _ in range(2):
        for part in np.array_split(
            learner.rng.permutation(len(targets)), len(targets) // BATCH + 1
        ):
            dense = learner.dense(matrix, part)
            error = 1 / (1 + np.exp(-(dense @ weights + bias))) - targets[part]
            slope = error @ dense / len(part)
            squares += slope * slope
            weights -= 0.05 * slope / np.sqrt(squares)
            bias -= 0.3 * float(error.mean())
    numbers = np.rint(np.append(weights, bias) * SCALE).clip(-32000, 32000).astype(int)
    return evaluations.pack_linear(numbers.tolist())
