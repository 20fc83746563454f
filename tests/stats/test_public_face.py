"""The room's public names: all there, and none loaded before it is used."""

import subprocess
import sys
from pathlib import Path

import pytest

from edison import stats


@pytest.mark.parametrize("name", stats.__all__)
def test_a_public_name_leads_somewhere(name: str) -> None:
    assert getattr(stats, name).__name__.rpartition(".")[2] == name
    assert name in dir(stats)


def test_every_subject_is_offered() -> None:
    folders = {path.parent.name for path in Path(stats.__path__[0]).glob("*/__init__.py")}

    assert folders <= set(stats.__all__)


def test_a_subject_is_loaded_by_its_name() -> None:
    # Asked directly: once loaded by anybody, it stands where nobody needs to ask.
    assert stats.__getattr__("boards") is stats.boards


def test_a_stranger_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="module 'edison.stats' has no attribute 'magic'"):
        _ = stats.magic  # pyright: ignore[reportAttributeAccessIssue]


def test_the_names_work_as_they_are_offered() -> None:
    table = stats.ComparisonTable.from_winners(["a", "a", "b"], ["b", "c", "c"])

    assert stats.strengths.fit(table).items == stats.fit(table).items == ("a", "b", "c")
    assert stats.mean_interval([0.2, 0.9, 0.4], scale=(0, 1)).n == 3
    assert stats.krippendorff_alpha([[1, 1], [2, 2], [1, 2]]).cases == 3


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import edison.stats", ("numpy", "scipy", "pandas", "matplotlib", "evalica")),
        (
            "from edison import stats; [getattr(stats, name) for name in stats.__all__]",
            ("scipy", "pandas", "matplotlib", "evalica", "statsmodels"),
        ),
        (
            "from edison import stats;"
            "stats.fit(stats.ComparisonTable.from_winners(['a', 'b', 'a'], ['b', 'a', 'b']))",
            ("scipy", "pandas", "matplotlib"),
        ),
    ],
    ids=["the room", "every name", "a fit"],
)
def test_nothing_heavy_is_loaded_before_a_function_needs_it(
    statement: str, unwanted: tuple[str, ...]
) -> None:
    told = f"{statement}\nimport sys\nsys.stdout.write(' '.join(sys.modules))"

    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60
    )

    assert set(done.stdout.split()).isdisjoint(unwanted)


def test_names_and_drawers_are_found_when_they_are_asked_for() -> None:
    assert stats.fit is stats.strengths.fit
