import itertools
import math

import pytest

from edison.domain import (
    Answer,
    Ask,
    CacheMark,
    Certainty,
    Cost,
    Effort,
    Endpoint,
    Form,
    FormKind,
    Image,
    Message,
    Outcome,
    Purpose,
    Sampling,
    Timing,
    Tool,
    ToolCall,
    ToolChoice,
    ToolMode,
    Usage,
)
from edison.gateway.cache import cache_key, is_cacheable

SEARCH, LOOKUP = Tool(name="search"), Tool(name="lookup")


def an_ask(**changes: object) -> Ask:
    given: dict[str, object] = {
        "to": Endpoint(provider="main", model="large"),
        "messages": (Message.user("What is the capital of France?"),),
        "tools": (SEARCH, LOOKUP),
        "sampling": Sampling(temperature=0),
    }
    return Ask.model_validate(given | changes)


def an_answer(text: str = "Paris", outcome: Outcome = Outcome.STOP) -> Answer:
    return Answer(
        outcome=outcome,
        text=text,
        requested_model="large",
        usage=Usage(input_tokens=7, output_tokens=2),
        cost=Cost(microusd=120, certainty=Certainty.EXACT),
        timing=Timing(queue_s=1, latency_s=2, first_token_s=0.5),
        attempts=3,
    )


def key_of(
    ask: Ask, *, project: str = "p", credential: str = "c", address: str = "https://a.example/v1"
) -> str:
    return cache_key(ask, project=project, credential=credential, address=address)


def sampled(**changes: object) -> str:
    return key_of(an_ask(sampling={"temperature": 0} | changes))


def said(*messages: Message) -> str:
    return key_of(an_ask(messages=messages))


def schema(*names: str, **changes: object) -> str:
    properties = {name: {"type": "string"} for name in names}
    json_schema = {"type": "object", "properties": properties}
    return key_of(an_ask(form={"kind": "schema", "json_schema": json_schema} | changes))


QUESTION = Message.user("What is the capital of France?")

KEYS = {
    "as it is": key_of(an_ask()),
    "project": key_of(an_ask(), project="q"),
    "project and credential run together": key_of(an_ask(), project="pc", credential=""),
    "credential": key_of(an_ask(), credential="d"),
    "address": key_of(an_ask(), address="https://b.example/v1"),
    "path of the address": key_of(an_ask(), address="https://a.example/v2"),
    "provider": key_of(an_ask(to=Endpoint(provider="other", model="large"))),
    "model": key_of(an_ask(to=Endpoint(provider="main", model="small"))),
    "case of the model": key_of(an_ask(to=Endpoint(provider="main", model="Large"))),
    "no temperature": key_of(an_ask(sampling=Sampling())),
    "temperature": sampled(temperature=0.1),
    "top_p": sampled(top_p=0.9),
    "top_k": sampled(top_k=40),
    "seed": sampled(seed=1),
    "seed zero": sampled(seed=0),
    "max_tokens": sampled(max_tokens=100),
    "stop": sampled(stop=("END",)),
    "stop in another order": sampled(stop=("END", "STOP")),
    "stops the other way round": sampled(stop=("STOP", "END")),
    "top_logprobs": sampled(top_logprobs=0),
    "more logprobs": sampled(top_logprobs=5),
    "frequency_penalty": sampled(frequency_penalty=0.5),
    "presence_penalty": sampled(presence_penalty=0.5),
    "repeat_penalty": sampled(repeat_penalty=1.1),
    "effort": sampled(effort=Effort.LOW),
    "no tools": key_of(an_ask(tools=())),
    "one tool": key_of(an_ask(tools=(SEARCH,))),
    "tools in another order": key_of(an_ask(tools=(LOOKUP, SEARCH))),
    "description of a tool": key_of(an_ask(tools=(Tool(name="search", description="d"), LOOKUP))),
    "parameters of a tool": key_of(
        an_ask(tools=(Tool(name="search", parameters={"type": "object"}), LOOKUP))
    ),
    "tool choice": key_of(an_ask(tool_choice=ToolChoice())),
    "tool must": key_of(an_ask(tool_choice=ToolChoice(mode=ToolMode.REQUIRED))),
    "named tool": key_of(an_ask(tool_choice=ToolChoice(mode=ToolMode.NAMED, name="search"))),
    "other named tool": key_of(an_ask(tool_choice=ToolChoice(mode=ToolMode.NAMED, name="lookup"))),
    "json": key_of(an_ask(form=Form(kind=FormKind.JSON))),
    "schema": schema("a", "b"),
    "properties in another order": schema("b", "a"),
    "schema not strict": schema("a", "b", strict=False),
    "name of the schema": schema("a", "b", name="verdict"),
    "text": said(Message.user("What is the capital of Spain?")),
    "a space more": said(Message.user("What is the capital of France? ")),
    "role": said(Message.system("What is the capital of France?")),
    "another message": said(QUESTION, Message.assistant("Paris"), QUESTION),
    "cut elsewhere": said(Message.user("What is the capital"), Message.user(" of France?")),
    "cache mark": said(Message.user("What is the capital of France?", cache=CacheMark.SHORT)),
    "image": said(Message.user("What is the capital of France?", Image(base64="AAAA"))),
    "other image": said(Message.user("What is the capital of France?", Image(base64="AAAB"))),
    "image by address": said(Message.user("What is the capital of France?", Image(url="AAAA"))),
    "tool call": said(QUESTION, Message.assistant("", ToolCall(id="1", name="search"))),
    "arguments": said(QUESTION, Message.assistant("", ToolCall(id="1", name="search", arguments={"q": 1}))),
    "extra": key_of(an_ask(extra={"top_a": None})),
    "extra not a number": key_of(an_ask(extra={"top_a": math.nan})),
    "extra true": key_of(an_ask(extra={"top_a": True})),
    "extra one": key_of(an_ask(extra={"top_a": 1})),
    "extra text": key_of(an_ask(extra={"top_a": "1"})),
    "purpose": key_of(an_ask(purpose=Purpose.DRAFT)),
    "repeat": key_of(an_ask(repeat=1)),
    "next repeat": key_of(an_ask(repeat=2)),
}


def test_no_two_different_requests_share_a_key() -> None:
    pairs = list(itertools.combinations(KEYS, 2))

    assert len(pairs) >= 500
    assert [(one, other) for one, other in pairs if KEYS[one] == KEYS[other]] == []


def test_the_same_request_has_the_same_key_wherever_it_is_built() -> None:
    assert key_of(an_ask()) == key_of(Ask.model_validate_json(an_ask().model_dump_json()))


@pytest.mark.parametrize(
    ("ask", "cacheable"),
    [
        (an_ask(), True),
        (an_ask(sampling=Sampling(seed=0)), True),
        (an_ask(sampling=Sampling()), False),
        (an_ask(sampling=Sampling(temperature=0.7)), False),
        (an_ask(purpose=Purpose.JUDGE), False),
        (an_ask(repeat=1), False),
    ],
)
def test_only_single_deterministic_questions_that_are_no_judgments_are_cached(
    ask: Ask, cacheable: bool
) -> None:
    assert is_cacheable(ask) is cacheable


@pytest.mark.parametrize("wanted", [True, False])
def test_the_caller_can_switch_caching_on_and_off(wanted: bool) -> None:
    asks = [an_ask(), an_ask(purpose=Purpose.JUDGE), an_ask(repeat=3), an_ask(sampling=Sampling())]

    assert {is_cacheable(ask, wanted=wanted) for ask in asks} == {wanted}
