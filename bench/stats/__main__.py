"""`python -m bench.stats [--scale 0.1] [--seed 7] [subject …]`: run the calibration worlds and say which bars hold."""

import sys
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path


def main() -> int:
    parser = ArgumentParser(prog="python -m bench.stats", description=__doc__)
    parser.add_argument("subjects", nargs="*", help="all of them when none is named")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full number of worlds")
    parser.add_argument(
        "--seed", type=int, help="worlds that nobody saw; each subject has its own when left out"
    )
    chosen = parser.parse_args()
    subjects = chosen.subjects or _subjects()
    failed = [subject for subject in subjects if not _holds(subject, chosen.scale, seed=chosen.seed)]
    print(f"\nBars not met: {', '.join(failed)}." if failed else "\nAll bars are met.")
    return 1 if failed else 0


def _subjects() -> list[str]:
    folder = Path(__file__).parent
    return sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))


def _holds(subject: str, scale: float, *, seed: int | None) -> bool:
    worlds = import_module(f"bench.stats.{subject}")
    if seed is not None:
        vars(worlds)["SEED"] = seed
    print(f"\n== {subject}, seed {worlds.SEED} ==", flush=True)
    return bool(worlds.main(scale))


if __name__ == "__main__":
    sys.exit(main())
