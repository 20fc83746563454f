"""Tokens with which agents come in over HTTP: made, listed, revoked, and known again."""

import re
import secrets
from hashlib import sha256

from edison.domain import AgentToken, AgentTokenId, Right, to_microusd
from edison.errors import NameTaken, TokenMissing, TokenRefused
from edison.store import UnitOfWork

from ..access import verb
from ..house import House
from ..views.agents import MadeTokenView, TokenView, view_token

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_MOST_USD = 1_000_000


@verb(Right.OPERATE)
def make_token(house: House, name: str, *, spend_usd: float | None = None) -> MadeTokenView:
    """Make a token that reads, or that may spend so much in all its life; it is told once and kept nowhere.

    Raises:
        NameTaken: a token of this name is in use.
        TokenRefused: the name or the amount cannot be taken.
    """
    if not _NAME.fullmatch(name):
        raise TokenRefused(name, "a name has letters, digits, dots, hyphens and underscores, 64 at most")
    if spend_usd is not None and not 0 < spend_usd <= _MOST_USD:
        raise TokenRefused(name, "what it may spend is more than 0 and at most 1,000,000 USD")
    # Not drawn from our chance, which can be repeated: nobody must guess it. So long, it needs no salt.
    text = f"edison_{secrets.token_urlsafe(32)}"
    token = AgentToken(
        id=AgentTokenId(house.mint.new("tok")),
        name=name,
        cap_microusd=to_microusd(spend_usd),
        made_at=house.clock.now(),
    )
    with house.store.work() as work:
        if _in_use(work, name) is not None:
            raise NameTaken("token", name)
        work.agent_tokens.add(token, digest=_digest(text))
    return MadeTokenView(token=text, about=view_token(token))


@verb(Right.OPERATE)
def list_tokens(house: House) -> list[TokenView]:
    """All tokens, revoked ones included, the oldest first; never the tokens themselves."""
    with house.store.reading() as work:
        return [view_token(token) for token in work.agent_tokens.all()]


@verb(Right.OPERATE)
def revoke_token(house: House, name: str) -> TokenView:
    """Let nobody in with a token any more; a call of its agent's that is under way can be the last.

    Raises:
        TokenMissing: none of this name is in use.
    """
    with house.store.work() as work:
        token = _in_use(work, name)
        if token is None:
            raise TokenMissing(name)
        work.agent_tokens.revoke(token.id, at=house.clock.now())
        return view_token(work.agent_tokens.get(token.id))


@verb(Right.READ)
def recognize_token(house: House, text: str) -> AgentToken | None:
    """The token that an agent shows; None where there is none such, or none any more."""
    with house.store.reading() as work:
        return work.agent_tokens.by_digest(_digest(text))


def _in_use(work: UnitOfWork, name: str) -> AgentToken | None:
    named = (token for token in work.agent_tokens.all() if token.name == name and token.revoked_at is None)
    return next(named, None)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
