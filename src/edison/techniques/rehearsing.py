"""What a technique asks, found out by asking nobody."""

from edison.domain import Answer, Ask, Dialogue, Outcome, Reply

from .kinds import TECHNIQUES
from .way import Way


def rehearse(question: Ask, way: Way, *, answer: str) -> list[Ask]:
    """Every question that this one takes, were each of them answered with that text."""
    technique: Dialogue[Reply] = TECHNIQUES[way.technique](question, way)
    reply = Answer(outcome=Outcome.STOP, text=answer, requested_model=question.to.model)
    asks: list[Ask] = []
    asked = next(technique)
    while True:
        asks += [asked] if isinstance(asked, Ask) else asked
        try:
            asked = technique.send(reply if isinstance(asked, Ask) else [reply] * len(asked))
        except StopIteration:
            return asks
