"""Tries what a sandbox should refuse; prints as JSON what came of each: "done", or the error's name."""

import ctypes
import errno
import json
import mmap
import os
import pathlib
import socket
import sys

libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWUSER = 0x10000000
PERSONALITY_LINUX32 = 8


def system(result):
    """Raises what a call of the C library left in errno."""
    if result < 0:
        raise OSError(ctypes.get_errno(), "")


def write(path):
    file = pathlib.Path(path)
    file.write_text("probe")
    file.unlink()


def connect(address):
    with socket.socket(socket.AF_INET) as connection:
        connection.settimeout(2)
        connection.connect((address, 8099))


def shown(path):
    if not os.path.exists(path):
        raise FileNotFoundError(errno.ENOENT, "")


def prioritise():
    # It is told that it has it.
    os.setpriority(os.PRIO_PROCESS, 0, 7)
    if os.getpriority(os.PRIO_PROCESS, 0) != 7:
        raise OSError("refused")


TRIES = {
    "write its state": lambda: write("/var/lib/visitsd/probe"),
    "write /var/lib": lambda: write("/var/lib/probe"),
    "write /etc": lambda: write("/etc/probe"),
    "write /usr": lambda: write("/usr/bin/probe"),
    "write /srv": lambda: write("/srv/probe"),
    "read /root": lambda: os.listdir("/root"),
    "see another process": lambda: shown("/proc/1"),
    "see a disk": lambda: shown("/dev/kmsg"),
    "speak to UNIX sockets": lambda: socket.socket(socket.AF_UNIX).close(),
    "speak IPv4": lambda: socket.socket(socket.AF_INET).close(),
    "speak IPv6": lambda: socket.socket(socket.AF_INET6).close(),
    "speak netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close(),
    "speak Bluetooth": lambda: socket.socket(socket.AF_BLUETOOTH, socket.SOCK_SEQPACKET, 0).close(),
    "map memory": lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE).close(),
    "map memory that is written and run": lambda: mmap.mmap(
        -1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    ).close(),
    "make a namespace": lambda: system(libc.unshare(CLONE_NEWUSER)),
    "take another personality": lambda: system(libc.personality(PERSONALITY_LINUX32)),
    "have a priority": prioritise,
    "reach the allowed address": lambda: connect("203.0.113.7"),
    "reach another address": lambda: connect("198.51.100.1"),
}


def outcome(attempt):
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
    return "done"


if __name__ == "__main__":
    with open(sys.argv[1], "w") as file:
        json.dump({what: outcome(attempt) for what, attempt in TRIES.items()}, file)
