"""Statistics from files: rank comparisons, measure agreement, compare two arms, plan a comparison.

Nothing is stored and no house is needed: a file comes in, a finding goes out, shown for people here
and for machines by `actions.views.statistics`.
"""

from edison.stats.comparing import Design, DesignCost

from .agreement import AgreementFound, PairAgreement, measure_agreement
from .agreement_shown import show_agreement
from .comparing import ComparedFamily, ComparedFiles, Outlook, compare_family, compare_files
from .comparing_shown import show_comparison, show_family
from .comparisons import ComparisonColumns
from .labels import LabelColumns
from .pairs import PairColumns
from .planning import PlanColumns, PlanRequest, PowerPlan, Variances, plan_power
from .planning_shown import show_plan
from .ranking import FileReliability, RankedFile, RankedFileItem, rank_file
from .ranking_shown import show_ranking
from .showing import ShownFinding, ShownTable

__all__ = [
    "AgreementFound",
    "ComparedFamily",
    "ComparedFiles",
    "ComparisonColumns",
    "Design",
    "DesignCost",
    "FileReliability",
    "LabelColumns",
    "Outlook",
    "PairAgreement",
    "PairColumns",
    "PlanColumns",
    "PlanRequest",
    "PowerPlan",
    "RankedFile",
    "RankedFileItem",
    "ShownFinding",
    "ShownTable",
    "Variances",
    "compare_family",
    "compare_files",
    "measure_agreement",
    "plan_power",
    "rank_file",
    "show_agreement",
    "show_comparison",
    "show_family",
    "show_plan",
    "show_ranking",
]
