"""What checks find about the output of a cell, with what they ask for first: code that is run, vectors of texts."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol

from edison.domain import (
    Answer,
    AnswerFacts,
    Ask,
    Case,
    CheckResult,
    EmbeddedTexts,
    Output,
    Reply,
    StageName,
)
from edison.errors import EdisonError, ProviderTrouble
from edison.gateway import CheckRunner, Embedder
from edison.stages.check import calls_to_make, check_output, holds_against_unrelated, texts_to_embed
from edison.store import CallPlace, stage_number

from ..calls.dialogues import POISONED
from ..calls.live import Transport
from ..worker.session import EndpointHeld, RunSession

CHECK = stage_number(StageName.CHECK)
_NO_FACTS = AnswerFacts()
_BRANCHES = 1 << 15
"""As many as a ledger tells apart."""


class CheckedUnit(Protocol):
    """A cell, as far as checking its output needs to know it."""

    @property
    def number(self) -> int: ...

    @property
    def generation(self) -> int: ...

    @property
    def case(self) -> Case: ...

    @property
    def is_poison(self) -> bool: ...


class CellChecker:
    """Makes the checks of one session."""

    def __init__(self, session: RunSession, transport: Transport) -> None:
        self._session = session
        self._transport = transport
        self._snapshot = session.run.snapshot
        # Whoever works on a run whose code is not allowed has not come this far.
        self._code = CheckRunner(session.gateway.programs, folder=self._snapshot.folder)

    def asks(self, unit: CheckedUnit, output: Output) -> bool:
        """Whether somebody may be asked before the checks are made: then what was heard is written down first."""
        return self._session.vectors is not None and bool(
            texts_to_embed(output, unit.case, self._snapshot.checks)
        )

    async def check(
        self, unit: CheckedUnit, output: Output, *, facts: AnswerFacts = _NO_FACTS
    ) -> tuple[CheckResult, ...]:
        """What checks find; vectors that nobody could make leave those that need them unchecked."""
        checks = self._snapshot.checks
        texts = texts_to_embed(output, unit.case, checks)
        # A battery is run without its code where nobody allowed that; then it is not checked what code would find.
        calls = calls_to_make(output, unit.case, checks) if self._snapshot.runs_code else ()
        ran = await self._code.run_all(calls) if calls else {}
        if not texts:
            return check_output(output, unit.case, checks, facts=facts, ran=ran)
        with_null = holds_against_unrelated(unit.case, checks)
        embedded = await embed_all(self._embedder(unit), texts, with_null=with_null)
        return check_output(output, unit.case, checks, embedded=embedded, facts=facts, ran=ran)

    def _embedder(self, unit: CheckedUnit) -> Embedder:
        vectors = self._session.vectors
        return self._session.embedder if vectors is None else vectors.asking(partial(self._ask, unit))

    @asynccontextmanager
    async def _ask(self, unit: CheckedUnit, ask: Ask) -> AsyncGenerator[Answer]:
        """Have vectors made, with a place in the ledger; its end is written down when whoever asked has kept them."""
        # After a crash some of the texts may be known: who is asked about others is asked under another name.
        branch = int(ask.fingerprint, 16) % _BRANCHES
        place = CallPlace(CHECK, unit.number, 0, unit.generation, 1, branch)
        try:
            heard = POISONED if unit.is_poison else await self._transport.ask(ask, place)
        except EndpointHeld as held:
            raise ProviderTrouble(str(held)) from held
        try:
            yield _vectors_in(heard.reply)
        finally:
            if heard.ending is not None:
                self._session.writer.put(heard.ending)


async def embed_all(embedder: Embedder, texts: Sequence[str], *, with_null: bool) -> EmbeddedTexts:
    """The vectors of some texts, or why there are none; a null that nobody can calibrate is left out."""
    try:
        vectors = await embedder.embed(texts)
    except EdisonError as trouble:
        return EmbeddedTexts(embedder=embedder.id, trouble=trouble.sentence)
    known = dict(zip(texts, vectors, strict=True))
    null = await _null_of(embedder) if with_null else None
    return EmbeddedTexts(embedder=embedder.id, vectors=known, unrelated=null)


async def _null_of(embedder: Embedder) -> tuple[float, float] | None:
    try:
        found = await embedder.unrelated()
    except EdisonError:
        return None
    return found.mean, found.deviation


def _vectors_in(reply: Reply) -> Answer:
    if isinstance(reply, Answer):
        return reply
    raise ProviderTrouble(reply.sentence)
