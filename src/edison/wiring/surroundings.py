"""Where keys that end may come from: whose machine this is, and which addresses may be asked for them."""

from pathlib import Path
from urllib.parse import urlsplit

FIRMWARE = Path("/sys/class/dmi/id")
_AZURE_TAG = "7783-7084-3265-9085-8269-3286-77"
"""What every virtual machine of Azure bears."""


class BrokenChain(Exception):
    """What the vendors' files and variables say cannot be followed; the sentence says why."""


def is_safe(address: str) -> bool:
    """Whether what keys are made of may go there: by TLS, or on this machine."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    is_here = host in ("localhost", "::1") or host.startswith("127.")
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and is_here))


# Firmware says it, so that nobody is asked who may not be there.


def is_amazons(firmware: Path = FIRMWARE) -> bool:
    """A machine of EC2."""
    return _said(firmware, "sys_vendor") == "Amazon EC2"


def is_googles(firmware: Path = FIRMWARE) -> bool:
    """A machine of Compute Engine, or a container on one."""
    return _said(firmware, "product_name").startswith("Google")


def is_azures(firmware: Path = FIRMWARE) -> bool:
    """A virtual machine of Azure."""
    return _said(firmware, "chassis_asset_tag") == _AZURE_TAG


def _said(firmware: Path, what: str) -> str:
    try:
        return (firmware / what).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
