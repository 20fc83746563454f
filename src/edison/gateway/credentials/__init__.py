"""Keys that last for a while: made by a token address from what the vendors' own tools leave on a machine.

Each vendor has a file here, which is loaded where somebody uses it.
"""

from .renewing import KeyMaker, KeyRequest, Lease, RenewedKey

__all__ = ["KeyMaker", "KeyRequest", "Lease", "RenewedKey"]
