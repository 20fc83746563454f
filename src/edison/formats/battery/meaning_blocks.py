"""What a test asks of the meaning of its answer: the blocks of prompt-prix's decision record 11, as checks."""

from collections.abc import Mapping

from pydantic import JsonValue

from edison.domain import Check

from ..reading.nodes import tell

DRIFT, WITHIN_REFUSALS, MOST_HELLER = 0.3, 0.25, 0.6
"""Limits where none are given."""


def read_blocks(written: JsonValue) -> tuple[list[Check], list[str]]:
    """The checks of one block or of several, and what of them is not known."""
    checks: list[Check] = []
    notes: list[str] = []
    for block in written if isinstance(written, list) else [] if written is None else [written]:
        check = _read(block) if isinstance(block, dict) else None
        if check is None:
            name = block.get("type") if isinstance(block, dict) else block
            notes.append(f"embedding_validation {tell(name)} is not known and is not evaluated.")
        else:
            checks.append(check)
    return checks, notes


def _read(block: Mapping[str, JsonValue]) -> Check | None:
    limit = block.get("threshold")
    match block.get("type"):
        case "drift_threshold":
            value = {"from": block.get("expected"), "at_most": DRIFT if limit is None else limit}
            return Check(kind="drift", value=value)
        case "refusal_cluster":
            within = WITHIN_REFUSALS if limit is None else limit
            return Check(kind="refusal_cluster", negated=True, value={"within": within})
        case "cluster_classification":
            value = {"clusters": block.get("clusters"), "expected_cluster": block.get("expected_cluster")}
            return Check(kind="cluster_classification", value=value)
        case "trajectory":
            most = block.get("max_heller", block.get("max_heller_score", limit))
            return Check(kind="heller", value={"at_most": MOST_HELLER if most is None else most})
        case _:
            return None
