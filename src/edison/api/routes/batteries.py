"""Batteries: look at a file, estimate, start; drift held against another threshold."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Base64Bytes, Field

from edison.actions.presets.batteries import BatteryOptions
from edison.actions.requests import do_once, start_once
from edison.actions.results.rechecking import move_drift
from edison.actions.runs.looking import show_run_page
from edison.actions.runs.sent_batteries import (
    SentBattery,
    check_sent_battery,
    estimate_sent_battery,
    list_battery_samples,
    show_drift,
    start_sent_battery,
)
from edison.actions.views.battery import BatterySampleView, BatteryView, DriftView
from edison.actions.views.estimate import EstimateView
from edison.actions.views.page import RunPageView
from edison.domain import RunId

from ..access import Changing, Paying, Reading
from .shapes import LARGEST, MOST_USD, AtOnce, IdempotencyKey, RequestBody, SomeCases

router = APIRouter(prefix="/api", tags=["batteries"])

MOST_RUNS = 1000
Model = Annotated[str, Field(min_length=1, max_length=200)]
Threshold = Annotated[float, Field(ge=0, le=2)]


class BatteryFile(RequestBody):
    """A file of tests as text with the files that it names, or one that comes with Edison."""

    name: str = Field(default="battery.json", min_length=1, max_length=200)
    text: str = ""
    files: dict[str, str] = {}
    # A text of JSON becomes bytes.
    pictures: dict[str, Annotated[Base64Bytes, Field(strict=False)]] = {}
    """The bytes of pictures, in base64."""
    sample: str | None = Field(default=None, max_length=100)

    def sent(self) -> SentBattery:
        return SentBattery(self.name, self.text, self.files, self.pictures, self.sample)


class NewBattery(BatteryFile, SomeCases):
    """A battery, who answers it, and how often."""

    models: list[Model] = Field(default=[], max_length=100)
    judge: Model | None = None
    runs: int = Field(default=1, ge=1, le=MOST_RUNS)
    drift_threshold: Threshold | None = None
    embedder: Model | None = None
    max_tokens: int | None = Field(default=None, ge=1, le=1_000_000)
    timeout_s: float | None = Field(default=None, gt=0, le=86_400)
    system: str | None = None
    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)
    concurrency: AtOnce = None
    seed: int | None = Field(default=None, ge=0, le=LARGEST)

    def sent(self) -> SentBattery:
        options = BatteryOptions(
            models=tuple(self.models),
            judge=self.judge,
            drift_threshold=self.drift_threshold,
            max_tokens=self.max_tokens,
            system=self.system,
            timeout_s=self.timeout_s,
        )
        return SentBattery(
            name=self.name,
            text=self.text,
            files=self.files,
            pictures=self.pictures,
            sample=self.sample,
            options=options,
            runs=self.runs,
            budget_usd=self.budget_usd,
            concurrency=self.concurrency,
            embedder=self.embedder,
            choice=self.choice,
            pause_after=self.stage,
            seed=self.seed,
        )


class NewThreshold(RequestBody):
    """How far an answer may drift from what was expected."""

    threshold: Threshold


@router.get("/batteries/samples")
def samples(house: Reading) -> list[BatterySampleView]:
    """The batteries that come with Edison."""
    return list_battery_samples(house)


@router.post("/batteries/check")
def check(house: Reading, request: BatteryFile) -> BatteryView:
    """What a file of tests holds and what of it will not be done; nothing is asked, stored or paid for."""
    return check_sent_battery(house, request.sent())


@router.post("/batteries/estimate")
def estimate(house: Reading, request: NewBattery) -> EstimateView:
    """What a battery would ask for and may cost; nothing is stored and nothing paid for is sent."""
    return estimate_sent_battery(house, request.sent())


@router.post("/batteries", status_code=201)
def start(house: Paying, request: NewBattery, key: IdempotencyKey) -> RunPageView:
    """Run a battery; the same key gives the run that was started with it."""
    return show_run_page(
        house,
        start_once(house, key, lambda keyed: start_sent_battery(keyed, request.sent(), start_key=key.key)),
    )


@router.get("/runs/{run}/drift")
def drift(house: Reading, run: RunId) -> DriftView:
    """How far each answer drifted from what was expected, as it was measured."""
    return show_drift(house, run)


@router.post("/runs/{run}/drift")
def hold(house: Changing, run: RunId, *, request: NewThreshold, key: IdempotencyKey) -> RunPageView:
    """Hold the measured drift against another threshold and keep these findings; nobody is asked."""
    do_once(house, key, lambda keyed: move_drift(keyed, run, threshold=request.threshold))
    return show_run_page(house, run)
