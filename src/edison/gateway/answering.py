"""From an HTTP answer to an Answer: what the codec read, what it cost, what is kept of the wire."""

from collections.abc import Callable
from datetime import datetime

from msgspec.structs import replace

from edison.domain import Answer, Ask, Certainty, Cost, Embeddings, Outcome, Raw, ToolCall, ToolMode
from edison.errors import ProviderTrouble, Unavailable, Unreadable
from edison.text import Redactor, find_disguised_trouble, read_tool_calls

from .attempts import Order, Try
from .codecs.base import Codec, Reply
from .fitting import Fitted
from .kinds import KINDS
from .line import Line, secrets_of
from .plausibility import BESIDE_TEXTS, Explained, explained_by, storable, weigh
from .prices import PriceList
from .provider import Provider
from .retry_after import read_retry_after
from .wire import BODY_LIMIT, WireReply

KEPT_BYTES = 256 * 1024

Now = Callable[[], datetime]


def note(order: Order, trial: Try, reply: WireReply) -> None:
    """Note down how long it took and what is kept of the exchange."""
    trial.latency_s = reply.latency_s
    trial.raw = kept(order, reply.body, len(reply.body), status=reply.status, truncated=reply.truncated)


def kept(order: Order, response: bytes, size: int, *, status: int | None, truncated: bool) -> Raw:
    """What is kept of an exchange for audit: the beginning of both bodies, without any key."""
    request = order.parcel.body or b""
    response = order.line.mask.body(response)
    if size > KEPT_BYTES or len(request) > KEPT_BYTES:
        request, response, truncated = request[:KEPT_BYTES], response[:KEPT_BYTES], True
    return Raw(request=request, response=response, response_bytes=size, truncated=truncated, status=status)


def reply_of(line: Line, reply: WireReply, *, now: Now) -> Reply:
    """Read an HTTP answer; raises the trouble it tells of."""
    if reply.status >= 300:
        read = failure_of(line.codec, reply, now=now)
        if isinstance(read, ProviderTrouble):
            raise read
        return read
    raise_truncated(reply)
    return line.codec.decode(reply.body)


def raise_failure(codec: Codec, reply: WireReply, *, provider: Provider, now: Now) -> None:
    """Raise what an answer that is not 2xx means, for services that have no filtered answers."""
    if reply.status < 300:
        return
    read = failure_of(codec, reply, now=now)
    trouble = read if isinstance(read, ProviderTrouble) else Unreadable("The provider filtered a listing.")
    trouble.redact(Redactor(secrets_of(provider)))
    raise trouble


def failure_of(codec: Codec, reply: WireReply, *, now: Now) -> ProviderTrouble | Reply:
    """What the codec makes of a failure, with the wait the headers ask for."""
    read = codec.read_failure(reply.status, reply.headers, reply.body)
    if isinstance(read, ProviderTrouble) and read.retry_after_s is None:
        read.retry_after_s = read_retry_after(reply.headers, now=now())
    return read


def raise_truncated(reply: WireReply) -> None:
    """Refuse a body that is longer than we hold."""
    if reply.truncated:
        raise Unreadable(
            f"The answer is longer than {BODY_LIMIT >> 20} MiB; its beginning is kept. Ask for less output.",
            may_be_billed=True,
        )


def conclude(order: Order, reply: Reply, *, trial: Try, fitted: Fitted, prices: PriceList) -> Answer:
    """The Answer; the try is settled with what it used and cost. Raises trouble that is written as an answer."""
    line = order.line
    _raise_disguised(line, reply, ask=fitted.ask)
    request_bytes, context_tokens = len(order.parcel.body or b""), line.capability.context_tokens
    explained = explained_by(fitted.ask, request_bytes=request_bytes, context_tokens=context_tokens)
    reply = _settle(order, reply, trial=trial, explained=explained, prices=prices)
    if fitted.ask.tools:
        reply = _with_written_calls(reply, fitted.ask)
    masked = line.mask.reply(reply)
    trial.raw = line.mask.raw(trial.raw, echoed=masked is not reply)
    reply = masked
    return Answer(
        outcome=reply.outcome,
        text=reply.text,
        reasoning=reply.reasoning,
        tool_calls=reply.tool_calls,
        logprobs=reply.logprobs,
        requested_model=line.model,
        reported_model=reply.reported_model,
        provider_id=reply.provider_id,
        usage=reply.usage,
        cost=trial.cost,
        timing=trial.timed(),
        left_out=fitted.left_out,
        attempts=trial.number,
        raw=trial.raw,
        trace=reply.trace,
        details=reply.details,
    )


def _raise_disguised(line: Line, reply: Reply, *, ask: Ask) -> None:
    """Raise what a server of somebody's own writes as an answer when its model is not there."""
    kind = KINDS.get(line.provider.kind)
    if kind is None or not kind.writes_errors or reply.tool_calls:
        return
    phrase = find_disguised_trouble(reply.text, asked=(message.text for message in ask.messages))
    if phrase is not None:
        raise Unavailable(f"The server wrote an error in place of an answer: {phrase}.", may_be_billed=True)


def _settle(order: Order, reply: Reply, *, trial: Try, explained: Explained, prices: PriceList) -> Reply:
    """The reply with usage that may be kept; what nobody can believe costs what the call could cost at most."""
    # What an application uses has nothing to do with the size of what it was sent.
    is_weighed = order.is_priced and order.line.provider.application is None
    usage, implausible = weigh(reply.usage, explained) if is_weighed else (storable(reply.usage), {})
    trial.usage, trial.settled = usage, True
    if reply.cost_microusd is not None:
        trial.cost = Cost(microusd=reply.cost_microusd, certainty=Certainty.EXACT)
        return reply if usage is reply.usage else replace(reply, usage=usage)
    if not implausible:
        trial.cost = order.price(usage, prices)
        return reply if usage is reply.usage else replace(reply, usage=usage)
    trial.cost = _at_worst(order)
    return replace(reply, usage=usage, details={**reply.details, "implausible_usage": {**implausible}})


def _at_worst(order: Order) -> Cost:
    worst = order.worst_case_microusd
    return Cost() if worst is None else Cost(microusd=worst, certainty=Certainty.ESTIMATED)


def embeddings_of(order: Order, reply: WireReply, *, trial: Try, prices: PriceList, now: Now) -> Embeddings:
    """The vectors of an embedding call."""
    line = order.line
    raise_failure(line.codec, reply, provider=line.provider, now=now)
    raise_truncated(reply)
    read = line.codec.decode_embedding(reply.body)
    explained = Explained(len(order.parcel.body or b"") + BESIDE_TEXTS, BESIDE_TEXTS)
    usage, implausible = weigh(read.usage, explained)
    trial.usage, trial.settled = usage, True
    trial.cost = (
        _at_worst(order)
        if implausible
        else prices.cost(line.provider, line.model, replace(usage, output_tokens=0))
    )
    return Embeddings(
        vectors=read.vectors,
        requested_model=line.model,
        reported_model=None if read.reported_model is None else line.mask.text(read.reported_model),
        usage=usage,
        cost=trial.cost,
        timing=trial.timed(),
    )


def packed_answer(made: Embeddings) -> Answer:
    """Vectors as the text of an answer."""
    from edison.stats.vectors import pack_vectors

    return Answer(
        outcome=Outcome.STOP,
        text=pack_vectors(made.vectors),
        requested_model=made.requested_model,
        reported_model=made.reported_model,
        usage=made.usage,
        cost=made.cost,
        timing=made.timing,
    )


def _with_written_calls(reply: Reply, ask: Ask) -> Reply:
    """Small models write tool calls as text; where tools were offered, such text is read as what it means."""
    forbidden = ask.tool_choice is not None and ask.tool_choice.mode is ToolMode.NONE
    if reply.tool_calls or forbidden or reply.outcome is not Outcome.STOP:
        return reply
    found = read_tool_calls(reply.text, known={tool.name for tool in ask.tools})
    if not found.calls:
        return reply
    calls = tuple(
        ToolCall(
            id=f"call_{number}",
            name=call.name,
            arguments=call.arguments,
            unparsed=call.raw if call.salvaged else None,
        )
        for number, call in enumerate(found.calls)
    )
    details = {**reply.details, "tool_dialect": str(found.dialect)}
    return replace(reply, outcome=Outcome.TOOL_CALLS, text=found.rest, tool_calls=calls, details=details)
