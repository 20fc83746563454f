"""What promptfoo can assert, by its names, and which of our checks each of them is."""

from pathlib import PurePath

from pydantic import JsonValue

from ...reading.documents import SUITE_BOUNDS
from ...reading.nodes import TextBroken, tell
from ...reading.yaml import read_yaml
from .assertion import Assertion, AssertionSort, Made, Make, Unusable
from .tool_assertions import step_count, tool_arguments, tool_f1, tool_schema, tool_sequence, tool_used


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
    if bare.startswith("promptfoo:"):
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


def _several(kind: str) -> Make:
    return lambda one: (kind, _texts(one))


def _equals(one: Assertion) -> Made:
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


def _is_json(one: Assertion) -> Made:
    schema = _schema(one)
    return ("json_valid", None) if schema is None else ("json_schema", schema)


def _xml(kind: str) -> Make:
    def make(one: Assertion) -> Made:
        value = one.value.get("requiredElements") if isinstance(one.value, dict) else one.value
        return kind, value or None

    return make


def _bare(kind: str) -> Make:
    return lambda _: (kind, None)


def _near(kind: str, usual: float) -> Make:
    def make(one: Assertion) -> Made:
        if not isinstance(one.value, str | list) or not one.value:
            raise Unusable(f"its value is {tell(one.value)} and no text")
        return kind, {"to": one.value, "at_least": usual if one.threshold is None else one.threshold}

    return make


def _similar(by: str) -> Make:
    def make(one: Assertion) -> Made:
        if not isinstance(one.value, str | list) or not one.value:
            raise Unusable(f"its value is {tell(one.value)} and no text")
        limit = "at_most" if by == "euclidean" else "at_least"
        named = {} if by == "cosine" else {"by": by}
        return "similar", {"to": one.value, limit: 0.75 if one.threshold is None else one.threshold, **named}

    return make


def _meteor(one: Assertion) -> Made:
    kind, value = _near("meteor", 0.5)(one)
    assert isinstance(value, dict), "limits are named"
    weights = {name: one.extras[name] for name in ("alpha", "beta", "gamma") if name in one.extras}
    return kind, {**value, **weights}


def _sql(kind: str) -> Make:
    def make(one: Assertion) -> Made:
        if one.value and not isinstance(one.value, dict):
            raise Unusable(f"its value is {tell(one.value)} and no mapping")
        value = one.value if isinstance(one.value, dict) else {}
        if value.get("allowedColumns") is not None:
            raise Unusable("which columns a statement is about is not read here")
        tables = value.get("allowedTables")
        return kind, None if tables is None else {"tables": tables}

    return make


def _levenshtein(one: Assertion) -> Made:
    return "levenshtein", {"to": _words(one), "at_most": 5 if one.threshold is None else one.threshold}


def _word_count(one: Assertion) -> Made:
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


def _limit(kind: str, key: str) -> Make:
    def make(one: Assertion) -> Made:
        if one.threshold is None:
            raise Unusable("it has no threshold")
        return kind, {key: one.threshold}

    return make


def _snippet(one: Assertion) -> Made:
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
_MAKERS: dict[str, Make] = {
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
    "is-valid-openai-tools-call": tool_schema,
    "is-valid-openai-function-call": tool_schema,
    "is-valid-function-call": tool_schema,
    "tool-call-f1": tool_f1,
    "trajectory:tool-used": tool_used,
    "trajectory:tool-args-match": tool_arguments,
    "trajectory:tool-sequence": tool_sequence,
    "trajectory:step-count": step_count,
    "javascript": _snippet,
    "python": _snippet,
    "similar": _similar("cosine"),
    "similar:cosine": _similar("cosine"),
    "similar:dot": _similar("dot"),
    "similar:euclidean": _similar("euclidean"),
    "meteor": _meteor,
    "is-sql": _sql("is_sql"),
    "contains-sql": _sql("contains_sql"),
    "latency": _limit("latency", "at_most_ms"),
    "cost": _limit("cost", "at_most_usd"),
    "perplexity": _limit("perplexity", "at_most"),
    "perplexity-score": _limit("perplexity_score", "at_least"),
}
_SORTS: dict[str, AssertionSort] = {
    "max-score": AssertionSort.ANSWER,
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
            *("trajectory:goal-success", "select-best"),
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
            ),
            "is-valid-video",
        ),
        AssertionSort.ELSEWHERE,
    ),
}
