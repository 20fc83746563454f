"""Check: find what needs no judge.

In:      outputs, cases with what they expect, and the checks of the run.
Out:     deterministic findings, before any money is spent on judging. It asks nobody; for some kinds, vectors of texts.

The kinds are in `kinds/`, a small file each. An error is not checked; what is no answer (refused, filtered, cut off,
empty) passes no check but those that are about such answers. Where a refusal is expected, it is an answer.
"""

from .kinds import KINDS, SUITE_KINDS
from .safety.scanning import scan_output
from .units import (
    calls_to_make,
    check_output,
    code_of_checks,
    goes_by_meaning,
    holds_against_unrelated,
    prepare_checks,
    runs_code,
    texts_to_embed,
    with_drift_threshold,
)

__all__ = [
    "KINDS",
    "SUITE_KINDS",
    "calls_to_make",
    "check_output",
    "code_of_checks",
    "goes_by_meaning",
    "holds_against_unrelated",
    "prepare_checks",
    "runs_code",
    "scan_output",
    "texts_to_embed",
    "with_drift_threshold",
]
