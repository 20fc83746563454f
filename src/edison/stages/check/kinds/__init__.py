"""The kinds of checks, by the names they have in files; each has a small file."""

from .accepted_calls import makes_accepted_calls
from .contains import contains, contains_in_any_case, starts_with, starts_with_in_any_case
from .empty import is_empty
from .equals import equals
from .expected import is_as_expected
from .json_schema import fits_schema
from .json_valid import is_json
from .kind import CheckKind, CheckMisfit, CheckStep, SeenOutput, Test, TestByMeaning
from .length import has_length
from .meaning import drifts, means_the_same
from .numeric import is_number
from .refusal import is_refusal
from .regex import matches
from .similarity import is_similar
from .tool_arguments import has_arguments
from .tool_called import calls_tool, leaves_tool_alone
from .tool_choice import keeps_tool_choice
from .trajectory import keeps_trajectory
from .verdict import has_verdict

KINDS: dict[str, CheckKind] = {
    "accepted_calls": CheckKind(makes_accepted_calls, step=CheckStep.EXPECTED),
    "contains": CheckKind(contains),
    "drift": CheckKind(drifts, step=CheckStep.LIKENESS, by_meaning=True),
    "empty": CheckKind(is_empty, takes_any=True, step=CheckStep.EMPTY),
    "equals": CheckKind(equals),
    "expect_refusal": CheckKind(is_refusal, takes_any=True, step=CheckStep.REFUSAL),
    "expected": CheckKind(is_as_expected, step=CheckStep.EXPECTED),
    "icontains": CheckKind(contains_in_any_case),
    "istarts_with": CheckKind(starts_with_in_any_case),
    "json_schema": CheckKind(fits_schema),
    "json_valid": CheckKind(is_json),
    "length": CheckKind(has_length, takes_any=True),
    "numeric": CheckKind(is_number),
    "refusal": CheckKind(is_refusal, takes_any=True, step=CheckStep.REFUSAL),
    "regex": CheckKind(matches),
    "similar": CheckKind(means_the_same, step=CheckStep.LIKENESS, by_meaning=True),
    "similarity": CheckKind(is_similar, step=CheckStep.LIKENESS),
    "starts_with": CheckKind(starts_with),
    "tool_arguments": CheckKind(has_arguments, step=CheckStep.TOOLS),
    "tool_called": CheckKind(calls_tool, step=CheckStep.TOOLS),
    "tool_choice": CheckKind(keeps_tool_choice, step=CheckStep.TOOLS),
    "tool_not_called": CheckKind(leaves_tool_alone, step=CheckStep.TOOLS),
    "trajectory": CheckKind(keeps_trajectory, takes_any=True, step=CheckStep.EXPECTED),
    "verdict": CheckKind(has_verdict, step=CheckStep.VERDICT),
}

EXPECT_REFUSAL = "expect_refusal"
"""Where this is among the checks, a refusal is an answer, at which all the others look."""

__all__ = [
    "EXPECT_REFUSAL",
    "KINDS",
    "CheckKind",
    "CheckMisfit",
    "CheckStep",
    "SeenOutput",
    "Test",
    "TestByMeaning",
]
