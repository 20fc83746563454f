"""How long a pretend model takes: to its first token, and from token to token. Drawn by seed."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Literal

import msgspec

from .faults.dice import unit_of
from .world.persona import ModelCard

_NORMAL = NormalDist()
_REAL_SPREAD = 0.35
"""Standard deviation of the logarithm; about that of first-token times of hosted models under light load."""


class LatencySpread(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A distribution of milliseconds."""

    kind: Literal["fixed", "uniform", "lognormal"] = "fixed"
    milliseconds: float = 0.0
    """The value; the lower end of a uniform, the median of a lognormal distribution."""
    upper: float = 0.0
    """The upper end of a uniform distribution."""
    sigma: float = _REAL_SPREAD
    """Standard deviation of the logarithm of a lognormal distribution."""

    def draw_s(self, unit: float) -> float:
        """Seconds, for a number between 0 and 1."""
        if self.kind == "uniform":
            return (self.milliseconds + unit * (self.upper - self.milliseconds)) / 1000
        if self.kind == "lognormal":
            factor = math.exp(self.sigma * _NORMAL.inv_cdf(min(max(unit, 1e-9), 1 - 1e-9)))
            return self.milliseconds * factor / 1000
        return self.milliseconds / 1000


class Latency(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long answers take: as each model says of itself (`real`), or by the numbers here."""

    real: bool = False
    first_token: LatencySpread = LatencySpread()
    tokens_per_s: float = 0.0
    """0 means that tokens take no time."""
    models: dict[str, LatencySpread] = {}
    """Time to the first token of single models."""


class AnswerPace(msgspec.Struct, frozen=True):
    """How one answer is paced."""

    first_token_s: float = 0.0
    token_s: float = 0.0

    def total_s(self, output_tokens: int) -> float:
        """Until the whole answer is there."""
        return self.first_token_s + self.token_s * output_tokens


AT_ONCE = AnswerPace()


def pace_of(latency: Latency, card: ModelCard, *, seed: int, name: str) -> AnswerPace:
    """Draw the pace of one answer; the same seed and name give the same pace."""
    spread = latency.models.get(card.id)
    tokens_per_s = latency.tokens_per_s
    if spread is None and latency.real:
        spread = LatencySpread(kind="lognormal", milliseconds=card.first_token_ms)
        tokens_per_s = tokens_per_s or card.tokens_per_s
    spread = spread or latency.first_token
    if not spread.milliseconds and not spread.upper and not tokens_per_s:
        return AT_ONCE
    first_s = spread.draw_s(unit_of(seed, "latency", name))
    return AnswerPace(first_s, 1 / tokens_per_s if tokens_per_s else 0.0)


def read_latency(text: str) -> Latency:
    """Read an option: `0`, `real`, milliseconds such as `200`, `100-300`, `200~0.4` (lognormal), or JSON."""
    if text == "real":
        return Latency(real=True)
    if text.startswith("{"):
        return msgspec.json.decode(text, type=Latency)
    low, dash, high = text.partition("-")
    if dash:
        return Latency(first_token=LatencySpread(kind="uniform", milliseconds=float(low), upper=float(high)))
    median, tilde, sigma = text.partition("~")
    if tilde:
        return Latency(
            first_token=LatencySpread(kind="lognormal", milliseconds=float(median), sigma=float(sigma))
        )
    return Latency(first_token=LatencySpread(milliseconds=float(text)))
