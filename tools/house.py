"""Prints the house: pages that are made from the code, so that they cannot lie.

`python -m tools.house` writes them all, `python -m tools.house errors` one of them; with `--check` nothing is
written and a stale page is an error.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from edison.settings.settings import documented_settings
from edison.stages import STAGES

from .cards import FIELDS, ROOT, Card, CardBroken, floors, read_card
from .catalogue import render_errors
from .commands import render_commands
from .exam import render_exam


@dataclass(frozen=True, slots=True)
class Page:
    """A generated page and where it stands."""

    path: Path
    render: Callable[[], str]

    @property
    def is_fresh(self) -> bool:
        return self.path.is_file() and self.path.read_text(encoding="utf-8") == self.render()


def render_map() -> str:
    """The house from the cards of its rooms."""
    lines = [
        "# The house",
        "",
        "<!-- Generated from the rooms' cards by `make map`; do not edit. -->",
        "",
        "Imports run downhill: a room may use the rooms on lower floors and none on its own, except that",
        "`sim` may use the wire shapes of `gateway`. Each room begins with its card.",
        "",
        "| Floor | Rooms |",
        "|---|---|",
    ]
    house = floors()
    lines += [f"| {len(house) - level} | {_links(rooms)} |" for level, rooms in enumerate(house)]
    for room in (room for rooms in house for room in rooms):
        lines += ["", *_draw(read_card(room))]
        if room == "stages":
            lines += ["", *_draw_stages()]
    return "\n".join(lines) + "\n"


def render_settings() -> str:
    """Every setting with its default."""
    lines = [
        "# Settings",
        "",
        "<!-- Generated from the settings by `make map`; do not edit. -->",
        "",
        "Edison reads these environment variables, once, when it starts. Keys of providers are read from the",
        "variables that the providers' forms name.",
        "",
        "| Variable | Default | Meaning |",
        "|---|---|---|",
    ]
    lines += [
        f"| `{variable}` | `{default}` | {meaning} |" for variable, default, meaning in documented_settings()
    ]
    return "\n".join(lines) + "\n"


PAGES: dict[str, Page] = {
    "commands": Page(ROOT / "docs" / "reference" / "commands.md", render_commands),
    "map": Page(ROOT / "docs" / "architecture" / "map.md", render_map),
    "errors": Page(ROOT / "docs" / "reference" / "errors.md", render_errors),
    "exam": Page(ROOT / "src" / "edison" / "sim" / "world" / "knowledge" / "exam.json", render_exam),
    "settings": Page(ROOT / "docs" / "reference" / "settings.md", render_settings),
}


def main(arguments: list[str]) -> int:
    """Write the named pages, or all; with --check only say which are stale."""
    parser = argparse.ArgumentParser(prog="python -m tools.house", description=__doc__)
    parser.add_argument(
        "pages", nargs="*", metavar="page", help=f"{', '.join(PAGES)}; all when none is named"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is stale")
    chosen = parser.parse_args(arguments)
    unknown = sorted(set(chosen.pages) - set(PAGES))
    if unknown:
        parser.error(f"no page is called {', '.join(unknown)}; there are {', '.join(PAGES)}")
    pages = [PAGES[name] for name in chosen.pages or PAGES]
    try:
        return _check(pages) if chosen.check else _write(pages)
    except CardBroken as broken:
        sys.stderr.write(f"{broken}\n")
        return 1


def _check(pages: list[Page]) -> int:
    stale = [page for page in pages if not page.is_fresh]
    for page in stale:
        sys.stderr.write(f"{page.path.name} is stale; run `make map`.\n")
    return 1 if stale else 0


def _write(pages: list[Page]) -> int:
    for page in pages:
        page.path.parent.mkdir(parents=True, exist_ok=True)
        page.path.write_text(page.render(), encoding="utf-8")
    return 0


def _links(rooms: list[str]) -> str:
    return " · ".join(f"[{room}](#{room})" for room in rooms)


def _draw(card: Card) -> Iterator[str]:
    yield f"## {card.room}"
    yield ""
    yield _capitalised(card.sentence)
    yield ""
    for field in FIELDS:
        yield f"- **{field}:** {card.fields[field]}"
    if card.names:
        yield f"- **Public names:** {', '.join(f'`{name}`' for name in card.names)}"
    if card.note:
        yield ""
        yield card.note


def _draw_stages() -> Iterator[str]:
    yield "| Stage | What it does | In | Out |"
    yield "|---|---|---|---|"
    for stage in STAGES:
        card = read_card(f"stages.{stage}", required=("In", "Out"))
        yield f"| {stage} | {_capitalised(card.sentence)} | {card.fields['In']} | {card.fields['Out']} |"


def _capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
