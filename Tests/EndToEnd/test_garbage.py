"""Whatever comes in on the socket gets a clear answer, and disturbs nobody else."""

import json
import socket

import pytest
from programs import Connection

CALL = b'{"jsonrpc":"2.0","id":%s,"method":"system.status"}'


def answer(daemon, line):
    """The answer to one line."""
    with Connection(daemon.socket) as connection:
        connection.send(line + b"\n")
        return json.loads(connection.receive())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"garbage", -32700),
        (b"", -32700),
        (b"\xff\xfe\x00", -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"system.status",}', -32700),
        (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"system.status"}', -32700),
        (b'{"jsonrpc":"2.0","id":"\xc3\x28","method":"system.status"}', -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"system.status","params":{"\\u0061":1,"a":2}}', -32700),
        (b"[" * 100 + b"]" * 100, 1413),
        (b"[]", -32600),
        (b"1", -32600),
        (b'{"id":1,"method":"system.status"}', -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"system.status"}', -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"system.status"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"tody"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"today","params":["sarah"]}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"today","params":{"worker":"sarah","dat":1}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"today","params":{}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"visit.list","params":{"limit":99999999999999999999999}}', -32602),
    ],
)
def test_bad_input_gets_an_error_that_says_what_is_wrong(agency, line, code):
    error = answer(agency, line)["error"]
    assert error["code"] == code
    assert error["message"] and error["data"]["kind"]
    assert "1/7" in agency.visits("today", "--worker", "sarah").stdout


@pytest.mark.parametrize("text", [b"1", b"-7", b"1e2", b"12345678901234567890123", b'"a\\u0062"', b'""', b"null", b"1.50"])
def test_an_id_is_echoed_byte_for_byte(agency, text):
    with Connection(agency.socket) as connection:
        connection.send(CALL % text + b"\n")
        assert b'"id":' + text + b"," in connection.receive().replace(b'"id":' + text + b"}", b'"id":' + text + b",")


def test_an_error_names_the_nearest_method_and_parameter(agency):
    wrong_method = answer(agency, b'{"jsonrpc":"2.0","id":1,"method":"tody"}')["error"]
    assert "today" in wrong_method["message"]
    wrong_name = answer(agency, b'{"jsonrpc":"2.0","id":1,"method":"today","params":{"worker":"sarah","dat":1}}')
    assert wrong_name["error"]["data"]["field"] == "dat"
    assert "date" in wrong_name["error"]["message"]


def test_a_notification_gets_no_answer(agency):
    with Connection(agency.socket) as connection:
        connection.send(b'{"jsonrpc":"2.0","method":"tody"}\n' + CALL % b"5" + b"\n")
        assert json.loads(connection.receive())["id"] == 5


def test_a_batch_is_answered_entry_by_entry(agency):
    answers = answer(agency, b"[" + CALL % b"1" + b',{"jsonrpc":"2.0","method":"system.status"},7,' + CALL % b'"x"' + b"]")
    assert sorted(str(entry["id"]) for entry in answers) == ["1", "None", "x"]


def test_a_line_that_is_too_long_ends_its_own_connection_only(agency):
    with Connection(agency.socket) as other, Connection(agency.socket) as connection:
        with pytest.raises((BrokenPipeError, ConnectionResetError, AssertionError)):
            for _ in range(64):
                connection.send(b"x" * 65536)
            assert not connection.receive()
        other.send(CALL % b"1" + b"\n")
        assert "result" in json.loads(other.receive())


def test_clients_that_break_off_leave_the_others_alone(agency):
    for _ in range(50):
        with socket.socket(socket.AF_UNIX) as broken:
            broken.connect(str(agency.socket))
            broken.sendall(b'{"jsonrpc":"2.0","id":1,"meth')
    assert "1/7" in agency.visits("today", "--worker", "sarah").stdout
