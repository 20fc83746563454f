"""The loop of refining, read from the story of a run: where it stands, and what comes next.

Every look walks through all waves from the first one on and decides each round anew; equal stories give equal answers.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from edison.domain import (
    CELLS,
    SUGGEST,
    SYNTHESISE,
    Autonomy,
    CandidateReport,
    Case,
    CellBlock,
    CellScore,
    Edit,
    Findings,
    Gain,
    Interval,
    PersonQuestion,
    PersonQuestions,
    PromptVersion,
    PromptVersionId,
    Proposal,
    Refinement,
    RefineTask,
    Refining,
    RoundReport,
    Settlement,
    Suggestion,
    Wave,
    content_hash,
)
from edison.engine import Next, NextWave, Story, ask_people
from edison.errors import EdisonError
from edison.stages.refine import (
    Challenge,
    EditsRefused,
    Guarded,
    Trial,
    VersionScores,
    apply_edits,
    decide_challenge,
    find_breaches,
    find_weaknesses,
    measure_gain,
    text_of,
)
from edison.stats.sequential import HoldoutLedger
from edison.text import unified

from .refine_summary import APPROVE, REVIEW_CHOICES, tell_candidate, write_summary

_MOST_TRIED = 6


@dataclass(frozen=True, slots=True)
class _Written:
    """One candidate as it was proposed: a version, or why it is none."""

    proposal: Proposal
    version: PromptVersion | None
    refused: str | None = None


@dataclass(slots=True)
class _Progress:
    """What is known after the waves that were walked through."""

    champion: int = 0
    """The place of the best version so far."""
    ledger: HoldoutLedger = field(default_factory=HoldoutLedger)
    in_vain: int = 0
    """Rounds in a row that adopted nothing."""
    is_seed_tested: bool = False
    tried: list[str] = field(default_factory=list[str])
    rounds: list[RoundReport] = field(default_factory=list[RoundReport])
    gain: Gain | None = None


class _Missing(Exception):
    """The next wave is not planned yet; this is it."""

    def __init__(self, wave: NextWave) -> None:
        super().__init__(wave.lane)
        self.wave = wave


class RefineLoop:
    """One walk through the waves of a run."""

    def __init__(self, story: Story) -> None:
        refining = story.run.snapshot.refining
        assert refining is not None, "a run of this preset refines"
        self._story = story
        self._refining: Refining = refining
        self._snapshot = story.run.snapshot
        self._stop = story.run.experiment.policy.stop
        self._waves = iter(story.waves)
        self._versions = [self._snapshot.versions[0]]
        self._progress = _Progress(ledger=HoldoutLedger(error=refining.error, rounds=self._stop.rounds))

    def go_on(self) -> Next:
        """What comes next, when no unit lacks anything."""
        try:
            return self._walk()
        except _Missing as missing:
            return missing.wave

    def sum_up(self, settlement: Settlement) -> Refinement:
        """What came of it, as far as it was walked."""
        progress = self._progress
        gain = progress.gain
        if gain is None and progress.champion:
            gain = self._gain(self._held_out)
        refinement = Refinement(
            versions=tuple(self._versions),
            rounds=tuple(progress.rounds),
            champion=self._versions[progress.champion].number,
            gain=gain,
            spent_microusd=self._story.spent_microusd,
        )
        summary = write_summary(refinement, settlement=settlement, held_out=self._refining.held_out)
        return refinement.model_copy(update={"summary": summary})

    def _walk(self) -> Settlement:
        progress = self._progress
        findings = self._findings(self._take(self._cells(self._development, version=0)))
        for number in range(1, self._stop.rounds + 1):
            before = progress.champion
            self._round(number, findings)
            ended = self._ended(number)
            if ended is not None:
                self._open_sealed()
                return ended
            if progress.champion != before:
                wave = self._take(self._cells(self._development, version=progress.champion))
                findings = self._findings(wave)
        raise AssertionError("the last round ends it")

    def _round(self, number: int, findings: Findings) -> None:
        progress = self._progress
        parent = self._versions[progress.champion]
        task = RefineTask(
            round=number,
            version=parent,
            findings=findings,
            tried=tuple(progress.tried[-_MOST_TRIED:]),
            in_vain=progress.in_vain,
        )
        judges = len(self._snapshot.cell_judges)
        suggested = self._take(NextWave(SUGGEST, judges, task.model_dump_json()))
        suggestions = tuple(_all_suggestions(self._story.proposals_of(suggested)))
        task = task.model_copy(update={"suggestions": suggestions})
        written = self._take(NextWave(SYNTHESISE, self._refining.candidates, task.model_dump_json()))
        candidates = list(self._candidates(self._story.proposals_of(written), parent))
        new = [one.version for one in candidates if one.version is not None]
        challenge = self._challenge(new) if new else None
        reports = tuple(self._report(candidates, parent, challenge=challenge))
        best = None if challenge is None or challenge.adopted is None else new[challenge.adopted].number
        reports, number_adopted = self._reviewed(reports, best=best)
        adopted = next((version for version in new if version.number == number_adopted), None)
        progress.rounds.append(
            RoundReport(
                round=number,
                parent=parent.number,
                findings=findings,
                suggestions=suggestions,
                candidates=reports,
                adopted=None if adopted is None else adopted.number,
            )
        )
        progress.tried += [
            report.note or _notes(report.edits)
            for report in reports
            if report.number != (adopted and adopted.number)
        ]
        progress.in_vain = 0 if adopted is not None else progress.in_vain + 1
        if adopted is not None:
            progress.champion = self._versions.index(adopted)

    def _reviewed(
        self, reports: tuple[CandidateReport, ...], *, best: int | None
    ) -> tuple[tuple[CandidateReport, ...], int | None]:
        """Where people decide, ask them: about what would be adopted, or about the best that was tried."""
        autonomy = self._story.run.experiment.policy.autonomy
        if autonomy is Autonomy.MANUAL and best is None:
            tried = [one for one in reports if one.difference is not None]
            best = max(tried, key=lambda one: one.difference or 0.0).number if tried else None
        if autonomy is Autonomy.AUTOPILOT or best is None:
            return reports, best
        asked = next(one for one in reports if one.number == best)
        question = PersonQuestion(text=tell_candidate(asked), choices=REVIEW_CHOICES)
        wave = self._take(ask_people(PersonQuestions(questions=(question,))))
        said = self._story.person_answers.get(wave.first_unit)
        told = tuple(one.model_copy(update={"review": said}) if one is asked else one for one in reports)
        return told, best if said is not None and said.choice == APPROVE else None

    def _candidates(self, proposals: Sequence[Proposal], parent: PromptVersion) -> Iterator[_Written]:
        """Every proposal as a version, if it applies, passes the guards and was not tried before."""
        known = {text_of(version) for version in self._versions}
        number = len(self._versions)
        for proposal in proposals:
            version = None
            refused = proposal.not_proposed
            if refused is None:
                version, refused = self._apply(proposal, parent, number=number + 1)
            if version is not None and text_of(version) in known:
                version, refused = None, "It is the same as a version that was tried."
            if version is not None:
                known.add(text_of(version))
                number += 1
            yield _Written(proposal, version, refused)

    def _apply(
        self, proposal: Proposal, parent: PromptVersion, *, number: int
    ) -> tuple[PromptVersion | None, str | None]:
        texts = apply_edits(parent, proposal.edits)
        if isinstance(texts, EditsRefused):
            return None, texts.sentence
        changed = {"system": texts.system, "user": texts.user, "few_shots": texts.few_shots}
        changelog = _notes(proposal.edits) or proposal.note
        version = parent.model_copy(
            update={**changed, "parent_id": parent.id, "number": number, "name": None, "changelog": changelog}
        )
        version = version.model_copy(update={"id": PromptVersionId(f"ver_{content_hash(version)}")})
        guarded = Guarded(parent, most_changed=self._refining.most_changed, cases=self._story.cases)
        breaches = find_breaches(version, guarded)
        return (None, " ".join(breaches)) if breaches else (version, None)

    def _challenge(self, new: Sequence[PromptVersion]) -> Challenge | None:
        """Parent and candidates on the held-out cases; answers of the parent that are there already count."""
        progress = self._progress
        first = len(self._versions) if progress.is_seed_tested else 0
        wanted = self._cells(
            self._held_out, version=first, versions=len(self._versions) + len(new) - first, added=new
        )
        self._take(wanted)
        begin = len(self._versions)
        self._versions += new
        progress.is_seed_tested = True
        tested = [self._tested(self._held_out, version) for version in range(begin, len(self._versions))]
        try:
            decided = decide_challenge(
                self._tested(self._held_out, progress.champion),
                tested,
                ledger=progress.ledger,
                seed=self._story.run.seed % 2**32,
            )
        except EdisonError:
            # Too little was answered or judged for any comparison: nothing is adopted.
            return None
        progress.ledger = decided.ledger
        return decided

    def _report(
        self, candidates: Sequence[_Written], parent: PromptVersion, *, challenge: Challenge | None
    ) -> Iterator[CandidateReport]:
        trials = iter(() if challenge is None else challenge.outcomes)
        for one in candidates:
            edits, note = one.proposal.edits, one.proposal.note
            if one.version is None:
                yield CandidateReport(edits=edits, note=note, refused=one.refused or "It was refused.")
                continue
            report = CandidateReport(
                edits=edits,
                note=note,
                number=one.version.number,
                diff=unified(text_of(parent), text_of(one.version)),
                reason="too_little_was_judged",
            )
            trial = next(trials, None)
            yield report if trial is None else self._judged(report, trial)

    def _judged(self, report: CandidateReport, trial: Trial) -> CandidateReport:
        compared = trial.comparison
        difference = compared.difference
        found = {
            "verdict": trial.verdict,
            "reason": trial.reason,
            "parent_quality": compared.baseline_mean,
            "quality": compared.candidate_mean,
            "difference": difference.mean,
            "interval": Interval(low=difference.low, high=difference.high, level=difference.level),
            "regressions": tuple(self._story.cases[case].name for case in trial.regressions),
            "warnings": trial.warnings,
        }
        return report.model_copy(update=found)

    def _ended(self, number: int) -> Settlement | None:
        """The first stop rule that is reached, by its name."""
        progress, last = self._progress, self._progress.rounds[-1]
        gains = [
            one.difference for one in last.candidates if one.number is not None and one.number == last.adopted
        ]
        if gains and (gains[0] or 0.0) < self._stop.gain:
            return Settlement.GAIN_TOO_SMALL
        if number >= self._stop.rounds:
            return Settlement.ROUNDS_DONE
        if progress.in_vain >= self._stop.window:
            return Settlement.CONVERGED
        if self._stop.tokens is not None and self._is_last_wave() and self._story.tokens >= self._stop.tokens:
            return Settlement.TOKENS_SPENT
        return None

    def _is_last_wave(self) -> bool:
        """Whether nothing was planned after this: what was spent since does not change what was decided then."""
        waves = list(self._waves)
        self._waves = iter(waves)
        return not waves or all(wave.lane == CELLS and self._is_sealed(wave) for wave in waves)

    def _is_sealed(self, wave: Wave) -> bool:
        return CellBlock.model_validate_json(wave.body).first_case in self._sealed

    def _open_sealed(self) -> None:
        """Measure the gain on cases that nothing was decided by, once everything is decided."""
        if not self._refining.sealed or not self._progress.champion:
            return
        for version in (0, self._progress.champion):
            self._take(self._cells(self._sealed, version=version))
        self._progress.gain = self._gain(self._sealed, sealed=self._progress.ledger)

    def _gain(self, cases: range, *, sealed: HoldoutLedger | None = None) -> Gain | None:
        first, last = (self._tested(cases, version) for version in (0, self._progress.champion))
        try:
            return measure_gain(first, last, sealed=sealed, seed=self._story.run.seed % 2**32)
        except EdisonError:
            return None

    def _findings(self, wave: Wave) -> Findings:
        rubric = self._snapshot.rubric
        assert rubric is not None, "judges need a rubric"
        inputs = {case.name: _shown_input(case) for case in self._story.cases[: self._refining.development]}
        return find_weaknesses(self._story.reports_of(wave), inputs=inputs, rubric=rubric)

    def _tested(self, cases: range, version: int) -> VersionScores:
        return VersionScores.of(self._scores, version=version, cases=cases)

    def _take(self, planned: NextWave) -> Wave:
        wave = next(self._waves, None)
        if wave is None:
            raise _Missing(planned)
        return wave

    def _cells(
        self, cases: range, *, version: int, versions: int = 1, added: Sequence[PromptVersion] = ()
    ) -> NextWave:
        block = CellBlock(
            cases=len(cases),
            first_case=cases.start,
            versions=versions,
            first_version=version,
            arms=len(self._snapshot.arms),
            repeats=self._snapshot.repeats,
            added=tuple(added),
        )
        return NextWave(CELLS, block.cells, block.model_dump_json())

    @cached_property
    def _scores(self) -> list[CellScore]:
        return list(self._story.scores())

    @cached_property
    def _development(self) -> range:
        return range(self._refining.development)

    @cached_property
    def _held_out(self) -> range:
        begin = self._refining.development
        return range(begin, begin + self._refining.held_out)

    @cached_property
    def _sealed(self) -> range:
        return range(self._held_out.stop, self._held_out.stop + self._refining.sealed)


def _all_suggestions(proposals: Sequence[Proposal]) -> Iterator[Suggestion]:
    for proposal in proposals:
        yield from proposal.suggestions


def _notes(edits: Sequence[Edit]) -> str:
    return " ".join(dict.fromkeys(edit.reason for edit in edits if edit.reason))


def _shown_input(case: Case) -> str:
    """What a case is about, for whoever refines; what it expects stays out."""
    if len(case.variables) == 1:
        (value,) = case.variables.values()
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return json.dumps(case.variables, ensure_ascii=False)
