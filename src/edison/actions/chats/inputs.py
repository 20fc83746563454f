"""Pictures and tools from files that a person named."""

import json
import mimetypes
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from edison.domain import Image, Tool
from edison.errors import ChatRefused

from ..files import read_whole


def read_image(path: Path) -> Image:
    """A picture as it is sent.

    Raises:
        ChatRefused: its name is not that of a picture.
    """
    kind = mimetypes.guess_type(path.name)[0] or ""
    if not kind.startswith("image/"):
        raise ChatRefused(f"{path.name} is no picture by its name", "give a .png, .jpg, .gif or .webp")
    return Image(media_type=kind, base64=b64encode(read_whole(path)).decode())


def read_tools(path: Path) -> tuple[Tool, ...]:
    """A list of tools in JSON, bare or as `{type: function, function: {…}}`.

    Raises:
        ChatRefused: it is none.
    """
    try:
        return make_tools(json.loads(read_whole(path)))
    except ValueError as error:
        raise ChatRefused(f"{path.name} is no JSON", "write a list of {name, parameters}") from error


def make_tools(written: object) -> tuple[Tool, ...]:
    """The same from what was read."""
    try:
        rows = cast("Iterable[dict[str, Any]]", written if isinstance(written, list) else [written])
        functions = [cast("dict[str, Any]", row.get("function", row)) for row in rows]
        return tuple(
            Tool(**{key: function[key] for key in Tool.model_fields if key in function})
            for function in functions
        )
    except (AttributeError, TypeError, ValidationError) as error:
        raise ChatRefused(
            "the tools are not written as tools", "write a list of {name, parameters}"
        ) from error
