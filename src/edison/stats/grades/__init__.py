"""Grades: scores projected onto a scale by anchors whose grade is known, and how well a judge orders anchors."""

from .alignment import AlignedAnchors, AlignmentTargets, Inversion, Miss, align_anchors, fit_of_anchors
from .anchors import Weakness
from .confidence import Confidence
from .projection import Calibration, Projection, project_grades
from .scales import ENG5_LEGACY_9, ENG5_NATIONAL_9, SCALES, SWEDISH_8, GradeScale

__all__ = [
    "ENG5_LEGACY_9",
    "ENG5_NATIONAL_9",
    "SCALES",
    "SWEDISH_8",
    "AlignedAnchors",
    "AlignmentTargets",
    "Calibration",
    "Confidence",
    "GradeScale",
    "Inversion",
    "Miss",
    "Projection",
    "Weakness",
    "align_anchors",
    "fit_of_anchors",
    "project_grades",
]
