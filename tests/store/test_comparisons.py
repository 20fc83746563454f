"""Comparisons of pairs: what counts, what is missing, and how they came into an older database."""

from collections.abc import Iterator

import pytest

from edison.domain import (
    Comparison,
    ComparisonId,
    EntryRanking,
    JudgeId,
    OutputId,
    Pair,
    PairLine,
    StageName,
    Winner,
)
from edison.store import AnswerEntry, ComparisonEntry, RunKey, Store, Writer

from .filling import RUN, add_run

CELLS = 4


def a_comparison(
    unit: int, *, judge: int = 0, judging: int = 1, winner: Winner | None = Winner.LEFT, wave: int = 2
) -> ComparisonEntry:
    """About cells 0 and 1 unless the unit is odd, then about 2 and 3."""
    left, right = (0, 1) if unit % 2 == 0 else (2, 3)
    said = Comparison(
        id=ComparisonId(f"cmp_{unit}_{judge}_{judging}"),
        judge_id=JudgeId(f"jdg_{judge}"),
        left_id=OutputId(f"out_{left}"),
        right_id=OutputId(f"out_{right}"),
        winner=winner,
        reason="Clearer." if winner else "",
        not_judged=None if winner else "It could not be read.",
    )
    return ComparisonEntry(
        unit, judge, judging, wave, Pair(left=left, right=right, stream=1, adaptive=True), said
    )


@pytest.fixture
def filled(store: Store) -> Store:
    """Two judges about two pairs; the second judge could not tell about the second pair."""
    add_run(store, cases=CELLS, judges=2)
    with store.work() as work:
        work.comparisons.add(
            RUN,
            [
                a_comparison(4),
                a_comparison(4, judge=1, winner=Winner.RIGHT),
                a_comparison(5, winner=Winner.TIE),
                a_comparison(5, judge=1, winner=None),
            ],
        )
    return store


@pytest.fixture
def writer(filled: Store) -> Iterator[Writer]:
    writer = filled.writer("worker-1")
    yield writer
    writer.close()


def test_comparisons_are_read_in_numbers(filled: Store) -> None:
    with filled.reading() as work:
        lines = work.comparisons.lines(RUN)

    assert [line.outcome for line in lines] == [1.0, 0.0, 0.5, None]
    assert lines[0] == PairLine(
        unit=4, wave=2, left=0, right=1, stream=1, adaptive=True, judge=0, outcome=1.0
    )


def test_comparisons_are_counted_and_failures_are_found(filled: Store) -> None:
    with filled.reading() as work:
        counts = work.comparisons.counts(RUN)

        assert (counts.compared, counts.not_judged, counts.asked) == (3, 1, 4)
        assert work.comparisons.failed(RUN) == [(5, 1)]
        assert work.comparisons.failed(RUN, below_judging=1) == []
        assert work.comparisons.is_any_adaptive(RUN)
        assert work.comparisons.judged(RUN, first=4, last=6) == {4: {0, 1}, 5: {0, 1}}
        assert work.comparisons.judged(RUN, first=5, last=6) == {5: {0, 1}}


def test_what_was_asked_again_no_longer_counts(filled: Store) -> None:
    with filled.work() as work:
        work.generations.ask(RUN, StageName.JUDGE, [(5, 1)])

    with filled.reading() as work:
        assert work.comparisons.failed(RUN) == []
        assert work.comparisons.counts(RUN).asked == 3
        assert work.comparisons.judged(RUN, first=5, last=6) == {5: {0}}

    with filled.work() as work:
        work.comparisons.add(RUN, [a_comparison(5, judge=1, judging=2)])
    with filled.reading() as work:
        assert [line.outcome for line in work.comparisons.lines(RUN)] == [1.0, 0.0, 0.5, 1.0]


def test_ranges_with_something_missing_are_found(filled: Store) -> None:
    with filled.reading() as work:
        found = work.comparisons.open_blocks(RUN, first=4, last=10, judges=2, size=2)
        done = work.comparisons.open_blocks(RUN, first=4, last=6, judges=2, size=16)
        three = work.comparisons.open_blocks(RUN, first=4, last=6, judges=3, size=16)

    assert found == [(6, 8), (8, 10)]
    assert done == []
    assert three == [(4, 6)]


def test_pages_follow_one_another_and_hold_the_words(filled: Store) -> None:
    with filled.reading() as work:
        first = work.comparisons.page(RUN, limit=3)
        last = work.comparisons.page(RUN, after=(first[-1].line.unit, first[-1].line.judge))

    assert [(one.line.unit, one.line.judge) for one in [*first, *last]] == [(4, 0), (4, 1), (5, 0), (5, 1)]
    assert first[0].comparison.reason == "Clearer."
    assert last[0].comparison.not_judged == "It could not be read."


async def test_an_answer_that_comes_twice_or_late_changes_nothing(filled: Store, writer: Writer) -> None:
    with filled.reading() as work:
        standing = work.runs.standing(RUN)
    key = RunKey(standing.no, standing.epoch)

    await writer.commit(AnswerEntry(key, comparisons=[a_comparison(4, winner=Winner.RIGHT)]))

    with filled.reading() as work:
        assert [line.outcome for line in work.comparisons.lines(RUN)] == [1.0, 0.0, 0.5, None]


def test_a_placing_takes_the_place_of_the_one_before_and_is_no_board(filled: Store) -> None:
    with filled.work() as work:
        work.entry_rankings.put(RUN, EntryRanking(method="firth"))
        work.entry_rankings.put(RUN, EntryRanking(method="mm"))

    with filled.reading() as work:
        assert work.entry_rankings.get(RUN) == EntryRanking(method="mm")
        assert work.rankings.of_run(RUN) == []


def test_a_run_without_a_placing_has_none(store: Store) -> None:
    add_run(store)

    with store.reading() as work:
        assert work.entry_rankings.get(RUN) is None
        assert work.comparisons.lines(RUN) == []
