"""Requests that nobody would write, made from the contract: no server error, and no answer that it does not name."""

import itertools
from collections import Counter, defaultdict
from typing import Any, cast
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from edison.domain import Chance
from tools.cards import ROOT

from .conftest import Workbench

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
CONTRACT = ROOT / "contracts" / "openapi.json"
LEFT_OUT = ("/api/live", "/api/demo")
"""A stream without an end, and a demonstration that is not here."""
ASKING = ("/probe", "/test", "/servers", "/models")
"""What asks addresses that somebody names: no test leaves this machine."""
NAMED = ("id", "name", "slug", "run", "version", "number")
FEW, MANY = 40, 5_000


PATIENCE_S = 120
"""The usual ten seconds are not enough where other processes want the same cores."""


class Known:
    """What exists by now: names out of answers, put into the addresses of later requests."""

    def __init__(self, bench: Workbench) -> None:
        self._by_part: dict[str, list[str]] = defaultdict(list)
        self._draw = Chance(7).stream("names")
        ours: dict[str, list[str]] = {"run": [bench.done, bench.waiting], "baseline": [bench.done]}
        self._by_part |= ours | {"number": ["0", "1"]}
        self._by_part |= {"prompt": ["shop/answers"], "dataset": ["support"], "review": ["sug_1"]}

    def fill(self, case: Case) -> None:
        """Nine times out of ten, name what there is."""
        for part in case.path_parameters or {}:
            if self._by_part[part] and self._draw.uniform() < 0.9:
                case.path_parameters[part] = self._draw.choose(self._by_part[part])

    def learn(self, path: str, told: Any) -> None:
        """Remember what an answer names, under the part of an address that stands for it."""
        noun = path.removeprefix("/api/").partition("/")[0].removesuffix("s")
        for one in told if isinstance(told, list) else [told]:
            if isinstance(one, dict):
                found = next((str(one[key]) for key in NAMED if isinstance(one.get(key), str)), None)
                if found is not None and len(self._by_part[noun]) < 50:
                    # As it stands in an address: what begins a query ends the path.
                    self._by_part[noun].append(quote(found, safe="/"))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_strangers_requests_break_nothing(bench: Workbench, request: pytest.FixtureRequest) -> None:
    is_whole = bool(request.config.getoption("--whole-journeys"))
    schema = cast(Any, schemathesis.openapi.from_path(CONTRACT))
    found = [one.ok() for one in schema.get_all_operations()]
    operations = [one for one in found if one.path not in LEFT_OUT and not one.path.endswith(ASKING)]
    known, statuses, numbers = Known(bench), Counter[int](), itertools.count()
    base = f"http://127.0.0.1:{bench.server.port}"

    @seed(7)
    @settings(
        max_examples=MANY if is_whole else FEW,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(case=st.one_of([operation.as_strategy() for operation in operations]))
    def ask(case: Case) -> None:
        known.fill(case)
        key = {"Idempotency-Key": f"stranger {next(numbers)}"}
        headers = {"Authorization": f"Bearer {bench.server.token}", **key}
        answer = case.call(base_url=base, headers=headers, timeout=PATIENCE_S)
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code in (200, 201) and answer.headers.get("content-type") == ["application/json"]:
            known.learn(case.path, answer.json())

    ask()

    assert len(operations) > 50
    assert statuses[200] + statuses[201] > sum(statuses.values()) / 10, statuses
    assert not any(status >= 500 for status in statuses)
