"""The boards a run ends with: made from what is stored, by the run's own policy and the judges' cards."""

from edison.actions.presets import PRESETS
from edison.domain import (
    Board,
    CardMatch,
    Chance,
    Flag,
    FrozenClock,
    Mint,
    Policy,
    Ranking,
    Settlement,
)
from edison.engine.driver.sweep import Sweeps
from edison.store import Store
from tests.factories import SOME_TIME, a_design, a_judge_card
from tests.store.filling import RUN, Filler, add_run


def quality_of(store: Store) -> Ranking:
    mint = Mint(FrozenClock(SOME_TIME), Chance(1).stream("ids"))
    sweeps = Sweeps(store, presets=PRESETS, now=lambda: SOME_TIME, mint=mint)
    sweeps.finish(RUN, 1, Settlement.ALL_CELLS_DONE)
    with store.reading() as work:
        return next(board for board in work.rankings.of_run(RUN) if board.board is Board.QUALITY)


def test_cards_weigh_the_judges_of_a_run(store: Store) -> None:
    add_run(store, cases=3, judges=2)
    with store.work() as work:
        fill = Filler(work)
        for cell in range(3):
            fill.finished(cell, judges=2)
        work.cards.put(a_judge_card())

    panel = quality_of(store).panel

    assert panel is not None
    assert panel.rule == "accuracy on labelled items"
    assert [judge.card.match for judge in panel.judges if judge.card] == [CardMatch.OTHER_MODE] * 2


def test_the_policy_of_a_run_says_what_is_trustworthy(store: Store) -> None:
    add_run(store, cases=2, judges=1, experiment=a_design(policy=Policy(most_unreadable=0.4)))
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0, judges=1)
        fill.output(1)
        fill.checked(1)
        fill.judgment(1, quality=None)

    assert quality_of(store).flags == (Flag.NOT_TRUSTWORTHY,)
