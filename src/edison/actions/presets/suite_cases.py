"""Looks at every case of a suite before anything is stored or paid for: whatever is wrong is told at once."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from edison.domain import Case, Check, Endpoint, Snapshot, Suite, SuiteCase, SuitePrompt
from edison.errors import CasesDoNotFit, EdisonError, EmbedderMissing, Problem, SuiteBroken
from edison.stages.check import KINDS, prepare_checks, runs_code
from edison.stages.plan import CaseDigest, PromptNeeds, VariableTally, name_dataset, pin_case
from edison.stages.rank import LANGUAGE_KEYS
from edison.store import LOCAL_PROJECT, CaseSpool
from edison.text import texts_to_fill

from .meanings import MeaningTally

_MOST_PROBLEMS = 20
_SAMPLE = 16
_MEND = "Mend it as well."


def misfits_of(
    prompts: Sequence[SuitePrompt], cases: Iterable[SuiteCase], checks: Sequence[Check], *, name: str
) -> Iterator[Problem]:
    """What is wrong with checks, and what the first cases lack, beside all else that is wrong with a suite."""
    known = [check for check in checks if check.kind in KINDS]
    broken = _find_broken(known)
    yield from (Problem(name, f"checks: {error.sentence.rstrip('.')}", _MEND) for _, error in broken)
    filled = _filled(known, broken)
    found: list[str] = []
    try:
        needs = PromptNeeds(prompts)
        tally = VariableTally(needs)
        dataset = name_dataset(name, project_id=LOCAL_PROJECT, digest="")
        for position, written in enumerate(cases):
            case = pin_case(written, dataset=dataset, position=position)
            tally.add(case)
            problem = None if case.task is not None else _misfit(case, needs, filled)
            found += [problem] if problem is not None and len(found) < _MOST_PROBLEMS else []
        found = _with_hints(found, tally.absent)
    except SuiteBroken as error:
        yield from error.problems
    except EdisonError as error:
        yield Problem(name, error.sentence.rstrip("."), _MEND)
    yield from (Problem(name, told.rstrip("."), "Give it, or take it out of the prompt.") for told in found)


class CaseLook:
    """One look at every case: whether it fits, and what it is stored as; nothing is spooled after a bad one."""

    def __init__(
        self, draft: Snapshot, suite: Suite, *, spool: CaseSpool, applications: Sequence[str] | None
    ) -> None:
        """
        Args:
            draft: The suite, pinned as if it had no cases.
            suite: As it is written.
            spool: Where cases go.
            applications: Texts that are filled for arms that are no models; None without such arms.
        """
        broken = _find_broken(suite.checks)
        checked = (
            [text for check in suite.checks for text in texts_to_fill(check.value)] if not broken else []
        )
        self._needs = PromptNeeds(draft.versions, sent=applications or (), filled=checked)
        self._tally = VariableTally(self._needs)
        # An application may be told everything that a case has.
        self._tells_unused = applications is None and not suite.preset
        self.digest = CaseDigest()
        self.sample: list[Case] = []
        self.runs_code = runs_code(suite.checks)
        self.meaning = MeaningTally(suite.checks, embedder=suite.embedder)
        self.users: dict[Endpoint, None] = {}
        self._dataset = draft.dataset
        self._spool = spool
        self._needs_criteria = bool(suite.judges) and not suite.criteria
        self._broken_checks = tuple(error for _, error in broken)
        self._problems: list[str] = []
        self._broken = 0
        self._filled = _filled(suite.checks, broken)

    @property
    def unused(self) -> tuple[str, ...]:
        """The variables of cases that nothing uses, where that can be said; results are told by language."""
        unused = self._tally.unused if self._tells_unused else ()
        return tuple(name for name in unused if name not in LANGUAGE_KEYS)

    def at_all(self, cases: Iterable[SuiteCase], *, of: str, also: Callable[[], str | None]) -> None:
        """Look at all of them.

        Args:
            cases: As they are read.
            of: What they are called in messages.
            also: Says what else is wrong with the suite, for whoever has to mend cases anyway.

        Raises:
            CasesDoNotFit: some cases lack what a prompt or a check needs.
            CheckBroken: one check cannot be made, and all else is well.
        """
        for position, written in enumerate(cases):
            self._at(pin_case(written, dataset=self._dataset, position=position))
        if not self._broken and not self._broken_checks:
            return
        other = also()
        if len(self._broken_checks) == 1 and not self._broken and other is None:
            raise self._broken_checks[0]
        general = [error.sentence for error in self._broken_checks]
        told = [*([] if other is None else [other]), *(f"checks: {one}" for one in general)]
        more = len(told) + self._broken - _MOST_PROBLEMS
        told += _with_hints(self._problems, self._tally.absent)
        raise CasesDoNotFit(of, problems=told[:_MOST_PROBLEMS], more=max(0, more))

    def _at(self, case: Case) -> None:
        problem = self._problem_with(case)
        self._tells_unused = self._tells_unused and case.task is None and not case.checks
        self._tally.add(case)
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
        problem = _misfit(case, self._needs, self._filled)
        if problem is not None:
            return f"{problem.rstrip('.')}."
        if case.talk is not None and self._needs.leave_out_turns:
            return f"{case.name}: it is a conversation, and the prompt has no {{{{ turn }}}} for its turns."
        if case.talk is not None and case.talk.user is not None:
            self.users[case.talk.user.endpoint] = None
        if self._needs_criteria and not case.criteria and case.task is None:
            return f"{case.name}: judges need a rubric in the suite, or criteria in the case."
        self.runs_code = self.runs_code or runs_code(case.checks)
        try:
            self.meaning.add(case)
        except EmbedderMissing as error:
            return f"{case.name}: {error.sentence}"
        return None


def _with_hints(problems: Sequence[str], absent: Sequence[str]) -> list[str]:
    """What no case has is told once, with the first of them."""
    return (
        [f"{problems[0].rstrip('.')}. {' '.join(absent)}", *problems[1:]]
        if problems and absent
        else [*problems]
    )


def _misfit(case: Case, needs: PromptNeeds, filled: Sequence[Check]) -> str | None:
    """What a case lacks that a prompt or a check needs."""
    try:
        missing = needs.tell_missing(case)
    except EdisonError as error:
        missing = f"{case.name}: {error.sentence}"
    try:
        if filled or case.checks:
            prepare_checks((*filled, *case.checks), case=case)
    except EdisonError as error:
        return f"{case.name}: {error.sentence}" if missing is None else f"{missing}; {error.sentence}"
    return missing


def _find_broken(checks: Iterable[Check]) -> list[tuple[Check, EdisonError]]:
    """Checks that cannot be made, and why."""
    broken: list[tuple[Check, EdisonError]] = []
    for check in checks:
        try:
            prepare_checks((check,))
        except EdisonError as error:
            broken.append((check, error))
    return broken


def _filled(checks: Iterable[Check], broken: Sequence[tuple[Check, EdisonError]]) -> tuple[Check, ...]:
    """What is another for every case; what holds no placeholder was prepared once."""
    sound = (check for check in checks if all(check is not one for one, _ in broken))
    return tuple(check for check in sound if "{{" in json.dumps(check.value))
