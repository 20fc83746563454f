"""verdict: the answer's verdict is a given one."""

import re

from pydantic import JsonValue

from edison.domain import Output
from edison.text import Extracted, Suffix, last_suffix, read_json

from .kind import SeenOutput, Test, quote, words_of

_LABEL = "VERDICT"
_KEYS = ("verdict", "Verdict", _LABEL)
_COMMENTARY = re.compile(r"\s{0,8}(?:\(|\s[-–—]\s|[.:;]\s)")


def has_verdict(value: JsonValue) -> Test:
    """The `verdict` of its JSON, or of its last line `VERDICT: …`, is this one, in capitals or not."""
    wanted = words_of(value).strip()

    def look(output: Output) -> SeenOutput:
        found = _read_verdict(output.text)
        if found is None:
            return SeenOutput(holds=False, sentence="It gives no verdict.", absent=True)
        return SeenOutput(
            holds=found.casefold() == wanted.casefold(),
            sentence=f"Its verdict is {quote(found)}; the given one is {quote(wanted)}.",
        )

    return look


def _read_verdict(text: str) -> str | None:
    """The verdict as it is written; what is in JSON counts before what is on a line."""
    read = read_json(text, want=dict, keys=_KEYS)
    if isinstance(read, Extracted) and isinstance(read.value, dict):
        written = next((read.value[key] for key in _KEYS if key in read.value), None)
        if isinstance(written, str | int | float) and str(written).strip():
            return str(written).strip()
    line = last_suffix(text, label=_LABEL)
    return _without_commentary(line.value) if isinstance(line, Suffix) and line.value else None


def _without_commentary(value: str) -> str:
    """What stands before a remark in brackets, behind a dash or in a sentence of its own."""
    remark = _COMMENTARY.search(value)
    return value[: remark.start()] if remark and remark.start() else value
