import pytest

from edison.text import Suffix, Unreadable, WhyUnreadable, last_suffix, read_number, undecorated


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


def test_the_reasoning_comes_with_it() -> None:
    suffix = last_suffix("Because.\nFLAGS:\n- a\n- b\n", label="FLAGS")

    assert suffix == Suffix(value="- a", before="Because.")


def test_a_suffix_without_a_value_is_empty() -> None:
    assert value_of("VERDICT: **\n") == ""


def test_a_leading_dot_is_no_decoration() -> None:
    assert undecorated(' **".8"**. ') == ".8"


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
        ("-3", -3),
        ("0.8, since 3 of 4 agree", 0.8),
    ],
)
def test_a_number_is_read_however_it_is_written(value: str, number: float) -> None:
    assert read_number(value) == pytest.approx(number)


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


@pytest.mark.parametrize("unit", ["*", "_", "VERDICT", "VERDICT*", "\n- ", "1. ", '" ', "VERDICT:"])
def test_a_flood_of_decoration_does_not_stall(unit: str) -> None:
    text = unit * (300_000 // len(unit))

    assert last_suffix(text, label="VERDICT")
