"""What the guide says of metrics, word by word."""

import pathlib
import re

from machine import run, systemctl, unit, visits
from prometheus_client.parser import text_string_to_metric_families

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "Sources/VisitsDaemon/VisitsDaemon.docc/Operating.md"
UNITS = pathlib.Path("/etc/systemd/system")
FILE = pathlib.Path("/var/lib/visits-metrics/visits.prom")


def families():
    """The families in the file, as a parser of the format that node_exporter reads finds them."""
    return {family.name: family for family in text_string_to_metric_families(FILE.read_text())}


def test_a_timer_writes_them_for_a_collector_as_the_guide_says():
    text = GUIDE.read_text()
    made = []
    try:
        for path, block in re.findall(r"nto\s+`(/etc/systemd/system/visits-metrics\.\w+)`:\n\n```ini\n(.*?)```", text, re.DOTALL):
            made.append(pathlib.Path(path))
            made[-1].write_text(block)
        assert [path.suffix for path in made] == [".service", ".timer"]
        systemctl("daemon-reload")
        done = run("systemd-analyze", "verify", *made)
        assert done.stdout + done.stderr == ""
        systemctl("enable", "--now", "visits-metrics.timer")
        assert unit("visits-metrics.timer", "ActiveState")["ActiveState"] == "active"
        systemctl("start", "visits-metrics.service")
        # Whoever collects them is another user.
        assert run("stat", "--format=%U %a", FILE).stdout == "visitsd 644\n"
        assert "visits_writable 1" in run("cat", FILE, user="otto").stdout
        found = families()
        assert sum(sample.value for sample in found["visits_visits"].samples) > 0
        # A family in a format that node_exporter does not know would have no type there.
        assert {family.type for family in found.values()} == {"counter", "gauge"}
    finally:
        systemctl("disable", "--now", "visits-metrics.timer", check=False)
        for path in made:
            path.unlink()
        run("rm", "-rf", FILE.parent)
        systemctl("daemon-reload")


def test_what_logs_in_as_a_monitor_gets_them_and_a_coordinator_does_not(configuration):
    text = configuration.read_text()
    configuration.write_text(text.replace("  #monitor: []", "  monitor: [mel]", 1))
    systemctl("restart", "visitsd")
    try:
        assert visits("metrics", user="mel").stdout.endswith("# EOF\n")
        assert visits("metrics", user="anna", check=False).returncode == 77
    finally:
        configuration.write_text(text)
        systemctl("restart", "visitsd")
