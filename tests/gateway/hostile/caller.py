"""Asks hostile providers, in a process whose memory is watched.

`python -m tests.gateway.hostile.caller` reads rows as JSON: address, whether it streams, whether only its deadline ends
it. It says what came of each, how long that took, and by how much the process grew at most.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from edison.domain import Ask, AttemptState
from edison.errors import ProviderTrouble
from edison.gateway import Gateway, MemoryLedger, Patience, Secret
from tests.gateway.gateways import KEY, a_gateway, a_provider, an_ask

ANSWER, ANOTHER = "answer", "another answer"
"""What was asked for, or something else that is an answer; all else that comes of a row is the code of a trouble."""

DEADLINE_S, GENEROUS_S = 0.4, 4.0
"""For those whom nothing else ends; and for the others, so that no busy machine makes them end by it."""


async def _call(row: dict[str, Any]) -> dict[str, Any]:
    ledger, ask = MemoryLedger(), an_ask()
    deadline_s = DEADLINE_S if row["is_patient"] else GENEROUS_S
    patience = Patience(connect_s=GENEROUS_S, total_s=deadline_s)
    provider = a_provider(row["address"], key=Secret(KEY), patience=patience)
    loop = asyncio.get_running_loop()
    async with a_gateway(provider, ledger=ledger) as gateway:
        began = loop.time()
        came, told = await _outcome(gateway, ask, is_stream=row["is_stream"])
        took_s = loop.time() - began
    ends = [entry.end for entry in ledger.entries]
    return {
        "came": came,
        "deadlines": took_s / deadline_s,
        "tells_the_key": KEY in told,
        "is_open": len(ends) != 1 or bool(ledger.open_attempts) or ends[0].state is AttemptState.OPEN,
        "costs_too_much": any(
            (entry.end.cost.microusd or 0) > (entry.attempt.worst_case_microusd or 0)
            for entry in ledger.entries
        ),
        "keeps_too_much": any(len(end.raw.response) > 256 * 1024 for end in ends),
    }


async def _outcome(gateway: Gateway, ask: Ask, *, is_stream: bool) -> tuple[str, str]:
    try:
        if is_stream:
            async with gateway.stream(ask) as deltas:
                async for _ in deltas:
                    pass
                text = deltas.answer.text
        else:
            text = (await gateway.ask(ask)).text
    except ProviderTrouble as trouble:
        return trouble.code, trouble.sentence
    return (ANSWER if text == "Paris" else ANOTHER), ""


async def _call_all(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # All at once whom only a deadline ends; the others one after the other, so that none waits for a neighbour.
    async with asyncio.TaskGroup() as group:
        patient = {n: group.create_task(_call(row)) for n, row in enumerate(rows) if row["is_patient"]}
    return [patient[n].result() if n in patient else await _call(row) for n, row in enumerate(rows)]


def _most_held() -> int:
    """The largest size so far; the other figures that a system tells of are inherited from whoever started this."""
    told = Path("/proc/self/status").read_text().split("VmHWM:")[1]
    return int(told.split()[0]) * 1024


async def _main() -> None:
    rows, before = json.load(sys.stdin), _most_held()
    came = await _call_all(rows)
    sys.stdout.write(json.dumps({"came": came, "grew": _most_held() - before}))


if __name__ == "__main__":
    asyncio.run(_main())
