# SPDX-License-Identifier: Apache-2.0
"""Serves scripted chat completions on the loopback.

A script is a list of steps; the n-th request gets the n-th, all further ones the last. A step is an object:
  status, headers   default: 200 and a stream of events
  content           an ordinary answer with this text, with usage; as events where the request wants a stream
  chunks            otherwise: the pieces to send; {"base64": …} for bytes
  repeat            how often the chunks are sent
  delay             seconds before each chunk
  hold              the last chunk waits for this threading.Event (for tests in Python only)
  silence           seconds before the connection ends
  reset             "head": the connection is reset before any byte; "body": after the chunks
  finish, usage, reasoning   of an ordinary answer

Requests are in `requests` and, with a log, in that file as one JSON object per line. The
certificates of fixtures/tls belong to a test authority whose key was deleted: server.pem is for the
loopback, other.pem for another name, and expired.pem has expired.

usage: scriptedserver.py SCRIPT.json [LOG.jsonl [CERTIFICATE.pem]]     prints its port
"""
import base64
import http.server
import json
import pathlib
import socket
import ssl
import struct
import sys
import threading
import time

CERTIFICATES = pathlib.Path(__file__).parent / "fixtures/tls"


def event(value):
    return "data: " + (value if isinstance(value, str) else json.dumps(value)) + "\n\n"


def answer_chunks(step):
    """Returns an ordinary answer as streamed by llama.cpp: usage comes last, without choices."""
    def choice(delta, finish=None):
        return event({"model": step.get("model", "test-model"), "object": "chat.completion.chunk",
                      "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
    usage = step.get("usage", {"prompt_tokens": 10, "completion_tokens": 2})
    chunks = [choice({"role": "assistant", "content": None})]
    if "reasoning" in step:
        chunks.append(choice({"reasoning_content": step["reasoning"]}))
    chunks += [choice({"content": step["content"]}), choice({}, step.get("finish", "stop"))]
    if usage is not None:
        chunks.append(event({"choices": [], "usage": usage}))
    return chunks + [event("[DONE]")]


def whole_answer(step):
    """Returns the same answer as one document."""
    message = {"role": "assistant", "content": step["content"]}
    return json.dumps({"id": "chatcmpl-1", "object": "chat.completion", "created": 1,
                       "model": step.get("model", "test-model"),
                       "choices": [{"index": 0, "message": message, "finish_reason": step.get("finish", "stop")}],
                       "usage": {"total_tokens": 12, **step.get("usage", {"prompt_tokens": 10, "completion_tokens": 2})}})


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        step = self.server.take({"path": self.path, "headers": dict(self.headers),
                                 "body": body.decode(), "at": time.monotonic()})
        self.close_connection = True
        try:
            self.play(step, json.loads(body or "{}").get("stream", False))
        except OSError:
            pass  # the other end has left, as some tests want

    do_GET = do_POST

    def play(self, step, is_stream):
        if step.get("reset") == "head":
            self.reset()
            return
        self.send_response(step.get("status", 200))
        kind = "text/event-stream" if is_stream or "content" not in step else "application/json"
        for name, value in step.get("headers", {"Content-Type": kind}).items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        chunks = step.get("chunks", [])
        if "content" in step:
            chunks = answer_chunks(step) if is_stream else [whole_answer(step)]
        repeat = step.get("repeat", 1)
        for turn in range(repeat):
            for number, chunk in enumerate(chunks):
                time.sleep(step.get("delay", 0))
                if "hold" in step and (turn, number) == (repeat - 1, len(chunks) - 1):
                    step["hold"].wait()
                raw = base64.b64decode(chunk["base64"]) if isinstance(chunk, dict) else chunk.encode()
                self.wfile.write(b"%x\r\n%s\r\n" % (len(raw), raw))
        time.sleep(step.get("silence", 0))
        if step.get("reset") == "body":
            self.reset()
            return
        self.wfile.write(b"0\r\n\r\n")

    def reset(self):
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script, log=None, certificate=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.script, self.requests, self.lock = script, [], threading.Lock()
        self.log = open(log, "a", buffering=1) if log else None
        self.scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATES / certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
            self.scheme = "https"

    def handle_error(self, *_):
        pass  # a client that does not trust us hangs up

    def take(self, request):
        with self.lock:
            self.requests.append(request)
            if self.log:
                self.log.write(json.dumps(request) + "\n")
            return self.script[min(len(self.requests), len(self.script)) - 1]

    @property
    def port(self):
        return self.server_address[1]

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.port}/v1"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        server = Server(json.load(file), *sys.argv[2:4])
    print(server.port, flush=True)
    server.serve_forever()
