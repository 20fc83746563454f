"""Tools that measure what texts mean; none asks a model, unless the server was told that one makes the vectors."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from pydantic import Field

from edison.actions.agents.measuring import (
    match_trajectories,
    measure_drift,
    measure_trajectory,
    measure_variants,
)
from edison.actions.agents.session import AgentSession
from edison.actions.house import House
from edison.actions.views.agents import TrajectoryMatchView, TrajectoryView, VariantsView

Threshold = Annotated[float, Field(description="From which change of pace on it is a spike.")]


class MeasuringTools:
    """Distances and movements."""

    def __init__(self, house: House, session: AgentSession) -> None:
        self._house = house
        self._session = session

    def all(self) -> tuple[Callable[..., Awaitable[Any]], ...]:
        """Every tool, by the name of its method."""
        return (
            self.calculate_drift,
            self.analyze_variants,
            self.analyze_trajectory,
            self.compare_trajectories,
        )

    async def calculate_drift(self, *, text_a: str, text_b: str) -> float:
        """The cosine distance of two texts: below 0.1 near identical, above 0.7 unrelated, 2 at most."""
        return await measure_drift(self._house, self._session, text_a, text_b)

    async def analyze_variants(
        self,
        *,
        variants: Annotated[dict[str, str], Field(description="Texts by their labels.")],
        baseline_label: str = "imperative",
        constraint_name: str = "unnamed",
    ) -> VariantsView:
        """How far variants of an instruction lie from a baseline and from each other, and which test robustness."""
        return await measure_variants(
            self._house, self._session, variants, baseline=baseline_label, name=constraint_name
        )

    async def analyze_trajectory(
        self, *, text: str, acceleration_threshold: Threshold = 0.3, include_sentences: bool = False
    ) -> TrajectoryView:
        """How a text of two sentences or more moves through meaning: pace, spikes, and whether it goes in circles."""
        return await measure_trajectory(
            self._house, self._session, text, threshold=acceleration_threshold, whole=include_sentences
        )

    async def compare_trajectories(
        self, *, golden_text: str, synthetic_text: str, acceleration_threshold: Threshold = 0.3
    ) -> TrajectoryMatchView:
        """How well the rhythm of a text follows that of a golden one; the lower the fitness, the better."""
        return await match_trajectories(
            self._house,
            self._session,
            golden=golden_text,
            synthetic=synthetic_text,
            threshold=acceleration_threshold,
        )
