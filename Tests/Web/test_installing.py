"""The app on the phone's home screen: a manifest, icons, and nothing that keeps a browser from installing it."""

import json
import struct

from icons import Drawing
from kills import MortalPhone
from programs import ROOT

ICONS = ROOT / "Sources/VisitsWeb/App/icons"


def size(path):
    """The width and height of a PNG."""
    return struct.unpack(">II", path.read_bytes()[16:24])


def test_chromium_can_install_the_app(chromium, gateway, tmp_path):
    # A private window installs nothing.
    phone = MortalPhone(chromium, gateway, tmp_path / "disk")
    phone.pair().keeps_app()
    session = phone.context.new_cdp_session(phone.page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert (told["name"], told["start_url"], told["display"]) == ("Visits", "/", "standalone")
    phone.remove()


def test_the_icons_have_the_sizes_that_the_manifest_names(gateway):
    manifest = gateway.get("/manifest.webmanifest")
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    assert manifest.headers["Cache-Control"] == "no-cache"
    assert "maskable" in {icon.get("purpose") for icon in manifest.json["icons"]}
    for icon in manifest.json["icons"]:
        picture = gateway.get(icon["src"])
        assert (picture.status, picture.headers["Content-Type"]) == (200, "image/png")
        width, height = size(ICONS / icon["src"].rpartition("/")[2])
        assert icon["sizes"] == f"{width}x{height}"


def test_the_icons_are_those_of_the_drawing():
    drawing = Drawing((ICONS / "icon.svg").read_text())
    assert (ICONS / "icon-192.png").read_bytes() == drawing.png(192, fills=False), "run: python Tests/Web/icons.py"


def test_the_icons_are_small():
    assert sum(path.stat().st_size for path in ICONS.glob("*.png")) < 20_000
