"""Wiring: builds the house once, from settings, and hands the parts to the doors.

In:      settings, provider forms.
Out:     a house for the actions, a gateway, a clock, chance; a running simulator from `wiring.simulator` and the
         Python API from `wiring.python_api`, which nothing else loads.
May use: every room below.
Never:   be imported below the doors; decide anything a room could decide.
"""

from edison.telemetry import note_event

from .clock import SystemClock
from .gateway import build_providers, open_gateway
from .house import open_house

__all__ = ["SystemClock", "build_providers", "note_event", "open_gateway", "open_house"]
