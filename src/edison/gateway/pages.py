"""What lies at an address on the web, asked for as it is: no key goes along, and no redirect is followed here."""

from edison.domain import Clock

from .codecs.base import Parcel
from .http import Network
from .provider import KeyStyle, Provider
from .wire import Wire, WireReply


async def read_page(
    address: str, *, clock: Clock, network: Network, deadline_s: float, most_bytes: int
) -> WireReply:
    """The answer, whatever its status; raises ProviderTrouble where nobody gives one."""
    server = Provider(name="texts", kind="http", base_url=address, key_style=KeyStyle.NONE, network=network)
    async with Wire(clock) as wire:
        return await wire.send(server, Parcel("", method="GET"), deadline_s=deadline_s, body_limit=most_bytes)
