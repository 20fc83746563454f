"""What judges write besides numbers: why, and what the prompt should say instead."""

from __future__ import annotations

from .criteria import BY_NAME, NAMES
from .perception import Seen
from .rubric_reading import AskedCriterion

_CONTENT = 0.75


def reason_for(asked: AskedCriterion, *, seen: Seen, score: float) -> str:
    """Explain a score in one sentence that fits it."""
    criterion = BY_NAME.get(asked.known or "")
    if criterion is None:
        return _overall_reason(seen, score)
    note = seen.truth.notes.get(criterion.name) if seen.truth is not None else None
    if score >= _CONTENT:
        return criterion.praise
    return _ended(note) if note else criterion.blame


def weakest(scores: dict[str, float]) -> str | None:
    """Name the criterion with the lowest score, the first in the world's order when several are equal."""
    known = [name for name in NAMES if name in scores]
    return min(known, key=lambda name: scores[name]) if known else None


def suggestion_for(criterion: str) -> str:
    """Say what to add to the prompt so that this criterion gets better."""
    return f"Add an instruction for “{criterion}”: “{BY_NAME[criterion].instructions[1]}”"


def comparison_reason(winner: Seen | None, loser: Seen | None) -> str:
    """Say why one text won, or that neither did, in at most 50 words."""
    if winner is None or loser is None:
        return "Both are about equally good; I see no difference that matters under this rubric."
    name, other = winner.judged.name, loser.judged.name
    if winner.truth is None or loser.truth is None:
        return f"{name} argues more clearly than {other}, supports its claim better and closes more convincingly."
    gaps = {key: winner.truth.scores[key] - loser.truth.scores.get(key, 0.0) for key in winner.truth.scores}
    widest = max(gaps, key=lambda key: gaps[key])
    if gaps[widest] <= 0:
        return f"{name} reads slightly better than {other} as a whole, although the difference is small."
    note = loser.truth.notes.get(widest) or BY_NAME[widest].blame
    return _shortened(f"{name} is better on “{widest}”. About {other}: {_ended(note)}", words=50)


def _overall_reason(seen: Seen, score: float) -> str:
    if score >= _CONTENT:
        return "As a whole this is a good piece of work."
    notes = list(seen.truth.notes.values()) if seen.truth is not None else []
    return _ended(notes[0]) if notes else "As a whole this could be clearer and better supported."


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "”")) else f"{text}."


def _shortened(text: str, *, words: int) -> str:
    parts = text.split()
    return text if len(parts) <= words else " ".join(parts[: words - 1]) + " …"
