"""The way to providers: straight away or by a proxy, as the surroundings say."""

from typing import TYPE_CHECKING

from edison.errors import SettingBroken
from edison.settings import Settings

from .keys import Keys

if TYPE_CHECKING:
    from edison.gateway import Network
    from edison.gateway.http import Proxy

_FORM = "http://HOST:PORT, https://HOST:PORT, or with USER:PASSWORD@ before the host, percent-encoded"


def build_network(settings: Settings, keys: Keys) -> "Network":
    """The proxies that are set; their passwords are noted, so that no log shows them."""
    from edison.gateway import Network
    from edison.gateway.http import read_exemptions

    anywhere = settings.all_proxy or ""
    network = Network(
        https=_read("HTTPS_PROXY", settings.https_proxy) or _read("ALL_PROXY", anywhere),
        http=_read("HTTP_PROXY", settings.http_proxy) or _read("ALL_PROXY", anywhere),
        direct=read_exemptions(settings.no_proxy or ""),
    )
    keys.note(*network.secrets)
    return network


def _read(variable: str, written: str | None) -> "Proxy | None":
    from edison.gateway.http import read_proxy

    try:
        return read_proxy(written or "")
    except ValueError as error:
        # What stands before the host is left out: it is a password, or was meant to be one.
        shown = (written or "").rpartition("@")[2]
        raise SettingBroken(variable, shown, (f"{_FORM} ({error})",)) from None
