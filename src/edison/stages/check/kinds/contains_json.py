"""contains_json: a JSON object stands somewhere in the answer, of a given form if one is given."""

import json
from collections.abc import Iterator
from typing import cast

from pydantic import JsonValue

from edison.domain import Output

from .kind import CheckMisfit, SeenOutput, Test
from .schemas import compile_schema

_MOST_TRIES = 1_000
_DECODER = json.JSONDecoder()


def contains_json(value: JsonValue) -> Test:
    """Some JSON object stands in the answer, whatever is around it; with a schema, one that the schema allows."""
    if value is not None and value is not True and not isinstance(value, dict):
        raise CheckMisfit("must be a JSON schema, or be left out")
    complain = compile_schema(json.dumps(value)) if isinstance(value, dict) else None

    def look(output: Output) -> SeenOutput:
        seen = SeenOutput(holds=False, sentence="It contains no JSON object.")
        for found in _objects(output.text):
            if complain is None:
                return SeenOutput(holds=True, sentence="It contains a JSON object.")
            seen = complain(found)
            if seen.holds:
                break
        return seen

    return look


def _objects(text: str) -> Iterator[dict[str, object]]:
    """Every object from its first bracket on; what stands inside of one is not looked at again."""
    place = text.find("{")
    for _ in range(_MOST_TRIES):
        if place < 0:
            return
        try:
            found, end = cast("tuple[dict[str, object], int]", _DECODER.raw_decode(text, place))
        except (ValueError, RecursionError):
            end = place + 1
        else:
            yield found
        place = text.find("{", end)
