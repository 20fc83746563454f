"""The loop of refining, read from the story of a run: where it stands, and what comes next.

Every look walks through all waves from the first one on and decides each round anew; equal stories give equal answers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from edison.domain import (
    CELLS,
    SUGGEST,
    SYNTHESISE,
    CandidateReport,
    CellBlock,
    CellScore,
    Findings,
    Gain,
    PersonAnswer,
    PersonQuestions,
    PromptVersion,
    Proposal,
    Refinement,
    RefineTask,
    Refining,
    RoundReport,
    Settlement,
    Suggestion,
    Wave,
)
from edison.engine import Next, NextWave, Story, ask_people
from edison.errors import EdisonError
from edison.stages.refine import (
    Challenge,
    EditsRefused,
    Guarded,
    VersionScores,
    decide_challenge,
    edited_version,
    find_breaches,
    find_weaknesses,
    measure_gain,
    text_of,
)
from edison.stats.sequential import HoldoutLedger
from edison.text import unified

from .refine_reports import WrittenCandidate, report_on, shown_input
from .refine_review import ask_about, candidate_to_ask, is_approved, tell_tried
from .refine_summary import write_summary

_MOST_TRIED = 6


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
            gain = self._gain(self._held_out, last=progress.champion)
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
        suggestions = tuple(
            one for proposal in self._story.proposals_of(suggested) for one in proposal.suggestions
        )
        task = task.model_copy(update={"suggestions": suggestions})
        written = self._take(NextWave(SYNTHESISE, self._refining.candidates, task.model_dump_json()))
        candidates = list(self._candidates(self._story.proposals_of(written), parent))
        new = [one.version for one in candidates if one.version is not None]
        challenge = self._challenge(new) if new else None
        reports = tuple(report_on(candidates, parent, challenge=challenge, cases=self._story.cases))
        best = None if challenge is None or challenge.adopted is None else new[challenge.adopted].number
        reports, number_adopted = self._reviewed(reports, best=best, suggestions=suggestions)
        adopted = next((one for one in self._versions if one.number == number_adopted), None)
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
            tell_tried(report) for report in reports if report.number != (adopted and adopted.number)
        ]
        progress.in_vain = 0 if adopted is not None else progress.in_vain + 1
        if adopted is not None:
            progress.champion = self._versions.index(adopted)

    def _reviewed(
        self, reports: tuple[CandidateReport, ...], *, best: int | None, suggestions: tuple[Suggestion, ...]
    ) -> tuple[tuple[CandidateReport, ...], int | None]:
        """Where people decide, ask them: about what would be adopted, or about the best that was tried."""
        asked = candidate_to_ask(reports, best=best, autonomy=self._story.run.experiment.policy.autonomy)
        if asked is None:
            return reports, best
        parent = self._versions[self._progress.champion]
        question = ask_about(asked, parent, story=self._story, suggestions=suggestions)
        wave = self._take(ask_people(PersonQuestions(questions=(question,))))
        said = self._story.person_answers.get(wave.first_unit)
        told = tuple(one.model_copy(update={"review": said}) if one is asked else one for one in reports)
        if said is None or not is_approved(said):
            return told, None
        return self._in_their_words(told, said, parent) if said.edits else (told, asked.number)

    def _in_their_words(
        self, reports: tuple[CandidateReport, ...], said: PersonAnswer, parent: PromptVersion
    ) -> tuple[tuple[CandidateReport, ...], int]:
        """What a person made of a candidate, measured on the held-out cases like any other version."""
        written = edited_version(parent, said.edits, number=len(self._versions) + 1, note=said.note)
        assert not isinstance(written, EditsRefused), "whoever closed the review applied the edits"
        known = [one for one in self._versions if text_of(one) == text_of(written)]
        if known:
            return reports, known[0].number
        place = len(self._versions)
        self._take(self._cells(self._held_out, version=place, added=[written]))
        self._versions.append(written)
        report = CandidateReport(
            edits=said.edits,
            note=said.note,
            number=written.number,
            diff=unified(text_of(parent), text_of(written)),
            reason="written_by_a_person",
            review=said,
        )
        gain = self._gain(self._held_out, first=self._progress.champion, last=place)
        if gain is not None:
            measured = {
                "verdict": "not_decided",
                "parent_quality": gain.first_quality,
                "quality": gain.last_quality,
                "difference": gain.difference,
                "interval": gain.interval,
            }
            report = report.model_copy(update=measured)
        return (*reports, report), written.number

    def _candidates(self, proposals: Sequence[Proposal], parent: PromptVersion) -> Iterator[WrittenCandidate]:
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
            yield WrittenCandidate(proposal, version, refused)

    def _apply(
        self, proposal: Proposal, parent: PromptVersion, *, number: int
    ) -> tuple[PromptVersion | None, str | None]:
        version = edited_version(parent, proposal.edits, number=number, note=proposal.note)
        if isinstance(version, EditsRefused):
            return None, version.sentence
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
        progress = self._progress
        progress.gain = self._gain(self._sealed, last=progress.champion, sealed=progress.ledger)

    def _gain(
        self, cases: range, *, last: int, first: int = 0, sealed: HoldoutLedger | None = None
    ) -> Gain | None:
        before, after = (self._tested(cases, version) for version in (first, last))
        try:
            return measure_gain(before, after, sealed=sealed, seed=self._story.run.seed % 2**32)
        except EdisonError:
            return None

    def _findings(self, wave: Wave) -> Findings:
        rubric = self._snapshot.rubric
        assert rubric is not None, "judges need a rubric"
        inputs = {case.name: shown_input(case) for case in self._story.cases[: self._refining.development]}
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
