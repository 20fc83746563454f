"""The suite file: bytes in, a `Suite` out, or everything that is wrong with it at once."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import PurePath
from typing import cast

from pydantic import JsonValue, ValidationError

from edison.domain import (
    STORED_CASES,
    Check,
    Endpoint,
    Sampling,
    Suite,
    SuiteCase,
    SuitePrompt,
    SuiteRefine,
    Technique,
    to_microusd,
)
from edison.errors import Problem, SuiteBroken
from edison.text import read_duration

from ..reading.complaints import Complaints
from ..reading.documents import read_document
from ..reading.nodes import Document, TextBroken, repeated, tell
from .arms import complain_of_samples, read_arms, read_model
from .case_reading import build_case, check_kinds, read_checks
from .cases import CasesKind
from .floors import read_floors
from .forms import RefineForm, SuiteForm
from .judges import read_judges
from .prompts import Files, PromptReader
from .providers import check_provider_names, read_provider_file
from .rubrics import read_criteria
from .safety import read_safety

_NAME_CHARS = 200
_REFINE = (
    *("prompt", "autonomy", "strategy", "challenge", "looks", "rounds", "candidates", "gain", "window"),
    *("most_changed", "tokens"),
)


Misfits = Callable[[Sequence[SuitePrompt], Sequence[SuiteCase] | str, Sequence[Check]], Iterable[Problem]]
"""What is wrong between prompts and cases, which may be the name of their file."""


def read_suite(
    text: bytes,
    *,
    name: str,
    read_file: Files,
    known_checks: Collection[str] = (),
    find_misfits: Misfits | None = None,
) -> Suite:
    """The suite that a file holds, or `SuiteBroken` with up to 20 problems, each with its place and what to write.

    Args:
        text: The file's bytes; JSON where its name ends so, YAML otherwise.
        name: What the file is called.
        read_file: Reads a file the suite names, relative to the suite, and says None where there is none.
        known_checks: The kinds of checks there are; empty to take any.
        find_misfits: Looks at prompts, cases and checks where something else is wrong: all is told at once.
    """
    complaints = Complaints(name)
    try:
        document = read_document(text, name=name)
    except TextBroken as broken:
        complaints.add_broken(broken)
        raise SuiteBroken(name, complaints.problems) from broken
    reader = _SuiteReader(document, complaints=complaints.about(name, document=document), read_file=read_file)
    return reader.read(known_checks, find_misfits)


def read_definition(text: bytes, *, name: str) -> dict[str, JsonValue]:
    """What a suite file says, key by key, whether or not it is whole; `SuiteBroken` where it is no mapping."""
    complaints = Complaints(name)
    try:
        written = read_document(text, name=name).plain()
    except TextBroken as broken:
        complaints.add_broken(broken)
        raise SuiteBroken(name, complaints.problems) from broken
    if not isinstance(written, dict):
        advice = "Write keys with values, beginning with name, arms, prompt and cases."
        complaints.add((), f"{tell(written)} is no suite", advice=advice)
        raise SuiteBroken(name, complaints.problems)
    return written


_NEEDED = ("arms", "cases")
_PROMPTS = frozenset({"prompt", "prompts"})
_JUDGED_BY = frozenset({"rubric", "judges", "min_quality", "safety"})
"""What can only be looked at together."""
_STAND_IN: dict[str, JsonValue] = {"arms": ["none/none"], "cases": [{}], "prompt": "none"}
"""For what was complained of, so that the rest can be looked at; never part of a suite."""


class _SuiteReader:
    """Builds the parts of a suite, complaining about each, and the suite if there was nothing to complain about."""

    def __init__(self, document: Document, *, complaints: Complaints, read_file: Files) -> None:
        self._document = document
        self._written = document.plain()
        self._complaints = complaints
        self._read_file = read_file

    def read(self, known_checks: Collection[str], find_misfits: Misfits | None) -> Suite:
        form = self._read_form()
        providers = self._providers(form)
        arms, applications = read_arms(form.arms, complaints=self._complaints)
        prompts = self._prompts(form)
        cases = self._cases(form, known_checks=known_checks)
        cases_file = self._cases_file(form)
        checks = read_checks(form.checks)
        criteria = read_criteria(form.rubric, complaints=self._complaints)
        judges = read_judges(form, criteria=criteria, complaints=self._complaints)
        check_kinds(checks, known=known_checks, at=("checks",), complaints=self._complaints)
        self._check_names("arms", [arm.name for arm in arms])
        self._check_names("judges", [None if isinstance(entry, str) else entry.name for entry in form.judges])
        self._check_names("prompt" if form.prompt else "prompts", [prompt.name for prompt in prompts])
        floors = read_floors(form.min_quality, criteria=criteria, complaints=self._complaints)
        safety = read_safety(form.safety, is_judged=bool(form.judges), complaints=self._complaints)
        complain_of_samples(
            form.refine.samples, [form.refine.technique], at=("refine",), complaints=self._complaints
        )
        if self._complaints.problems and find_misfits is not None:
            broken = self._complaints.broken_keys()
            looked_at = () if "cases" in broken else cases_file if cases is None else cases
            sound = () if broken & _PROMPTS else prompts
            self._complaints.problems.extend(find_misfits(sound, looked_at or (), checks))
        self._complaints.refuse()
        return Suite(
            name=form.name or PurePath(self._complaints.file).stem[:_NAME_CHARS] or "suite",
            goal=form.goal,
            preset=form.preset,
            providers={**providers, **applications},
            arms=arms,
            prompts=prompts,
            cases=cases,
            cases_file=cases_file,
            checks=checks,
            embedder=None if form.embedder is None else Endpoint.parse(form.embedder),
            safety=safety,
            criteria=criteria,
            judges=judges,
            refine=_refine(form.refine),
            repeats=form.repeats,
            budget_microusd=to_microusd(form.budget_usd),
            concurrency=form.concurrency,
            seed=form.seed,
            fail_under=form.fail_under,
            min_quality=floors,
            most_unreadable=form.most_unreadable,
            cache=form.cache is not False,
            cache_s=read_duration(form.cache) if isinstance(form.cache, str) else None,
        )

    def _read_form(self) -> SuiteForm:
        if not isinstance(self._written, dict):
            advice = "Write keys with values, beginning with name, arms, prompt and cases."
            self._complaints.add((), f"{tell(self._written)} is no suite", advice=advice)
            self._complaints.refuse()
        form = self._complaints.read(SuiteForm, self._written)
        return self._sound_part(cast("dict[str, JsonValue]", self._written)) if form is None else form

    def _sound_part(self, written: dict[str, JsonValue]) -> SuiteForm:
        """What is left without the keys that were complained of: whatever else is wrong is told at the same time."""
        broken = self._complaints.broken_keys()
        if broken & _JUDGED_BY:
            broken |= _JUDGED_BY
        sound = {key: value for key, value in written.items() if key not in broken}
        if not sound.keys() & _PROMPTS and broken & _PROMPTS:
            sound["prompt"] = _STAND_IN["prompt"]
        self._written = {**{key: _STAND_IN[key] for key in _NEEDED}, **sound}
        form: SuiteForm | None = None
        with suppress(ValidationError):
            form = SuiteForm.model_validate(self._written, context={})
        if form is None:
            self._complaints.refuse()
        return cast(SuiteForm, form)

    def _providers(self, form: SuiteForm) -> dict[str, JsonValue]:
        if not isinstance(form.providers, str):
            check_provider_names(form.providers, at=("providers",), complaints=self._complaints)
            return cast("dict[str, JsonValue]", self._part("providers") or {})
        content = self._read_file(form.providers)
        if content is None:
            advice = "Write its name relative to the suite."
            self._complaints.add(("providers",), f"there is no file {tell(form.providers)}", advice=advice)
            return {}
        return read_provider_file(content, name=form.providers, complaints=self._complaints)

    def _prompts(self, form: SuiteForm) -> tuple[SuitePrompt, ...]:
        if form.prompt is not None and form.prompts is not None:
            what = "prompt and prompts are both given"
            self._complaints.add(("prompts",), what, advice="Keep one; a list holds several versions.")
        reader = PromptReader(self._complaints, self._read_file)
        if form.prompt is not None:
            return reader.read(form.prompt, at=("prompt",))
        if form.prompts is not None:
            return reader.read(form.prompts, at=("prompts",))
        self._complaints.add((), "prompt is missing", advice="Add it: a text, a mapping or a file.")
        return ()

    def _cases(self, form: SuiteForm, *, known_checks: Collection[str]) -> tuple[SuiteCase, ...] | None:
        if isinstance(form.cases, str):
            return None
        written = cast("list[dict[str, JsonValue]]", self._part("cases"))
        cases: list[SuiteCase] = []
        for index, (one, raw) in enumerate(zip(form.cases, written, strict=True)):
            at = ("cases", index)
            case = build_case(one, written=raw, position=index + 1, at=at, complaints=self._complaints)
            check_kinds(case.checks, known=known_checks, at=(*at, "checks"), complaints=self._complaints)
            cases.append(case)
        self._check_ids([case.name for case in cases])
        return tuple(cases)

    def _cases_file(self, form: SuiteForm) -> str | None:
        if not isinstance(form.cases, str):
            return None
        if form.cases.startswith(STORED_CASES):
            return form.cases
        try:
            CasesKind.of(form.cases)
        except SuiteBroken as broken:
            problem = broken.problems[0]
            self._complaints.add(("cases",), f"{tell(form.cases)}: {problem.what}", advice=problem.advice)
        return form.cases

    def _check_ids(self, names: Sequence[str]) -> None:
        for index, name, first in repeated(names):
            line = self._document.place(("cases", first)).line
            what = f"the id {tell(name)} stands in line {line} already"
            self._complaints.add(("cases", index, "id"), what, advice="Give every case an id of its own.")

    def _check_names(self, key: str, names: Sequence[str | None]) -> None:
        for index, name, _ in repeated(names):
            what = f"the name {tell(name)} is given twice"
            self._complaints.add((key, index), what, advice="Give one of them another name.")

    def _part(self, key: str) -> JsonValue:
        return cast("dict[str, JsonValue]", self._written).get(key)


def _refine(form: RefineForm) -> SuiteRefine:
    refiner = None if form.refiner is None else read_model(form.refiner)
    samples = {} if form.samples is None else {"samples": form.samples}
    return SuiteRefine(
        refiner=None if refiner is None else refiner.endpoint,
        sampling=Sampling() if refiner is None else refiner.sampling,
        technique=Technique(form.technique),
        **samples,
        **{name: getattr(form, name) for name in _REFINE},
    )
