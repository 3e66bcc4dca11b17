"""What the app says is true: a change counts once the office has it, and not before."""

import re

from office import changes, employ_nina, states, visit_of


def lose_answers(phone, method, keys):
    """The daemon gets each call of a method, and its answer is lost."""

    def lose(route):
        keys.append(route.request.headers["idempotency-key"])
        route.fetch()
        route.abort()

    phone.context.route(f"**/v1/{method}", lose)


def test_a_change_whose_answer_is_lost_says_so_and_goes_again_with_the_same_key(phone, agency):
    keys = []
    lose_answers(phone, "visit.complete", keys)
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.today.notes("John Smith", "Not sent yet")
    phone.context.unroute("**/v1/visit.complete")
    with phone.page.expect_request("**/v1/visit.complete") as sent:
        pass
    phone.today.marks("John Smith", "completed")
    phone.today.notes_nothing("John Smith", "Not sent yet")
    assert set(keys) == {sent.value.headers["idempotency-key"]}
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_the_page_of_a_captive_portal_is_no_answer(phone, agency):
    phone.context.route(
        "**/v1/visit.complete", lambda route: route.fulfill(status=200, json={"card": {}, "visit": {}, "toast": "Hi"})
    )
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.today.notes("John Smith", "Not sent yet")
    phone.today.marks("John Smith", "inProgress")
    assert states(agency)["John Smith"] == "inProgress"


def test_without_a_network_holding_says_so_and_records_nothing(phone, agency):
    phone.network(False)
    phone.today.indicates("No connection")
    phone.today.says(re.compile(r"No connection. The list is as of \d+:\d\d AM, and nothing can be recorded."))
    phone.today.open("John Smith")
    phone.visit.says("No connection. Holding records nothing.")
    phone.visit.hold()
    phone.visit.says("Nothing was recorded: there is no connection.")
    phone.visit.close()
    phone.today.notes_nothing("John Smith", "Not sent yet")
    phone.network(True)
    phone.today.indicates("Synced")
    phone.today.marks("John Smith", "inProgress")
    assert changes(agency, "john-smith") == []


def test_a_gateway_that_stops_shows_as_no_connection_until_it_is_back(phone):
    phone.gateway.stop()
    phone.today.looked_at_again()
    phone.today.indicates("No connection")
    phone.gateway.start()
    phone.today.indicates("Synced")


def test_a_refusal_is_shown_in_the_servers_words(phone):
    phone.context.route("**/v1/visit.complete", refuse)
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.today.notes("John Smith", "Not accepted")
    phone.today.indicates("Not accepted")
    phone.today.open("John Smith")
    phone.visit.says("The office's system did not accept this: No visit has this id.")
    phone.visit.button("Dismiss").click()
    phone.visit.close()
    phone.today.notes_nothing("John Smith", "Not accepted")
    phone.today.indicates("Synced")


def test_a_refused_change_and_an_unsent_one_of_a_visit_are_both_named(phone, agency):
    phone.context.route("**/v1/visit.start", refuse)
    phone.context.route("**/v1/visit.complete", lambda route: route.abort())
    phone.today.open("Doreen MacLeod")
    phone.visit.start()
    phone.visit.says("The office's system did not accept this: No visit has this id.")
    phone.visit.activate()
    phone.visit.is_gone()
    phone.today.notes("Doreen MacLeod", "Not sent yet")
    phone.today.open("Doreen MacLeod")
    phone.visit.says("The office's system did not accept this: No visit has this id.")
    phone.visit.says("Not sent yet. Keep this page open until it is.")
    phone.visit.offers_no_ring()
    phone.visit.close()
    phone.context.unroute("**/v1/visit.complete")
    phone.today.marks("Doreen MacLeod", "completed")
    phone.today.notes("Doreen MacLeod", "Not accepted")
    # A card of another worker cannot name it.
    employ_nina(agency)
    agency.visits("reopen", visit_of(agency, "Doreen MacLeod"), "--to", "scheduled", "--reason", "mistake")
    agency.visits("assign", visit_of(agency, "Doreen MacLeod"), "--worker", "nina")
    phone.today.looked_at_again()
    phone.today.says(
        re.compile(r"The office's system did not accept a change of \d+:\d\d AM: No visit has this id.")
    )
    phone.today.indicates("Not accepted")
    phone.today.dismisses()
    phone.today.indicates("Synced")


def test_a_late_answer_to_a_repeated_change_brings_no_older_card_back(phone, agency):
    keys = []
    lose_answers(phone, "visit.complete", keys)
    phone.today.open("Elsie Beaudry")
    with phone.page.expect_event("requestfailed", lambda request: "visit.complete" in request.url):
        phone.visit.activate()
    phone.today.notes("Elsie Beaudry", "Not sent yet")
    agency.visits("reopen", visit_of(agency, "Elsie Beaudry"), "--reason", "mistake")
    before = states(agency)["Elsie Beaudry"]
    with phone.page.expect_response("**/v1/today"):
        phone.today.looked_at_again()
    statuses = phone.page.evaluate_handle(
        """() => {
          const card = [...document.querySelectorAll('.card')].find((each) => each.innerText.includes('Elsie'));
          const statuses = [];
          new MutationObserver(() => statuses.push(card.dataset.status)).observe(card, { attributes: true });
          return statuses;
        }"""
    )
    phone.context.unroute("**/v1/visit.complete")
    phone.today.notes_nothing("Elsie Beaudry", "Not sent yet")
    phone.today.marks("Elsie Beaudry", before)
    assert "completed" not in statuses.json_value()


def refuse(route):
    """The daemon's refusal, as the gateway passes it on."""
    route.fulfill(
        status=404, content_type="application/problem+json",
        headers={"Idempotency-Key": route.request.headers["idempotency-key"]},
        json={"title": "Not Found", "status": 404, "detail": "No visit has this id.", "code": 1404, "kind": "notFound"},
    )  # fmt: skip


def test_the_browser_asks_before_it_closes_a_page_with_an_unsent_change(phone):
    asked = []
    phone.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    lose_answers(phone, "visit.complete", [])
    phone.complete("John Smith")
    phone.today.notes("John Smith", "Not sent yet")
    phone.page.close(run_before_unload=True)
    phone.today.notes("John Smith", "Not sent yet")
    assert asked == ["beforeunload"]


def test_a_page_without_unsent_changes_closes_at_once(phone):
    phone.complete("John Smith")
    phone.today.marks("John Smith", "completed")
    phone.today.indicates("Synced")
    phone.page.on("dialog", lambda dialog: phone.errors.append(dialog.type))
    with phone.page.expect_event("close"):
        phone.page.close(run_before_unload=True)
