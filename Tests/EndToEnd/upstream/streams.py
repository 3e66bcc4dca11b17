"""Answers that no honest server gives: bytes that are made while they are sent, so that 10 GB need no memory."""

import asyncio
import itertools
import zlib

from starlette.responses import Response

_BLOCK = 1 << 16
# What "ten gigabytes" are.
_TEN = 10 << 30
_STATUS = b"HTTP/1.1 200 OK\r\n"
_HEAD = _STATUS + b"Content-Type: application/fhir+json\r\n"
_CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
_PAGE = b'{"resourceType":"Bundle","type":"searchset"'
_ENTRIES = _PAGE + b',"entry":['
_BLANKS = b" " * _BLOCK
_BOOKED = b'"resourceType":"Appointment","status":"booked"'


class Streamed(Response):
    """Sends the bytes of an iterator as they are, then closes."""

    def __init__(self, pieces, seconds=0):
        super().__init__()
        self._pieces, self._seconds = pieces, seconds

    async def __call__(self, scope, receive, send):
        transport, flow = scope["state"]["transport"], scope["state"]["flow"]
        for piece in self._pieces:
            if transport.is_closing():
                break
            transport.write(piece)
            # Waits while the reader does not read.
            await flow.drain()
            await asyncio.sleep(self._seconds)
        transport.close()
        # uvicorn would send a 500 if this returned before it has seen the end.
        while (await receive())["type"] != "http.disconnect":
            pass


def streamed(name, seconds):
    """The response of this name; between its pieces so many seconds pass."""
    return Streamed(STREAMS[name](), seconds)


def _chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def _for_ever(head, block):
    yield head
    yield from itertools.repeat(block)


def _endless(beginning, block):
    """A body without an end, in chunks."""
    return _for_ever(_HEAD + _CHUNKED + _chunk(beginning), _chunk(block))


def _announced(length, *body):
    return itertools.chain([_HEAD + b"Content-Length: %d\r\n\r\n" % length], body)


def _ten_gigabytes():
    yield from _announced(_TEN)
    yield from itertools.repeat(_BLANKS, _TEN // _BLOCK)


def _compressed(encoding):
    """Ten gigabytes of blanks between the beginning and the end of a page, in ten megabytes."""
    squeezer = zlib.compressobj(9, wbits=31 if encoding == b"gzip" else 15)
    beginning = squeezer.compress(_PAGE) + squeezer.flush(zlib.Z_FULL_FLUSH)
    block = squeezer.compress(b" " * (1 << 20)) + squeezer.flush(zlib.Z_FULL_FLUSH)
    yield _HEAD + b"Content-Encoding: %s\r\n" % encoding + _CHUNKED + _chunk(beginning)
    yield from itertools.repeat(_chunk(block), _TEN >> 20)
    yield _chunk(squeezer.compress(b"}") + squeezer.flush()) + _chunk(b"")


def _page(beginning, item, count):
    """A page that ends, with so many items; each has its number where the item says NUMBER."""
    yield _HEAD + _CHUNKED + _chunk(beginning)
    for start in range(0, count, 1000):
        items = b",".join(item.replace(b"NUMBER", b"%d" % number) for number in range(start, start + 1000))
        yield _chunk(items if start == 0 else b"," + items)
    yield _chunk(b"]}") + _chunk(b"")


# By name, what is sent in place of the true answer.
STREAMS = {
    # Before the body.
    "headers": lambda: _for_ever(_STATUS, b"X-More: more\r\n" * 4096),
    "long header": lambda: _for_ever(_STATUS + b"X-More: ", b"m" * _BLOCK),
    "announcements": lambda: itertools.repeat(b"HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n" * 1024),
    "no HTTP": lambda: _for_ever(b"SSH-2.0-OpenSSH_9.2\r\n", b"\x00\xff" * (_BLOCK // 2)),
    # Beside it and after it.
    "chunk extension": lambda: _for_ever(_HEAD + _CHUNKED + b"1;", b"m" * _BLOCK),
    "tiny chunks": lambda: _for_ever(_HEAD + _CHUNKED, _chunk(b" ") * 8192),
    "trailers": lambda: _for_ever(_HEAD + _CHUNKED + _chunk(_PAGE + b"}") + b"0\r\n", b"X-More: more\r\n" * 4096),
    "long trailer": lambda: _for_ever(_HEAD + _CHUNKED + _chunk(_PAGE + b"}") + b"0\r\nX: ", b"m" * _BLOCK),
    "more than announced": lambda: _announced(len(_PAGE) + 1, _PAGE + b"}" + _BLANKS),
    "less than announced": lambda: _announced(1 << 20, _PAGE + b"}"),
    # Bodies without an end.
    "blanks": lambda: _endless(_PAGE, _BLANKS),
    "ten gigabytes": _ten_gigabytes,
    "gzip": lambda: _compressed(b"gzip"),
    "deflate": lambda: _compressed(b"deflate"),
    "entries": lambda: _endless(_ENTRIES, b'{"resource":{"resourceType":"Patient","id":"x"}},' * 1024),
    "links": lambda: _endless(_PAGE + b',"link":[', b'{"relation":"next","url":"/a"},' * 2048),
    "nesting": lambda: _endless(_ENTRIES, b"[" * _BLOCK),
    "one string": lambda: _endless(_ENTRIES + b'{"resource":{"id":"', b"x" * _BLOCK),
    # Pages that end, and are small until they are read.
    "a million links": lambda: _page(_PAGE + b',"link":[', b'{"relation":"next","url":"/a"}', 1_000_000),
    "a million zeros": lambda: _page(_ENTRIES, b"0", 1_000_000),
    "a million nothings": lambda: _page(_ENTRIES, b"{}", 1_000_000),
    "60,000 levels": lambda: _announced(120_001 + len(_ENTRIES), _ENTRIES + b"[" * 60_000 + b"]" * 60_001 + b"}"),
    "20,000 bad ones": lambda: _page(_ENTRIES, b'{"resource":{"id":"bNUMBER","start":7,%s}}' % _BOOKED, 20_000),
    "5,000 references": lambda: _page(
        _ENTRIES,
        b'{"resource":{"resourceType":"Patient","id":"rNUMBER","name":[{"text":"Ann"}],'
        b'"link":[{"type":"replaced-by","other":{"reference":"Patient/sNUMBER"}}]}}',
        5_000,
    ),
    "30 megabytes": lambda: _page(
        _ENTRIES,
        b'{"resource":{"id":"lNUMBER","start":7,%s,"text":{"div":"%s"}}}' % (_BOOKED, b"x" * 1_400),
        20_000,
    ),
}
