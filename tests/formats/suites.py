"""Suites for tests: one that works, and what to change about it."""

from collections.abc import Mapping

from edison.domain import Suite
from edison.formats import read_suite

EXAMPLE = """\
name: capitals
providers:                       # optional; well-known kinds need only a key in the environment
  local: {kind: openai-compatible, base_url: "http://127.0.0.1:9801/v1", price: 0}
arms: [local/stub, {model: openai/gpt-4o-mini, temperature: 0, max_tokens: 200}]
prompt: "Question {{ i }}: what is the capital of France?"
cases: cases.jsonl               # or CSV, or an inline list
checks: [{contains: Paris}]
rubric: []
judges: []
repeats: 1
budget_usd: 5
concurrency: 64
"""

LEAST = {"arms": "[local/stub]", "prompt": "Why?", "cases": "[{}]"}

CHECKS = ("contains", "empty", "equals", "json_valid", "regex")


def a_suite_text(**keys: str | None) -> str:
    """The least suite, with keys put in, changed, or (by None) taken out."""
    chosen = {**LEAST, **keys}
    return "".join(f"{key}: {value}\n" for key, value in chosen.items() if value is not None)


def a_read_suite(**keys: str | None) -> Suite:
    """The least suite, with changed keys."""
    return read_text(a_suite_text(**keys))


def read_text(text: str, *, name: str = "suite.yaml", files: Mapping[str, bytes] | None = None) -> Suite:
    """The suite that the text holds; files stand beside it by their names."""
    beside = files or {}
    return read_suite(text.encode(), name=name, read_file=beside.get, known_checks=CHECKS)
