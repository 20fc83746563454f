"""Whatever a provider does: a named outcome in time, the ledger closed, nothing dearer than the call could be, and no
more held than a process may hold."""

import asyncio
import json
import sys
from typing import Any

import pytest

from edison.gateway.http.answer_memory import HELD_AT_ONCE
from tests.gateway.hostile.answers import ANSWERS
from tests.gateway.hostile.scenes import Row
from tests.gateway.hostile.streams import STREAMS
from tests.gateway.scripted import scripted

CATALOGUE: dict[str, Row] = {
    **{f"answer: {name}": row for name, row in ANSWERS.items()},
    **{f"stream: {name}": row for name, row in STREAMS.items()},
}
MOST_DEADLINES = 4
"""What is ended takes one and a little; a busy machine may take longer for the rest."""


async def _ask_everyone() -> dict[str, Any]:
    rows = list(CATALOGUE.values())
    async with scripted(by_path=lambda path: rows[int(path.split("/")[2])].scene) as server:
        orders = [
            {
                "address": f"{server.base_url}/{number}",
                "is_stream": row.is_stream,
                "is_patient": row.outcome == "timed_out",
            }
            for number, row in enumerate(rows)
        ]
        caller = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.gateway.hostile.caller"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        said, _ = await caller.communicate(json.dumps(orders).encode())
    return json.loads(said)


@pytest.mark.timeout(60)
async def test_every_hostile_provider_gets_what_it_deserves() -> None:
    assert len(CATALOGUE) >= 117

    found = await _ask_everyone()

    came = dict(zip(CATALOGUE, found["came"], strict=True))
    assert {name: one["came"] for name, one in came.items()} == {
        name: row.outcome for name, row in CATALOGUE.items()
    }
    for bad in ("tells_the_key", "is_open", "costs_too_much", "keeps_too_much"):
        assert [name for name, one in came.items() if one[bad]] == [], bad
    assert [name for name, one in came.items() if one["deadlines"] > MOST_DEADLINES] == []
    assert found["grew"] <= HELD_AT_ONCE
