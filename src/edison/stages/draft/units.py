"""One instruction, and the forms of grammar it is to be put in."""

from dataclasses import dataclass

from edison.domain import Arm, DraftTask, Endpoint, Sampling

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
class VariantRequest:
    """What to vary, and who does it."""

    writer: Endpoint
    baseline: str
    sampling: Sampling
    dimensions: tuple[str, ...] = USUAL_DIMENSIONS


@dataclass(frozen=True, slots=True)
class DraftUnit:
    """One alternative, or one batch of cases, that is to be written."""

    writer: Arm
    task: DraftTask
    place: int

    @property
    def facets(self) -> tuple[str, ...]:
        """What the cases of this batch are spread over: each batch begins with another language, length and tag."""
        spec = self.task.spec
        named = (
            ()
            if spec is None
            else (
                ("In each of these languages, inputs and expected answers alike", spec.languages),
                ("Lengths", spec.lengths),
                ("Tags", spec.tags),
            )
        )
        return tuple(
            f"{name}, evenly: {', '.join([*values[self.place % len(values) :], *values[: self.place % len(values)]])}."
            for name, values in named
            if values
        )
