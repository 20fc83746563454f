"""Suites: from a file to what is pinned, with every case looked at before anything is stored or paid for."""

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
from edison.errors import (
    CasesDoNotFit,
    DatasetRefused,
    EdisonError,
    Problem,
    ProviderUnknown,
    SuiteBroken,
)
from edison.formats import CasesKind, read_cases, read_definition, read_providers, read_suite
from edison.stages.check import SUITE_KINDS
from edison.stages.plan import name_dataset, pin
from edison.store import LOCAL_PROJECT, CaseSpool
from edison.text import texts_to_fill

from ..files import Files, Folder, Texts, read_whole
from ..house import House
from ..providers.connecting import names_code, read_form
from ..runs.prepare import choose_forms
from .meanings import MeaningTally
from .suite_cases import CaseLook, misfits_of


@dataclass(frozen=True, slots=True)
class SentSuite:
    """A suite that somebody sent, with the files that it names."""

    name: str
    text: str
    files: Mapping[str, str]


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


ALL_CASES = CaseChoice()


@dataclass(frozen=True, slots=True)
class SuiteFile:
    """A suite, and the files it names."""

    name: str
    suite: Suite
    files: Files
    choice: CaseChoice = ALL_CASES
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
        return read_cases(
            self.files.pieces(name), kind=CasesKind.of(name), name=name, known_checks=SUITE_KINDS
        )

    def changed(self, **changes: Any) -> "SuiteFile":
        """The same suite with some of its values given anew; what is None stays as it is.

        An embedder may be named as people do: provider/model.
        """
        given = {name: value for name, value in changes.items() if value is not None}
        if isinstance(given.get("embedder"), str):
            given["embedder"] = Endpoint.parse(given["embedder"])
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
    unused: tuple[str, ...] = ()
    """Variables of the cases that no prompt and no check uses."""
    meaning: MeaningTally | None = None
    """Which of the cases go by meaning."""


def load_suite(name: str, text: bytes, *, files: Files, house: House | None = None) -> SuiteFile:
    """Read a suite; whatever is wrong with it is told at once, with lines and fields.

    Args:
        name: What its file is called.
        text: Its bytes.
        files: Those that it may name.
        house: Who knows which providers there are, so that those which nobody knows are told as well.
    """

    def find_misfits(
        prompts: Sequence[SuitePrompt], cases: Sequence[SuiteCase] | str, checks: Sequence[Check]
    ) -> list[Problem]:
        read = _read_again(files, cases) if isinstance(cases, str) else cases
        return list(misfits_of(prompts, read, checks, name=cases if isinstance(cases, str) else name))

    try:
        suite = read_suite(
            text, name=name, read_file=files.whole, known_checks=SUITE_KINDS, find_misfits=find_misfits
        )
    except SuiteBroken as broken:
        strangers = () if house is None else _find_strangers(house, name, text)
        raise SuiteBroken(name, [*broken.problems, *strangers]) from broken
    return SuiteFile(name, suite, files)


def _find_strangers(house: House, name: str, text: bytes) -> Iterator[Problem]:
    """Providers of arms and judges that nobody knows, in a file that is wrong in other ways as well."""
    try:
        written = read_definition(text, name=name)
    except SuiteBroken:
        return
    forms = written.get("providers")
    for provider in dict.fromkeys(_providers_in(written)):
        try:
            choose_forms(house, [provider], written=forms if isinstance(forms, dict) else None)
        except ProviderUnknown as unknown:
            yield Problem(name, unknown.sentence.rstrip("."), "Mend it as well.")
        except EdisonError:
            # What is wrong with its form has been told.
            continue


def _providers_in(written: Mapping[str, JsonValue]) -> Iterator[str]:
    for key in ("arms", "judges"):
        entries = written.get(key)
        for entry in entries if isinstance(entries, list) else ():
            model = entry.get("model") if isinstance(entry, dict) else entry
            if isinstance(model, str) and "/" in model:
                yield model.partition("/")[0].strip()


def _read_again(files: Files, name: str) -> Iterable[SuiteCase]:
    if name.startswith(STORED_CASES):
        return ()
    return read_cases(files.pieces(name), kind=CasesKind.of(name), name=name, known_checks=SUITE_KINDS)


def open_suite(
    path: "Path | SentSuite", *, also: Iterable[Path] = (), house: House | None = None
) -> SuiteFile:
    """Read a suite from this machine's disk; files it names lie in its folder, or in one that is also allowed.

    Files that one names which was sent were sent along.
    """
    if isinstance(path, SentSuite):
        return load_suite(path.name, path.text.encode(), files=Texts(path.files), house=house)
    return load_suite(path.name, read_whole(path), files=Folder(path.parent, also=also), house=house)


def open_providers(path: Path) -> dict[str, JsonValue]:
    """Read a file with the same mapping as under `providers` in a suite."""
    return read_providers(read_whole(path), name=path.name)


def pin_suite(
    file: SuiteFile, *, providers: ChooseForms | None = None, makes_versions: bool = False
) -> Pinned:
    """Look at every case once and pin the suite; no more than a few cases are held in memory.

    Args:
        file: The suite.
        providers: Says how its providers are reached, and those that models are asked at which play users.
        makes_versions: Whether the run writes versions of the prompt itself.

    Raises:
        CasesDoNotFit: some cases lack what a prompt or a check needs.
    """
    suite = file.suite
    draft = _pin(file, _name(file, digest=""), cases=0, makes_versions=makes_versions)
    spool = CaseSpool(stand_in=draft.dataset.id)
    look = CaseLook(draft, suite, spool=spool, applications=_sent_to_applications(suite))

    def unknown_provider() -> str | None:
        try:
            _ = None if providers is None else providers([user.provider for user in look.users])
        except EdisonError as error:
            return error.sentence
        return None

    with spool.closed_on_failure():
        look.at_all(file.cases(), of=file.cases_name, also=unknown_provider)
        if not look.digest.cases and file.choice.told:
            raise CasesDoNotFit(file.cases_name, problems=[f"No case is {file.choice.told}."], more=0)
    dataset = _name(file, digest=look.digest.hexdigest())
    pinned = _pin(file, dataset, cases=look.digest.cases, makes_versions=makes_versions)
    embedder = suite.embedder if look.meaning.cases else None
    snapshot = pinned.model_copy(update={"users": tuple(look.users), "embedder": embedder})
    if providers is not None:
        also = [*look.users, *([] if embedder is None else [embedder])]
        with spool.closed_on_failure():
            forms = dict(providers([one.provider for one in also]))
        snapshot = snapshot.model_copy(update={"providers": forms})
    if look.runs_code or names_code(snapshot.providers):
        folder = str(file.files.place) if isinstance(file.files, Folder) else None
        snapshot = snapshot.model_copy(update={"runs_code": True, "folder": folder})
    sample = tuple(case.model_copy(update={"dataset_id": dataset.id}) for case in look.sample)
    return Pinned(file, snapshot, sample, spool, look.unused, look.meaning)


def _sent_to_applications(suite: Suite) -> list[str] | None:
    """Texts with placeholders that arms which are no models are sent; None without such arms."""
    written = {arm.endpoint.provider: suite.providers.get(arm.endpoint.provider) for arm in suite.arms}
    forms = [read_form(name, form).application for name, form in written.items() if form is not None]
    applications = [form for form in forms if form is not None]
    texts = [text for one in applications for text in texts_to_fill([one.body, one.path])]
    return texts if applications else None


def _name(file: SuiteFile, *, digest: str) -> Dataset:
    name, version = file.stored or (file.suite.name, 1)
    named = name_dataset(name, project_id=file.project_id, digest=digest)
    return named.model_copy(update={"version": version})


def _pin(file: SuiteFile, dataset: Dataset, *, cases: int, makes_versions: bool) -> Snapshot:
    return pin(
        file.suite, project_id=file.project_id, dataset=dataset, cases=cases, makes_versions=makes_versions
    )
