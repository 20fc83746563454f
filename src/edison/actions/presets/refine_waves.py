"""The waves of a run that refines, taken in their order; and what the answers to its cases came to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from edison.domain import (
    CELLS,
    PAIRS,
    SUGGEST,
    CellBlock,
    CellOutcome,
    CellReport,
    CellScore,
    Findings,
    JudgeCount,
    Pair,
    PromptVersion,
    RefineTask,
    Refining,
    Wave,
    outcome_of,
)
from edison.engine import NextWave, Story, write_pairs
from edison.formats.words.wording import Troubled, tell_troubles
from edison.stages.refine import Challenge, VersionScores


class WaveMissing(BaseException):
    """The next wave is not planned yet; this is it. No error: whatever runs in between must not swallow it."""

    def __init__(self, wave: NextWave) -> None:
        super().__init__(wave.lane)
        self.wave = wave
        self.seen: Challenge | None = None
        """What the looks before it say of the candidates of a round."""


class RefineWaves:
    """One walk through the waves, from the first one on."""

    def __init__(self, story: Story, refining: Refining) -> None:
        self.story = story
        self._refining = refining
        self._snapshot = story.run.snapshot
        self._walked = 0
        self._answered: dict[int, int] = {}
        """By the place of a version: how many of the held-out cases it was asked, in their order."""

        self._compared: set[Pair] = set()
        self._asked: set[tuple[int, int]] = set()
        """Versions and the development cases that they were asked."""
        self._cells: list[tuple[Wave, CellBlock]] = []
        self.placed = 1
        """How many versions the waves so far have brought, with the first one."""

    def take(self, planned: NextWave) -> Wave:
        """The next wave; where there is none yet, it is the one that is planned here."""
        if self._walked == len(self.story.waves):
            raise WaveMissing(planned)
        wave = self.story.waves[self._walked]
        self._walked += 1
        if wave.lane == CELLS:
            block = CellBlock.model_validate_json(wave.body)
            self._cells.append((wave, block))
            self.placed += len(block.added)
        return wave

    def _take_whole(self, planned: NextWave) -> Wave:
        """The same where something is decided by it: of a run that ended meanwhile, the last wave may be a part."""
        if self._walked == len(self.story.waves) - 1 and not self.story.is_whole(self.story.waves[-1]):
            raise WaveMissing(planned)
        return self.take(planned)

    @property
    def _next(self) -> Wave | None:
        return next(iter(self.story.waves[self._walked :]), None)

    @property
    def next_lane(self) -> str | None:
        """Of the next wave; None where none is planned yet."""
        wave = self._next
        return wave and wave.lane

    def cells(
        self, cases: range, *, version: int, versions: int = 1, added: Sequence[PromptVersion] = ()
    ) -> NextWave:
        """The wave in which some versions, from this one on, answer some cases."""
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

    def answer(self, place: int, cases: Iterable[int], *, version: PromptVersion) -> None:
        """Have a version answer development cases, as far as it has not; neighbours in one wave."""
        lacking = sorted(case for case in {*cases} if (place, case) not in self._asked)
        for _, run in groupby(enumerate(lacking), key=lambda one: one[1] - one[0]):
            block = [case for _, case in run]
            added = [version] if place >= self.placed else []
            self.take(self.cells(range(block[0], block[-1] + 1), version=place, added=added))
            self._asked.update((place, case) for case in block)

    def reports_of(self, place: int, cases: range) -> Iterator[CellReport]:
        """The answers of a version to some cases with all that is known about them."""
        for wave, block in self._cells:
            if block.first_version <= place < block.first_version + block.versions:
                for report in self.story.reports_of(wave):
                    at = block.place(report.number - wave.first_unit)
                    if at.version == place and at.case in cases:
                        yield report

    def answer_held_out(
        self, places: Iterable[int], *, upto: int, versions: Mapping[int, PromptVersion]
    ) -> range:
        """Have versions answer the first of the held-out cases, as far as they have not; gives these cases.

        Args:
            places: Of the versions.
            upto: How many of the held-out cases.
            versions: Those that may be new, by their places.
        """
        begin = self.held_out.start
        lacking = sorted(place for place in places if self._answered.get(place, 0) < upto)
        for done, together in groupby(_runs(lacking, self._answered), key=lambda one: one[1:]):
            members = [place for place, *_ in together]
            cases = range(begin + done[0], begin + upto)
            new = [versions[place] for place in members if place >= self.placed]
            self._take_whole(self.cells(cases, version=members[0], versions=len(members), added=new))
            self._answered.update(dict.fromkeys(members, upto))
        return range(begin, begin + upto)

    def compare(self, pairs: Iterable[Pair]) -> None:
        """Have judges of pairs compare answers, as far as they were not asked about them."""
        new = [pair for pair in pairs if pair not in self._compared]
        if new:
            self._take_whole(NextWave(PAIRS, len(new), write_pairs(new)))
            self._compared.update(new)

    def scores_of(self, version: int, cases: range) -> VersionScores:
        """What came of the answers of a version to some cases."""
        scores = self._scores.get(version, ())
        return VersionScores.of(scores, version=version, cases=cases, weights=self.weights)

    def doubts(self) -> tuple[str, ...]:
        """Why what was seen is not trustworthy: trouble in place of answers, or judges that gave no findings."""
        scores = [score for some in self._scores.values() for score in some]
        pairs = self.story.comparisons
        found = Counter(judge for score in scores for judge in score.judged)
        found.update(pair.judge for pair in pairs if pair.outcome is not None)
        vain = Counter(judge for score in scores for judge in score.not_judged)
        vain.update(pair.judge for pair in pairs if pair.outcome is None)
        judges = (
            JudgeCount(judge_id=one.id, name=one.name, asked=found[at] + vain[at], not_judged=vain[at])
            for at, one in enumerate(self._snapshot.judges)
        )
        failed = sum(outcome_of(score.status, score.reason) is CellOutcome.FAILED for score in scores)
        policy = self.story.run.experiment.policy
        return tuple(tell_troubles(judges, policy=policy, cells=Troubled(len(scores), failed=failed)))

    def is_over(self) -> bool:
        """Whether nothing was planned after this but sealed cases: what was spent since does not change decisions."""
        ahead = self.story.waves[self._walked :]
        return all(wave.lane == CELLS and self._is_sealed(wave) for wave in ahead)

    def told(self) -> Findings | None:
        """What judges were told is weak, where the next wave is the one in which they suggest."""
        wave = self._next
        if wave is None or wave.lane != SUGGEST:
            return None
        return RefineTask.model_validate_json(wave.body).findings

    def _is_sealed(self, wave: Wave) -> bool:
        return CellBlock.model_validate_json(wave.body).first_case in self.sealed

    @cached_property
    def weights(self) -> dict[int, float]:
        """How much each judge's word counts, by its index."""
        return {one.judge: one.weight for one in self._refining.trust}

    @cached_property
    def _scores(self) -> dict[int, list[CellScore]]:
        found: dict[int, list[CellScore]] = {}
        for score in self.story.scores():
            found.setdefault(score.place.version, []).append(score)
        return found

    @cached_property
    def development(self) -> range:
        return range(self._refining.development)

    @cached_property
    def held_out(self) -> range:
        begin = self._refining.development
        return range(begin, begin + self._refining.held_out)

    @cached_property
    def sealed(self) -> range:
        return range(self.held_out.stop, self.held_out.stop + self._refining.sealed)


def _runs(places: Sequence[int], answered: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """Each place with how far it is and which run of neighbours it belongs to: one wave holds neighbours only."""
    found: list[tuple[int, int, int]] = []
    run = 0
    for at, place in enumerate(places):
        if at and (place != places[at - 1] + 1 or answered.get(place, 0) != answered.get(places[at - 1], 0)):
            run += 1
        found.append((place, answered.get(place, 0), run))
    return found
