import pytest

from edison.text import (
    Suffix,
    Unreadable,
    WhyUnreadable,
    last_suffix,
    read_number,
    read_pairs,
    read_token,
    read_tokens,
    undecorated,
)


def value_of(text: str, label: str = "VERDICT") -> str:
    suffix = last_suffix(text, label=label)
    assert isinstance(suffix, Suffix), suffix
    return suffix.value


def reason_of(result: object) -> WhyUnreadable:
    assert isinstance(result, Unreadable), result
    return result.reason


@pytest.mark.parametrize(
    "line",
    [
        "VERDICT: B",
        "Verdict: B.",
        "  verdict : B",
        "**VERDICT:** B",
        "**VERDICT: B**",
        "**VERDICT**: `B`",
        "- VERDICT: B",
        "* **Verdict:** *B*",
        "1. VERDICT: B",
        "### Verdict: B",
        "> VERDICT: 'B'",
        "`VERDICT: B`",
        "“VERDICT: B”",
        "VERDICT：B",
        "VERDICT:\n\nB",
        "So I conclude. VERDICT: B",
        "VERDICT: A\nOn reflection:\nVERDICT: B",
        "VERDICT: B\n<think>VERDICT: A",
    ],
)
def test_a_suffix_is_found_whatever_markdown_surrounds_it(line: str) -> None:
    assert value_of(f"Some reasoning first.\n{line}\n") == "B"


@pytest.mark.parametrize(
    "line", ["EXPERT_AGREEMENT: .8", "Expert agreement: .8", "EXPERT\\_AGREEMENT: .8", "expert-agreement: .8"]
)
def test_the_words_of_a_label_may_be_joined_differently(line: str) -> None:
    assert value_of(line, "EXPERT_AGREEMENT") == ".8"


@pytest.mark.parametrize(
    "text", ["", "no suffix", "My verdict: B", "PREVERDICT: B", "VERDICT B", "<think>VERDICT: B</think>"]
)
def test_a_text_without_the_suffix_is_named(text: str) -> None:
    assert reason_of(last_suffix(text, label="VERDICT")) is WhyUnreadable.NO_SUFFIX


def test_the_reasoning_and_the_block_come_with_it() -> None:
    suffix = last_suffix("Because.\nRUBRIC:\n1) a\n2) b\n", label="RUBRIC")

    assert suffix == Suffix(value="1) a", before="Because.", block="\n1) a\n2) b\n")


def test_a_suffix_without_a_value_is_empty() -> None:
    assert value_of("VERDICT: **\n") == ""


def test_a_leading_dot_is_no_decoration() -> None:
    assert undecorated(' **".8"**. ') == ".8"


@pytest.mark.parametrize(
    ("value", "tokens"),
    [
        ("A", ("A",)),
        ("[A, B/C]", ("A", "B", "C")),
        ("`A` and (B).", ("A", "B")),
        ("A; B | C & A", ("A", "B", "C")),
        ("“A”, 'B'", ("A", "B")),
    ],
)
def test_tokens_are_split_at_separators_and_count_once(value: str, tokens: tuple[str, ...]) -> None:
    assert read_tokens(value, allowed=["A", "B", "C"]) == tokens


def test_without_a_list_of_allowed_ones_any_token_is_one() -> None:
    assert read_tokens("x7 and y9 x7") == ("x7", "and", "y9")


def test_opaque_tokens_are_told_apart_by_case_and_letters_need_not_be() -> None:
    assert reason_of(read_tokens("aB", allowed=["Ab"])) is WhyUnreadable.UNKNOWN_TOKEN
    assert read_tokens("b, C", allowed=["A", "B", "C"], ignore_case=True) == ("B", "C")


def test_a_token_that_is_not_allowed_is_named() -> None:
    found = read_tokens("A, E", allowed=["A", "B"])

    assert isinstance(found, Unreadable)
    assert found.reason is WhyUnreadable.UNKNOWN_TOKEN
    assert found.detail == "It names 'E', which is not one of: A, B."


@pytest.mark.parametrize("value", ["", " ,; ", "[]", "and"])
def test_a_value_that_names_nothing_is_named(value: str) -> None:
    assert reason_of(read_tokens(value, allowed=["A"])) is WhyUnreadable.EMPTY


def test_the_first_token_stands_for_a_single_choice() -> None:
    assert read_token("B (or perhaps C)", allowed=["A", "B"]) == "B"
    assert reason_of(read_token("maybe B", allowed=["A", "B"])) is WhyUnreadable.UNKNOWN_TOKEN
    assert reason_of(read_token("()")) is WhyUnreadable.EMPTY


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("0.8", 0.8),
        (".8", 0.8),
        ("80%", 0.8),
        ("80 %", 0.8),
        ("8/10", 0.8),
        ("8 / 10", 0.8),
        ("8 out of 10", 0.8),
        ("0,8", 0.8),
        ("1,0", 1.0),
        ("1.", 1.0),
        ("8e-1", 0.8),
        ("**0.8**.", 0.8),
        ("(0.8) because", 0.8),
        ("0.8 (fairly sure)", 0.8),
        ("0.8 high", 0.8),
        ("~0.8", 0.8),
        ("+.5", 0.5),
        ("0.8, since 3 of 4 agree", 0.8),
    ],
)
def test_a_number_is_read_however_it_is_written(value: str, number: float) -> None:
    assert read_number(value, low=0, high=1) == pytest.approx(number)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "high",
        "0.7-0.9",
        "0.7 – 0.9",
        "0.7 to 0.9",
        "0.7 or .9",
        "8th",
        "1,000",
        "1.2.3",
        "10:30",
        "1/0",
        "1e400",
        "nan",
        "9" * 5_000,
    ],
    ids=lambda value: value[:10],
)
def test_what_is_not_one_number_is_named(value: str) -> None:
    assert reason_of(read_number(value)) is WhyUnreadable.NOT_A_NUMBER


def test_a_number_out_of_range_is_named_or_moved_to_the_end() -> None:
    assert reason_of(read_number("1.2", low=0, high=1)) is WhyUnreadable.OUT_OF_RANGE
    assert reason_of(read_number("-1", low=0)) is WhyUnreadable.OUT_OF_RANGE
    assert read_number("120%", low=0, high=1, clamp=True) == 1
    assert read_number("-3", low=0, high=1, clamp=True) == 0
    assert read_number("-3") == -3


@pytest.mark.parametrize(
    "value",
    [
        "observability=0.8, discriminability=80%",
        "observability=0.8 discriminability=80%",
        "**Observability**: 0.8; **Discriminability**: 80%",
        "discriminability = `80%`, clarity = 1, observability = (0.8).",
        "observability=0.8 (note: fair) | discriminability=80%",
    ],
)
def test_pairs_are_read_in_any_order_and_dress(value: str) -> None:
    pairs = read_pairs(value, keys=["observability", "discriminability"])

    assert pairs == {"observability": "0.8", "discriminability": "80%"}


def test_a_decimal_comma_survives_in_a_pair() -> None:
    assert read_pairs("a=0,8, b=.9", keys=["a", "b"]) == {"a": "0,8", "b": ".9"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("a=1", WhyUnreadable.MISSING_KEY),
        ("a=1, b=", WhyUnreadable.MISSING_KEY),
        ("", WhyUnreadable.MISSING_KEY),
        ("a=1, b=2, A=3", WhyUnreadable.DUPLICATE_KEY),
    ],
)
def test_each_key_must_be_given_exactly_once(value: str, reason: WhyUnreadable) -> None:
    assert reason_of(read_pairs(value, keys=["a", "b"])) is reason


@pytest.mark.parametrize("unit", ["*", "_", "VERDICT", "VERDICT*", "\n- ", "1. ", '" ', "a=", "VERDICT:"])
def test_a_flood_of_decoration_does_not_stall(unit: str) -> None:
    text = unit * (300_000 // len(unit))

    assert last_suffix(text, label="VERDICT")
    assert read_pairs(text, keys=["a"])
    assert read_tokens(text)
