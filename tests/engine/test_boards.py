"""The boards a run ends with: made from what is stored, by the run's own policy and the judges' cards."""

from edison.actions.labels import LabelRequest, label_cell
from edison.actions.presets import PRESETS
from edison.actions.results.cards import list_cards, show_card
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
from tests.actions.test_rechecking import a_house
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


def test_labels_of_people_weigh_the_judges_of_a_run_and_stand_on_their_cards(store: Store) -> None:
    cases = 24
    add_run(store, cases=cases, judges=2)
    with store.work() as work:
        fill = Filler(work)
        for cell in range(cases):
            fill.output(cell)
            fill.checked(cell)
            for judge, score in enumerate((5 * (cell % 2), 5)):
                said: dict[str, object] = {"scores": ({"criterion": "Accuracy", "score": score},)}
                fill.judgment(cell, judge=judge, said=said)
        work.cards.put(a_judge_card())
    house = a_house(store)
    for cell in range(cases):
        label_cell(house, RUN, cell, LabelRequest(label="pass" if cell % 2 else "fail"))

    panel = quality_of(store).panel
    [card] = list_cards(house)

    assert panel is not None
    assert panel.rule == "agreement with people on 24 labelled cases or more"
    assert [judge.people and (judge.people.value, judge.people.n) for judge in panel.judges] == [
        (1, 24),
        (0.5, 24),
    ]
    assert all(judge.people and judge.people.interval for judge in panel.judges)
    # Both judges are asked as the one on the card was.
    measure = card.measures["agreement_with_labels"]
    assert (measure.value, measure.n, measure.interval is None) == (0.75, 48, False)
    assert "agrees with labels of outputs" in "\n".join(show_card(card))


def test_the_policy_of_a_run_says_what_is_trustworthy(store: Store) -> None:
    add_run(store, cases=2, judges=1, experiment=a_design(policy=Policy(most_unreadable=0.4)))
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0, judges=1)
        fill.output(1)
        fill.checked(1)
        fill.judgment(1, quality=None)

    assert quality_of(store).flags == (Flag.NOT_TRUSTWORTHY,)
