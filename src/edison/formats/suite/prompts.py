"""Versions of the prompt: from a text, a mapping or a file."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TypeAlias

from edison.domain import FewShot, Form, FormKind, SuitePrompt, Tool, ToolChoice, ToolMode
from edison.errors import TemplateBroken
from edison.text import Template

from ..reading.complaints import Complaints, nearest
from ..reading.decoding import read_text
from ..reading.documents import SUITE_BOUNDS, read_document
from ..reading.nodes import Path, TextBroken, repeated, tell
from .forms import FormatForm, PromptForm, ToolChoiceForm

Files: TypeAlias = Callable[[str], bytes | None]
"""Reads a file that a suite names, relative to the suite; None where there is none."""

_FILE_NAME = re.compile(r"[^\s{}]+\.(?:txt|md|markdown|prompt|yaml|yml|json)", re.IGNORECASE)
_DOCUMENTS = {".yaml", ".yml", ".json"}
_MODES = {mode.value: mode for mode in ToolMode if mode is not ToolMode.NAMED}


@dataclass(frozen=True, slots=True)
class PromptReader:
    """Makes prompts from what stands in a suite."""

    complaints: Complaints
    read_file: Files

    def read(
        self, entry: str | PromptForm | Sequence[str | PromptForm], *, at: Path
    ) -> tuple[SuitePrompt, ...]:
        """One prompt, or several versions where a list is given; what cannot be made is complained about."""
        if isinstance(entry, str | PromptForm):
            return tuple(self._read_one(entry, at=at))
        return tuple(
            prompt for index, one in enumerate(entry) for prompt in self._read_one(one, at=(*at, index))
        )

    def _read_one(self, entry: str | PromptForm, *, at: Path) -> Iterator[SuitePrompt]:
        if isinstance(entry, str):
            is_name = _FILE_NAME.fullmatch(entry.strip()) is not None
            entry = PromptForm(file=entry.strip()) if is_name else PromptForm(user=entry)
        if entry.file is None:
            yield from _build(entry, at=at, complaints=self.complaints)
        else:
            yield from self._read_file(entry, name=entry.file, at=at)

    def _read_file(self, entry: PromptForm, *, name: str, at: Path) -> Iterator[SuitePrompt]:
        if entry.user:
            self.complaints.add(at, "file and user are both given", advice="Keep one of them.")
            return
        content = self.read_file(name)
        if content is None:
            advice = (
                "Write its name relative to the suite; a text that looks like a file's name goes into user."
            )
            self.complaints.add(at, f"there is no file {tell(name)}", advice=advice)
            return
        complaints = self.complaints.about(name)
        try:
            if PurePath(name).suffix.lower() in _DOCUMENTS:
                yield from self._read_document(entry, content=content, name=name, at=at)
                return
            text = read_text(content, most_bytes=SUITE_BOUNDS.text_bytes)
        except TextBroken as broken:
            complaints.add_broken(broken)
            return
        user = text.replace("\r\n", "\n").removesuffix("\n")
        yield from _build(entry.model_copy(update={"user": user}), at=(), complaints=complaints)

    def _read_document(
        self, entry: PromptForm, *, content: bytes, name: str, at: Path
    ) -> Iterator[SuitePrompt]:
        if entry.model_fields_set - {"file", "name"}:
            advice = f"Move the other keys into {name}."
            self.complaints.add(at, "a file with a whole prompt stands alone", advice=advice)
            return
        document = read_document(content, name=name)
        complaints = self.complaints.about(name, document=document)
        form = complaints.read(PromptForm, document.plain())
        if form is None:
            return
        if form.file is not None:
            complaints.add(("file",), "a prompt's file names another file", advice="Write the text here.")
            return
        named = form.model_copy(update={"name": entry.name or form.name})
        yield from _build(named, at=(), complaints=complaints)


def read_prompt(content: bytes, *, name: str) -> SuitePrompt:
    """The prompt that a file of its own holds: a text, or a mapping as it stands in a suite.

    Raises:
        SuiteBroken: everything that is wrong with it.
    """
    complaints = Complaints(name)
    prompts = PromptReader(complaints, lambda _: content).read(PromptForm(file=name), at=())
    complaints.refuse()
    return prompts[0]


def _build(form: PromptForm, *, at: Path, complaints: Complaints) -> Iterator[SuitePrompt]:
    if not form.system.strip() and not form.user.strip():
        complaints.add(at, "the prompt says nothing", advice="Write a text for user, or for system.")
        return
    _check_templates(form, at=at, complaints=complaints)
    _check_tools(form, at=at, complaints=complaints)
    if form.json_schema is not None and form.response_format is not None:
        complaints.add(
            (*at, "schema"), "schema and response_format are both given", advice="Keep one of them."
        )
    yield SuitePrompt(
        name=form.name,
        system=form.system,
        user=form.user,
        few_shots=tuple(FewShot(user=shot.user, assistant=shot.assistant) for shot in form.few_shots),
        tools=tuple(
            Tool(name=tool.name, description=tool.description, parameters=tool.parameters)
            for tool in form.tools
        ),
        tool_choice=_tool_choice(form),
        form=_answer_form(form),
    )


def _check_templates(form: PromptForm, *, at: Path, complaints: Complaints) -> None:
    for key in ("system", "user"):
        try:
            Template.parse(str(getattr(form, key)))
        except TemplateBroken as broken:
            what = f"in its line {broken.fields['line']}, {broken.fields['problem']}"
            complaints.add((*at, key), what, advice=str(broken.fields["advice"]))


def _check_tools(form: PromptForm, *, at: Path, complaints: Complaints) -> None:
    names = [tool.name for tool in form.tools]
    for index, name, _ in repeated(names):
        what = f"two tools are called {tell(name)}"
        complaints.add((*at, "tools", index, "name"), what, advice="Give each a name of its own.")
    choice = _tool_choice(form)
    if choice is not None and not names:
        complaints.add((*at, "tool_choice"), "there are no tools to choose from", advice="Add tools.")
    elif choice is not None and choice.name is not None and choice.name not in names:
        advice = nearest(choice.name, known=(*_MODES, *names))
        complaints.add((*at, "tool_choice"), f"there is no tool {tell(choice.name)}", advice=advice)


def _tool_choice(form: PromptForm) -> ToolChoice | None:
    choice = form.tool_choice
    if choice is None:
        return None
    if isinstance(choice, ToolChoiceForm):
        return ToolChoice(mode=ToolMode.NAMED, name=choice.name)
    mode = _MODES.get(choice)
    return ToolChoice(mode=mode) if mode else ToolChoice(mode=ToolMode.NAMED, name=choice)


def _answer_form(form: PromptForm) -> Form:
    wanted = form.response_format
    if form.json_schema is not None:
        return Form(kind=FormKind.SCHEMA, json_schema=form.json_schema)
    if isinstance(wanted, FormatForm):
        return Form(
            kind=FormKind.SCHEMA, name=wanted.name, json_schema=wanted.json_schema, strict=wanted.strict
        )
    return Form(kind=FormKind(wanted)) if wanted else Form()
