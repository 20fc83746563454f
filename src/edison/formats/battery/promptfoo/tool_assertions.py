"""What promptfoo asserts of calls of tools, as checks of ours."""

from pydantic import JsonValue

from ...reading.nodes import tell
from .assertion import Assertion, Made, Unusable


def tool_schema(one: Assertion) -> Made:
    """Something is called, and every call fits the schema of its tool; where none is offered, nothing fits."""
    return "tool_schema", dict(one.schemas)


def tool_f1(one: Assertion) -> Made:
    """The right tools are called."""
    names = [name.strip() for name in one.value.split(",")] if isinstance(one.value, str) else one.value
    if not isinstance(names, list) or not names:
        raise Unusable(f"its value is {tell(one.value)} and no list of tools")
    return "tool_f1", {
        "names": [str(name) for name in names],
        "at_least": 1 if one.threshold is None else one.threshold,
    }


def tool_used(one: Assertion) -> Made:
    """Tools are called, or so often."""
    value = one.value
    if isinstance(value, dict):
        name, low, high = value.get("pattern", value.get("name")), value.get("min", 1), value.get("max")
        return "tool_count", {"name": name, "min": low, **({} if high is None else {"max": high})}
    names = value if isinstance(value, list) else [value]
    if any(not isinstance(name, str) for name in names) or not names:
        raise Unusable(f"its value is {tell(value)} and no name of a tool")
    used: list[JsonValue] = [{"tool_count": {"name": name, "min": 1}} for name in names]
    if len(used) == 1:
        return "tool_count", {"name": names[0], "min": 1}
    # None of them may be called where the opposite is asserted, which is less than that not all are.
    least = 1e-9 if one.negated else 1.0
    return "weighted", {"at_least": least, "of": used}


def tool_arguments(one: Assertion) -> Made:
    """A tool is called with these arguments."""
    value = one.value if isinstance(one.value, dict) else {}
    name, given = value.get("name", value.get("pattern")), value.get("args", value.get("arguments"))
    if not isinstance(given, dict) or not isinstance(name, str) or set("*?") & set(name):
        raise Unusable("it needs the name of one tool and its arguments")
    if value.get("defaults") is not None or value.get("ignore") is not None:
        raise Unusable("defaults and ignore are not known here")
    way = "exact" if value.get("mode") == "exact" else "subset"
    return "tool_arguments", {"tool": name, way: given}


def tool_sequence(one: Assertion) -> Made:
    """Tools are called in an order."""
    value = one.value if isinstance(one.value, dict) else {"steps": one.value}
    found = value.get("steps")
    steps = found if isinstance(found, list) else []
    names = [step.get("name", step.get("pattern")) if isinstance(step, dict) else step for step in steps]
    if not names or not all(isinstance(name, str) for name in names):
        raise Unusable("it names no steps")
    return "tool_sequence", {"steps": list(names), "exact": value.get("mode") == "exact"}


def step_count(one: Assertion) -> Made:
    """Tools are called so often."""
    value = one.value if isinstance(one.value, dict) else {}
    if value.get("type") != "tool":
        raise Unusable("it counts spans other than calls of tools, of which there are none here")
    name = value.get("pattern", value.get("name", "*"))
    return "tool_count", {
        "name": name,
        **{end: value[end] for end in ("min", "max") if value.get(end) is not None},
    }
