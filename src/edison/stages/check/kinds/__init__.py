"""The kinds of checks, by the names they have in files; each has a small file."""

from .contains import contains, contains_in_any_case, starts_with, starts_with_in_any_case
from .empty import is_empty
from .equals import equals
from .json_schema import fits_schema
from .json_valid import is_json
from .kind import Kind, Misfit, Seen, Step, Test
from .length import has_length
from .numeric import is_number
from .refusal import is_refusal
from .regex import matches
from .similarity import is_similar
from .tool_arguments import has_arguments
from .tool_called import calls_tool, leaves_tool_alone
from .verdict import has_verdict

KINDS: dict[str, Kind] = {
    "contains": Kind(contains),
    "empty": Kind(is_empty, takes_any=True, step=Step.EMPTY),
    "equals": Kind(equals),
    "expect_refusal": Kind(is_refusal, takes_any=True, step=Step.REFUSAL),
    "icontains": Kind(contains_in_any_case),
    "istarts_with": Kind(starts_with_in_any_case),
    "json_schema": Kind(fits_schema),
    "json_valid": Kind(is_json),
    "length": Kind(has_length, takes_any=True),
    "numeric": Kind(is_number),
    "refusal": Kind(is_refusal, takes_any=True, step=Step.REFUSAL),
    "regex": Kind(matches),
    "similarity": Kind(is_similar, step=Step.LIKENESS),
    "starts_with": Kind(starts_with),
    "tool_arguments": Kind(has_arguments, step=Step.TOOLS),
    "tool_called": Kind(calls_tool, step=Step.TOOLS),
    "tool_not_called": Kind(leaves_tool_alone, step=Step.TOOLS),
    "verdict": Kind(has_verdict, step=Step.VERDICT),
}

EXPECT_REFUSAL = "expect_refusal"
"""Where this is among the checks, a refusal is an answer, at which all the others look."""

__all__ = ["EXPECT_REFUSAL", "KINDS", "Kind", "Misfit", "Seen", "Step", "Test"]
