"""Refine: find what is weak, have it changed in small edits, and prove on held-out cases that it helped.

In:      judged answers of a version on development cases; what judges suggest; scores on held-out cases.
Out:     findings, proposals, candidates that passed the guards, and the verdict on each of them.

Whoever writes sees development cases only; of held-out cases nothing goes back but what was decided by them.
"""

from .challenge.counting import count_failed_checks, count_more_unsafe
from .challenge.deciding import Challenge, Trial, decide_challenge
from .challenge.gains import measure_gain
from .challenge.gates import FAILS_MORE, LESS_SAFE
from .challenge.looking import StagedChallenge, looks_for
from .challenge.scores import Compared, Preferences, VersionScores
from .dialogue import suggest_changes, write_candidate
from .edits.applying import EditsRefused, edited_version, reasons_of_edits
from .edits.diffs import DiffRefused, apply_diff
from .edits.guards import Guarded, find_breaches, find_misfits, text_of, words_of
from .edits.reviewing import ReviewedHunks, conclude_review
from .edits.tools import write_tools
from .findings.failing import failures_of
from .findings.finding import find_weaknesses
from .findings.weighing import find_conflicts, weigh_suggestions
from .prompts import ask_candidate, ask_suggestions
from .units import SuggestUnit, SynthesisUnit, least_held_out, shuffle_cases, split_cases

__all__ = [
    "FAILS_MORE",
    "LESS_SAFE",
    "Challenge",
    "Compared",
    "DiffRefused",
    "EditsRefused",
    "Guarded",
    "Preferences",
    "ReviewedHunks",
    "StagedChallenge",
    "SuggestUnit",
    "SynthesisUnit",
    "Trial",
    "VersionScores",
    "apply_diff",
    "ask_candidate",
    "ask_suggestions",
    "conclude_review",
    "count_failed_checks",
    "count_more_unsafe",
    "decide_challenge",
    "edited_version",
    "failures_of",
    "find_breaches",
    "find_conflicts",
    "find_misfits",
    "find_weaknesses",
    "least_held_out",
    "looks_for",
    "measure_gain",
    "reasons_of_edits",
    "shuffle_cases",
    "split_cases",
    "suggest_changes",
    "text_of",
    "weigh_suggestions",
    "words_of",
    "write_candidate",
    "write_tools",
]
