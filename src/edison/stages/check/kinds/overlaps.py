"""levenshtein, rouge_n, bleu, gleu: the answer is written much like a given text."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import Output
from edison.text import split_words

from .kind import CheckMisfit, SeenOutput, Test, beside_limit, quote, read_fields, words_of

MOST_STEPS = 20_000_000
"""Characters of one text times those of the other; at most some seconds of comparing."""

_Score: TypeAlias = Callable[[str, Sequence[str]], float]
_ORDERS = range(1, 5)
_LEAST_PRECISION = 1e-7
_LONGEST_RUN = 9


def is_few_edits_away(value: JsonValue) -> Test:
    """At most `at_most` characters have to be put in, taken out or changed to come from the answer `to` the text."""
    fields = read_fields(value, known=("to", "at_most"), needed=("to", "at_most"))
    wanted, most = words_of(fields["to"], field="value.to"), fields["at_most"]
    if isinstance(most, bool) or not isinstance(most, int | float) or most < 0:
        raise CheckMisfit("must be a number from 0 on", field="value.at_most")

    def look(output: Output) -> SeenOutput:
        if len(output.text) * len(wanted) > MOST_STEPS:
            return SeenOutput(holds=None, sentence=f"It is too long to be compared with {quote(wanted)}.")
        edits = _edits(output.text, wanted)
        sentence = f"It is {edits} edits away from {quote(wanted)}; the limit is {most:g}."
        return SeenOutput(edits <= most, sentence, measured=float(edits))

    return look


def shares_words(value: JsonValue) -> Test:
    """ROUGE-N: the harmonic mean of the shares of runs of `n` words (1) that answer and text have in common."""
    fields = dict(read_fields(value, known=("to", "at_least", "n"), needed=("to", "at_least")))
    size = fields.pop("n", 1)
    if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= _LONGEST_RUN:
        raise CheckMisfit(f"must be a number of words from 1 to {_LONGEST_RUN}", field="value.n")

    def score(text: str, given: Sequence[str]) -> float:
        return max(_rouge(text, one, size=size) for one in given)

    return _scored(fields, name=f"ROUGE-{size}", score=score)


def has_bleu(value: JsonValue) -> Test:
    """BLEU against the texts, as Papineni et al. (2002) define it, with orders up to 4 that the answer has."""
    return _scored(value, name="BLEU", score=_bleu)


def has_gleu(value: JsonValue) -> Test:
    """Google's BLEU for single sentences: the smaller of precision and recall of all runs of 1 to 4 words."""
    return _scored(value, name="GLEU", score=lambda text, given: max(_gleu(text, one) for one in given))


def _scored(value: JsonValue, *, name: str, score: _Score) -> Test:
    fields = read_fields(value, known=("to", "at_least"), needed=("to", "at_least"))
    written, least = fields["to"], fields["at_least"]
    if isinstance(least, bool) or not isinstance(least, int | float):
        raise CheckMisfit("must be a number", field="value.at_least")
    texts = [words_of(one, field="value.to") for one in (written if isinstance(written, list) else [written])]
    if not texts:
        raise CheckMisfit("is an empty list; write the text to compare with", field="value.to")

    def look(output: Output) -> SeenOutput:
        measured = score(output.text, texts)
        sentence = f"Its {name} against {quote(texts[0])} is {beside_limit(measured, least, decimals=4)}."
        return SeenOutput(measured >= least, sentence, measured=measured)

    return look


def _edits(one: str, other: str) -> int:
    """Levenshtein's distance, a row at a time."""
    row = list(range(len(other) + 1))
    for place, character in enumerate(one, start=1):
        above, row[0] = row[0], place
        for column, opposite in enumerate(other, start=1):
            above, row[column] = (
                row[column],
                min(row[column] + 1, row[column - 1] + 1, above + (character != opposite)),
            )
    return row[-1]


def _runs(words: Sequence[str], length: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[start : start + length]) for start in range(len(words) - length + 1))


def _rouge(text: str, given: str, *, size: int) -> float:
    found, wanted = (_runs(split_words(one.lower()), size) for one in (text, given))
    shared = (found & wanted).total()
    return 2 * shared / (found.total() + wanted.total()) if shared else 0.0


def _bleu(text: str, given: Sequence[str]) -> float:
    words, references = text.lower().split(), [one.lower().split() for one in given]
    if not words:
        return 0.0
    logs: list[float] = []
    for order in _ORDERS:
        runs = _runs(words, order)
        if runs:
            most = max((runs & _runs(reference, order)).total() for reference in references)
            logs.append(math.log(most / runs.total() or _LEAST_PRECISION))
    nearest = min(
        (len(reference) for reference in references), key=lambda size: (abs(size - len(words)), size)
    )
    brevity = 1.0 if len(words) > nearest else math.exp(1 - nearest / len(words))
    return brevity * math.exp(sum(logs) / len(logs))


def _gleu(text: str, given: str) -> float:
    words, wanted = ([word.rstrip(".") for word in one.lower().split()] for one in (text, given))
    if not any(words):
        return 0.0
    if words == wanted:
        return 1.0
    shared, found, needed = 0, 0, 0
    for order in _ORDERS:
        runs, reference = _runs(words, order), _runs(wanted, order)
        shared += (runs & reference).total()
        found += runs.total()
        needed += reference.total()
    return min(shared / found, shared / needed) if needed else 0.0
