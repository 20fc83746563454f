"""Short ways to put questions to a world and to read what is true about the replies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from edison.sim.exchange import SimMessage, SimReply, SimRequest
from edison.sim.world import SimCase, World, default_world

ANSWERERS = (
    "edison-sim-large",
    "edison-sim-medium",
    "edison-sim-small",
    "edison-sim-tiny",
    "edison-sim-reasoner",
    "edison-sim-chatty",
    "edison-sim-terse",
    "edison-sim-warm",
    "edison-sim-legacy",
)
BASE = "You are the assistant of a small shop and its neighbourhood. Answer the question."
CRITERIA = ("correct", "complete", "concise", "polite", "format", "grounded", "safe")


@lru_cache(maxsize=64)
def a_world(seed: int = 7) -> World:
    return default_world(seed)


def a_request(user: str, *, model: str = "edison-sim-medium", system: str = "", **more: Any) -> SimRequest:
    messages = (SimMessage("user", user),)
    if system:
        messages = (SimMessage("system", system), *messages)
    return SimRequest(model=model, messages=messages, **more)


def ask(user: str, *, world: World | None = None, model: str = "edison-sim-medium", **more: Any) -> SimReply:
    return (world or a_world()).reply(a_request(user, model=model, **more))


@lru_cache(maxsize=16)
def cases_with(criterion: str, count: int = 240) -> tuple[SimCase, ...]:
    """Give known cases the criterion applies to."""
    found = [case for case in a_world().cases(700, seed=1) if criterion in case.criteria]
    return tuple(found[:count])


def true_scores(
    cases: Sequence[SimCase], *, model: str, system: str, world: World | None = None
) -> list[dict[str, float]]:
    """Answer every case and say how good each answer really is."""
    known = world or a_world()
    return [
        known.truth_of_answer(case.text, ask(case.text, world=known, model=model, system=system).text).scores
        for case in cases
    ]


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def mean_truth(cases: Sequence[SimCase], *, criterion: str, model: str, system: str) -> float:
    """Average the true score on one criterion over the answers to all cases."""
    return mean([scores[criterion] for scores in true_scores(cases, model=model, system=system)])


def mean_overall(cases: Sequence[SimCase], *, model: str, system: str) -> float:
    """Average the true quality over all criteria and cases."""
    return mean([mean(list(scores.values())) for scores in true_scores(cases, model=model, system=system)])
