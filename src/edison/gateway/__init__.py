"""Gateway: the only telephone in the house.

In:      Asks addressed to endpoints, configured providers, a clock, a limiter, a ledger.
Out:     Answers, streams, embeddings, model lists, batches; one error class per kind of trouble.
May use: domain, stats, text, errors; httptools, aiohappyeyeballs, msgspec, orjson, genai-prices, onnxruntime.
Never:   import store or settings; decide what to ask.
"""

from .batches import BatchApi
from .cache import Cache
from .calls import CallOptions, Quote
from .codecs.base import Delta
from .credentials import KeyMaker, RenewedKey
from .embedding import UNRELATED, Embedder, local_embedder
from .gateway import Gateway
from .http import DIRECT, Network
from .kinds import APPLICATIONS, KINDS
from .ledger import Ledger, MemoryLedger
from .limiter import LONGEST_PAUSE_S, Feedback, Limiter, LimitKey, LocalLimiter, Permit
from .manifest import Manifest
from .pages import read_page
from .prices import PriceList
from .programs import CheckRunner, ProgramRunner
from .provider import Application, KeyStyle, Limits, Patience, Price, Program, Provider, WireFormat
from .retries import NO_RETRIES, RetryPolicy, RetryRule
from .secret import Secret
from .streaming import AnswerStream

__all__ = [
    "APPLICATIONS",
    "DIRECT",
    "KINDS",
    "LONGEST_PAUSE_S",
    "NO_RETRIES",
    "UNRELATED",
    "AnswerStream",
    "Application",
    "BatchApi",
    "Cache",
    "CallOptions",
    "CheckRunner",
    "Delta",
    "Embedder",
    "Feedback",
    "Gateway",
    "KeyMaker",
    "KeyStyle",
    "Ledger",
    "LimitKey",
    "Limiter",
    "Limits",
    "LocalLimiter",
    "Manifest",
    "MemoryLedger",
    "Network",
    "Patience",
    "Permit",
    "Price",
    "PriceList",
    "Program",
    "ProgramRunner",
    "Provider",
    "Quote",
    "RenewedKey",
    "RetryPolicy",
    "RetryRule",
    "Secret",
    "WireFormat",
    "local_embedder",
    "read_page",
]
