"""Which calls a battery expects: by name, and with which arguments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from edison.domain import ToolCall

from .calls import is_named, tell_calls
from .expected_params import read_params, read_unwanted
from .expected_shapes import ParamTest
from .kind import CheckMisfit, quote


@dataclass(frozen=True, slots=True)
class CallKeys:
    """What is wanted of the calls of an answer, or of one of several."""

    names: tuple[str, ...]
    """One of these is called; empty for any tool."""
    forbidden: tuple[str, ...]
    tests: tuple[ParamTest, ...]
    """Some call of a wanted tool passes all of them."""
    unwanted: ParamTest | None
    """Every call of a wanted tool passes it."""
    only_first: bool

    def problem_with(self, calls: Sequence[ToolCall]) -> str | None:
        """What is wrong, if anything is."""
        looked_at = tuple(calls[:1] if self.only_first else calls)
        wrong = next((name for name in self.forbidden if any(is_named(call, name) for call in calls)), None)
        if wrong is not None:
            return f"It calls {quote(wrong)}, which it must not."
        if not self.names and not self.tests and self.unwanted is None:
            return None
        meant = [call for call in looked_at if self._is_meant(call)]
        if not meant:
            wanted = quote(", ".join(self.names)) if self.names else "a tool"
            return f"Expected a call of {wanted}; it {tell_calls(looked_at)}."
        return self._unwanted_in(meant) or self._untested_in(meant)

    def _is_meant(self, call: ToolCall) -> bool:
        return not self.names or any(is_named(call, name) for name in self.names)

    def _unwanted_in(self, calls: Sequence[ToolCall]) -> str | None:
        if self.unwanted is None:
            return None
        problems = (self.unwanted(call.arguments) for call in calls)
        return next((problem for problem in problems if problem is not None), None)

    def _untested_in(self, calls: Sequence[ToolCall]) -> str | None:
        """Why no call passes: the first reason of the first call."""
        problems = [self._problem_of(call) for call in calls]
        return None if None in problems else problems[0]

    def _problem_of(self, call: ToolCall) -> str | None:
        if call.unparsed is not None and self.tests:
            return f"It calls {quote(call.name)} with what is no JSON object."
        return next((told for test in self.tests if (told := test(call.arguments)) is not None), None)


def read_call_keys(block: Mapping[str, JsonValue], *, mode: str) -> CallKeys:
    """The keys about tools and their arguments."""
    return CallKeys(
        names=(*_names(block, "tool_name"), *_names(block, "tool_name_any")),
        forbidden=_names(block, "tool_name_not"),
        tests=tuple(read_params(block, mode=mode)),
        unwanted=read_unwanted(block["params_not"]) if "params_not" in block else None,
        only_first=mode == "first_step",
    )


def _names(block: Mapping[str, JsonValue], key: str) -> tuple[str, ...]:
    value = block.get(key)
    names = [] if value is None else value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise CheckMisfit("must be the name of a tool, or a list of names", field=f"value.{key}")
    return tuple(str(name).strip() for name in names)
