"""transformed: a check of what becomes of the answer, by expressions that are computed here or by code, with leave."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from pydantic import JsonValue, TypeAdapter

from edison.domain import CellId, CheckCall, CheckReply, Output, OutputId, OutputStatus, Snippet
from edison.text import JsRaised, read_js, write_js

from .kind import (
    CheckKind,
    CheckMisfit,
    PlainTest,
    SeenOutput,
    Test,
    TestByCode,
    TestByFacts,
    TestByMeaning,
    read_fields,
)
from .snippet import code_context, code_output, said_or_called

_Change: TypeAlias = Callable[[Output], JsonValue]
_USUAL_FUNCTION = "get_transform"
_fields = TypeAdapter(dict[str, JsonValue])


class _Step(NamedTuple):
    """One change: an expression of JavaScript, or a function in a file."""

    source: str = ""
    file: str = ""


def becomes(value: JsonValue, *, kinds: Mapping[str, CheckKind]) -> Test:
    """What the expressions under `by` make of the answer, one after another, is as the check under `then` says."""
    steps, inner, negated = _read(value, kinds=kinds)
    change = _read_change(steps)
    assert not isinstance(inner, TestByCode), "no kind that runs code is handed in"
    if change is None:
        raise CheckMisfit("is more than can be computed without running it", field="value.by")
    return _exactly(inner, change, negated=negated)


def becomes_by_code(value: JsonValue, *, kinds: Mapping[str, CheckKind]) -> Test:
    """The same where code makes it of the answer, or code looks at it then."""
    steps, inner, negated = _read(value, kinds=kinds)
    change = _read_change(steps)
    if change is None:
        return _by_code(steps, inner, negated=negated)
    if not isinstance(inner, TestByCode):
        raise CheckMisfit("must be code, or transformed is enough", field="value.then")
    return TestByCode(
        call=inner.call,
        look=lambda reply: _opposite(inner.look(reply), negated=negated),
        give=lambda output, case: inner.give(_changed(change, output)[0] or output, case),
        spoilt=lambda output: _changed(change, output)[1],
    )


def _read(value: JsonValue, *, kinds: Mapping[str, CheckKind]) -> tuple[list[_Step], Test, bool]:
    fields = read_fields(value, known=("by", "then"), needed=("by", "then"))
    return _read_steps(fields["by"]), *_read_inner(fields["then"], kinds=kinds)


def _read_change(steps: Sequence[_Step]) -> _Change | None:
    """What the steps make of an answer; None where one of them cannot be computed here."""
    turns = [None if step.file else read_js(step.source) for step in steps]
    exact = [turn for turn in turns if turn is not None]
    if len(exact) < len(turns):
        return None

    def change(output: Output) -> JsonValue:
        said = said_or_called(output)
        for turn in exact:
            said = turn(said)
        return said

    return change


def _read_steps(value: JsonValue) -> list[_Step]:
    written = value if isinstance(value, list) else [value]
    steps: list[_Step] = []
    for one in written:
        if isinstance(one, str) and one.strip():
            steps.append(_Step(source=one))
        elif isinstance(one, dict) and isinstance(one.get("file"), str):
            steps.append(_Step(file=str(one["file"])))
        else:
            raise CheckMisfit("must be expressions such as output.trim(), or {file: path}", field="value.by")
    if not steps:
        raise CheckMisfit("is an empty list; say what becomes of the answer", field="value.by")
    return steps


def _read_inner(value: JsonValue, *, kinds: Mapping[str, CheckKind]) -> tuple[Test, bool]:
    if not isinstance(value, dict) or len(value) != 1:
        raise CheckMisfit("must be one check such as {contains: Paris}", field="value.then")
    ((name, given),) = value.items()
    bare = name.removeprefix("not_")
    if bare not in kinds:
        raise CheckMisfit(f"names a kind of check that is not known: {name}", field="value.then")
    try:
        return kinds[bare].prepare(given), bare != name
    except CheckMisfit as misfit:
        inner = misfit.field.removeprefix("value")
        raise CheckMisfit(misfit.problem, field=f"value.then.{name}{inner}") from misfit


def _changed(change: _Change, output: Output) -> tuple[Output | None, SeenOutput | None]:
    """What becomes of an answer, or that nothing does."""
    try:
        return _as_output(change(output)), None
    except JsRaised as raised:
        return None, SeenOutput(False, f"It cannot be transformed: {raised}.", absent=True)


def _exactly(inner: PlainTest, change: _Change, *, negated: bool) -> Test:
    def look(output: Output, see: Callable[[Output], SeenOutput]) -> SeenOutput:
        changed, spoilt = _changed(change, output)
        return spoilt or _opposite(see(changed or output), negated=negated)

    if isinstance(inner, TestByMeaning):
        return TestByMeaning(
            texts=lambda output: _texts(inner, change, output),
            look=lambda output, embedded: look(output, lambda changed: inner.look(changed, embedded)),
        )
    if isinstance(inner, TestByFacts):
        return TestByFacts(lambda output, facts: look(output, lambda changed: inner.look(changed, facts)))
    return lambda output: look(output, inner)


def _texts(inner: TestByMeaning, change: _Change, output: Output) -> tuple[str, ...]:
    changed, _ = _changed(change, output)
    return () if changed is None else inner.texts(changed)


def _by_code(steps: Sequence[_Step], inner: Test, *, negated: bool) -> TestByCode:
    """Code turns the answer, and the check looks at what that gave back."""
    snippet = _joined(steps)
    if isinstance(inner, TestByCode | TestByMeaning | TestByFacts):
        raise CheckMisfit("must go by words where the answer is changed by code", field="value.then")

    def look(reply: CheckReply) -> SeenOutput:
        if reply.trouble is not None:
            return SeenOutput(None, reply.trouble)
        said = _said(reply)
        if said is None:
            return SeenOutput(False, f"{snippet.name} gave nothing back.", absent=True)
        return _opposite(inner(_as_output(said)), negated=negated)

    return TestByCode(
        call=CheckCall(snippet=snippet, given=b""),
        look=look,
        give=lambda output, case: {"output": code_output(output, case), "context": code_context(case, {})},
    )


def _joined(steps: Sequence[_Step]) -> Snippet:
    """All steps in one process: expressions of JavaScript one behind the other, or one file."""
    if len(steps) == 1 and steps[0].file:
        file = steps[0].file
        if not file.partition(":")[0].endswith(".py"):
            return Snippet(language="javascript", file=file)
        return Snippet(language="python", file=file if ":" in file else f"{file}:{_USUAL_FUNCTION}")
    if any(step.file for step in steps):
        raise CheckMisfit("must be one file, or expressions alone", field="value.by")
    bodies = [one if "\n" in one else f"return {one}" for one in (step.source.strip() for step in steps)]
    made = ", ".join(f"new Function('output', 'context', 'process', {json.dumps(body)})" for body in bodies)
    source = (
        f"const steps = [{made}];\n"
        "return steps.reduce((said, step) => said.then((value) => step(value, context, process)), "
        "Promise.resolve(output));"
    )
    return Snippet(language="javascript", source=source)


def _said(reply: CheckReply) -> JsonValue:
    with suppress(ValueError, RecursionError):
        return _fields.validate_json(reply.said).get("value")
    return None


def _as_output(said: JsonValue) -> Output:
    text = said if isinstance(said, str) else write_js(said)
    return Output(
        id=OutputId("transformed"), cell_id=CellId("transformed"), status=OutputStatus.OK, text=text
    )


def _opposite(seen: SeenOutput, *, negated: bool) -> SeenOutput:
    if not negated or seen.holds is None or seen.absent:
        return seen
    return seen._replace(holds=not seen.holds)
