"""A visit from its start to its end: the sheet, and the ring that is held."""

from office import changes, states
from playwright.sync_api import expect


def test_sarah_completes_a_visit_by_holding_its_ring(phone, agency):
    phone.complete("John Smith")
    phone.today.toasts("Visit completed")
    phone.visit.is_gone()
    phone.today.marks("John Smith", "completed")
    phone.today.shows("2/7")
    phone.today.indicates("Syncing...")
    phone.sends()
    phone.today.indicates("Synced")
    assert states(agency)["John Smith"] == "completed"
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_the_sheet_says_who_when_and_where_and_how_to_call(phone):
    phone.today.open("John Smith")
    phone.visit.says("10:00 AM - 11:00 AM")
    phone.visit.says("Started 9:58 AM")
    assert phone.visit.link("456 Maple Ave, Edmonton") == (
        "https://www.openstreetmap.org/search?query=456%20Maple%20Ave%2C%20Edmonton"
    )
    assert phone.visit.link("780-555-0122") == "tel:7805550122"


def test_a_phone_opens_its_own_maps(phones):
    phone = phones(user_agent="Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/140").pair()
    phone.today.open("John Smith")
    assert phone.visit.link("456 Maple Ave, Edmonton") == "geo:0,0?q=456%20Maple%20Ave%2C%20Edmonton"
    phone = phones(user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0").pair()
    phone.today.open("John Smith")
    assert phone.visit.link("456 Maple Ave, Edmonton") == (
        "https://maps.apple.com/?q=456%20Maple%20Ave%2C%20Edmonton"
    )


def test_sarah_starts_a_visit(phone, agency):
    phone.today.open("Agnes Kowalchuk")
    phone.visit.start()
    phone.visit.says("Started")
    expect(phone.visit.button("Start visit")).to_have_count(0)
    phone.visit.close()
    phone.today.marks("Agnes Kowalchuk", "inProgress")
    phone.sends()
    phone.today.indicates("Synced")
    assert states(agency)["Agnes Kowalchuk"] == "inProgress"


def test_a_ring_that_is_released_early_runs_back_and_completes_nothing(phones, agency):
    phone = phones().with_clock().pair()
    movements = phone.movements()
    phone.today.open("John Smith")
    phone.stop_clock()
    release = phone.visit.touch()
    phone.visit.has_filled(5)
    release()
    assert movements() == [[2000, "linear"], [300, "ease-out"]]
    phone.visit.has_filled(0)
    phone.pass_time(3_000)
    phone.visit.has_filled(0)
    assert changes(agency, "john-smith") == []


def test_a_ring_completes_after_exactly_two_seconds(phones):
    phone = phones().with_clock().pair()
    phone.today.open("John Smith")
    phone.stop_clock()
    phone.visit.touch()
    phone.pass_time(1_999)
    expect(phone.page.locator(".hold-button[data-done]")).to_have_count(0)
    phone.pass_time(1)
    expect(phone.page.locator(".hold-button[data-done]")).to_have_count(1)


def test_a_finger_that_stays_after_the_hold_opens_no_card_below_it(phone):
    phone.today.open("John Smith")
    release = phone.visit.touch()
    phone.today.toasts("Visit completed")
    phone.visit.is_gone()
    release()
    phone.visit.is_gone()
    phone.today.open("Elsie Beaudry")


def test_a_keyboard_asks_once_before_it_completes(phone, agency):
    phone.today.card("John Smith").focus()
    phone.page.keyboard.press("Enter")
    phone.visit.settled()
    ring = phone.page.locator(".hold-button")
    ring.focus()
    # A key that stays down repeats, which is no answer.
    for _ in range(4):
        phone.page.keyboard.down("Enter")
        phone.visit.says("Complete this visit?")
    phone.page.keyboard.up("Enter")
    assert states(agency)["John Smith"] == "inProgress"
    phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Enter")
    expect(ring).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.get_by_role("button", name="Complete", exact=True)).to_be_focused()
    phone.page.keyboard.press("Enter")
    phone.today.toasts("Visit completed")
    phone.visit.is_gone()
    expect(phone.today.card("John Smith")).to_be_focused()
    phone.sends()
    phone.today.indicates("Synced")
    assert states(agency)["John Smith"] == "completed"


def test_two_clicks_complete_once_and_close_once(phone, agency):
    sent = []
    phone.page.on("request", lambda request: sent.append(request) if "visit.complete" in request.url else None)
    phone.today.open("Agnes Kowalchuk")
    phone.page.locator(".hold-button").focus()
    phone.page.keyboard.press("Enter")
    twice(phone.visit.button("Complete"))
    phone.visit.is_gone()
    phone.today.marks("Agnes Kowalchuk", "completed")
    phone.sends()
    phone.today.indicates("Synced")
    assert changes(agency, "agnes-kowalchuk") == ["visit.complete"] and len(sent) == 1
    phone.today.open("John Smith")
    twice(phone.visit.button("Close"))
    phone.visit.is_gone()
    phone.today.has_heading("Today")


def twice(button):
    """Two clicks before the page has drawn again."""
    button.evaluate("(button) => { button.click(); button.click(); }")


def test_a_screen_reader_hears_changes_in_the_sheet_and_after_it(phones):
    phone = phones().with_clock().pair()
    phone.today.open("Agnes Kowalchuk")
    phone.stop_clock()
    phone.visit.start()
    phone.visit.says("Started")
    expect(phone.page.get_by_role("dialog").get_by_role("status").last).to_contain_text("In progress")
    assert any("Agnes Kowalchuk" in text and "In progress" in text for text in phone.hears())
    phone.pass_time(5_000)
    assert not any("Agnes Kowalchuk" in text for text in phone.hears()), "it is old"
    # The sheet is shown for the time of the pop.
    phone.visit.activate()
    phone.today.toasts("Visit completed")
    regions = phone.page.locator("[role=status]", has_text="Visit completed")
    expect(regions).to_have_count(0)
    phone.start_clock()
    phone.visit.is_gone()
    expect(regions).to_have_count(1)
    assert "Visit completed" in phone.hears()


def test_a_screen_reader_completes_with_one_activation_and_hears_of_it(phone, agency):
    phone.today.open("John Smith")
    ring = phone.page.get_by_role("button", name="Hold to complete")
    expect(ring).to_have_accessible_description("With a screen reader, one activation completes the visit.")
    phone.visit.activate()
    phone.today.announces("Visit completed")
    phone.sends()
    phone.today.indicates("Synced")
    assert states(agency)["John Smith"] == "completed"


def test_with_reduced_motion_the_ring_closes_at_once_at_the_end_of_the_hold(phones):
    phone = phones(reduced_motion="reduce").pair()
    phone.today.open("John Smith")
    release = phone.visit.touch()
    assert phone.visit.missing() == 100, "nothing moves while it is held"
    phone.today.toasts("Visit completed")
    release()
    phone.visit.is_gone()
    phone.today.marks("John Smith", "completed")


def test_after_a_wrong_completion_the_sheet_offers_to_call_the_office(phone):
    phone.today.open("Margaret Chen")
    phone.visit.says("Completed 9:00 AM")
    phone.visit.offers_no_ring()
    assert phone.visit.link("Call the office · 780 555 0100") == "tel:7805550100"


def test_back_escape_a_tap_beside_it_and_a_pull_close_the_sheet(phone):
    phone.today.open("John Smith")
    phone.page.go_back()
    phone.visit.is_gone()
    phone.today.open("John Smith")
    phone.page.keyboard.press("Escape")
    phone.visit.is_gone()
    phone.today.open("John Smith")
    phone.page.mouse.click(195, 60)
    phone.visit.is_gone()
    phone.today.open("John Smith")
    phone.visit.pull()
    phone.visit.is_gone()
    phone.today.has_heading("Today")


def test_sarah_takes_a_completion_back_while_it_waits(phone, agency):
    sent = []
    phone.page.on("request", lambda request: sent.append(request) if "visit.complete" in request.url else None)
    phone.complete("John Smith")
    phone.visit.is_gone()
    phone.today.marks("John Smith", "completed")
    phone.today.undoes()
    phone.today.announces("Undone")
    phone.today.marks("John Smith", "inProgress")
    phone.today.shows("1/7")
    phone.today.toasts_nothing()
    phone.today.indicates("Synced")
    phone.complete("John Smith")
    phone.sends()
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"] and len(sent) == 1


def test_sarah_takes_a_start_back_in_the_sheet(phone, agency):
    phone.today.open("Agnes Kowalchuk")
    phone.visit.start()
    phone.visit.button("Undo start").click()
    expect(phone.visit.button("Start visit")).to_be_visible()
    phone.visit.close()
    phone.today.marks("Agnes Kowalchuk", "scheduled")
    phone.today.indicates("Synced")
    assert changes(agency, "agnes-kowalchuk") == []


def test_a_completion_waits_five_seconds_for_an_undo(phones, agency):
    phone = phones().with_clock().pair()
    phone.today.open("John Smith")
    phone.stop_clock()
    phone.visit.activate()
    phone.today.toasts("Visit completed")
    phone.pass_time(4_900)
    expect(phone.visit.button("Undo")).to_be_visible()
    assert states(agency)["John Smith"] == "inProgress"
    with phone.page.expect_response("**/v1/visit.complete"):
        phone.pass_time(200)
    phone.today.offers_no_undo()
    assert states(agency)["John Smith"] == "completed"
