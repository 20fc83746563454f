"""Runs: what they are, what is wanted of them, and which incarnation of their driver may write."""

from datetime import datetime
from enum import Enum

from sqlalchemy import ColumnElement, Connection, Update, and_, bindparam, func, not_, or_, select, update

from edison.domain import (
    DesiredState,
    Halt,
    ProjectId,
    Record,
    Run,
    RunDesign,
    RunId,
    Settlement,
    Snapshot,
    StageName,
)
from edison.errors import RunAmbiguous, RunMissing

from ..database.noun_text import noun_text, read_noun
from ..database.packing import from_micros, pack, to_micros
from ..database.statements import Found, Query, insert_new
from ..tables import RUN

LATEST = "latest"
_MOST_CANDIDATES = 5


class Unchanged(Enum):
    """Says of an argument that what is stored stays."""

    UNCHANGED = "unchanged"


UNCHANGED = Unchanged.UNCHANGED


class RunStanding(Record, frozen=True, kw_only=True):
    """What an engine must know about a run, without the run."""

    run_id: RunId
    no: int
    """The store's own number of the run, as it stands in the ledger."""
    epoch: int
    desired: DesiredState
    settlement: Settlement
    halted: Halt | None
    budget_microusd: int | None
    spent_microusd: int
    held_microusd: int


class Runs:
    """The runs of a database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, run: Run, *, budget_microusd: int | None, start_key: str | None = None) -> bool:
        """Store a new run; False, and nothing is stored, where one with this start key or id exists."""
        row = {
            "id": run.id,
            "project_id": run.experiment.project_id,
            "name": pack(run.experiment.name),
            "preset": str(run.experiment.preset),
            "design": noun_text(run.experiment),
            "snapshot": noun_text(run.snapshot),
            "seed": str(run.seed),
            "began_at": to_micros(run.began_at),
            "desired": run.desired.value,
            "pause_after": run.pause_after and run.pause_after.value,
            "epoch": run.epoch,
            "halted": _halt_text(run.halted),
            "settlement": run.settlement.value,
            "ended_at": run.ended_at and to_micros(run.ended_at),
            "last_event": 0,
            "budget_microusd": budget_microusd,
            "spent_microusd": 0,
            "held_microusd": 0,
            "start_key": start_key and pack(start_key),
        }
        return insert_new(self._connection, RUN, row)

    def get(self, run_id: RunId) -> Run:
        """The run; raises RunMissing."""
        found = self._connection.execute(_kept().where(RUN.c.id == run_id)).one_or_none()
        if found is None:
            raise RunMissing(run_id)
        return _run(found)

    def find(self, text: str) -> Run:
        """The run that a person means: `latest`, an id, a name (its latest run), or an id's beginning or end."""
        wanted = pack(text.strip())
        newest = _kept().order_by(RUN.c.no.desc()).limit(1)
        by_name = newest if wanted == LATEST else newest.where(RUN.c.name == wanted)
        for query in (newest.where(RUN.c.id == wanted), by_name):
            found = self._connection.execute(query).one_or_none()
            if found is not None:
                return _run(found)
        return self._find_by_part(wanted)

    def by_start_key(self, key: str) -> Run | None:
        """The run that was started under this key."""
        found = self._connection.execute(
            _kept().where(RUN.c.start_key == pack(key)).order_by(RUN.c.no.desc()).limit(1)
        ).one_or_none()
        return None if found is None else _run(found)

    def page(
        self,
        *,
        before: RunId | None = None,
        limit: int = 50,
        preset: str | None = None,
        is_open: bool | None = None,
        named: str = "",
        project_id: ProjectId | None = None,
    ) -> list[Run]:
        """Runs, newest first: the first page, or the one that follows after a run; on wish only some of them."""
        query = _kept().order_by(RUN.c.no.desc()).limit(limit)
        if preset is not None:
            query = query.where(RUN.c.preset == preset)
        if is_open is not None:
            is_settled = RUN.c.settlement != Settlement.NOT_YET.value
            query = query.where(not_(is_settled) if is_open else is_settled)
        if project_id is not None:
            query = query.where(RUN.c.project_id == project_id)
        for word in named.split():
            query = query.where(RUN.c.name.icontains(pack(word), autoescape=True))
        if before is not None:
            query = query.where(RUN.c.no < run_number(self._connection, before))
        return [_run(row) for row in self._connection.execute(query)]

    def count_by_settlement(self) -> dict[str, int]:
        """How many runs there are, by the name of their ends."""
        counted = select(RUN.c.settlement, func.count()).where(is_kept())
        query = counted.group_by(RUN.c.settlement).order_by(RUN.c.settlement)
        return {row[0]: row[1] for row in self._connection.execute(query)}

    def unfinished(self) -> list[RunStanding]:
        """Runs that should be driven now, oldest first."""
        query = _standings().where(_is_unfinished()).order_by(RUN.c.no)
        return [_standing(row) for row in self._connection.execute(query)]

    def is_any_unfinished(self) -> bool:
        """Whether there is a run that should be driven now."""
        return self._connection.execute(select(_standings().where(_is_unfinished()).exists())).scalar_one()

    def standing(self, run_id: RunId) -> RunStanding:
        """How a run stands; raises RunMissing."""
        found = self._connection.execute(_standings().where(RUN.c.id == run_id)).one_or_none()
        if found is None:
            raise RunMissing(run_id)
        return _standing(found)

    def change(
        self,
        run_id: RunId,
        *,
        desired: DesiredState,
        expect: tuple[DesiredState, ...],
        halted: Halt | None = None,
        budget_microusd: int | Unchanged | None = UNCHANGED,
    ) -> int | None:
        """Want something else of a run, if it is as expected: gives the new epoch, None where that was refused.

        A settled run is refused, and so is a cancelled one, whatever was expected.
        """
        expected = [state.value for state in expect if state is not DesiredState.CANCELLED]
        values: dict[str, object] = {"desired": desired.value, "halted": _halt_text(halted)}
        if budget_microusd is not UNCHANGED:
            values["budget_microusd"] = budget_microusd
        return self._raise_epoch(
            _open(run_id).where(RUN.c.desired.in_(expected)).values(values),
        )

    def lock(self, run_id: RunId) -> None:
        """Let nobody else change this run until the transaction is over; raises RunMissing."""
        query = select(RUN.c.no).where(RUN.c.id == run_id).with_for_update()
        if self._connection.execute(query).scalar_one_or_none() is None:
            raise RunMissing(run_id)

    def halted(self) -> list[RunStanding]:
        """Runs that stand still until somebody or the time lets them go on, oldest first."""
        still = (
            RUN.c.settlement == Settlement.NOT_YET.value,
            RUN.c.desired == DesiredState.PAUSED.value,
            RUN.c.halted.is_not(None),
        )
        return [
            _standing(row) for row in self._connection.execute(_standings().where(*still).order_by(RUN.c.no))
        ]

    def go_on_after(self, run_id: RunId) -> None:
        """Forget the stage after which a run was to wait for a person."""
        self._connection.execute(update(RUN).where(RUN.c.id == run_id).values(pause_after=None))

    def renew(self, run_id: RunId, *, epoch: int) -> int | None:
        """Take a running run over from its driver: the next epoch, None where it is not at this one any more."""
        return self._raise_epoch(
            _open(run_id).where(RUN.c.epoch == epoch, RUN.c.desired == DesiredState.RUNNING.value)
        )

    def reopen(self, run_id: RunId) -> int | None:
        """Go on with a settled run: the next epoch, None where it is not settled or was cancelled for ever."""
        return self._raise_epoch(
            update(RUN)
            .where(
                RUN.c.id == run_id,
                RUN.c.settlement != Settlement.NOT_YET.value,
                RUN.c.desired != DesiredState.CANCELLED.value,
            )
            .values(
                settlement=Settlement.NOT_YET.value,
                ended_at=None,
                desired=DesiredState.RUNNING.value,
                halted=None,
            )
        )

    def set_budget(self, run_id: RunId, budget_microusd: int) -> None:
        """Allow a run to spend so much in all."""
        self._connection.execute(
            update(RUN).where(RUN.c.id == run_id).values(budget_microusd=budget_microusd)
        )

    def settle(self, run_id: RunId, *, epoch: int, settlement: Settlement, at: datetime) -> bool:
        """End a run by its name; False where it ended already or another epoch has begun."""
        settled = self._connection.execute(
            _open(run_id)
            .where(RUN.c.epoch == epoch)
            .values(settlement=settlement.value, ended_at=to_micros(at), halted=None)
        )
        return settled.rowcount == 1

    def _raise_epoch(self, change: Update) -> int | None:
        raised = change.values(epoch=RUN.c.epoch + 1).returning(RUN.c.epoch)
        return self._connection.execute(raised).scalar_one_or_none()

    def _find_by_part(self, part: str) -> Run:
        if not part:
            raise RunMissing(part)
        # Ids are in small letters; one of the databases would not mind, the other would.
        small = part.lower()
        begins_or_ends = or_(
            RUN.c.id.startswith(small, autoescape=True), RUN.c.id.endswith(small, autoescape=True)
        )
        query = _kept().where(begins_or_ends).order_by(RUN.c.no.desc()).limit(_MOST_CANDIDATES)
        found = self._connection.execute(query).all()
        if not found:
            raise RunMissing(part)
        if len(found) > 1:
            raise RunAmbiguous(part, [row.id for row in found])
        return _run(found[0])


def is_kept() -> ColumnElement[bool]:
    """That a run was not removed: one that was has no plan any more, and its row stays for its money."""
    return RUN.c.snapshot != ""


def _kept() -> Query:
    return select(RUN).where(is_kept())


# Asked before nearly every other question, so it is put together once.
_NUMBER = select(RUN.c.no).where(RUN.c.id == bindparam("run_id"), is_kept())


def run_number(connection: Connection, run_id: RunId) -> int:
    """The store's own number of a run; raises RunMissing."""
    number = connection.execute(_NUMBER, {"run_id": run_id}).scalar_one_or_none()
    if number is None:
        raise RunMissing(run_id)
    return number


def _open(run_id: RunId) -> Update:
    return update(RUN).where(RUN.c.id == run_id, RUN.c.settlement == Settlement.NOT_YET.value)


def _is_unfinished() -> ColumnElement[bool]:
    return and_(RUN.c.settlement == Settlement.NOT_YET.value, RUN.c.desired == DesiredState.RUNNING.value)


def _standings() -> Query:
    return select(
        RUN.c.id,
        RUN.c.no,
        RUN.c.epoch,
        RUN.c.desired,
        RUN.c.settlement,
        RUN.c.halted,
        RUN.c.budget_microusd,
        RUN.c.spent_microusd,
        RUN.c.held_microusd,
    )


def _standing(row: Found) -> RunStanding:
    return RunStanding(
        run_id=row.id,
        no=row.no,
        epoch=row.epoch,
        desired=DesiredState(row.desired),
        settlement=Settlement(row.settlement),
        halted=_read_halt(row.halted),
        budget_microusd=row.budget_microusd,
        spent_microusd=row.spent_microusd,
        held_microusd=row.held_microusd,
    )


def _run(row: Found) -> Run:
    return Run(
        id=row.id,
        experiment=read_noun(RunDesign, row.design),
        snapshot=read_noun(Snapshot, row.snapshot),
        seed=int(row.seed),
        began_at=from_micros(row.began_at),
        desired=DesiredState(row.desired),
        pause_after=None if row.pause_after is None else StageName(row.pause_after),
        epoch=row.epoch,
        halted=_read_halt(row.halted),
        settlement=Settlement(row.settlement),
        ended_at=None if row.ended_at is None else from_micros(row.ended_at),
    )


def _halt_text(halt: Halt | None) -> str | None:
    return None if halt is None else noun_text(halt)


def _read_halt(text: str | None) -> Halt | None:
    return None if text is None else read_noun(Halt, text)
