"""Three hundred texts with labels, and how far a detector finds what they say."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

TEXTS = Path(__file__).with_name("texts.txt")
_LABEL = re.compile(r"\[\[([a-z_]+):(.*?)\]\]", re.DOTALL)


class Span(NamedTuple):
    """Something in a text, and of what kind."""

    kind: str
    start: int
    end: int

    def meets(self, other: "Span") -> bool:
        """Whether two are of one kind and overlap."""
        return self.kind == other.kind and self.start < other.end and other.start < self.end


class LabelledText(NamedTuple):
    """One text, and what is to be found in it."""

    language: str
    text: str
    labels: tuple[Span, ...]
    is_kept_aside: bool
    """Every second one: nobody looked at it while the detectors were written."""


@dataclass
class Tally:
    """What a detector found of one kind."""

    found: int = 0
    missed: int = 0
    false_alarms: int = 0
    examples: list[str] = field(default_factory=list[str])
    """What was missed or found wrongly."""

    @property
    def labels(self) -> int:
        return self.found + self.missed

    @property
    def precision(self) -> float | None:
        told = self.found + self.false_alarms
        return self.found / told if told else None

    @property
    def recall(self) -> float | None:
        return self.found / self.labels if self.labels else None


Detector = Callable[[str], Iterable[Span]]


def read_texts() -> Iterator[LabelledText]:
    """All texts of the file, in their order."""
    lines = TEXTS.read_text(encoding="utf-8").splitlines()
    written = [line for line in lines if line and not line.startswith("#")]
    for place, line in enumerate(written):
        language, _, text = line.partition(" | ")
        yield _read(language, text.replace("\\n", "\n").replace("\\u0052", "R"), is_kept_aside=place % 2 == 1)


def _read(language: str, written: str, *, is_kept_aside: bool) -> LabelledText:
    plain, labels, cursor = "", list[Span](), 0
    for match in _LABEL.finditer(written):
        plain += written[cursor : match.start()]
        labels.append(Span(match[1], len(plain), len(plain) + len(match[2])))
        plain, cursor = plain + match[2], match.end()
    return LabelledText(language, plain + written[cursor:], tuple(labels), is_kept_aside)


def measure(detect: Detector, texts: Iterable[LabelledText]) -> dict[str, Tally]:
    """By kind: labels that are met by something of their kind, and findings that meet no label."""
    tallies: dict[str, Tally] = {}
    for one in texts:
        found = list(detect(one.text))
        for label in one.labels:
            tally = tallies.setdefault(label.kind, Tally())
            if any(label.meets(span) for span in found):
                tally.found += 1
            else:
                tally.missed += 1
                tally.examples.append(f"missed in: {one.text}")
        for span, count in Counter(found).items():
            if not any(span.meets(label) for label in one.labels):
                tally = tallies.setdefault(span.kind, Tally())
                tally.false_alarms += count
                tally.examples.append(f"{one.text[span.start : span.end]!r} in: {one.text}")
    return dict(sorted(tallies.items()))
