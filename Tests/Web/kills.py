"""A phone whose browser is killed and started again on the same disk."""

import contextlib
import os
import pathlib
import signal
import time

from browsers import CHROMIUM, FONTS
from phones import Phone
from playwright.sync_api import Error


class MortalPhone(Phone):
    """A phone with a disk of its own. `address` is where it finds the app, for a gateway behind a proxy."""

    def __init__(self, chromium, gateway, folder, address=None, prepare=lambda context: None):
        self.gateway, self.errors = gateway, []
        self.address = address or gateway.url
        self._folder, self._prepare = folder, prepare
        self._browser_type = chromium.browser_type
        self.context, self.is_killed = None, False
        self.switch_on()

    def switch_on(self):
        """Starts the browser; the app is not open yet."""
        self.context = self._browser_type.launch_persistent_context(
            self._folder, executable_path=CHROMIUM, args=["--no-sandbox"], locale="en-CA", has_touch=True,
            is_mobile=True, viewport={"width": 390, "height": 844}, reduced_motion="reduce",
            env={**os.environ, "FONTCONFIG_FILE": str(FONTS)},
        )  # fmt: skip
        self._prepare(self.context)
        self._show(self.context.pages[0])

    def open(self, address=None):
        """Opens the app, or a link."""
        return super().open(address or self.address)

    def kill(self):
        """Kills the browser. Another thread may do that while the phone is used."""
        self.is_killed = True
        for process in self._processes(is_browser=True):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def is_dead(self):
        """Waits until no process of the browser is left; the disk is as the kill left it."""
        deadline = time.monotonic() + 20
        while self._processes():
            assert time.monotonic() < deadline, "a killed browser still runs"
            time.sleep(0.01)

    def remove(self):
        """Ends it."""
        with contextlib.suppress(Error):
            self.context.close()

    def _processes(self, is_browser=False):
        """The browser's processes; of its own process it alone has no type."""
        found, word = [], f"--user-data-dir={self._folder}".encode()
        for folder in pathlib.Path("/proc").iterdir():
            if folder.name.isdigit():
                with contextlib.suppress(OSError):
                    words = (folder / "cmdline").read_bytes().split(b"\0")
                    is_child = any(each.startswith(b"--type=") for each in words)
                    if word in words and not (is_browser and is_child):
                        found.append(int(folder.name))
        return found
