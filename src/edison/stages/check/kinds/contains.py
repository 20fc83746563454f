"""contains, icontains, starts_with, istarts_with: a given text stands in the answer."""

from pydantic import JsonValue

from edison.domain import Output

from .kind import SeenOutput, Test, quote, words_of


def contains(value: JsonValue) -> Test:
    """The text stands in the answer, letter for letter."""
    wanted = words_of(value)

    def look(output: Output) -> SeenOutput:
        return _found(wanted in output.text, wanted=wanted)

    return look


def contains_in_any_case(value: JsonValue) -> Test:
    """The text stands in the answer, in capitals or not."""
    wanted = words_of(value)
    folded = wanted.casefold()

    def look(output: Output) -> SeenOutput:
        return _found(folded in output.text.casefold(), wanted=wanted)

    return look


def starts_with(value: JsonValue) -> Test:
    """The answer begins with the text; white space before it does not count."""
    wanted = words_of(value).lstrip()

    def look(output: Output) -> SeenOutput:
        return _begun(output.text.lstrip().startswith(wanted), wanted=wanted)

    return look


def starts_with_in_any_case(value: JsonValue) -> Test:
    """The same, in capitals or not."""
    wanted = words_of(value).lstrip()
    folded = wanted.casefold()

    def look(output: Output) -> SeenOutput:
        # Folding the case makes no text shorter, so that more than this need not be folded.
        head = output.text.lstrip()[: len(folded)]
        return _begun(head.casefold().startswith(folded), wanted=wanted)

    return look


def _found(holds: bool, *, wanted: str) -> SeenOutput:
    return SeenOutput(
        holds=holds, sentence=f"It {'contains' if holds else 'does not contain'} {quote(wanted)}."
    )


def _begun(holds: bool, *, wanted: str) -> SeenOutput:
    return SeenOutput(
        holds=holds, sentence=f"It {'begins' if holds else 'does not begin'} with {quote(wanted)}."
    )
