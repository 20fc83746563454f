"""One question with everything that is sent."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field, JsonValue, model_validator

from .endpoint import Endpoint
from .noun import Noun, content_hash


class Role(StrEnum):
    """Who speaks in a conversation."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class CacheMark(StrEnum):
    """Up to here the prompt is the same for many calls; how long the provider should remember it."""

    SHORT = "5m"
    LONG = "1h"


class Purpose(StrEnum):
    """What a question is for; costs are shown by purpose."""

    ANSWER = "answer"
    JUDGE = "judge"
    DRAFT = "draft"
    REFINE = "refine"
    ASSIST = "assist"
    PROBE = "probe"
    EMBED = "embed"
    """No question at all: each message is a text of which a vector is made, and the answer is these, packed."""


class Effort(StrEnum):
    """How long a reasoning model should think."""

    MINIMAL = "minimal"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Text(Noun):
    """A piece of text in a message."""

    type: Literal["text"] = "text"
    text: str
    cache: CacheMark | None = None


class Image(Noun):
    """A picture in a message: its bytes in base64 with their media type, or an address the provider fetches."""

    type: Literal["image"] = "image"
    media_type: str = "image/png"
    base64: str | None = None
    url: str | None = None

    @model_validator(mode="after")
    def _has_one_source(self) -> Self:
        if (self.base64 is None) == (self.url is None):
            raise ValueError("an image has either base64 data or a url")
        return self


Part = Annotated[Text | Image, Field(discriminator="type")]


class ToolCall(Noun):
    """A call of a tool that a model asked for."""

    id: str
    name: str
    arguments: dict[str, JsonValue] = {}
    unparsed: str | None = None
    """What the model wrote where its arguments were not a JSON object; then `arguments` is empty."""


class Message(Noun):
    """One utterance."""

    role: Role
    parts: tuple[Part, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None

    @property
    def text(self) -> str:
        """The message's text, pictures left out."""
        return "".join(part.text for part in self.parts if isinstance(part, Text))

    @classmethod
    def system(cls, text: str, *, cache: CacheMark | None = None) -> Self:
        return cls(role=Role.SYSTEM, parts=(Text(text=text, cache=cache),))

    @classmethod
    def user(cls, text: str, *images: Image, cache: CacheMark | None = None) -> Self:
        return cls(role=Role.USER, parts=(Text(text=text, cache=cache), *images))

    @classmethod
    def assistant(cls, text: str, *tool_calls: ToolCall) -> Self:
        return cls(role=Role.ASSISTANT, parts=(Text(text=text),) if text else (), tool_calls=tool_calls)

    @classmethod
    def tool(cls, text: str, *, call_id: str) -> Self:
        return cls(role=Role.TOOL, parts=(Text(text=text),), tool_call_id=call_id)

    @model_validator(mode="after")
    def _fits_its_role(self) -> Self:
        if self.tool_calls and self.role is not Role.ASSISTANT:
            raise ValueError("only the assistant calls tools")
        if (self.tool_call_id is not None) != (self.role is Role.TOOL):
            raise ValueError("a tool message, and no other, names the call it answers")
        return self


class Tool(Noun):
    """A tool offered to a model; `parameters` is a JSON schema of an object."""

    name: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    description: str = ""
    parameters: dict[str, JsonValue] = {"type": "object", "properties": {}}


class ToolMode(StrEnum):
    """Whether a model may, must or must not call a tool."""

    AUTO = "auto"
    NONE = "none"
    REQUIRED = "required"
    NAMED = "named"


class ToolChoice(Noun):
    """What we allow a model to do with the tools; NAMED carries the tool's name."""

    mode: ToolMode = ToolMode.AUTO
    name: str | None = None

    @model_validator(mode="after")
    def _names_the_named(self) -> Self:
        if (self.name is not None) != (self.mode is ToolMode.NAMED):
            raise ValueError("a named tool choice, and no other, carries a name")
        return self


def refuse_misfits(tools: Sequence[str], choice: ToolChoice | None) -> None:
    """Raise where tools share a name, or one is chosen that is not among them."""
    if len(set(tools)) != len(tools):
        raise ValueError("two tools have the same name")
    if choice is not None and not tools:
        raise ValueError("a tool choice needs tools")
    if choice is not None and choice.name not in (None, *tools):
        raise ValueError(f"the chosen tool {choice.name!r} is not offered")


class FormKind(StrEnum):
    """What an answer must look like."""

    TEXT = "text"
    JSON = "json"
    SCHEMA = "schema"


class Form(Noun):
    """The form an answer must have; SCHEMA carries a JSON schema and a name for it."""

    kind: FormKind = FormKind.TEXT
    name: str = Field(default="answer", pattern=r"^[A-Za-z0-9_-]{1,64}$")
    json_schema: dict[str, JsonValue] | None = None
    bounded: dict[str, JsonValue] | None = None
    """The same schema with lengths bounded, for servers that draw by it; others refuse such bounds."""
    strict: bool = True

    @model_validator(mode="after")
    def _has_its_schema(self) -> Self:
        if (self.json_schema is not None) != (self.kind is FormKind.SCHEMA):
            raise ValueError("the schema form, and no other, carries a schema")
        if self.bounded is not None and self.json_schema is None:
            raise ValueError("a bounded schema stands beside the same without bounds")
        return self

    def schema_for(self, *, bounds: bool) -> dict[str, JsonValue] | None:
        """The schema to send: with its bounds where they are taken, if it has any."""
        return self.bounded if bounds and self.bounded is not None else self.json_schema


class Sampling(Noun):
    """How the model should draw its answer; what is None is not sent."""

    temperature: float | None = Field(default=None, ge=0)
    top_p: float | None = Field(default=None, gt=0, le=1)
    top_k: int | None = Field(default=None, ge=1)
    seed: int | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    stop: tuple[str, ...] = ()
    top_logprobs: int | None = Field(default=None, ge=0, le=20)
    """0 asks for the chosen tokens' log-probabilities alone."""
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    repeat_penalty: float | None = None
    effort: Effort | None = None


class Ask(Noun):
    """One question to one endpoint, with everything that is sent. Equal Asks have equal fingerprints."""

    to: Endpoint
    messages: tuple[Message, ...] = Field(min_length=1)
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None
    form: Form = Form()
    sampling: Sampling = Sampling()
    extra: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """Fields of the provider's own, merged into the body as they are."""
    inputs: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """The variables of the case, for an application, which may want more than a prompt made of them."""
    purpose: Purpose = Purpose.ANSWER
    repeat: int = Field(default=0, ge=0)
    """Which of several independent draws this is; not sent, but part of the identity."""

    @classmethod
    def for_vectors(cls, to: Endpoint, texts: Sequence[str]) -> Self:
        """A vector for each of these texts; an empty one has no meaning, and is asked about as a dash."""
        messages = tuple(Message.user(text.strip() or "-") for text in texts)
        return cls(to=to, messages=messages, purpose=Purpose.EMBED)

    @model_validator(mode="after")
    def _tools_fit(self) -> Self:
        refuse_misfits([tool.name for tool in self.tools], self.tool_choice)
        return self

    @cached_property
    def fingerprint(self) -> str:
        """A digest of everything above."""
        return content_hash(self)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A changed question is another question: its fingerprint is worked out anew."""
        copied = super().model_copy(update=update, deep=deep)
        vars(copied).pop("fingerprint", None)
        return copied
