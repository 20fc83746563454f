"""Statistics from files: rank comparisons, measure agreement, compare two arms, plan a comparison.

Nothing is stored and no house is needed: a file comes in, a finding goes out, shown for people or summarised for
machines.
"""

from edison.stats.comparing import Design, DesignCost

from .agreement import AgreementFound, PairAgreement, measure_agreement
from .agreement_shown import show_agreement, summarise_agreement
from .comparing import ComparedFiles, Outlook, compare_files
from .comparing_shown import show_comparison, summarise_comparison
from .comparisons import ComparisonColumns
from .labels import LabelColumns
from .pairs import PairColumns
from .planning import PlanColumns, PlanWish, PowerPlan, Variances, plan_power
from .planning_shown import show_plan, summarise_plan
from .ranking import FileReliability, RankedFile, RankedFileItem, rank_file
from .ranking_shown import show_ranking, summarise_ranking
from .showing import ShownFinding, ShownTable

__all__ = [
    "AgreementFound",
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
    "PlanWish",
    "PowerPlan",
    "RankedFile",
    "RankedFileItem",
    "ShownFinding",
    "ShownTable",
    "Variances",
    "compare_files",
    "measure_agreement",
    "plan_power",
    "rank_file",
    "show_agreement",
    "show_comparison",
    "show_plan",
    "show_ranking",
    "summarise_agreement",
    "summarise_comparison",
    "summarise_plan",
    "summarise_ranking",
]
