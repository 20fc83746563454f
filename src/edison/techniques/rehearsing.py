"""What a technique asks, found out by asking nobody."""

from edison.domain import Answer, Ask, Dialogue, Outcome, Reply

from .applied import AppliedTechnique
from .kinds import TECHNIQUES


def rehearse(question: Ask, applied: AppliedTechnique, *, answer: str) -> list[Ask]:
    """Every question that this one takes, were each of them answered with that text."""
    technique: Dialogue[Reply] = TECHNIQUES[applied.technique](question, applied)
    reply = Answer(outcome=Outcome.STOP, text=answer, requested_model=question.to.model)
    asks: list[Ask] = []
    asked = next(technique)
    while True:
        asks += [asked] if isinstance(asked, Ask) else asked
        try:
            asked = technique.send(reply if isinstance(asked, Ask) else [reply] * len(asked))
        except StopIteration:
            return asks
