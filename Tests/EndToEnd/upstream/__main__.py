"""Starts the server: python Tests/EndToEnd/upstream --help"""

import pathlib
import sys

# Python puts this folder first, where a module's name could hide one of the standard library.
sys.path[0] = str(pathlib.Path(__file__).resolve().parents[1])

from upstream.program import main  # noqa: E402

main()
