"""Pages of a database's file, to damage them behind visitsd's back."""

import sqlite3
import time

SIZE = 4096
INTERIOR = (0x02, 0x05)


def pages_of(path, name):
    """The numbers of the pages of a table or an index, the root first (sqlite.org/fileformat2.html, 1.6)."""
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    (root,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    database.close()
    content = path.read_bytes()

    def number(page, at, size):
        start = (page - 1) * SIZE + at
        return int.from_bytes(content[start : start + size], "big")

    def below(page):
        yield page
        if number(page, 0, 1) in INTERIOR:
            for cell in range(number(page, 3, 2)):
                yield from below(number(page, number(page, 12 + 2 * cell, 2), 4))
            yield from below(number(page, 8, 4))

    return list(below(root))


def settle(path):
    """Brings the log of a database that is in use into its file: the log would hide damage to the file."""
    database = sqlite3.connect(path)
    while database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        time.sleep(0.01)
    database.close()


def overwrite(path, offset, length):
    """Fills a part of a file with garbage."""
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(b"\xff" * length)


def spoil_pages(path, pages):
    """Fills whole pages with garbage."""
    for page in pages:
        overwrite(path, (page - 1) * SIZE, SIZE)


def spoil_table(path):
    """Spoils all visits."""
    spoil_pages(path, pages_of(path, "visits"))


def spoil_index(path):
    """Spoils an index of the visits."""
    spoil_pages(path, pages_of(path, "visitsByClient"))


def spoil_row(path):
    """Spoils the beginning of one visit."""
    leaf = (pages_of(path, "visits")[-1] - 1) * SIZE
    row = int.from_bytes(path.read_bytes()[leaf + 8 : leaf + 10], "big")
    overwrite(path, leaf + row, 12)


def spoil_header(path):
    """Spoils the header of the file."""
    overwrite(path, 0, 100)
