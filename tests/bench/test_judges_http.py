"""Short slices of judges and contests over HTTP; the figures proper come from `python -m bench`."""

import json
from collections.abc import Iterator

import numpy as np
import pytest

from bench import __main__ as command
from bench.contests import TEXTS, compete, constant, pairs_of, ratio_of
from bench.contests import judges as fair_and_leaning
from bench.judge_world import personas
from bench.judges import BIASES
from bench.judges_http import JUDGMENTS, examine
from bench.large_contest import rank
from bench.sims import asked, forms_of, in_batches, simulators
from edison.sim import SimProcess

pytestmark = pytest.mark.timeout(240)


@pytest.fixture(scope="module")
def known() -> Iterator[SimProcess]:
    """Every judge in one simulator."""
    with simulators([persona for persona, _ in personas().values()]) as sims:
        yield sims[0]


def test_what_is_wrong_with_a_judge_stands_on_the_card_that_is_stored(known: SimProcess) -> None:
    said = dict(examine(forms_of([known, known]), [1]))

    found = [found_as in said[name] for name, (_, found_as) in personas().items() if found_as]
    # Each is found in 95 of 100 worlds at least, and this is one world.
    assert sum(found) >= len(found) - 1
    assert not said["fair"] & set(BIASES)
    assert asked([known]) >= 0.95 * JUDGMENTS * len(personas())


def test_a_judge_that_leans_is_seen_through_and_ranks_nearly_as_well() -> None:
    with simulators(*([judge] for judge in fair_and_leaning())) as sims:
        ranked = compete(forms_of(sims), [1])

    fair, leaning = zip(*ranked, strict=True)
    assert all(one.error < 0.5 for one in (*fair, *leaning))
    leads = [one.first - other.first for one, other in zip(leaning, fair, strict=True)]
    assert 0.5 * constant() < np.mean(leads) < 2 * constant()


def test_every_text_is_shown_as_often_on_either_side() -> None:
    pairs = pairs_of(3)

    sides = [
        np.bincount([getattr(pair, side) for pair in pairs], minlength=TEXTS) for side in ("left", "right")
    ]
    assert (sides[0] == sides[1]).all()


def test_the_ratio_of_two_means_comes_with_its_error() -> None:
    rng = np.random.default_rng(1)
    fair = rng.normal(10.0, 1.0, (100, 200))
    leaning = 0.5 * fair + rng.normal(6.0, 1.0, fair.shape)

    found = [ratio_of(np.stack(both, axis=1)) for both in zip(fair, leaning, strict=True)]

    ratios, errors = np.array(found).T
    assert ratios.mean() == pytest.approx(1.1, abs=0.01)
    assert errors.mean() == pytest.approx(ratios.std(), rel=0.3)


def test_a_large_contest_tells_where_its_time_goes() -> None:
    seen = rank(texts=30, comparisons=120)

    assert seen.comparisons == 120
    assert 0 < seen.planning < 1
    assert 30 < seen.peak_mb < 250
    assert all(wall_s > 0 and times > 0 for wall_s, _, times in seen.spent.values())


def test_worlds_are_dealt_to_processes_in_batches() -> None:
    assert list(in_batches(sum, range(10), size=4)) == [6, 22, 17]
    assert list(in_batches(json.dumps, [1, 2], size=4)) == ["[1, 2]"]


def test_nothing_is_measured_that_has_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["nothing"])

    assert "judges-http" in capsys.readouterr().err
