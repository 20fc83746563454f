"""What an order is held against: judges against each other, and its chances against how comparisons came out."""

from edison.domain import Contest, EntryRanking, PairLine
from edison.stages.rank import rank_entries

from .contests import a_line, all_against_all, entries_of, judges_of


def placed(lines: list[PairLine], *, judges: int = 1) -> EntryRanking:
    return rank_entries(entries_of(4), lines, contest=Contest(), judges=judges_of(judges), seed=3)


def test_every_two_judges_are_held_against_each_other_on_the_pairs_that_both_saw() -> None:
    lines = list(all_against_all((2.0, 1.0, 0.0, -1.0), rounds=6, judges=3))
    alone = [a_line(0, 1, outcome=1.0, judge=3, unit=999)]

    found = placed([*lines, *alone], judges=4).alike

    assert [(one.first, one.second, one.pairs) for one in found] == [
        ("judge 0", "judge 1", 36),
        ("judge 0", "judge 2", 36),
        ("judge 1", "judge 2", 36),
    ], "of the fourth, one pair tells nothing"
    for one in found:
        assert one.interval is not None
        assert -1 <= one.interval.low < one.kappa < one.interval.high <= 1


def test_the_order_is_held_against_the_comparisons_it_was_made_from() -> None:
    kept = placed(list(all_against_all((2.0, 1.0, 0.0, -1.0), rounds=30))).kept

    assert sum(one.comparisons for one in kept) == 180
    assert [one.chance for one in kept] == sorted(one.chance for one in kept)
    assert all(abs(one.chance - one.came) < 0.15 for one in kept)
