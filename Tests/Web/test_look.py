"""The look of the app on computed styles: the sizes, times and colours of the seeds, small screens, large text."""

import pytest

# Seed 002, text at 200 %.
LARGE = {"heading": "56px", "title": "34px", "meta": "30px"}


def sizes(today):
    """The sizes of the texts of Today."""
    return {
        "heading": today.style("h1", "fontSize"),
        "title": today.style(".card-title", "fontSize"),
        "meta": today.style(".card-meta", "fontSize"),
    }


def fits(phone):
    """Whether nothing has to be scrolled sideways, and no text is cut off."""
    return phone.page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('body *')].every(
          (each) => each.classList.contains('unseen') || each.closest('svg') || each.scrollWidth <= each.clientWidth + 1
            || getComputedStyle(each).display === 'inline')"""
    )


def small_targets(phone):
    """The buttons, links and fields that a finger could miss."""
    return phone.page.evaluate(
        """() => [...document.querySelectorAll('button, a, input')].map((each) => [each, each.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < 44 || box.height < 44)).map(([each]) => each.outerHTML)"""
    )


def test_today_has_the_sizes_of_the_seed(phone):
    today = phone.today
    assert sizes(today) == {"heading": "28px", "title": "17px", "meta": "15px"}
    assert today.style("h1", "fontWeight") == "700"
    assert today.style(".card-title", "fontWeight") == "600"
    assert today.box(".card")["height"] == 80
    assert today.box(".portrait")["width"] == 48
    assert today.style(".today", "paddingTop") == "8px"
    assert today.style(".today-head", "marginBottom") == "16px"
    assert today.style(".cards", "gap") == "12px"
    assert today.style(".today", "paddingBottom") == "16px"
    assert today.style(".today", "paddingLeft") == "16px"
    bar, head = today.box(".bar"), today.box(".today-name")
    assert (bar["y"], bar["height"], head["y"]) == (0, 44, 52)
    assert today.style("body", "fontFamily").startswith("-apple-system, system-ui, Inter")


def test_the_empty_day_and_the_spinner_have_the_sizes_of_the_seed(phones, agency):
    with agency.client() as office:
        office.change("worker.put", id="nina", name="Nina Park")
    phone = phones()
    phone.open(f"{phone.gateway.url}/#code={phone.gateway.code('nina')}")
    phone.pairing.pair()
    today = phone.today
    with phone.slow("today", phone.owner.proceed):
        today.waits("Loading schedule...")
        assert (today.style(".spinner", "width"), today.style(".spinner", "height")) == ("20px", "20px")
        assert today.style(".spinner", "stroke") == "rgb(0, 100, 210)"
        assert (today.style(".loading p", "fontSize"), today.style(".loading p", "fontWeight")) == ("15px", "400")
    today.is_empty("No visits today", "Enjoy your day off!")
    drawing = today.box(".empty-drawing")
    assert (drawing["width"], drawing["height"]) == (64, 64)
    assert (today.style(".empty h2", "fontSize"), today.style(".empty h2", "fontWeight")) == ("22px", "600")
    assert (today.style(".empty p", "fontSize"), today.style(".empty p", "fontWeight")) == ("17px", "400")
    below = today.box(".today-head")
    # 16 below the heading, and 16 more.
    assert drawing["y"] - below["y"] - below["height"] == 32


def test_screens_slide_for_300_ms_and_a_checkmark_fades_in_150_ms(phone):
    phone.today.open("John Smith")
    assert phone.visit.style(".sheet", "animationDuration") == "0.3s"
    assert phone.visit.style(".today", "transitionDuration") == "0.3s"
    phone.visit.hold()
    phone.today.toasts("Visit completed")
    phone.visit.is_gone()
    assert phone.today.style(".mark", "animationName") == "fade-in"
    assert phone.today.style(".mark", "animationDuration") == "0.15s"


def test_a_toast_leaves_after_5_seconds_with_undo_and_after_3_without(phones):
    phone = phones().with_clock().pair()
    phone.today.open("John Smith")
    phone.stop_clock()
    phone.visit.activate()
    phone.today.toasts("Visit completed")
    phone.pass_time(4_950)
    phone.today.toasts("Visit completed")
    phone.pass_time(60)
    phone.today.toasts_nothing()
    phone.start_clock()
    phone.visit.is_gone()
    phone.today.open("Agnes Kowalchuk")
    phone.stop_clock()
    phone.visit.activate()
    phone.today.toasts("Visit completed")
    with phone.page.expect_response("**/v1/visit.complete"):
        phone.put_away()
    phone.pass_time(100)
    phone.today.offers_no_undo()
    phone.today.toasts("Visit completed")
    phone.pass_time(2_900)
    phone.today.toasts_nothing()


def test_with_reduced_motion_nothing_moves(phones):
    phone = phones(reduced_motion="reduce").pair()
    phone.today.open("John Smith")
    for selector, name in [(".sheet", "animationDuration"), (".today", "transitionDuration"),
                           (".mark", "animationDuration")]:  # fmt: skip
        assert phone.visit.style(selector, name) == "0s"


def test_a_focused_card_has_a_blue_border(phone):
    # The heading has the focus after "Continue".
    phone.page.keyboard.press("Tab")
    card = phone.page.locator(".card").first
    outline = card.evaluate("(each) => [document.activeElement === each, getComputedStyle(each).outline]")
    assert outline == [True, "rgb(0, 100, 210) solid 2px"]


def test_dark_has_its_own_colours(phones):
    phone = phones(color_scheme="dark").pair()
    assert phone.today.style("html", "backgroundColor") == "rgb(19, 19, 22)"
    assert phone.today.style(".card", "backgroundColor") == "rgb(31, 31, 35)"
    assert phone.today.style(".card-title", "color") == "rgb(242, 242, 247)"
    assert phone.today.style(".card-meta", "color") == "rgb(174, 174, 180)"


@pytest.mark.parametrize("text", ["100 %", "200 %"])
def test_everything_fits_on_320_pixels(text, phones, chromium, large_chromium):
    phone = phones(large_chromium if text == "200 %" else chromium, width=320, height=640)
    phone.open(phone.link())
    phone.pairing.is_there()
    assert fits(phone) and small_targets(phone) == []
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")
    assert fits(phone) and small_targets(phone) == []
    phone.owner.proceed()
    phone.today.shows("1/7")
    assert fits(phone) and small_targets(phone) == []
    if text == "200 %":
        assert sizes(phone.today) == LARGE
        assert phone.today.box(".card")["height"] >= 120
    for name in ("John Smith", "Margaret Chen", "George Papadakis"):
        phone.today.open(name)
        assert fits(phone) and small_targets(phone) == []
        phone.visit.close()
    phone.emergency.open()
    assert fits(phone) and small_targets(phone) == []


def test_large_text_on_a_usual_phone_has_the_sizes_of_the_seed(phones, large_chromium):
    phone = phones(large_chromium).pair()
    assert sizes(phone.today) == LARGE
    assert phone.today.box(".card")["height"] >= 120
    assert fits(phone)
