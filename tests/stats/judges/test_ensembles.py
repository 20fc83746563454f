import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.stats import ensembles as worlds
from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.judges import (
    WeightBasis,
    _latent,
    accuracy_weights,
    combine_votes,
    ensemble_weights,
    ensembles,
    equal_weights,
)
from edison.stats.judges._latent import fit_hidden_classes, independence_p_value

NAN = float("nan")
UNEQUAL = (0.9, 0.8, 0.7, 0.6, 0.6)


def _votes(rng: np.random.Generator, *, accuracies: tuple[float, ...], items: int, classes: int = 2):
    truth = rng.integers(0, classes, items)
    wrong = (truth[:, None] + rng.integers(1, classes, (items, len(accuracies)))) % classes
    right = rng.random((items, len(accuracies))) < accuracies
    return truth.astype(float), np.where(right, truth[:, None], wrong).astype(float)


def test_independent_judges_are_weighed_by_what_their_agreement_shows() -> None:
    _, votes = _votes(np.random.default_rng(71), accuracies=UNEQUAL, items=400)

    found = ensemble_weights(votes)

    assert found.basis is WeightBasis.LATENT_CLASSES
    assert found.accuracies == pytest.approx(UNEQUAL, abs=0.08)
    assert found.weights[0] > found.weights[2] > found.weights[4]
    assert max(found.weights) <= 0.4 + 1e-12
    assert sum(found.weights) == pytest.approx(1)


def test_two_copies_make_the_panel_equal() -> None:
    rng = np.random.default_rng(72)
    _, votes = _votes(rng, accuracies=(0.8, 0.8, 0.8, 0.65), items=200)
    votes = np.hstack([votes, votes[:, 3:]])

    found = ensemble_weights(votes)

    assert found.basis is WeightBasis.DEPENDENT
    assert found.weights == pytest.approx([0.2] * 5)
    assert found.independence is not None
    assert found.independence < 0.05


def test_judges_of_one_family_share_one_vote() -> None:
    rng = np.random.default_rng(73)
    _, votes = _votes(rng, accuracies=(0.8, 0.8, 0.8, 0.65), items=200)
    votes = np.hstack([votes, votes[:, 3:]])

    found = ensemble_weights(votes, families=["a", "b", "c", "twin", "twin"])

    assert found.basis is WeightBasis.LATENT_CLASSES
    assert found.families == 4
    assert found.weights[3] == found.weights[4]
    assert found.weights[3] + found.weights[4] < found.weights[0]


def test_a_family_that_is_divided_has_no_vote() -> None:
    rng = np.random.default_rng(74)
    _, votes = _votes(rng, accuracies=(0.8, 0.8, 0.8, 0.8), items=150)
    votes = np.hstack([votes, 1 - votes[:, 3:]])

    found = ensemble_weights(votes, families=["a", "b", "c", "split", "split"])

    # The divided family never votes, so three are left and cannot be tested; it is still a family.
    assert found.families == 4
    assert found.weights[3] + found.weights[4] <= 0.26


@pytest.mark.parametrize(
    ("accuracies", "items", "classes", "basis"),
    [
        ((0.9, 0.6), 200, 2, WeightBasis.FEW_JUDGES),
        ((0.9, 0.8, 0.7), 200, 2, WeightBasis.NOT_TESTABLE),
        (UNEQUAL, 60, 2, WeightBasis.FEW_ITEMS),
        (UNEQUAL, 200, 1, WeightBasis.NO_SIGNAL),
    ],
)
def test_weights_are_equal_where_nothing_else_can_be_justified(
    accuracies: tuple[float, ...], items: int, classes: int, basis: WeightBasis
) -> None:
    if classes == 1:
        votes = np.ones((items, len(accuracies)))
    else:
        _, votes = _votes(np.random.default_rng(75), accuracies=accuracies, items=items, classes=classes)

    found = ensemble_weights(votes)

    assert found.basis is basis
    assert found.weights == pytest.approx([1 / len(accuracies)] * len(accuracies))


def test_three_judges_of_three_verdicts_can_be_weighed() -> None:
    _, votes = _votes(np.random.default_rng(76), accuracies=(0.9, 0.7, 0.6), items=300, classes=3)

    found = ensemble_weights(votes)

    assert found.basis is WeightBasis.LATENT_CLASSES
    assert found.weights[0] == max(found.weights) <= 2 / 3 + 1e-12


def test_labels_weigh_judges_and_copies_share_their_weight() -> None:
    rng = np.random.default_rng(77)
    truth, votes = _votes(rng, accuracies=(0.9, 0.75, 0.75), items=400)
    votes = np.hstack([votes, votes[:, 2:]])
    labels = truth.copy()
    labels[300:] = NAN

    found = ensemble_weights(votes, labels=labels)

    assert (found.basis, found.items) == (WeightBasis.LABELS, 300)
    assert found.weights[0] > found.weights[1]
    assert found.weights[2] == pytest.approx(found.weights[3])
    assert found.weights[2] + found.weights[3] == pytest.approx(found.weights[1], rel=0.6)
    assert found.accuracies == pytest.approx((votes[:300] == truth[:300, None]).mean(axis=0), abs=0.01)


def test_labelled_weights_beat_the_majority_on_other_items() -> None:
    rng = np.random.default_rng(78)
    gains = []
    for _ in range(40):
        truth, votes = _votes(rng, accuracies=UNEQUAL, items=400)
        labels = np.where(np.arange(400) < 100, truth, NAN)
        found = ensemble_weights(votes, labels=labels)
        weighted, plain = (
            np.asarray(combine_votes(votes[100:], weights).verdicts)
            for weights in (found.weights, np.ones(5))
        )
        gains.append(np.mean(weighted == truth[100:]) - np.mean(plain == truth[100:]))

    assert np.mean(gains) >= 0.02


def test_labels_that_no_judge_follows_leave_weights_equal() -> None:
    truth, votes = _votes(np.random.default_rng(79), accuracies=(0.1, 0.1, 0.1), items=100)

    found = ensemble_weights(votes, labels=truth)

    assert found.basis is WeightBasis.NO_SIGNAL
    assert found.weights == pytest.approx([1 / 3] * 3)


def test_a_panel_that_is_always_right_has_finite_weights() -> None:
    truth = np.tile([0.0, 1.0], 20)

    found = ensemble_weights(np.stack([truth, truth], axis=1), labels=truth)

    assert found.weights == pytest.approx([0.5, 0.5])


def test_weights_are_usable_even_when_the_steps_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    truth, votes = _votes(np.random.default_rng(86), accuracies=UNEQUAL, items=100)
    monkeypatch.setattr(ensembles, "_STEPS", 1)

    found = ensemble_weights(votes, labels=truth)

    assert sum(found.weights) == pytest.approx(1)


def test_few_labels_are_not_used() -> None:
    truth, votes = _votes(np.random.default_rng(80), accuracies=(0.9, 0.6), items=100)

    found = ensemble_weights(votes, labels=np.where(np.arange(100) < 10, truth, NAN))

    assert found.basis is WeightBasis.FEW_JUDGES


def test_votes_may_be_missing() -> None:
    rng = np.random.default_rng(81)
    _, votes = _votes(rng, accuracies=UNEQUAL, items=400)
    votes[rng.random(votes.shape) < 0.2] = NAN

    found = ensemble_weights(votes)

    assert found.basis is WeightBasis.LATENT_CLASSES
    assert found.weights[0] == max(found.weights)


def test_judges_that_only_guess_stay_within_the_cap() -> None:
    rng = np.random.default_rng(82)
    votes = rng.integers(0, 2, (300, 4)).astype(float)

    found = ensemble_weights(votes)

    assert max(found.weights) <= 0.5
    assert sum(found.weights) == pytest.approx(1)


def test_independence_is_rejected_as_seldom_as_promised() -> None:
    rng = np.random.default_rng(83)
    p_values = [
        independence_p_value(
            _votes(rng, accuracies=UNEQUAL, items=150)[1].astype(np.int64), classes=2, seed=world
        )
        for world in range(40)
    ]

    # One in twenty by design; more than 6 of 40 would happen once in a hundred tries.
    assert np.sum(np.array(p_values) < 0.05) <= 6


def test_large_panels_are_tested_on_a_sample_and_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    _, votes = _votes(np.random.default_rng(84), accuracies=UNEQUAL, items=1500)
    codes = votes.astype(np.int64)
    at_once = independence_p_value(codes, classes=2, seed=3)
    monkeypatch.setattr(_latent, "_CHUNK", 40 * 1000 * 5 * 2)

    in_pieces = independence_p_value(codes, classes=2, seed=3)

    assert 0.05 < at_once <= 1
    assert 0.05 < in_pieces <= 1


def test_hidden_classes_are_found_as_the_slow_way_finds_them() -> None:
    _, votes = _votes(np.random.default_rng(85), accuracies=(0.9, 0.8, 0.7), items=120, classes=3)

    fitted = fit_hidden_classes(votes.astype(np.int64)[None], classes=3)

    prior, tables = _slow_dawid_skene(votes.astype(int), classes=3)
    np.testing.assert_allclose(fitted.prior[0], prior, atol=2e-3)
    np.testing.assert_allclose(fitted.votes[0].transpose(1, 2, 0), tables, atol=5e-3)


def test_a_panel_says_what_most_of_its_weight_says() -> None:
    found = combine_votes([[1, 2, 2], [1, 1, NAN], [1, 2, NAN], [NAN, NAN, NAN]], [0.5, 0.3, 0.3])

    np.testing.assert_array_equal(found.verdicts, [2, 1, 1, NAN])
    assert found.support == pytest.approx([0.6 / 1.1, 1, 0.5 / 0.8, 0])
    assert (found.ties, found.silent) == (0, 1)


def test_equally_strong_verdicts_are_a_tie_and_not_the_first() -> None:
    found = combine_votes([[1, 2]], [0.5, 0.5])

    assert np.isnan(found.verdicts[0])
    assert (found.ties, found.silent) == (1, 0)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda: ensemble_weights([[1.0, 2.0]], families=["a"]), LengthsDiffer),
        (lambda: ensemble_weights([[1.0, 2.0]], labels=[1.0, 2.0]), LengthsDiffer),
        (lambda: ensemble_weights([[NAN, NAN]]), StatisticRefused),
        (lambda: ensemble_weights(np.arange(60.0).reshape(20, 3)), SampleBroken),
        (lambda: combine_votes([[1.0, 2.0]], [1.0]), LengthsDiffer),
        (lambda: combine_votes([[1.0, 2.0]], [0.0, 0.0]), SampleBroken),
        (lambda: combine_votes([[1.0, 2.0]], [NAN, 1.0]), SampleBroken),
        (lambda: combine_votes([[NAN, NAN]], [1.0, 1.0]), StatisticRefused),
    ],
)
def test_panels_that_make_no_sense_are_refused_by_name(asked, error: type[EdisonError]) -> None:
    with pytest.raises(error):
        asked()


@given(
    votes=st.lists(
        st.lists(st.sampled_from([0.0, 1.0, 2.0, NAN]), min_size=4, max_size=4), min_size=1, max_size=8
    ),
    labelled=st.booleans(),
)
def test_any_panel_gets_weights_that_sum_to_one_or_a_named_error(
    votes: list[list[float]], labelled: bool
) -> None:
    table = votes * 15
    try:
        found = ensemble_weights(table, labels=[row[0] for row in table] if labelled else None)
    except EdisonError:
        return

    assert sum(found.weights) == pytest.approx(1)
    assert all(weight >= 0 for weight in found.weights)


@pytest.mark.parametrize(
    "name", ["copies repeat 90%", "copies repeat 90%, family told", "independent, unequal"]
)
def test_a_guarded_panel_keeps_its_bar(name: str) -> None:
    panel = next(panel for panel in worlds.PANELS if panel.name == name and panel.items == 200)

    found = worlds.outcome_of(panel, worlds=15)

    assert panel.bar is not None
    assert found.gain >= panel.bar
    if name == "copies repeat 90%":
        assert found.plain < found.majority - 0.1


def _slow_dawid_skene(votes: np.ndarray, *, classes: int) -> tuple[np.ndarray, np.ndarray]:
    items, judges = votes.shape
    prior, tables = np.zeros(classes), np.zeros((judges, classes, classes))
    belief = np.array([[np.sum(row == c) + 1e-3 for c in range(classes)] for row in votes])
    belief /= belief.sum(axis=1, keepdims=True)
    for _ in range(200):
        prior = (belief.sum(axis=0) + 1) / (items + classes)
        tables = np.zeros((judges, classes, classes))
        for judge in range(judges):
            for true in range(classes):
                for said in range(classes):
                    tables[judge, said, true] = (
                        belief[votes[:, judge] == said, true].sum() + 2 / classes + (said == true)
                    )
                tables[judge, :, true] /= tables[judge, :, true].sum()
        for item in range(items):
            for true in range(classes):
                belief[item, true] = prior[true] * np.prod(
                    [tables[judge, votes[item, judge], true] for judge in range(judges)]
                )
            belief[item] /= belief[item].sum()
    return prior, tables


def test_scores_are_weighed_one_family_one_vote() -> None:
    found = equal_weights(["a", "twin", "twin"])

    assert found.weights == pytest.approx([0.5, 0.25, 0.25])
    assert (found.basis, found.families) == (WeightBasis.NO_LABELS, 2)
    with pytest.raises(SampleEmpty):
        equal_weights([])


def test_a_judge_that_was_right_more_often_counts_for_more() -> None:
    found = accuracy_weights([0.9, 0.7, 0.5], labelled=[200, 200, 200])

    assert found.basis is WeightBasis.ACCURACIES
    assert found.weights[0] > found.weights[1] > found.weights[2] > 0
    assert sum(found.weights) == pytest.approx(1)
    assert (found.accuracies, found.items, found.families) == ((0.9, 0.7, 0.5), 200, 3)


def test_a_family_shares_one_vote_however_good_its_members_are() -> None:
    found = accuracy_weights([0.9, 0.9, 0.9], labelled=[100] * 3, families=["a", "twin", "twin"])

    assert found.weights == pytest.approx([0.5, 0.25, 0.25])


def test_few_labels_count_for_less() -> None:
    few = accuracy_weights([0.95, 0.6], labelled=[20, 20])
    many = accuracy_weights([0.95, 0.6], labelled=[2_000, 2_000])

    assert 0.5 < few.weights[0] < many.weights[0]


@pytest.mark.parametrize(
    ("accuracies", "labelled", "basis"),
    [
        ([0.9, 0.6], [100, 19], WeightBasis.FEW_LABELS),
        ([0.9, NAN], [100, 100], WeightBasis.FEW_LABELS),
        ([0.5, 0.4], [100, 100], WeightBasis.NO_SIGNAL),
    ],
)
def test_accuracies_that_say_nothing_leave_everybody_equal(
    accuracies: list[float], labelled: list[int], basis: WeightBasis
) -> None:
    found = accuracy_weights(accuracies, labelled=labelled)

    assert (found.basis, found.weights) == (basis, (0.5, 0.5))


def test_chance_depends_on_how_many_verdicts_there_were() -> None:
    assert accuracy_weights([0.5, 0.3], labelled=[100] * 2, classes=4).weights[0] > 0.5


def test_accuracies_without_their_counts_are_refused() -> None:
    with pytest.raises(LengthsDiffer):
        accuracy_weights([0.9, 0.8], labelled=[100])
    with pytest.raises(SampleBroken):
        accuracy_weights([1.2, 0.8], labelled=[100, 100])
