"""The techniques by name; each is a dialogue from one question to one reply."""

from collections.abc import Callable, Mapping

from edison.domain import Ask, Dialogue, Reply, Technique

from ..applied import AppliedTechnique
from . import critique_and_revise, debate, direct, panel, reason_first, self_consistency, step_by_step

TECHNIQUES: Mapping[Technique, Callable[[Ask, AppliedTechnique], Dialogue[Reply]]] = {
    Technique.DIRECT: direct.lead,
    Technique.REASON_FIRST: reason_first.lead,
    Technique.STEP_BY_STEP: step_by_step.lead,
    Technique.SELF_CONSISTENCY: self_consistency.lead,
    Technique.CRITIQUE_AND_REVISE: critique_and_revise.lead,
    Technique.PANEL: panel.lead,
    Technique.DEBATE: debate.lead,
}

__all__ = ["TECHNIQUES"]
