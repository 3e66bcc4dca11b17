"""Pictures of the real app on a phone: Today for the README, or each screen and state. scripts/pictures runs this."""

import argparse
import contextlib
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd"))

from agencies import OFFICE  # noqa: E402
from browsers import LARGE_TEXT, running_chromium  # noqa: E402
from gateways import Gateway  # noqa: E402
from office import employ_nina, refuse, sync_failed  # noqa: E402
from phones import Phone  # noqa: E402
from programs import ROOT, Daemon  # noqa: E402

RESOURCES = ROOT / "Sources/VisitsWeb/VisitsWeb.docc/Resources"
# The looks of --all: the width in CSS pixels, further options, and flags of the browser.
LOOKS = {
    "light": (390, {}, []),
    "dark": (390, {"color_scheme": "dark"}, []),
    "contrast": (390, {"contrast": "more"}, []),
    "narrow": (320, {}, []),
    "large": (320, {}, [LARGE_TEXT]),
}


def main():
    """Takes the pictures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", type=pathlib.Path, metavar="FOLDER")
    folder = parser.parse_args().all
    if not folder:
        with sample() as gateway, running_chromium() as start:
            pictures_of_readme(start(), gateway)
        return
    folder.mkdir(parents=True, exist_ok=True)
    for look, (width, options, flags) in LOOKS.items():
        with sample() as gateway, running_chromium() as start:
            phone = Phone(start(*flags), gateway, width=width, device_scale_factor=2, **options)
            walk(phone, lambda name, look=look, phone=phone: take(phone, folder / f"{name}-{look}.png"))


@contextlib.contextmanager
def sample():
    """A gateway before the sample agency at 10:20 in the morning."""
    daemon = Daemon(OFFICE)
    gateway = Gateway(daemon)
    try:
        daemon.start().import_sample()
        employ_nina(daemon)
        yield gateway.start()
    finally:
        gateway.remove()
        daemon.remove()


def pictures_of_readme(browser, gateway):
    """Today, light and dark."""
    RESOURCES.mkdir(parents=True, exist_ok=True)
    for name, look in [("today", "light"), ("today~dark", "dark")]:
        phone = Phone(browser, gateway, height=800, device_scale_factor=2, color_scheme=look).pair()
        phone.today.indicates("Synced")
        picture = RESOURCES / f"{name}@2x.png"
        take(phone, picture)
        # A third of the size, with the same look.
        subprocess.run(["pngquant", "--force", "--strip", "--speed", "1", "--output", picture, picture], check=True)


def walk(phone, take):
    """A caregiver's way through the app, with a picture of each state."""
    phone.open(phone.link())
    phone.pairing.is_there()
    take("pairing")
    phone.pairing.pair()
    phone.owner.names("Sarah Miller")
    take("owner")
    with phone.slow("today", phone.owner.proceed):
        phone.today.waits("Loading schedule...")
        take("loading")
    phone.today.shows("1/7")
    take("today")
    phone.page.keyboard.press("Tab")
    take("focus")
    with phone.slow("sync.now", phone.today.pulls):
        phone.today.turns()
        take("refreshing")
    phone.today.rests()
    phone.today.later_card("").last.scroll_into_view_if_needed()
    take("tomorrow")
    phone.page.evaluate("() => scrollTo(0, 0)")
    for name in ("John Smith", "George Papadakis", "Margaret Chen"):
        phone.today.open(name)
        take(f"visit-{name.split()[0].lower()}")
        phone.visit.close()
    phone.emergency.open()
    take("emergency")
    phone.emergency.close()
    phone.network(False)
    phone.today.says("Working offline")
    take("offline")
    phone.network(True)
    phone.today.indicates("Synced")
    phone.today.open("Agnes Kowalchuk")
    phone.page.locator(".hold-button").focus()
    phone.page.keyboard.press("Enter")
    phone.visit.says("Complete this visit?")
    take("question")
    phone.visit.close()
    phone.today.open("John Smith")
    phone.visit.activate()
    phone.today.toasts("Visit completed")
    phone.visit.is_gone()
    take("completed")
    phone.context.route("**/v1/visit.start", refuse)
    phone.today.open("George Papadakis")
    phone.visit.start()
    phone.visit.says("Undo start")
    take("visit-started")
    phone.sends()
    phone.visit.says("The office's system did not accept this")
    take("visit-refused")
    phone.visit.close()
    take("refused")
    phone.network(False)
    phone.today.says("Working offline")
    phone.complete("Agnes Kowalchuk")
    phone.visit.is_gone()
    take("saved-locally")
    phone.changes.open()
    take("changes")
    phone.changes.close()
    phone.network(True)
    phone.today.indicates("Not accepted")
    phone.changes.open()
    phone.changes.discards()
    phone.changes.close()
    phone.context.route("**/v1/today", sync_failed)
    phone.today.looked_at_again()
    phone.today.indicates("Sync failed")
    take("sync-failed")
    phone.context.unroute("**/v1/today")
    # A worker without visits.
    phone.become("nina")
    phone.today.is_empty("No visits today", "Enjoy your day off!")
    take("empty")


def take(phone, path):
    """Writes a picture once nothing moves any more."""
    phone.page.evaluate(
        "() => Promise.allSettled(document.getAnimations().filter((each) => each.effect.getTiming().iterations === 1)"
        ".map((each) => each.finished)).then(() => {})"
    )
    phone.page.screenshot(path=path)


if __name__ == "__main__":
    main()
