"""The words a text is about, in the order they appear."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_][\w'-]+|\d[\d.,]*\d|\d")
_CLAUSE = re.compile(r"[.,;:!?()\[\]\"“”\n]+(?:\s|$)")
_EDGES = " \t'\"“”‘’`*_-.,;:!?()[]{}<>"
_LONGEST_RUN = 3
_STOP_WORDS = """
a about above after again all also am an and any are as at be because been before being below between
both but by can could did do does doing down during each few for from further give had has have having he
her here him his how i if in into is it its just let like make many may me more most much must my need no
nor not now of off on once one only or other our out over own please put said same say says see she
should show so some such take tell than that the their them then there these they this those through to
too under until up us use used very want was way we were what when where which while who whom why will
with would write you your yours answer answers question questions reply text following dear hello hi hey
thanks thank today get got good best explain describe something anything everything start begin find keep
know think going getting try learn look help work happen happens come comes go goes seem seems really
quite shall might ever although though barely hardly came went gone never always still yet already nearly
almost perhaps maybe however therefore else instead since around away back apart tomorrow yesterday week
month year soon later thing things lot bit kind sort ways someone somebody anyone everyone nobody made
makes took takes gave gives told wrote
"""
_STOP = frozenset(_STOP_WORDS.split())


@lru_cache(maxsize=2048)
def key_terms(text: str, *, limit: int = 6) -> tuple[str, ...]:
    """Pick up to `limit` different content words, in order of appearance."""
    found: dict[str, str] = {}
    for word in _WORD.findall(text):
        plain = word.lower().strip("'-")
        if len(plain) > 2 and plain not in _STOP:
            found.setdefault(plain, word.strip("'-"))
        if len(found) == limit:
            break
    return tuple(found.values())


@lru_cache(maxsize=2048)
def key_phrases(text: str, *, limit: int = 4) -> tuple[str, ...]:
    """Pick up to `limit` different runs of content words, in order of appearance."""
    found: dict[str, str] = {}
    for clause in _CLAUSE.split(text):
        run: list[str] = []
        for word in [*clause.split(), ""]:
            plain = word.strip(_EDGES)
            if len(plain) > 2 and plain.lower() not in _STOP and len(run) < _LONGEST_RUN:
                run.append(plain)
                continue
            if run:
                found.setdefault(" ".join(run).lower(), " ".join(run))
            run = []
    return tuple(found.values())[:limit]


def quoted(phrase: str) -> str:
    """Put a phrase in quotation marks; that is good grammar whatever the phrase is."""
    return f"“{phrase}”"


def contains_phrase(text: str, phrase: str) -> bool:
    """Say whether a lower-case text holds a phrase, not merely as part of a longer word or number."""
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        if not before.isalnum() and not after.isalnum():
            return True
        start = text.find(phrase, start + 1)
    return False
