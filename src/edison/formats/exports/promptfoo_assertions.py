"""Our checks as promptfoo writes them: the way back from what its reader makes of assertions."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import EXPECTED_KEYS, Check

_Written: TypeAlias = dict[str, JsonValue]
_Write: TypeAlias = Callable[[JsonValue], "_Written | None"]

_OPPOSITE = frozenset({"filtered"})
"""What promptfoo asserts of the same thing holds where ours does not."""


def write_assertion(check: Check) -> dict[str, JsonValue] | None:
    """An assertion that says the same; None where promptfoo has none."""
    write = _WRITERS.get(check.kind)
    written = None if write is None else write(check.value)
    if written is None:
        return None
    negated = check.negated is not (check.kind in _OPPOSITE)
    return {**written, "type": f"not-{written['type']}"} if negated else written


def _as(type_: str) -> _Write:
    def write(value: JsonValue) -> _Written:
        return {"type": type_} if value is None else {"type": type_, "value": _literal(value)}

    return write


def _literal(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return f"{{% raw %}}{value}{{% endraw %}}" if "{{" in value or "{%" in value else value
    if isinstance(value, list):
        return [_literal(one) for one in value]
    return value


def _near(type_: str, limit: str) -> Callable[[JsonValue], _Written]:
    def write(value: JsonValue) -> _Written:
        fields = _fields(value)
        return {"type": type_, "value": _literal(fields.get("to")), "threshold": fields.get(limit)}

    return write


def _limit(type_: str, limit: str) -> _Write:
    return lambda value: {"type": type_, "threshold": _fields(value).get(limit)}


def _drift(value: JsonValue) -> _Written | None:
    """A cosine distance of at most so much is a similarity of at least one minus it."""
    fields = _fields(value)
    most = fields.get("at_most")
    if not isinstance(most, int | float):
        return None
    return {"type": "similar", "value": _literal(fields.get("from")), "threshold": round(1 - most, 6)}


def _length(value: JsonValue) -> _Written | None:
    fields = _fields(value)
    words: _Written = {end: fields[f"{end}_words"] for end in ("min", "max") if f"{end}_words" in fields}
    return {"type": "word-count", "value": words} if len(words) == len(fields) and words else None


def _expected(value: JsonValue) -> _Written | None:
    """Words that an answer holds, where nothing else is expected of it."""
    fields = _fields(value)
    words = fields.get("response_contains")
    if words is None or any(key in EXPECTED_KEYS for key in fields if key != "response_contains"):
        return None
    return {"type": "icontains-all", "value": _literal(words if isinstance(words, list) else [words])}


def _tool_f1(value: JsonValue) -> _Written:
    fields = _fields(value)
    return {"type": "tool-call-f1", "value": fields.get("names"), "threshold": fields.get("at_least")}


def _tool_count(value: JsonValue) -> _Written:
    fields = _fields(value)
    told = {
        "pattern": fields.get("name", "*"),
        **{end: fields[end] for end in ("min", "max") if end in fields},
    }
    return {"type": "trajectory:tool-used", "value": told}


def _snippet(value: JsonValue) -> _Written:
    fields = _fields(value)
    written: _Written = {
        "type": fields.get("language"),
        "value": fields.get("source", f"file://{fields.get('file')}"),
    }
    if "at_least" in fields:
        written["threshold"] = fields["at_least"]
    return {**written, "config": fields["config"]} if "config" in fields else written


def _similar(value: JsonValue) -> _Written:
    fields = _fields(value)
    by = fields.get("by")
    limit = "at_most" if by == "euclidean" else "at_least"
    return _near("similar" if by is None else f"similar:{by}", limit)(value)


def _rouge(value: JsonValue) -> _Written | None:
    """Of single words, which are all that it counts there."""
    return _near("rouge-n", "at_least")(value) if _fields(value).get("n", 1) == 1 else None


def _meteor(value: JsonValue) -> _Written:
    fields = _fields(value)
    weights = {name: fields[name] for name in ("alpha", "beta", "gamma") if name in fields}
    return {**_near("meteor", "at_least")(value), **weights}


def _sql(type_: str) -> _Write:
    def write(value: JsonValue) -> _Written:
        tables = _fields(value).get("tables")
        return {"type": type_} if tables is None else {"type": type_, "value": {"allowedTables": tables}}

    return write


def _transformed(value: JsonValue) -> _Written | None:
    """What one step makes of the answer; several are spread over a file there."""
    fields = _fields(value)
    steps, then = fields.get("by"), _fields(fields.get("then"))
    if not isinstance(steps, list) or len(steps) != 1 or len(then) != 1:
        return None
    ((name, inner),) = then.items()
    bare = name.removeprefix("not_")
    written = write_assertion(Check(kind=bare, negated=bare != name, value=inner))
    step = steps[0]
    named = f"file://{step.get('file')}" if isinstance(step, dict) else step
    return None if written is None else {**written, "transform": named}


def _weighted(value: JsonValue) -> _Written | None:
    """A set, where promptfoo can say all of its parts."""
    fields, parts = _fields(value), list[JsonValue]()
    of = fields.get("of")
    for part in of if isinstance(of, list) else []:
        one = _fields(part)
        name, inner = next(((key, given) for key, given in one.items() if key != "weight"), ("", None))
        bare = name.removeprefix("not_")
        written = write_assertion(Check(kind=bare, negated=bare != name, value=inner)) if bare else None
        if written is None:
            return None
        parts.append({**written, "weight": one.get("weight", 1)})
    least = fields.get("at_least")
    return {"type": "assert-set", "assert": parts, **({} if least is None else {"threshold": least})}


def _fields(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


_WRITERS: dict[str, _Write] = {
    "contains": _as("contains"),
    "icontains": _as("icontains"),
    "starts_with": _as("starts-with"),
    "regex": _as("regex"),
    "finish_reason": _as("finish-reason"),
    "equals": _as("equals"),
    "expected": _expected,
    "contains_any": _as("contains-any"),
    "contains_all": _as("contains-all"),
    "icontains_any": _as("icontains-any"),
    "icontains_all": _as("icontains-all"),
    "json_valid": _as("is-json"),
    "json_schema": _as("is-json"),
    "contains_json": _as("contains-json"),
    "is_html": _as("is-html"),
    "contains_html": _as("contains-html"),
    "is_xml": _as("is-xml"),
    "contains_xml": _as("contains-xml"),
    "refusal": _as("is-refusal"),
    "filtered": _as("guardrails"),
    "levenshtein": _near("levenshtein", "at_most"),
    "rouge_n": _rouge,
    "bleu": _near("bleu", "at_least"),
    "gleu": _near("gleu", "at_least"),
    "similar": _similar,
    "drift": _drift,
    "length": _length,
    "latency": _limit("latency", "at_most_ms"),
    "cost": _limit("cost", "at_most_usd"),
    "perplexity": _limit("perplexity", "at_most"),
    "perplexity_score": _limit("perplexity-score", "at_least"),
    "tool_schema": lambda _: {"type": "is-valid-openai-tools-call"},
    "tool_f1": _tool_f1,
    "tool_count": _tool_count,
    "snippet": _snippet,
    "meteor": _meteor,
    "is_sql": _sql("is-sql"),
    "contains_sql": _sql("contains-sql"),
    "transformed": _transformed,
    "transformed_by_code": _transformed,
    "weighted": _weighted,
}
