"""Having an answer judged by criteria in words, and an instruction put in other forms."""

from typing import TypeVar

from edison.domain import Dialogue, Judge, JudgeId, Right, RubricId, boundary_for
from edison.engine.calls.conversation import Conversation
from edison.errors import ChoiceUnknown, ReplyUnusable
from edison.stages.draft import DIMENSIONS, USUAL_DIMENSIONS, VariantRequest, draft_variants
from edison.stages.judge import NotJudged, PassUnit, decide_passing
from edison.store import LOCAL_PROJECT
from edison.text import Unreadable

from ..access import verb
from ..house import House
from ..views.agents import DecisionView, MadeVariantsView
from .session import AgentSession, Asked, CallTerms, ask_model, find_model

T = TypeVar("T")

_BOUNDARY_CHARS = 20


@verb(Right.SPEND)
async def judge_answer(
    house: House, session: AgentSession, answer: str, *, criteria: str, judge: Asked
) -> DecisionView:
    """Whether an answer meets criteria; what the judge says and nobody can read is no verdict at all."""
    endpoint = await find_model(house, session, judge.model_id)
    asked = Judge(
        id=JudgeId("judge_agent"),
        project_id=LOCAL_PROJECT,
        name=endpoint.name,
        rubric_id=RubricId("criteria"),
        endpoint=endpoint,
        sampling=judge.sampling,
    )
    unit = PassUnit(judge=asked, criteria=criteria, answer=answer)
    found, said = await _hold(house, session, decide_passing(unit, boundary=_boundary(house)), judge.terms)
    if isinstance(found, NotJudged):
        return DecisionView(passed=None, reason=f"Not judged: {found.reason}", score=None, raw_response=said)
    return DecisionView(passed=found.passed, reason=found.reason, score=found.score, raw_response=said)


@verb(Right.SPEND)
async def make_variants(
    house: House, session: AgentSession, baseline: str, *, dimensions: tuple[str, ...] | None, writer: Asked
) -> MadeVariantsView:
    """An instruction in other grammatical forms.

    Raises:
        ChoiceUnknown: there is no such dimension.
        ReplyUnusable: what the model wrote is no object of texts.
    """
    chosen = USUAL_DIMENSIONS if dimensions is None else dimensions
    for dimension in chosen:
        if dimension not in DIMENSIONS:
            raise ChoiceUnknown("dimension", dimension, DIMENSIONS)
    endpoint = await find_model(house, session, writer.model_id)
    request = VariantRequest(writer=endpoint, baseline=baseline, dimensions=chosen, sampling=writer.sampling)
    found, _ = await _hold(house, session, draft_variants(request, boundary=_boundary(house)), writer.terms)
    if isinstance(found, Unreadable):
        raise ReplyUnusable(endpoint.name, found.detail)
    return MadeVariantsView(
        baseline=baseline, dimensions_requested=chosen, variants=found, variant_count=len(found)
    )


async def _hold(
    house: House, session: AgentSession, dialogue: Dialogue[T], terms: CallTerms
) -> tuple[T, str]:
    """A dialogue to its end, one question after another, and what was said last."""
    talk, said = Conversation(dialogue), ""
    while not talk.is_over:
        for waiting in talk.waits_for:
            answer = await ask_model(house, session, waiting.ask, terms)
            said = answer.text
            talk.hear(waiting.branch, answer)
    assert talk.conclusion is not None
    return talk.conclusion, said


def _boundary(house: House) -> str:
    drawn = house.chance.stream("agents", house.mint.new("fence")).token(_BOUNDARY_CHARS)
    return boundary_for(1, given=drawn)
