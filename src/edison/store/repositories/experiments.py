"""Experiments: what is asked, and the runs that were started of it."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, or_, select, update

from edison.domain import (
    DesiredState,
    Experiment,
    ExperimentId,
    ExperimentStatus,
    ProjectId,
    Record,
    RunId,
    Settlement,
    status_of,
)
from edison.errors import ChangedMeanwhile, ExperimentMissing, ExperimentRefused, NameTaken

from ..database.noun_text import noun_text, read_noun
from ..database.packing import pack, to_micros
from ..database.statements import insert_new
from ..review_tables import EXPERIMENT, EXPERIMENT_RUN
from ..tables import RUN
from .attempt_lines import count_unpriced
from .runs import is_kept, run_number

_MOST_CANDIDATES = 5


class ExperimentRuns(Record, frozen=True, kw_only=True):
    """The runs of an experiment, the newest first, in what a list needs of them."""

    run_ids: tuple[RunId, ...] = ()
    """Those that were not removed."""
    open_runs: tuple[DesiredState, ...] = ()
    """What is wanted of those that have not ended."""
    ended: int = 0
    results: tuple[RunId, ...] = ()
    """Those that ended and were not cancelled."""
    spent_microusd: int = 0
    """Of all runs, removed ones as well: money is data."""
    unpriced: int = 0
    """Answered calls of theirs without a known price."""

    def status(self, experiment: Experiment) -> ExperimentStatus:
        """Where the experiment stands."""
        return status_of(is_archived=experiment.is_archived, open_runs=self.open_runs, ended_runs=self.ended)


class Experiments:
    """The experiments of all projects."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, experiment: Experiment) -> None:
        """Keep a new one."""
        if not insert_new(self._connection, EXPERIMENT, _row(experiment)):
            raise NameTaken("experiment", experiment.id)

    def get(self, experiment_id: str) -> Experiment:
        """The one with this id."""
        query = select(EXPERIMENT.c.body).where(EXPERIMENT.c.id == experiment_id)
        body = self._connection.execute(query).scalar_one_or_none()
        if body is None:
            raise ExperimentMissing(experiment_id)
        return read_noun(Experiment, body)

    def find(self, text: str) -> Experiment:
        """The one a person means: an id, a name (the one that was changed last), or an id's beginning or end."""
        wanted = pack(text.strip())
        newest = select(EXPERIMENT.c.body).order_by(EXPERIMENT.c.changed_at.desc(), EXPERIMENT.c.id.desc())
        for meant in (EXPERIMENT.c.id == wanted, EXPERIMENT.c.name == wanted):
            body = self._connection.execute(newest.where(meant).limit(1)).scalar_one_or_none()
            if body is not None:
                return read_noun(Experiment, body)
        # Ids are in small letters; one of the databases would not mind, the other would.
        small = wanted.lower()
        begins_or_ends = or_(
            EXPERIMENT.c.id.startswith(small, autoescape=True),
            EXPERIMENT.c.id.endswith(small, autoescape=True),
        )
        found = self._connection.execute(newest.where(begins_or_ends).limit(_MOST_CANDIDATES)).scalars().all()
        if not found or not small:
            raise ExperimentMissing(text)
        experiments = [read_noun(Experiment, body) for body in found]
        if len(experiments) > 1:
            raise ExperimentMissing(text, candidates=[one.id for one in experiments])
        return experiments[0]

    def all(self, project_id: ProjectId | None) -> list[Experiment]:
        """All of a project, or of every one, the one that was changed last first."""
        query = select(EXPERIMENT.c.body)
        if project_id is not None:
            query = query.where(EXPERIMENT.c.project_id == project_id)
        newest = query.order_by(EXPERIMENT.c.changed_at.desc(), EXPERIMENT.c.id.desc())
        return [read_noun(Experiment, body) for body in self._connection.execute(newest).scalars()]

    def change(self, changed: Experiment, *, seen: int) -> None:
        """Keep it as it is now; refused where somebody else changed it since that revision."""
        statement = (
            update(EXPERIMENT)
            .where(EXPERIMENT.c.id == changed.id, EXPERIMENT.c.revision == seen)
            .values(_row(changed))
        )
        if self._connection.execute(statement).rowcount != 1:
            raise ChangedMeanwhile("experiment", changed.name)

    def remove(self, experiment: Experiment) -> None:
        """Delete one of which no run is left; one with runs is evidence, and is archived instead."""
        mine = (EXPERIMENT_RUN.c.experiment_id == experiment.id, RUN.c.no == EXPERIMENT_RUN.c.run_no)
        if self._connection.execute(select(func.count()).where(*mine, is_kept())).scalar_one():
            raise ExperimentRefused(experiment.name, "runs of it are evidence", "archive it instead.")
        self._connection.execute(delete(EXPERIMENT).where(EXPERIMENT.c.id == experiment.id))

    def tie(self, experiment_id: ExperimentId, run_id: RunId) -> None:
        """Say that a run was started of an experiment."""
        row = {"run_no": run_number(self._connection, run_id), "experiment_id": experiment_id}
        insert_new(self._connection, EXPERIMENT_RUN, row)

    def of_run(self, run_id: RunId) -> Experiment | None:
        """The experiment that a run was started of; None where it was started from a file."""
        query = (
            select(EXPERIMENT.c.body)
            .join(EXPERIMENT_RUN, EXPERIMENT_RUN.c.experiment_id == EXPERIMENT.c.id)
            .where(EXPERIMENT_RUN.c.run_no == run_number(self._connection, run_id))
        )
        body = self._connection.execute(query).scalar_one_or_none()
        return None if body is None else read_noun(Experiment, body)

    def runs_of(self, experiment_ids: Sequence[ExperimentId]) -> dict[ExperimentId, ExperimentRuns]:
        """The runs of each of these, in one look."""
        query = (
            select(
                EXPERIMENT_RUN.c.experiment_id,
                RUN.c.id,
                RUN.c.desired,
                RUN.c.settlement,
                RUN.c.spent_microusd,
                count_unpriced(RUN.c.no).label("unpriced"),
                is_kept().label("is_kept"),
            )
            .join(RUN, RUN.c.no == EXPERIMENT_RUN.c.run_no)
            .where(EXPERIMENT_RUN.c.experiment_id.in_(experiment_ids))
            .order_by(RUN.c.no.desc())
        )
        found = {experiment_id: ExperimentRuns() for experiment_id in experiment_ids}
        for row in self._connection.execute(query):
            known, run_id = found[row.experiment_id], RunId(row.id)
            settlement = Settlement(row.settlement)
            has_result = row.is_kept and settlement.is_end and settlement is not Settlement.CANCELLED
            found[row.experiment_id] = ExperimentRuns(
                run_ids=(*known.run_ids, run_id) if row.is_kept else known.run_ids,
                open_runs=known.open_runs
                if settlement.is_end
                else (*known.open_runs, DesiredState(row.desired)),
                ended=known.ended + settlement.is_end,
                results=(*known.results, run_id) if has_result else known.results,
                spent_microusd=known.spent_microusd + row.spent_microusd,
                unpriced=known.unpriced + row.unpriced,
            )
        return found


def _row(experiment: Experiment) -> dict[str, object]:
    return {
        "id": experiment.id,
        "project_id": experiment.project_id,
        "name": pack(experiment.name),
        "changed_at": to_micros(experiment.changed_at),
        "is_archived": experiment.is_archived,
        "revision": experiment.revision,
        "body": noun_text(experiment),
    }
