"""Runs that are made ready and not started leave nothing behind."""

import json
import os
from pathlib import Path
from typing import Any, cast

import pytest

from edison.actions.house import House
from edison.actions.presets.suite_plans import plan_suite
from edison.actions.presets.suites import open_suite
from edison.actions.runs.prepare import prepare_run
from edison.domain import Chance, FrozenClock
from edison.errors import CasesDoNotFit, EdisonError, KeyMissing
from edison.store import Store

TOO_MUCH_FOR_MEMORY = 4_000


class NoKeys:
    def in_variable(self, name: str) -> str | None:
        return None


@pytest.fixture
def house(store: Store) -> House:
    return House(
        database=store.url,
        open_archive=lambda _: store,
        keys=cast(Any, NoKeys()),
        clock=FrozenClock(),
        chance=Chance(1),
    )


def a_suite(folder: Path, *, last: dict[str, str]) -> Path:
    cases = [{"id": f"c{number}", "q": "why? " * 200} for number in range(TOO_MUCH_FOR_MEMORY)]
    (folder / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in [*cases, last]))
    suite = {
        "name": "large",
        "arms": ["local/m"],
        "providers": {
            "local": {"kind": "openai", "base_url": "http://127.0.0.1:1/v1", "api_key_env": "NONE"}
        },
        "prompt": "{{ q }}",
        "cases": "cases.jsonl",
    }
    path = folder / "suite.json"
    path.write_text(json.dumps(suite))
    return path


@pytest.mark.parametrize(
    ("last", "refusal"),
    [({"id": "last", "q": "?"}, KeyMissing), ({"id": "last"}, CasesDoNotFit)],
)
def test_a_suite_that_is_refused_leaves_no_file_open(
    house: House, tmp_path: Path, last: dict[str, str], refusal: type[EdisonError]
) -> None:
    file = open_suite(a_suite(tmp_path, last=last))
    with house.store.reading():
        before = len(os.listdir("/dev/fd"))

    with pytest.raises(refusal) as refused:
        prepare_run(house, plan_suite(house, file))

    assert refused.value
    assert len(os.listdir("/dev/fd")) == before
