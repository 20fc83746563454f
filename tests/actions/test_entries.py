"""Texts on this machine, and what belongs to them."""

import os
from pathlib import Path

import pytest

from edison.actions.presets.entries import open_anchors, open_entries, open_people, open_rubric, open_scale
from edison.domain import Winner
from edison.errors import ChoiceUnknown, FileNotReadable, SuiteBroken, TableBroken
from edison.stats.grades.scales import SCALES
from edison.stats.strengths import WINNER_WORDS
from tests.formats.word_files import a_word_file, paragraphs


def put(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_folder_is_walked_in_one_order_and_what_is_hidden_is_skipped(tmp_path: Path) -> None:
    put(tmp_path, c_txt="c", a_md="a", b__d_txt="d", a__e_txt="e", pairs_csv="id,text\nx,y\n")
    for hidden in (".git/f.txt", ".g.txt", "~$h.docx"):
        (tmp_path / hidden).parent.mkdir(exist_ok=True)
        (tmp_path / hidden).write_text("hidden")
    (tmp_path / "photo.PNG").write_bytes(b"x")
    (tmp_path / "w.docx").write_bytes(a_word_file(paragraphs("word")))

    found = open_entries([tmp_path])

    assert [case.name for case in found.cases()] == ["a", "c", "w", "e", "d"]
    assert [case.variables["text"] for case in found.cases()][2] == "word"
    assert found.left_out == (str(tmp_path / "pairs.csv"), str(tmp_path / "photo.PNG"))
    assert found.name == str(tmp_path)


def test_files_and_folders_come_in_the_order_in_which_they_are_named(tmp_path: Path) -> None:
    put(tmp_path, one__b_txt="b", one__a_txt="a", more_csv="id,text\nx,y\n", z_txt="z")

    found = open_entries([tmp_path / "z.txt", tmp_path / "one", tmp_path / "more.csv"])

    assert [case.name for case in found.cases()] == ["z", "a", "b", "x"]
    assert found.name == "the entries"


def test_texts_of_one_name_in_two_folders_are_refused_naming_both(tmp_path: Path) -> None:
    put(tmp_path, one__a_txt="x", two__a_md="y")

    with pytest.raises(SuiteBroken) as refused:
        list(open_entries([tmp_path]).cases())

    assert f"{tmp_path}/two/a.md: the id 'a' stands in {tmp_path}/one/a.txt already" in refused.value.sentence


def test_what_is_not_there_or_no_text_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    put(tmp_path, essay_pdf="x")

    with pytest.raises(FileNotReadable, match="no such file or folder"):
        open_entries([tmp_path / "nowhere"])
    with pytest.raises(SuiteBroken, match="ends with '.pdf'"):
        open_entries([tmp_path / "essay.pdf"])


def test_an_empty_folder_holds_no_texts(tmp_path: Path) -> None:
    with pytest.raises(SuiteBroken, match="there are no texts"):
        list(open_entries([tmp_path]).cases())


def test_a_link_to_a_text_is_left_out_and_told(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.txt").write_text("a secret")
    (tmp_path / "in" / "a.txt").write_text("a text")
    (tmp_path / "in" / "b.txt").symlink_to(tmp_path / "secret.txt")

    found = open_entries([tmp_path / "in"])

    assert [case.name for case in found.cases()] == ["a"]
    assert [Path(name).name for name in found.left_out] == ["b.txt"]


def test_links_to_folders_are_not_followed_and_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    put(tmp_path, in__a_txt="a")
    (tmp_path / "in" / "round").symlink_to(tmp_path / "in")
    os.mkfifo(tmp_path / "in" / "pipe.txt")

    found = open_entries([tmp_path / "in"])

    assert [case.name for case in found.cases()] == ["a"]
    assert found.left_out == ()


def test_a_folder_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, deep__a_txt="a", b_txt="b")
    scan = os.scandir

    def refusing(place: str) -> object:
        if str(place).endswith("deep"):
            raise PermissionError(13, "Permission denied", str(place))
        return scan(place)

    monkeypatch.setattr(os, "scandir", refusing)

    with pytest.raises(FileNotReadable, match="deep cannot be read .permission denied"):
        open_entries([tmp_path])


def test_anchors_grade_entries_and_bring_their_own_texts(tmp_path: Path) -> None:
    put(tmp_path, in__a_txt="a", in__b_txt="b", anchors_csv="id,text,grade\nb,,C\nz,tale,A\n")
    scale = open_scale("swedish_8_anchor")
    anchors = open_anchors(tmp_path / "anchors.csv", scale=scale)

    found = open_entries([tmp_path / "in"], scale=scale, anchors=anchors)

    assert [(case.name, case.anchor_grade) for case in found.cases()] == [("a", None), ("b", "C"), ("z", "A")]
    assert list(found.cases()) == list(found.cases())


def test_a_table_of_entries_may_hold_grades_of_the_scale(tmp_path: Path) -> None:
    put(tmp_path, all_jsonl='{"id": "a", "text": "x", "anchor_grade": "C+"}')

    found = open_entries([tmp_path / "all.jsonl"], scale=open_scale("swedish_8_anchor"))

    assert [case.anchor_grade for case in found.cases()] == ["C+"]


@pytest.mark.parametrize("name", SCALES)
def test_a_scale_by_its_name_is_the_one_of_the_statistics(name: str) -> None:
    known, steps = SCALES[name], open_scale(name)

    assert (steps.name, steps.grades, steps.shares, steps.below) == (
        name,
        known.grades,
        known.priors,
        known.below,
    )
    assert (set(steps.minus), set(steps.plus)) == (known.minus, known.plus)


def test_a_scale_may_stand_in_a_file(tmp_path: Path) -> None:
    put(tmp_path, mine_yaml="grades: [low, high]")

    assert open_scale(str(tmp_path / "mine.yaml")).grades == ("low", "high")
    with pytest.raises(FileNotReadable):
        open_scale(str(tmp_path / "other.yaml"))
    with pytest.raises(
        ChoiceUnknown, match="There is no scale 'danish'; there are A-F, .*, swedish_8_anchor, .*, files"
    ):
        open_scale("danish")


def test_a_rubric_is_read_from_a_file(tmp_path: Path) -> None:
    put(tmp_path, rubric_md="Is it alive?")

    assert [criterion.description for criterion in open_rubric(tmp_path / "rubric.md")] == ["Is it alive?"]


def test_people_may_use_every_word_that_a_ranking_of_a_file_takes(tmp_path: Path) -> None:
    rows = "".join(f"one,two,{word},Bo\n" for word in WINNER_WORDS)
    put(tmp_path, people_csv=f"left,right,result,judge\n{rows}")

    found = open_people(tmp_path / "people.csv", entries=("one", "two"))

    assert [one.winner.name for one in found] == [outcome.name for outcome in WINNER_WORDS.values()]
    assert {one.winner for one in found} == set(Winner)
    with pytest.raises(TableBroken, match="line 2, left: there is no entry 'one'"):
        open_people(tmp_path / "people.csv", entries=("two",))
