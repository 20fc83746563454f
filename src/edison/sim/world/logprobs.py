"""Plausible log probabilities for the tokens of an answer."""

from __future__ import annotations

import math

from edison.sim.exchange import SimTokenLogprob

from .draw import Draws
from .tokens import split_tokens

_USUAL = (
    " the",
    " a",
    " and",
    " is",
    ".",
    ",",
    " to",
    " of",
    " in",
    " you",
    "A",
    "B",
    " yes",
    " no",
    "\n",
    " it",
    " for",
)


def token_logprobs(text: str, *, top: int, draws: Draws) -> tuple[SimTokenLogprob, ...]:
    """Give every token a probability and the requested number of alternatives, likeliest first."""
    return tuple(_token(token, top=top, draws=draws) for token in split_tokens(text))


def _token(token: str, *, top: int, draws: Draws) -> SimTokenLogprob:
    chosen = 0.55 + 0.45 * math.sqrt(draws.unit())
    chosen = min(chosen, 0.9999)
    if top <= 0:
        return SimTokenLogprob(token=token, logprob=math.log(chosen))
    rows = [(token, math.log(chosen))]
    rest = 1.0 - chosen
    others = [other for other in draws.sample(_USUAL, count=min(len(_USUAL), top + 1)) if other != token]
    for other in others[: top - 1]:
        rest *= 0.5
        rows.append((other, math.log(max(rest, 1e-9))))
    return SimTokenLogprob(token=token, logprob=rows[0][1], top=tuple(rows))
