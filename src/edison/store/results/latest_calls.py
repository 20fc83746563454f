"""Every try of the house, the newest first: the ledger read backwards by its key, a stretch at a time."""

from typing import NamedTuple

from sqlalchemy import Connection, Select, select

from edison.domain import AskerKind, AttemptId, AttemptState, Record, StageName

from ..agent_tables import ASKER
from ..database.packing import pack, unpack
from ..database.stage_codes import stage_number
from ..database.statements import Found
from ..repositories.attempt_lines import END_COLUMNS, AttemptLine, attempt_line
from ..tables import ATTEMPT, ATTEMPT_END, RUN

_LOOKED_AT = 5_000
"""How many tries are looked at for one page; where few of them are sought, the next page goes on from there."""


class CallFilter(Record, frozen=True, kw_only=True):
    """Which tries are sought."""

    endpoint: str = ""
    """Some of the provider and the model."""
    stage: StageName | None = None
    state: AttemptState | None = None

    @property
    def is_open(self) -> bool:
        """Whether any try will do."""
        return self == CallFilter()


class LatestCall(Record, frozen=True, kw_only=True):
    """A try, and who asked."""

    line: AttemptLine
    kind: AskerKind | None
    """None for a run."""
    asker: str
    name: str
    """Empty where it was removed."""


class LatestCalls(NamedTuple):
    """Some tries, and before which one the next page begins; None after the oldest."""

    calls: list[LatestCall]
    following: AttemptId | None


def read_latest_calls(connection: Connection, *, sought: CallFilter, before: str, limit: int) -> LatestCalls:
    """A page of tries; ids begin with their time, so their order is that of the table's key."""
    looked_at = limit + 1 if sought.is_open else max(limit + 1, _LOOKED_AT)
    stretch = select(ATTEMPT.c.id).order_by(ATTEMPT.c.id.desc()).limit(looked_at)
    if before:
        stretch = stretch.where(ATTEMPT.c.id < pack(before))
    rows = connection.execute(_among(stretch, sought).limit(limit + 1)).all()
    calls = [_call(row) for row in rows[:limit]]
    if len(rows) > limit:
        return LatestCalls(calls, calls[-1].line.id)
    last = connection.execute(stretch.limit(1).offset(looked_at - 1)).scalar_one_or_none()
    return LatestCalls(calls, last)


def _among(stretch: Select[tuple[AttemptId]], sought: CallFilter) -> Select[tuple[object, ...]]:
    ids = stretch.subquery()
    query = (
        select(
            ATTEMPT,
            *END_COLUMNS,
            RUN.c.id.label("run_id"),
            RUN.c.name.label("run_name"),
            ASKER.c.kind,
            ASKER.c.id.label("asker_id"),
            ASKER.c.name.label("asker_name"),
        )
        .select_from(
            ids.join(ATTEMPT, ATTEMPT.c.id == ids.c.id)
            .outerjoin(ATTEMPT_END, ATTEMPT_END.c.attempt_id == ATTEMPT.c.id)
            .outerjoin(RUN, RUN.c.no == ATTEMPT.c.run_no)
            .outerjoin(ASKER, ASKER.c.no == -ATTEMPT.c.run_no)
        )
        .order_by(ids.c.id.desc())
    )
    if sought.endpoint:
        query = query.where(ATTEMPT.c.endpoint.icontains(pack(sought.endpoint), autoescape=True))
    if sought.stage is not None:
        query = query.where(ATTEMPT.c.stage == stage_number(sought.stage))
    if sought.state is not None:
        ended = ATTEMPT_END.c.state
        is_open = sought.state is AttemptState.OPEN
        query = query.where(ended.is_(None) if is_open else ended == sought.state.value)
    return query


def _call(row: Found) -> LatestCall:
    is_asker = row.kind is not None
    return LatestCall(
        line=attempt_line(row),
        kind=AskerKind(row.kind) if is_asker else None,
        asker=(row.asker_id if is_asker else row.run_id) or "",
        name=unpack((row.asker_name if is_asker else row.run_name) or ""),
    )
