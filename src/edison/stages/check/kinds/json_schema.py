"""json_schema: the whole answer is JSON of a given form."""

import json

from pydantic import JsonValue

from edison.domain import Output

from .json_valid import Unclear, read_whole
from .kind import CheckMisfit, SeenOutput, Test
from .schemas import compile_schema


def fits_schema(value: JsonValue) -> Test:
    """The answer is JSON that the schema allows; of draft 2020-12 unless it names another."""
    if not isinstance(value, dict):
        raise CheckMisfit("must be a JSON schema")
    complain = compile_schema(json.dumps(value))

    def look(output: Output) -> SeenOutput:
        read = read_whole(output.text)
        return read.seen if isinstance(read, Unclear) else complain(read.value)

    return look
