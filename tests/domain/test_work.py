import re

import pytest
from pydantic import ValidationError

from tests.factories import a_shard, a_turn, a_unit


def test_a_repeat_after_a_crash_carries_the_same_key() -> None:
    assert a_turn().key == a_turn().key


@pytest.mark.parametrize(
    "changes",
    [
        {"unit": a_unit(run_id="run_2")},
        {"unit": a_unit(stage="judge")},
        {"unit": a_unit(key="cell_2")},
        {"turn": 2},
        {"branch": 1},
        {"generation": 2},
    ],
)
def test_another_exchange_has_another_key(changes: dict[str, object]) -> None:
    assert a_turn(**changes).key != a_turn().key


def test_a_key_fits_into_every_providers_batch() -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", a_turn().key)


@pytest.mark.parametrize("changes", [{"units": ()}, {"units": ("cell",) * 1025}, {"lane": ()}])
def test_a_shard_holds_some_units_and_not_too_many(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        a_shard(**changes)
