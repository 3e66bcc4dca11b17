"""Stops are quick, and whoever calls meanwhile is answered afterwards."""

import contextlib
import pathlib
import time

from machine import SOCKET, ask, calling, connect, pid, recently, run, soon, systemctl, unit, visits, warnings


def test_a_stop_waits_for_no_idle_client():
    with contextlib.closing(connect()) as idle, contextlib.closing(connect()) as waiting:
        ask(idle, "system.health")
        waiting.sendall(b'{"jsonrpc":"2.0","id":1,"method":"event.wait","params":{"timeout":60}}\n')
        began = time.monotonic()
        systemctl("stop", "visitsd.service")
        assert time.monotonic() - began < 10
    assert unit("visitsd", "Result")["Result"] == "success"
    assert pathlib.Path(SOCKET).is_socket()


def test_of_a_hundred_clients_that_keep_calling_none_fails_while_it_is_restarted():
    systemctl("start", "visitsd.service")
    with calling(100) as calls:
        for _ in range(3):
            process, so_far = pid(), calls.answered
            systemctl("restart", "visitsd.service")
            assert pid() != process
            soon("everybody is answered again", lambda: calls.answered > so_far + 200)
    assert calls.failed == []


def test_it_works_without_socket_activation_too():
    systemctl("mask", "--runtime", "--now", "visitsd.socket")
    systemctl("restart", "visitsd.service")
    try:
        assert unit("visitsd.socket", "ActiveState")["ActiveState"] == "inactive"
        assert "Margaret Chen" in visits("today", "--worker", "sarah", user="anna").stdout
        # The folder's group is the socket's.
        assert run("stat", "--format=%U:%G %a", SOCKET).stdout == "visitsd:visits 660\n"
        assert visits("today", "--worker", "sarah", user="otto", check=False).returncode == 77
    finally:
        systemctl("stop", "visitsd.service")
        systemctl("unmask", "--runtime", "visitsd.socket")
        systemctl("start", "visitsd.service")
    assert unit("visitsd.socket", "ActiveState")["ActiveState"] == "active"
    assert run("stat", "--format=%U:%G %a", SOCKET).stdout == "root:visits 660\n"


def test_a_wrong_setting_is_not_tried_again_and_again(configuration):
    before = configuration.read_text()
    configuration.write_text(before + "\nrolls: {}\n")
    systemctl("restart", "visitsd.service", check=False)
    assert unit("visitsd", "ActiveState", "NRestarts") == {"ActiveState": "failed", "NRestarts": "0"}
    # Whoever calls has it tried, until that is given up too.
    done = visits("today", "--worker", "sarah", "--timeout", "110", check=False)
    assert done.returncode == 69
    assert 'unknown key "rolls"' in recently()
    assert "sudo systemctl reset-failed visitsd visitsd.socket && sudo systemctl start visitsd" in done.stderr
    configuration.write_text(before)
    systemctl("reset-failed", "visitsd.service", "visitsd.socket")
    systemctl("start", "visitsd.service")
    assert unit("visitsd.socket", "ActiveState")["ActiveState"] == "active"
    assert "Margaret Chen" in visits("today", "--worker", "sarah").stdout


def test_a_start_goes_on_without_a_group_that_is_missing_and_gives_it_its_role_when_it_is_there(configuration):
    before = configuration.read_text()
    configuration.write_text(before.replace('["@planners"]', '["@planners", "@latecomers"]', 1))
    systemctl("restart", "visitsd.service")
    try:
        unknown = "roles.coordinator names users or groups that this machine does not know: @latecomers."
        assert [words for words in warnings() if words.startswith(unknown)]
        assert "Margaret Chen" in visits("today", "--worker", "sarah", user="anna").stdout
        planning = ("today", "--worker", "sarah")
        assert visits(*planning, user="mel", check=False).returncode == 77
        run("groupadd", "latecomers")
        run("usermod", "--append", "--groups", "latecomers", "mel")
        soon("mel may plan", lambda: visits(*planning, user="mel", check=False).returncode == 0, seconds=100)
        assert warnings() == []
    finally:
        run("groupdel", "latecomers", check=False)
        configuration.write_text(before)
        systemctl("restart", "visitsd.service")
