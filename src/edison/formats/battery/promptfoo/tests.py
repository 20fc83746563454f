"""The tests of a configuration: what they share, what scenarios multiply, and lists of values, one test each."""

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from ...reading.nodes import mappings
from .sources import NotRead, Sources, is_file

MOST_TESTS = 10_000
_EXPECTED = re.compile(r"__expected(\d*)")
_SETTING = re.compile(r"__config:__expected(\d*):threshold")
_TYPED = re.compile(
    r"(?P<type>(?:not-)?[a-z][a-z0-9:-]*?)(?:\((?P<threshold>[\d.]+)\))?(?::\s?(?P<value>.*))?", re.DOTALL
)
_CODE_MARKS = ("fn:", "eval:")
_GRADE_MARK = "grade:"


@dataclass(frozen=True, slots=True)
class WrittenTest:
    """One test with all that it takes from others; `number` is its place in the file, from 1."""

    number: int
    variables: Mapping[str, JsonValue]
    asserts: tuple[dict[str, JsonValue], ...] = ()
    description: str | None = None
    threshold: float | None = None
    options: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    metadata: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    provider: JsonValue = None
    prompts: tuple[str, ...] | None = None
    """The labels of the prompts it is for; None: all."""
    unhonoured: tuple[str, ...] = ()
    validation: JsonValue = None
    """What it asks of the meaning of an answer, as prompt-prix has it."""


_KNOWN = frozenset(
    {
        "description",
        "vars",
        "assert",
        "threshold",
        "options",
        "metadata",
        "provider",
        "prompts",
        "providers",
        "$ref",
        "embedding_validation",
    }
)


_KNOWN_OPTIONS = frozenset(
    {
        *("prefix", "suffix", "transform", "postprocess", "disableVarExpansion", "disableDefaultAsserts"),
        *("tools", "tool_choice", "response_format", "provider"),
    }
)


def read_tests(config: Mapping[str, JsonValue], sources: Sources) -> Iterator[WrittenTest | NotRead]:
    """Every test of a configuration in its order; one without a word where there are none."""
    shared = _mapping(config.get("defaultTest"), sources)
    written = list(_written(config.get("tests"), sources))
    for scenario in mappings(_loaded(config.get("scenarios"), sources)):
        written.extend(_of_scenario(scenario, sources))
    if not written and "scenarios" not in config:
        written.append({})
    for number, test in enumerate(written, start=1):
        if isinstance(test, NotRead):
            yield test
            continue
        try:
            yield from _expanded(_merged(test, shared, number=number), sources)
        except NotRead as trouble:
            yield trouble


def _written(value: JsonValue, sources: Sources) -> Iterator[dict[str, JsonValue] | NotRead]:
    if value is None:
        return
    for one in value if isinstance(value, list) else [value]:
        try:
            if isinstance(one, str):
                yield from _from_file(one, sources)
            elif (
                isinstance(one, dict)
                and isinstance(one.get("path"), str)
                and "vars" not in one
                and "assert" not in one
            ):
                yield from _from_file(str(one["path"]), sources)
            elif isinstance(one, dict):
                yield one
            else:
                yield NotRead("a test is no mapping")
        except NotRead as trouble:
            yield trouble


def _from_file(name: str, sources: Sources) -> Iterator[dict[str, JsonValue] | NotRead]:
    if "://" in name and not is_file(name):
        raise NotRead(f"its tests are at {name[:100]}, which is not fetched")
    is_table = name.lower().endswith(".csv")
    for row in mappings(sources.value(name)):
        try:
            yield _of_record(row) if is_table else row
        except NotRead as trouble:
            yield trouble


def _of_record(row: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """A record of a table: columns that begin with `__` say what is expected, all others are variables."""
    metadata: dict[str, JsonValue] = {}
    options: dict[str, JsonValue] = {}
    test: dict[str, JsonValue] = {}
    for name, cell in row.items():
        is_asserted = _EXPECTED.fullmatch(name) or _SETTING.fullmatch(name)
        if is_asserted or not name.startswith("__") or not str(cell).strip():
            continue
        if name.startswith("__metadata:"):
            metadata[name.removeprefix("__metadata:").removesuffix("[]")] = cell
        elif name in ("__prefix", "__suffix"):
            options[name.removeprefix("__")] = cell
        elif name == "__description":
            test["description"] = cell
        elif name == "__threshold":
            test["threshold"] = _number(str(cell).strip(), column=name)
        else:
            # Told as what it is: a setting of the test that nobody knows.
            test[name] = cell
    variables = {name: cell for name, cell in row.items() if not name.startswith("__")}
    return {**test, "vars": variables, "assert": _asserted(row), "metadata": metadata, "options": options}


def _asserted(row: Mapping[str, JsonValue]) -> list[JsonValue]:
    """What the numbered columns of a record expect, each with the threshold that its own column sets."""
    asserts: dict[str, dict[str, JsonValue]] = {}
    thresholds: dict[str, float] = {}
    for name, cell in row.items():
        text = str(cell).strip()
        if text and (expected := _EXPECTED.fullmatch(name)):
            asserts[expected[1] or "1"] = _of_cell(text, column=name)
        elif text and (setting := _SETTING.fullmatch(name)):
            thresholds[setting[1] or "1"] = _number(text, column=name)
    for place in thresholds.keys() & asserts.keys():
        asserts[place]["threshold"] = thresholds[place]
    return list(asserts.values())


def _number(text: str, *, column: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise NotRead(f"its {column} is {text[:60]!r} and no number") from None


def _of_cell(cell: str, *, column: str) -> dict[str, JsonValue]:
    """An assertion in one cell, such as `contains: Paris` or `similar(0.8): Hello`; bare texts must be equal."""
    if cell.startswith(_CODE_MARKS):
        return {"type": "javascript", "value": cell.partition(":")[2].strip()}
    if cell.startswith(_GRADE_MARK):
        return {"type": "llm-rubric", "value": cell.removeprefix(_GRADE_MARK).strip()}
    typed = _TYPED.fullmatch(cell)
    bare = typed["type"].removeprefix("not-") if typed else ""
    if typed is None or bare not in _CELL_TYPES or (typed["value"] is None and bare not in _BARE_TYPES):
        return {"type": "equals", "value": cell}
    found: dict[str, JsonValue] = {"type": typed["type"]}
    value = typed["value"]
    if value and bare.endswith(("-any", "-all")):
        found["value"] = [part.strip() for part in value.split(",")]
    elif value:
        found["value"] = value.strip()
    if typed["threshold"]:
        found["threshold"] = _number(typed["threshold"], column=column)
    if bare in ("latency", "cost") and value:
        return {"type": typed["type"], "threshold": _number(value, column=column)}
    return found


_BARE_TYPES = frozenset(
    {"is-json", "contains-json", "is-xml", "is-html", "is-sql", "is-refusal", "guardrails"}
)
_CELL_TYPES = _BARE_TYPES | {
    *("contains", "icontains", "contains-any", "contains-all", "icontains-any", "icontains-all", "equals"),
    *(
        "starts-with",
        "regex",
        "similar",
        "levenshtein",
        "rouge-n",
        "bleu",
        "gleu",
        "latency",
        "cost",
        "python",
    ),
    *(
        "javascript",
        "llm-rubric",
        "factuality",
        "answer-relevance",
        "model-graded-closedqa",
        "context-recall",
    ),
    *(
        "context-relevance",
        "context-faithfulness",
        "word-count",
        "perplexity",
        "g-eval",
        "moderation",
        "classifier",
    ),
}


def _of_scenario(
    scenario: Mapping[str, JsonValue], sources: Sources
) -> Iterator[dict[str, JsonValue] | NotRead]:
    """Every test of a scenario with every one of its configurations."""
    try:
        tests = list(_written(scenario.get("tests"), sources)) or [{}]
        configs = list(mappings(_loaded(scenario.get("config"), sources))) or [{}]
    except NotRead as trouble:
        yield trouble
        return
    for config, test in itertools.product(configs, tests):
        if isinstance(test, NotRead):
            yield test
            continue
        both = {**config, **test}
        for key in ("vars", "options", "metadata"):
            both[key] = {**_mapping(config.get(key), sources), **_mapping(test.get(key), sources)}
        both["assert"] = [*mappings(config.get("assert")), *mappings(test.get("assert"))]
        yield both


def _merged(
    test: Mapping[str, JsonValue], shared: Mapping[str, JsonValue], *, number: int
) -> dict[str, JsonValue]:
    """A test with what all tests share: its own values win, and shared assertions come first."""
    merged = {**shared, **test, "number": number}
    for key in ("options", "metadata"):
        merged[key] = {**_plain(shared.get(key)), **_plain(test.get(key))}
    own, common = test.get("assert"), shared.get("assert")
    options = _plain(test.get("options"))
    keeps = options.get("disableDefaultAsserts") is not True
    merged["assert"] = [
        *(common if isinstance(common, list) and keeps else []),
        *(own if isinstance(own, list) else []),
    ]
    merged["shared_vars"] = shared.get("vars")
    merged["vars"] = test.get("vars")
    return merged


def _expanded(test: Mapping[str, JsonValue], sources: Sources) -> Iterator[WrittenTest]:
    """One test for every choice of one value from each list."""
    variables = {**_mapping(test.get("shared_vars"), sources), **_mapping(test.get("vars"), sources)}
    options = _plain(test.get("options"))
    lists = {
        name: value
        for name, value in variables.items()
        if isinstance(value, list) and options.get("disableVarExpansion") is not True
    }
    total = 1
    for values in lists.values():
        total *= len(values)
    if total > MOST_TESTS:
        raise NotRead(f"its lists of values make {total:,} tests")
    for chosen in itertools.product(*lists.values()):
        values = {**variables, **dict(zip(lists, chosen, strict=True))}
        loaded = {
            name: sources.variable(str(value)) if is_file(value) else value for name, value in values.items()
        }
        yield _made(test, loaded, options)


def _made(
    test: Mapping[str, JsonValue], variables: Mapping[str, JsonValue], options: Mapping[str, JsonValue]
) -> WrittenTest:
    number, threshold, prompts = test["number"], test.get("threshold"), test.get("prompts")
    assert isinstance(number, int)
    description = test.get("description")
    odd = [key for key in test if key not in _KNOWN and key not in ("number", "shared_vars")]
    told = [f"{key} is not used." for key in odd]
    told += [f"options.{key} is not used." for key in options if key not in _KNOWN_OPTIONS]
    if _names_a_provider(test.get("provider")):
        told.append("its own provider is not asked; all models are.")
    if _names_a_provider(options.get("provider")):
        told.append("the provider that would judge it is not asked; whoever --judge-model names is.")
    if test.get("providers") is not None:
        told.append("it is for some providers only; here it is asked of all models.")
    return WrittenTest(
        number=number,
        variables=variables,
        asserts=tuple(mappings(test["assert"])),
        description=str(description) if description else None,
        threshold=float(threshold) if isinstance(threshold, int | float) else None,
        options=options,
        metadata=_plain(test.get("metadata")),
        provider=test.get("provider"),
        prompts=tuple(map(str, prompts)) if isinstance(prompts, list) else None,
        unhonoured=tuple(told),
        validation=test.get("embedding_validation"),
    )


def _names_a_provider(provider: JsonValue) -> bool:
    return isinstance(provider, str) or (isinstance(provider, dict) and "id" in provider)


def _loaded(value: JsonValue, sources: Sources) -> JsonValue:
    if is_file(value):
        return sources.value(str(value))
    if isinstance(value, list) and any(map(is_file, value)):
        found = [sources.value(str(one)) if is_file(one) else one for one in value]
        return [inner for one in found for inner in (one if isinstance(one, list) else [one])]
    return value


def _mapping(value: JsonValue, sources: Sources) -> dict[str, JsonValue]:
    """A mapping, or the one in the file that is named; several files are joined."""
    loaded = _loaded(value, sources)
    if isinstance(loaded, list):
        return {key: inner for one in mappings(loaded) for key, inner in one.items()}
    return _plain(loaded)


def _plain(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}
