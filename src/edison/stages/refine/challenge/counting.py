"""What must not stand in answers, and checks that they fail: counted of a candidate beside its parent."""

from edison.domain import CheckedBeside

from .scores import CellKey, VersionScores


def count_more_unsafe(parent: VersionScores, candidate: VersionScores) -> int | None:
    """In how many more answers than the parent's something of one kind was found: of the kind with the most.

    Only answers of both to the same question count. None where none of them was looked through.
    """
    keys = [
        key
        for key in sorted({*parent.scores} & {*candidate.scores})
        if parent.scores[key].unsafe is not None and candidate.scores[key].unsafe is not None
    ]
    if not keys:
        return None
    more = candidate.unsafe(keys)
    more.subtract(parent.unsafe(keys))
    return max(0, *more.values(), 0)


def count_failed_checks(parent: VersionScores, candidate: VersionScores) -> CheckedBeside | None:
    """How many of the answers of both to the same questions fail a check; None where none of them was checked."""
    keys = checked_of_both(parent, candidate)
    if not keys:
        return None
    before, after = (sum(one.scores[key].passed is False for key in keys) for one in (parent, candidate))
    return CheckedBeside(answers=len(keys), parent_failed=before, failed=after)


def checked_of_both(parent: VersionScores, candidate: VersionScores) -> list[CellKey]:
    """The questions to which it is known of either answer whether it passes every check."""
    return [
        key
        for key in sorted({*parent.scores} & {*candidate.scores})
        if parent.scores[key].passed is not None and candidate.scores[key].passed is not None
    ]
