"""The gateway itself: ask, stream, embed, list models, and the batch APIs."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from hashlib import blake2b
from types import TracebackType
from typing import Self

from edison.domain import (
    Answer,
    Ask,
    CallId,
    Chance,
    Clock,
    Embeddings,
    Endpoint,
    Mint,
    ModelListing,
    Purpose,
    Usage,
)
from edison.errors import ProviderTrouble, ProviderUnknown, ProviderUnreachable, TimedOut

from .answering import conclude, embeddings_of, note, packed_answer, reply_of
from .attempts import Order, Retrier, Try, with_header
from .batches import BatchApi, batch_api_for
from .cache import Cache, cache_key, is_cacheable
from .calls import CallOptions, Quote
from .codecs import codec_of
from .codecs.base import Parcel, Reply
from .extras import refuse_owned, unpriced
from .fitting import Fitted, fit
from .http import NotReached
from .kinds import complete
from .ledger import Ledger, MemoryLedger
from .limiter import Limiter, LocalLimiter
from .line import Line, open_line
from .listing import ModelLister
from .manifest import Manifest
from .masking import KeyMask, keys_of
from .prices import PriceList
from .programs import ProgramRunner
from .provider import Provider, WireFormat
from .retries import RetryPolicy
from .servers import ServerChoice
from .slots import find_any_slots, find_slots, tells_slots
from .streaming import AnswerStream
from .wire import Wire, WireReply

_DEFAULT_OUTPUT_TOKENS = 4096
_REACH_S = 30.0
_ANY_ANSWER = Parcel("/models", method="GET")


_PLAIN = CallOptions()


class Gateway:
    """Asks models. One per event loop; use as a context manager."""

    def __init__(
        self,
        providers: Iterable[Provider],
        *,
        clock: Clock,
        chance: Chance,
        limiter: Limiter | None = None,
        ledger: Ledger | None = None,
        cache: Cache | None = None,
        manifest: Manifest | None = None,
        policy: RetryPolicy | None = None,
        program_environment: Mapping[str, str] | None = None,
    ) -> None:
        given = {provider.name: provider for provider in providers}
        self._providers = {name: complete(provider) for name, provider in given.items()}
        self._tell_slots = {name for name, provider in given.items() if tells_slots(provider)}
        self._learning: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._mask = KeyMask(key for one in self._providers.values() for key in keys_of(one))
        self._clock = clock
        self._wire = Wire(clock, on_key=lambda provider: self._mask.learn(keys_of(provider)))
        self.programs = ProgramRunner(program_environment or {})
        """Runs scripts and functions, those of checks as well."""
        self._cache = cache
        self._manifest = manifest or Manifest.load()
        self._prices = PriceList(clock)
        self._policy = policy or RetryPolicy()
        self._mint = Mint(clock, chance.stream("gateway", "ids"))
        self._lines: dict[tuple[str, str], Line] = {}
        self._models = ModelLister(self._wire, clock=clock, mask=self._mask)
        self._trier = Retrier(
            clock=clock,
            wire=self._wire,
            limiter=limiter or LocalLimiter(clock),
            ledger=ledger or MemoryLedger(),
            mint=self._mint,
            jitter=chance.stream("gateway", "jitter"),
            prices=self._prices,
            servers=ServerChoice(clock=clock, list_models=self._model_ids),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up, and end what was kept running."""
        for learning in self._learning.values():
            learning.cancel()
        await self.programs.close()
        await self._wire.close()

    async def ask(self, ask: Ask, options: CallOptions = _PLAIN) -> Answer:
        """Put a question; the answer is whole, or the trouble that stood in its way is raised."""
        line = await self._measured_line(ask.to)
        fitted = _fit(ask, line)
        if self._cache is None or not is_cacheable(fitted.ask, wanted=options.use_cache):
            return await self._ask(line, fitted, options)
        key = cache_key(
            fitted.ask,
            project=options.project,
            credential=line.limit_key.credential,
            address=line.provider.base_url or "",
        )
        known = await self._cache.get(key)
        if known is not None:
            return known
        answer = await self._ask(line, fitted, options)
        await self._cache.put(key, answer)
        return answer

    @asynccontextmanager
    async def stream(self, ask: Ask, options: CallOptions = _PLAIN) -> AsyncGenerator[AnswerStream]:
        """Put a question and read the answer as it comes; tried again only while nothing has come."""
        line = await self._measured_line(ask.to)
        fitted = _fit(ask, line)
        order = self._order(line, fitted, options, stream=True)

        async def send(order: Order, trial: Try) -> AnswerStream:
            async with AsyncExitStack() as stack:
                began = self._clock.monotonic()
                body = await stack.enter_async_context(
                    self._wire.open(
                        line.provider, order.parcel, deadline_s=order.deadline_s, address=trial.target.address
                    )
                )

                def settle(reply: Reply) -> Answer:
                    return conclude(order, reply, trial=trial, fitted=fitted, prices=self._prices)

                stream = AnswerStream(order, body, trial=trial, clock=self._clock, began=began, settle=settle)
                await stream.check_status(self._clock.now)
                stream.held = stack.pop_all()
                return stream

        trial, stream = await self._trier.repeat(order, send, hold=True)
        error: BaseException | None = None
        try:
            async with stream.held:
                yield stream
        except BaseException as raised:
            error = raised
            raise
        finally:
            self._trier.end(order, trial, error)

    def can_stream(self, provider_name: str) -> bool:
        """Whether an answer of a provider's can be read as it comes; what somebody built answers at once."""
        return self._provider(provider_name).wire is not WireFormat.APPLICATION

    async def embed(
        self,
        endpoint: Endpoint,
        texts: Sequence[str],
        *,
        dimensions: int | None = None,
        options: CallOptions = _PLAIN,
    ) -> Embeddings:
        """Vectors for texts, in their order."""
        line = await self._measured_line(endpoint)
        parcel = line.codec.encode_embedding(line.model, texts, dimensions=dimensions)
        _, embeddings = await self._trier.repeat(self._order_vectors(line, parcel, options), self._embed)
        return embeddings

    async def ask_for_vectors(self, ask: Ask, options: CallOptions = _PLAIN) -> Answer:
        """The same as an answer to a question for them, packed: such an answer can be kept like any other."""
        made = await self.embed(ask.to, [message.text for message in ask.messages], options=options)
        return packed_answer(made)

    def _order_vectors(self, line: Line, parcel: Parcel, options: CallOptions) -> Order:
        if options.idempotency_key is not None:
            parcel = with_header(parcel, "Idempotency-Key", options.idempotency_key)
        body = parcel.body or b""
        return Order(
            line=line,
            parcel=parcel,
            call_id=options.call_id or CallId(self._mint.new("call")),
            is_ours=options.call_id is None,
            fingerprint=blake2b(body, digest_size=16).hexdigest(),
            deadline_s=options.deadline_s or line.provider.patience.total_s,
            input_tokens=len(body) // 4,
            max_output_tokens=0,
            worst_case_microusd=self._prices.worst_case(
                line.provider, line.model, input_tokens=len(body), max_output_tokens=0
            ),
            policy=self._policy,
        )

    def quote(self, ask: Ask) -> Quote:
        """Make a question ready and send nothing; what a model does not take is refused by name."""
        line = self._line(ask.to)
        if ask.purpose is Purpose.EMBED:
            return self._quote_vectors(line, ask)
        fitted = _fit(ask, line)
        order = self._order(line, fitted, _PLAIN, stream=False)
        least = order.price(Usage(input_tokens=order.input_tokens, output_tokens=1), self._prices)
        return Quote(
            left_out=fitted.left_out,
            unpriced=unpriced(fitted.ask.extra),
            max_output_tokens=order.max_output_tokens,
            least_microusd=least.microusd,
            worst_case_microusd=order.worst_case_microusd,
        )

    def _quote_vectors(self, line: Line, ask: Ask) -> Quote:
        parcel = line.codec.encode_embedding(line.model, [one.text for one in ask.messages], dimensions=None)
        order = self._order_vectors(line, parcel, _PLAIN)
        least = order.price(Usage(input_tokens=order.input_tokens, output_tokens=0), self._prices)
        return Quote((), (), 0, least.microusd, order.worst_case_microusd)

    def address_of(self, provider_name: str) -> str:
        """Where a provider is asked."""
        provider = self._provider(provider_name)
        return provider.base_url or " ".join(provider.servers)

    async def reach(self, provider_name: str) -> None:
        """Make sure that somebody answers at a provider's address, or at one of a pool's; any answer will do."""
        provider = self._provider(provider_name)
        if provider.program is not None:
            fault = await self.programs.find_fault(provider.program)
            if fault is not None:
                raise ProviderUnreachable(provider.name, address=provider.program.folder, cause=fault)
            return
        addresses = provider.servers or (provider.base_url or "",)
        causes: list[str] = []
        for address in addresses:
            cause = await self._silence_at(provider, address)
            if cause is None:
                return
            causes.append(cause)
        raise ProviderUnreachable(provider.name, address=", ".join(addresses), cause="; ".join(causes))

    async def list_models(self, provider_name: str) -> list[ModelListing]:
        """Every model a provider says it has; of a pool, all of its servers that answer."""
        return await self._models.all(self._provider(provider_name))

    async def list_loaded(self, provider_name: str) -> frozenset[str] | None:
        """The models that its servers have in memory; None where none of them says so."""
        return await self._models.loaded(self._provider(provider_name))

    async def knows_model(self, endpoint: Endpoint) -> bool:
        """Whether a provider that does not list a model knows it all the same, as it does an alias."""
        return await self._models.knows(self._provider(endpoint.provider), endpoint.model)

    async def count_slots(self, provider_name: str, models: Iterable[str]) -> int | None:
        """How many calls a server takes at once, for the first of these models of which it says so."""
        return await find_any_slots(self._wire, self._provider(provider_name), models=models)

    def batches(self, provider_name: str) -> BatchApi:
        """The API through which batches are handed in to a provider."""
        provider = self._provider(provider_name)

        def encode(ask: Ask) -> Parcel:
            line = self._line(ask.to)
            return line.codec.encode(_fit(ask, line).ask, line.dialect)

        return batch_api_for(
            provider,
            codec=codec_of(provider),
            encode=encode,
            wire=self._wire,
            price=lambda model, usage: self._prices.cost(provider, model, usage, batch=True),
        )

    def _provider(self, name: str) -> Provider:
        provider = self._providers.get(name)
        if provider is None:
            raise ProviderUnknown(name, self._providers)
        return provider

    def _line(self, endpoint: Endpoint) -> Line:
        key = (endpoint.provider, endpoint.model)
        line = self._lines.get(key)
        if line is None:
            provider = self._provider(endpoint.provider)
            line = open_line(endpoint, provider=provider, manifest=self._manifest, mask=self._mask)
            self._lines[key] = line
        return line

    async def _measured_line(self, endpoint: Endpoint) -> Line:
        """The same for as many calls at once as the server says that it takes; it is asked once, before the first."""
        line = self._line(endpoint)
        if endpoint.provider not in self._tell_slots:
            return line
        key = (endpoint.provider, endpoint.model)
        if key not in self._learning:
            self._learning[key] = asyncio.create_task(self._learn_slots(key, line))
        await asyncio.shield(self._learning[key])
        return self._lines[key]

    async def _learn_slots(self, key: tuple[str, str], line: Line) -> None:
        slots = await find_slots(self._wire, line.provider, model=line.model)
        if slots is not None:
            self._lines[key] = replace(line, limits=replace(line.limits, concurrency=slots))

    def _order(self, line: Line, fitted: Fitted, options: CallOptions, *, stream: bool) -> Order:
        parcel = line.codec.encode(fitted.ask, line.dialect, stream=stream)
        if options.idempotency_key is not None:
            parcel = with_header(parcel, "Idempotency-Key", options.idempotency_key)
        size, is_priced = len(parcel.body or b""), not unpriced(fitted.ask.extra)
        output_tokens = (
            fitted.ask.sampling.max_tokens or line.capability.max_output_tokens or _DEFAULT_OUTPUT_TOKENS
        )
        return Order(
            line=line,
            parcel=parcel,
            call_id=options.call_id or CallId(self._mint.new("call")),
            is_ours=options.call_id is None,
            fingerprint=fitted.ask.fingerprint,
            deadline_s=options.deadline_s or line.provider.patience.total_s,
            input_tokens=size // 4,
            max_output_tokens=output_tokens,
            # No token is shorter than a byte, so the body's size is a bound that holds for every tokenizer.
            worst_case_microusd=self._prices.worst_case(
                line.provider, line.model, input_tokens=size, max_output_tokens=output_tokens
            )
            if is_priced
            else None,
            is_priced=is_priced,
            policy=self._policy,
        )

    async def _ask(self, line: Line, fitted: Fitted, options: CallOptions) -> Answer:
        async def send(order: Order, trial: Try) -> Answer:
            reply = await self._carry(order, trial)
            note(order, trial, reply)
            read = reply_of(line, reply, now=self._clock.now)
            return conclude(order, read, trial=trial, fitted=fitted, prices=self._prices)

        _, answer = await self._trier.repeat(self._order(line, fitted, options, stream=False), send)
        return answer

    async def _carry(self, order: Order, trial: Try) -> WireReply:
        """Over HTTP, or to a program on this machine, whose answer is always a good one: its trouble is raised."""
        provider = order.line.provider
        if provider.program is None:
            return await self._wire.send(
                provider, order.parcel, deadline_s=order.deadline_s, address=trial.target.address
            )
        given = order.parcel.body or b""
        said, latency_s = await self.programs.run(provider.program, given, deadline_s=order.deadline_s)
        return WireReply(200, {}, said, truncated=False, latency_s=latency_s)

    async def _embed(self, order: Order, trial: Try) -> Embeddings:
        reply = await self._wire.send(
            order.line.provider, order.parcel, deadline_s=order.deadline_s, address=trial.target.address
        )
        note(order, trial, reply)
        return embeddings_of(order, reply, trial=trial, prices=self._prices, now=self._clock.now)

    async def _silence_at(self, provider: Provider, address: str) -> str | None:
        """Why nobody answers there; None when somebody does."""
        try:
            await self._wire.send(provider, _ANY_ANSWER, deadline_s=_REACH_S, address=address)
        except TimedOut:
            return "no answer came in time"
        except ProviderTrouble as trouble:
            # Any other is not the answer one would wish for, but somebody is there.
            return str(trouble.__cause__) if isinstance(trouble.__cause__, NotReached) else None
        return None

    async def _model_ids(self, provider: Provider, server: str) -> list[str]:
        return [model.id for model in await self._models.at(provider, server)]


def _fit(ask: Ask, line: Line) -> Fitted:
    if ask.extra:
        refuse_owned(ask, wire=line.codec.format, dialect=line.dialect)
    return fit(ask, line.capability, leave_out=line.provider.leave_out)
