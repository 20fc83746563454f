"""How one question is asked."""

from typing import NamedTuple

from edison.domain import Technique, boundary_for


class AppliedTechnique(NamedTuple):
    """A technique with what it needs."""

    technique: Technique
    samples: int
    boundary: str
    """Around what others wrote; drawn for this question."""

    def mark(self, turn: int) -> str:
        """The boundary of one of its turns, from 1 on: who wrote what is shown in the next has read the last."""
        return boundary_for(turn, given=self.boundary)
