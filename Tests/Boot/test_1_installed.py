"""What is there after the packages were installed."""

import grp
import os
import pathlib
import pwd
import stat

import pytest
from machine import CONFIGURATION, SOCKET, STATE, run, systemctl, unit, visits

UNITS = ("visitsd.service", "visitsd.socket", "visits-backup.timer")


def owner(path):
    """user:group mode of a file."""
    status = os.stat(path)
    names = f"{pwd.getpwuid(status.st_uid).pw_name}:{grp.getgrgid(status.st_gid).gr_name}"
    return f"{names} {stat.S_IMODE(status.st_mode):04o}"


@pytest.mark.parametrize("name", UNITS)
def test_the_units_are_enabled_and_active(name):
    assert systemctl("is-enabled", name).stdout == "enabled\n"
    assert systemctl("is-active", name).stdout == "active\n"


def test_the_service_has_said_that_it_is_ready():
    found = unit("visitsd", "SubState", "StatusText", "NRestarts")
    assert (found["SubState"], found["NRestarts"]) == ("running", "0")
    assert found["StatusText"] != ""


def test_the_service_starts_after_users_can_be_looked_up_and_the_clock_is_right():
    assert {"nss-user-lookup.target", "time-sync.target"} <= set(unit("visitsd", "After")["After"].split())


def test_installed_units_are_free_of_mistakes_and_their_manual_is_there():
    done = run("systemd-analyze", "verify", *UNITS, "visits-backup.service")
    assert done.stdout + done.stderr == ""


def test_the_installed_service_is_exposed_to_no_more_than_1_2():
    run("systemd-analyze", "security", "--threshold=12", "--no-pager", "visitsd.service")


@pytest.mark.parametrize(
    ("path", "owned"),
    [
        (SOCKET, "root:visits 0660"),
        (STATE, "visitsd:visitsd 0700"),
        (STATE / "visits.sqlite", "visitsd:visitsd 0600"),
        (CONFIGURATION, "root:root 0644"),
    ],
)
def test_files_belong_to_whom_they_should(path, owned):
    assert owner(path) == owned


def test_the_daemon_has_a_user_of_its_own_that_nobody_can_log_in_as():
    user = pwd.getpwnam("visitsd")
    assert user.pw_shell.endswith("nologin") and user.pw_dir == "/var/lib/visitsd"
    assert "visitsd" in grp.getgrnam("visits").gr_mem


@pytest.mark.parametrize("page", ["1 visits", "8 visitsd", "5 visitsd.yaml"])
def test_the_manual_is_installed(page):
    section, name = page.split()
    assert pathlib.Path(f"/usr/share/man/man{section}/{name}.{section}.gz").exists()


def test_completions_are_installed_for_three_shells():
    script = "source /usr/share/bash-completion/completions/visits && complete -p visits"
    assert run("bash", "-c", script).stdout.endswith(" visits\n")
    assert pathlib.Path("/usr/share/zsh/vendor-completions/_visits").read_text().startswith("#compdef visits")
    assert "complete -c 'visits'" in pathlib.Path("/usr/share/fish/vendor_completions.d/visits.fish").read_text()


def test_visitsd_finds_all_in_order_and_visits_tells_its_version():
    assert run("runuser", "-u", "visitsd", "--", "visitsd", "check").stdout.startswith("The configuration is in order.")
    assert visits("--version").stdout.split()[-1] + "-1" == run("dpkg-query", "-Wf", "${Version}", "visits-cli").stdout
