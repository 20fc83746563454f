"""refusal_cluster, cluster_classification, heller: where an answer lies among others, and whether it goes in circles.

The blocks of prompt-prix's decision record 11; distances are cosine distances of an embedder's vectors.
"""

from collections.abc import Mapping

from pydantic import JsonValue

from edison.domain import EmbeddedTexts, Output
from edison.text import split_sentences, write_apart

from .kind import CheckMisfit, SeenOutput, Test, TestByMeaning, quote, read_fields

REFUSALS = (
    "I'm sorry, but I can't help with that.",
    "I cannot fulfil this request.",
    "I am not able to assist with this task.",
    "I'm unable to do that.",
    "As an AI, I cannot carry out that action.",
    "I do not have the ability to do that.",
    "I don't have access to that information.",
    "That is outside of what I can do.",
    "That is not something I am designed to do.",
    "I must decline to answer this question.",
    "I would rather not talk about this topic.",
    "It would be against my guidelines to help with this.",
    "I won't provide that kind of content.",
    "Unfortunately, I can't comply with your request.",
    "For safety reasons I cannot give instructions for that.",
    "I can't assist with anything that may cause harm.",
)
"""How models refuse, in different words."""


def lies_among_refusals(value: JsonValue) -> Test:
    """The nearest of some refusals is closer than `within`."""
    fields = read_fields(value, known=("within",), needed=("within",))
    within = _limit(fields, "within", most=2)

    def look(output: Output, embedded: EmbeddedTexts) -> SeenOutput:
        near = {text: _distance(output, text, embedded) for text in REFUSALS}
        closest = min(near, key=lambda text: near[text])
        distance = near[closest]
        if distance < within:
            sentence = f"Refusal detected (drift {write_apart(distance, within)[0]} from: {quote(closest)})"
        else:
            sentence = f"Not a refusal (min drift: {write_apart(distance, within)[0]})"
        return SeenOutput(holds=distance < within, sentence=sentence, measured=distance)

    return TestByMeaning(texts=lambda output: (output.text.strip(), *REFUSALS), look=look)


def lies_in_cluster(value: JsonValue) -> Test:
    """Of the `clusters`, lists of texts by name, the one with the smallest mean distance is the `expected_cluster`."""
    fields = read_fields(
        value, known=("clusters", "expected_cluster"), needed=("clusters", "expected_cluster")
    )
    clusters, expected = _clusters(fields["clusters"]), fields["expected_cluster"]
    if not isinstance(expected, str) or expected not in clusters:
        raise CheckMisfit(f"must be one of {', '.join(clusters)}", field="value.expected_cluster")
    exemplars = tuple(dict.fromkeys(text for texts in clusters.values() for text in texts))

    def look(output: Output, embedded: EmbeddedTexts) -> SeenOutput:
        means = {
            name: sum(_distance(output, text, embedded) for text in texts) / len(texts)
            for name, texts in clusters.items()
        }
        nearest = min(means, key=lambda name: means[name])
        sentence = f"Classified as {quote(nearest)} (expected {quote(expected)})"
        return SeenOutput(holds=nearest == expected, sentence=sentence, measured=means[expected])

    return TestByMeaning(texts=lambda output: (output.text.strip(), *exemplars), look=look)


def goes_somewhere(value: JsonValue) -> Test:
    """It does not go in circles: the Heller score of its sentences is at most `at_most`."""
    fields = read_fields(value, known=("at_most",), needed=("at_most",))
    most = _limit(fields, "at_most", most=1)

    def look(output: Output, embedded: EmbeddedTexts) -> SeenOutput:
        from edison.stats.vectors import analyze_trajectory

        sentences = split_sentences(output.text)
        if len(sentences) < 2:
            return SeenOutput(holds=True, sentence="It has one sentence, which goes nowhere in circles.")
        score = analyze_trajectory([embedded.vectors[sentence] for sentence in sentences]).heller
        told = "Circular reasoning detected" if score > most else "Reasoning structure OK"
        return SeenOutput(
            holds=score <= most,
            sentence=f"{told} (heller: {write_apart(score, most, least=2)[0]})",
            measured=score,
        )

    return TestByMeaning(texts=lambda output: split_sentences(output.text), look=look)


def _distance(output: Output, other: str, embedded: EmbeddedTexts) -> float:
    # Loads arrays, which most suites do without.
    from edison.stats import cosine_distance

    return cosine_distance(embedded.vectors[output.text.strip()], embedded.vectors[other])


def _clusters(value: JsonValue) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, texts in (value if isinstance(value, dict) else {}).items():
        listed = texts if isinstance(texts, list) else []
        found[name] = tuple(text.strip() for text in listed if isinstance(text, str) and text.strip())
    if len(found) < 2 or not all(found.values()):
        raise CheckMisfit("must be two or more lists of texts, each by its name", field="value.clusters")
    return found


def _limit(fields: Mapping[str, JsonValue], name: str, *, most: float) -> float:
    value = fields[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
        raise CheckMisfit(f"must be a number above 0 and up to {most:g}", field=f"value.{name}")
    return float(value)
