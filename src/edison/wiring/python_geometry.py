"""What texts mean from Python: `edison.drift(one, other)`, `edison.analyze_trajectory(text)` and their like."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from edison.actions.agents.measuring import (
    match_trajectories,
    measure_trajectory,
    measure_variants,
    measuring_session,
    place_drift,
    vary_and_measure,
)
from edison.actions.agents.session import AgentSession
from edison.actions.house import House
from edison.actions.views.agents import (
    MeasuredVariantsView,
    TextDriftView,
    TrajectoryMatchView,
    TrajectoryView,
    VariantsView,
)

from .house import open_house
from .python_api import read_providers_given
from .python_prompts import settings_for

T = TypeVar("T")
Providers: TypeAlias = str | Path | Mapping[str, Any] | None
_USUAL_SPIKE = 0.3


def drift(one: str, other: str, *, embedder: str | None = None, providers: Providers = None) -> TextDriftView:
    """How far two texts lie apart, with `z` against texts that have nothing to do with each other.

    Args:
        one: A text.
        other: Another.
        embedder: Who makes the vectors, as `provider/model`; whatever is installed on this machine unless given.
        providers: A file that says how providers are reached, or the same as a mapping.
    """
    return _measure(
        "drift", lambda house, session: place_drift(house, session, one, other), embedder, providers=providers
    )


def analyze_variants(
    variants: Mapping[str, str],
    *,
    baseline: str = "imperative",
    embedder: str | None = None,
    providers: Providers = None,
) -> VariantsView:
    """How far variants of an instruction, by their labels, lie from a baseline and from each other."""
    return _measure(
        "variants",
        lambda house, session: measure_variants(house, session, variants, baseline=baseline, name="unnamed"),
        embedder,
        providers=providers,
    )


def generate_variants(
    text: str,
    *,
    model: str,
    dimensions: Sequence[str] | None = None,
    providers: Providers = None,
) -> MeasuredVariantsView:
    """Have a model put an instruction into other grammatical forms.

    Args:
        text: The instruction.
        model: Who writes, as `provider/model`.
        dimensions: Of mood, voice, person, tense, frame; all but tense unless given.
        providers: A file that says how providers are reached, or the same as a mapping.
    """
    chosen = None if dimensions is None else tuple(dimensions)
    with open_house(settings_for(None), providers=read_providers_given(providers)) as house:
        return asyncio.run(vary_and_measure(house, text, model=model, dimensions=chosen))


def analyze_trajectory(
    text: str,
    *,
    threshold: float = _USUAL_SPIKE,
    embedder: str | None = None,
    providers: Providers = None,
) -> TrajectoryView:
    """How a text of two sentences or more moves through meaning, with its profiles."""
    return _measure(
        "trajectory",
        lambda house, session: measure_trajectory(house, session, text, threshold=threshold, whole=True),
        embedder,
        providers=providers,
    )


def compare_trajectories(
    golden: str,
    synthetic: str,
    *,
    threshold: float = _USUAL_SPIKE,
    embedder: str | None = None,
    providers: Providers = None,
) -> TrajectoryMatchView:
    """How well the movement of a text follows that of a golden one; the lower the fitness, the better."""
    return _measure(
        "compare",
        lambda house, session: match_trajectories(
            house, session, golden=golden, synthetic=synthetic, threshold=threshold
        ),
        embedder,
        providers=providers,
    )


def _measure(
    name: str,
    measuring: Callable[[House, AgentSession], Awaitable[T]],
    embedder: str | None,
    *,
    providers: Providers,
) -> T:
    async def measure() -> T:
        async with measuring_session(house, name=f"geometry {name}", embedder=embedder) as session:
            return await measuring(house, session)

    with open_house(settings_for(None), providers=read_providers_given(providers)) as house:
        return asyncio.run(measure())
