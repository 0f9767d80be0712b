"""A running agon-match whose first line says where it serves."""

import functools
import http.server
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading

BIN = os.environ["AGON_BIN"]
SANITIZED = "sanitizers:" in subprocess.run([f"{BIN}/agon-match", "--version"],
                                            capture_output=True, text=True).stdout
ADDRESS = re.compile(r"(http://[^ ]+:(\d+)/)")


class Serving:
    """`files`: the limit of open files."""

    def __init__(self, folder, *arguments, command=("serve",), port=0, files=None):
        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.folder = pathlib.Path(folder)
        with open(self.folder / "errors", "w") as errors:
            self.process = subprocess.Popen(
                [f"{BIN}/agon-match", *command, *arguments, "-http", f"port={port}"], cwd=folder,
                text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                preexec_fn=limit)
        while found := self.process.stdout.readline():
            if match := ADDRESS.search(found):
                break
        else:
            raise RuntimeError((self.folder / "errors").read_text())
        self.url, self.port = match[1], int(match[2])

    def close(self):
        """Its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        self.process.stdout.close()
        return status

    def children(self):
        """Process numbers of its engines."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)],
                                capture_output=True, text=True)
        return [int(number) for number in listed.stdout.split()]

    def memory(self):
        """Resident bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+) kB", status)[1]) * 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def games(self, kind):
        """The texts of the files that keep the games."""
        return [path.read_text() for path in sorted(self.folder.glob(f"games/*.{kind}"))]


class Files:
    """A server of files that knows nothing: `folder` below `path`, with `headers` for each answer."""

    def __init__(self, folder, path, headers=None):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def end_headers(self):
                for name, value in (headers or {}).items():
                    self.send_header(name, value)
                super().end_headers()

            def log_message(self, *_):
                pass

        self.root = tempfile.TemporaryDirectory()
        place = pathlib.Path(self.root.name, "www", path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(pathlib.Path(folder).resolve())
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=f"{self.root.name}/www"))
        self.url = f"http://127.0.0.1:{self.server.server_port}/{path}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        if self.root:
            self.server.shutdown()
            self.server.server_close()
            self.root.cleanup()
            self.root = None
