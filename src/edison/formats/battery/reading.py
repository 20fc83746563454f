"""From a file of tests to a battery, or everything that is wrong with it at once."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import PurePath

from pydantic import JsonValue

from edison.domain import Battery, Check, SuiteCase
from edison.errors import SuiteBroken

from ..reading.complaints import Complaints
from ..reading.nodes import Path, TextBroken, repeated, tell
from ..suite.cases import CasesKind, read_written
from .bfcl import BfclReader
from .cases import USUAL_SYSTEM, CaseReader
from .promptfoo.assertions import Misfit
from .promptfoo.reading import PromptfooFiles, read_promptfoo
from .sniffing import BatteryFormat, SniffedFile, sniff

ReadFile = Callable[[str], bytes | None]
"""Reads a file that another one names, relative to it; None where there is none."""

_NAME_CHARS = 200
_KNOWN = "a battery (prompts with id and user), BFCL (question, function) or promptfoo (prompts, tests)"


def _fits(_: Check) -> str | None:
    """Any check can be made."""
    return None


def name_battery_format(data: bytes, *, name: str) -> BatteryFormat:
    """Which form a file has; what is none of them is taken for a suite, whose reader says what is wrong."""
    try:
        sniffed = sniff(data, name=name)
    except TextBroken:
        return BatteryFormat.SUITE
    return BatteryFormat.SUITE if sniffed is None else sniffed.form


def read_battery(
    data: bytes,
    *,
    name: str,
    read_file: ReadFile,
    system: str | None = None,
    misfit: Misfit = _fits,
    allows_code: bool = False,
) -> Battery:
    """The battery in a file; raises `SuiteBroken` with up to 20 problems, each with its place.

    Args:
        data: The file.
        name: What it is called.
        read_file: Reads a file that it names.
        system: Sent where a case has no system text of its own.
        misfit: Says why a check cannot be made; an assertion of promptfoo's that needs it is then named, not refused.
        allows_code: Whether code in it will be run; it is named otherwise.
    """
    complaints = Complaints(name)
    try:
        sniffed = sniff(data, name=name)
    except TextBroken as broken:
        complaints.add_broken(broken)
        raise SuiteBroken(name, complaints.problems) from broken
    if sniffed is None or sniffed.form is BatteryFormat.SUITE:
        what = "it is no file of tests that is known" if sniffed is None else "it is a suite"
        complaints.add((), what, advice=f"Write {_KNOWN}.")
        raise SuiteBroken(name, complaints.problems)
    if sniffed.form is BatteryFormat.PROMPTFOO and sniffed.document is not None:
        about = complaints.about(name, document=sniffed.document)
        stem = PurePath(name).stem or "battery"
        files = PromptfooFiles(read_file, misfit, allows_code=allows_code, system=system)
        return read_promptfoo(sniffed.document, name=stem, files=files, complaints=about)
    return _BatteryReader(sniffed, complaints=complaints, read_file=read_file, system=system).read(name)


class _BatteryReader:
    def __init__(
        self, sniffed: SniffedFile, *, complaints: Complaints, read_file: ReadFile, system: str | None
    ) -> None:
        self._sniffed = sniffed
        self._read_file = read_file
        self._complaints = complaints.about(complaints.file, document=sniffed.document)
        self._reader = CaseReader(self._complaints, system=USUAL_SYSTEM if system is None else system)
        self._system = system

    def read(self, name: str) -> Battery:
        cases = list(self._cases())
        self._check_names(cases)
        if not cases and not self._complaints.problems:
            self._complaints.add((), "the file holds no tests", advice="Write at least one.")
        self._complaints.refuse()
        return Battery(
            name=self._name(name),
            form=self._sniffed.form.value,
            cases=tuple(cases),
            unhonoured=tuple(self._reader.unhonoured),
            assertions=self._reader.assertions,
            evaluated=self._reader.evaluated,
        )

    def _cases(self) -> Iterator[SuiteCase]:
        is_bfcl = self._sniffed.form is BatteryFormat.BFCL
        reader = BfclReader(self._reader, self._truths(), cache(self._beside)) if is_bfcl else self._reader
        for written, at in self._written():
            case = reader.read(written, at=at)
            if case is not None:
                yield case

    def _written(self) -> Iterator[tuple[Mapping[str, JsonValue], Path]]:
        """Every case as it stands in the file, with the way to it."""
        if self._sniffed.document is None:
            yield from self._lines()
            return
        value = self._sniffed.document.plain()
        if isinstance(value, list):
            yield from self._listed(value, at=())
        elif isinstance(value, dict) and self._sniffed.form is BatteryFormat.BFCL:
            yield value, ()
        else:
            assert isinstance(value, dict)
            key = "prompts" if "prompts" in value else "tests"
            self._note_top_level(value)
            for written, at in self._listed(value[key], at=(key,)):
                yield (
                    _flat(written, system=None if self._system is not None else value.get("system_prompt")),
                    at,
                )

    def _lines(self) -> Iterator[tuple[Mapping[str, JsonValue], Path]]:
        for line in self._sniffed.lines:
            about = self._complaints.about(self._complaints.file, line=line.line)
            self._reader.complaints = about
            if isinstance(line.value, TextBroken):
                about.add_broken(line.value)
            elif isinstance(line.value, dict):
                yield _flat(line.value, system=None), ()
            else:
                about.add((), f"{tell(line.value)} is no test", advice="Write one mapping a line.")

    def _listed(self, value: JsonValue, *, at: Path) -> Iterator[tuple[Mapping[str, JsonValue], Path]]:
        if not isinstance(value, list):
            self._complaints.add(at, f"{tell(value)} is no list of tests", advice="Write a list.")
            return
        for index, one in enumerate(value):
            if isinstance(one, dict):
                yield one, (*at, index)
            else:
                self._complaints.add((*at, index), f"{tell(one)} is no test", advice="Write a mapping.")

    def _note_top_level(self, value: Mapping[str, JsonValue]) -> None:
        if "prompts" in value and "tests" in value:
            self._reader.unhonoured.append("The file holds prompts and tests; only prompts are run.")

    def _check_names(self, cases: list[SuiteCase]) -> None:
        for _, name, _ in repeated(case.name for case in cases):
            what = f"the id {tell(name)} stands there twice"
            self._complaints.add((), what, advice="Give every test an id of its own.")

    def _truths(self) -> dict[str, JsonValue]:
        """Accepted answers by id, from the file of the same name in `possible_answer/`, where there is one."""
        answers = self._beside(f"possible_answer/{PurePath(self._complaints.file).name}")
        return {str(one.get("id")): one.get("ground_truth") for one in answers}

    def _beside(self, name: str) -> list[dict[str, JsonValue]]:
        """The mappings of a file beside this one, one on each line; none where there is no such file."""
        content = self._read_file(name)
        if content is None:
            return []
        try:
            return _read_lines(content)
        except TextBroken as broken:
            self._complaints.about(name).add_broken(broken)
            return []

    def _name(self, name: str) -> str:
        document = self._sniffed.document
        value = None if document is None else document.plain()
        given = value.get("test_suite", value.get("name")) if isinstance(value, dict) else None
        return str(given or PurePath(name).stem or "battery")[:_NAME_CHARS]


def _read_lines(content: bytes) -> list[dict[str, JsonValue]]:
    """The mappings of a file with one on each line."""
    found: list[dict[str, JsonValue]] = []
    for line in read_written([content], kind=CasesKind.JSONL):
        if isinstance(line.value, TextBroken):
            raise line.value
        if isinstance(line.value, dict):
            found.append(line.value)
    return found


def _flat(written: Mapping[str, JsonValue], *, system: JsonValue) -> Mapping[str, JsonValue]:
    """A case in the one shape: `test_id` and `prompt: {system, user}` become `id`, `system` and `user`."""
    given = {"system": system} if isinstance(system, str) and "messages" not in written else {}
    prompt = written.get("prompt")
    if "test_id" not in written or not isinstance(prompt, dict):
        return {**given, **written}
    rest = {key: value for key, value in written.items() if key not in ("test_id", "prompt", "description")}
    named = {"name": written["description"]} if "description" in written else {}
    return {**given, **named, "id": written["test_id"], **prompt, **rest}
