"""Store: the archive.

In:      nouns, inside a unit of work.
Out:     nouns; rows never leave the room.
May use: domain, errors; SQLAlchemy, Alembic, the database drivers, PyNaCl, msgspec, orjson.
Never:   decide anything; know a stage or a provider; hold a transaction while a model thinks.
"""

from .attribution import Attributed
from .cached import StoredCache
from .case_texts import CaseSpool
from .cell_names import cell_id, output_id
from .comparisons import ComparedLine, PairCounts
from .counting import FailedUnits, RunCounts
from .entries import (
    AnswerEntry,
    AttemptEndEntry,
    AttemptEntry,
    CallPlace,
    Compared,
    Judged,
    OutputMade,
    ReplyEntry,
    RunKey,
)
from .examining import Diagnosis, Health, examine
from .findings import Refound, Replaced
from .keeping import Backup, Restoration, back_up, restore
from .ledger import AttemptLine, LedgerReader, LedgerTotals, Recorded
from .providers import LOCAL_PROJECT, ProviderRecord
from .rates import Lease
from .runs import KEEP, Keep, RunStanding
from .sealing import MASTER_KEY_BYTES, KeyOwner, open_key, seal_key
from .stage_numbers import stage_number
from .standings import CellStanding
from .store import Store, UnitOfWork, open_store
from .waves import PlannedWave
from .writer import Writer

__all__ = [
    "KEEP",
    "LOCAL_PROJECT",
    "MASTER_KEY_BYTES",
    "AnswerEntry",
    "AttemptEndEntry",
    "AttemptEntry",
    "AttemptLine",
    "Attributed",
    "Backup",
    "CallPlace",
    "CaseSpool",
    "CellStanding",
    "Compared",
    "ComparedLine",
    "Diagnosis",
    "FailedUnits",
    "Health",
    "Judged",
    "Keep",
    "KeyOwner",
    "Lease",
    "LedgerReader",
    "LedgerTotals",
    "OutputMade",
    "PairCounts",
    "PlannedWave",
    "ProviderRecord",
    "Recorded",
    "Refound",
    "Replaced",
    "ReplyEntry",
    "Restoration",
    "RunCounts",
    "RunKey",
    "RunStanding",
    "Store",
    "StoredCache",
    "UnitOfWork",
    "Writer",
    "back_up",
    "cell_id",
    "examine",
    "open_key",
    "open_store",
    "output_id",
    "restore",
    "seal_key",
    "stage_number",
]
