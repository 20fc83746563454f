"""Which fault befalls which request: decided by the plan, its seed, and what came before."""

from __future__ import annotations

from fnmatch import fnmatchcase
from hashlib import blake2b

import msgspec

from .plan import Burst, FaultPlan, Match, Rule


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """A request at the gate."""

    at_s: float
    """Simulated seconds since the start."""
    format: str
    operation: str
    path: str
    model: str | None
    key: str | None
    content: str
    stream: bool = False
    estimate: int = 0
    """Tokens it may need: a quarter of its characters, and what it wants at most."""


class FaultDice:
    """Decides which rule applies; remembers how often each was asked."""

    def __init__(self, plan: FaultPlan) -> None:
        self.plan = plan
        self._seen: dict[int, int] = {}
        self._fired: dict[int, int] = {}
        self._contents: dict[tuple[int, str], int] = {}

    def draw(self, arrival: Arrival) -> int | None:
        """The place of the first rule that applies."""
        for place, rule in enumerate(self.plan.rules):
            if _concerns(rule.match, arrival) and self._applies(place, rule, arrival):
                self._fired[place] = self._fired.get(place, 0) + 1
                return place
        return None

    def _applies(self, place: int, rule: Rule, arrival: Arrival) -> bool:
        number = self._seen[place] = self._seen.get(place, 0) + 1
        match = rule.match
        if match.nth_of_content and not self._is_wanted_occurrence(place, match, arrival):
            return False
        if rule.times is not None and self._fired.get(place, 0) >= rule.times:
            return False
        if match.nth and number not in match.nth:
            return False
        if match.every is not None and number % match.every:
            return False
        name = f"{place}/{rule.name}"
        if match.share is not None:
            what = str(number) if match.share_by == "count" else arrival.content
            if unit_of(self.plan.seed, name, what) >= match.share:
                return False
        return match.burst is None or self._is_in_burst(match.burst, name, number)

    def _is_wanted_occurrence(self, place: int, match: Match, arrival: Arrival) -> bool:
        occurrence = self._contents[place, arrival.content] = (
            self._contents.get((place, arrival.content), 0) + 1
        )
        return occurrence in match.nth_of_content

    def _is_in_burst(self, burst: Burst, name: str, number: int) -> bool:
        starts = range(max(number - burst.length + 1, 1), number + 1)
        return any(unit_of(self.plan.seed, name, f"burst/{start}") < burst.probability for start in starts)


def unit_of(seed: int, *names: str) -> float:
    """A number from 0 up to 1 that depends on nothing but the seed and the names."""
    digest = blake2b(
        "\x1f".join((str(seed), *names)).encode("utf-8", "surrogatepass"), digest_size=8
    ).digest()
    return int.from_bytes(digest, "big") / 2**64


def _concerns(match: Match, arrival: Arrival) -> bool:
    exact = (
        (match.format, arrival.format),
        (match.operation, arrival.operation),
        (match.key, arrival.key),
        (match.stream, arrival.stream),
    )
    if any(wanted is not None and wanted != found for wanted, found in exact):
        return False
    patterns = ((match.path, arrival.path), (match.model, arrival.model))
    if any(wanted is not None and not fnmatchcase(found or "", wanted) for wanted, found in patterns):
        return False
    if match.after_s is not None and arrival.at_s < match.after_s:
        return False
    return match.before_s is None or arrival.at_s < match.before_s
