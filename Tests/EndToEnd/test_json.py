"""What visitsd takes for JSON is what Python's json takes, but for what it refuses on purpose."""

import json
import pathlib
import random
import unicodedata

from programs import Connection

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "Fuzz/Corpus/rpc"
SEED = 7
PIECES = [b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b" ", b"\t", b"\r", b"0", b"-", b".", b"e", b"\\u", b"\x00"]
PIECES += [b"\x7f", b"\x80", b"\xc3", b"\xa9", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"\xff", b"null", b"NaN", b"\xc2\xa0"]


def is_json(line):
    """Python's word, made as strict: no names that stand twice, no half of a surrogate pair, no NaN."""

    def refuse(_):
        raise ValueError

    def distinct(members):
        # Two spellings of one letter make one name: to some readers they are equal.
        names = {unicodedata.normalize("NFC", name) for name, _ in members}
        if len(names) < len(members):
            raise ValueError
        return dict(members)

    try:
        value = json.loads(
            line.decode(), parse_constant=refuse, object_pairs_hook=distinct, parse_int=str, parse_float=str
        )
        json.dumps(value, ensure_ascii=False).encode()
        return True
    except (ValueError, RecursionError):
        return False


def mutated(line, chance):
    """The line with a few bytes gone, come or changed places."""
    for _ in range(chance.randint(1, 3)):
        place = chance.randint(0, len(line))
        match chance.randrange(4):
            case 0:
                line = line[:place] + line[place + 1 :]
            case 1:
                line = line[:place] + chance.choice(PIECES) + line[place:]
            case 2:
                line = line[:place] + chance.choice(PIECES) + line[place + 1 :]
            case 3:
                other = chance.randint(0, len(line))
                line = line[:place] + line[other : other + 8] + line[place:]
    return line


class Judge:
    """Asks visitsd line by line whether it is JSON."""

    def __init__(self, daemon):
        self.path, self.count, self.connection = daemon.socket, 0, Connection(daemon.socket)

    def verdict(self, line):
        """Whether the line was refused as no JSON; None when a limit has spared it from being read."""
        self.count += 1
        mark = f"mark-{self.count}"
        # An unknown method is refused at once, and so is what is no JSON: the one comes behind the other.
        self.connection.send(line + b'\n{"jsonrpc":"2.0","id":"%s","method":"-"}\n' % mark.encode())
        verdict = True
        while answer := self.connection.receive():
            answer = json.loads(answer)
            if isinstance(answer, dict) and answer.get("id") == mark:
                return verdict
            code = answer["error"]["code"] if isinstance(answer, dict) and "error" in answer else 0
            verdict = {-32700: False, 1413: None}.get(code, verdict)
        self.connection = Connection(self.path)
        return None


def test_visitsd_and_python_agree_on_what_is_json(agency, every_case):
    mutations = 8000 if every_case else 2000
    chance = random.Random(SEED)
    lines = sorted({line for file in sorted(CORPUS.iterdir()) for line in file.read_bytes().split(b"\n")})
    assert len(lines) > 80
    lines += [mutated(chance.choice(lines), chance) for _ in range(mutations)]
    judge = Judge(agency)
    judged = [(line, judge.verdict(line)) for line in lines]
    assert [line for line, verdict in judged if verdict not in (None, is_json(line))] == []
    assert sum(verdict is True for _, verdict in judged) > mutations / 16
    assert sum(verdict is False for _, verdict in judged) > mutations / 16
