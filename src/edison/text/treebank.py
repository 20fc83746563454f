"""Words of a text as the Penn Treebank splits them: marks stand alone, contractions are two words."""

import re

_PAIRS = (
    *(("can", "not"), ("d", "'ye"), ("gim", "me"), ("gon", "na"), ("got", "ta")),
    *(("lem", "me"), ("more", "'n"), ("wan", "na"), ("'t", "is"), ("'t", "was")),
)
"""Written together, and two words all the same."""
_TOGETHER = re.compile("|".join(rf"(?<= ){one}{other}(?= )" for one, other in _PAIRS), re.IGNORECASE)
_HALVES = {one + other: f"{one} {other}" for one, other in _PAIRS}
_QUOTE = re.compile(r"``|''|\"")
_MARKS = (
    (re.compile(r"\.\.\."), " ... "),
    # A comma or colon within a number or a time belongs to it.
    (re.compile(r"[:,](?!\d)"), r" \g<0> "),
    (re.compile(r"[;@#$%&]"), r" \g<0> "),
    # The last full stop ends the sentence, unless it ends an acronym or an ellipsis.
    (re.compile(r"(?<!\.)(?<!\b[A-Za-z]\.[A-Za-z])\.(?=[\])}>'\s]*\Z)(?<!\A\.)"), " . "),
    (re.compile(r"[?!]"), r" \g<0> "),
    (re.compile(r"[\][(){}<>]"), r" \g<0> "),
    (re.compile(r"--"), " -- "),
)
_ENDINGS = (
    (re.compile(r"(?<=[^'])' "), " ' "),
    (re.compile(r"'([smd]) ", re.IGNORECASE), r" '\1 "),
    (re.compile(r"('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) "), r" \1 "),
)


def split_words(text: str) -> list[str]:
    """The words and marks of a text, in their order."""
    plain = " ".join(text.split())
    is_open = False

    def turn(found: re.Match[str]) -> str:
        nonlocal is_open
        is_open = not is_open if found[0] == '"' else found[0] == "``"
        return " `` " if is_open else " '' "

    marked = _QUOTE.sub(turn, plain)
    for pattern, apart in _MARKS:
        marked = pattern.sub(apart, marked)
    marked = f" {' '.join(marked.split())} "
    for pattern, apart in _ENDINGS:
        marked = pattern.sub(apart, marked)
    marked = f" {' '.join(marked.split())} "
    return _TOGETHER.sub(lambda found: _apart(found[0]), marked).split()


def _apart(word: str) -> str:
    halves = _HALVES[word.lower()]
    place = halves.index(" ")
    return f"{word[:place]} {word[place:]}"
