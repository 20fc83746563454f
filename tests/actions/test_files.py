"""Files that are read and files that are made."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from edison.actions.files import Folder, read_pieces, read_whole, refuse_unwritable, write_file
from edison.actions.results.exports import format_of
from edison.errors import FileNotReadable, FileNotWritable, FileNotWritten, FileOutside, FormatUnknown


def test_a_folder_hands_out_what_lies_in_it_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"hello")
    folder = Folder(tmp_path)

    assert folder.whole("a.txt") == b"hello"
    assert folder.whole("b.txt") is None
    assert folder.whole(".") is None
    assert [b"".join(folder.pieces("a.txt")) for _ in range(2)] == [b"hello", b"hello"]
    with pytest.raises(FileNotReadable, match="no such file"):
        list(folder.pieces("b.txt"))


def test_what_is_too_large_to_be_meant_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate((64 << 20) + 1)

    with pytest.raises(FileNotReadable, match="more than 64 MiB"):
        read_whole(tmp_path / "large")


def test_a_file_is_put_in_place_as_others_would_make_it(tmp_path: Path) -> None:
    place = tmp_path / "out.txt"
    visited: list[str] = []

    write_file(place, [b"a", b"b"], fault=visited.append)
    (tmp_path / "usual").touch()

    assert place.read_bytes() == b"ab"
    assert stat.S_IMODE(place.stat().st_mode) == stat.S_IMODE((tmp_path / "usual").stat().st_mode)
    assert visited == ["rename.before", "rename.after"]


def test_what_breaks_on_the_way_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    place = tmp_path / "out.txt"
    place.write_bytes(b"old")

    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_file(place, pieces())

    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert place.read_bytes() == b"old"


def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise OSError(28, "No space left on device")

    with pytest.raises(FileNotWritten, match="no space left on device"):
        write_file(tmp_path / "out.txt", pieces())


@pytest.mark.parametrize(
    ("place", "cause"), [(".", "it is a folder"), ("no/where.txt", "there is no folder")]
)
def test_a_place_that_is_none_is_refused_beforehand(tmp_path: Path, place: str, cause: str) -> None:
    with pytest.raises(FileNotWritable, match=cause):
        refuse_unwritable(tmp_path / place)


@pytest.mark.skipif(os.geteuid() == 0, reason="whoever may do anything may write anywhere")
def test_a_folder_that_may_not_be_written_to_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    with pytest.raises(FileNotWritable, match="may not be written to"):
        refuse_unwritable(tmp_path / "out.txt")


@pytest.mark.parametrize(
    ("name", "format_"),
    [("a.jsonl", "jsonl"), ("a.XML", "junit"), ("a.htm", "html"), ("a.md", "md"), ("a.csv", "csv")],
)
def test_a_file_is_written_in_the_format_of_its_name(name: str, format_: str) -> None:
    assert format_of(Path(name)) == format_
    assert format_of(Path(name), name="json") == "json"


def test_a_name_that_says_nothing_is_refused() -> None:
    with pytest.raises(FormatUnknown, match="as ''; there are json"):
        format_of(Path("results"))


def test_a_folder_keeps_to_itself_wherever_links_lead(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    for place in (inside, outside):
        place.mkdir()
        (place / "a.txt").write_bytes(b"hello")
    (inside / "link").symlink_to(outside / "a.txt")
    (inside / "near").symlink_to("a.txt")
    (inside / "round").symlink_to("round")

    for name in ("../out/a.txt", str(outside / "a.txt"), "link"):
        with pytest.raises(FileOutside, match="lies outside of .*in, links followed"):
            Folder(inside).whole(name)
        with pytest.raises(FileOutside):
            Folder(inside).pieces(name)
        assert Folder(inside, also=[outside]).whole(name) == b"hello"
    for name in ("round", "a\0b"):
        with pytest.raises(FileNotReadable, match="no name of a file"):
            Folder(inside).whole(name)
    assert Folder(inside).whole("near") == b"hello"


def test_a_pipe_is_refused_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    for read in (read_whole, lambda path: list(read_pieces(path))):
        with pytest.raises(FileNotReadable, match="a pipe or a device"):
            read(tmp_path / "pipe")
        with pytest.raises(FileNotReadable, match="it is a folder"):
            read(tmp_path)
    with pytest.raises(FileNotReadable, match="a pipe or a device"):
        Folder(tmp_path).whole("pipe")
