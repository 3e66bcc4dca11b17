"""A phone whose clock is wrong, or is set while a change waits: the office gets the moment of the tap."""

import datetime
import time

import pytest
from office import changes, visit_of
from outboxes import Answers, Outbox, no_network, passed_on

HOUR = 3_600
# The tests take some of these seconds between the tap and their own look at the time.
NEAR = 10


def check_out(daemon, name):
    """When the office has a visit completed, in seconds since 1970."""
    visit = visit_of(daemon, name)
    with daemon.client() as caller:
        at = caller.call("visit.show", visit=visit)["visit"]["checkOut"]["at"]
    return datetime.datetime.fromisoformat(at).timestamp()


def set_clock(phone, ahead):
    """The phone's clock is set; time goes on from there."""
    phone.page.clock.set_system_time(time.time() + ahead)


@pytest.fixture
def phone_ahead(phones):
    """Returns Sarah's phone, whose clock is so many seconds ahead of the office's."""

    def start(ahead):
        phone = phones()
        phone.page.clock.install(time=time.time() + ahead)
        return phone.pair()

    return start


either_way = pytest.mark.parametrize("ahead", [HOUR, -HOUR], ids=["an hour ahead", "an hour behind"])


@either_way
def test_a_clock_that_is_wrong_from_the_start_spoils_no_check_out(phone_ahead, agency, ahead):
    phone = phone_ahead(ahead)
    phone.complete("John Smith")
    tapped = time.time()
    phone.sends()
    phone.today.indicates("Synced")
    assert abs(check_out(agency, "John Smith") - tapped) < NEAR


@either_way
def test_a_clock_that_is_set_right_while_a_change_waits_spoils_no_check_out(phone_ahead, agency, ahead):
    phone = phone_ahead(ahead)
    phone.context.route("**/v1/visit.complete", no_network)
    phone.complete("John Smith")
    tapped = time.time()
    set_clock(phone, 0)
    with phone.page.expect_response("**/v1/today"):
        phone.today.looked_at_again()
    phone.context.unroute("**/v1/visit.complete")
    phone.sends()
    phone.today.indicates("Synced")
    assert abs(check_out(agency, "John Smith") - tapped) < NEAR
    assert changes(agency, "john-smith") == ["visit.complete"]


@either_way
def test_a_clock_that_is_set_wrong_while_a_change_waits_spoils_no_check_out(phone_ahead, agency, ahead):
    phone = phone_ahead(0)
    phone.complete("John Smith")
    tapped = time.time()
    set_clock(phone, ahead)
    with phone.page.expect_response("**/v1/today"):
        phone.today.looked_at_again()
    phone.sends()
    phone.today.indicates("Synced")
    assert abs(check_out(agency, "John Smith") - tapped) < NEAR


@either_way
def test_a_clock_that_is_set_right_without_a_network_spoils_no_check_out(phone_ahead, agency, ahead):
    phone = phone_ahead(ahead)
    phone.network(False)
    phone.complete("John Smith")
    tapped = time.time()
    set_clock(phone, 0)
    phone.put_away()
    phone.network(True)
    phone.take_out()
    phone.today.indicates("Synced")
    assert abs(check_out(agency, "John Smith") - tapped) < NEAR


def test_a_clock_that_is_set_back_delays_a_change_by_no_more_than_a_minute(phone_ahead, agency):
    phone = phone_ahead(HOUR)
    completions = Answers(phone, "visit.complete", no_network)
    phone.complete("John Smith")
    tapped = time.time()
    phone.sends()
    completions.were_asked(1)
    outbox = Outbox(phone.page)
    outbox.rests()
    set_clock(phone, 0)
    completions.answer = passed_on
    phone.skip_time(61_000)
    outbox.holds("done")
    assert abs(check_out(agency, "John Smith") - tapped) < NEAR


def test_a_clock_that_is_set_back_without_a_network_makes_the_phone_ask_no_more_often(phone_ahead):
    phone = phone_ahead(HOUR)
    today, me = Answers(phone, "today", passed_on), Answers(phone, "device.me", passed_on)
    phone.stop_clock()
    phone.network(False)
    phone.page.clock.set_fixed_time(time.time())
    phone.network(True)
    outbox = Outbox(phone.page)
    for _ in range(6):
        outbox.rests()
    # The days after today are read ahead.
    asked = [body for body in today.bodies if "date" not in body]
    assert len(asked) <= 2 and len(me.keys) <= 1
