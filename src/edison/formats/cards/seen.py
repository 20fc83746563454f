"""What a judge's card says of it, in a line beside the numbers that its word went into."""

from collections.abc import Iterator

from edison.domain import CardMatch, CardMeasure, CardStanding, JudgeMode, JudgeProfile, SeenCard
from edison.text import decimals_for, write_interval, write_number

from ..words.wording import share

NO_CARD = "no card"

STANDING_WORDS = {
    CardStanding.QUALIFIED: "qualified",
    CardStanding.WITH_WARNINGS: "qualified with warnings",
    CardStanding.UNQUALIFIED: "unqualified",
}

_MATCHES = {
    CardMatch.SAME: "",
    CardMatch.OTHER_RUBRIC: "by another rubric",
    CardMatch.OTHER_MODE: "in another mode",
    CardMatch.OTHER_PROFILE: "from another profile",
}

_SHARES = {
    "accuracy": "right in {}",
    "flip_rate": "changed its mind with the order in {}",
    "parse_rate": "could be read in {}",
}
_KAPPA = "kappa_with_people"

_MODES = {JudgeMode.PAIRWISE: "pairs", JudgeMode.VERDICT: "stages", JudgeMode.POINTWISE: "scores"}


def tell_seen(card: SeenCard | None) -> str:
    """Standing, date, what it holds for and the main figures, in one line."""
    if card is None:
        return NO_CARD
    label = tell_match(card)
    told = f"{STANDING_WORDS[card.standing]} ({card.made_at:%Y-%m-%d}{f', {label}' if label else ''})"
    figures = ", ".join(tell_figures(card))
    return f"{told}: {figures}" if figures else told


def tell_match(card: SeenCard) -> str:
    """How near the judge that was examined is to this one; nothing where it is the same."""
    differs = f": other {', '.join(name.replace('_', ' ') for name in card.differs)}" if card.differs else ""
    return f"{_MATCHES[card.match]}{differs}"


def tell_figures(card: SeenCard) -> Iterator[str]:
    """The main figures, as far as they are known."""
    for name, words in _SHARES.items():
        if measure := card.measures.get(name):
            yield words.format(share(measure.value))
    if kappa := card.measures.get(_KAPPA):
        yield f"kappa with people {tell_plain(kappa)}"


def tell_plain(measure: CardMeasure) -> str:
    """A number with its interval, in the digits that this is worth."""
    if measure.interval is None:
        return write_number(measure.value, decimals=2)
    low, high = measure.interval.low, measure.interval.high
    value = write_number(measure.value, decimals=decimals_for(low, high))
    return f"{value} ({write_interval(low, high)})"


def tell_profiles(profiles: tuple[JudgeProfile, ...]) -> str:
    """How a judge was asked when it was examined; two profiles of one model are told apart by it."""
    first = profiles[0]
    samples = f", {first.samples} samples" if first.samples > 1 else ""
    extras = [
        word
        for word, is_so in (
            ("with instructions of its own", bool(first.instructions)),
            ("scrubbed", first.scrub),
            ("with ties", any(profile.may_tie for profile in profiles)),
        )
        if is_so
    ]
    asked = " and ".join(_MODES[profile.mode] for profile in profiles)
    told = [
        f"{first.thinking.value.replace('_', ' ')}{samples}",
        f"written as {first.answer_form.value}",
        *extras,
    ]
    return f"Asked for {asked}: {', '.join(told)}."
