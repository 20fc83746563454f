"""Why the machine room does not go on."""

from typing import ClassVar

from .base import EdisonError, ErrorKind


class RunSuperseded(EdisonError):
    """Somebody paused, resumed or cancelled the run: what an older incarnation of its driver writes is refused."""

    code: ClassVar[str] = "run_superseded"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, epoch: int, current: int) -> None:
        super().__init__(
            f"The run is driven by epoch {current} now; what epoch {epoch} had under way is taken up there.",
            epoch=epoch,
            current=current,
        )


class AnsweredAlready(EdisonError):
    """Whoever was away for a while must not ask what others had answered meanwhile."""

    code: ClassVar[str] = "answered_already"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, unit: int) -> None:
        super().__init__(f"Unit {unit} was answered by another worker; nothing is asked again.", unit=unit)


class TakenForDead(EdisonError):
    """Whoever was silent for long was replaced: its work is done by others, and it begins anew with nothing."""

    code: ClassVar[str] = "taken_for_dead"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, worker: str) -> None:
        super().__init__(
            f"Worker {worker} was silent for so long that others do its work; it sends nothing of it any more.",
            worker=worker,
        )


class AnsweredBefore(EdisonError):
    """The first answer to a question counts, and there is one."""

    code: ClassVar[str] = "answered_before"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, run_id: str, question: int) -> None:
        super().__init__(
            f"Question {question} of run {run_id} has an answer, and the first one counts.",
            run_id=run_id,
            question=question,
        )


class RunNotMoved(EdisonError):
    """A run that cannot be paused, resumed or cancelled from where it stands."""

    code: ClassVar[str] = "run_not_moved"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, run_id: str, wish: str, state: str) -> None:
        super().__init__(
            f"Run {run_id} cannot be {wish}, for it is {state}; look at it with `edison show`.",
            run_id=run_id,
            wish=wish,
            state=state,
        )


class EngineBusy(EdisonError):
    """The durable library allows one engine in each process."""

    code: ClassVar[str] = "engine_busy"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, worker: str) -> None:
        super().__init__(
            f"An engine ({worker}) runs in this process already; use it, or start another process.",
            worker=worker,
        )
