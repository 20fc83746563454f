"""A judge's card for machines."""

from pydantic import JsonValue

from edison.domain import CardMeasure, JudgeCard, JudgeProfile


def card_as_json(card: JudgeCard) -> dict[str, JsonValue]:
    """All there is to know; an interval that is unknown is null, never left out."""
    return {
        "judge": {"id": card.judge_id, "name": card.judge_name},
        "run": card.run_id,
        "suite": card.suite_digest,
        "rubric": card.rubric_id,
        "profiles": [_profile(profile) for profile in card.profiles],
        "made_at": card.made_at.isoformat(),
        "standing": card.standing.value,
        "biases": list(card.biases),
        "not_known": list(card.not_known),
        "reasons": list(card.reasons),
        "measures": {name: _measure(measure) for name, measure in card.measures.items()},
    }


def _profile(profile: JudgeProfile) -> dict[str, JsonValue]:
    """How it was asked; what of it has its usual value is left out, its model and mode never are."""
    written = profile.model_dump(mode="json", exclude={"endpoint", "mode"}, exclude_defaults=True)
    return {"model": profile.endpoint.name, "mode": profile.mode.value, **written}


def _measure(measure: CardMeasure) -> dict[str, JsonValue]:
    interval = measure.interval
    return {
        "value": measure.value,
        "interval": None if interval is None else [interval.low, interval.high],
        "level": None if interval is None else interval.level,
        "n": measure.n,
    }
