"""Debian's Chromium, as the tests and the pictures start it."""

import contextlib
import os
import pathlib

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
FONTS = pathlib.Path(__file__).with_name("fonts.conf")
# The text of the browser is twice as large, as the phone's settings allow.
LARGE_TEXT = "--blink-settings=defaultFontSize=32"


@contextlib.contextmanager
def running_chromium():
    """A function that starts a browser with flags of its command line; all are closed at the end."""
    with sync_playwright() as playwright:
        started = []

        def start(*flags):
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM,
                args=["--no-sandbox", *flags],
                env={**os.environ, "FONTCONFIG_FILE": str(FONTS)},
            )
            started.append(browser)
            return browser

        yield start
        for browser in started:
            browser.close()
