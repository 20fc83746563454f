"""What the judges of a contest are told, for whoever wants to know how they were asked."""

from collections.abc import Iterator

from edison.domain import CellId, Output, OutputId, OutputStatus, Snapshot
from edison.stages.judge import PairUnit, ask_comparison

_BOUNDARY = "x" * 20
"""Stands for the marks around a text, which nobody can guess in a real question."""


def tell_prompts(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """Each judge that is asked, with the very words of its question; only the two texts are left out."""
    left, right = _text("(the one text)"), _text("(the other text)")
    for index in snapshot.pair_judges:
        judge, rubric = snapshot.judges[index], snapshot.rubric
        assert rubric is not None, "a snapshot with judges has a rubric"
        unit = PairUnit(judge=judge, rubric=rubric, goal=snapshot.goal, task=None, left=left, right=right)
        ask = ask_comparison(unit, boundary=_BOUNDARY)
        yield judge.name, "\n\n".join(message.text for message in ask.messages)


def _text(words: str) -> Output:
    return Output(id=OutputId("shown"), cell_id=CellId("shown"), status=OutputStatus.OK, text=words)
