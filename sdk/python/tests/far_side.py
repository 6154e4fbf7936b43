"""A scripted service on a real socket."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from posthorn import Posthorn


@dataclass(frozen=True)
class Act:
    status: int = 200
    body: str = "{}"
    headers: dict[str, str] = field(default_factory=dict)
    # reset: resets the connection without an answer. hang: never answers. drip: sends a byte every 10 ms. cut: breaks off the answer.
    how: str = "answer"


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    body: str


def answer(body: object, status: int = 200, **headers: str) -> Act:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Act(status, json.dumps(body), {"x-request-id": "request-1", **named})


def refusal(status: int, code: str, **headers: str) -> Act:
    """With a Retry-After of 1 ms, where the service would make the client wait."""
    body = {"code": code, "message": f"It is {code}.", "statusCode": status}
    return answer(body, status, **{"retry_after_ms": "1", **headers})


class FarSide:
    """Performs the acts in order, then repeats the last one."""

    def __init__(self, *acts: Act) -> None:
        self.asked: list[Asked] = []
        far = self

        class Handler(BaseHTTPRequestHandler):
            def do(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                far.asked.append(Asked(self.command, self.path, headers, body))
                far.perform(self, acts[min(len(far.asked), len(acts)) - 1])

            do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._ended = threading.Event()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def client(self, **options: Any) -> Posthorn:
        return Posthorn("tx_test_x", self.url, **options)

    def perform(self, handler: BaseHTTPRequestHandler, act: Act) -> None:
        if act.how == "hang":
            self._ended.wait()
        if act.how in ("hang", "reset"):
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            handler.connection.close()
            return
        octets = act.body.encode()
        handler.send_response(act.status)
        for name, value in act.headers.items():
            handler.send_header(name, value)
        if act.how == "cut":
            handler.send_header("content-length", str(len(octets) + 1))
        elif act.how == "answer":
            handler.send_header("content-length", str(len(octets)))
        handler.end_headers()
        handler.wfile.write(octets)
        while act.how == "drip" and not self._ended.is_set():
            try:
                handler.wfile.write(b" ")
                handler.wfile.flush()
            except OSError:
                return
            time.sleep(0.01)

    def __enter__(self) -> Self:
        # The default polls for the shutdown only twice a second.
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
