"""Names of tools as every provider takes them."""

import re
from collections.abc import Iterable
from itertools import chain, count

_REFUSED = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST = 64


def sent_name(name: str) -> str:
    """The name with what some provider refuses replaced, and cut to what all of them take."""
    return _REFUSED.sub("_", name)[:_LONGEST] or "_"


def sent_names(names: Iterable[str]) -> dict[str, str]:
    """Each name with the one it is sent under; no two are sent under the same, and good names stay as they are."""
    wanted = list(dict.fromkeys(names))
    taken = {name for name in wanted if sent_name(name) == name}
    sent: dict[str, str] = {}
    for name in wanted:
        plain = sent_name(name)
        if plain == name:
            sent[name] = name
            continue
        sent[name] = next(made for made in _candidates(plain) if made not in taken)
        taken.add(sent[name])
    return sent


def _candidates(plain: str) -> Iterable[str]:
    tails = (f"_{number}" for number in count(2))
    return chain([plain], (plain[: _LONGEST - len(tail)] + tail for tail in tails))
