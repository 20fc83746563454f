"""What the forms of files are made of: strict fields, and unions that are told apart by their shape."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from edison.domain import Endpoint
from edison.errors import EndpointNameBroken

from .nodes import tell

TEXT, MAPPING, LIST, NUMBER = "<text>", "<mapping>", "<list>", "<number>"
HTTP, COMMAND, PYTHON = "<http>", "<command>", "<python>"
SHAPES = frozenset({TEXT, MAPPING, LIST, NUMBER, HTTP, COMMAND, PYTHON})
"""Marks in the paths of errors; no key looks like one of them."""


MOST_CASES = 10_000
"""Of cases that stand in a suite itself; a file of cases may hold any number."""
MOST_ITEMS = 1_000
"""Of anything else that is listed in a suite."""


class FileForm(BaseModel):
    """A mapping as it stands in a file. What is null is not given; what is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    keeps_null: ClassVar[frozenset[str]] = frozenset()
    most_keys: ClassVar[int] = 100
    """With more of them, only their number is complained about."""

    @model_validator(mode="before")
    @classmethod
    def _take(cls, value: object, info: ValidationInfo) -> object:
        if not isinstance(value, Mapping):
            return value
        given = cast("Mapping[str, object]", value)
        if len(given) > cls.most_keys:
            raise told(f"the mapping has {len(given):,} keys", advice=f"Known are {', '.join(cls.known())}.")
        if isinstance(info.context, dict):
            # By identity, so that whoever explains an unknown key can say which ones are known.
            cast("dict[int, type[FileForm]]", info.context)[id(given)] = cls
        return {key: item for key, item in given.items() if item is not None or not cls._leaves_out(key)}

    @classmethod
    def _leaves_out(cls, key: str) -> bool:
        return key in cls.known() and key not in cls.keeps_null

    @classmethod
    def known(cls) -> tuple[str, ...]:
        """The keys as they are written."""
        return tuple(field.alias or name for name, field in cls.model_fields.items())


def told(what: str, *, advice: str) -> PydanticCustomError:
    """An error that says what to write instead."""
    # The message is a template: what comes from the file is handed in, never formatted.
    return PydanticCustomError("told", "{what}", {"what": what, "advice": advice})


def either(expected: str) -> Discriminator:
    """Tells the members of a union apart by the shape of what is given."""
    # The message is the advice; a context of its own would make the annotation unhashable.
    return Discriminator(_shape, custom_error_type="shape", custom_error_message=f"Write {expected}.")


def by_key(tags: Mapping[str, str], expected: str) -> Discriminator:
    """The same, where mappings are told apart by a key that only one of them has."""

    def tell_apart(value: object) -> str | None:
        shape = _shape(value)
        if shape is not MAPPING:
            return shape
        return next((tag for key, tag in tags.items() if key in cast("Mapping[str, object]", value)), shape)

    return Discriminator(tell_apart, custom_error_type="shape", custom_error_message=f"Write {expected}.")


def as_list(value: object) -> object:
    """A text alone stands for a list of one."""
    return [value] if isinstance(value, str) else value


def _shape(value: object) -> str | None:
    if isinstance(value, str):
        return TEXT
    if isinstance(value, Mapping):
        return MAPPING
    if isinstance(value, list):
        return LIST
    return NUMBER if isinstance(value, int | float) and not isinstance(value, bool) else None


def _says_something(text: str) -> str:
    if not text.strip():
        raise told("the text is blank", advice="Write something, or leave the key out.")
    return text


def _is_whole(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        advice = "Write the whole character."
        raise told("the text holds half a surrogate pair, which is no character", advice=advice) from error
    return text


def _names_an_endpoint(name: str) -> str:
    try:
        Endpoint.parse(name)
    except EndpointNameBroken as error:
        raise told(
            f"{tell(name)} names no model", advice="Write provider/model, such as openai/gpt-4o-mini."
        ) from error
    return name.strip()


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _within(most: int) -> Callable[[str], str]:
    def fit(text: str) -> str:
        if len(text) > most:
            raise told(f"the text is longer than {most} characters", advice="Shorten it.")
        return text

    return fit


def _fitting(pattern: str, *, advice: str) -> Callable[[str], str]:
    def fit(text: str) -> str:
        if not re.search(pattern, text):
            raise told(f"{tell(text)} is no name that can be used here", advice=advice)
        return text

    return fit


_KIND = r"^(not_)?[a-z][a-z0-9_]{0,99}$"
_TOOL = r"^[A-Za-z0-9_-]{1,64}$"

Words = Annotated[str, AfterValidator(_says_something)]
"""Text that must say something."""

Label = Annotated[Words, AfterValidator(_is_whole)]
"""Text that other files and programs refer to."""

Name = Annotated[
    Label, AfterValidator(_within(200)), WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 200})
]
"""What something is called in reports."""

ShortName = Annotated[
    Label, AfterValidator(_within(100)), WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 100})
]

Identity = Annotated[Label, BeforeValidator(_as_text), WithJsonSchema({"type": ["string", "integer"]})]
"""A name that may be written as a whole number."""

ModelName = Annotated[
    Label,
    AfterValidator(_names_an_endpoint),
    WithJsonSchema({"type": "string", "pattern": r"^\s*[^/\s]+/\S", "examples": ["openai/gpt-4o-mini"]}),
]
"""`provider/model`; the model may contain further slashes."""

KindName = Annotated[
    str,
    AfterValidator(
        _fitting(_KIND, advice="Name a check in small letters, such as contains, not_contains or json_valid.")
    ),
    WithJsonSchema({"type": "string", "pattern": _KIND}),
]
"""A kind of check, or its opposite."""

ToolName = Annotated[
    str,
    AfterValidator(_fitting(_TOOL, advice="Use letters, digits, _ and -, at most 64 of them.")),
    WithJsonSchema({"type": "string", "pattern": _TOOL}),
]
