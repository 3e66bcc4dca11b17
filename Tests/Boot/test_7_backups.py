"""What the timer makes is a backup, and can be put back."""

import json

from machine import STATE, run, systemctl, unit, visits


def test_the_timer_makes_a_backup_every_day():
    run("systemctl", "start", "visits-backup.service")
    assert len(list((STATE / "backups").glob("daily-*.sqlite"))) == 1
    assert unit("visits-backup.timer", "NextElapseUSecRealtime")["NextElapseUSecRealtime"] != ""


def test_a_backup_is_put_back_as_the_guide_says():
    backup = next((STATE / "backups").glob("daily-*.sqlite"))
    visits("workers", "add", "zoe", "--name", "Zoe Zimmer")
    systemctl("stop", "visitsd.socket", "visitsd.service")
    told = run("visitsd", "restore", backup).stdout
    assert "The backup lacks" in told
    systemctl("start", "visitsd.service")
    workers = {worker["id"] for worker in json.loads(visits("workers", "--json").stdout)["workers"]}
    assert "sarah" in workers and "zoe" not in workers
    assert unit("visitsd.socket", "ActiveState")["ActiveState"] == "active"


def test_a_backup_that_root_puts_into_a_folder_that_is_not_there_yet_is_the_services_own(tmp_path):
    backup = tmp_path / "backup.sqlite"
    run("cp", next((STATE / "backups").glob("daily-*.sqlite")), backup)
    disk = tmp_path / "disk" / "visits"
    run("visitsd", "restore", backup, "--state", disk)
    assert run("stat", "--format=%U:%G", disk.parent, disk, disk / "visits.sqlite").stdout.split() == ["visitsd:visitsd"] * 3


def test_a_token_in_the_credential_store_reaches_the_daemon_alone():
    run("install", "-d", "-m", "700", "/etc/credstore")
    run("install", "-m", "600", "/dev/stdin", "/etc/credstore/visitsd.upstream-token", text="a-token\n")
    systemctl("restart", "visitsd")
    file = "/run/credentials/visitsd.service/upstream-token"
    assert run("cat", file, user="visitsd").stdout == "a-token\n"
    assert run("cat", file, user="anna", check=False).returncode == 1
