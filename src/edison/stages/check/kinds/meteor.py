"""meteor: the words of the answer are those of a given text, or stand for them, and much in the same order.

METEOR (Banerjee and Lavie, 2005) takes words for the same that are equal, have the same stem or are synonyms. Synonyms
need WordNet, which is not here. How much they could change is known, so a score is told where they decide nothing.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pydantic import JsonValue

from edison.domain import Output
from edison.text import stem

from .kind import CheckMisfit, SeenOutput, Test, beside_limit, quote, read_fields, words_of

_USUAL = {"alpha": 0.9, "beta": 3.0, "gamma": 0.5}
"""How much precision counts, how steeply the loss for pieces grows, and the most that can be lost."""
_PLAIN = re.compile(r"[a-z0-9][a-z0-9'./-]*")
_NAMES = (
    "and anything because could each everything for from her herself him himself his how into its itself my myself of "
    "our ourselves she should since than that the their them themselves these they this those to unless until upon we "
    "what when where whether which whom whose with without would you your yourself"
)
_NOT_IN_WORDNET = frozenset(_NAMES.split())
"""WordNet has nouns, verbs, adjectives and adverbs, and so no synonyms of these."""


class _Span(NamedTuple):
    """The score without synonyms, and between what it lies with any of them."""

    score: float
    least: float
    most: float


class _Weights(NamedTuple):
    alpha: float
    beta: float
    gamma: float

    def score(self, matches: int, *, chunks: int, sizes: tuple[int, int]) -> float:
        """Of so many words in so many unbroken pieces."""
        if not matches:
            return 0.0
        precision, recall = matches / sizes[0], matches / sizes[1]
        mean = precision * recall / (self.alpha * precision + (1 - self.alpha) * recall)
        return float((1 - self.gamma * (chunks / matches) ** self.beta) * mean)


def has_meteor(value: JsonValue) -> Test:
    """METEOR against the nearest of the texts is `at_least` so much."""
    fields = read_fields(value, known=("to", "at_least", *_USUAL), needed=("to", "at_least"))
    written = fields["to"]
    texts = [words_of(one, field="value.to") for one in (written if isinstance(written, list) else [written])]
    if not texts:
        raise CheckMisfit("is an empty list; write the text to compare with", field="value.to")
    least = _share(fields, "at_least", most=1)
    weights = _Weights(*(_share(fields, name, most=9 if name == "beta" else 1) for name in _USUAL))

    def look(output: Output) -> SeenOutput:
        spans = [_spanned(output.text, text, weights=weights) for text in texts]
        score, low, high = (max(ends) for ends in zip(*spans, strict=True))
        if low < least <= high:
            sentence = (
                f"Its METEOR is {score:.4f} without synonyms and at most {high:.4f} with them; the limit is "
                f"{least:g}, and synonyms need WordNet, which is not here."
            )
            return SeenOutput(None, sentence)
        sentence = f"Its METEOR against {quote(texts[0])} is {beside_limit(score, least)}."
        return SeenOutput(low >= least, sentence, measured=score)

    return look


def _share(fields: Mapping[str, JsonValue], name: str, *, most: float) -> float:
    number = fields.get(name, _USUAL.get(name))
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= most:
        raise CheckMisfit(f"must be a number from 0 to {most:g}", field=f"value.{name}")
    return float(number)


def _spanned(text: str, given: str, *, weights: _Weights) -> _Span:
    found, wanted = (
        [(place, word.rstrip(".").lower()) for place, word in enumerate(one.split())] for one in (text, given)
    )
    sizes = len(found), len(wanted)
    matches, found, wanted = _matched(found, wanted)
    stems = ([(place, stem(word)) for place, word in one] for one in (found, wanted))
    more, found, wanted = _matched(*stems)
    pieces = _chunks(sorted([*matches, *more]))
    known = len(matches) + len(more)
    most = min(sum(map(_may_have_synonyms, one)) for one in (found, wanted))
    # A synonym never stands within an unbroken piece: it adds one, prolongs one, or joins two.
    ends = [
        weights.score(known + added, chunks=chunks, sizes=sizes)
        for added in range(most + 1)
        for chunks in {max(pieces - added, 1), pieces + added}
    ]
    return _Span(weights.score(known, chunks=pieces, sizes=sizes), min(ends), max(ends))


def _matched(
    found: Sequence[tuple[int, str]], wanted: Sequence[tuple[int, str]]
) -> tuple[list[tuple[int, int]], list[tuple[int, str]], list[tuple[int, str]]]:
    """Equal words, the last ones first as METEOR pairs them, and what is left on both sides."""
    left, rest = list[tuple[int, str]](), list(wanted)
    pairs: list[tuple[int, int]] = []
    for place, word in reversed(found):
        at = next((at for at in range(len(rest) - 1, -1, -1) if rest[at][1] == word), None)
        if at is None:
            left.insert(0, (place, word))
        else:
            pairs.append((place, rest.pop(at)[0]))
    return pairs, left, rest


def _may_have_synonyms(word: tuple[int, str]) -> bool:
    return word[1] not in _NOT_IN_WORDNET and _PLAIN.fullmatch(word[1]) is not None


def _chunks(pairs: Sequence[tuple[int, int]]) -> int:
    """In how many pieces the words of both stand side by side."""
    breaks = sum((two[0] - one[0], two[1] - one[1]) != (1, 1) for one, two in pairwise(pairs))
    return breaks + bool(pairs)
