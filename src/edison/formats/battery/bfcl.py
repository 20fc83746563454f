"""Function-calling questions in the form of the Berkeley leaderboard: schemas, turns and accepted answers."""

from collections.abc import Mapping

from pydantic import JsonValue

from edison.domain import Check, SuiteCase

from ..reading.nodes import Path
from .cases import CaseReader

_TYPES = {
    "dict": "object",
    "float": "number",
    "tuple": "array",
    "list": "array",
    "int": "integer",
    "str": "string",
    "bool": "boolean",
}
_ANY = "any"
_READ = ("id", "question", "function", "ground_truth")


def read_bfcl_case(
    written: Mapping[str, JsonValue], *, truths: Mapping[str, JsonValue], reader: CaseReader, at: Path
) -> SuiteCase | None:
    """One question with its functions; its truth stands in it, or is found by its id."""
    name = str(written.get("id", ""))
    functions = written.get("function")
    tools = [_schema(one) for one in (functions if isinstance(functions, list) else [functions])]
    turns = _turns(written.get("question"))
    if len(turns) > 1:
        reader.say(name, f"only the first of its {len(turns)} turns is asked.")
    truth = written.get("ground_truth", truths.get(name))
    case: dict[str, JsonValue] = {
        "id": written.get("id"),
        "messages": turns[0] if turns else None,
        "tools": [tool for tool in tools if isinstance(tool, dict)],
        **{key: value for key, value in written.items() if key not in _READ},
    }
    reader.assertions += 1
    checks: list[Check] = []
    if isinstance(truth, list) and truth and all(isinstance(one, dict) for one in truth):
        reader.evaluated += 1
        checks = [Check(kind="accepted_calls", value=truth)]
    else:
        reader.say(name, "it has no accepted answers that can be evaluated.")
    return reader.read(case, at=at, extra=checks)


def _turns(question: JsonValue) -> list[list[JsonValue]]:
    """A question is a list of turns, a list of messages, one message or a text."""
    if isinstance(question, str):
        return [[{"role": "user", "content": question}]]
    if isinstance(question, dict):
        return [[question]]
    if not isinstance(question, list):
        return []
    if all(isinstance(one, list) for one in question):
        return [one for one in question if isinstance(one, list) and one]
    return [question]


def _schema(value: JsonValue, *, is_named: bool = False) -> JsonValue:
    """A schema in the words of JSON schema: `dict` is an object, `float` a number, `any` says nothing."""
    if isinstance(value, list):
        return [_schema(one) for one in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, JsonValue] = {}
    for key, inner in value.items():
        if key == "type" and not is_named and isinstance(inner, str):
            if inner != _ANY:
                made[key] = _TYPES.get(inner, inner)
        else:
            made[key] = _schema(inner, is_named=key == "properties")
    return made
