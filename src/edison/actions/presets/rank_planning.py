"""Before a ranking: how many comparisons a reliability will take, and what that rests on."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from edison.domain import Right
from edison.errors import ContestRefused
from edison.text import several, write_percent

from ..access import verb
from ..house import House
from ..views.estimate import NeededComparisonsView, RankForecastView
from .rank_requests import RankRequest

if TYPE_CHECKING:
    from .entries import EntrySet

LEVELS = (0.7, 0.8, 0.9)
USUAL_ACCURACY = 0.75
"""How often a judge of average skill puts two texts drawn at random in their true order."""
_MOST_TEXTS, _MOST_PER_TEXT, _WORLDS = 40, 60, 8
_LEAST_FOR_STREAMS = 20


@verb(Right.READ)
def forecast_ranking(
    house: House, paths: Sequence[Path], *, accuracy: float = USUAL_ACCURACY
) -> RankForecastView:
    """Count the texts and rehearse rankings of as many pretend ones; nothing is asked. Blocks; not for a loop."""
    from .entries import open_entries

    return _forecast(open_entries(paths, web=house.web_texts), accuracy=accuracy)


@verb(Right.READ)
def forecast_sent(
    house: House, request: RankRequest, *, accuracy: float = USUAL_ACCURACY
) -> RankForecastView:
    """The same for texts that were sent, or that the assignment has. Blocks; not for a loop."""
    from .entries import open_entries

    graded = {anchor.label: anchor.text for anchor in request.graded}
    entries = open_entries(
        (),
        inline={**graded, **request.texts},
        sent=request.sent,
        addresses=request.addresses,
        web=house.web_texts,
    )
    return _forecast(entries, accuracy=accuracy)


def _forecast(entries: "EntrySet", *, accuracy: float) -> RankForecastView:
    texts = sum(1 for _ in entries.cases())
    if texts < 2:
        raise ContestRefused(f"{several(texts, 'text')} cannot be compared", "Hand in at least two.")
    rehearsed = min(texts, _MOST_TEXTS)
    return RankForecastView(
        texts=texts,
        accuracy=accuracy,
        needed=tuple(_needed(texts, rehearsed=rehearsed, accuracy=accuracy)),
        assumptions=(
            f"One judge puts {write_percent(accuracy)} of randomly chosen pairs in their true order.",
            "The strengths of the texts are spread like a bell, and every comparison brings a finding.",
            f"Means over {_WORLDS} rehearsals of {rehearsed} pretend texts; a single ranking may need more or less.",
            "Reliability is the squared correlation with the true strengths.",
        ),
    )


def _needed(texts: int, *, rehearsed: int, accuracy: float) -> list[NeededComparisonsView]:
    from edison.stats.pairing import Pairing
    from edison.stats.stability import Aim, Setting, plan_comparisons, spread_for_accuracy

    pairing = Pairing.ADAPTIVE if texts >= _LEAST_FOR_STREAMS else Pairing.RANDOM
    setting = Setting(items=rehearsed, spread=spread_for_accuracy(accuracy), pairing=pairing)
    plan = plan_comparisons(setting, aim=Aim.RELIABILITY, most_per_item=_MOST_PER_TEXT, worlds=_WORLDS)
    course = list(zip(plan.comparisons_per_item.tolist(), plan.reliability.tolist(), strict=True))
    found: list[NeededComparisonsView] = []
    for level in LEVELS:
        each = next((per_text for per_text, reached in course if reached >= level), None)
        comparisons = None if each is None else ceil(each * texts / 2)
        found.append(NeededComparisonsView(reliability=level, per_text=each, comparisons=comparisons))
    return found
