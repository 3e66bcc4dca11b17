"""More calls than a daemon can answer, on many connections."""

import contextlib
import selectors
import threading

from programs import Connection


class Flood:
    """Keeps as many calls in flight on every connection as one may have, and throws the answers away."""

    IN_FLIGHT = 64

    def __init__(self, daemon, connections, line):
        self.line, self.answers, self.over = line, 0, threading.Event()
        self.connections = [Connection(daemon.socket) for _ in range(connections)]
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        for connection in self.connections:
            connection.send(self.line * self.IN_FLIGHT)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        for connection in self.connections:
            with contextlib.suppress(OSError):
                connection.socket.close()

    def run(self):
        with selectors.DefaultSelector() as selector:
            for connection in self.connections:
                selector.register(connection.socket, selectors.EVENT_READ)
            while selector.get_map() and not self.over.is_set():
                for key, _ in selector.select(0.1):
                    if not self.turn(key.fileobj):
                        selector.unregister(key.fileobj)

    def turn(self, connection):
        """Takes what there is and asks for as much again; whether there will be more."""
        try:
            answered = connection.recv(1 << 18).count(b"\n")
            if answered:
                self.answers += answered
                connection.sendall(self.line * answered)
        except OSError:
            return False
        return True
