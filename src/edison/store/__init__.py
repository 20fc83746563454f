"""Store: the archive.

In:      nouns, inside a unit of work.
Out:     nouns; rows never leave the room.
May use: domain, errors; SQLAlchemy, Alembic, the database drivers, PyNaCl, msgspec, orjson.
Never:   decide anything; know a stage or a provider; hold a transaction while a model thinks.
"""

from .cell_names import cell_id, output_id
from .counting import FailedUnits, RunCounts
from .entries import Arrival, CallPlace, Ending, Judged, Opening, OutputMade, ReplyEntry, RunKey
from .ledger import AttemptLine, LedgerReader, LedgerTotals, Recorded
from .providers import LOCAL_PROJECT, ProviderRecord
from .rates import Lease
from .runs import KEEP, Keep, RunStanding
from .stage_numbers import stage_number
from .standings import CellStanding
from .store import Store, UnitOfWork, open_store
from .waves import PlannedWave
from .writer import Writer

__all__ = [
    "KEEP",
    "LOCAL_PROJECT",
    "Arrival",
    "AttemptLine",
    "CallPlace",
    "CellStanding",
    "Ending",
    "FailedUnits",
    "Judged",
    "Keep",
    "Lease",
    "LedgerReader",
    "LedgerTotals",
    "Opening",
    "OutputMade",
    "PlannedWave",
    "ProviderRecord",
    "Recorded",
    "ReplyEntry",
    "RunCounts",
    "RunKey",
    "RunStanding",
    "Store",
    "UnitOfWork",
    "Writer",
    "cell_id",
    "open_store",
    "output_id",
    "stage_number",
]
