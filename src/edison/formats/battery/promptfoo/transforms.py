"""Checks of what becomes of an answer: promptfoo's `transform`, computed here where that can be done exactly."""

from collections.abc import Sequence

from pydantic import JsonValue

from edison.domain import Check
from edison.text import read_js

TRANSFORMED, TRANSFORMED_BY_CODE = "transformed", "transformed_by_code"
_SNIPPET = "snippet"
_NOT_ABOUT_WORDS = frozenset(
    {
        *(_SNIPPET, "weighted", "refusal", "filtered", "finish_reason"),
        *("latency", "cost", "perplexity", "perplexity_score"),
    }
)
CODE_KINDS = (_SNIPPET, TRANSFORMED_BY_CODE)
"""Kinds of checks that run code of the configuration."""


def behind_steps(check: Check, steps: Sequence[JsonValue]) -> Check:
    """The same check of what the steps make of the answer."""
    is_exact = all(isinstance(step, str) and read_js(step) is not None for step in steps)
    kind = TRANSFORMED if is_exact and check.kind != _SNIPPET else TRANSFORMED_BY_CODE
    # What is denied is denied of what becomes of the answer: an answer that cannot be transformed fails either way.
    return Check(kind=kind, value={"by": list(steps), "then": {check.name: check.value}})


def is_about_words(check: Check) -> bool:
    """Whether a check reads what an answer says, for which promptfoo takes its calls where it says nothing else."""
    return not check.kind.startswith("tool_") and check.kind not in _NOT_ABOUT_WORDS
