"""A file `.env` in the working directory: keys of providers, for whoever keeps them with a project.

It may come with a project of somebody else's. So what the environment says wins, and what decides where keys go and
what may be asked (all of `EDISON_…` but the database, proxies, certificates, where the vendors' tools ask for keys and
which files they follow) is not taken from it.
"""

import re
from pathlib import Path

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")
_LARGEST = 65_536
_TAKEN_ANYWAY = "EDISON_DATABASE_URL"
_NETWORK = frozenset({"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"})

_WAYS_TO_KEYS = (
    "AWS_CONFIG_FILE",
    "AWS_CONTAINER_",
    "AWS_EC2_METADATA_",
    "AWS_ENDPOINT_URL",
    "AWS_SHARED_CREDENTIALS_FILE",
    "AWS_WEB_IDENTITY_",
    "AZURE_AUTHORITY_HOST",
    "AZURE_FEDERATED_",
    "AZURE_POD_IDENTITY_",
    "GCE_METADATA_",
    "IDENTITY_",
    "LM_STUDIO_SERVER_",
    "LOCAL_INFERENCE_SERVER_",
)
"""A secret is sent to some of them, and others name files with commands that are run."""


def read_dotenv(path: Path) -> dict[str, str]:
    """The variables of such a file; none where there is no file that can be read."""
    try:
        if not path.is_file():
            return {}
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode(errors="replace")
    except OSError:
        return {}
    found = (_LINE.fullmatch(line) for line in text.splitlines())
    return {match[1]: _value(match[2]) for match in found if match is not None and _is_taken(match[1])}


def _is_taken(name: str) -> bool:
    is_about_ways = name.upper() in _NETWORK or name.upper().startswith(_WAYS_TO_KEYS)
    return name == _TAKEN_ANYWAY or not (name.startswith("EDISON_") or is_about_ways)


def _value(written: str) -> str:
    """Without its quotes, or without a remark at its end; nothing in it is filled in."""
    text = written.strip()
    for quote in ("'", '"'):
        end = text.find(quote, 1)
        if text.startswith(quote) and end > 0:
            return text[1:end]
    return re.split(r"\s#", text, maxsplit=1)[0].rstrip()
