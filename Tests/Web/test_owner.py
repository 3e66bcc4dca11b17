"""Whose phone it is while changes wait: a code whose answer is lost, another worker's code, and a revoked phone."""

import pytest
from kills import MortalPhone
from office import changes, devices, employ_nina, refuse
from outboxes import Answers, Outbox, answer_lost, no_network, passed_on

ENDED = "This phone is no longer paired. Ask the office for a new code."
UNSENT = "Changes of Sarah Miller are not sent yet. Pair this phone as Sarah Miller again to send them."
OTHER = (
    "This code is another worker's, and changes of this phone's last worker are not sent yet."
    " Use a code of that worker's, or discard the changes."
)


@pytest.fixture
def mortal_phone(chromium, gateway, tmp_path):
    """A phone whose browser can be killed."""
    phone = MortalPhone(chromium, gateway, tmp_path / "disk")
    yield phone
    phone.remove()
    assert phone.errors == []


@pytest.mark.parametrize("answer", [answer_lost, passed_on], ids=["its answer is lost", "its answer comes"])
def test_a_browser_that_is_killed_after_it_sent_a_code_is_paired_at_the_next_start(mortal_phone, agency, answer):
    phone = mortal_phone
    codes = Answers(phone, "device.enrol", answer)
    phone.open(phone.link())
    phone.pairing.pair()
    if answer is passed_on:
        phone.owner.names("Sarah Miller")
    else:
        phone.pairing.says("The office cannot be reached.")
    phone.kill()
    phone.is_dead()
    phone.remove()
    phone.switch_on()
    again = Answers(phone, "device.enrol", passed_on)
    phone.open()
    phone.owner.names("Sarah Miller")
    phone.owner.proceed()
    phone.today.is_there()
    assert set(again.keys) <= set(codes.keys) and len(codes.keys) == 1
    assert len(devices(agency)) == 1


def test_a_browser_that_is_killed_before_the_tap_still_has_the_code(mortal_phone):
    phone = mortal_phone
    code = phone.gateway.code()
    phone.open(f"{phone.gateway.url}/#code={code}")
    phone.pairing.has_code(code)
    phone.kill()
    phone.is_dead()
    phone.remove()
    phone.switch_on()
    phone.open()
    phone.pairing.has_code(code)


@pytest.fixture
def waiting(phone, agency):
    """Sarah's phone without a network for completions, with one that waits, in an agency where Nina works too."""
    employ_nina(agency)
    # From the second start on the code of the pairing is no longer needed.
    phone.restart()
    phone.context.route("**/v1/visit.complete", no_network)
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.sends()
    return phone


def test_another_workers_code_is_refused_while_changes_wait_and_stays_good(waiting, phones, agency):
    phone = waiting
    code = phone.gateway.code("nina")
    phone.open(f"{phone.gateway.url}/#code={code}")
    phone.pairing.says(UNSENT)
    phone.pairing.pair()
    phone.pairing.says(OTHER)
    assert Outbox(phone.page).states() == ["sending"]
    phone.open()
    phone.today.has_name("Sarah Miller")
    phone.context.unroute("**/v1/visit.complete")
    phone.restart()
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]
    other = phones().open()
    other.pairing.type(code)
    other.pairing.pair()
    other.owner.names("Nina Park")


def test_a_phone_is_not_returned_while_changes_wait(waiting, agency):
    phone = waiting
    phone.open(phone.link())
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")
    phone.owner.not_me()
    phone.owner.says("Changes on this phone are not sent yet. Wait until they are, or discard them.")
    phone.context.unroute("**/v1/visit.complete")
    phone.sends_again()
    phone.owner.proceed()
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_phone_that_is_paired_no_more_can_be_given_to_another_worker_after_a_decision(waiting, agency):
    phone = waiting
    agency.visits("devices", "revoke", "sarah", "--lost", "--reason", "lost")
    phone.restart()
    phone.pairing.says(UNSENT)
    phone.changes.show()
    phone.changes.discards()
    phone.changes.says("No change waits on this phone.")
    phone.become("nina")
    phone.today.has_name("Nina Park")
    assert changes(agency, "john-smith") == []


def test_another_workers_code_is_taken_once_the_changes_are_discarded(phone, agency):
    employ_nina(agency)
    phone.context.route("**/v1/visit.complete", refuse)
    phone.complete("John Smith")
    phone.sends()
    phone.today.indicates("Not accepted")
    phone.changes.open()
    phone.changes.discards()
    phone.changes.says("No change waits on this phone.")
    phone.become("nina")
    phone.today.has_name("Nina Park")
    phone.today.is_empty("No visits today", "Enjoy your day off!")


def test_pairing_again_as_the_same_worker_sends_what_waited(waiting, agency):
    phone = waiting
    key = Outbox(phone.page).only("visit.complete")["requestId"]
    phone.context.clear_cookies()
    phone.restart()
    phone.pairing.says(UNSENT)
    phone.context.unroute("**/v1/visit.complete")
    completions = Answers(phone, "visit.complete", passed_on)
    phone.become("sarah")
    phone.today.indicates("Synced")
    phone.today.marks("John Smith", "completed")
    assert completions.keys[-1] == key
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_change_of_another_worker_than_the_phones_waits_and_is_named(waiting, phones, agency):
    phone, other = waiting, phones()
    other.become("nina")
    phone.context.add_cookies(other.context.cookies())
    phone.context.unroute("**/v1/visit.complete")
    phone.restart()
    phone.today.has_name("Nina Park")
    phone.today.says("A change of Sarah Miller is not sent yet. Pair this phone as Sarah Miller again to send it.")
    phone.today.indicates("Not sent yet")
    assert "John Smith" not in phone.page.content()
    assert changes(agency, "john-smith") == []
    assert Outbox(phone.page).states() == ["sending"]


def test_a_revoked_phone_shows_no_names_and_still_delivers_what_waits(waiting, agency):
    phone = waiting
    agency.visits("devices", "revoke", "sarah", "--reason", "has left")
    phone.today.looked_at_again()
    phone.pairing.says(ENDED)
    assert "Margaret Chen" not in phone.page.content()
    phone.context.unroute("**/v1/visit.complete")
    phone.restart()
    outbox = Outbox(phone.page)
    outbox.holds("done")
    phone.pairing.says(ENDED)
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_lost_phone_delivers_nothing_and_keeps_what_waits_until_it_is_paired_again(waiting, agency):
    phone = waiting
    agency.visits("devices", "revoke", "sarah", "--lost", "--reason", "lost")
    phone.context.unroute("**/v1/visit.complete")
    phone.restart()
    phone.pairing.says(UNSENT)
    assert "Margaret Chen" not in phone.page.content()
    outbox = Outbox(phone.page)
    outbox.rests()
    assert outbox.states() == ["sending"] and changes(agency, "john-smith") == []
    phone.become("sarah")
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_completion_after_the_phone_was_handed_to_another_worker_is_not_sent_as_hers(waiting, phones, agency):
    phone, other = waiting, phones()
    other.become("nina")
    phone.context.add_cookies(other.context.cookies())
    # The running app learns of it by the office's answer to the change.
    phone.context.unroute("**/v1/visit.complete")
    phone.sends_again()
    phone.today.looked_at_again()
    phone.today.has_name("Nina Park")
    phone.today.indicates("Not sent yet")
    assert changes(agency, "john-smith") == []
