"""The loop of refining, read from the story of a run: where it stands, and what comes next.

Every look walks through all waves from the first one on and decides each round anew; equal stories give equal answers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from edison.domain import (
    PEOPLE,
    SUGGEST,
    SYNTHESISE,
    Autonomy,
    CandidateReport,
    Findings,
    Gain,
    JudgeTrust,
    PersonAnswer,
    PersonQuestions,
    PromptVersion,
    Proposal,
    Refinement,
    RefineStrategy,
    RefineTask,
    Refining,
    RoundReport,
    Settlement,
    Suggestion,
)
from edison.engine import Next, NextWave, Story, ask_people
from edison.errors import EdisonError
from edison.formats.words.notes import tell_kinship
from edison.stages.rank import CaseFacts, kinds_of
from edison.stages.refine import (
    Challenge,
    EditsRefused,
    Guarded,
    count_failed_checks,
    count_more_unsafe,
    edited_version,
    find_breaches,
    find_conflicts,
    find_weaknesses,
    measure_gain,
    text_of,
    weigh_suggestions,
)
from edison.stats.sequential import HoldoutLedger
from edison.text import unified

from .refine_challenge import ChallengeWalk
from .refine_gepa import GepaWalk
from .refine_reports import WrittenCandidate, report_on, shown_input
from .refine_review import ask_about, candidate_to_ask, is_approved, tell_tried
from .refine_summary import write_summary
from .refine_waves import RefineWaves, WaveMissing

_MOST_TRIED = 6
_BROKEN_OFF = "the_run_ended_before"
_TRIED = "It is the same as a version that was tried."


@dataclass(slots=True)
class _Progress:
    """What is known after the waves that were walked through."""

    champion: int = 0
    """The place of the best version so far."""
    ledger: HoldoutLedger = field(default_factory=HoldoutLedger)
    challenged: list[PromptVersion] = field(default_factory=list[PromptVersion])
    in_vain: int = 0
    """Rounds in a row that adopted nothing."""
    tried: list[str] = field(default_factory=list[str])
    rounds: list[RoundReport] = field(default_factory=list[RoundReport])
    open: RoundReport | None = None
    """The round that is walked through, as far as it came."""
    settled: Settlement | None = None
    """The stop rule that was reached; only sealed cases are answered after that."""
    gain: Gain | None = None


class RefineLoop:
    """One walk through the waves of a run.

    Args:
        story: Of the run.
        asks: Whether people may be asked now, after all waves; what they were asked before stands in the story.
        ends: Whether the run ends here: what nobody answered by now breaks its round off.
    """

    def __init__(self, story: Story, *, asks: bool = True, ends: bool = False) -> None:
        refining = story.run.snapshot.refining
        assert refining is not None, "a run of this preset refines"
        self._story = story
        self._asks = asks
        self._ends = ends
        self._refining: Refining = refining
        self._snapshot = story.run.snapshot
        self._stop = story.run.experiment.policy.stop
        self._waves = RefineWaves(story, refining)
        self._versions = [self._snapshot.versions[0]]
        self._progress = _Progress(ledger=HoldoutLedger(error=refining.error, rounds=self._stop.rounds))

    def go_on(self) -> Next:
        """What comes next, when no unit lacks anything."""
        try:
            return self._walk()
        except WaveMissing as missing:
            return Settlement.TOKENS_SPENT if self._costs_too_much(missing.wave) else missing.wave

    def sum_up(self, settlement: Settlement) -> Refinement:
        """What came of it, as far as it was walked."""
        progress = self._progress
        gain = progress.gain
        if gain is None and progress.champion:
            gain = self._gain(self._waves.held_out, last=progress.champion)
        is_cut_short = settlement.is_end and progress.settled is None
        broken_off = [progress.open] if is_cut_short and progress.open is not None else []
        refinement = Refinement(
            versions=tuple(self._versions),
            rounds=(*progress.rounds, *broken_off),
            champion=self._versions[progress.champion].number,
            gain=gain,
            spent_microusd=self._story.spent_microusd,
            unpriced=self._story.unpriced,
        )
        summary = write_summary(
            refinement,
            settlement=settlement,
            held_out=self._refining.held_out,
            ended_in=f"in round {len(progress.rounds) + 1} of {self._stop.rounds}" if is_cut_short else "",
        )
        told = (*self._waves.doubts(), *tell_kinship(self._snapshot, quote=str))
        return refinement.model_copy(update={"summary": (*summary[:-1], *told, *summary[-1:])})

    def _walk(self) -> Settlement:
        progress = self._progress
        findings = self._findings(0)
        for number in range(1, self._stop.rounds + 1):
            before = progress.champion
            self._round(number, findings)
            ended = self._ended(number)
            if ended is not None:
                progress.settled = ended
                self._open_sealed()
                return ended
            if progress.champion != before:
                findings = self._findings(progress.champion)
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
        told = RoundReport(round=number, parent=parent.number, findings=findings, is_broken_off=True)
        progress.open = told if findings.cases else None
        task, candidates = self._written(task)
        suggestions = task.suggestions
        told = told.model_copy(update={"suggestions": suggestions, "conflicts": task.conflicts})
        new = [one.version for one in candidates if one.version is not None]
        try:
            challenge = self._challenge(new) if new else None
        except WaveMissing as missing:
            seen = report_on(
                candidates, parent, challenge=missing.seen, cases=self._story.cases, untold=_BROKEN_OFF
            )
            progress.open = told.model_copy(update={"candidates": tuple(seen)})
            raise
        reports = tuple(report_on(candidates, parent, challenge=challenge, cases=self._story.cases))
        progress.open = told.model_copy(update={"candidates": reports})
        best = None if challenge is None or challenge.adopted is None else new[challenge.adopted].number
        reports, number_adopted = self._reviewed(reports, best=best, suggestions=suggestions)
        adopted = next((one for one in self._versions if one.number == number_adopted), None)
        decided = {
            "candidates": reports,
            "adopted": None if adopted is None else adopted.number,
            "is_broken_off": False,
        }
        progress.rounds.append(told.model_copy(update=decided))
        progress.open = None
        progress.tried += [
            tell_tried(report) for report in reports if report.number != (adopted and adopted.number)
        ]
        progress.in_vain = 0 if adopted is not None else progress.in_vain + 1
        if adopted is not None:
            progress.champion = self._versions.index(adopted)

    def _written(self, task: RefineTask) -> tuple[RefineTask, list[WrittenCandidate]]:
        """The candidates of a round, with all that whoever wrote them was told."""
        if self._refining.strategy is RefineStrategy.GEPA:
            seed = (self._story.run.seed + task.round) % 2**32
            evolved = GepaWalk(self._waves, self._refining, self._versions, task, seed).propose()
            return task, [
                one if one.version not in self._progress.challenged else one.refuse(_TRIED) for one in evolved
            ]
        suggestions = self._suggestions(task)
        conflicts = find_conflicts(suggestions)
        task = task.model_copy(update={"suggestions": suggestions, "conflicts": conflicts})
        written = self._waves.take(NextWave(SYNTHESISE, self._refining.candidates, task.model_dump_json()))
        return task, list(self._candidates(self._story.proposals_of(written), task.version))

    def _suggestions(self, task: RefineTask) -> tuple[Suggestion, ...]:
        """What all judges would change, weighed by how far each is relied on and by what was found."""
        judges = self._snapshot.cell_judges
        wave = self._waves.take(NextWave(SUGGEST, len(judges), task.model_dump_json()))
        equal = [
            JudgeTrust(judge=at, name=self._snapshot.judges[at].name, weight=1 / len(judges), basis="")
            for at in judges
        ]
        proposals = self._story.proposals_of(wave)
        # A run that ended in the middle of the wave has fewer of them than judges.
        said = zip(self._refining.trust or equal, proposals, strict=False)
        return weigh_suggestions([(trust, one.suggestions) for trust, one in said], task.findings)

    def _reviewed(
        self, reports: tuple[CandidateReport, ...], *, best: int | None, suggestions: tuple[Suggestion, ...]
    ) -> tuple[tuple[CandidateReport, ...], int | None]:
        """Where people decide, ask them: about what would be adopted, or about the best that was tried."""
        asked = candidate_to_ask(reports, best=best, autonomy=self._autonomy)
        if asked is None:
            return reports, best
        parent = self._versions[self._progress.champion]
        question = ask_about(asked, parent, story=self._story, suggestions=suggestions)
        asking = ask_people(PersonQuestions(questions=(question,)))
        said = self._story.person_answers.get(self._waves.take(asking).first_unit)
        if said is None and self._ends:
            raise WaveMissing(asking)
        told = tuple(one.model_copy(update={"review": said}) if one is asked else one for one in reports)
        if said is None or not is_approved(said):
            return told, None
        return self._in_their_words(told, said, parent) if said.edits else (told, asked.number)

    @property
    def _autonomy(self) -> Autonomy:
        """Who decides here: where people were asked, they were; what was chosen since holds from now on."""
        lane = self._waves.next_lane
        if lane is None and self._asks:
            return self._story.autonomy
        return Autonomy.MANUAL if lane == PEOPLE else Autonomy.AUTOPILOT

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
        everything = len(self._waves.held_out)
        self._waves.answer_held_out(
            [self._progress.champion, place], upto=everything, versions={place: written}
        )
        self._versions.append(written)
        report = CandidateReport(
            edits=said.edits,
            note=said.note,
            number=written.number,
            diff=unified(text_of(parent), text_of(written)),
            reason="written_by_a_person",
            review=said,
        )
        both = [self._waves.scores_of(at, self._waves.held_out) for at in (self._progress.champion, place)]
        found = {"unsafe": count_more_unsafe(*both), "checked": count_failed_checks(*both)}
        report = report.model_copy(update=found)
        gain = self._gain(self._waves.held_out, first=self._progress.champion, last=place)
        if gain is not None:
            measured = {
                "verdict": "not_decided",
                "parent_quality": gain.first_quality,
                "parent_quality_interval": gain.first_interval,
                "quality": gain.last_quality,
                "quality_interval": gain.last_interval,
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
                version, refused = None, _TRIED
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
        guarded = Guarded(
            parent,
            most_changed=self._refining.most_changed,
            cases=self._story.cases,
            checks=self._snapshot.checks,
        )
        breaches = find_breaches(version, guarded)
        return (None, " ".join(breaches)) if breaches else (version, None)

    def _challenge(self, new: Sequence[PromptVersion]) -> Challenge | None:
        """Parent and candidates on the held-out cases; answers of the parent that are there already count."""
        progress = self._progress
        self._versions += [version for version in new if version not in self._versions]
        progress.challenged += new
        walk = ChallengeWalk(self._waves, self._refining, progress.ledger, progress.champion)
        decided = walk.walk({self._versions.index(version): version for version in new})
        if decided is not None:
            progress.ledger = decided.ledger
        return decided

    def _ended(self, number: int) -> Settlement | None:
        """The first stop rule that is reached, by its name."""
        progress, last = self._progress, self._progress.rounds[-1]
        gains = [
            one.difference for one in last.candidates if one.number is not None and one.number == last.adopted
        ]
        # Of what nobody could judge the gain is not known, which is not zero.
        if any(gain is not None and gain < self._stop.gain for gain in gains):
            return Settlement.GAIN_TOO_SMALL
        if number >= self._stop.rounds:
            return Settlement.ROUNDS_DONE
        if progress.in_vain >= self._stop.window:
            return Settlement.CONVERGED
        return Settlement.TOKENS_SPENT if self._waves.is_over() and self._has_no_tokens() else None

    def _has_no_tokens(self) -> bool:
        return self._stop.tokens is not None and self._story.tokens >= self._stop.tokens

    def _costs_too_much(self, wave: NextWave) -> bool:
        """Whether a step of a round would be begun without tokens; people and sealed cases are asked all the same."""
        return wave.lane != PEOPLE and self._progress.settled is None and self._has_no_tokens()

    def _open_sealed(self) -> None:
        """Measure the gain on cases that nothing was decided by, once everything is decided."""
        if not self._refining.sealed or not self._progress.champion:
            return
        for version in (0, self._progress.champion):
            self._waves.take(self._waves.cells(self._waves.sealed, version=version))
        progress = self._progress
        gain = self._gain(self._waves.sealed, last=progress.champion, sealed=progress.ledger)
        used = {"used_before": self._refining.used_before}
        progress.gain = None if gain is None else gain.model_copy(update=used)

    def _gain(
        self, cases: range, *, last: int, first: int = 0, sealed: HoldoutLedger | None = None
    ) -> Gain | None:
        before, after = (self._waves.scores_of(version, cases) for version in (first, last))
        try:
            return measure_gain(before, after, sealed=sealed, seed=self._story.run.seed % 2**32)
        except EdisonError:
            return None

    def _findings(self, place: int) -> Findings:
        development = self._waves.development
        self._waves.answer(place, development, version=self._versions[place])
        # What judges were told is what was found: to find it again would only take time.
        if (told := self._waves.told()) is not None:
            return told
        rubric = self._snapshot.rubric
        assert rubric is not None, "judges need a rubric"
        cases = self._story.cases[: self._refining.development]
        inputs = {case.name: shown_input(case) for case in cases}
        kinds = kinds_of([CaseFacts.of(case, version=self._versions[place]) for case in cases])
        trusted = {self._snapshot.judges[at].id: weight for at, weight in self._waves.weights.items()}
        reports = self._waves.reports_of(place, development)
        return find_weaknesses(
            reports,
            inputs=inputs,
            rubric=rubric,
            kinds={case.name: told for case, told in zip(cases, kinds, strict=True)},
            weights=trusted,
            checks=self._snapshot.checks,
        )
