"""`make quick` runs what a change touches, and the rules of the house."""

import pytest

from tools.quick import concerned_by

HOUSE = "tests/architecture"


@pytest.mark.parametrize(
    ("changed", "chosen"),
    [
        ([], []),
        (["README.md", "docs/index.md", "tests/conftest.py"], []),
        (["src/edison/text/extract.py"], ["tests/text"]),
        (["src/edison/stages/judge/kinds/direct.py"], ["tests/stages/judge"]),
        (["src/edison/stages/judge/units.py", "src/edison/stages/__init__.py"], ["tests/stages"]),
        (["src/edison/cli/app.py", "src/edison/api/app.py"], ["tests/doors"]),
        (["tests/text/test_extract.py"], ["tests/text/test_extract.py"]),
        (["tests/text/test_extract.py", "src/edison/text/diff.py"], ["tests/text"]),
        (["tests/engine/house.py"], ["tests/engine"]),
        (["bench/doors.py"], ["tests/bench"]),
        (["tests/text/test_that_was_deleted.py"], ["tests/text"]),
    ],
)
def test_a_change_is_tested_where_it_is(changed: list[str], chosen: list[str]) -> None:
    assert concerned_by(changed) == sorted([HOUSE, *chosen])
