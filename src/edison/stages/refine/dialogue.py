"""The conversation with a judge about what it would change, and with the refiner about one candidate."""

from collections.abc import Callable

from edison.domain import Answer, Ask, Dialogue, Failure, Proposal, RefineStrategy, Reply
from edison.errors import EdisonError
from edison.text import Unreadable

from .prompts import ask_candidate, ask_reflection, ask_suggestions
from .reply import read_edits, read_rewrite, read_suggestions
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
    """Ask the refiner for edits or a new text and, where they cannot be read or do not apply, once more."""
    if unit.task.reflection:
        return (yield from _reflect(unit))
    read = read_rewrite if unit.strategy is RefineStrategy.REWRITE else read_edits
    return (
        yield from _ask_twice(
            lambda after: ask_candidate(unit, boundary=boundary, after=after),
            lambda reply: read(reply, version=unit.task.version),
        )
    )


def _reflect(unit: SynthesisUnit) -> Dialogue[Proposal]:
    """Ask once, and give back whatever is said: whoever wanted it knows how to read it."""
    reply = yield ask_reflection(unit)
    assert isinstance(reply, Answer | Failure)
    if isinstance(reply, Failure):
        return Proposal(not_proposed=reply.sentence)
    return Proposal(draft=reply.text) if reply.text.strip() else Proposal(not_proposed="The reply is empty.")


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
