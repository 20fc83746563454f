"""qualify: what a judge is asked when it is examined, within a number of judgments.

Every answer with a known verdict is judged once and every pair is shown in both orders; what is left of the judgments
goes into asking the same again. Pairs that share their content are taken together, so that what they have in common
cancels out wherever they are compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edison.domain import (
    HANDED_IN,
    WRITTEN_FOR,
    Chance,
    JudgeSuite,
    Pair,
    PairSide,
    SuiteCase,
    SuiteMatch,
)

from ..units import CaseDigest

USUAL_JUDGMENTS = 200
MOST_REPEATS = 5
"""The same question asked more often tells about the question, not about the judge."""

TASK_PROMPT = f"{{{{ {WRITTEN_FOR} }}}}"
"""The prompt by which a judge is shown the task of a cell."""


@dataclass(frozen=True, slots=True)
class AskedVerdict:
    """One judgment of one cell."""

    cell: int
    repeat: int = 0


@dataclass(frozen=True, slots=True)
class Qualification:
    """Everything a judge is asked."""

    cells: tuple[SuiteCase, ...]
    """Texts that are handed in, in the order of the suite's cells."""
    verdicts: tuple[AskedVerdict, ...]
    pairs: tuple[Pair, ...]

    @property
    def judgments(self) -> int:
        return len(self.verdicts) + len(self.pairs)


def plan_qualification(suite: JudgeSuite, *, seed: int, judgments: int = USUAL_JUDGMENTS) -> Qualification:
    """What to ask; the same for the same suite, seed and number.

    Where a suite holds more than may be asked, answers and pairs are left out by lot, in equal shares.
    """
    chance = Chance(seed).child("qualify")
    verdicts = list(range(len(suite.verdicts)))
    groups = _groups(suite.matches)
    whole = len(verdicts) + 2 * len(suite.matches)
    chance.stream("verdicts").shuffle(verdicts)
    if whole > judgments:
        kept = verdicts[: judgments * len(verdicts) // whole]
        asked = [AskedVerdict(cell) for cell in sorted(kept)]
        pairs = list(_round(groups, 0, left=judgments - len(asked), chance=chance))
    else:
        asked = [AskedVerdict(cell, repeat) for repeat, cell in _repeated(verdicts, groups, judgments)]
        pairs = list(_rounds(groups, left=judgments - len(asked), chance=chance))
    chance.stream("order").shuffle(pairs)
    return Qualification(tuple(_cells(suite)), verdicts=tuple(asked), pairs=tuple(pairs))


def digest_cells(suite: JudgeSuite) -> str:
    """The digest of the texts of a suite, as they are handed in: what is right about them is no part of it."""
    digest = CaseDigest()
    for case in _cells(suite):
        digest.add(case)
    return digest.hexdigest()


def _groups(matches: Sequence[SuiteMatch]) -> list[list[SuiteMatch]]:
    """By family, in the order of the suite."""
    families: dict[str, list[SuiteMatch]] = {}
    for match in matches:
        families.setdefault(match.family, []).append(match)
    return list(families.values())


def _repeated(
    verdicts: Sequence[int], groups: Sequence[Sequence[SuiteMatch]], judgments: int
) -> Iterator[tuple[int, int]]:
    """Repeat and cell of each verdict; without pairs, verdicts are what is asked again."""
    if groups or not verdicts:
        yield from ((0, cell) for cell in sorted(verdicts))
        return
    rounds, rest = divmod(judgments, len(verdicts))
    for repeat in range(min(rounds, MOST_REPEATS)):
        yield from ((repeat, cell) for cell in sorted(verdicts))
    if rounds < MOST_REPEATS:
        yield from ((rounds, cell) for cell in sorted(verdicts[:rest]))


def _rounds(groups: Sequence[Sequence[SuiteMatch]], *, left: int, chance: Chance) -> Iterator[Pair]:
    for repeat in range(MOST_REPEATS):
        dealt = list(_round(groups, repeat, left=left, chance=chance))
        left -= len(dealt)
        yield from dealt


def _round(
    groups: Sequence[Sequence[SuiteMatch]], repeat: int, *, left: int, chance: Chance
) -> Iterator[Pair]:
    """Every group once more, in both orders, as far as the judgments last; by lot where they do not.

    When something is asked again, the larger groups come first: they tell the most about what pairs have in common.
    """
    dealt = list(groups)
    chance.stream("groups", repeat).shuffle(dealt)
    if repeat:
        dealt.sort(key=len, reverse=True)
    for group in dealt:
        if 2 * len(group) > left:
            continue
        left -= 2 * len(group)
        for match in group:
            yield Pair(left=match.a, right=match.b, repeat=repeat)
            yield Pair(left=match.b, right=match.a, repeat=repeat)


def _cells(suite: JudgeSuite) -> Iterator[SuiteCase]:
    for case in suite.verdicts:
        yield _cell(case.id, text=case.answer, task=case.task, tags=(case.category,))
    for pair in suite.pairs:
        for side, text in ((PairSide.A, pair.a), (PairSide.B, pair.b)):
            yield _cell(f"{pair.id}.{side.value}", text=text, task=pair.task, tags=(pair.category,))
    for anchor in suite.anchors:
        yield _cell(anchor.id, text=anchor.text, grade=anchor.grade)


def _cell(
    name: str, *, text: str, task: str = "", tags: tuple[str, ...] = (), grade: str | None = None
) -> SuiteCase:
    return SuiteCase(name=name, variables={HANDED_IN: text, WRITTEN_FOR: task}, tags=tags, anchor_grade=grade)
