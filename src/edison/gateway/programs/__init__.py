"""Scripts and functions of the user's, run as processes of their own: bytes in, bytes out, within limits."""

from .checks import CheckRunner
from .runner import ProgramRunner

__all__ = ["CheckRunner", "ProgramRunner"]
