"""Thinking aloud before the answer: in one reply where any text will do, else in a question of its own."""

import re

from edison.domain import Answer, Ask, Dialogue, Failure, Outcome, Reply

from ..applied import AppliedTechnique
from ..asking import WorkingPaper, in_prose, is_prose, only, with_exhibits, with_rules

MARK = "FINAL ANSWER:"

_BEHIND = (
    f"When you are done with that, write a line that says {MARK} and nothing else, and below it what you were asked "
    "for, whole and by itself: nothing above that line will be read."
)
_NOT_YET = (
    "Write down only that, in plain words, and not yet what you were asked for: you will be asked again."
)
_NOW = "These are your own notes. Now give what you were asked for, in the form it was asked for, and nothing else."
_WRITTEN_MARK = re.compile(
    r"^[ \t>*_#`]*FINAL ANSWER[*_`]*[ \t]*:[*_`]*[ \t]*\n?", re.IGNORECASE | re.MULTILINE
)
_ENDS = (Outcome.REFUSAL, Outcome.CONTENT_FILTER)
"""Whoever will not think about it will not answer it either."""


def think_aloud(question: Ask, applied: AppliedTechnique, *, rules: str) -> Dialogue[Reply]:
    """Ask for thoughts and for the answer behind them."""
    if is_prose(question):
        reply = only((yield with_rules(question, f"{rules} {_BEHIND}")))
        return reply if isinstance(reply, Failure) else behind_mark(reply)
    thought = only((yield in_prose(with_rules(question, f"{rules} {_NOT_YET}"))))
    if isinstance(thought, Failure) or thought.outcome in _ENDS:
        return thought
    notes = [WorkingPaper("NOTES", thought.text)]
    return only((yield with_exhibits(question, notes, _NOW, boundary=applied.mark(1))))


def behind_mark(answer: Answer) -> Answer:
    """The answer without the thoughts before it; all of it where it has no mark, or nothing stands behind that."""
    found = _WRITTEN_MARK.search(answer.text)
    if found is None or not answer.text[found.end() :].strip():
        return answer
    thoughts = "\n\n".join(filter(None, (answer.reasoning, answer.text[: found.start()].strip())))
    return answer.changed(text=answer.text[found.end() :].strip("\n"), reasoning=thoughts or None)
