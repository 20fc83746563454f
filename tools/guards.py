"""Small guards for commits: file sizes, private keys, addresses in lock files, the form of messages."""

import re
import sys
from pathlib import Path

_LARGEST_BYTES = 1024 * 1024
_PRIVATE_KEY = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE " + rb"KEY-----")
_ADDRESS = re.compile(r'"resolved":\s*"http|--(?:extra-)?index-url|^[^#]*https?://', re.MULTILINE)
_SUBJECT = re.compile(r"^[a-z][a-z, -]*: [A-Z].*\.$")
_LONGEST_SUBJECT = 72


def complaints_about(path: Path) -> list[str]:
    """What is wrong with a file about to be committed."""
    if not path.is_file():
        return []
    content = path.read_bytes()
    found: list[str] = []
    if len(content) > _LARGEST_BYTES:
        found.append(f"{path}: {len(content)} bytes; nothing above {_LARGEST_BYTES} is committed")
    if _PRIVATE_KEY.search(content):
        found.append(f"{path}: holds a private key")
    if _is_lock(path) and _ADDRESS.search(content.decode("utf-8", "replace")):
        found.append(f"{path}: a lock file carries no addresses")
    return found


def complaints_about_message(message: str) -> list[str]:
    """What is wrong with a commit message."""
    subject = message.partition("\n")[0]
    if not _SUBJECT.match(subject):
        return [f"{subject!r} is not of the form `room: Imperative sentence.`"]
    if len(subject) > _LONGEST_SUBJECT:
        return [f"the subject has {len(subject)} characters; {_LONGEST_SUBJECT} are allowed"]
    return []


def main(arguments: list[str]) -> int:
    """Check files, or with --message the file that holds a commit message."""
    if arguments[:1] == ["--message"]:
        found = complaints_about_message(Path(arguments[1]).read_text(encoding="utf-8"))
    else:
        found = [complaint for name in arguments for complaint in complaints_about(Path(name))]
    for complaint in found:
        sys.stderr.write(complaint + "\n")
    return 1 if found else 0


def _is_lock(path: Path) -> bool:
    return path.name == "package-lock.json" or (path.parent.name == "requirements" and path.suffix == ".txt")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
