"""Judge: assess outputs.

In:      outputs, a rubric and a judge; blind, with what others wrote fenced off by a boundary drawn for the call.
Out:     judgments of single outputs, comparisons of two, or *not judged* and why.

What a judge fills in (scores, a winner, stages), how it writes that down (JSON by a schema, a tool call, last lines)
and how several samples are combined is in `kinds/`, a small file each; strategies are in `dialogue`.
"""

from .dialogue import compare_outputs, decide_passing, judge_output
from .kinds import NotJudged, PassFinding
from .prompts import ask_comparison, ask_judgment, task_of_pair, task_of_test
from .units import JudgeUnit, PairUnit, PassUnit, rubric_for, rubric_to_compare

__all__ = [
    "JudgeUnit",
    "NotJudged",
    "PairUnit",
    "PassFinding",
    "PassUnit",
    "ask_comparison",
    "ask_judgment",
    "compare_outputs",
    "decide_passing",
    "judge_output",
    "rubric_for",
    "rubric_to_compare",
    "task_of_pair",
    "task_of_test",
]
