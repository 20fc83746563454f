"""Settings: what the surroundings tell us, read once and typed.

In:      the environment.
Out:     one frozen Settings object; keys of providers by the name of their variable.
May use: errors, domain.
Never:   be imported below the doors and wiring; be read anywhere else.
"""

from .settings import Settings, load_settings

__all__ = ["Settings", "load_settings"]
