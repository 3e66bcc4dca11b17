"""Rules of the web app's files: embedding, imports, colours, words, types, and forbidden ways to write a page."""

import json
import re
import subprocess

import api_types
import pytest
from programs import ROOT

WEB = ROOT / "Sources/VisitsWeb"
APP = WEB / "App"
SCRIPTS = sorted(APP.rglob("*.js"))
STYLES = sorted(APP.rglob("*.css"))

# The folders from which the files of a folder may import. '' is App itself, with start.js and preact.js.
IMPORTS = {
    "": {"", "data", "screens"},
    "parts": {"", "parts"},
    "screens": {"", "parts", "screens", "words"},
    "data": {"data", "words"},
    "words": set(),
}
# Only data and the service worker may reach the network or store anything.
OUTSIDE = re.compile(
    r"\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|localStorage|sessionStorage|indexedDB|caches)\b"
)
FORBIDDEN = {
    "HTML made of text": re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write"),
    "code made of text": re.compile(r"\beval\(|new Function\("),
    "a style attribute": re.compile(r"\bstyle="),
}
# Addresses that a page may name: ours, https: and the phone's own. SVG's namespace is no address.
ADDRESS = re.compile(r"""["'`(=]((?:[a-z][a-z0-9+.-]*:(?=[^\s}'"`])|//)[^\s"'`)]*)""")
ALLOWED = ("https:", "tel:", "geo:")

# web.md, Look.
TOKENS = {
    "light": {
        "canvas": "#F2F2F7", "surface": "#FFFFFF", "text": "#1C1C1E", "muted": "#636366", "fill": "#E5E5EA",
        "blue": "#0064D2", "green": "#1F7A34", "red": "#C8102E", "orange": "#B25000",
        "blue-ground": "#E3EFFC", "red-ground": "#FCE8EA", "orange-ground": "#FDEFE0",
    },
    "dark": {
        "canvas": "#131316", "surface": "#1F1F23", "text": "#F2F2F7", "muted": "#AEAEB4", "fill": "#2C2C31",
        "blue": "#5AADFF", "green": "#4BD16B", "red": "#FF7A7A", "orange": "#FFB454",
        "blue-ground": "#17304A", "red-ground": "#43191D", "orange-ground": "#3D2A12",
    },
}  # fmt: skip
# Text and the ground on which it stands somewhere in the app.
PAIRS = [
    *((ink, ground) for ink in ("text", "muted", "blue", "green", "red") for ground in ("canvas", "surface")),
    ("text", "fill"), ("muted", "fill"), ("orange", "surface"), ("blue", "blue-ground"), ("orange", "orange-ground"),
    ("red", "red-ground"), ("text", "red-ground"), ("on-accent", "blue"), ("on-accent", "green"), ("on-accent", "red"),
    ("on-toast", "toast"),
]  # fmt: skip


def inside(path):
    """A path as it stands below App."""
    return path.relative_to(APP).as_posix()


def palettes():
    """The colours of tokens.css by look: light, dark, and both with more contrast."""
    blocks = re.findall(r"(@media [^{]+\{\s*)?:root \{([^}]*)\}", (APP / "design/tokens.css").read_text())
    found = [dict(re.findall(r"--([\w-]+): (#[0-9A-Fa-f]{6});", body)) for _, body in blocks]
    light, dark, more, more_dark = found
    return {
        "light": light, "dark": {**light, **dark}, "more contrast": {**light, **more},
        "more contrast, dark": {**light, **dark, **more_dark},
    }  # fmt: skip


def contrast(one, other):
    """The contrast of two colours (WCAG 2)."""

    def luminance(colour):
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_file_of_the_app_is_embedded():
    source = (ROOT / "Sources/CVisitsWeb/files.c").read_text()
    table = re.findall(r'FILE_AT\("([^"]+)", (\w+)\)', source)
    expected = sorted([*(inside(path) for path in APP.rglob("*") if path.is_file()), "preact.js"])
    assert [path for path, _ in table] == expected
    embedded = dict(re.findall(r'char (\w+)\[\] = \{\n#embed "(.+)"', source))
    for path, name in table:
        place = "../../.build-web/preact.js" if path == "preact.js" else f"../VisitsWeb/App/{path}"
        assert embedded[name] == place


def test_the_page_links_every_style_sheet_and_no_other_script():
    page = (APP / "index.html").read_text()
    linked = re.findall(r'<link rel="stylesheet" href="/app/\{\{digest\}\}/([^"]+)">', page)
    assert sorted(linked) == [inside(path) for path in STYLES]
    assert linked[0] == "design/tokens.css", "it declares the order of the layers"
    assert re.findall(r"<script[^>]*>", page) == ['<script type="module" src="/app/{{digest}}/main.js">']
    assert "<style" not in page


@pytest.mark.parametrize("path", SCRIPTS, ids=inside)
def test_a_file_imports_only_what_its_folder_may(path):
    folder = inside(path).rpartition("/")[0]
    text = path.read_text()
    for name in re.findall(r"(?m)^(?:import|export)\b[^;]*?from '([^']+)'", text):
        assert name.startswith("./") or name.startswith("../"), f"{name} is not relative"
        target = (path.parent / name).resolve()
        assert target.exists() or name.endswith("/preact.js"), f"{name} does not exist"
        assert inside(target).rpartition("/")[0] in IMPORTS[folder], f"{folder} may not import {name}"
    if folder != "data" and path.name != "sw.js":
        assert not OUTSIDE.search(re.sub(r"//.*|/\*[\s\S]*?\*/", "", text)), "only data reaches network and storage"


@pytest.mark.parametrize("path", [*SCRIPTS, *STYLES, APP / "index.html"], ids=inside)
def test_a_page_is_written_in_a_safe_way(path):
    text = re.sub(r"(?m)^\s*//.*", "", path.read_text())
    for what, pattern in FORBIDDEN.items():
        assert not pattern.search(text), what
    for address in ADDRESS.findall(text):
        assert address.startswith(ALLOWED), f"{address} is no address that the app may open"


@pytest.mark.parametrize("look", TOKENS)
def test_the_colours_are_those_of_the_design(look):
    assert TOKENS[look].items() <= palettes()[look].items()


@pytest.mark.parametrize("look", ["light", "dark", "more contrast", "more contrast, dark"])
def test_every_text_stands_out_from_its_ground(look):
    colours = palettes()[look]
    least = 4.5 if look in TOKENS else 7
    for ink, ground in PAIRS:
        assert contrast(colours[ink], colours[ground]) >= least, f"{ink} on {ground}"


def test_colours_come_from_tokens_only():
    for path in STYLES:
        if path.name != "tokens.css":
            literal = re.search(r"#[0-9A-Fa-f]{3,8}\b(?=[;\s])|\bhsl\(|: (?:white|black|red|blue)\b", path.read_text())
            assert not literal, f"{path}: {literal[0]}"


def test_every_phrase_is_used_and_every_used_phrase_is_there():
    phrases = json.loads((APP / "words/en.json").read_text())
    text = "\n".join(path.read_text() for path in SCRIPTS)
    used = set(re.findall(r"say\('([\w.]+)'", text)) | {
        name for name in phrases if re.search(rf"'{re.escape(name)}'", text)
    }  # fmt: skip
    # Named after the state of the session.
    used |= {f"pairing.{notice}" for notice in ("dead", "ended", "left", "otherWorker", "unkept", "unreached", "unsentHere")}
    assert used == set(phrases)


def test_the_types_are_right():
    # The service worker has other globals than a page.
    for name in ("tsconfig.json", "sw.tsconfig.json"):
        done = subprocess.run(["tsc", "-p", WEB / "Types" / name], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_the_api_is_typed_as_the_daemon_describes_it(agency):
    with agency.client() as caller:
        expected = api_types.declarations(caller.methods)
    assert api_types.FILE.read_text() == expected, "run: python Tests/Web/api_types.py"
