"""Pictures of findings: what stands in them, and what cannot be drawn."""

from pathlib import Path

import pytest

from edison.actions.statistics import (
    PlanRequest,
    Variances,
    measure_agreement,
    plan_power,
    rank_file,
)
from edison.actions.statistics.pictures import (
    picture_agreement,
    picture_calibration,
    picture_order,
    picture_pairs,
    picture_power,
    save_picture,
)
from edison.errors import FormatUnknown, SampleEmpty, StatisticRefused
from edison.text import write_interval

from .tables import write_csv

VOTES = [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("a", "b"), ("d", "e"), ("e", "d")]


@pytest.fixture
def votes(tmp_path: Path) -> Path:
    return write_csv(tmp_path / "votes.csv", ("winner", "loser"), VOTES)


def test_an_order_and_its_pairs_are_drawn(votes: Path, tmp_path: Path) -> None:
    ranked = rank_file(votes)

    save_picture(picture_order(ranked), tmp_path / "order.svg")
    pairs = picture_pairs(ranked).as_svg()

    assert "scores with 95 % intervals" in (tmp_path / "order.svg").read_text("utf-8")
    assert "chance that the row wins, with 95 % intervals" in pairs
    # Items that no chain of comparisons joins have no chance against each other.
    assert pairs.count(">–<") == 5 + 2 * 6
    with pytest.raises(StatisticRefused, match="elo gives no chances to win"):
        picture_pairs(rank_file(votes, method="elo"))


def test_agreement_of_two_judges_and_of_more_is_drawn(tmp_path: Path) -> None:
    rows = [(1, 1, 1), (2, 2, 1), (1, 2, 1), (2, 2, 2), (1, 1, 2)]
    two = write_csv(tmp_path / "two.csv", ("ann", "bob"), [row[:2] for row in rows])
    three = write_csv(tmp_path / "three.csv", ("ann", "bob", "cid"), rows)
    many = write_csv(
        tmp_path / "many.csv", [f"j{n}" for n in range(16)], [(1, 2) * 8, (2, 2) * 8, (1, 1) * 8]
    )

    drawn = picture_agreement(measure_agreement(two)).as_svg()
    kappa = measure_agreement(two).measures["cohen_kappa"]
    assert drawn.count("<rect") == 1 + 2
    assert drawn.count(f">{write_interval(kappa.low, kappa.high)}<") == 2
    assert picture_agreement(measure_agreement(three)).as_svg().count("<rect") == 1 + 6
    with pytest.raises(SampleEmpty, match="pairs of judges that can be shown"):
        picture_agreement(measure_agreement(many))


def test_calibration_and_power_are_drawn(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", ("chance", "came"), [(n / 40, n % 3 == 0) for n in range(40)])
    plan = plan_power(PlanRequest(effect=1.0, scale=(0, 5)), variances=Variances(case=1.0))
    hopeless = plan_power(PlanRequest(effect=1e-9), variances=Variances(case=1.0))

    assert "Brier" in picture_calibration(path, chance="chance", came="came").title
    assert "Power to show difference 1; the line is 80 %" in picture_power(plan).as_svg()
    assert "100,000" in picture_power(hopeless).as_svg()


def test_only_known_endings_are_written(votes: Path, tmp_path: Path) -> None:
    with pytest.raises(FormatUnknown, match=r"'.gif'; there are .svg, .png"):
        save_picture(picture_order(rank_file(votes)), tmp_path / "a.gif")
