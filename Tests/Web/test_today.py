"""A caregiver's day in a browser: Today, and a visit from its start to its end."""

from office import changes, states


def test_sarah_completes_a_visit_by_holding_its_ring(phone, agency):
    phone.today.shows("1/7")
    phone.complete("John Smith")
    phone.today.toasts("Visit completed")
    phone.visit.is_gone()
    phone.today.marks("John Smith", "completed")
    phone.today.shows("2/7")
    phone.today.indicates("Synced")
    assert states(agency)["John Smith"] == "completed"
    assert changes(agency, "john-smith")[-1] == "visit.complete"
