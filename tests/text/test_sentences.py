import pytest

from edison.text import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", ()),
        ("  \n ", ()),
        ("One stands alone", ("One stands alone",)),
        ("It rained. We stayed in! Why not?", ("It rained.", "We stayed in!", "Why not?")),
        ('She said "Go." He went.', ('She said "Go."', "He went.")),
        ("Dr. Smith met J. Doe. They talked.", ("Dr. Smith met J. Doe.", "They talked.")),
        ("So did I. Then it ended.", ("So did I.", "Then it ended.")),
        (
            "It costs 3.50 euros. Ask at example.com today.",
            ("It costs 3.50 euros.", "Ask at example.com today."),
        ),
        ("A heading\n\nand a line below", ("A heading", "and a line below")),
        ("雨が降った。家にいた。", ("雨が降った。", "家にいた。")),
        ("Wait... what? Étienne left.", ("Wait... what?", "Étienne left.")),
    ],
)
def test_a_text_falls_into_its_sentences(text: str, sentences: tuple[str, ...]) -> None:
    assert split_sentences(text) == sentences
