"""What texts mean from Python: `edison.drift(one, other)`, `edison.analyze_trajectory(text)` and their like."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from edison.actions.agents.desk import AgentDesk
from edison.actions.agents.measuring import (
    match_trajectories,
    measure_trajectory,
    measure_variants,
    place_drift,
    vary_and_measure,
)
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

_USUAL_SPIKE = 0.3


def drift(one: str, other: str) -> TextDriftView:
    """How far two texts lie apart, with `z` against texts that have nothing to do with each other."""
    with open_house(settings_for(None)) as house:
        return asyncio.run(place_drift(house, AgentDesk(house), one, other))


def analyze_variants(variants: Mapping[str, str], *, baseline: str = "imperative") -> VariantsView:
    """How far variants of an instruction, by their labels, lie from a baseline and from each other."""
    with open_house(settings_for(None)) as house:
        return asyncio.run(
            measure_variants(house, AgentDesk(house), variants, baseline=baseline, name="unnamed")
        )


def generate_variants(
    text: str,
    *,
    model: str,
    dimensions: Sequence[str] | None = None,
    providers: str | Path | Mapping[str, Any] | None = None,
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


def analyze_trajectory(text: str, *, threshold: float = _USUAL_SPIKE) -> TrajectoryView:
    """How a text of two sentences or more moves through meaning, with its profiles."""
    with open_house(settings_for(None)) as house:
        desk = AgentDesk(house)
        return asyncio.run(measure_trajectory(house, desk, text, threshold=threshold, whole=True))


def compare_trajectories(
    golden: str, synthetic: str, *, threshold: float = _USUAL_SPIKE
) -> TrajectoryMatchView:
    """How well the movement of a text follows that of a golden one; the lower the fitness, the better."""
    with open_house(settings_for(None)) as house:
        return asyncio.run(
            match_trajectories(
                house, AgentDesk(house), golden=golden, synthetic=synthetic, threshold=threshold
            )
        )
