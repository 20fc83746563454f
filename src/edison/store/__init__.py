"""Store: the archive.

In:      nouns, inside a unit of work.
Out:     nouns; rows never leave the room.
May use: domain, errors; SQLAlchemy, Alembic, the database drivers, PyNaCl, msgspec, orjson.
Never:   decide anything; know a stage or a provider; hold a transaction while a model thinks.
"""

from .backup.backup import Backup, Restoration, back_up, restore
from .backup.doctor import Diagnosis, Health, examine
from .backup.mending import Mended, mend
from .database.stage_codes import stage_number
from .repositories.attribution import Attributed
from .repositories.cached import StoredCache
from .repositories.case_texts import CaseSpool
from .repositories.comparisons import ComparedLine, PairCounts
from .repositories.findings import Refound, Replaced
from .repositories.ledger import AttemptLine, LedgerReader, LedgerTotals, Recorded
from .repositories.providers import LOCAL_PROJECT, ProviderRecord
from .repositories.rates import HeldLimit, Lease
from .repositories.runs import KEEP, Keep, RunStanding
from .repositories.sealing import MASTER_KEY_BYTES, KeyOwner, open_key, seal_key
from .repositories.waves import PlannedWave
from .results.cell_names import cell_id, output_id
from .results.counting import FailedUnits, RunCounts
from .results.standings import CellStanding
from .store import Store, UnitOfWork, open_store
from .writing.entries import (
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
from .writing.writer import Writer

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
    "HeldLimit",
    "Judged",
    "Keep",
    "KeyOwner",
    "Lease",
    "LedgerReader",
    "LedgerTotals",
    "Mended",
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
    "mend",
    "open_key",
    "open_store",
    "output_id",
    "restore",
    "seal_key",
    "stage_number",
]
