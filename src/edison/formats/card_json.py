"""A judge's card for machines."""

from pydantic import JsonValue

from edison.domain import CardMeasure, JudgeCard


def card_as_json(card: JudgeCard) -> dict[str, JsonValue]:
    """All there is to know; an interval that is unknown is null, never left out."""
    return {
        "judge": {"id": card.judge_id, "name": card.judge_name},
        "run": card.run_id,
        "suite": card.suite_digest,
        "made_at": card.made_at.isoformat(),
        "standing": card.standing.value,
        "biases": list(card.biases),
        "reasons": list(card.reasons),
        "measures": {name: _measure(measure) for name, measure in card.measures.items()},
    }


def _measure(measure: CardMeasure) -> dict[str, JsonValue]:
    interval = measure.interval
    return {
        "value": measure.value,
        "interval": None if interval is None else [interval.low, interval.high],
        "level": None if interval is None else interval.level,
        "n": measure.n,
    }
