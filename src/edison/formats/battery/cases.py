"""The cases of a battery: one shape for whatever form they were written in."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pydantic import ConfigDict, Field, JsonValue

from edison.domain import (
    EXPECTED_CALLS,
    EXPECTED_KEYS,
    USUAL_ITERATIONS,
    WRITTEN_FOR,
    CaseTask,
    Check,
    Criterion,
    Expectation,
    Form,
    Message,
    SuiteCase,
    TaskTurn,
    ToolLoop,
)

from ..reading.complaints import Complaints
from ..reading.nodes import Path, tell
from ..reading.shapes import FileForm, Identity, Words
from .conversations import read_choice, read_form, read_messages, read_tools, tell_task
from .meaning_blocks import read_blocks
from .unsent import tell_unsent

USUAL_SYSTEM = "You are a helpful assistant."

_VERDICT = re.compile(r"verdict.*must be ['\"‘’“”]([^'\"‘’“”]{1,100})['\"‘’“”]", re.IGNORECASE | re.DOTALL)
_REMARKS = ("notes", "note", "description", "comment", "reason")
"""Keys of an expectation that are for people."""


class LaterTurnForm(FileForm):
    """What the user says in a loop once the model is done, and tools that are offered from then on."""

    messages: JsonValue = None
    tools: JsonValue = None


class BatteryCaseForm(FileForm):
    """One case. Keys that are not listed here are kept as its variables; those that begin with _ are ignored."""

    model_config = ConfigDict(extra="ignore")

    most_keys: ClassVar[int] = 1_000

    id: Identity
    user: Words | None = None
    name: str | None = None
    category: Words | None = None
    severity: str = "warning"
    system: str | None = None
    messages: JsonValue = None
    tools: JsonValue = None
    tool_choice: JsonValue = None
    response_format: JsonValue = None
    expected: dict[str, JsonValue] | None = None
    pass_criteria: JsonValue = None
    fail_criteria: JsonValue = None
    expected_response: JsonValue = None
    mode: Literal["none", "react"] = "none"
    mock_tools: dict[str, JsonValue] | None = None
    later_turns: list[LaterTurnForm] | None = None
    max_iterations: int = Field(default=USUAL_ITERATIONS, ge=1, le=1_000)
    expect_refusal: bool = False
    trajectory: dict[str, JsonValue] | None = None
    embedding_validation: JsonValue = None


@dataclass(slots=True)
class CaseReader:
    """Makes cases, and keeps what of them will not be done."""

    complaints: Complaints
    system: str = USUAL_SYSTEM
    unhonoured: list[str] = field(default_factory=list[str])
    assertions: int = 0
    evaluated: int = 0

    def read(
        self, written: Mapping[str, JsonValue], *, at: Path, extra: Iterable[Check] = ()
    ) -> SuiteCase | None:
        """One case; None where it cannot be used, which was complained about."""
        form = self.complaints.read(BatteryCaseForm, dict(written), at=at)
        if form is None:
            return None
        task = self._task(form, at=at)
        if task is None:
            return None
        kept = {
            key: value
            for key, value in written.items()
            if key not in BatteryCaseForm.known() and not key.startswith("_")
        }
        named = {"name": form.name} if form.name else {}
        return SuiteCase(
            name=form.id,
            variables={**kept, **named, "severity": form.severity, WRITTEN_FOR: tell_task(task.messages)},
            expectation=self._expectation(form),
            tags=(form.category.strip(),) if form.category else (),
            checks=(*self._checks(form, task=task, name=form.id), *extra),
            criteria=Criterion.decided(must=_texts(form.pass_criteria), must_not=_texts(form.fail_criteria)),
            task=task,
        )

    def say(self, case: str, what: str) -> None:
        """Keep something that will not be done."""
        self.unhonoured.append(f"{case}: {what}")

    def _task(self, form: BatteryCaseForm, *, at: Path) -> CaseTask | None:
        before = len(self.complaints.problems)
        messages = self._messages(form, at=at)
        for what in tell_unsent(form.messages, form.tools):
            self.say(form.id, what)
        tools = read_tools(form.tools, at=(*at, "tools"), complaints=self.complaints)
        choice = read_choice(
            form.tool_choice, tools=tools, at=(*at, "tool_choice"), complaints=self.complaints
        )
        if choice is not None and not tools:
            self.say(form.id, "tool_choice is given without tools and is not sent.")
            choice = None
        answer = Form() if form.response_format is None else read_form(form.response_format)
        if answer is None:
            self.say(form.id, f"response_format {tell(form.response_format)} is not known and is not sent.")
        loop = self._loop(form, has_tools=bool(tools), at=at)
        later = self._later(form, at=(*at, "later_turns"))
        if later and loop is None:
            self.complaints.add(
                (*at, "later_turns"), "further turns stand in no loop", advice="Add mode: react."
            )
        if len(self.complaints.problems) > before:
            return None
        return CaseTask(
            messages=messages,
            tools=tools,
            tool_choice=choice,
            form=answer or Form(),
            loop=loop,
            later=later,
        )

    def _later(self, form: BatteryCaseForm, *, at: Path) -> tuple[TaskTurn, ...]:
        turns: list[TaskTurn] = []
        for place, turn in enumerate(form.later_turns or ()):
            messages = read_messages(turn.messages, at=(*at, place, "messages"), complaints=self.complaints)
            tools = read_tools(turn.tools, at=(*at, place, "tools"), complaints=self.complaints)
            if messages:
                turns.append(TaskTurn(messages=messages, tools=tools))
        return tuple(turns)

    def _messages(self, form: BatteryCaseForm, *, at: Path) -> tuple[Message, ...]:
        if form.messages is not None:
            return read_messages(form.messages, at=(*at, "messages"), complaints=self.complaints)
        if form.user is None:
            self.complaints.add(at, "user is missing", advice="Add it, or messages.")
            return ()
        system = self.system if form.system is None else form.system
        return (*((Message.system(system),) if system.strip() else ()), Message.user(form.user))

    def _loop(self, form: BatteryCaseForm, *, has_tools: bool, at: Path) -> ToolLoop | None:
        if form.mode != "react":
            if form.mock_tools:
                self.say(form.id, "mock_tools are not used without mode: react.")
            if "max_iterations" in form.model_fields_set:
                self.say(form.id, "max_iterations is not used without mode: react.")
            return None
        if not has_tools:
            self.complaints.add((*at, "mode"), "a loop has no tools to call", advice="Add tools.")
            return None
        mocks: dict[str, dict[str, str]] = {}
        for tool, table in (form.mock_tools or {}).items():
            entries = table if isinstance(table, dict) else {"_default": table}
            mocks[tool] = {key: _observed(value) for key, value in entries.items()}
        return ToolLoop(mocks=mocks, max_iterations=form.max_iterations)

    def _checks(self, form: BatteryCaseForm, *, task: CaseTask, name: str) -> Iterable[Check]:
        yield Check(kind="empty", negated=True)
        yield Check(kind="expect_refusal") if form.expect_refusal else Check(kind="refusal", negated=True)
        if task.tool_choice is not None:
            yield Check(kind="tool_choice", value=task.tool_choice.name or task.tool_choice.mode.value)
        verdict = next(filter(None, map(_VERDICT.search, _texts(form.pass_criteria))), None)
        if verdict is not None:
            yield Check(kind="verdict", value=verdict[1])
        yield from self._expected(form.expected, name=name)
        if form.trajectory is not None:
            yield Check(kind="trajectory", value=form.trajectory)
        reference = _written(form.expected_response)
        if reference.strip():
            yield Check(kind="drift", value={"from": reference})
        yield from self._blocks(form.embedding_validation, name=name)

    def _blocks(self, written: JsonValue, *, name: str) -> Iterable[Check]:
        checks, notes = read_blocks(written)
        self.assertions += len(checks) + len(notes)
        self.evaluated += len(checks)
        for note in notes:
            self.say(name, note)
        return checks

    def _expected(self, block: Mapping[str, JsonValue] | None, *, name: str) -> Iterable[Check]:
        if block is None:
            return
        self.assertions += 1
        for key in block:
            if key not in EXPECTED_KEYS and key not in _REMARKS and not key.startswith("_"):
                self.say(name, f"expected.{key} is not known and is not evaluated.")
        items = block.get("tool_calls")
        for item in items if isinstance(items, list) else ():
            for key in item if isinstance(item, dict) else ():
                if key not in (*EXPECTED_CALLS, "match_mode", *_REMARKS) and not key.startswith("_"):
                    self.say(name, f"expected.tool_calls: {key} is not known and is not evaluated.")
        if any(value is not None for key, value in block.items() if key in EXPECTED_KEYS):
            self.evaluated += 1
            yield Check(kind="expected", value=dict(block))
        elif all(key in _REMARKS or key.startswith("_") for key in block):
            self.say(name, "expected tests nothing.")

    def _expectation(self, form: BatteryCaseForm) -> Expectation | None:
        for key, value in (("pass_criteria", form.pass_criteria), ("fail_criteria", form.fail_criteria)):
            for odd in _no_texts(value):
                self.say(form.id, f"{key} {tell(odd)} is no text and is not judged.")
        must, must_not = "\n".join(_texts(form.pass_criteria)), "\n".join(_texts(form.fail_criteria))
        if not must and not must_not and form.expected_response is None:
            return None
        return Expectation(answer=form.expected_response, must=must or None, must_not=must_not or None)


def _texts(value: JsonValue) -> list[str]:
    texts = value if isinstance(value, list) else [value]
    return [str(text).strip() for text in texts if isinstance(text, str | int | float) and str(text).strip()]


def _no_texts(value: JsonValue) -> Iterable[JsonValue]:
    """What of criteria nobody could read to a judge."""
    return (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict | list))


def _written(value: JsonValue) -> str:
    """A text as it is, and everything else as JSON; nothing where there is none."""
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _observed(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)
