"""Judge: assess outputs.

In:      outputs, a rubric and a judge; blind, with what others wrote fenced off by a boundary drawn for the call.
Out:     judgments, or *not judged* and why.

How a judge writes down its findings (JSON by a schema, a tool call, last lines) is in `kinds/`, a small file each.
"""

from .dialogue import judge_output
from .prompts import ask_judgment
from .units import JudgeUnit

__all__ = ["JudgeUnit", "ask_judgment", "judge_output"]
