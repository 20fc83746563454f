"""Wiring: builds the house once, from settings, and hands the parts to the doors.

In:      settings, provider forms.
Out:     a gateway, a clock, chance; a running simulator from `wiring.simulator`, which nothing else loads.
May use: every room below.
Never:   be imported below the doors; decide anything a room could decide.
"""

from .clock import SystemClock
from .gateway import open_gateway
from .providers import ProviderForm, build_providers

__all__ = ["ProviderForm", "SystemClock", "build_providers", "open_gateway"]
