"""What texts mean, in numbers: how far apart they are, and how one moves from sentence to sentence."""

from collections.abc import Mapping

from edison.domain import AskerKind, Right, Run, Sampling
from edison.errors import StatisticRefused
from edison.stages.draft import BASELINE
from edison.stats.vectors import (
    analyze_trajectory,
    compare_trajectories,
    cosine_distance,
    cosine_drift,
    variant_distances,
)
from edison.text import split_sentences

from ..access import verb
from ..house import House
from ..views.agents import (
    MeasuredVariantsView,
    TextDriftView,
    TrajectoryMatchView,
    TrajectoryView,
    VariantsView,
    view_drift,
    view_match,
    view_trajectory,
    view_variants,
)
from .judging import make_variants
from .outside_ledger import CappedLedger
from .session import AgentSession, Asked, CallTerms

_VARIED = Sampling(temperature=0.3, max_tokens=512)
_VARY_S = 60.0


@verb(Right.READ)
def measuring_session(
    house: House,
    *,
    name: str,
    embedder: str | None = None,
    about: Run | None = None,
    budget_microusd: int | None = None,
) -> AgentSession:
    """A session for one command: calls to a provider of vectors stand in the ledger under the command's name.

    Args:
        house: The house.
        name: What the command is called.
        embedder: Who makes vectors, as provider/model; whatever is installed here unless given.
        about: The run that the command is about.
        budget_microusd: What it may spend.
    """
    ledger = CappedLedger.for_stay(house, budget_microusd=budget_microusd, kind=AskerKind.COMMAND, name=name)
    return AgentSession(house, ledger=ledger, embedder=embedder, about=about)


@verb(Right.READ)
async def measure_drift(_house: House, session: AgentSession, one: str, other: str) -> float:
    """The cosine distance of two texts, from 0 to 2."""
    vectors = await session.embedder.embed([one, other])
    return cosine_distance(*vectors)


@verb(Right.READ)
async def place_drift(_house: House, session: AgentSession, one: str, other: str) -> TextDriftView:
    """The same, with what it usually means and where it lies among distances of unrelated texts."""
    vectors = await session.embedder.embed([one, other])
    try:
        null = await session.embedder.unrelated()
    except StatisticRefused:
        # An embedder to which all texts are equally far apart has no null; the distance stands all the same.
        null = None
    return view_drift(cosine_drift(*vectors, null=null), embedder=session.embedder.id)


@verb(Right.READ)
async def measure_variants(
    _house: House, session: AgentSession, variants: Mapping[str, str], *, baseline: str, name: str
) -> VariantsView:
    """How far variants of an instruction lie from a baseline and from each other."""
    vectors = await session.embedder.embed(list(variants.values()))
    found = variant_distances(dict(zip(variants, vectors, strict=True)), baseline=baseline)
    return view_variants(found, texts=variants, name=name)


@verb(Right.READ)
async def measure_trajectory(
    _house: House, session: AgentSession, text: str, *, threshold: float, whole: bool
) -> TrajectoryView:
    """How a text of two sentences or more moves; the whole has its sentences and the numbers of each."""
    sentences = split_sentences(text)
    found = analyze_trajectory(await session.embedder.embed(sentences), threshold=threshold)
    return view_trajectory(found, sentences=sentences if whole else None)


@verb(Right.READ)
async def match_trajectories(
    _house: House, session: AgentSession, *, golden: str, synthetic: str, threshold: float
) -> TrajectoryMatchView:
    """How well the movement of a text follows that of a golden one."""
    model, made = [
        analyze_trajectory(await session.embedder.embed(split_sentences(text)), threshold=threshold)
        for text in (golden, synthetic)
    ]
    return view_match(compare_trajectories(model, made), golden=model, synthetic=made)


@verb(Right.SPEND)
async def vary_and_measure(
    house: House,
    text: str,
    *,
    model: str,
    dimensions: tuple[str, ...] | None,
    embedder: str | None = None,
) -> MeasuredVariantsView:
    """An instruction in other grammatical forms, and how far they lie apart."""
    async with measuring_session(house, name="geometry vary", embedder=embedder) as session:
        writer = Asked(model_id=model, sampling=_VARIED, terms=CallTerms(timeout_s=_VARY_S))
        made = await make_variants(house, session, text, dimensions=dimensions, writer=writer)
        far = await measure_variants(house, session, made.variants, baseline=BASELINE, name="unnamed")
    return MeasuredVariantsView(**made.model_dump(), distances=far)
