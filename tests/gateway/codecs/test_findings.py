import pytest

from edison.domain import Outcome, ToolCall
from edison.errors import Unreadable
from edison.gateway.codecs.findings import excerpt, read_call, read_written_call, settled, total

CALL = ToolCall(id="t", name="n")


@pytest.mark.parametrize("written", ["", "  \n"])
def test_nothing_written_means_no_arguments(written: str) -> None:
    assert read_written_call("t", name="n", written=written) == CALL


def test_written_arguments_are_read() -> None:
    assert read_written_call("t", name="n", written='{"a": [1, "\\ud800"]}').arguments == {"a": [1, "\ud800"]}


@pytest.mark.parametrize(
    "written", ['{"a": NaN}', '{"a": 1', "a=1", '{"a": ' + "1" * 5000 + "}", "[" * 100_000]
)
def test_what_is_not_json_is_kept_as_it_was_written(written: str) -> None:
    assert read_written_call("t", name="n", written=written) == CALL.model_copy(update={"unparsed": written})


def test_arguments_too_deep_even_for_text_are_unreadable() -> None:
    nested: list[object] = []
    for _ in range(5000):
        nested = [nested]

    with pytest.raises(Unreadable):
        read_call("t", name="n", arguments=nested)


@pytest.mark.parametrize("outcome", [Outcome.LENGTH, Outcome.REFUSAL, Outcome.CONTENT_FILTER])
def test_an_answer_that_was_cut_or_filtered_stays_so(outcome: Outcome) -> None:
    assert settled(outcome, text="", tool_calls=(CALL,)) is outcome


def test_a_sum_of_nothing_is_unknown() -> None:
    assert (total(None, None), total(None, 3), total(2, 3), total(-1)) == (None, 3, 5, None)


def test_a_page_is_told_on_one_line_and_bounded() -> None:
    told = excerpt(b"<html>\n\n  <h1>Down</h1>\xff" + b"x" * 10_000)

    assert told.startswith("<html> <h1>Down</h1>\ufffd")
    assert len(told) == 500
