"""Function-calling questions in the form of the Berkeley leaderboard: schemas, turns and accepted answers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from edison.domain import UNKNOWN_TRUTH, Check, SuiteCase
from edison.text import read_py_calls

from ..reading.nodes import Path
from .cases import CaseReader

MOST_STEPS = 20
"""How often the leaderboard asks a model in one turn at most."""
DONE = '{"status": "done"}'
"""What every function returns, unless the file says otherwise."""
MORE_FUNCTIONS = "Further functions can be called from now on. Try once more to do what was asked."
_DOCS = {
    "GorillaFileSystem": "gorilla_file_system",
    "MathAPI": "math_api",
    "MessageAPI": "message_api",
    "TwitterAPI": "posting_api",
    "TicketAPI": "ticket_api",
    "TradingBot": "trading_bot",
    "TravelAPI": "travel_booking",
    "VehicleControlAPI": "vehicle_control",
}
"""In which file of `multi_turn_func_doc/` the functions of a class are described."""

ReadDocs = Callable[[str], list[dict[str, JsonValue]]]
"""The functions that a file describes, by its path; none where there is no such file."""

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
_NOT_RUN = (
    "The programs behind the functions of conversations are not run: every call is told that it was done, and the "
    "calls of each turn are compared in place of the state they lead to."
)


def functions_of(written: Mapping[str, JsonValue], read: ReadDocs) -> list[JsonValue]:
    """Everything that can be called: what the case holds itself, then the functions of its classes."""
    own = written.get("function")
    functions: list[JsonValue] = list(own) if isinstance(own, list) else [] if own is None else [own]
    left_out = set(_names(written.get("excluded_function")))
    for name in _names(written.get("involved_classes")):
        found = read(f"multi_turn_func_doc/{_DOCS.get(name, name)}.json")
        functions += [one for one in found if one.get("name") not in left_out]
    return functions


def held_back(written: Mapping[str, JsonValue]) -> dict[int, list[str]]:
    """Functions that are offered only from a turn on, by its number from 0."""
    missed = written.get("missed_function")
    if not isinstance(missed, dict):
        return {}
    return {int(turn): list(_names(names)) for turn, names in missed.items() if turn.isdecimal()}


def accepted_turns(truth: JsonValue, schemas: Mapping[str, JsonValue]) -> list[JsonValue] | None:
    """The accepted calls of each turn; None where one of them cannot be read."""
    if not isinstance(truth, list) or not truth:
        return None
    turns: list[JsonValue] = []
    for turn in truth:
        calls = [_accepted(one, schemas) for one in turn] if isinstance(turn, list) else None
        if calls is None or None in calls:
            return None
        turns.append(calls)
    return turns


def _accepted(call: JsonValue, schemas: Mapping[str, JsonValue]) -> JsonValue:
    """A call with lists of accepted values, from one such or from a call as Python writes it."""
    if isinstance(call, dict):
        return call
    read = read_py_calls(call, start=0) if isinstance(call, str) else None
    if read is None or len(read.calls) != 1 or str(call)[read.end :].strip():
        return None
    [made] = read.calls
    properties = _properties(schemas.get(made.name))
    named = dict(zip(properties, made.positional, strict=False)) | made.arguments
    if len(named) < len(made.positional) + len(made.arguments):
        return None
    accepted: dict[str, JsonValue] = {key: [value] for key, value in named.items()}
    for key, schema in properties.items():
        if key not in accepted and isinstance(schema, dict) and "default" in schema:
            # Whoever says what goes without saying says the same.
            accepted[key] = ["", schema["default"]]
    return {made.name: accepted}


def _properties(schema: JsonValue) -> dict[str, JsonValue]:
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def _names(value: JsonValue) -> Iterator[str]:
    """Texts, or the names of what is described."""
    for one in value if isinstance(value, list) else ():
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str):
            yield name


@dataclass(slots=True)
class BfclReader:
    """Reads questions with what lies beside their file: accepted answers by id, and functions by class."""

    reader: CaseReader
    truths: Mapping[str, JsonValue]
    read_docs: ReadDocs

    def read(self, written: Mapping[str, JsonValue], *, at: Path) -> SuiteCase | None:
        """One question with its functions; its truth stands in it, or is found by its id."""
        name = str(written.get("id", ""))
        functions = [_schema(one) for one in functions_of(written, self.read_docs)]
        tools = [one for one in functions if isinstance(one, dict)]
        turns = _turns(written.get("question"))
        case: dict[str, JsonValue] = {
            "id": written.get("id"),
            "messages": turns[0] if turns else None,
            "tools": list(tools),
            **{key: value for key, value in written.items() if key not in _READ},
        }
        truth = written.get("ground_truth", self.truths.get(name))
        self.reader.assertions += 1
        if len(turns) > 1:
            return self._conversation(case, turns, tools, truth=truth, at=at)
        checks: list[Check] = []
        if isinstance(truth, list) and truth and all(isinstance(one, dict) for one in truth):
            self.reader.evaluated += 1
            checks = [Check(kind="accepted_calls", value=truth)]
        else:
            checks = [self._unknown(name)]
        return self.reader.read(case, at=at, extra=checks)

    def _conversation(
        self,
        case: dict[str, JsonValue],
        turns: list[list[JsonValue]],
        tools: list[dict[str, JsonValue]],
        *,
        truth: JsonValue,
        at: Path,
    ) -> SuiteCase | None:
        """Turn by turn, with as many calls in each as it takes."""
        name, missed = str(case["id"]), held_back(case)
        late = {function for names in missed.values() for function in names}
        later: list[JsonValue] = [
            {
                "messages": turn or [{"role": "user", "content": MORE_FUNCTIONS}],
                "tools": [tool for tool in tools if tool.get("name") in missed.get(number, ())],
            }
            for number, turn in enumerate(turns[1:], 1)
        ]
        checks: list[Check] = []
        accepted = accepted_turns(truth, {str(tool.get("name")): tool.get("parameters") for tool in tools})
        if accepted is None:
            checks = [self._unknown(name)]
        else:
            self.reader.evaluated += 1
            checks = [Check(kind="accepted_turns", value=accepted)]
        if "mock_tools" not in case and _NOT_RUN not in self.reader.unhonoured:
            self.reader.unhonoured.append(_NOT_RUN)
        returned: dict[str, JsonValue] = {str(tool.get("name")): DONE for tool in tools}
        whole: dict[str, JsonValue] = {
            "mode": "react",
            "max_iterations": MOST_STEPS,
            "mock_tools": returned,
            **case,
            "tools": [tool for tool in tools if tool.get("name") not in late],
            "later_turns": later,
        }
        return self.reader.read(whole, at=at, extra=checks)

    def _unknown(self, name: str) -> Check:
        self.reader.say(name, "it has no accepted answers that can be evaluated.")
        return Check(kind=UNKNOWN_TRUTH)


def _turns(question: JsonValue) -> list[list[JsonValue]]:
    """A question is a list of turns, a list of messages, one message or a text."""
    if isinstance(question, str):
        return [[{"role": "user", "content": question}]]
    if isinstance(question, dict):
        return [[question]]
    if not isinstance(question, list):
        return []
    if question and all(isinstance(one, list) for one in question):
        return [one for one in question if isinstance(one, list)]
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
