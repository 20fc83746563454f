"""clusters: what texts that are about the same are called."""

import re
from collections import Counter
from collections.abc import Sequence
from math import log

_WORD = re.compile(r"[^\W\d_]{3,}")
_WORDS = 3


def name_clusters(groups: Sequence[Sequence[int]], texts: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Groups of texts by the words that set each apart from the others; the larger ones first.

    A word counts by the share of the group's texts that have it, weighed down by how many texts have it at all.
    """
    words = [frozenset(_WORD.findall(text.casefold())) for text in texts]
    known = Counter(word for one in words for word in one)
    named: dict[str, tuple[int, ...]] = {}
    for number, group in enumerate(groups, 1):
        counted = Counter(word for place in group for word in words[place])
        ranked = sorted(counted, key=lambda word: (-counted[word] * log(1 + len(texts) / known[word]), word))
        name = ", ".join(ranked[:_WORDS]) or f"group {number}"
        named[name if name not in named else f"{name} ({number})"] = tuple(group)
    return named
