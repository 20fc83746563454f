"""What promptfoo can assert, by its names, and which of our checks each of them is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import TypeAlias

from pydantic import JsonValue

from ...reading.documents import SUITE_BOUNDS
from ...reading.nodes import TextBroken, tell
from ...reading.yaml import read_yaml


class AssertionSort(StrEnum):
    """What an assertion goes by."""

    ANSWER = "answer"
    """The answer and its calls of tools, without asking anyone."""
    MEASURED = "measured"
    """How the answer came: time, cost, end, likelihood."""
    MEANING = "meaning"
    """Vectors of texts."""
    GRADED = "graded"
    """What a judge says."""
    CODE = "code"
    """A program in the configuration."""
    TRACED = "traced"
    """Spans that the provider's own program reports, of which there are none here."""
    ELSEWHERE = "elsewhere"
    """Somebody else's service, or all answers to a question at once."""
    UNKNOWN = "unknown"
    """No type of promptfoo's."""


class Unusable(Exception):
    """An assertion that we could not make as promptfoo would, and why."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assertion with its value filled."""

    type: str
    """Without `not-`."""
    negated: bool
    value: JsonValue
    threshold: float | None
    schemas: Mapping[str, JsonValue]
    """Of the arguments of the tools that are offered, by their names."""
    config: JsonValue = None
    """What code is handed besides."""


_Made: TypeAlias = tuple[str, JsonValue]
"""A kind of check and its value."""
_Make: TypeAlias = Callable[[Assertion], _Made]


def make_check(one: Assertion) -> tuple[str, JsonValue]:
    """Our check for an assertion, by its name; raises `Unusable`."""
    if one.type in _SAME:
        return _SAME[one.type], _words(one)
    return _MAKERS[one.type](one)


def sort_of(type_: str) -> AssertionSort:
    """What an assertion of that type goes by."""
    bare = type_.removeprefix("not-")
    if bare in _SAME or bare in _MAKERS:
        return _SORTS.get(bare, AssertionSort.ANSWER)
    if bare.startswith(("promptfoo:", "select-")):
        return AssertionSort.ELSEWHERE
    return _SORTS.get(bare, AssertionSort.UNKNOWN)


def _words(one: Assertion) -> JsonValue:
    value = str(one.value).lower() if isinstance(one.value, bool) else one.value
    if not isinstance(value, str | int | float) or value == "":
        raise Unusable(f"its value is {tell(one.value)} and no text")
    return str(value)


def _texts(one: Assertion) -> list[JsonValue]:
    value = _split(one.value) if isinstance(one.value, str) else one.value
    if not isinstance(value, list) or not value:
        raise Unusable(f"its value is {tell(one.value)} and no list of texts")
    return [str(text) for text in value]


def _split(text: str) -> list[str]:
    """Fields with commas between; a field in quotes may hold commas."""
    fields: list[str] = []
    place = 0
    while place < len(text):
        while place < len(text) and (text[place].isspace() or text[place] == ","):
            place += 1
        if place >= len(text):
            break
        if text[place] == '"':
            field, place = _quoted(text, place + 1)
        else:
            end = text.find(",", place)
            end = len(text) if end < 0 else end
            field, place = text[place:end].strip(), end
        fields.append(field)
    return fields


def _quoted(text: str, place: int) -> tuple[str, int]:
    field = ""
    while place < len(text):
        pair = text[place : place + 2]
        if pair in ('\\"', "\\\\", '""'):
            field += pair[1]
            place += 2
        elif text[place] == '"':
            return field, place + 1
        else:
            field += text[place]
            place += 1
    raise Unusable("a quote in its value is never closed")


def _several(kind: str) -> _Make:
    return lambda one: (kind, _texts(one))


def _equals(one: Assertion) -> _Made:
    value = one.value
    return "equals", value if isinstance(value, dict | list) else str(value).lower() if isinstance(
        value, bool
    ) else str(value)


def _schema(one: Assertion) -> JsonValue:
    if isinstance(one.value, str) and one.value.strip():
        try:
            read = read_yaml(one.value, bounds=SUITE_BOUNDS).plain()
        except TextBroken as broken:
            raise Unusable(f"its schema cannot be read: {broken.what}") from broken
    else:
        read = one.value
    if read in (None, ""):
        return None
    if not isinstance(read, dict):
        raise Unusable(f"its value is {tell(read)} and no schema")
    return read


def _is_json(one: Assertion) -> _Made:
    schema = _schema(one)
    return ("json_valid", None) if schema is None else ("json_schema", schema)


def _xml(kind: str) -> _Make:
    def make(one: Assertion) -> _Made:
        value = one.value.get("requiredElements") if isinstance(one.value, dict) else one.value
        return kind, value or None

    return make


def _bare(kind: str) -> _Make:
    return lambda _: (kind, None)


def _near(kind: str, usual: float) -> _Make:
    def make(one: Assertion) -> _Made:
        if not isinstance(one.value, str | list) or not one.value:
            raise Unusable(f"its value is {tell(one.value)} and no text")
        return kind, {"to": one.value, "at_least": usual if one.threshold is None else one.threshold}

    return make


def _similar(one: Assertion) -> _Made:
    kind, value = _near("similar", 0.75)(one)
    return kind, value


def _levenshtein(one: Assertion) -> _Made:
    return "levenshtein", {"to": _words(one), "at_most": 5 if one.threshold is None else one.threshold}


def _word_count(one: Assertion) -> _Made:
    value = one.value
    if isinstance(value, dict):
        limits = {f"{end}_words": value[end] for end in ("min", "max") if isinstance(value.get(end), int)}
        if limits:
            return "length", dict(limits)
    try:
        count = int(str(value))
    except ValueError:
        raise Unusable(f"its value is {tell(value)} and no number of words") from None
    return "length", {"min_words": count, "max_words": count}


def _limit(kind: str, key: str) -> _Make:
    def make(one: Assertion) -> _Made:
        if one.threshold is None:
            raise Unusable("it has no threshold")
        return kind, {key: one.threshold}

    return make


def _tool_schema(one: Assertion) -> _Made:
    if not one.schemas:
        raise Unusable("no tools are offered whose schemas are known")
    return "tool_schema", dict(one.schemas)


def _tool_f1(one: Assertion) -> _Made:
    names = [name.strip() for name in one.value.split(",")] if isinstance(one.value, str) else one.value
    if not isinstance(names, list) or not names:
        raise Unusable(f"its value is {tell(one.value)} and no list of tools")
    return "tool_f1", {
        "names": [str(name) for name in names],
        "at_least": 1 if one.threshold is None else one.threshold,
    }


def _tool_used(one: Assertion) -> _Made:
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


def _tool_arguments(one: Assertion) -> _Made:
    value = one.value if isinstance(one.value, dict) else {}
    name, given = value.get("name", value.get("pattern")), value.get("args", value.get("arguments"))
    if not isinstance(given, dict) or not isinstance(name, str) or set("*?") & set(name):
        raise Unusable("it needs the name of one tool and its arguments")
    if value.get("defaults") is not None or value.get("ignore") is not None:
        raise Unusable("defaults and ignore are not known here")
    way = "exact" if value.get("mode") == "exact" else "subset"
    return "tool_arguments", {"tool": name, way: given}


def _tool_sequence(one: Assertion) -> _Made:
    value = one.value if isinstance(one.value, dict) else {"steps": one.value}
    found = value.get("steps")
    steps = found if isinstance(found, list) else []
    names = [step.get("name", step.get("pattern")) if isinstance(step, dict) else step for step in steps]
    if not names or not all(isinstance(name, str) for name in names):
        raise Unusable("it names no steps")
    return "tool_sequence", {"steps": list(names), "exact": value.get("mode") == "exact"}


def _step_count(one: Assertion) -> _Made:
    value = one.value if isinstance(one.value, dict) else {}
    if value.get("type") != "tool":
        raise Unusable("it counts spans other than calls of tools, of which there are none here")
    name = value.get("pattern", value.get("name", "*"))
    return "tool_count", {
        "name": name,
        **{end: value[end] for end in ("min", "max") if value.get(end) is not None},
    }


def _snippet(one: Assertion) -> _Made:
    limits: dict[str, JsonValue] = {} if one.threshold is None else {"at_least": one.threshold}
    if one.config is not None:
        limits["config"] = one.config
    if isinstance(one.value, dict) and "file" in one.value:
        return "snippet", {"language": _language(str(one.value["file"])), "file": one.value["file"], **limits}
    if not isinstance(one.value, str) or not one.value.strip():
        raise Unusable(f"its value is {tell(one.value)} and no code")
    return "snippet", {"language": one.type, "source": one.value, **limits}


def _language(file: str) -> str:
    """Which language a file is in, whatever the assertion is called."""
    suffix = PurePath(file.partition(":")[0]).suffix.lower()
    if suffix == ".py":
        return "python"
    if suffix in (".js", ".mjs", ".cjs"):
        return "javascript"
    raise Unusable(f"{file} is neither Python nor JavaScript")


_SAME = {
    "contains": "contains",
    "icontains": "icontains",
    "starts-with": "starts_with",
    "regex": "regex",
    "finish-reason": "finish_reason",
}
_MAKERS: dict[str, _Make] = {
    "equals": _equals,
    "contains-any": _several("contains_any"),
    "contains-all": _several("contains_all"),
    "icontains-any": _several("icontains_any"),
    "icontains-all": _several("icontains_all"),
    "is-json": _is_json,
    "contains-json": lambda one: ("contains_json", _schema(one)),
    "is-html": _bare("is_html"),
    "contains-html": _bare("contains_html"),
    "is-xml": _xml("is_xml"),
    "contains-xml": _xml("contains_xml"),
    "is-refusal": _bare("refusal"),
    "guardrails": _bare("filtered"),
    "levenshtein": _levenshtein,
    "rouge-n": _near("rouge_n", 0.75),
    "bleu": _near("bleu", 0.5),
    "gleu": _near("gleu", 0.5),
    "word-count": _word_count,
    "is-valid-openai-tools-call": _tool_schema,
    "is-valid-openai-function-call": _tool_schema,
    "is-valid-function-call": _tool_schema,
    "tool-call-f1": _tool_f1,
    "trajectory:tool-used": _tool_used,
    "trajectory:tool-args-match": _tool_arguments,
    "trajectory:tool-sequence": _tool_sequence,
    "trajectory:step-count": _step_count,
    "javascript": _snippet,
    "python": _snippet,
    "similar": _similar,
    "similar:cosine": _similar,
    "latency": _limit("latency", "at_most_ms"),
    "cost": _limit("cost", "at_most_usd"),
    "perplexity": _limit("perplexity", "at_most"),
    "perplexity-score": _limit("perplexity_score", "at_least"),
}
_SORTS: dict[str, AssertionSort] = {
    **dict.fromkeys(("similar", "similar:cosine", "similar:dot", "similar:euclidean"), AssertionSort.MEANING),
    **dict.fromkeys(
        ("latency", "cost", "perplexity", "perplexity-score", "finish-reason"), AssertionSort.MEASURED
    ),
    **dict.fromkeys(
        (
            *(
                "llm-rubric",
                "factuality",
                "model-graded-factuality",
                "model-graded-closedqa",
                "answer-relevance",
            ),
            *(
                "context-recall",
                "context-relevance",
                "context-faithfulness",
                "conversation-relevance",
                "g-eval",
            ),
            "trajectory:goal-success",
        ),
        AssertionSort.GRADED,
    ),
    **dict.fromkeys(("javascript", "python", "ruby"), AssertionSort.CODE),
    **dict.fromkeys(
        (
            "trace-span-count",
            "trace-span-duration",
            "trace-error-spans",
            "trajectory:step-count",
            "skill-used",
        ),
        AssertionSort.TRACED,
    ),
    **dict.fromkeys(
        (
            *(
                "webhook",
                "moderation",
                "classifier",
                "pi",
                "search-rubric",
                "agent-rubric",
                "human",
                "max-score",
            ),
            "is-valid-video",
        ),
        AssertionSort.ELSEWHERE,
    ),
    **dict.fromkeys(("is-sql", "contains-sql", "meteor"), AssertionSort.ANSWER),
}
