"""From a question to an answer that is ready to be sent, with its price: the world behind the counter."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import msgspec
import orjson

from ..billing import BillRecord, price_of
from ..exchange import SimReply, SimRequest
from ..faults.damage import fill_headers, twist_body, twist_delivery, twist_events, twist_replies
from ..faults.gate import Admission
from ..faults.plan import Action, Disconnect, Fail, Page, Rule
from ..latency import AnswerPace, Latency, pace_of
from ..wire.operations import FORMATS
from ..wire.resources import Vectors
from ..wire.shapes import TROUBLE_OF_STATUS, ChatFormat, ChatQuestion, ProviderRefusal, Stamp, Trouble
from ..world import World, count_tokens, default_world
from ..world.persona import ModelCard, Persona, card_of
from ..world.replying.finishing import count_input
from .delivery import Delivery
from .visits import Visit

_REMEMBERED = 2048


class Respondent:
    """The world behind the counter. Answers are pure, so recent ones are remembered by their request's digest."""

    def __init__(self, seed: int, models: Sequence[str] = ()) -> None:
        self._seed = seed
        self._patterns = tuple(models)
        self.personas: tuple[Persona, ...] = ()
        self.world: World = default_world(seed)
        self.cards: dict[str, ModelCard] = {}
        self._recent: OrderedDict[str, tuple[SimReply, ...]] = OrderedDict()
        self.adopt(())

    def adopt(self, personas: tuple[Persona, ...]) -> None:
        """Put these personas into the world everybody starts with."""
        self.personas = personas
        self.world = default_world(self._seed)
        for persona in personas:
            self.world = self.world.with_persona(persona)
        self.cards = {card.id: card for card in self.world.models()}
        for name in self._patterns:
            if not set(name) & set("*?["):
                self.cards.setdefault(name, card_of(self.world.persona(name)))
        self._recent.clear()

    def card_of(self, model: str) -> ModelCard | None:
        """What is known of a model; None when it is not served."""
        card = self.cards.get(model)
        if card is None and any(fnmatchcase(model, pattern) for pattern in self._patterns):
            return card_of(self.world.persona(model))
        return card

    def check(self, question: ChatQuestion, format: ChatFormat, *, size: int) -> ModelCard:
        """Find the model a question is for, or raise the provider's refusal."""
        request = question.request
        card = self.card_of(request.model)
        if card is None or card.kind != "chat":
            raise format.refuse(Trouble.MODEL_MISSING, request.model)
        _check_capabilities(request, card, format)
        # Tokens are never more than bytes, so most requests need not be counted twice.
        if size > card.context and count_input(request) > card.context:
            raise format.refuse(Trouble.TOO_LONG, _too_long(card, count_input(request)))
        return card

    def answer(self, question: ChatQuestion, *, digest: str) -> tuple[SimReply, ...]:
        """Ask the world; `digest` names everything the answer depends on."""
        known = self._recent.get(digest)
        if known is not None:
            return known
        replies = tuple(
            self.world.reply(_choice(question.request, place)) for place in range(question.choices)
        )
        self._recent[digest] = replies
        if len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)
        return replies

    def embed(self, model: str, texts: Sequence[str], dimensions: int | None) -> Vectors:
        """Embed texts."""
        values = self.world.embed(texts, model=model, dimensions=dimensions)
        return Vectors(values, sum(count_tokens(text) for text in texts))


def _choice(request: SimRequest, place: int) -> SimRequest:
    return request if place == 0 else msgspec.structs.replace(request, salt=f"{request.salt}#{place}")


def _check_capabilities(request: SimRequest, card: ModelCard, format: ChatFormat) -> None:
    wanted = {
        "tools": bool(request.tools),
        "json_schema": request.schema is not None,
        "logprobs": request.top_logprobs is not None,
        "images": any(message.images for message in request.messages),
    }
    for capability, is_wanted in wanted.items():
        if is_wanted and capability not in card.capabilities:
            raise format.refuse(Trouble.INVALID, f"{card.id} does not support {capability}.")


def _too_long(card: ModelCard, tokens: int) -> str:
    return (
        f"This model's maximum context length is {card.context} tokens. However, your messages resulted in {tokens} "
        "tokens: prompt is too long. Please reduce the length of the messages."
    )


class Prepared(msgspec.Struct, frozen=True):
    """What is sent, and what stands on the bill for it."""

    delivery: Delivery
    record: BillRecord


class Treatment(msgspec.Struct, frozen=True):
    """What the gate has decided about a request for a model."""

    model: str | None = None
    verdict: Admission = Admission()
    rule: Rule | None = None

    @property
    def action(self) -> Action | None:
        return self.rule.action if self.rule is not None else None

    @property
    def name(self) -> str | None:
        """What the bill calls the rule."""
        return None if self.rule is None else self.rule.name or type(self.rule.action).__name__.lower()


@dataclass(frozen=True, slots=True)
class Answers:
    """Prepares the answers to chat requests, right ones and wrong ones."""

    respondent: Respondent
    latency: Latency

    def prepare(
        self, visit: Visit, question: ChatQuestion | ProviderRefusal, decision: Treatment
    ) -> Prepared:
        """Whatever becomes of a chat request."""
        early = self.decided(visit, decision)
        if early is not None:
            return early
        if isinstance(question, ProviderRefusal):
            return self.refused(question, visit, decision)
        try:
            return self._answered(visit, question, decision)
        except ProviderRefusal as refusal:
            return self.refused(refusal, visit, decision)

    def decided(self, visit: Visit, decision: Treatment) -> Prepared | None:
        """What the gate alone decides: refusals, failures, pages; None when the request is to be worked on."""
        format = FORMATS[visit.route.format]
        verdict = decision.verdict
        if verdict.trouble is not None:
            refusal = format.refuse(verdict.trouble, verdict.sentence, retry_after_s=verdict.retry_after_s)
            return self.refused(refusal, visit, decision)
        if not isinstance(decision.action, (Fail, Page)):
            return None
        delivery = _failure(decision.action, format, visit)
        return Prepared(delivery, visit.record(delivery.status, model=decision.model, rule=decision.name))

    def refused(self, refusal: ProviderRefusal, visit: Visit, decision: Treatment) -> Prepared:
        """An error in the provider's own form."""
        format = FORMATS[visit.route.format]
        headers = format.headers(visit.stamp)
        if decision.verdict.state is not None:
            headers |= format.limit_headers(decision.verdict.state, now=visit.now)
        body = refusal.body
        if "request_id" in body:
            body = {**body, "request_id": headers.get("request-id")}
        delivery = Delivery(refusal.status, [orjson.dumps(body)], headers | refusal.headers)
        return Prepared(delivery, visit.record(refusal.status, model=decision.model, rule=decision.name))

    def _answered(self, visit: Visit, question: ChatQuestion, decision: Treatment) -> Prepared:
        format, action = FORMATS[visit.route.format], decision.action
        card = self.respondent.check(question, format, size=len(visit.incoming.body))
        wholly = f"{visit.digest}/{question.request.model}/{question.request.salt}/{visit.route.format}"
        replies = twist_replies(action, self.respondent.answer(question, digest=wholly))
        stamp = visit.stamp
        order = _Order(
            format=format,
            question=question,
            stamp=stamp,
            headers={**format.headers(stamp), **format.limit_headers(decision.verdict.state, now=visit.now)},
            pace=pace_of(self.latency, card, seed=visit.seed, name=stamp.seed),
            action=action,
        )
        delivery = twist_delivery(action, _render(order, replies))
        is_billed = not isinstance(action, Disconnect) or action.billed
        record = visit.record(delivery.status, model=card.id, rule=decision.name)
        price = price_of(card, replies) if is_billed else 0
        return Prepared(delivery, charged(record, replies, microusd=price))


def charged(record: BillRecord, replies: tuple[SimReply, ...], *, microusd: int) -> BillRecord:
    """A record with what its answer took."""
    return msgspec.structs.replace(
        record,
        input_tokens=replies[0].input_tokens,
        output_tokens=sum(reply.output_tokens for reply in replies),
        cached_tokens=replies[0].cached_tokens,
        reasoning_tokens=sum(reply.reasoning_tokens for reply in replies),
        microusd=microusd,
    )


class _Order(msgspec.Struct, frozen=True, kw_only=True):
    """Everything but the words of an answer."""

    format: ChatFormat
    question: ChatQuestion
    stamp: Stamp
    headers: Mapping[str, str]
    pace: AnswerPace
    action: Action | None


def _render(order: _Order, replies: tuple[SimReply, ...]) -> Delivery:
    format, question, action = order.format, order.question, order.action
    tokens = sum(reply.output_tokens for reply in replies)
    if not question.stream:
        body = orjson.dumps(twist_body(action, format.render(question, replies, order.stamp)))
        return Delivery(200, [body], order.headers, pace=order.pace, output_tokens=tokens)
    events = twist_events(action, list(format.stream(question, replies, order.stamp)), format)
    return Delivery(
        200,
        [format.frame(event) for event in events],
        order.headers,
        content_type=format.stream_type(question),
        is_stream=True,
        paced=[event.is_paced for event in events],
        pace=order.pace,
        output_tokens=tokens,
    )


def _failure(action: Fail | Page, format: ChatFormat, visit: Visit) -> Delivery:
    if isinstance(action, Page):
        return Delivery(action.status, [action.html.encode()], content_type="text/html")
    headers = format.headers(visit.stamp) | fill_headers(action, visit.now)
    if action.body is not None:
        body = action.body.encode("utf-8", "surrogatepass")
        return Delivery(action.status, [body], headers, content_type=action.content_type)
    trouble = TROUBLE_OF_STATUS.get(
        action.status, Trouble.BROKEN if action.status >= 500 else Trouble.INVALID
    )
    refusal = format.refuse(trouble, action.sentence, status=action.status)
    body = orjson.dumps(refusal.body)
    return Delivery(action.status, [body], refusal.headers | headers, content_type=action.content_type)
