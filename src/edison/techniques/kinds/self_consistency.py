"""self_consistency: several independent draws of the same question, and what most of them come to."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from edison.domain import Answer, Ask, Dialogue, Reply

from ..applied import AppliedTechnique
from ..asking import every, redraw, text_of, usable

_WORD = re.compile(r"\w+")


def lead(question: Ask, applied: AppliedTechnique) -> Dialogue[Reply]:
    """As many questions at once as there are samples; what is no answer has no vote."""
    draws = [redraw(question, sample=sample, samples=applied.samples) for sample in range(applied.samples)]
    replies = every((yield draws))
    answers = [answer for reply in replies if (answer := usable(reply))]
    return most_agreed(answers) if answers else replies[0]


def most_agreed(answers: Sequence[Answer]) -> Answer:
    """The one that most come to; where all differ, the one with most in common with the others.

    Answers are the same that say the same words in the same order, or are the same JSON. The first of equals is taken.
    """
    meant = [_meaning(answer) for answer in answers]
    times = Counter(meant)
    words = [Counter(_WORD.findall(text)) for text in meant]

    def standing(place: int) -> tuple[int, float]:
        others = [_alike(words[place], other) for at, other in enumerate(words) if at != place]
        return times[meant[place]], sum(others)

    return answers[max(range(len(answers)), key=standing)]


def _meaning(answer: Answer) -> str:
    if not answer.tool_calls:
        with suppress(ValueError):
            return json.dumps(json.loads(answer.text), sort_keys=True)
    return " ".join(_WORD.findall(text_of(answer).casefold()))


def _alike(one: Counter[str], other: Counter[str]) -> float:
    """Dice's share of words in common."""
    both = one.total() + other.total()
    return 2 * (one & other).total() / both if both else 1.0
