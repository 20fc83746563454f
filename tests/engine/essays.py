"""Essays whose quality is known, and what a ranking of them should say."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from edison.sim.world.draw import Draws
from edison.sim.world.knowledge.essays import SimEntry, write_entries


def some_essays(count: int, *, seed: int = 3) -> list[SimEntry]:
    """Different essays on one assignment; the same seed writes the same ones."""
    return write_entries(Draws(seed, "essays"), count=count)


def as_lines(essays: Sequence[SimEntry], **more: Mapping[str, str]) -> str:
    """Essays as a JSONL file; `more` adds a field to the essays it names by id."""
    return "".join(
        json.dumps(
            {
                "id": one.id,
                "text": one.text,
                **{key: of[one.id] for key, of in more.items() if one.id in of},
            }
        )
        + "\n"
        for one in essays
    )


def in_true_order(essays: Sequence[SimEntry], ranked: Sequence[str]) -> float:
    """The share of pairs of different quality that a ranking, the best first, has the right way round."""
    quality = {one.id: one.quality for one in essays}
    apart = [
        quality[better] > quality[worse]
        for place, better in enumerate(ranked)
        for worse in ranked[place + 1 :]
        if quality[better] != quality[worse]
    ]
    return sum(apart) / len(apart)


def names_of(told: Mapping[str, Any]) -> list[str]:
    """The ids of a ranking for machines, the best first."""
    return [item["id"] for item in told["items"]]
