"""Changes that wait for long: the phone keeps them, shows them, and lets Sarah copy them out."""

import pytest
from outboxes import DAY, HOUR, Outbox, no_network, Answers

OLD = "A change has waited for a day. Find a connection, or copy it and give it to the office."


@pytest.fixture
def phone(phones):
    """Sarah's phone, whose time the test can pass. Its completions do not reach the office."""
    phone = phones().with_clock().pair()
    Answers(phone, "visit.complete", no_network)
    return phone


def test_a_change_that_has_waited_for_a_day_is_named_above_the_list(phone):
    phone.complete("John Smith")
    phone.today.notes("John Smith", "Not sent yet")
    phone.skip_time(DAY - HOUR)
    phone.today.looked_at_again()
    phone.today.is_there()
    assert OLD not in phone.page.content()
    phone.skip_time(HOUR)
    phone.today.looked_at_again()
    phone.today.says(OLD)
    phone.changes.show()
    phone.changes.lists("Visit completed · John Smith")


def test_waiting_changes_can_be_copied_out(phone):
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.complete("John Smith")
    phone.today.notes("John Smith", "Not sent yet")
    row = Outbox(phone.page).only("visit.complete")
    phone.changes.open()
    phone.changes.button("Copy as text").click()
    phone.changes.button("Copied").wait_for()
    copied = phone.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith("Visit completed · John Smith · ") and copied.endswith(f" · Sarah Miller · {row['at']}")


def test_where_the_browser_does_not_allow_to_copy_the_text_is_shown(phone):
    phone.complete("John Smith")
    phone.today.notes("John Smith", "Not sent yet")
    phone.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    phone.changes.open()
    phone.changes.button("Copy as text").click()
    text = phone.page.get_by_role("textbox", name="Changes").input_value()
    assert text.startswith("Visit completed · John Smith · ")


def test_a_paired_phone_asks_the_browser_to_keep_its_storage(phones):
    phone = phones()
    phone.context.add_init_script(
        "window.asked = 0; StorageManager.prototype.persist = async () => { window.asked += 1; return true; };"
    )
    phone.open(phone.link())
    phone.pairing.is_there()
    assert phone.page.evaluate("() => window.asked") == 0
    phone.pairing.pair()
    phone.owner.proceed()
    phone.today.is_there()
    assert phone.page.evaluate("() => window.asked") >= 1
