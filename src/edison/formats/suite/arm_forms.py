"""Who answers, as it stands in a file: a model, or what somebody built."""

import re
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue, Tag

from edison.errors import TemplateBroken
from edison.text import Template, has_braces, read_path, texts_to_fill

from ..reading.nodes import tell
from ..reading.shapes import (
    COMMAND,
    HTTP,
    MAPPING,
    MOST_ITEMS,
    PYTHON,
    TEXT,
    FileForm,
    ModelName,
    Name,
    Words,
    as_list,
    by_key,
    told,
)

LARGEST_INTEGER = 2**63 - 1
DEAREST_CALL = 1_000.0

Stops = Annotated[
    list[Annotated[str, Field(min_length=1)]],
    Field(max_length=MOST_ITEMS),
    BeforeValidator(as_list, json_schema_input_type=str | list[str]),
]


class SamplingForm(FileForm):
    """How a model draws its answer; what is left out is not sent."""

    temperature: float | None = Field(default=None, ge=0)
    """0 is the least random answer."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    """Draw from the likeliest tokens that make up this share."""
    top_k: int | None = Field(default=None, ge=1)
    """Draw from so many of the likeliest tokens."""
    seed: int | None = Field(default=None, ge=0, le=LARGEST_INTEGER)
    """Handed to the provider, where it takes one."""
    max_tokens: int | None = Field(default=None, ge=1, le=10_000_000)
    """The longest answer; also what a budget reserves for a call."""
    stop: Stops = []
    """A text, or several, at which the answer ends."""
    top_logprobs: int | None = Field(default=None, ge=0, le=20)
    """How many rivals of each token are reported with their log-probabilities."""
    frequency_penalty: float | None = None
    """Makes tokens rarer that were used often."""
    presence_penalty: float | None = None
    """Makes tokens rarer that were used at all."""
    repeat_penalty: float | None = None
    """The same, as local servers call it."""
    effort: Literal["minimal", "low", "medium", "high"] | None = None
    """How long a reasoning model should think."""


class ModelForm(SamplingForm):
    """A model with parameters of its own."""

    model: ModelName
    """provider/model."""
    name: Name | None = None
    """What it is called in reports; the model's name unless it is given."""
    extra: dict[str, JsonValue] = {}
    """Fields of the provider's own, merged into the request as they are."""


def _is_odd(samples: int) -> int:
    if samples % 2 == 0:
        raise told(f"{samples} samples may split evenly", advice="Write an odd number, such as 3.")
    return samples


TechniqueName = Literal[
    "direct",
    "reason_first",
    "step_by_step",
    "self_consistency",
    "critique_and_revise",
    "panel",
    "debate",
]

Samples = Annotated[int, Field(ge=1, le=9), AfterValidator(_is_odd)]

Techniques = Annotated[
    list[TechniqueName],
    Field(min_length=1, max_length=MOST_ITEMS),
    BeforeValidator(as_list, json_schema_input_type=TechniqueName | list[TechniqueName]),
]


class ArmForm(ModelForm):
    """Who answers, with parameters and techniques of its own."""

    technique: Techniques = ["direct"]
    """How it is led to its answer; of several, each is an arm of its own, and they are compared."""
    samples: Samples | None = None
    """How many answers self-consistency or a panel combines, an odd number; 3 unless it is given."""


def _is_address(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or has_braces(parts.netloc):
        advice = "Write it whole, such as http://localhost:8000/chat; placeholders may stand behind the host."
        raise told(f"{tell(address)} is no http or https address", advice=advice)
    if parts.username is not None or parts.password is not None:
        raise told("the address carries a password", advice="Write it as a header, such as ${APP_TOKEN}.")
    _refuse_broken(address)
    return address


def _is_path(written: str) -> str:
    if read_path(written) is None:
        advice = "Write steps with dots, such as $.choices[0].text or choices.0.text; no stars or filters."
        raise told(f"{tell(written)} is no path into JSON that can be followed", advice=advice)
    return written


def _is_function(written: str) -> str:
    if re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*", written) is None:
        raise told(f"{tell(written)} names no function", advice="Write module:function, such as bot:answer.")
    return written


def _can_be_filled(body: JsonValue) -> JsonValue:
    for text in texts_to_fill(body):
        _refuse_broken(text)
    return body


def _refuse_broken(text: str) -> None:
    try:
        Template.parse(text)
    except TemplateBroken as error:
        raise told(
            error.sentence.removesuffix("."), advice="Write {{ name }} for a value of the case."
        ) from error


JsonPath = Annotated[Words, AfterValidator(_is_path)]
FunctionName = Annotated[Words, AfterValidator(_is_function)]
Command = Annotated[
    list[Annotated[str, Field(min_length=1)]],
    Field(min_length=1, max_length=MOST_ITEMS),
    BeforeValidator(as_list, json_schema_input_type=str | list[str]),
]


class ApplicationArmForm(FileForm):
    """What is the same for everything that is no model."""

    name: Name | None = None
    """What it is called in reports."""
    price: float | None = Field(default=None, ge=0, le=DEAREST_CALL)
    """Dollars for a call that does not say itself what it cost; reserved before each. Unknown unless it is given."""
    timeout_s: float = Field(default=300.0, gt=0, le=86_400)
    """For one try; a script or a function is ended then, with everything it started."""
    concurrency: int | None = Field(default=None, ge=1)
    """Calls at once; 4 for a script or a function unless it is given."""


class HttpArmForm(ApplicationArmForm):
    """An application that is asked over HTTP."""

    http: Annotated[Words, AfterValidator(_is_address)]
    """Its address; behind the host, {{ name }} stands for a value of the case."""
    method: Literal["POST", "GET", "PUT"] = "POST"
    """How it is asked; GET sends no body."""
    headers: dict[str, str] = {}
    """Sent along; ${VARIABLE} stands for what an environment variable holds, and is never logged."""
    body: Annotated[JsonValue, AfterValidator(_can_be_filled)] = None
    """What is sent, with {{ name }} for values; {case, prompt, system, messages, repeat} unless it is given."""
    answer: JsonPath | None = None
    """Where in its reply the answer stands; the whole reply, or its key `answer`, unless it is given."""
    cost: JsonPath | None = None
    """Where it says what the call cost, in dollars."""
    input_tokens: JsonPath | None = None
    """Where it says how many tokens went in."""
    output_tokens: JsonPath | None = None
    """Where it says how many came out."""
    tools: JsonPath | None = None
    """Where the tools stand that it called: names, or {name, arguments}."""
    trace: JsonPath | None = None
    """Where its steps stand: {name, arguments, result}."""
    requests_per_minute: float | None = Field(default=None, gt=0)
    """What it allows."""


class CommandArmForm(ApplicationArmForm):
    """A script: what is asked goes to its standard input as JSON, and its standard output is the answer."""

    command: Command
    """What is run, with its arguments, in the folder of the suite; needs --allow-code."""


class PythonArmForm(ApplicationArmForm):
    """A function of one argument, sync or async, in a process of its own that is kept."""

    python: FunctionName
    """module:function, found from the folder of the suite; needs --allow-code."""
    memory_mb: int = Field(default=4096, ge=64, le=1_048_576)
    """What its process may take."""


ArmEntry = Annotated[
    Annotated[ModelName, Tag(TEXT)]
    | Annotated[ArmForm, Tag(MAPPING)]
    | Annotated[HttpArmForm, Tag(HTTP)]
    | Annotated[CommandArmForm, Tag(COMMAND)]
    | Annotated[PythonArmForm, Tag(PYTHON)],
    by_key(
        {"http": HTTP, "command": COMMAND, "python": PYTHON},
        "a model such as openai/gpt-4o-mini, {model: openai/gpt-4o-mini, temperature: 0}, {http: URL}, "
        "{command: [./bot.sh]} or {python: bot:answer}",
    ),
]
