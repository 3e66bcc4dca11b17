"""What the app says is true: a change counts once the office has it, and not before."""

import re

from office import changes, employ_nina, refuse, states, visit_of
from outboxes import Answers, answer_lost, passed_on


def test_a_change_whose_answer_is_lost_says_so_and_goes_again_with_the_same_key(phone, agency):
    calls = Answers(phone, "visit.complete", answer_lost)
    phone.complete("John Smith")
    phone.sends()
    phone.today.indicates(re.compile("Saved locally|Syncing..."))
    phone.today.marks("John Smith", "completed")
    calls.answer = passed_on
    # On a slow machine the pause before the next attempt has grown long by now.
    phone.sends_again()
    phone.today.indicates("Synced")
    phone.today.marks("John Smith", "completed")
    phone.today.notes_nothing("John Smith", "Not sent yet")
    assert len(calls.keys) > 1 and len(set(calls.keys)) == 1
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_the_page_of_a_captive_portal_is_no_answer(phone, agency):
    phone.context.route(
        "**/v1/*", lambda route: route.fulfill(status=200, json={"card": {}, "visit": {}, "toast": "Hi"})
    )
    phone.complete("John Smith")
    phone.sends()
    phone.today.indicates("Saved locally")
    phone.today.notes("John Smith", "Not sent yet")
    assert states(agency)["John Smith"] == "inProgress"


def test_without_a_network_a_completion_is_saved_and_sent_later(phone, agency):
    phone.network(False)
    phone.today.indicates("Saved locally")
    phone.today.says("Working offline")
    phone.today.has_age(re.compile(r"^As of \d+:\d\d AM$"))
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.today.marks("John Smith", "completed")
    phone.today.shows("2/7")
    phone.today.notes("John Smith", "Not sent yet")
    phone.today.indicates("Saved locally")
    phone.changes.open()
    phone.changes.lists("Visit completed · John Smith")
    phone.changes.close()
    phone.sends()
    assert changes(agency, "john-smith") == []
    phone.network(True)
    phone.today.indicates("Synced")
    phone.today.marks("John Smith", "completed")
    phone.changes.open()
    phone.changes.says("No change waits on this phone.")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_completion_outlives_the_page_and_the_gateway(phone, agency):
    phone.gateway.stop()
    phone.today.looked_at_again()
    phone.today.indicates("Saved locally")
    phone.complete("John Smith")
    phone.today.indicates("Saved locally")
    phone.page.close()
    phone.gateway.start()
    tab = phone.other_tab()
    tab.open()
    tab.sends()
    tab.today.indicates("Synced")
    tab.today.marks("John Smith", "completed")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_gateway_that_stops_shows_as_no_connection_until_it_is_back(phone):
    phone.gateway.stop()
    phone.today.looked_at_again()
    phone.today.indicates("Saved locally")
    phone.gateway.start()
    phone.today.indicates("Synced")


def test_a_refusal_is_shown_in_the_servers_words(phone):
    phone.context.route("**/v1/visit.complete", refuse)
    phone.complete("John Smith")
    phone.sends()
    phone.today.notes("John Smith", "Not accepted")
    phone.today.marks("John Smith", "inProgress")
    phone.today.indicates("Not accepted")
    phone.today.open("John Smith")
    phone.visit.says("The office's system did not accept this: The visit was given to another worker.")
    phone.visit.button("Discard").click()
    phone.visit.button("Discard for good").click()
    phone.visit.close()
    phone.today.notes_nothing("John Smith", "Not accepted")
    phone.today.indicates("Synced")


def test_a_refused_change_is_sent_again_when_sarah_decides_so(phone, agency):
    phone.context.route("**/v1/visit.complete", refuse)
    phone.complete("John Smith")
    phone.sends()
    phone.today.indicates("Not accepted")
    phone.context.unroute("**/v1/visit.complete")
    phone.changes.open()
    phone.changes.sends_again()
    phone.changes.says("No change waits on this phone.")
    phone.changes.close()
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_a_refused_change_of_a_visit_that_moved_away_is_named_above_the_list(phone, agency):
    phone.context.route("**/v1/visit.start", refuse)
    phone.today.open("Doreen MacLeod")
    phone.visit.start()
    phone.sends()
    phone.visit.says("The office's system did not accept this: The visit was given to another worker.")
    phone.visit.close()
    employ_nina(agency)
    agency.visits("assign", visit_of(agency, "Doreen MacLeod"), "--worker", "nina")
    phone.today.looked_at_again()
    phone.today.says("The office's system did not accept a change.")
    phone.today.indicates("Not accepted")
    phone.changes.show()
    phone.changes.lists("Visit started · Doreen MacLeod")
    phone.changes.discards()
    phone.changes.close()
    phone.today.indicates("Synced")


def test_a_late_answer_to_a_repeated_change_brings_no_older_card_back(phone, agency):
    calls = Answers(phone, "visit.complete", answer_lost)
    phone.today.open("Elsie Beaudry")
    phone.visit.activate()
    with phone.page.expect_event("requestfailed", lambda request: "visit.complete" in request.url):
        phone.sends()
    agency.visits("reopen", visit_of(agency, "Elsie Beaudry"), "--reason", "mistake")
    before = states(agency)["Elsie Beaudry"]
    calls.answer = passed_on
    phone.sends_again()
    phone.today.indicates("Synced")
    phone.today.marks("Elsie Beaudry", before)


def test_a_page_with_unsent_changes_closes_without_a_question(phone):
    phone.network(False)
    phone.complete("John Smith")
    phone.today.indicates("Saved locally")
    phone.page.on("dialog", lambda dialog: phone.errors.append(dialog.type))
    with phone.page.expect_event("close"):
        phone.page.close(run_before_unload=True)
