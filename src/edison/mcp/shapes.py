"""Conversations and tools as agents write them, in OpenAI's shape."""

import json
from typing import ClassVar, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from edison.domain import Form, FormKind, Image, Message, Part, Role, Text, Tool, ToolCall, TraceStep


class _Shape(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


class ImageAddress(_Shape):
    """Where a picture is; `data:` holds it."""

    url: str
    detail: str | None = None


class ChatPart(_Shape):
    """A text or a picture."""

    type: Literal["text", "image_url"]
    text: str = ""
    image_url: ImageAddress | None = None

    def read(self) -> Part:
        if self.image_url is None:
            return Text(text=self.text)
        head, comma, data = self.image_url.url.partition(";base64,")
        if head.startswith("data:") and comma:
            return Image(media_type=head.removeprefix("data:"), base64=data)
        return Image(url=self.image_url.url)


class ChatFunction(_Shape):
    """What a call calls."""

    name: str
    arguments: str | dict[str, JsonValue] = "{}"


class ChatToolCall(_Shape):
    """A call that an assistant made."""

    id: str
    type: Literal["function"] = "function"
    function: ChatFunction

    def read(self) -> ToolCall:
        written = self.function.arguments
        try:
            value = cast("JsonValue", json.loads(written)) if isinstance(written, str) else written
        except ValueError:
            value = None
        if isinstance(value, dict):
            return ToolCall(id=self.id, name=self.function.name, arguments=value)
        return ToolCall(id=self.id, name=self.function.name, unparsed=str(written))


class ChatMessage(_Shape):
    """One utterance."""

    role: Role
    content: str | list[ChatPart] | None = None
    name: str | None = Field(default=None, description="Taken, and not sent on.")
    tool_calls: list[ChatToolCall] = []
    tool_call_id: str | None = None

    def read(self) -> Message:
        """The same as a noun; what does not fit its role is refused."""
        content = self.content or ""
        parts = (Text(text=content),) if isinstance(content, str) else tuple(part.read() for part in content)
        return Message(
            role=self.role,
            parts=parts if content else (),
            tool_calls=tuple(call.read() for call in self.tool_calls),
            tool_call_id=self.tool_call_id,
        )


class ChatTool(_Shape):
    """A tool, bare or under `function`."""

    name: str
    description: str = ""
    parameters: dict[str, JsonValue] = {"type": "object", "properties": {}}
    strict: bool | None = None

    @model_validator(mode="before")
    @classmethod
    def _unwrapped(cls, given: object) -> object:
        if not isinstance(given, dict):
            return given
        written = cast("dict[str, object]", given)
        return written.get("function", written)

    def read(self) -> Tool:
        return Tool(name=self.name, description=self.description, parameters=self.parameters)


class ChatSchema(_Shape):
    """A schema by a name."""

    name: str = "answer"
    description: str | None = None
    schema_: dict[str, JsonValue] = Field(alias="schema")
    strict: bool | None = None


class ResponseFormat(_Shape):
    """What the answer must look like."""

    type: Literal["text", "json_object", "json_schema"]
    json_schema: ChatSchema | None = None

    def read(self) -> Form:
        if self.json_schema is not None:
            return Form(
                kind=FormKind.SCHEMA,
                name=self.json_schema.name,
                json_schema=self.json_schema.schema_,
                strict=bool(self.json_schema.strict),
            )
        return Form(kind=FormKind.JSON if self.type == "json_object" else FormKind.TEXT)


class TraceCall(_Shape):
    """A call in a trace."""

    id: str
    name: str
    args: dict[str, JsonValue] = {}


class TraceEntry(_Shape):
    """A call of an earlier step and what came of it; those of one turn were made side by side."""

    iteration: int = Field(default=0, ge=0)
    turn: int | None = Field(default=None, ge=1)
    tool_call: TraceCall
    observation: str
    success: bool = True
    thought: str | None = None
    latency_ms: float = 0

    def read(self, number: int) -> TraceStep:
        """The same as a noun; without a turn of its own each stands alone."""
        return TraceStep(
            turn=self.turn or number,
            call=ToolCall(id=self.tool_call.id, name=self.tool_call.name, arguments=self.tool_call.args),
            observation=self.observation,
            success=self.success,
            thought=self.thought or "",
        )


def read_mocks(written: dict[str, JsonValue]) -> dict[str, dict[str, str]]:
    """What tools return by their arguments; a value alone is what a tool always returns."""
    tables = {
        name: table if isinstance(table, dict) else {"_default": table} for name, table in written.items()
    }
    return {
        name: {key: one if isinstance(one, str) else json.dumps(one) for key, one in table.items()}
        for name, table in tables.items()
    }
