"""contains_any, contains_all, icontains_any, icontains_all: some texts, or all, stand in the answer."""

from collections.abc import Callable, Sequence

from pydantic import JsonValue

from edison.domain import Output

from .kind import CheckMisfit, SeenOutput, Test, quote, words_of


def contains_any(value: JsonValue) -> Test:
    """At least one of the texts stands in the answer, letter for letter."""
    return _any(_read_texts(value), fold=str)


def contains_any_in_any_case(value: JsonValue) -> Test:
    """The same, in capitals or not."""
    return _any(_read_texts(value), fold=str.casefold)


def contains_all(value: JsonValue) -> Test:
    """All of the texts stand in the answer, letter for letter."""
    return _all(_read_texts(value), fold=str)


def contains_all_in_any_case(value: JsonValue) -> Test:
    """The same, in capitals or not."""
    return _all(_read_texts(value), fold=str.casefold)


def _any(wanted: Sequence[str], *, fold: Callable[[str], str]) -> Test:
    def look(output: Output) -> SeenOutput:
        text = fold(output.text)
        found = next((one for one in wanted if fold(one) in text), None)
        if found is None:
            return SeenOutput(holds=False, sentence=f"It contains none of {quote(', '.join(wanted))}.")
        return SeenOutput(holds=True, sentence=f"It contains {quote(found)}.")

    return look


def _all(wanted: Sequence[str], *, fold: Callable[[str], str]) -> Test:
    def look(output: Output) -> SeenOutput:
        text = fold(output.text)
        missing = [one for one in wanted if fold(one) not in text]
        if missing:
            return SeenOutput(holds=False, sentence=f"It does not contain {quote(', '.join(missing))}.")
        return SeenOutput(holds=True, sentence=f"It contains all of {quote(', '.join(wanted))}.")

    return look


def _read_texts(value: JsonValue) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise CheckMisfit("must be a list of texts")
    return tuple(words_of(one, field=f"value[{place}]") for place, one in enumerate(value))
