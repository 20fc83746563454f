"""Suites and rankings that are sent as texts, by somebody who is not at this machine's disk."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from edison.domain import PresetName, Right, Run
from edison.errors import ChoiceUnknown, FileNotReadable

from ..access import verb
from ..house import House
from ..presets import PRESETS
from ..presets.rank_requests import RankRequest
from ..presets.suite_plans import plan_suite
from ..presets.suites import SuiteFile, load_suite
from ..views.estimate import EstimateView, view_estimate
from .prepare import PreparedRun, prepare_run
from .start import start_run

_MICRO = 1_000_000


@dataclass(frozen=True, slots=True)
class UploadedSuite:
    """A suite and the files it names."""

    name: str
    text: str
    files: Mapping[str, str]
    budget_usd: float | None = None

    def read(self) -> SuiteFile:
        """The suite; whatever is wrong with it is told with lines and fields."""
        file = load_suite(self.name, self.text.encode(), files=_Uploaded(self.files))
        budget = None if self.budget_usd is None else round(self.budget_usd * _MICRO)
        return file.changed(budget_microusd=budget)


@dataclass(frozen=True, slots=True)
class _Uploaded:
    """Files that came with a request; this machine's own are never read."""

    files: Mapping[str, str]

    def whole(self, name: str) -> bytes | None:
        found = self.files.get(name)
        return None if found is None else found.encode()

    def pieces(self, name: str) -> Iterator[bytes]:
        found = self.whole(name)
        if found is None:
            raise FileNotReadable(name, "it was not sent along")
        yield found


@verb(Right.READ)
def estimate_upload(house: House, upload: UploadedSuite) -> EstimateView:
    """What a suite would ask for and may cost; nothing is stored. Blocks; not for a loop."""
    prepared = _prepare(house, upload)
    prepared.plan.spool.close()
    return view_estimate(prepared)


@verb(Right.SPEND)
def start_upload(house: House, upload: UploadedSuite, *, start_key: str) -> Run:
    """Start a suite; an equal key gives the run that was started with it. Blocks; not for a loop."""
    return start_run(house, _prepare(house, upload), start_key=start_key)


@verb(Right.READ)
def estimate_ranking(house: House, request: RankRequest) -> EstimateView:
    """What a ranking of texts that were sent would ask for and may cost; nothing is stored. Blocks; not for a loop."""
    prepared = _prepare_ranking(house, request)
    prepared.plan.spool.close()
    return view_estimate(prepared)


@verb(Right.SPEND)
def start_sent_ranking(house: House, request: RankRequest, *, start_key: str) -> Run:
    """Rank texts that were sent; an equal key gives the run that was started with it. Blocks; not for a loop."""
    return start_run(house, _prepare_ranking(house, request), start_key=start_key)


def _prepare_ranking(house: House, request: RankRequest) -> PreparedRun:
    from edison.stats.grades.scales import SCALES

    # Any other name would be taken for a file of this machine.
    if request.scale is not None and request.scale not in SCALES:
        raise ChoiceUnknown("scale", request.scale, tuple(SCALES))
    return prepare_run(house, PRESETS[PresetName.RANK_ENTRIES].plan(house, request))


def _prepare(house: House, upload: UploadedSuite) -> PreparedRun:
    return prepare_run(house, plan_suite(house, upload.read()))
