"""Store: the archive.

In:      nouns, inside a unit of work.
Out:     nouns; rows never leave the room.
May use: domain, errors; SQLAlchemy, Alembic, the database drivers, PyNaCl, msgspec, orjson.
Never:   decide anything; know a stage or a provider; hold a transaction while a model thinks.
"""

from .backup.backup import Backup, Restoration, back_up, restore
from .backup.bundle import LARGEST_BUNDLE, Bundle, Unbundled, import_bundle, join_bundle, read_bundle
from .backup.bundle_pages import begin_bundle, read_bundle_page
from .backup.doctor import Diagnosis, Health, examine
from .backup.mending import Mended, mend
from .database.stage_codes import stage_number
from .repositories.attempt_lines import AttemptLine
from .repositories.chats import ChatMoney
from .repositories.comparisons import ComparisonLine, PairCounts
from .repositories.datasets import CaseSpool
from .repositories.experiments import ExperimentRuns
from .repositories.findings import CellFindings, ChangedFindings
from .repositories.kept_answers import PurgedAnswers, StoredCache, purge_answers
from .repositories.kept_vectors import KeptVectors
from .repositories.ledger import AnswerOrigin, LedgerReader, LedgerTotals, RecordedReply
from .repositories.prompts import CountedPrompt, Signed
from .repositories.providers import (
    LOCAL_PROJECT,
    MASTER_KEY_BYTES,
    KeyOwner,
    ProviderRecord,
    open_key,
    seal_key,
)
from .repositories.rates import HeldLimit, RateLease
from .repositories.removal import RunSize
from .repositories.runs import UNCHANGED, RunStanding, Unchanged
from .results.counting import FailedUnits, RunCounts
from .results.grid import GridCell, GridFilter, GridLine
from .results.latest_calls import CallFilter, LatestCall
from .results.spending import Spent, SpentBy
from .results.standings import CellStanding, cell_id, output_id
from .store import Store, UnitOfWork, open_store
from .writing.entries import (
    AnswerEntry,
    AttemptEndEntry,
    AttemptEntry,
    CallPlace,
    ComparisonEntry,
    JudgmentEntry,
    OutputEntry,
    ProposalEntry,
    ReplyEntry,
    RunKey,
)
from .writing.writer import Writer

__all__ = [
    "LARGEST_BUNDLE",
    "LOCAL_PROJECT",
    "MASTER_KEY_BYTES",
    "UNCHANGED",
    "AnswerEntry",
    "AnswerOrigin",
    "AttemptEndEntry",
    "AttemptEntry",
    "AttemptLine",
    "Backup",
    "Bundle",
    "CallFilter",
    "CallPlace",
    "CaseSpool",
    "CellFindings",
    "CellStanding",
    "ChangedFindings",
    "ChatMoney",
    "ComparisonEntry",
    "ComparisonLine",
    "CountedPrompt",
    "Diagnosis",
    "ExperimentRuns",
    "FailedUnits",
    "GridCell",
    "GridFilter",
    "GridLine",
    "Health",
    "HeldLimit",
    "JudgmentEntry",
    "KeptVectors",
    "KeyOwner",
    "LatestCall",
    "LedgerReader",
    "LedgerTotals",
    "Mended",
    "OutputEntry",
    "PairCounts",
    "ProposalEntry",
    "ProviderRecord",
    "PurgedAnswers",
    "RateLease",
    "RecordedReply",
    "ReplyEntry",
    "Restoration",
    "RunCounts",
    "RunKey",
    "RunSize",
    "RunStanding",
    "Signed",
    "Spent",
    "SpentBy",
    "Store",
    "StoredCache",
    "Unbundled",
    "Unchanged",
    "UnitOfWork",
    "Writer",
    "back_up",
    "begin_bundle",
    "cell_id",
    "examine",
    "import_bundle",
    "join_bundle",
    "mend",
    "open_key",
    "open_store",
    "output_id",
    "purge_answers",
    "read_bundle",
    "read_bundle_page",
    "restore",
    "seal_key",
    "stage_number",
]
