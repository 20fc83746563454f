"""The tests that a change touches: those of the rooms it changes, and the rules of the house."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tools.cards import ROOT

ALWAYS = "tests/architecture"
DOORS = {"cli", "api", "mcp"}


def concerned_by(changed: Iterable[str]) -> list[str]:
    """Folders and files of tests that a list of changed files concerns; none inside another."""
    concerned = {ALWAYS} | {place for name in changed if (place := _place_of(Path(name))) is not None}
    inside = {name for name in concerned for other in concerned if name.startswith(f"{other}/")}
    return sorted(concerned - inside)


def changed_files(base: str = "main") -> list[str]:
    """What differs from where this branch began: committed, not committed, or new."""
    began = _git("merge-base", base, "HEAD")
    changed = _git("diff", "--name-only", *(began or ["HEAD"]))
    return sorted({*changed, *_git("ls-files", "--others", "--exclude-standard")})


def main(arguments: list[str]) -> int:
    """Run them; what is given is passed on to pytest."""
    tests = concerned_by(changed_files())
    sys.stderr.write(f"Quick: {' '.join(tests)}\n")
    chosen = ["-q", "--processes", "2", "-m", "not live and not slow"]
    return subprocess.run([sys.executable, "-m", "pytest", *chosen, *arguments, *tests], cwd=ROOT).returncode


def _place_of(path: Path) -> str | None:
    """Where the tests of a file are, as near to it as there are any."""
    match path.parts:
        case ("src", "edison", room, *deeper):
            home = Path("tests", "doors" if room in DOORS else room.removesuffix(".py"), *deeper[:-1])
        case ("tests", _, *_):
            home = path if path.name.startswith("test_") else path.parent
        case ("bench", *_):
            home = Path("tests", "bench")
        case _:
            return None
    while not (ROOT / home).exists():
        home = home.parent
    return None if home == Path("tests") else home.as_posix()


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(
        ["git", "-c", "safe.directory=*", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
