"""What a monitoring system reads of visitsd."""

import time

from prometheus_client import parser as older
from prometheus_client.openmetrics import parser


def families(daemon):
    """The families of what visits metrics prints, as an independent parser reads them."""
    return {family.name: family for family in parser.text_string_to_metric_families(daemon.visits("metrics").stdout)}


def value(found, family, sample=None, **labels):
    """The number of one sample."""
    (number,) = [
        each.value for each in found[family].samples if each.name == (sample or family) and each.labels == labels
    ]
    return number


def test_an_independent_parser_understands_what_metrics_prints(imported):
    imported.poll(10)
    assert imported.visits("show", "none", check=False).returncode == 1
    imported.visits("backup")
    found = families(imported)
    assert value(found, "visits_calls", "visits_calls_total", method="today") == 10
    assert value(found, "visits_calls", "visits_calls_total", method="import") == 1
    assert value(found, "visits_changes", "visits_changes_total") > 10
    assert value(found, "visits_visits", status="completed") >= 1
    assert value(found, "visits_writable") == 1
    assert value(found, "visits_build_info", version="0.1.0") == 1
    assert found["visits_database_size_bytes"].unit == "bytes" and value(found, "visits_database_size_bytes") > 4096
    now = time.time()
    assert now - 120 < value(found, "visits_start_time_seconds") <= now
    assert now - 60 < value(found, "visits_last_backup_time_seconds") <= now
    assert not [name for name in found if name.startswith("visits_sync")], "there is no upstream"


def test_a_parser_of_the_format_that_node_exporter_reads_knows_the_type_of_each_family(agency):
    agency.poll(3)
    text = agency.visits("metrics", "--prometheus").stdout
    found = {family.name: family for family in older.text_string_to_metric_families(text)}
    assert {family.type for family in found.values()} == {"counter", "gauge"}
    assert found["visits_calls"].documentation == "Calls that were answered."
    assert value(found, "visits_calls", "visits_calls_total", method="today") == 3
    # Both formats tell of the same.
    assert found.keys() == families(agency).keys()


def test_before_the_first_backup_its_time_is_0_so_that_an_alarm_on_its_age_rings(agency):
    assert value(families(agency), "visits_last_backup_time_seconds") == 0


def test_what_is_counted_only_grows(agency):
    def counters():
        return {
            (sample.name, *sample.labels.items()): sample.value
            for family in families(agency).values() if family.type == "counter" for sample in family.samples
        }  # fmt: skip

    before = counters()
    agency.poll(3)
    after = counters()
    assert before.keys() == after.keys()
    assert all(after[name] >= before[name] for name in before)
    today = ("visits_calls_total", ("method", "today"))
    assert after[today] == before[today] + 3


def test_metrics_of_an_upstream_that_cannot_be_reached_say_so(daemon):
    daemon.configuration.write_text(
        daemon.configuration.read_text() + "upstream:\n  url: http://127.0.0.1:9/fhir\n")
    daemon.start()
    deadline = time.monotonic() + 30
    while value(found := families(daemon), "visits_sync_working"):
        assert time.monotonic() < deadline, "sync is told to work"
        time.sleep(0.1)
    assert value(found, "visits_sync_pending") == 0
    assert value(found, "visits_sync_problems", kind="parked") == 0
    assert value(found, "visits_logged", "visits_logged_total", severity="warning") >= 1
    assert "Upstream cannot be reached." in daemon.visits("status").stdout
