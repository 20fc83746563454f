"""Function-calling questions in the form of the Berkeley leaderboard: schemas, turns and accepted answers."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from edison.domain import UNKNOWN_TRUTH, Check, SuiteCase

from ..reading.nodes import Path
from .bfcl_turns import DONE, MORE_FUNCTIONS, MOST_STEPS, ReadDocs, accepted_turns, functions_of, held_back
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
_NOT_RUN = (
    "The programs behind the functions of conversations are not run: every call is told that it was done, and the "
    "calls of each turn are compared in place of the state they lead to."
)


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
