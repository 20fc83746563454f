"""The kinds of checks, by the names they have in files; each has a small file."""

from functools import partial

from edison.domain import JUDGED, UNKNOWN_TRUTH

from .accepted_calls import makes_accepted_calls
from .accepted_turns import makes_accepted_turns
from .best_of import has_the_highest_score, is_selected
from .clusters import goes_somewhere, lies_among_refusals, lies_in_cluster
from .code import function_finds, script_finds
from .contains import contains, contains_in_any_case, starts_with, starts_with_in_any_case
from .contains_json import contains_json
from .empty import is_empty
from .equals import equals
from .expected import is_as_expected
from .filtered import is_filtered
from .json_schema import fits_schema
from .json_valid import is_json
from .judged import waits_for_judge, waits_for_truth
from .kind import (
    CheckKind,
    CheckMisfit,
    CheckStep,
    PlainTest,
    SeenOutput,
    Test,
    TestByCode,
    TestByMeaning,
    look_with,
)
from .length import has_length
from .markup import contains_html, contains_xml, is_html, is_xml
from .meaning import drifts, means_the_same
from .measured import ended_so, is_cheap, is_expected_of_the_model, is_likely, is_quick
from .meteor import has_meteor
from .numeric import is_number
from .overlaps import has_bleu, has_gleu, is_few_edits_away, shares_words
from .refusal import is_refusal
from .regex import matches
from .several import contains_all, contains_all_in_any_case, contains_any, contains_any_in_any_case
from .similarity import is_similar
from .snippet import snippet_finds
from .sql import contains_sql, is_sql
from .tool_arguments import has_arguments
from .tool_called import calls_tool, leaves_tool_alone
from .tool_choice import keeps_tool_choice
from .tool_steps import calls_in_sequence, calls_so_often, calls_the_right_tools, fits_tool_schemas
from .trajectory import keeps_trajectory
from .transformed import becomes, becomes_by_code
from .verdict import has_verdict
from .weighted import weighs

KINDS: dict[str, CheckKind] = {
    "accepted_calls": CheckKind(makes_accepted_calls, step=CheckStep.EXPECTED),
    "accepted_turns": CheckKind(makes_accepted_turns, step=CheckStep.EXPECTED),
    "bleu": CheckKind(has_bleu, step=CheckStep.LIKENESS),
    "cluster_classification": CheckKind(lies_in_cluster, step=CheckStep.LIKENESS, by_meaning=True),
    "contains": CheckKind(contains),
    "contains_all": CheckKind(contains_all),
    "contains_any": CheckKind(contains_any),
    "contains_html": CheckKind(contains_html),
    "contains_json": CheckKind(contains_json),
    "contains_sql": CheckKind(contains_sql),
    "contains_xml": CheckKind(contains_xml),
    "cost": CheckKind(is_cheap, takes_any=True),
    "drift": CheckKind(drifts, step=CheckStep.LIKENESS, by_meaning=True),
    "empty": CheckKind(is_empty, takes_any=True, step=CheckStep.EMPTY),
    "equals": CheckKind(equals),
    "expect_refusal": CheckKind(is_refusal, takes_any=True, step=CheckStep.REFUSAL),
    "expected": CheckKind(is_as_expected, step=CheckStep.EXPECTED),
    "filtered": CheckKind(is_filtered, takes_any=True, step=CheckStep.REFUSAL),
    "finish_reason": CheckKind(ended_so, takes_any=True),
    "gleu": CheckKind(has_gleu, step=CheckStep.LIKENESS),
    "heller": CheckKind(goes_somewhere, step=CheckStep.LIKENESS, by_meaning=True),
    "icontains": CheckKind(contains_in_any_case),
    "icontains_all": CheckKind(contains_all_in_any_case),
    "icontains_any": CheckKind(contains_any_in_any_case),
    "is_html": CheckKind(is_html),
    "is_sql": CheckKind(is_sql),
    "is_xml": CheckKind(is_xml),
    "istarts_with": CheckKind(starts_with_in_any_case),
    "json_schema": CheckKind(fits_schema),
    "json_valid": CheckKind(is_json),
    "latency": CheckKind(is_quick, takes_any=True),
    "length": CheckKind(has_length, takes_any=True),
    "levenshtein": CheckKind(is_few_edits_away, step=CheckStep.LIKENESS),
    "meteor": CheckKind(has_meteor, step=CheckStep.LIKENESS),
    "numeric": CheckKind(is_number),
    "perplexity": CheckKind(is_expected_of_the_model),
    "perplexity_score": CheckKind(is_likely),
    "refusal": CheckKind(is_refusal, takes_any=True, step=CheckStep.REFUSAL),
    "refusal_cluster": CheckKind(lies_among_refusals, step=CheckStep.LIKENESS, by_meaning=True),
    "regex": CheckKind(matches),
    "rouge_n": CheckKind(shares_words, step=CheckStep.LIKENESS),
    "similar": CheckKind(means_the_same, step=CheckStep.LIKENESS, by_meaning=True),
    "similarity": CheckKind(is_similar, step=CheckStep.LIKENESS),
    "starts_with": CheckKind(starts_with),
    "tool_arguments": CheckKind(has_arguments, step=CheckStep.TOOLS),
    "tool_called": CheckKind(calls_tool, step=CheckStep.TOOLS),
    "tool_choice": CheckKind(keeps_tool_choice, step=CheckStep.TOOLS),
    "tool_count": CheckKind(calls_so_often, step=CheckStep.TOOLS),
    "tool_f1": CheckKind(calls_the_right_tools, step=CheckStep.TOOLS),
    "tool_not_called": CheckKind(leaves_tool_alone, step=CheckStep.TOOLS),
    "tool_schema": CheckKind(fits_tool_schemas, step=CheckStep.TOOLS),
    "tool_sequence": CheckKind(calls_in_sequence, step=CheckStep.TOOLS),
    "trajectory": CheckKind(keeps_trajectory, takes_any=True, step=CheckStep.EXPECTED),
    "verdict": CheckKind(has_verdict, step=CheckStep.VERDICT),
}
KINDS["transformed"] = CheckKind(partial(becomes, kinds=dict(KINDS)), by_meaning=True)
_WEIGHED = dict(KINDS)
KINDS["weighted"] = _WEIGHED["weighted"] = CheckKind(partial(weighs, kinds=_WEIGHED), by_meaning=True)
# After it: what code finds is not weighed.
KINDS["command"] = CheckKind(script_finds, step=CheckStep.EXPECTED, by_code=True)
KINDS["python"] = CheckKind(function_finds, step=CheckStep.EXPECTED, by_code=True)
KINDS["snippet"] = CheckKind(snippet_finds, by_code=True)
KINDS["transformed_by_code"] = CheckKind(partial(becomes_by_code, kinds=dict(KINDS)), by_code=True)

SUITE_KINDS = frozenset(KINDS)
"""Those that people write in suites; the others are made by whoever reads files of tests."""
KINDS[JUDGED] = CheckKind(waits_for_judge, step=CheckStep.AMONG_OTHERS)
KINDS[UNKNOWN_TRUTH] = CheckKind(waits_for_truth, step=CheckStep.AMONG_OTHERS)
KINDS["max_score"] = CheckKind(has_the_highest_score, step=CheckStep.AMONG_OTHERS)
KINDS["select_best"] = CheckKind(is_selected, step=CheckStep.AMONG_OTHERS)

EXPECT_REFUSAL = "expect_refusal"
"""Where this is among the checks, a refusal is an answer, at which all the others look."""

__all__ = [
    "EXPECT_REFUSAL",
    "KINDS",
    "SUITE_KINDS",
    "CheckKind",
    "CheckMisfit",
    "CheckStep",
    "PlainTest",
    "SeenOutput",
    "Test",
    "TestByCode",
    "TestByMeaning",
    "look_with",
]
