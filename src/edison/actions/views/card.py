"""A judge's card for machines."""

from typing import ClassVar, Self

from pydantic import ConfigDict

from edison.domain import CardMeasure, CardStanding, JudgeCard, JudgeMode, JudgeProfile

from .view import BaseView, Ends, Moment, ends_of


class JudgeNameView(BaseView):
    """Which judge."""

    id: str
    name: str


class ProfileView(BaseView):
    """How a judge was asked; what of it has its usual value is left out, its model and mode never are."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="allow")

    model: str
    mode: JudgeMode

    @classmethod
    def of(cls, profile: JudgeProfile) -> Self:
        unusual = profile.model_dump(mode="json", exclude={"endpoint", "mode"}, exclude_defaults=True)
        return cls.model_validate({"model": profile.endpoint.name, "mode": profile.mode, **unusual})


class MeasureView(BaseView):
    """One number, with its interval and what it rests on."""

    value: float
    interval: Ends | None
    level: float | None
    n: int

    @classmethod
    def of(cls, measure: CardMeasure) -> Self:
        interval = measure.interval
        level = None if interval is None else interval.level
        return cls(value=measure.value, interval=ends_of(interval), level=level, n=measure.n)


class CardView(BaseView):
    """All there is to know about a judge as an instrument."""

    judge: JudgeNameView
    run: str
    suite: str
    rubric: str
    profiles: tuple[ProfileView, ...]
    made_at: Moment
    standing: CardStanding
    biases: tuple[str, ...]
    not_known: tuple[str, ...]
    reasons: tuple[str, ...]
    measures: dict[str, MeasureView]


def view_card(card: JudgeCard) -> CardView:
    """All of a card."""
    return CardView(
        judge=JudgeNameView(id=card.judge_id, name=card.judge_name),
        run=card.run_id,
        suite=card.suite_digest,
        rubric=card.rubric_id,
        profiles=tuple(map(ProfileView.of, card.profiles)),
        made_at=card.made_at,
        standing=card.standing,
        biases=card.biases,
        not_known=card.not_known,
        reasons=card.reasons,
        measures={name: MeasureView.of(measure) for name, measure in card.measures.items()},
    )
