"""Suites and rankings that are sent as texts, by somebody who is not at this machine's disk."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from edison.domain import PresetName, Right, Run, StageName, to_microusd
from edison.errors import ChoiceUnknown

from ..access import verb
from ..files import SentFile, Texts
from ..house import House
from ..presets import PRESETS
from ..presets.qualifications import QualifyInput, QualifyRequest, plan_examination, read_qualify_request
from ..presets.rank_requests import USUAL_AT_ONCE, RankRequest
from ..presets.refine_plans import plan_refinement, wish_for
from ..presets.suite_plans import plan_suite
from ..presets.suites import ALL_CASES, CaseChoice, SentSuite, SuiteFile, load_suite
from ..views.estimate import EstimateView, tell_estimate
from .prepare import PreparedRun, prepare_run
from .start import start_run


@dataclass(frozen=True, slots=True)
class UploadedSuite:
    """A suite and the files it names."""

    name: str
    text: str
    files: Mapping[str, str]
    budget_usd: float | None = None
    concurrency: int | None = None
    """Calls in flight at once to each endpoint; None as the suite says."""
    refine: Mapping[str, object] | None = None
    """Where its prompt is to be refined: how, where that is not as the suite says."""
    choice: CaseChoice = ALL_CASES
    pause_after: StageName | None = None

    def read(self, house: House) -> SuiteFile:
        """The suite; whatever is wrong with it is told with lines and fields."""
        file = load_suite(self.name, self.text.encode(), files=Texts(self.files), house=house)
        budget = to_microusd(self.budget_usd)
        return file.changed(budget_microusd=budget, concurrency=self.concurrency).choosing(self.choice)


@dataclass(frozen=True, slots=True)
class SentExamination:
    """Who is examined, and with what: the starter suite, or one that was sent."""

    judges: tuple[str, ...]
    judgments: int
    ties: bool = False
    suite: str | None = None
    budget_usd: float | None = None
    concurrency: int = USUAL_AT_ONCE
    people: SentFile | None = None
    """What people chose: pair, choice (a, b or tie) and person."""
    seed: int | None = None
    judges_of: SentSuite | None = None
    """A suite whose judges are examined as well, as it asks them."""

    def read(self) -> QualifyInput:
        """Judges and what they are examined with; whatever is wrong with the suite is told with its place."""
        request = QualifyRequest(
            judges=self.judges,
            judges_of=self.judges_of,
            suite=None if self.suite is None else SentFile("suite.yaml", self.suite.encode()),
            people=self.people,
            judgments=self.judgments,
            ties=self.ties,
            budget_usd=self.budget_usd,
            concurrency=self.concurrency,
        )
        return read_qualify_request(request if self.seed is None else replace(request, seed=self.seed))


@verb(Right.READ)
def estimate_upload(house: House, upload: UploadedSuite) -> EstimateView:
    """What a suite would ask for and may cost; nothing is stored. Blocks; not for a loop."""
    return tell_estimate(_prepare(house, upload))


@verb(Right.SPEND)
def start_upload(house: House, upload: UploadedSuite, *, start_key: str) -> Run:
    """Start a suite; an equal key gives the run that was started with it. Blocks; not for a loop."""
    return start_run(house, _prepare(house, upload), start_key=start_key)


@verb(Right.READ)
def estimate_ranking(house: House, request: RankRequest) -> EstimateView:
    """What a ranking of texts that were sent would ask for and may cost; nothing is stored. Blocks; not for a loop."""
    return tell_estimate(_prepare_ranking(house, request))


@verb(Right.SPEND)
def start_sent_ranking(house: House, request: RankRequest, *, start_key: str) -> Run:
    """Rank texts that were sent; an equal key gives the run that was started with it. Blocks; not for a loop."""
    return start_run(house, _prepare_ranking(house, request), start_key=start_key)


def _prepare_ranking(house: House, request: RankRequest) -> PreparedRun:
    from edison.stats.grades.scales import SCALES

    # Any other name would be taken for a file of this machine.
    if isinstance(request.scale, str) and request.scale not in SCALES:
        raise ChoiceUnknown("scale", request.scale, tuple(SCALES))
    return prepare_run(house, PRESETS[PresetName.RANK_ENTRIES].plan(house, request))


@verb(Right.READ)
def estimate_examination(house: House, asked: SentExamination) -> EstimateView:
    """What an examination of judges would ask for and may cost; nothing is stored. Blocks; not for a loop."""
    return tell_estimate(prepare_run(house, plan_examination(house, asked.read())))


@verb(Right.SPEND)
def start_sent_examination(house: House, asked: SentExamination, *, start_key: str) -> Run:
    """Examine judges; an equal key gives the run that was started with it. Blocks; not for a loop."""
    return start_run(house, prepare_run(house, plan_examination(house, asked.read())), start_key=start_key)


def _prepare(house: House, upload: UploadedSuite) -> PreparedRun:
    file = upload.read(house)
    if upload.refine is None:
        return prepare_run(house, replace(plan_suite(house, file), pause_after=upload.pause_after))
    changes = dict(upload.refine)
    refiner, seed = changes.pop("refiner", None), changes.pop("seed", None)
    wished = wish_for(file, refiner=None if refiner is None else str(refiner), **changes)
    return prepare_run(house, plan_refinement(house, wished.changed(seed=seed)))
