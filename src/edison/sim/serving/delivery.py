"""Sending an answer: at once, at a model's pace, or in one of the many ways in which sending goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from aiohttp import web

from ..faults.plan import Where
from ..latency import AT_ONCE, AnswerPace

_DRIP_STEP_S = 0.05


class Delivery(msgspec.Struct, frozen=True):
    """An answer ready to be sent, and what happens on the way. Fractions are of the body."""

    status: int
    chunks: Sequence[bytes]
    headers: Mapping[str, str] = {}
    content_type: str = "application/json"
    is_stream: bool = False
    paced: Sequence[bool] = ()
    """Which chunks the model had to think for."""
    pace: AnswerPace = AT_ONCE
    output_tokens: int = 0
    stall_s: float = 0.0
    stall_where: Where = "before_headers"
    stall_at: float = 0.5
    bytes_per_s: float | None = None
    drop_where: Where | None = None
    drop_at: float = 0.5

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the answer is to be sent."""
        return (
            not self.is_stream and not self.stall_s and self.bytes_per_s is None and self.drop_where is None
        )


async def deliver(request: web.BaseRequest, delivery: Delivery) -> tuple[web.StreamResponse, bool]:
    """Send an answer; says whether all of it was handed to the network."""
    if not delivery.is_stream and delivery.pace is not AT_ONCE:
        await asyncio.sleep(delivery.pace.total_s(delivery.output_tokens))
    if delivery.is_plain:
        return await _send_whole(request, delivery)
    return await _send_in_pieces(request, delivery)


def hang_up(request: web.BaseRequest) -> web.StreamResponse:
    """Tear the connection down; what is returned will never be sent."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


async def _send_whole(request: web.BaseRequest, delivery: Delivery) -> tuple[web.StreamResponse, bool]:
    headers = {"Content-Type": delivery.content_type, **delivery.headers}
    response = web.Response(body=b"".join(delivery.chunks), status=delivery.status, headers=headers)
    try:
        await response.prepare(request)
        await response.write_eof()
    except ConnectionError:
        return response, False
    return response, True


async def _send_in_pieces(request: web.BaseRequest, delivery: Delivery) -> tuple[web.StreamResponse, bool]:
    headers = {"Content-Type": delivery.content_type, **delivery.headers}
    response = web.StreamResponse(status=delivery.status, headers=headers)
    if not delivery.is_stream:
        response.content_length = sum(map(len, delivery.chunks))
    try:
        if await _send_with_trouble(request, response, delivery):
            return response, True
    except ConnectionError:
        return response, False
    # What is written must leave before the line goes dead, or nobody would see the part that came.
    await asyncio.sleep(_DRIP_STEP_S)
    return hang_up(request), False


async def _send_with_trouble(
    request: web.BaseRequest, response: web.StreamResponse, delivery: Delivery
) -> bool:
    """Send as much as is to be sent; False when the line is to be dropped then."""
    if delivery.stall_where == "before_headers":
        await asyncio.sleep(delivery.stall_s)
    if delivery.drop_where == "before_headers":
        return False
    await response.prepare(request)
    if delivery.stall_where == "after_headers":
        await asyncio.sleep(delivery.stall_s)
    if delivery.drop_where == "after_headers" or not await _write_body(response, delivery):
        return False
    await response.write_eof()
    return True


async def _write_body(response: web.StreamResponse, delivery: Delivery) -> bool:
    """Write chunk by chunk; False when the line is to be dropped in the middle."""
    total = sum(map(len, delivery.chunks))
    drop_at = int(total * delivery.drop_at) if delivery.drop_where == "mid_body" else None
    stall_at = (
        int(total * delivery.stall_at) if delivery.stall_where == "mid_body" and delivery.stall_s else None
    )
    written = 0
    for chunk, wait_s in _timed(delivery):
        if wait_s > 0:
            await asyncio.sleep(wait_s)
        if stall_at is not None and written + len(chunk) > stall_at:
            await response.write(chunk[: stall_at - written] or b"")
            await asyncio.sleep(delivery.stall_s)
            chunk, written, stall_at = chunk[stall_at - written :], stall_at, None
        if drop_at is not None and written + len(chunk) >= drop_at:
            await response.write(chunk[: drop_at - written])
            return False
        await response.write(chunk)
        written += len(chunk)
    return True


def _timed(delivery: Delivery) -> Iterator[tuple[bytes, float]]:
    """The chunks with the time to wait before each."""
    if delivery.bytes_per_s is not None:
        yield from _dripping(b"".join(delivery.chunks), delivery.bytes_per_s)
        return
    if not delivery.is_stream or delivery.pace is AT_ONCE:
        yield b"".join(delivery.chunks), 0.0
        return
    paced = sum(delivery.paced) or 1
    step_s = delivery.pace.token_s * delivery.output_tokens / paced
    wait_s = delivery.pace.first_token_s
    for chunk, needs_thought in zip(delivery.chunks, delivery.paced, strict=True):
        yield chunk, wait_s if needs_thought else 0.0
        wait_s = step_s if needs_thought else wait_s


def _dripping(body: bytes, bytes_per_s: float) -> Iterator[tuple[bytes, float]]:
    size = max(int(bytes_per_s * _DRIP_STEP_S), 1)
    for start in range(0, len(body), size):
        yield body[start : start + size], size / bytes_per_s
