"""Texts on the web: from servers that are allowed, within bounds, and never by a redirect elsewhere."""

import asyncio
from pathlib import Path

import pytest

from edison.actions.presets.entries import open_entries
from edison.actions.presets.web_texts import WebTexts
from edison.errors import FileNotReadable
from edison.gateway import DIRECT
from edison.wiring import SystemClock
from tests.gateway.scripted import Scene, says, scripted

WORDS = b"A text that somebody wrote about a lighthouse."
ELSEWHERE = "http://localhost.example/b.txt"


def scene(path: str) -> Scene:
    match path:
        case "/v1/moved.txt":
            return says(b"", status=302, Location="/v1/there.md")
        case "/v1/leaves.txt":
            return says(b"", status=302, Location=ELSEWHERE)
        case "/v1/round.txt":
            return says(b"", status=301, Location="/v1/round.txt")
        case "/v1/large.txt":
            return says(b"x" * (5 * 1024 * 1024), content_type="text/plain")
        case "/v1/page" | "/v1/page.txt":
            return says(b"<html>", content_type="text/html; charset=utf-8")
        case "/v1/gone.txt":
            return says(b"", status=404)
        case _:
            return says(WORDS, content_type="text/plain")


async def fetched(folder: Path, *lines: str, hosts: str | None = "127.0.0.1") -> list[tuple[str, object]]:
    """The entries of a file of addresses, and what each says."""
    (folder / "own.txt").write_text("A text of this machine.")
    async with scripted(by_path=scene) as server:
        places = [line.replace("WEB", server.base_url) for line in lines]
        (folder / "class.list").write_text("\n".join(["# all of them", "own.txt", *places]))
        web = WebTexts(hosts, clock=SystemClock(), network=DIRECT)
        entries = await asyncio.to_thread(open_entries, [folder / "class.list"], web=web)
    return [(case.name, case.variables["text"]) for case in entries.cases()]


async def test_texts_are_fetched_in_their_order_and_redirects_followed_where_they_are_allowed(
    tmp_path: Path,
) -> None:
    found = await fetched(tmp_path, "WEB/ann.txt?sig=secret", "WEB/moved.txt", "WEB/ben")

    assert found == [
        ("own", "A text of this machine."),
        *((name, WORDS.decode()) for name in ("ann", "moved", "ben")),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("WEB/leaves.txt", "localhost.example/b.txt cannot be read .*EDISON_TEXT_HOSTS"),
        (
            "WEB/round.txt",
            "round.txt cannot be read .it is redirected more than 3 times",
        ),
        ("WEB/large.txt", "larger than 4 MiB"),
        ("WEB/page", "no .txt, .md or .docx but text/html"),
        ("WEB/page.txt", "text/html"),
        ("WEB/gone.txt", "HTTP 404"),
        ("http://127.0.0.1:9/a.txt", "a.txt cannot be read"),
        ("ftp://127.0.0.1/a.txt", "fetched only from"),
        ("http://me:word@127.0.0.1/a.txt", "http://127.0.0.1/a.txt cannot be read"),
    ],
)
async def test_what_is_no_text_or_lies_elsewhere_is_refused_by_name(
    tmp_path: Path, line: str, said: str
) -> None:
    with pytest.raises(FileNotReadable, match=said) as refused:
        await fetched(tmp_path, line)

    assert "word" not in refused.value.sentence.replace("words", "")


async def test_nothing_is_fetched_that_nobody_has_allowed(tmp_path: Path) -> None:
    for hosts in (None, "127.0.0.1:1", "other.example"):
        with pytest.raises(FileNotReadable, match="set EDISON_TEXT_HOSTS=127.0.0.1:"):
            await fetched(tmp_path, "WEB/ann.txt", hosts=hosts)
    (tmp_path / "class.list").write_text("https://a.example/x.txt")
    with pytest.raises(FileNotReadable, match="this machine alone"):
        open_entries([tmp_path / "class.list"])
