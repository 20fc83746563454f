"""One instruction, and the forms of grammar it is to be put in."""

from dataclasses import dataclass

from edison.domain import Endpoint, Sampling

DIMENSIONS = {
    "mood": ("imperative", "interrogative", "declarative"),
    "voice": ("active", "passive"),
    "person": ("first_person", "second_person", "third_person"),
    "tense": ("present", "past", "future", "perfect"),
    "frame": ("presuppositional", "descriptive"),
}
"""In what an instruction may vary, and the forms there are."""
USUAL_DIMENSIONS = ("mood", "voice", "person", "frame")
BASELINE = "imperative"
"""What the instruction itself is called among its variants."""


@dataclass(frozen=True, slots=True)
class VariantWish:
    """What to vary, and who does it."""

    writer: Endpoint
    baseline: str
    sampling: Sampling
    dimensions: tuple[str, ...] = USUAL_DIMENSIONS
