"""The gates of coverage refuse what they say they refuse."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools.lines import add_up, find_gaps


def counted(*, missing: list[int], reached: list[int], room: str = "text") -> dict[str, Any]:
    """What one process counted in a file of a room."""
    found = {
        "executed_lines": reached,
        "missing_lines": missing,
        "executed_branches": [],
        "missing_branches": [[line, 0] for line in missing],
    }
    return {
        "meta": {"software": "slipcover", "branch_coverage": True},
        "files": {f"src/edison/{room}/x.py": found},
        "summary": {"percent_covered": 95.0},
    }


def write(folder: Path, *parts: dict[str, Any]) -> Path:
    for number, part in enumerate(parts):
        (folder / f"gw{number}.json").write_text(json.dumps(part), encoding="utf-8")
    return folder


def test_a_line_that_no_test_of_a_pure_room_reaches_is_a_gap(tmp_path: Path) -> None:
    found = add_up(write(tmp_path, counted(missing=[3], reached=[1, 2])))

    assert list(find_gaps(found)) == ["text/x.py: lines [3], branches 3->exit"]


def test_what_one_process_reaches_is_reached() -> None:
    assert not list(find_gaps(counted(missing=[], reached=[1])))


def test_a_way_to_a_line_that_is_left_out_is_no_gap() -> None:
    found = counted(missing=[], reached=[1])
    found["files"]["src/edison/text/x.py"]["missing_branches"] = [[1, 7]]

    assert not list(find_gaps(found))


def test_what_processes_reach_together_is_added_up(tmp_path: Path) -> None:
    one, other = counted(missing=[2], reached=[1]), counted(missing=[1], reached=[2])
    one["files"]["src/edison/text/x.py"]["missing_branches"] = []
    other["files"]["src/edison/text/x.py"]["missing_branches"] = []

    assert not list(find_gaps(add_up(write(tmp_path, one, other))))


def test_other_rooms_may_have_gaps_while_nearly_all_is_reached() -> None:
    found = counted(missing=[2], reached=[1], room="cli")
    assert not list(find_gaps(found))

    found["summary"]["percent_covered"] = 89.9
    assert list(find_gaps(found)) == ["89.9 % of all is reached, and 90 % is the least"]


def test_without_counts_nothing_is_called_reached(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        add_up(tmp_path)
