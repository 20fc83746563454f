"""The conversation with a judge about what it would change, and with the refiner about one candidate."""

from collections.abc import Callable

from edison.domain import Answer, Ask, Dialogue, Failure, Proposal, RefineStrategy, Reply
from edison.errors import EdisonError
from edison.text import Unreadable, WhyUnreadable

from .edits.applying import EditsRefused, edited_version
from .edits.guards import find_breaches
from .prompts import ask_candidate, ask_reflection, ask_suggestions, wrong_answer
from .reply import read_edits, read_rewrite, read_suggestions
from .units import SuggestUnit, SynthesisUnit


def suggest_changes(unit: SuggestUnit, *, boundary: str) -> Dialogue[Proposal]:
    """Ask a judge what it would change and, where its reply cannot be read, once more."""
    shown = {wrong_answer(number): one.judgments for number, one in enumerate(unit.task.findings.failing, 1)}
    return (
        yield from _ask_twice(
            lambda after: ask_suggestions(unit, boundary=boundary, after=after),
            lambda reply: read_suggestions(reply, shown=shown),
        )
    )


def write_candidate(unit: SynthesisUnit, *, boundary: str, is_final: bool = False) -> Dialogue[Proposal]:
    """Ask the refiner for edits or a new text and, where they cannot be read, applied or allowed, once more.

    Args:
        unit: What is written.
        boundary: Around what is not addressed to the refiner.
        is_final: Whether nobody asks the guards again, so that what they refuse a second time is no proposal.
    """
    if unit.task.reflection:
        return (yield from _reflect(unit))
    read = read_rewrite if unit.strategy is RefineStrategy.REWRITE else read_edits
    return (
        yield from _ask_twice(
            lambda after: ask_candidate(unit, boundary=boundary, after=after),
            lambda reply: read(reply, version=unit.task.version),
            lambda proposal: _objection(unit, proposal),
            is_final=is_final,
        )
    )


def _objection(unit: SynthesisUnit, proposal: Proposal) -> str:
    """What the guards have against it; whoever decides in the end asks them again."""
    if unit.guarded is None or not proposal.edits:
        return ""
    parent = unit.task.version
    version = edited_version(parent, proposal.edits, number=parent.number + 1)
    return (
        version.sentence
        if isinstance(version, EditsRefused)
        else " ".join(find_breaches(version, unit.guarded))
    )


def _reflect(unit: SynthesisUnit) -> Dialogue[Proposal]:
    """Ask once, and give back whatever is said: whoever wanted it knows how to read it."""
    reply = yield ask_reflection(unit)
    assert isinstance(reply, Answer | Failure)
    if isinstance(reply, Failure):
        return Proposal(not_proposed=reply.sentence)
    return Proposal(draft=reply.text) if reply.text.strip() else Proposal(not_proposed="The reply is empty.")


def _ask_twice(
    ask: Callable[[Unreadable | None], Ask],
    read: Callable[[Reply], Proposal | Unreadable],
    object_to: Callable[[Proposal], str] = lambda _: "",
    *,
    is_final: bool = False,
) -> Dialogue[Proposal]:
    """Ask, and once more with what was wrong; what is objected to then is refused here, or given back as it is."""
    after: Unreadable | None = None
    for is_last in (False, True):
        try:
            question = ask(after)
        except EdisonError as error:
            return Proposal(not_proposed=error.sentence)
        reply = yield question
        assert isinstance(reply, Answer | Failure)
        found = read(reply)
        if isinstance(found, Proposal):
            why = object_to(found) if is_final or not is_last else ""
            if not why:
                return found
            if is_last:
                return Proposal(not_proposed=why)
            found = Unreadable(reason=WhyUnreadable.WRONG_SHAPE, excerpt="", detail=why)
        after = found
    assert after is not None
    return Proposal(not_proposed=f"The reply could not be used: {after.detail or after.reason.value}")
