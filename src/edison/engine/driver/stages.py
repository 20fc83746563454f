"""What others are told about the stages of a run: that they started, that they finished, and how many units did."""

from datetime import datetime

from edison.domain import EventType, Run, Wave
from edison.store import UnitOfWork

from ..lanes import LANES


def tell_started(work: UnitOfWork, run: Run, *, at: datetime) -> None:
    """Tell of the stages that the latest waves go through; of each once."""
    _tell(work, run, EventType.STAGE_STARTED, at=at)


def tell_finished(work: UnitOfWork, run: Run, *, at: datetime) -> None:
    """Tell that the stages of the latest waves are done, or that nothing more comes; of each once."""
    _tell(work, run, EventType.STAGE_FINISHED, at=at)


def count_conclusions(work: UnitOfWork, run: Run, waves: list[Wave]) -> int:
    """How many conclusions there are in all lanes: a sweep that adds none made no progress."""
    lanes = dict.fromkeys(wave.lane for wave in waves)
    stages = [stage for lane in lanes for stage in LANES[lane].count(work, run)]
    return sum(stage.succeeded + stage.failed for stage in stages)


def _tell(work: UnitOfWork, run: Run, event: EventType, *, at: datetime) -> None:
    waves = work.waves.of_run(run.id)
    if not waves:
        return
    begin = _begin_of_span(waves)
    told = work.events.told_stages(run.id, event)
    for stage in LANES[begin.lane].count(work, run):
        about = {"stage": stage.name.value, "wave": str(begin.number)}
        if (stage.name.value, str(begin.number)) not in told:
            work.events.append(run.id, event, at=at, about=about, told=stage)


def _begin_of_span(waves: list[Wave]) -> Wave:
    """The first of the latest waves that follow each other in one lane: to people they are one step."""
    span = waves[-1]
    for wave in reversed(waves):
        if wave.lane != span.lane:
            break
        span = wave
    return span
