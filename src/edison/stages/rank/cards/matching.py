"""card matching: which card speaks for a judge, and how far it does."""

from collections.abc import Collection, Iterable

from edison.domain import CardMatch, Judge, JudgeCard, JudgeProfile, SeenCard

MAIN_MEASURES = ("accuracy", "flip_rate", "kappa_with_people", "parse_rate")
"""What is shown of a card beside the numbers that a judge's word went into."""

_OF_A_MODE = frozenset({"mode", "may_tie", "may_abstain", "may_name_several", "display"})
"""What only one mode knows, so that it cannot be held against another."""
_NOT_ASKED = frozenset({"endpoint", "family"})
"""Whom a judge counts with changes nothing about what it finds; that the model is the same is known already."""


def find_card(judge: Judge, cards: Iterable[JudgeCard]) -> SeenCard | None:
    """The card that comes nearest to the judge, the newest of several equally near; None for a model never examined."""
    seen = [found for card in cards if (found := _see(card, judge)) is not None]
    nearness = list(CardMatch)
    return min(seen, key=lambda one: (nearness.index(one.match), -one.made_at.timestamp()), default=None)


def _see(card: JudgeCard, judge: Judge) -> SeenCard | None:
    same_model = [profile for profile in card.profiles if profile.endpoint == judge.endpoint]
    if not same_model:
        return None
    same_mode = next((profile for profile in same_model if profile.mode is judge.mode), None)
    differs = _differences(judge, same_mode or same_model[0], beside=() if same_mode else _OF_A_MODE)
    if differs:
        match = CardMatch.OTHER_PROFILE
    elif same_mode is None:
        match = CardMatch.OTHER_MODE
    else:
        is_same = card.rubric_id == judge.rubric_id
        match = CardMatch.SAME if is_same else CardMatch.OTHER_RUBRIC
    return SeenCard(
        match=match,
        differs=differs,
        standing=card.standing,
        measures={name: card.measures[name] for name in MAIN_MEASURES if name in card.measures},
        biases=card.biases,
        suite_digest=card.suite_digest,
        run_id=card.run_id,
        made_at=card.made_at,
    )


def _differences(judge: Judge, profile: JudgeProfile, *, beside: Collection[str]) -> tuple[str, ...]:
    left_aside = {*_NOT_ASKED, *beside}
    return tuple(
        name
        for name in JudgeProfile.model_fields
        if name not in left_aside and getattr(judge, name) != getattr(profile, name)
    )
