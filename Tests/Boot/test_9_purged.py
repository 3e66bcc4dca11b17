"""What is left when the packages are removed."""

import pathlib
import pwd
import shutil

from conftest import files
from machine import PACKAGES, SOCKET, STATE, follow, install, package, run, systemctl, visits

# What the guide says of the tarball.
INSTALL = "tar xzf visits-*-linux-*.tar.gz && cd visits-*/ && sudo ./install"
UPGRADE = "sudo ./install"
UNINSTALL = "sudo /usr/local/share/visits/uninstall"
DROP_IN = pathlib.Path("/etc/systemd/system/visitsd.service.d/override.conf")


def purge(answer):
    """Purges the packages as somebody does who has been asked at a terminal, and answers."""
    command = "DEBIAN_FRONTEND=readline dpkg --purge visits-daemon visits-cli"
    return run("script", "--quiet", "--return", "--command", command, "/dev/null", text=f"{answer}\n").stdout


def left(before):
    """What is there that was not there before."""
    # Not ours to take away: what people keep, what somebody read, the journal, what this test wrote.
    others = ("/home/", "/var/backups/", "/var/cache/man/", "/var/log/", "/tmp/", "/var/tmp/")
    # Theirs, except for what is about us.
    books = ("/var/lib/dpkg/", "/var/lib/apt/", "/var/lib/PackageKit/", "/var/cache/", "/var/lib/systemd/")
    new = [path for path in files() - before if not path.startswith(others)]
    return sorted(path for path in new if not path.startswith(books) or "visits" in path)


def test_removed_packages_leave_settings_and_schedule():
    DROP_IN.parent.mkdir()
    DROP_IN.write_text("[Service]\nNice=5\n")
    run("dpkg", "--remove", "visits-daemon", "visits-cli")
    assert not pathlib.Path(SOCKET).exists()
    assert (STATE / "visits.sqlite").exists() and pathlib.Path("/etc/visits/visitsd.yaml").exists()


def test_a_purge_that_nobody_was_asked_about_keeps_the_schedule_and_its_owner():
    run("dpkg", "--purge", "visits-daemon", "visits-cli")
    assert (STATE / "visits.sqlite").stat().st_uid == pwd.getpwnam("visitsd").pw_uid
    assert not pathlib.Path("/etc/visits").exists()
    assert not pathlib.Path("/etc/credstore/visitsd.upstream-token").exists()
    # What an operator wrote stays, until the operator takes it away as the guide says.
    assert DROP_IN.read_text() == "[Service]\nNice=5\n"
    run("rm", "-rf", "/etc/systemd/system/visitsd.service.d", "/etc/systemd/system/visits-backup.service.d")


def test_a_purge_whose_question_is_answered_with_no_keeps_the_schedule():
    install(package("visits-cli"), package("visits-daemon"))
    assert "Remove the visit schedule and its backups?" in purge("no")
    assert (STATE / "visits.sqlite").stat().st_uid == pwd.getpwnam("visitsd").pw_uid
    assert not pathlib.Path("/etc/visits").exists()


def test_a_purge_whose_question_is_answered_with_yes_leaves_no_trace(before):
    install(package("visits-cli"), package("visits-daemon"))
    assert "Margaret Chen" in visits("clients").stdout
    assert "Remove the visit schedule and its backups?" in purge("yes")
    pathlib.Path("/etc/credstore").rmdir()
    assert "\n".join(left(before)) == ""
    accounts = pathlib.Path("/etc/passwd").read_text() + pathlib.Path("/etc/group").read_text()
    assert "visits" not in accounts
    assert "0 unit files listed." in systemctl("list-unit-files", "visits*", check=False).stdout


def test_the_tarball_installs_and_uninstalls_without_a_trace(before, tmp_path):
    shutil.copy(next(PACKAGES.glob("*.tar.gz")), tmp_path)
    follow(INSTALL, tmp_path)
    folder = next(path for path in tmp_path.iterdir() if path.is_dir())
    assert run("systemctl", "is-active", "visitsd.service", "visitsd.socket").stdout == "active\nactive\n"
    assert visits("clients").returncode == 0
    run("systemctl", "start", "visits-backup.service")
    # Once more, as an upgrade does; the settings stay.
    configuration = pathlib.Path("/etc/visits/visitsd.yaml")
    configuration.write_text("agency:\n  name: Mine\n")
    assert "visitsd.yaml.new" in follow(UPGRADE, folder)
    assert configuration.read_text() == "agency:\n  name: Mine\n"
    follow(UNINSTALL)
    assert (STATE / "visits.sqlite").exists() and not pathlib.Path("/usr/local/bin/visits").exists()
    follow(UPGRADE, folder)
    follow(f"{UNINSTALL} --data")
    assert "\n".join(left(before)) == ""
    assert "visits" not in pathlib.Path("/etc/passwd").read_text()
