"""A ranking of texts, as doors show it: for machines, and in words."""

from pydantic import JsonValue

from edison.domain import Placing
from edison.formats.placing_json import placing_as_json
from edison.formats.placing_run import PlacingRun
from edison.formats.placing_words import cautions
from edison.formats.wording import tell_end


def placing_for_machines(placing: Placing, about: PlacingRun) -> dict[str, JsonValue]:
    """All there is to know."""
    return placing_as_json(placing, about=about)


def warnings_of(placing: Placing, about: PlacingRun) -> list[str]:
    """What to know before believing the order, a sentence each."""
    return cautions(placing, is_adaptive=about.is_adaptive)


def ending_of(about: PlacingRun) -> str:
    """How it ended: by its name, and in a sentence."""
    return f"{about.settlement.value.replace('_', ' ')}. {tell_end(about.settlement)}"


__all__ = ["PlacingRun", "ending_of", "placing_for_machines", "warnings_of"]
