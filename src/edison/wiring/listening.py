"""Ports to listen on."""

import socket

from edison.errors import ServerNotStarted


def listen_on(host: str, port: int) -> socket.socket:
    """A socket that listens; connections wait until somebody answers.

    Raises:
        ServerNotStarted: the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise ServerNotStarted(f"{host}:{port}", (error.strerror or str(error)).lower()) from error
    return listening
