"""similar, drift: the answer means much the same as a given text, by the vectors of an embedder.

Embedders take "is correct" and "is not correct" for nearly the same: neither kind says that an answer is right.
"""

from pydantic import JsonValue

from edison.domain import EmbeddedTexts, Output
from edison.text import write_apart

from .kind import CheckMisfit, SeenOutput, Test, TestByMeaning, beside_limit, quote, read_fields, words_of


def means_the_same(value: JsonValue) -> Test:
    """The cosine of the angle between the vectors of answer and text is at least `at_least`."""
    fields = read_fields(value, known=("to", "at_least"), needed=("to", "at_least"))
    wanted = words_of(fields["to"], field="value.to").strip()
    least = _number(fields["at_least"], field="at_least", most=1)

    def look(output: Output, embedded: EmbeddedTexts) -> SeenOutput:
        near = 1 - _distance(output, wanted, embedded=embedded)
        sentence = f"Its nearness in meaning to {quote(wanted)} is {beside_limit(near, least)}."
        return SeenOutput(holds=near >= least, sentence=sentence, measured=near)

    return TestByMeaning(texts=lambda output: (output.text.strip(), wanted), look=look)


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


def _number(value: JsonValue, *, field: str, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
        raise CheckMisfit(f"must be a number above 0 and up to {most:g}", field=f"value.{field}")
    return float(value)
