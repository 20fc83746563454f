"""HTTP/1.1 as a provider of models needs it: whole answers and streams, kept connections, nothing else."""

from .client import Client
from .head import Head, Headers, Origin, origin_of
from .proxies import DIRECT, Network, Proxy, Route, read_exemptions, read_proxy
from .response import Response
from .troubles import (
    CutOff,
    HttpTrouble,
    Lost,
    NotHttp,
    NotReached,
    ProxyNotReached,
    ProxyRefused,
    TookTooLong,
)

__all__ = [
    "DIRECT",
    "Client",
    "CutOff",
    "Head",
    "Headers",
    "HttpTrouble",
    "Lost",
    "Network",
    "NotHttp",
    "NotReached",
    "Origin",
    "Proxy",
    "ProxyNotReached",
    "ProxyRefused",
    "Response",
    "Route",
    "TookTooLong",
    "origin_of",
    "read_exemptions",
    "read_proxy",
]
