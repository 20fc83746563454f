"""Techniques: strategies by which a model is led to its answer, whatever it is asked for.

In:      a dialogue of any stage, and a technique by its name.
Out:     the same dialogue, in which every question is asked by the technique; all that a question takes, rehearsed.
May use: domain, text, errors.
Never:   know a stage, do I/O, read an answer as anything but text and tool calls.

A technique is a dialogue from one question to one reply, in a small file of its own in `kinds`. How judges are led to
their findings is in `stages/judge`: theirs are combined as findings, not as texts.
"""

from .applied import AppliedTechnique
from .leading import LedConclusion, apply_technique, lead
from .rehearsing import rehearse

__all__ = ["AppliedTechnique", "LedConclusion", "apply_technique", "lead", "rehearse"]
