"""HTTP/1.1 as a provider of models needs it: whole answers and streams, kept connections, nothing else."""

from .client import Client
from .head import Head, Headers, Origin, origin_of
from .response import Response
from .troubles import CutOff, HttpTrouble, Lost, NotHttp, NotReached, TookTooLong

__all__ = [
    "Client",
    "CutOff",
    "Head",
    "Headers",
    "HttpTrouble",
    "Lost",
    "NotHttp",
    "NotReached",
    "Origin",
    "Response",
    "TookTooLong",
    "origin_of",
]
