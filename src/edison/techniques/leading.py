"""A dialogue of any stage, asked by a technique."""

from collections.abc import Generator, Sequence
from typing import Generic, NamedTuple, TypeVar

from edison.domain import (
    Answer,
    Answerer,
    Ask,
    Certainty,
    Cost,
    Dialogue,
    Failure,
    Purpose,
    Question,
    Reply,
    Technique,
    Timing,
    Usage,
    boundary_for,
)
from edison.errors import EdisonError

from .applied import AppliedTechnique
from .kinds import TECHNIQUES

T = TypeVar("T")

_LED = (Purpose.ANSWER, Purpose.DRAFT, Purpose.REFINE)
"""Whoever plays a user or judges on the way is asked as ever."""
_FIRST_MARK = 2
"""The given boundary may stand in the question itself."""


class LedConclusion(NamedTuple, Generic[T]):
    """What a dialogue came to, and the last answer that it heard, with the tokens, money and time of all behind it."""

    conclusion: T
    answer: Answer | None


def lead(dialogue: Dialogue[T], who: Answerer, *, boundary: str) -> Dialogue[LedConclusion[T]]:
    """Hold the dialogue, and ask each of its questions by the technique of whoever is asked.

    The dialogue is handed one reply for each, as if that had been all.
    """
    answer: Answer | None = None
    asked = 0
    reply: Reply | Sequence[Reply] | None = None
    while True:
        try:
            question = next(dialogue) if reply is None else dialogue.send(reply)
        except StopIteration as end:
            return LedConclusion(end.value, answer)
        if not isinstance(question, Ask) or question.purpose not in _LED:
            reply = yield question
            continue
        reply = yield from _ask(question, apply_technique(who, boundary=boundary, asked=asked))
        asked += 1
        if isinstance(reply, Answer):
            answer = reply


def apply_technique(who: Answerer, *, boundary: str, asked: int = 0) -> AppliedTechnique:
    """How somebody is asked a question, the first or a later one of its dialogue."""
    return AppliedTechnique(who.technique, who.samples, boundary_for(_FIRST_MARK + asked, given=boundary))


def _ask(question: Ask, applied: AppliedTechnique) -> Generator[Question, Reply | Sequence[Reply], Reply]:
    if applied.technique is Technique.DIRECT:
        reply = yield question
        assert isinstance(reply, Answer | Failure)
        return reply
    technique = TECHNIQUES[applied.technique](question, applied)
    turns: list[Sequence[Reply]] = []
    heard: Reply | Sequence[Reply] | None = None
    while True:
        try:
            asked = next(technique) if heard is None else technique.send(heard)
        except StopIteration as end:
            return _with_all_behind_it(end.value, turns)
        except EdisonError as error:
            # What could not be put to anybody leaves the question without an answer, and never the run.
            return Failure(code=error.code, sentence=error.sentence)
        heard = yield asked
        turns.append((heard,) if isinstance(heard, Answer | Failure) else heard)


def _with_all_behind_it(reply: Reply, turns: Sequence[Sequence[Reply]]) -> Reply:
    """What an answer took: all tokens and all money; time turn by turn, the slowest of each."""
    if isinstance(reply, Failure):
        return reply
    answers = [one for turn in turns for one in turn if isinstance(one, Answer)]
    slowest = [
        max((one.timing.latency_s for one in turn if isinstance(one, Answer)), default=0.0) for turn in turns
    ]
    return reply.changed(
        usage=_all_tokens([one.usage for one in answers]),
        cost=_whole_cost([one.cost for one in answers]),
        timing=Timing(queue_s=sum(one.timing.queue_s for one in answers), latency_s=sum(slowest)),
        from_cache=all(one.from_cache for one in answers),
        attempts=sum(one.attempts for one in answers),
    )


def _all_tokens(usages: Sequence[Usage]) -> Usage:
    def of(name: str) -> int | None:
        counts: list[int | None] = [getattr(one, name) for one in usages]
        return None if any(count is None for count in counts) else sum(count or 0 for count in counts)

    return Usage(**{name: of(name) for name in Usage.__struct_fields__})


def _whole_cost(costs: Sequence[Cost]) -> Cost:
    if any(one.microusd is None for one in costs):
        return Cost()
    is_exact = all(one.certainty is Certainty.EXACT for one in costs)
    return Cost(
        microusd=sum(one.microusd or 0 for one in costs),
        certainty=Certainty.EXACT if is_exact else Certainty.ESTIMATED,
    )
