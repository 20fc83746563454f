"""What can go wrong between two machines, before anybody looks at what the answer says."""


class HttpTrouble(Exception):
    """A request that got no whole answer."""


class NotReached(HttpTrouble):
    """No connection came about, so nothing was sent."""


class TookTooLong(NotReached):
    """No connection came about in time."""


class Lost(HttpTrouble):
    """The connection ended before an answer began."""


class CutOff(HttpTrouble):
    """The connection ended in the middle of an answer."""


class NotHttp(HttpTrouble):
    """What came is no HTTP, or in a coding nobody asked for."""


class ProxyNotReached(NotReached):
    """The proxy on the way is not there, or is none."""


class ProxyRefused(NotReached):
    """The proxy on the way does not let us through, or did not get through itself."""

    def __init__(self, target: object, *, proxy: str, status: int) -> None:
        super().__init__(f"the proxy {proxy} answered HTTP {status} for {target}")
        self.target = str(target)
        self.proxy = proxy
        self.status = status
