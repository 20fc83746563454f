"""The stages of a scale as one judge sees them: under which names, with how much text, in which order."""

from dataclasses import dataclass
from string import ascii_uppercase

from edison.domain import Chance, Criterion, Display

_ID_LENGTH = 6
_LABEL_END = "::"


@dataclass(frozen=True, slots=True)
class ShownStage:
    """One line of the scale."""

    token: str
    number: int
    """Which stage it is, 1 being the lowest; never shown."""
    text: str


@dataclass(frozen=True, slots=True)
class ShownStages:
    """The stages in the order shown, of the criterion that they are stages of."""

    criterion: Criterion
    stages: tuple[ShownStage, ...]

    @property
    def numbers(self) -> dict[str, int]:
        """The stage behind each token."""
        return {stage.token: stage.number for stage in self.stages}

    @property
    def shown(self) -> dict[str, str]:
        """The same, as it is kept."""
        return {stage.token: str(stage.number) for stage in self.stages}


def draw_view(criterion: Criterion, *, display: Display, key: str) -> ShownStages:
    """How the criterion's labels are shown; the same key draws the same view, and no other key tells it.

    A letter stays with its stage, A with the lowest, wherever it is shown.
    """
    labels = sorted(criterion.scale.labels, key=lambda label: label.value)
    tokens = _ids(len(labels), key=key) if display.anonymise_stages else _letters(len(labels))
    stages = [
        ShownStage(token, number, _text(label.text, hides_label=display.hide_labels))
        for number, (token, label) in enumerate(zip(tokens, labels, strict=True), 1)
    ]
    if display.shuffle_stages:
        Chance(0).stream("order of stages", key).shuffle(stages)
    return ShownStages(criterion, tuple(stages))


def _letters(count: int) -> list[str]:
    if count > len(ascii_uppercase):
        return [str(number) for number in range(1, count + 1)]
    return list(ascii_uppercase[:count])


def _ids(count: int, *, key: str) -> list[str]:
    stream = Chance(0).stream("names of stages", key)
    ids: dict[str, None] = {}
    while len(ids) < count:
        drawn = stream.token(_ID_LENGTH)
        # A mix of both is neither a word nor a number, which might say something.
        if not drawn.isalpha() and not drawn.isdigit():
            ids[drawn] = None
    return list(ids)


def _text(label: str, *, hides_label: bool) -> str:
    line = " ".join(label.split())
    _, _, criteria = line.partition(_LABEL_END)
    return criteria.strip() if hides_label and criteria.strip() else line
