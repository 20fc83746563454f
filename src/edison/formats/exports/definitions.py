"""A suite's mapping as YAML that people read and that our reader takes back value by value."""

import re
from collections.abc import Mapping
from typing import Any, cast

import yaml
from pydantic import JsonValue

from ..reading.yaml import is_plain_text

_TEXT = "tag:yaml.org,2002:str"
_WIDTH = 100
_ESCAPED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


def write_definition(definition: Mapping[str, JsonValue]) -> bytes:
    """The mapping as a file, its keys in their order; texts of several lines stand as blocks."""
    # The library's stubs leave open what goes into it and comes out of it.
    dump = cast("Any", yaml.dump)  # pyright: ignore[reportUnknownMemberType]
    written: str = dump(
        dict(definition), Dumper=_Writer, sort_keys=False, allow_unicode=True, width=_WIDTH, indent=2
    )
    return written.encode()


class _Writer(yaml.SafeDumper):
    """Repeats what stands twice, in place of an anchor; quotes what our reader would take for no text."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _write_text(writer: _Writer, text: str) -> yaml.ScalarNode:
    # Breaks of lines that are none in JSON would be folded in any other style.
    needs_escapes = _ESCAPED.search(text) is not None
    style = '"' if needs_escapes or not is_plain_text(text) else "|" if "\n" in text else None
    represent = cast("Any", writer.represent_scalar)  # pyright: ignore[reportUnknownMemberType]
    return represent(_TEXT, text, style=style)


_Writer.add_representer(str, _write_text)
