"""Who acts, and what they may do."""

from enum import StrEnum

from pydantic import Field

from .noun import Noun


class Right(StrEnum):
    """What a verb may ask of whoever acts."""

    READ = "read"
    """See runs, results, providers without their keys, and what happened."""
    CHANGE = "change"
    """Pause, cancel, decide, edit: what changes something and costs nothing."""
    SPEND = "spend"
    """Start, resume, ask again: what calls models with our keys."""
    OPERATE = "operate"
    """Providers and their keys, limits, kept answers, backups."""


class Actor(Noun):
    """Somebody for whom the house does something; events tell the name."""

    name: str = Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")
    rights: frozenset[Right]

    def may(self, right: Right) -> bool:
        """Whether this right is among theirs."""
        return right in self.rights


LOCAL_USER = Actor(name="usr_local", rights=frozenset(Right))
"""Whoever sits at this machine: there is nobody to ask for permission."""
