"""Tokens with which agents come in over HTTP."""

from pydantic import AwareDatetime, Field

from .actor import Actor, Right
from .ids import AgentTokenId
from .noun import Noun

_READER = frozenset({Right.READ})
_SPENDER = frozenset({Right.READ, Right.CHANGE, Right.SPEND})


class AgentToken(Noun):
    """What a token is good for; the token itself is kept by nobody but the agent."""

    id: AgentTokenId
    name: str = Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")
    cap_microusd: int | None = Field(default=None, ge=0)
    """What may be spent with it in all its life; None: it can only read."""
    taken_microusd: int = Field(default=0, ge=0)
    """Spent, or set aside for calls and runs that may cost so much."""
    made_at: AwareDatetime
    revoked_at: AwareDatetime | None = None

    @property
    def left_microusd(self) -> int:
        """What may still be spent."""
        return 0 if self.cap_microusd is None else max(0, self.cap_microusd - self.taken_microusd)

    @property
    def actor(self) -> Actor:
        """Whoever comes with it."""
        return Actor(name=self.name, rights=_READER if self.cap_microusd is None else _SPENDER)
