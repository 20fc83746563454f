"""self_consistency: several independent draws of the same question, and what most of them come to."""

from edison.domain import Ask, Dialogue, Reply

from ..asking import every, redraw, usable
from ..way import Way
from .agreement import most_agreed


def lead(question: Ask, way: Way) -> Dialogue[Reply]:
    """As many questions at once as there are samples; what is no answer has no vote."""
    draws = [redraw(question, sample=sample, samples=way.samples) for sample in range(way.samples)]
    replies = every((yield draws))
    answers = [answer for reply in replies if (answer := usable(reply))]
    return most_agreed(answers) if answers else replies[0]
