"""The story of a run: what was planned and what came of it, read from rows when a preset asks."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from edison.domain import (
    AUTONOMY,
    CELLS,
    Answered,
    Autonomy,
    Case,
    CellLayout,
    CellReport,
    CellScore,
    Chance,
    ChosenAutonomy,
    JudgeCard,
    Mint,
    Noun,
    OutputReview,
    PairLine,
    PersonAnswer,
    Proposal,
    Run,
    RunId,
    Snapshot,
    StageName,
    Wave,
)
from edison.store import AnswerOrigin, CellFindings, ComparisonLine, PairCounts, UnitOfWork

from ..lanes import LANES
from .labelled import newest_labels

N = TypeVar("N", bound=Noun)
_PAGE = 500


class Story:
    """One look at a run; whoever decides reads it and changes nothing."""

    def __init__(self, work: UnitOfWork, run: Run, *, at: datetime, mint: Mint) -> None:
        self._work = work
        self._mint = mint
        self.run = run
        self.at = at
        """When it is told: a run that ends, ends then."""

    @property
    def chance(self) -> Chance:
        """The run's own randomness: the same story draws the same."""
        return Chance(self.run.seed)

    @cached_property
    def waves(self) -> Sequence[Wave]:
        return self._work.waves.of_run(self.run.id)

    def waves_elsewhere(self, run_id: RunId) -> list[Wave]:
        """Those of another run, which this one is about."""
        return self._work.waves.of_run(run_id)

    def is_whole(self, wave: Wave) -> bool:
        """Whether nothing is missing of a wave: of one that was broken off, what is there is a part."""
        units = range(wave.first_unit, wave.end)
        return not LANES[wave.lane].missing(self._work, self.run, units, size=wave.units)

    @property
    def layout(self) -> CellLayout:
        """Where the cells of all waves stand."""
        return CellLayout(self.waves)

    def waves_of(self, lane: str) -> list[Wave]:
        """The waves of one lane."""
        return [wave for wave in self.waves if wave.lane == lane]

    @cached_property
    def person_answers(self) -> dict[int, PersonAnswer]:
        """What people said, by the number of the question."""
        return {answer.unit: answer for answer in self._work.people.answers(self.run.id)}

    @property
    def autonomy(self) -> Autonomy:
        """What may be decided without a person, from now on: as it was chosen last, or as it began."""
        chosen = self.document(AUTONOMY, ChosenAutonomy)
        return self.run.experiment.policy.autonomy if chosen is None else chosen.autonomy

    @cached_property
    def answered_cells(self) -> list[int]:
        """The cells whose output is an answer."""
        return self._work.results.answered_cells(self.run.id)

    @cached_property
    def comparisons(self) -> list[PairLine]:
        """What judges of pairs said, in numbers."""
        return self._work.comparisons.lines(self.run.id)

    @property
    def comparison_counts(self) -> PairCounts:
        return self._work.comparisons.counts(self.run.id)

    def failed_comparisons(self, *, asked_below: int) -> tuple[tuple[int, int], ...]:
        """Pairs and judges without a finding that were asked less often than so."""
        return tuple(self._work.comparisons.failed(self.run.id, below_judging=asked_below))

    def findings(self) -> list[CellFindings]:
        """What was found of every output, in the order of the cells; for runs whose preset has to look at all."""
        found: list[CellFindings] = []
        for wave in self.waves_of(CELLS):
            standings = self._work.results.standings(self.run.id, first=wave.first_unit, last=wave.end)
            generations = {cell: standing.generation for cell, standing in standings.items()}
            found.extend(self._work.findings.of_cells(self.run.id, generations))
        return found

    def scores(self) -> Iterator[CellScore]:
        """Every answered cell in numbers, streamed."""
        return self._work.results.scores(self.run.id)

    def cards(self) -> Sequence[JudgeCard]:
        """What is known about judges."""
        return self._work.cards.all()

    def labels(self) -> Iterator[tuple[Snapshot, list[tuple[OutputReview, CellReport]]]]:
        """What people said about outputs that judges of this run judged, in this run and in others."""
        return newest_labels(self._work, judges=frozenset(judge.id for judge in self.run.snapshot.judges))

    def entry_names(self) -> list[tuple[str, str | None]]:
        """The name of every case, and its grade where it is an anchor."""
        return self._work.datasets.names(self.run.snapshot.dataset.id)

    def answered_by(self, stage: StageName) -> dict[AnswerOrigin, int]:
        """Who answered in whose name, and how often."""
        return dict(self._work.ledger.answered_by(self.run.id, stage))

    def answer_costs(self, stage: StageName) -> Mapping[tuple[int, int], Answered]:
        """What each answer of a stage took and cost, by unit and part."""
        return self._work.ledger.answered(self.run.id, stage)

    def compared_pairs(self) -> Iterator[ComparisonLine]:
        """Every comparison with its words, a page at a time."""
        after = (-1, -1)
        while page := self._work.comparisons.page(self.run.id, after=after, limit=_PAGE):
            yield from page
            after = (page[-1].line.unit, page[-1].line.judge)

    def cell_reports(self, *, last: int) -> Iterator[CellReport]:
        """The cells up to this one with all that is known about them, a page at a time."""
        after = -1
        while after < last and (page := self._work.results.reports(self.run.id, after=after, limit=_PAGE)):
            yield from page
            after = page[-1].number

    def reports_of(self, wave: Wave) -> Iterator[CellReport]:
        """The cells of one wave with all that is known about them, a page at a time."""
        after = wave.first_unit - 1
        while left := wave.end - 1 - after:
            page = self._work.results.reports(self.run.id, after=after, limit=min(left, _PAGE))
            yield from (report for report in page if report.number < wave.end)
            if not page or page[-1].number >= wave.end:
                return
            after = page[-1].number

    def proposals_of(self, wave: Wave) -> list[Proposal]:
        """What came of a wave of suggestions or candidates, in the order of its units."""
        made = self._work.proposals.of_units(self.run.id, range(wave.first_unit, wave.end))
        return [made[unit] for unit in sorted(made)]

    @cached_property
    def cases(self) -> list[Case]:
        """All cases, in their order; for runs whose preset has to look at them."""
        return list(
            self._work.datasets.cases(self.run.snapshot.dataset.id, first=0, count=self.run.snapshot.cases)
        )

    @property
    def tokens(self) -> int:
        """What was sent and received so far, as far as it is known."""
        return self._work.ledger.tokens(self.run.id)

    def document(self, name: str, noun: type[N]) -> N | None:
        """Something that is stored with the run."""
        return self._work.documents.get(self.run.id, name, noun)

    @property
    def spent_microusd(self) -> int:
        return self._work.runs.standing(self.run.id).spent_microusd

    @property
    def unpriced(self) -> int:
        """How many answered calls have no known price."""
        return self._work.ledger.count_unpriced(self.run.id)

    def new_id(self, prefix: str) -> str:
        """An id for something that this run ends with."""
        return self._mint.new(prefix)
