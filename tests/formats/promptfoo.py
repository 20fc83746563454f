"""Configurations of promptfoo's, and what they are read as."""

import json
from collections.abc import Mapping

from edison.domain import Battery, Check, SuiteCase
from edison.formats import read_battery

ADD = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}


def read(
    config: Mapping[str, object],
    *,
    files: Mapping[str, str | bytes] | None = None,
    allows_code: bool = False,
) -> Battery:
    kept = files or {}

    def read_file(name: str) -> bytes | None:
        content = kept.get(name)
        return content.encode() if isinstance(content, str) else content

    def misfit(check: Check) -> str | None:
        return "looks around" if "(?=" in str(check.value) else None

    return read_battery(
        json.dumps(config).encode(),
        name="config.json",
        read_file=read_file,
        misfit=misfit,
        allows_code=allows_code,
    )


def a_config(**changes: object) -> dict[str, object]:
    return {
        "prompts": ["Say {{x}}"],
        "providers": ["openai:gpt-4o"],
        "tests": [{"vars": {"x": "hi"}}],
        **changes,
    }


def asserting(*asserts: object, **test: object) -> tuple[Battery, SuiteCase]:
    battery = read(a_config(tests=[{"vars": {"x": "hi"}, "assert": list(asserts), **test}]))
    return battery, battery.cases[0]


def check_of(written: object, **test: object) -> Check:
    _, case = asserting(written, **test)
    (check,) = case.checks
    return check


def texts_of(case: SuiteCase) -> list[str]:
    assert case.task is not None
    return [message.text for message in case.task.messages]
