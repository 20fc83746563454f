"""qualify: examined judges as they are asked, and which of them assesses which answer how often."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain import Display, Judge, JudgeAssignment, JudgeMode, Rubric, SuiteJudge

from ..units import pin_judges
from .questions import Qualification


@dataclass(frozen=True, slots=True)
class JudgeInBothModes:
    """One judge, asked in the two modes in which a suite asks; all else about it is the same."""

    of_pairs: SuiteJudge
    of_verdicts: SuiteJudge


@dataclass(frozen=True, slots=True)
class ExaminedJudges:
    """The judges of an examination as they are asked, and which of them assesses which cell how often."""

    judges: tuple[Judge, ...]
    assignments: tuple[JudgeAssignment, ...]


def in_both_modes(judge: SuiteJudge) -> JudgeInBothModes:
    """The judge as one of pairs and as one of verdicts; what only its own mode knows stays with that mode."""
    of_pairs = {
        "mode": JudgeMode.PAIRWISE,
        "may_abstain": False,
        "may_name_several": False,
        "display": Display(),
    }
    of_verdicts = {"mode": JudgeMode.VERDICT, "may_tie": False}
    return JudgeInBothModes(judge.model_copy(update=of_pairs), judge.model_copy(update=of_verdicts))


def seat_examined(judges: Sequence[SuiteJudge], *, plan: Qualification, rubric: Rubric) -> ExaminedJudges:
    """Everybody as a judge of pairs and, in the same order, as one of verdicts; only as what the plan has use for."""
    both = [in_both_modes(judge) for judge in judges]
    of_pairs = tuple(pin_judges([one.of_pairs for one in both], rubric=rubric)) if plan.pairs else ()
    of_verdicts = tuple(pin_judges([one.of_verdicts for one in both], rubric=rubric)) if plan.verdicts else ()
    seated = range(len(of_pairs), len(of_pairs) + len(of_verdicts))
    by_times: dict[int, list[int]] = {}
    for cell, times in sorted(Counter(verdict.cell for verdict in plan.verdicts).items()):
        by_times.setdefault(times, []).append(cell)
    return ExaminedJudges(
        judges=(*of_pairs, *of_verdicts),
        assignments=tuple(
            JudgeAssignment(cells=tuple(cells), judges=tuple(seated), times=times)
            for times, cells in by_times.items()
        ),
    )


def find_examined(judges: Sequence[Judge]) -> list[tuple[int, ...]]:
    """The indices that belong to each judge `seat_examined` was given: as one of pairs first, where it was asked so."""
    of_pairs = [at for at, judge in enumerate(judges) if judge.compares]
    of_verdicts = [at for at, judge in enumerate(judges) if judge.names_stages]
    # By their order alone: two profiles of one model have the same endpoint and perhaps much else.
    return list(zip(*(found for found in (of_pairs, of_verdicts) if found), strict=True))
