"""similar, drift: the answer means much the same as a given text, by the vectors of an embedder.

Embedders take "is correct" and "is not correct" for nearly the same: neither kind says that an answer is right.
"""

import math
from collections.abc import Sequence

from pydantic import JsonValue

from edison.domain import EmbeddedTexts, Output
from edison.text import write_apart

from .kind import CheckMisfit, SeenOutput, Test, TestByMeaning, beside_limit, quote, read_fields, words_of


def means_the_same(value: JsonValue) -> Test:
    """The vectors of answer and text, or of the nearest of several, are near enough.

    By the cosine of their angle, or `by` their dot product, which is `at_least` so much; or by their euclidean
    distance, which is `at_most` so much.
    """
    fields = read_fields(value, known=("to", "at_least", "at_most", "by"), needed=("to",))
    written, by = fields["to"], str(fields.get("by", "cosine"))
    texts = [
        words_of(one, field="value.to").strip()
        for one in (written if isinstance(written, list) else [written])
    ]
    if not texts or by not in _NEAR:
        field = "by" if texts else "to"
        raise CheckMisfit(
            "must be cosine, dot or euclidean; and `to` a text or several", field=f"value.{field}"
        )
    limit_name = "at_most" if by == "euclidean" else "at_least"
    limit = _number(fields.get(limit_name), field=limit_name, most=1 if by == "cosine" else 1e6)

    def look(output: Output, embedded: EmbeddedTexts) -> SeenOutput:
        near = [_NEAR[by](embedded.vectors[output.text.strip()], embedded.vectors[one]) for one in texts]
        best = min(near) if by == "euclidean" else max(near)
        holds = best <= limit if by == "euclidean" else best >= limit
        named = "nearness" if by == "cosine" else f"nearness ({by})"
        sentence = f"Its {named} in meaning to {quote(texts[0])} is {beside_limit(best, limit)}."
        return SeenOutput(holds=holds, sentence=sentence, measured=best)

    return TestByMeaning(texts=lambda output: (output.text.strip(), *texts), look=look)


def drifts(value: JsonValue) -> Test:
    """The cosine distance between answer and text is at most `at_most`; without a limit it is only measured."""
    fields = read_fields(value, known=("from", "at_most"), needed=("from",))
    wanted = words_of(fields["from"], field="value.from").strip()
    limit = fields.get("at_most")
    most = None if limit is None else _number(limit, field="at_most", most=2)

    def look(output: Output, embedded: EmbeddedTexts) -> SeenOutput:
        distance = _distance(output, wanted, embedded=embedded)
        mean, deviation = embedded.unrelated or (0.0, None)
        z = None if deviation is None else (distance - mean) / deviation
        return SeenOutput(*drift_within(distance, most=most), measured=distance, z=z)

    return TestByMeaning(texts=lambda output: (output.text.strip(), wanted), look=look)


def drift_within(distance: float, *, most: float | None) -> tuple[bool, str]:
    """Whether a distance keeps a limit, and what to say of it."""
    if most is not None and distance > most:
        return False, f"Drift {write_apart(distance, most)[0]} exceeds threshold {most:g}"
    return True, f"Drift {distance:.3f} is within the threshold"


def _distance(output: Output, wanted: str, *, embedded: EmbeddedTexts) -> float:
    # Loads arrays, which most suites do without.
    from edison.stats import cosine_distance

    return cosine_distance(embedded.vectors[output.text.strip()], embedded.vectors[wanted])


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    from edison.stats import cosine_distance

    return 1 - cosine_distance(one, other)


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(left * right for left, right in zip(one, other, strict=True))


_NEAR = {"cosine": _cosine, "dot": _dot, "euclidean": math.dist}


def _number(value: JsonValue, *, field: str, most: float) -> float:
    if value is None:
        raise CheckMisfit("is missing", field=f"value.{field}")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
        raise CheckMisfit(f"must be a number above 0 and up to {most:g}", field=f"value.{field}")
    return float(value)
