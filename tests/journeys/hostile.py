"""A provider that means harm: it answers with whatever it was asked, or with an error that says it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

BROKEN = "broken"
"""The model that never answers."""


class _Hostile(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = _last(asked["messages"])
        if asked["model"] == BROKEN:
            self._reply(400, {"error": {"message": said, "type": said, "code": said}})
            return
        message = {"role": "assistant", "content": said}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10}
        told = {"id": said[:40], "object": "chat.completion", "created": 1, "model": said[:60]}
        self._reply(200, {**told, "choices": [choice], "usage": usage})

    def _reply(self, status: int, body: dict[str, Any]) -> None:
        sent = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody listens."""


def _last(messages: list[dict[str, Any]]) -> str:
    said = messages[-1]["content"]
    return said if isinstance(said, str) else "".join(str(part.get("text", "")) for part in said)


@contextmanager
def hostile_provider() -> Iterator[dict[str, Any]]:
    """The provider's form, as a suite has it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Hostile)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield {
            "kind": "openai-compatible",
            "base_url": f"http://127.0.0.1:{server.server_address[1]}/v1",
            "price": {"input": 1, "output": 1},
        }
    finally:
        server.shutdown()
        server.server_close()
