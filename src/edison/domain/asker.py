"""Who asks models outside of runs; what it costs stands in the same ledger as the calls of runs."""

from enum import StrEnum

from .noun import Noun


class AskerKind(StrEnum):
    """What somebody who asks outside of runs is."""

    CHAT = "chat"
    AGENT = "agent"
    COMMAND = "command"


class Asker(Noun):
    """A chat, an agent (for one stay, or with one token) or a command."""

    kind: AskerKind
    id: str
    name: str
