"""The states of seed 002 that come from the network and the agency's server: offline, sync failed, pull to refresh."""

import re

import pytest
from outboxes import Answers, passed_on
from playwright.sync_api import expect
from programs import Daemon
from synced import booked, hours, pulled
from test_accessibility import Checker
from test_look import fits, small_targets
from upstreams import upstream  # noqa: F401

RED, GREY = "rgb(200, 16, 46)", "rgb(99, 99, 102)"
FAILED = re.compile(r"^Sync failed\. Will retry in (\d+) seconds?\. Tap to retry now\.$")


@pytest.fixture
def synced(upstream):  # noqa: F811
    """A visitsd that has pulled a visit of Sarah's at Margaret Chen's from the agency's server."""
    daemon = Daemon()
    yield pulled(daemon, upstream)
    daemon.remove()


@pytest.fixture
def agency(synced):
    """The daemon of the gateway and the phones."""
    return synced.daemon


def fail(synced):
    """The agency's server answers with errors from now on, and the daemon has noticed that it lasts."""
    synced.upstream.faults({"path": "/", "status": 503, "times": None})
    for _ in range(3):
        synced.sync()
    assert synced.today()["state"] == "error"


def seconds_left(phone):
    """The number of seconds in the notice that sync fails."""
    return int(FAILED.match(phone.page.locator(".banner-tap").inner_text())[1])


def test_an_office_without_a_network_works_offline_and_the_notice_can_be_dismissed(phone, synced):
    synced.upstream.stop()
    assert synced.sync() == "savedLocally"
    phone.today.looked_at_again()
    phone.today.indicates("Saved locally")
    assert phone.today.style(".indicator-label", "color") == GREY
    expect(phone.page.locator(".indicator .icon-cloud")).to_be_visible()
    phone.today.says("Working offline")
    phone.today.lists("Margaret Chen")
    phone.today.dismisses()
    phone.today.has_no_notice()
    phone.today.indicates("Saved locally")
    synced.upstream.start()
    assert synced.sync() == "synced"
    phone.today.looked_at_again()
    phone.today.indicates("Synced")
    # It is another time without a network.
    synced.upstream.stop()
    synced.sync()
    phone.today.looked_at_again()
    phone.today.says("Working offline")


def test_a_phone_without_a_network_works_offline_and_the_notice_can_be_dismissed(phone):
    phone.network(False)
    phone.today.indicates("Saved locally")
    assert phone.today.style(".indicator-label", "color") == GREY
    phone.today.says("Working offline")
    phone.today.has_age(re.compile(r"^As of \d+:\d\d AM$"))
    phone.today.dismisses()
    phone.today.has_no_notice()
    phone.today.has_age(re.compile(r"^As of \d+:\d\d AM$"))
    phone.network(True)
    phone.today.indicates("Synced")
    phone.today.is_fresh()
    phone.network(False)
    phone.today.says("Working offline")


def test_a_failing_sync_counts_down_and_a_tap_tries_again(phones, synced):
    fail(synced)
    phone = phones().with_clock().pair()
    phone.today.indicates("Sync failed")
    assert phone.today.style(".indicator-label", "color") == RED
    phone.today.says(FAILED)
    phone.today.lists("Margaret Chen")
    phone.stop_clock()
    phone.pass_time(1_000)
    before = seconds_left(phone)
    phone.pass_time(2_000)
    assert seconds_left(phone) == before - 2
    phone.start_clock()
    synced.upstream.faults()
    phone.today.retries()
    phone.today.indicates("Synced")
    phone.today.has_no_notice()


def test_the_notice_of_a_failing_sync_can_be_dismissed_and_a_screen_reader_hears_it_once(phones, synced):
    fail(synced)
    phone = phones().with_clock().pair()
    phone.today.says(FAILED)
    expect(phone.page.locator("[role=alert]")).to_have_text("Sync failed.")
    expect(phone.page.locator(".banner")).not_to_have_attribute("role", re.compile("."))
    phone.today.dismisses()
    phone.today.has_no_notice()
    phone.today.indicates("Sync failed")


def test_after_the_countdown_the_phone_looks_again(phones, synced):
    fail(synced)
    phone = phones().with_clock().pair()
    phone.today.says(FAILED)
    phone.stop_clock()
    with phone.page.expect_request("**/v1/today"):
        phone.pass_time((seconds_left(phone) + 1) * 1_000)


def test_a_pull_syncs_and_shows_what_is_new(phone, synced):
    synced.upstream.store(booked("a2", hours(1)))
    with phone.slow("sync.now", phone.today.pulls):
        phone.today.turns()
        phone.today.indicates("Syncing...")
    phone.today.lists("Margaret Chen", "Margaret Chen")
    phone.today.rests()
    phone.today.indicates("Synced")


def test_a_short_pull_and_a_pull_of_a_scrolled_page_do_nothing(phone):
    syncs = Answers(phone, "sync.now", passed_on)
    phone.today.pulls(60)
    phone.today.pulls(60, releases=False)
    phone.today.turns()
    assert syncs.keys == []


def test_pulls_sync_at_most_once_in_10_seconds_and_say_when_the_next_sync_is(phones, synced):
    phone = phones().with_clock().pair()
    syncs = Answers(phone, "sync.now", passed_on)
    phone.today.pulls()
    syncs.were_asked(1)
    phone.today.rests()
    phone.today.toasts_nothing()
    phone.today.pulls()
    phone.today.toasts(re.compile(r"^Next sync at \d+:\d\d AM$"))
    phone.today.announces("Next sync at")
    assert len(syncs.keys) == 1
    phone.skip_time(10_000)
    phone.today.pulls()
    syncs.were_asked(2)


def test_a_keyboard_syncs_by_a_button(phone, synced):
    synced.upstream.store(booked("a2", hours(1)))
    phone.changes.open()
    phone.changes.button("Sync now").click()
    phone.changes.close()
    phone.today.lists("Margaret Chen", "Margaret Chen")


def test_with_reduced_motion_no_spinner_turns(phones):
    phone = phones(reduced_motion="reduce").pair()
    with phone.slow("sync.now", phone.today.pulls):
        phone.today.turns()
        assert phone.today.style(".pull .spinner", "animationDuration") == "0s"


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_on_offline_failed_and_refreshing(phones, synced, look):
    fail(synced)
    phone = phones(color_scheme=look).pair()
    checker = Checker(phone)
    phone.today.says(FAILED)
    checker.check("sync failed")
    with phone.slow("sync.now", phone.today.pulls):
        phone.today.turns()
        checker.check("pull to refresh")
    phone.today.toasts(re.compile("^Next sync at"))
    phone.today.toasts_nothing()
    phone.network(False)
    phone.today.says("Working offline")
    checker.check("offline")


@pytest.mark.parametrize("text", ["100 %", "200 %"])
def test_notices_fit_on_320_pixels(text, phones, chromium, large_chromium, synced):
    fail(synced)
    phone = phones(large_chromium if text == "200 %" else chromium, width=320, height=640).pair()
    phone.today.says(FAILED)
    assert fits(phone) and small_targets(phone) == []
    phone.network(False)
    phone.today.says("Working offline")
    assert fits(phone) and small_targets(phone) == []
