"""`python -m bench.stats [--scale 0.1] [subject …]`: run the calibration worlds and say which bars hold."""

import sys
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path


def main() -> int:
    parser = ArgumentParser(prog="python -m bench.stats", description=__doc__)
    parser.add_argument("subjects", nargs="*", help="all of them when none is named")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full number of worlds")
    chosen = parser.parse_args()
    failed = [subject for subject in chosen.subjects or _subjects() if not _holds(subject, chosen.scale)]
    print(f"\nBars not met: {', '.join(failed)}." if failed else "\nAll bars are met.")
    return 1 if failed else 0


def _subjects() -> list[str]:
    folder = Path(__file__).parent
    return sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))


def _holds(subject: str, scale: float) -> bool:
    print(f"\n== {subject} ==")
    return bool(import_module(f"bench.stats.{subject}").main(scale))


if __name__ == "__main__":
    sys.exit(main())
