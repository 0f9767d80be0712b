"""A WebSocket client of a few lines, which can also misbehave."""

import base64
import json
import os
import socket
import struct
import time


class WebSocket:
    """`handshake` is the server's answer; `open` whether it accepted."""

    def __init__(self, port, host=None, origin=None, path="/ws", seconds=30):
        self.socket = socket.create_connection(("127.0.0.1", port), seconds)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            more = self.socket.recv(1 << 16)
            if not more:
                break
            self.buffer += more
        self.handshake, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.open = self.handshake.startswith(b"HTTP/1.1 101 ")

    def close(self):
        self.socket.close()

    def exactly(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(1 << 16)
            if not more:
                raise ConnectionError("closed")
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send(self, message):
        self.send_frame(json.dumps(message).encode())

    def send_frame(self, payload, kind=1):
        size = len(payload)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        # A mask of ones: Firefox takes one of zeros for none.
        self.socket.sendall(head + b"\xff" * 4 + bytes(byte ^ 0xFF for byte in payload))

    def read(self):
        """The next message; pings are answered. Raises ConnectionError at the end."""
        self.pings = 1
        while True:
            first, second = self.exactly(2)
            size = second & 0x7F
            if size == 126:
                size, = struct.unpack(">H", self.exactly(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.exactly(8))
            payload = self.exactly(size)
            if first & 0xF == 9:
                self.send_frame(payload, kind=10)
                if self.pings == 0:
                    raise TimeoutError("nothing but pings")
                self.pings -= 1
            elif first & 0xF == 8:
                raise ConnectionError("closed")
            else:
                return json.loads(payload)

    def read_until(self, condition, seconds=60):
        end = time.monotonic() + seconds  # pings do not keep a reader waiting for ever
        while time.monotonic() < end:
            message = self.read()
            if condition(message):
                return message
        raise AssertionError(f"not within {seconds} s")
