"""Scripts: told by most letters, and by kana where Chinese characters stand beside them."""

import pytest

from edison.text import name_script


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Wie geht es dir?", "Latin script"),
        ("Как дела?", "Cyrillic script"),
        ("Τι κάνεις;", "Greek script"),
        ("كيف حالك؟", "Arabic script"),
        ("你好吗", "Chinese"),
        ("今日は天気がいいですね", "Japanese"),
        ("안녕하세요", "Korean"),
        ("Пишите на office@example.org", "Latin script"),
        ("Напишите нам письмо на office", "Cyrillic script"),
        ("123 …", None),
        ("", None),
    ],
)
def test_a_script_is_told_by_most_letters(text: str, script: str | None) -> None:
    assert name_script(text) == script
