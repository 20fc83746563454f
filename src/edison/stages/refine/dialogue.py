"""The conversation with a judge about what it would change, and with the refiner about one candidate."""

from collections.abc import Callable

from edison.domain import Answer, Ask, Dialogue, Failure, Proposal, Reply
from edison.errors import EdisonError
from edison.text import Unreadable

from .prompts import ask_edits, ask_suggestions
from .reply import read_edits, read_suggestions
from .units import SuggestUnit, SynthesisUnit


def suggest_changes(unit: SuggestUnit, *, boundary: str) -> Dialogue[Proposal]:
    """Ask a judge what it would change and, where its reply cannot be read, once more."""
    judgments = tuple(dict.fromkeys(one for shown in unit.task.findings.failing for one in shown.judgments))
    return (
        yield from _ask_twice(
            lambda after: ask_suggestions(unit, boundary=boundary, after=after),
            lambda reply: read_suggestions(reply, judgments=judgments),
        )
    )


def write_candidate(unit: SynthesisUnit, *, boundary: str) -> Dialogue[Proposal]:
    """Ask the refiner for edits and, where they cannot be read or do not apply, once more."""
    return (
        yield from _ask_twice(
            lambda after: ask_edits(unit, boundary=boundary, after=after),
            lambda reply: read_edits(reply, version=unit.task.version),
        )
    )


def _ask_twice(
    ask: Callable[[Unreadable | None], Ask], read: Callable[[Reply], Proposal | Unreadable]
) -> Dialogue[Proposal]:
    after: Unreadable | None = None
    for _ in range(2):
        try:
            question = ask(after)
        except EdisonError as error:
            return Proposal(not_proposed=error.sentence)
        reply = yield question
        assert isinstance(reply, Answer | Failure)
        found = read(reply)
        if isinstance(found, Proposal):
            return found
        after = found
    assert after is not None
    return Proposal(not_proposed=f"The reply could not be used: {after.detail or after.reason.value}")
