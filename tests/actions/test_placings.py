"""Rankings as files: whole or not at all, in the format that the file's name says."""

import json
from pathlib import Path

import pytest

from edison.actions.results.entry_rankings import (
    ending_of,
    entry_ranking_format,
    save_entry_ranking,
    warnings_of,
)
from edison.domain import Settlement
from edison.errors import FileNotWritable, FormatUnknown
from tests.formats.entry_rankings import a_placing, a_placing_run


def test_the_page_is_put_in_place_whole(tmp_path: Path) -> None:
    save_entry_ranking(tmp_path / "report.html", a_placing(), about=a_placing_run())

    assert (tmp_path / "report.html").read_text(encoding="utf-8").endswith("</body></html>\n")
    with pytest.raises(FileNotWritable):
        save_entry_ranking(tmp_path / "nowhere" / "report.html", a_placing(), about=a_placing_run())


def test_numbers_are_written_where_the_name_or_the_wish_says_so(tmp_path: Path) -> None:
    save_entry_ranking(tmp_path / "report.JSON", a_placing(), about=a_placing_run())
    save_entry_ranking(tmp_path / "report", a_placing(), about=a_placing_run(), name="json")

    written = [(tmp_path / name).read_text(encoding="utf-8") for name in ("report.JSON", "report")]
    assert written[0] == written[1]
    assert json.loads(written[0])["run"] == "run_01"


@pytest.mark.parametrize("name", ["report.comparisons", "report", "report.pdf"])
def test_rankings_are_not_written_in_other_formats(name: str, tmp_path: Path) -> None:
    with pytest.raises(FormatUnknown, match="there are html, json, csv, md"):
        save_entry_ranking(tmp_path / name, a_placing(), about=a_placing_run())

    assert list(tmp_path.iterdir()) == []


def test_a_short_suffix_means_a_page() -> None:
    assert entry_ranking_format(Path("report.htm")) == "html"


def test_texts_without_a_place_are_warned_of() -> None:
    warnings = warnings_of(a_placing(unplaced=("lost.txt",)), a_placing_run())

    assert any("lost.txt" in warning for warning in warnings)


def test_an_ending_has_a_name_and_a_sentence() -> None:
    assert ending_of(a_placing_run(settlement=Settlement.PAIRS_EXHAUSTED)) == (
        "pairs exhausted. Every pair was compared."
    )
