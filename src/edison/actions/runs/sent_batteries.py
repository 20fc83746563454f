"""Batteries that are sent as texts, or named among those that come with Edison: look at them, estimate, start."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from edison.domain import VERDICT, Battery, Finding, Right, Run, RunId, StageName, to_microusd
from edison.errors import ChoiceUnknown
from edison.formats import read_battery

from ..access import verb
from ..files import read_whole
from ..house import House
from ..presets.batteries import (
    BatteryOptions,
    battery_suite,
    find_file,
    name_misfit,
    plan_battery,
    refuse_misfits,
)
from ..presets.suites import ALL_CASES, CaseChoice
from ..results.reports import list_cells, read_run
from ..views.battery import BatterySampleView, BatteryView, DriftCellView, DriftView
from ..views.estimate import EstimateView, tell_estimate
from .plan import RunPlan
from .prepare import PreparedRun, prepare_run
from .start import start_run

SAMPLES = {
    "tools": "Tools: the right one, with the right arguments, or none.",
    "judges": "Judges: verdicts, refusals and answers by criteria.",
    "loops": "Loops: several calls one after another, answered from the file.",
}
"""The batteries that come with Edison."""

DRIFT = "drift"


@dataclass(frozen=True, slots=True)
class SentBattery:
    """A file of tests as text, or the name of one that comes with Edison."""

    name: str = ""
    text: str = ""
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    """Those that it names; this machine's own are never read."""
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """The same, of those that are no text."""
    sample: str | None = None
    options: BatteryOptions = field(default_factory=BatteryOptions)
    runs: int = 1
    budget_usd: float | None = None
    concurrency: int | None = None
    """Calls in flight at once to each endpoint; None as it is usual."""
    choice: CaseChoice = ALL_CASES
    pause_after: StageName | None = None
    seed: int | None = None
    embedder: str | None = None
    """Who makes the vectors that its tests go by, as provider/model; this machine where None."""

    def read(self) -> Battery:
        """The battery; whatever is wrong with it is told with places.

        Raises:
            SuiteBroken, CasesDoNotFit: it cannot be used.
            ChoiceUnknown: no such battery comes with Edison.
        """
        name, data = self.name, self.text.encode()
        if self.sample is not None:
            if self.sample not in SAMPLES:
                raise ChoiceUnknown("sample", self.sample, tuple(SAMPLES))
            name = f"{self.sample}.json"
            data = read_whole(find_file(Path(f"starter:{self.sample}")))
        battery = read_battery(
            data, name=name, read_file=self._file, system=self.options.system, misfit=name_misfit
        )
        refuse_misfits(name, battery)
        return battery

    def _file(self, name: str) -> bytes | None:
        found = self.files.get(name)
        return self.pictures.get(name) if found is None else found.encode()


@verb(Right.READ)
def list_battery_samples(house: House) -> list[BatterySampleView]:
    """The batteries that come with Edison."""
    _ = house
    found = ((name, about, SentBattery(sample=name).read()) for name, about in SAMPLES.items())
    return [
        BatterySampleView(
            name=name, about=about, tests=len(battery.cases), drifts=_drifts(battery), judged=battery.judged
        )
        for name, about, battery in found
    ]


@verb(Right.READ)
def check_sent_battery(house: House, sent: SentBattery) -> BatteryView:
    """What a file of tests holds and what of it will not be done; nothing is asked, stored or paid for."""
    _ = house
    battery = sent.read()
    return BatteryView(
        name=battery.name,
        form=battery.form,
        tests=len(battery.cases),
        categories=battery.categories,
        assertions=battery.assertions,
        evaluated=battery.evaluated,
        unhonoured=battery.unhonoured,
        tallies=battery.tallies,
        models=tuple(arm.endpoint.name for arm in battery.arms),
        judged=battery.judged,
        drifts=_drifts(battery),
    )


@verb(Right.READ)
def estimate_sent_battery(house: House, sent: SentBattery) -> EstimateView:
    """What a battery would ask for and may cost; nothing is stored. Blocks; not for a loop."""
    return tell_estimate(_prepare(house, sent))


@verb(Right.SPEND)
def start_sent_battery(house: House, sent: SentBattery, *, start_key: str) -> Run:
    """Run a battery; an equal key gives the run that was started with it. Blocks; not for a loop."""
    return start_run(house, _prepare(house, sent), start_key=start_key)


@verb(Right.READ)
def show_drift(house: House, run_id: RunId) -> DriftView:
    """How far answers drifted from what was expected, so that another threshold can be tried without asking anybody."""
    return DriftView(run=run_id, cells=tuple(_drifted(house, run_id)))


def _drifted(house: House, run_id: RunId) -> Iterator[DriftCellView]:
    snapshot = read_run(house, run_id).snapshot
    plan = snapshot.judgment_plan if snapshot.judge_decides else None
    for cell in list_cells(house, run_id):
        measured = [one for one in cell.checks if one.check == DRIFT and one.measured is not None]
        if not measured:
            continue
        others = [one.finding for one in cell.checks if one.check != DRIFT]
        # A judge that was not asked because of the drift may yet say no.
        is_judged = any(one.check == VERDICT for one in cell.checks)
        is_owed = plan is not None and bool(plan.parts_of(cell.number)) and not is_judged
        yield DriftCellView(
            cell=cell.number,
            case=cell.case,
            drift=max(one.measured or 0.0 for one in measured),
            passes=all(one.finding is Finding.PASSED for one in measured),
            passes_else=all(finding is Finding.PASSED for finding in others) and not is_owed,
        )


@verb(Right.READ)
def plan_sent_battery(house: House, sent: SentBattery) -> RunPlan:
    """Everything that its run is made from; nothing is stored or paid for. Blocks; not for a loop."""
    battery = sent.read()
    budget = to_microusd(sent.budget_usd)
    suite = battery_suite(battery, sent.options).changed(
        repeats=sent.runs,
        budget_microusd=budget,
        concurrency=sent.concurrency,
        seed=sent.seed,
        embedder=sent.embedder,
    )
    chosen = suite.choosing(sent.choice)
    plan = plan_battery(house, chosen, notes=battery.unhonoured, timeout_s=sent.options.timeout_s)
    return replace(plan, pause_after=sent.pause_after)


def _prepare(house: House, sent: SentBattery) -> PreparedRun:
    return prepare_run(house, plan_sent_battery(house, sent))


def _drifts(battery: Battery) -> int:
    return sum(any(check.kind == DRIFT for check in case.checks) for case in battery.cases)
