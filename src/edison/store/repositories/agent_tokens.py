"""Tokens of agents: known by their digests, with what was taken of their caps."""

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from edison.domain import AgentToken, AgentTokenId

from ..agent_tables import AGENT_TOKEN
from ..database.packing import from_micros, to_micros
from ..database.statements import Found


class AgentTokens:
    """All tokens, revoked ones included: what was spent with them stays known."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, token: AgentToken, *, digest: str) -> None:
        """Keep a token under its digest."""
        row = token.model_dump(exclude={"made_at", "revoked_at"})
        self._connection.execute(
            insert(AGENT_TOKEN).values(**row, digest=digest, made_at=to_micros(token.made_at))
        )

    def by_digest(self, digest: str) -> AgentToken | None:
        """The token that has it; None where there is none, or none any more."""
        query = select(AGENT_TOKEN).where(AGENT_TOKEN.c.digest == digest, AGENT_TOKEN.c.revoked_at.is_(None))
        found = self._connection.execute(query).one_or_none()
        return None if found is None else _token(found)

    def get(self, token_id: AgentTokenId) -> AgentToken:
        """One of them, by its id."""
        return _token(self._connection.execute(select(AGENT_TOKEN).where(AGENT_TOKEN.c.id == token_id)).one())

    def all(self) -> list[AgentToken]:
        """All of them, the oldest first."""
        query = select(AGENT_TOKEN).order_by(AGENT_TOKEN.c.made_at, AGENT_TOKEN.c.id)
        return [_token(row) for row in self._connection.execute(query)]

    def revoke(self, token_id: AgentTokenId, *, at: datetime) -> None:
        """Let nobody in with it any more, and nothing more be spent."""
        is_it = (AGENT_TOKEN.c.id == token_id, AGENT_TOKEN.c.revoked_at.is_(None))
        self._connection.execute(update(AGENT_TOKEN).where(*is_it).values(revoked_at=to_micros(at)))

    def take(self, token_id: AgentTokenId, microusd: int) -> bool:
        """Set money of its cap aside in one step, whoever else does; False where less is left, or it is revoked."""
        taken = AGENT_TOKEN.c.taken_microusd + microusd
        fits = (
            AGENT_TOKEN.c.id == token_id,
            AGENT_TOKEN.c.revoked_at.is_(None),
            taken <= AGENT_TOKEN.c.cap_microusd,
        )
        return (
            self._connection.execute(update(AGENT_TOKEN).where(*fits).values(taken_microusd=taken)).rowcount
            == 1
        )

    def give_back(self, token_id: AgentTokenId, microusd: int) -> None:
        """What was set aside and not needed; less than nothing where something cost more than anybody thought."""
        rest = AGENT_TOKEN.c.taken_microusd - microusd
        self._connection.execute(
            update(AGENT_TOKEN).where(AGENT_TOKEN.c.id == token_id).values(taken_microusd=rest)
        )


def _token(row: Found) -> AgentToken:
    return AgentToken(
        id=row.id,
        name=row.name,
        cap_microusd=row.cap_microusd,
        taken_microusd=row.taken_microusd,
        made_at=from_micros(row.made_at),
        revoked_at=None if row.revoked_at is None else from_micros(row.revoked_at),
    )
