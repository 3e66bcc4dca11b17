"""The icons of the app as PNGs, drawn from icons/icon.svg. Run this when the drawing changes."""

import math
import pathlib
import re
import struct
import zlib

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/VisitsWeb/App/icons"
# Each picture: its size in pixels, and whether its ground fills it, for a phone that cuts icons into its own shape.
PICTURES = {"icon-192": (192, False), "icon-512": (512, False), "maskable-512": (512, True)}


class Drawing:
    """The square of 64 with round corners and the sign on it: the only shapes of icon.svg."""

    def __init__(self, text):
        self.corner = float(re.search(r'rx="([\d.]+)"', text)[1])
        self.width = float(re.search(r'stroke-width="([\d.]+)"', text)[1])
        numbers = [float(number) for number in re.findall(r"[\d.]+", re.search(r' d="([^"]+)"', text)[1])]
        self.points = list(zip(numbers[::2], numbers[1::2], strict=True))
        self.ground = bytes.fromhex(re.search(r'<rect [^>]*fill="#(\w{6})"', text)[1])

    def png(self, size, fills):
        """The picture. A phone may cut off a fifth of a filled one on each side; the sign is smaller there."""
        scale = 64 / size
        rows = []
        for y in range(size):
            row = bytearray(1)
            for x in range(size):
                row += self._pixel((x + 0.5) * scale, (y + 0.5) * scale, scale, fills)
            rows.append(bytes(row))
        head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
        parts = [(b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
            for kind, content in parts
        )

    def _pixel(self, x, y, scale, fills):
        shrink = 0.75 if fills else 1
        inner = (x - 32) / shrink + 32, (y - 32) / shrink + 32
        sign = _covered((self._to_sign(*inner) - self.width / 2) * shrink, scale)
        colour = bytes(round(each + (255 - each) * sign) for each in self.ground)
        return colour + bytes([255 if fills else round(255 * _covered(self._to_ground(x, y), scale))])

    def _to_ground(self, x, y):
        """The distance to the edge of the ground, below zero inside."""
        across, down = (abs(each - 32) - (32 - self.corner) for each in (x, y))
        return math.hypot(max(across, 0), max(down, 0)) + min(max(across, down), 0) - self.corner

    def _to_sign(self, x, y):
        """The distance to the line of the sign."""
        return min(_to_line(x, y, *ends) for ends in zip(self.points, self.points[1:], strict=False))


def _to_line(x, y, start, end):
    across, down = end[0] - start[0], end[1] - start[1]
    part = ((x - start[0]) * across + (y - start[1]) * down) / (across**2 + down**2)
    part = min(max(part, 0), 1)
    return math.hypot(x - start[0] - part * across, y - start[1] - part * down)


def _covered(distance, scale):
    """How much of a pixel lies within an edge at that distance."""
    return min(max(0.5 - distance / scale, 0), 1)


def main():
    """Writes the pictures."""
    drawing = Drawing((FOLDER / "icon.svg").read_text())
    for name, (size, fills) in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(drawing.png(size, fills))


if __name__ == "__main__":
    main()
