"""Batteries, and what texts mean, from Python."""

import pytest

import edison


@pytest.fixture(autouse=True)
def _at_home(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDISON_DATABASE_URL", f"sqlite:///{tmp_path}/edison.db")


def test_texts_are_measured_without_a_model() -> None:
    text = "It rains. It rains again. It rains still. The sun explodes."

    near, far = (edison.drift("It rains.", other) for other in ("It is raining.", "Cats purr."))
    variants = edison.analyze_variants({"imperative": "File it.", "passive": "It is filed."})
    path = edison.analyze_trajectory(text)
    match = edison.compare_trajectories(text, text)

    assert near.z is not None
    assert far.z is not None
    assert near.z < far.z
    assert list(variants.from_baseline) == ["passive"]
    assert path.sentences is not None
    assert (path.n_sentences, len(path.sentences)) == (4, 4)
    assert (match.acceleration_dtw, match.spike_count_match) == (0, 1)


def test_a_battery_is_run_from_python() -> None:
    result = edison.battery("starter:tools", models=["sim/edison-sim-large"], max_tokens=200, seed=3)

    cells = list(result.cells())
    assert len(cells) == 4
    assert result.run.experiment.preset == "battery"
    assert all(cell.checks for cell in cells)
