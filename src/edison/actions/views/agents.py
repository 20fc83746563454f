"""What agents are told: the fields are those of prompt-prix's tools, letter for letter."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import AliasChoices, Field, JsonValue

from edison.domain import AgentToken, ToolCall, TraceStep, to_usd
from edison.stats.vectors import (
    CosineDrift,
    PatternStrength,
    Trajectory,
    TrajectoryFit,
    TrajectoryMatch,
    Variants,
)

from ..providers.models import ServerModels
from .view import BaseView, Moment

_DEADPAN = {
    PatternStrength.STRONG: "Strong: isolated spikes before a calm background.",
    PatternStrength.MODERATE: "Moderate: some isolated spikes.",
    PatternStrength.WEAK: "Weak: no isolated spikes to speak of.",
}
_HELLER = {
    PatternStrength.STRONG: "Strong: it goes round in circles and slows down.",
    PatternStrength.MODERATE: "Moderate: it returns now and then.",
    PatternStrength.WEAK: "Weak: it goes on.",
}
_FITS = {
    TrajectoryFit.EXCELLENT: "Excellent: it moves as the golden text does.",
    TrajectoryFit.GOOD: "Good: some of the rhythm differs.",
    TrajectoryFit.MODERATE: "Moderate: the structure is there, but weak.",
    TrajectoryFit.POOR: "Poor: it moves otherwise.",
}


class ModelsView(BaseView):
    """Every model that can be asked, and where."""

    models: tuple[str, ...]
    servers: dict[str, tuple[str, ...]]
    unreachable: tuple[str, ...]


class TokenView(BaseView):
    """A token of an agent: what it is good for, and what was taken of it; never the token itself."""

    id: str
    name: str
    may_spend: bool
    cap_usd: float | None
    taken_usd: float
    """Spent, or set aside for calls and runs that may cost so much."""
    made_at: Moment
    revoked_at: Moment | None


class MadeTokenView(BaseView):
    """A token that was just made: it is told this once."""

    token: str
    about: TokenView


class RecommendedVariantView(BaseView):
    """A variant that tests robustness: far away, and still saying the same."""

    variant: str
    distance: float
    text: str


class VariantsView(BaseView):
    """Distances among variants."""

    constraint_name: str
    baseline_label: str
    variants_count: int
    from_baseline: dict[str, float]
    pairwise: dict[str, float]
    recommendations: tuple[RecommendedVariantView, ...]


class MadeVariantsView(BaseView):
    """An instruction in other forms, itself among them."""

    baseline: str
    dimensions_requested: tuple[str, ...]
    variants: dict[str, str]
    variant_count: int


class MeasuredVariantsView(MadeVariantsView):
    """The same, and how far apart they are."""

    distances: VariantsView


class StepCallView(BaseView):
    """A call that a model asked for; arguments that could not be read are empty."""

    id: str
    name: str
    args: dict[str, JsonValue]


class TraceEntryView(BaseView):
    """One call of a trace, as it is handed in again with the next step."""

    iteration: int
    turn: int
    tool_call: StepCallView
    observation: str
    success: bool
    thought: str
    latency_ms: float


class ReactStepView(BaseView):
    """What one step of a loop brought."""

    completed: bool
    final_response: str | None
    new_iterations: tuple[TraceEntryView, ...]
    pending_tool_calls: tuple[StepCallView, ...]
    call_counter: int
    latency_ms: float
    thought: str | None
    done_args: dict[str, JsonValue] | None
    done_trace_entry: TraceEntryView | None


class StartedRunView(BaseView):
    """A run that was started."""

    run_id: str
    name: str
    notes: tuple[str, ...]
    """What of it will not be done or found out, and whatever else is to be known before it is believed."""


def view_call(call: ToolCall) -> StepCallView:
    """A call as agents are told it."""
    return StepCallView(id=call.id, name=call.name, args=call.arguments)


def view_entry(step: TraceStep, *, number: int, latency_ms: float) -> TraceEntryView:
    """A step of a loop as agents are told it."""
    return TraceEntryView(
        iteration=number,
        turn=step.turn,
        tool_call=view_call(step.call),
        observation=step.observation,
        success=step.success,
        thought=step.thought,
        latency_ms=latency_ms,
    )


class DecisionView(BaseView):
    """Whether an answer meets criteria; null where what the judge said could not be read."""

    passed: bool | None = Field(validation_alias=AliasChoices("pass", "passed"), serialization_alias="pass")
    reason: str
    score: float | None
    raw_response: str


class TextDriftView(BaseView):
    """How far two texts lie apart."""

    distance: float
    band: str
    z: float | None
    """In deviations of the distances of unrelated texts."""
    closer_unrelated: float | None
    """The share of unrelated pairs that lie at least as close."""
    embedder: str


class SpikeView(BaseView):
    """A sudden change of pace."""

    index: int
    magnitude: float
    isolation_score: float
    position_ratio: float


class TrajectoryView(BaseView):
    """How a text moves; the last four are null unless they were asked for."""

    n_sentences: int
    mean_velocity: float
    velocity_variance: float
    mean_acceleration: float
    acceleration_variance: float
    max_acceleration: float
    max_acceleration_index: int | None
    max_curvature: float
    max_curvature_index: int | None
    acceleration_spikes: tuple[SpikeView, ...]
    deadpan_score: float
    circularity_score: float
    tautology_density: float
    deceleration_score: float
    heller_score: float
    adams_interpretation: str
    heller_interpretation: str
    sentences: tuple[str, ...] | None
    velocity_profile: tuple[float, ...] | None
    acceleration_profile: tuple[float, ...] | None
    curvature_profile: tuple[float, ...] | None


class TrajectorySummaryView(BaseView):
    """A text in a comparison."""

    n_sentences: int
    deadpan_score: float
    heller_score: float
    n_spikes: int


class TrajectoryMatchView(BaseView):
    """How well a text follows another; the less fitness, the better."""

    fitness_score: float
    synthetic_deadpan: float
    synthetic_heller: float
    synthetic_mean_isolation: float
    acceleration_dtw: float | None
    acceleration_correlation: float
    spike_position_match: float
    spike_count_match: float
    interpretation: str
    golden_summary: TrajectorySummaryView
    synthetic_summary: TrajectorySummaryView


def view_models(servers: Iterable[ServerModels]) -> ModelsView:
    """What servers list."""
    seen = list(servers)
    listed: dict[str, set[str]] = {}
    for server in seen:
        if server.problem is None:
            listed.setdefault(server.address, set()).update(server.models)
    return ModelsView(
        models=tuple(sorted({model for models in listed.values() for model in models})),
        servers={address: tuple(sorted(models)) for address, models in listed.items()},
        unreachable=tuple(sorted({server.address for server in seen if server.problem} - listed.keys())),
    )


def view_drift(found: CosineDrift, *, embedder: str) -> TextDriftView:
    """A distance with what it means."""
    return TextDriftView(
        distance=found.distance,
        band=found.band.value,
        z=found.z,
        closer_unrelated=found.closer_unrelated,
        embedder=embedder,
    )


def view_variants(found: Variants, *, texts: Mapping[str, str], name: str) -> VariantsView:
    """Distances by label, and by pair of labels."""
    return VariantsView(
        constraint_name=name,
        baseline_label=found.baseline,
        variants_count=len(texts),
        from_baseline={one.variant: one.distance for one in found.from_baseline},
        pairwise={f"({pair.first}, {pair.second})": pair.distance for pair in found.pairwise},
        recommendations=tuple(
            RecommendedVariantView(variant=one.variant, distance=one.distance, text=texts[one.variant])
            for one in found.recommended
        ),
    )


def view_trajectory(found: Trajectory, *, sentences: Sequence[str] | None) -> TrajectoryView:
    """A movement; with its sentences and profiles where the sentences are given."""
    is_whole = sentences is not None
    return TrajectoryView(
        n_sentences=found.sentences,
        mean_velocity=found.mean_velocity,
        velocity_variance=found.velocity_variance,
        mean_acceleration=found.mean_acceleration,
        acceleration_variance=found.acceleration_variance,
        max_acceleration=found.max_acceleration,
        max_acceleration_index=found.max_acceleration_index,
        max_curvature=found.max_curvature,
        max_curvature_index=found.max_curvature_index,
        acceleration_spikes=tuple(
            SpikeView(
                index=spike.index,
                magnitude=spike.magnitude,
                isolation_score=spike.isolation,
                position_ratio=spike.position,
            )
            for spike in found.spikes
        ),
        deadpan_score=found.deadpan,
        circularity_score=found.circularity,
        tautology_density=found.tautology,
        deceleration_score=found.deceleration,
        heller_score=found.heller,
        adams_interpretation=_DEADPAN[found.deadpan_strength],
        heller_interpretation=_HELLER[found.heller_strength],
        sentences=None if sentences is None else tuple(sentences),
        velocity_profile=found.velocities if is_whole else None,
        acceleration_profile=found.accelerations if is_whole else None,
        curvature_profile=found.curvatures if is_whole else None,
    )


def view_match(match: TrajectoryMatch, *, golden: Trajectory, synthetic: Trajectory) -> TrajectoryMatchView:
    """Two movements beside each other."""
    return TrajectoryMatchView(
        fitness_score=match.fitness,
        synthetic_deadpan=synthetic.deadpan,
        synthetic_heller=synthetic.heller,
        synthetic_mean_isolation=synthetic.isolation,
        acceleration_dtw=match.acceleration_dtw,
        acceleration_correlation=match.acceleration_correlation,
        spike_position_match=match.spike_position_match,
        spike_count_match=match.spike_count_match,
        interpretation=_FITS[match.fit],
        golden_summary=_summary(golden),
        synthetic_summary=_summary(synthetic),
    )


def _summary(found: Trajectory) -> TrajectorySummaryView:
    return TrajectorySummaryView(
        n_sentences=found.sentences,
        deadpan_score=found.deadpan,
        heller_score=found.heller,
        n_spikes=len(found.spikes),
    )


def view_token(token: AgentToken) -> TokenView:
    """A token as it is told."""
    cap = token.cap_microusd
    return TokenView(
        id=token.id,
        name=token.name,
        may_spend=cap is not None,
        cap_usd=to_usd(cap),
        taken_usd=to_usd(token.taken_microusd),
        made_at=token.made_at,
        revoked_at=token.revoked_at,
    )
