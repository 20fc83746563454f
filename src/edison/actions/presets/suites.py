"""Suites: from a file to what is pinned, with every case looked at before anything is stored or paid for."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from edison.domain import (
    STORED_CASES,
    Case,
    Check,
    Dataset,
    Endpoint,
    ProjectId,
    Snapshot,
    Suite,
    SuiteCase,
    SuitePrompt,
)
from edison.errors import CasesDoNotFit, DatasetRefused, EdisonError, Problem, SuiteBroken
from edison.formats import CasesKind, read_cases, read_providers, read_suite
from edison.gateway import LocalEmbedder
from edison.stages.check import KINDS, goes_by_meaning, prepare_checks, runs_code
from edison.stages.plan import (
    CaseDigest,
    PromptNeeds,
    name_dataset,
    pin,
    pin_case,
)
from edison.store import LOCAL_PROJECT, CaseSpool
from edison.text import texts_to_fill

from ..files import Files, Folder, read_whole
from ..providers.connecting import names_code, read_form

_MOST_PROBLEMS = 20
_SAMPLE = 16


@dataclass(frozen=True, slots=True)
class CaseChoice:
    """Which cases of a suite are run; all of them unless something is said."""

    names: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    limit: int | None = None
    """Only the first so many of those that are left."""

    def pick(self, cases: Iterator[SuiteCase]) -> Iterator[SuiteCase]:
        """Those that were chosen, in their order."""
        chosen = (
            case
            for case in cases
            if (not self.names or case.name in self.names)
            and (not self.tags or not self.tags.isdisjoint(case.tags))
        )
        return islice(chosen, self.limit)

    @property
    def told(self) -> str:
        """In words, for whoever finds that nothing is left."""
        named = [f"called {', '.join(sorted(self.names))}"] if self.names else []
        return " and ".join([*named, *([f"tagged {', '.join(sorted(self.tags))}"] if self.tags else [])])


@dataclass(frozen=True, slots=True)
class SuiteFile:
    """A suite, and the files it names."""

    name: str
    suite: Suite
    files: Files
    choice: CaseChoice = CaseChoice()
    stored: tuple[str, int] | None = None
    """The stored set that the cases are from: its name and version."""
    project_id: ProjectId = LOCAL_PROJECT
    """Whose it is: stored sets are looked for there, and what is refined goes on there."""

    @property
    def cases_name(self) -> str:
        """What the cases are called in messages."""
        return self.suite.cases_file or self.name

    def cases(self) -> Iterator[SuiteCase]:
        """Every case that was chosen, as it is read; a file of cases is read from its beginning each time."""
        return self.choice.pick(self._all_cases())

    def choosing(self, choice: CaseChoice) -> "SuiteFile":
        """The same suite with some of its cases."""
        return replace(self, choice=choice)

    def _all_cases(self) -> Iterator[SuiteCase]:
        if self.suite.cases is not None:
            return iter(self.suite.cases)
        name = self.cases_name
        if name.startswith(STORED_CASES):
            advice = "look at what would be asked with edison run FILE --dry-run."
            raise DatasetRefused(name, "these cases are kept in the database, and not in a file", advice)
        return read_cases(self.files.pieces(name), kind=CasesKind.of(name), name=name, known_checks=KINDS)

    def changed(self, **changes: Any) -> "SuiteFile":
        """The same suite with some of its values given anew; what is None stays as it is."""
        given = {name: value for name, value in changes.items() if value is not None}
        return replace(self, suite=Suite.model_validate({**dict(self.suite), **given})) if given else self


ChooseForms = Callable[[Sequence[str]], Mapping[str, JsonValue]]
"""How some providers are reached, and these as well."""


@dataclass(frozen=True, slots=True)
class Pinned:
    """A suite whose cases were all read: what a run of it depends on, and a few cases to try things with."""

    file: SuiteFile
    snapshot: Snapshot
    sample: tuple[Case, ...]
    spool: CaseSpool
    """All cases as they were looked at, whatever becomes of their file; closed by whoever stores them or will not."""


def load_suite(name: str, text: bytes, *, files: Files) -> SuiteFile:
    """Read a suite; whatever is wrong with it is told at once, with lines and fields."""

    def find_misfits(prompts: Sequence[SuitePrompt], cases: Sequence[SuiteCase] | str) -> list[Problem]:
        return _misfits(name, files, prompts, cases)

    suite = read_suite(text, name=name, read_file=files.whole, known_checks=KINDS, find_misfits=find_misfits)
    return SuiteFile(name, suite, files)


def _misfits(
    name: str, files: Files, prompts: Sequence[SuitePrompt], cases: Sequence[SuiteCase] | str
) -> list[Problem]:
    """What the first cases lack that prompts need, for the list of what is wrong with a suite."""
    if isinstance(cases, str) and cases.startswith(STORED_CASES):
        return []
    source = cases if isinstance(cases, str) else name
    found: list[Problem] = []
    try:
        needs = PromptNeeds(prompts)
        read = (
            read_cases(files.pieces(source), kind=CasesKind.of(source), name=source, known_checks=KINDS)
            if isinstance(cases, str)
            else cases
        )
        for case in read:
            missing = ", ".join(needs.missing_from(case)) if case.task is None else ""
            if missing and len(found) < _MOST_PROBLEMS:
                what = f"{case.name}: the prompt needs {missing}, and the case has no value for it"
                found.append(Problem(source, what, "Give it one, or take it out of the prompt."))
    except SuiteBroken as broken:
        found.extend(broken.problems)
    except EdisonError as error:
        found.append(Problem(source, error.sentence.rstrip("."), "Mend it as well."))
    return found


def open_suite(path: Path, *, also: Iterable[Path] = ()) -> SuiteFile:
    """Read a suite from this machine's disk; files it names lie in its folder, or in one that is also allowed."""
    return load_suite(path.name, read_whole(path), files=Folder(path.parent, also=also))


def open_providers(path: Path) -> dict[str, JsonValue]:
    """Read a file with the same mapping as under `providers` in a suite."""
    return read_providers(read_whole(path), name=path.name)


def pin_suite(file: SuiteFile, *, providers: ChooseForms | None = None) -> Pinned:
    """Look at every case once and pin the suite; no more than a few cases are held in memory.

    Args:
        file: The suite.
        providers: Says how its providers are reached, and those that models are asked at which play users.

    Raises:
        CasesDoNotFit: some cases lack what a prompt or a check needs.
    """
    suite = file.suite
    broken = _find_broken(suite.checks)
    _refuse_absent_embedder(suite.checks)
    draft = _pin(file, _name(file, digest=""), cases=0)
    spool = CaseSpool(stand_in=draft.dataset.id)
    look = _Look(draft, suite, spool=spool, broken=broken)
    with spool.closed_on_failure():
        look.at_all(file)
    dataset = _name(file, digest=look.digest.hexdigest())
    snapshot = _pin(file, dataset, cases=look.digest.cases).model_copy(update={"users": tuple(look.users)})
    if providers is not None:
        with spool.closed_on_failure():
            forms = dict(providers([user.provider for user in look.users]))
        snapshot = snapshot.model_copy(update={"providers": forms})
    if look.runs_code or names_code(snapshot.providers):
        folder = str(file.files.place) if isinstance(file.files, Folder) else None
        snapshot = snapshot.model_copy(update={"runs_code": True, "folder": folder})
    sample = tuple(case.model_copy(update={"dataset_id": dataset.id}) for case in look.sample)
    return Pinned(file, snapshot, sample, spool)


class _Look:
    """One look at every case: whether it fits, and what it is stored as; nothing is spooled after a bad one."""

    def __init__(
        self, draft: Snapshot, suite: Suite, *, spool: CaseSpool, broken: Sequence[tuple[Check, EdisonError]]
    ) -> None:
        self.digest = CaseDigest()
        self.sample: list[Case] = []
        self._dataset = draft.dataset
        self._needs = PromptNeeds(draft.versions, sent=_sent_to_applications(suite))
        self._spool = spool
        self._needs_criteria = bool(suite.judges) and not suite.criteria
        self._broken_checks = tuple(error for _, error in broken)
        self._problems: list[str] = []
        self._broken = 0
        self.runs_code = runs_code(suite.checks)
        self.users: dict[Endpoint, None] = {}
        # What holds no placeholder is the same for every case and was prepared once.
        sound = [check for check in suite.checks if all(check is not one for one, _ in broken)]
        self._filled = tuple(check for check in sound if "{{" in json.dumps(check.value))

    def at_all(self, file: SuiteFile) -> None:
        for position, written in enumerate(file.cases()):
            self._at(pin_case(written, dataset=self._dataset, position=position))
        if not self.digest.cases and not self._broken and file.choice.told:
            raise CasesDoNotFit(file.cases_name, problems=[f"No case is {file.choice.told}."], more=0)
        if len(self._broken_checks) == 1 and not self._broken:
            raise self._broken_checks[0]
        if self._broken or self._broken_checks:
            told = [*(f"checks: {error.sentence}" for error in self._broken_checks), *self._problems]
            more = len(self._broken_checks) + self._broken - len(told[:_MOST_PROBLEMS])
            raise CasesDoNotFit(file.cases_name, problems=told[:_MOST_PROBLEMS], more=more)

    def _at(self, case: Case) -> None:
        problem = self._problem_with(case)
        if problem is not None:
            self._broken += 1
            if len(self._problems) < _MOST_PROBLEMS:
                self._problems.append(problem)
        if not self._broken:
            self.digest.add_pinned(case)
            self._spool.add(case)
            if len(self.sample) < _SAMPLE:
                self.sample.append(case)

    def _problem_with(self, case: Case) -> str | None:
        try:
            missing = self._needs.missing_from(case)
            if missing:
                return (
                    f"{case.name}: the prompt needs {', '.join(missing)}, and the case has no value for it."
                )
            if case.talk is not None and self._needs.leave_out_turns:
                return (
                    f"{case.name}: it is a conversation, and the prompt has no {{{{ turn }}}} for its turns."
                )
            if case.talk is not None and case.talk.user is not None:
                self.users[case.talk.user.endpoint] = None
            if self._needs_criteria and not case.criteria and case.task is None:
                return f"{case.name}: judges need a rubric in the suite, or criteria in the case."
            if self._filled or case.checks:
                self.runs_code = self.runs_code or runs_code(case.checks)
                _refuse_absent_embedder(case.checks, case=case)
                prepare_checks((*self._filled, *case.checks), case=case)
        except EdisonError as error:
            return f"{case.name}: {error.sentence}"
        return None


def _sent_to_applications(suite: Suite) -> Iterator[str]:
    """Texts with placeholders that arms which are no models are sent."""
    for name in dict.fromkeys(arm.endpoint.provider for arm in suite.arms):
        written = suite.providers.get(name)
        application = None if written is None else read_form(name, written).application
        if application is not None:
            yield from texts_to_fill([application.body, application.path])


def _find_broken(checks: Iterable[Check]) -> list[tuple[Check, EdisonError]]:
    """Checks that cannot be made, and why."""
    broken: list[tuple[Check, EdisonError]] = []
    for check in checks:
        try:
            prepare_checks((check,))
        except EdisonError as error:
            broken.append((check, error))
    return broken


def _refuse_absent_embedder(checks: Iterable[Check], *, case: Case | None = None) -> None:
    """Refuse checks by meaning that nobody here could make."""
    if any(goes_by_meaning(check, case=case) for check in checks):
        LocalEmbedder().refuse_absence()


def _name(file: SuiteFile, *, digest: str) -> Dataset:
    name, version = file.stored or (file.suite.name, 1)
    named = name_dataset(name, project_id=file.project_id, digest=digest)
    return named.model_copy(update={"version": version})


def _pin(file: SuiteFile, dataset: Dataset, *, cases: int) -> Snapshot:
    return pin(file.suite, project_id=file.project_id, dataset=dataset, cases=cases)
