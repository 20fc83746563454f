"""The published schema is fresh, says what the reader says, and every field of it is documented."""

import json
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from pydantic import JsonValue

from edison.formats import suite_schema
from edison.formats.reading.documents import read_document
from tools import contracts
from tools.cards import ROOT
from tools.contracts import CONTRACTS, Contract, main

from .suites import EXAMPLE, a_suite_text
from .test_bad_suites import KEYS

PAGE = (ROOT / "docs" / "reference" / "suite.md").read_text(encoding="utf-8")

# What no schema can say: names that must differ, sums, templates, other files, scales as text.
BEYOND_A_SCHEMA = {
    "two arms of one name",
    "a blank name",
    "two prompts",
    "a prompt that says nothing",
    "a broken template",
    "a broken second version",
    "a missing prompt file",
    "a blank example",
    "two tools of one name",
    "a choice without tools",
    "a choice of another tool",
    "two formats",
    "cases in a strange file",
    "two cases of one id",
    "an id like a position",
    "a tag twice",
    "an expectation of a number",
    "an expectation with a stranger",
    "an unknown check of a case",
    "an unknown check",
    "an unknown opposite",
    "weights above the whole",
    "weights of nothing",
    "a weight among none",
    "two criteria of one name",
    "a scale of words",
    "a scale upside down",
    "a label beside the scale",
    "a label that is a word",
    "judges without a rubric",
    "two judges of one name",
    "a fine budget",
    "a missing file of providers",
    "a provider with a slash",
    "a provider with a space",
    "an empty stop",
}


def plain(text: str) -> JsonValue:
    return read_document(text.encode(), name="suite.yaml").plain()


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(suite_schema())


def problems_with(text: str) -> list[str]:
    return [error.message for error in validator().iter_errors(plain(text))]


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_a_contract_is_fresh(contract: Contract) -> None:
    assert contract.is_fresh, "run `make contracts`"


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(suite_schema())


@pytest.mark.parametrize("text", [EXAMPLE, a_suite_text()])
def test_a_suite_that_is_read_fits_the_schema(text: str) -> None:
    assert problems_with(text) == []


@pytest.mark.parametrize("case", sorted(KEYS.keys() - BEYOND_A_SCHEMA))
def test_what_the_reader_refuses_the_schema_refuses(case: str) -> None:
    keys, _ = KEYS[case]

    assert problems_with(a_suite_text(**keys))


def test_every_field_of_the_schema_is_documented() -> None:
    schema = suite_schema()
    forms = {"": schema, **_mappings(schema["$defs"])}
    missing = [
        f"{name}.{key}" for name, form in forms.items() for key in _properties(form) if f"`{key}`" not in PAGE
    ]

    assert missing == [], "describe them in docs/reference/suite.md"


def test_every_example_of_the_page_is_read() -> None:
    blocks = [block.partition("```")[0] for block in PAGE.split("```yaml\n")[1:]]

    whole = [block for block in blocks if "arms:" in block]
    assert whole
    for block in whole:
        assert problems_with(block) == []
    for block in blocks:
        assert isinstance(plain(block), dict)


def test_a_stale_contract_is_named_and_then_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "contracts" / "x.json"
    monkeypatch.setattr(contracts, "CONTRACTS", {"x": Contract(path, lambda: {"a": "ä"})})

    assert main(["--check"]) == 1
    assert capsys.readouterr().err == "x.json is stale; run `make contracts`.\n"
    assert main([]) == 0
    assert main(["--check"]) == 0
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": "ä"}


def _mappings(value: JsonValue) -> dict[str, dict[str, JsonValue]]:
    assert isinstance(value, dict)
    return {key: form for key, form in value.items() if isinstance(form, dict)}


def _properties(form: dict[str, JsonValue]) -> list[str]:
    properties = form.get("properties", {})
    assert isinstance(properties, dict)
    return list(properties)
