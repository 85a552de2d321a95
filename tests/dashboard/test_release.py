"""Each release of the page has addresses of its own, which a browser may keep for good."""

import json
import re
import shutil
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.dashboard import assets
from companion.dashboard.app import create_app
from companion.dashboard.assets import STATIC, asset_of, load_assets
from companion.dashboard.release import SHELL, WORKER, load_release
from companion.languages import languages as listed_languages

LISTED = listed_languages()
FOR_GOOD = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"
ADDRESS = re.compile(r'["\'`(]/static/([^"\'`)]*)')


@pytest.fixture
def changed(tmp_path):
    """A folder with the page's files, of which a test may change some."""
    shutil.copytree(STATIC, tmp_path / "static")
    return tmp_path / "static"


def test_a_file_has_the_name_of_its_release_in_its_address_and_is_kept_for_good(client):
    release = load_release()
    answer = client.get(f"{release.home}js/tiles.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_GOOD)
    assert f'"{release.home}tiles/sprite.svg"' in answer.text


def test_a_start_reads_each_file_of_the_page_once(board, commands, monkeypatch):
    read = Counter()
    read_bytes = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.update([path]) or read_bytes(path))
    load_release.cache_clear()
    assets._read.cache_clear()
    create_app(board, commands)
    assert STATIC / "js/main.js" in read
    assert [path for path, times in read.items() if times > 1] == []


@pytest.mark.parametrize("path", ["/", "/worker.js", "/static/js/tiles.js"])
def test_what_has_no_release_in_its_address_is_asked_again(client, path):
    assert client.get(path).headers["Cache-Control"] == ASKED_AGAIN


@pytest.mark.parametrize("place", ["r-000000000000/js/tiles.js", "js", "nothing.js", ""])
def test_there_is_nothing_at_the_address_of_another_release(client, place):
    home = load_release().home if not place.startswith("r-") else "/static/"
    assert client.get(f"{home}{place}").status_code == 404


def test_every_address_in_a_file_of_a_release_is_one_of_the_same_release():
    release = load_release()
    found = {
        (place, address)
        for place, asset in release.files.items()
        if place.endswith((".css", ".html", ".js", ".webmanifest"))
        for address in ADDRESS.findall(asset.content.decode())
    }
    assert len(found) > 200
    assert [each for each in found if not each[1].startswith(f"{release.name}/")] == []


def test_a_script_is_sent_without_its_comments_and_its_lines_keep_their_numbers():
    script = (STATIC / "js/words.js").read_text(encoding="utf-8").splitlines()
    sent = load_release().files["js/words.js"].content.decode().splitlines()
    assert [line for line in script if line.startswith("//")]
    assert [line for line in sent if line.lstrip().startswith("//")] == []
    assert sent.index("export class Words {") == script.index("export class Words {")


@pytest.mark.parametrize(
    "place", ["js/menu.js", "css/win.css", "lang/fr.json", "tiles/sprite.svg", "index.html"]
)
def test_other_content_is_another_release(changed, place):
    before = load_release().name
    assert load_release(changed).name == before
    (changed / place).write_bytes((changed / place).read_bytes() + b"\n")
    load_release.cache_clear()
    assets._read.cache_clear()
    assert load_release(changed).name != before


def test_the_first_page_names_every_script_that_the_first_one_needs():
    release = load_release()
    page = release.files["index.html"].content.decode()
    named = set(re.findall(rf'modulepreload" href="{release.home}([^"]+)"', page))
    asked, open_ends = set(), {"js/main.js"}
    while open_ends:
        place = open_ends.pop()
        asked.add(place)
        text = load_assets()[place].content.decode()
        # As a browser reads it: an import of its own line, over several lines too.
        imports = re.findall(r'^(?:import|\} from)\b[^;]*?"/static/([^"]+)";', text, re.MULTILINE)
        open_ends |= set(imports) - asked
    assert named == asked - {"js/main.js"}
    assert len(named) > 25


def test_what_is_kept_for_a_screen_without_the_companion_is_all_there(client):
    release = load_release()
    listed = json.loads(client.get(f"{release.home}{SHELL}").data)
    kept = {address.removeprefix(release.home) for address in listed}
    languages = {place for place in load_assets() if re.fullmatch(r"lang/\w+\.json", place)}
    assert len(languages) == len(LISTED)
    assert languages | {"js/main.js", "css/base.css", "fonts/latin-800.woff2", "fonts/words-ja.woff2"} <= kept
    assert {client.get(address).status_code for address in listed} == {200}
    assert sum(len(load_assets()[place].packed or load_assets()[place].content) for place in kept) < 600_000


def test_the_service_worker_may_ask_us_and_nobody_else(client):
    policy = client.get("/worker.js").headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; frame-ancestors 'none'; connect-src 'self'"
    files = client.get("/static/js/main.js").headers["Content-Security-Policy"]
    assert files == "default-src 'none'; frame-ancestors 'none'"


def test_the_service_worker_is_another_one_in_each_release():
    release = load_release()
    assert release.home.encode() in release.files[WORKER].content


def test_the_page_can_be_put_on_a_home_screen(client):
    page = client.get("/").text
    manifest = client.get(re.search(r'rel="manifest" href="([^"]+)"', page)[1])
    assert manifest.mimetype == "application/manifest+json"
    told = json.loads(manifest.data)
    assert (told["id"], told["start_url"], told["scope"], told["display"]) == ("/", "/", "/", "fullscreen")
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in told["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in told["icons"]:
        picture = Image.open(BytesIO(client.get(icon["src"]).data))
        assert picture.format == "PNG"
        assert "x".join(map(str, picture.size)) == icon["sizes"]


def test_a_maskable_picture_may_lose_its_rim():
    icon = load_assets()["icons/home-maskable-512.png"].content
    picture = Image.open(BytesIO(icon)).convert("RGBA")
    middle, safe = picture.width / 2, picture.width * 0.4
    ground = picture.getpixel((0, 0))
    assert ground[3] == 255
    drawn = {
        (x, y)
        for x in range(picture.width)
        for y in range(picture.height)
        if (x - middle) ** 2 + (y - middle) ** 2 > safe**2 and picture.getpixel((x, y)) != ground
    }
    assert drawn == set()
    assert len(picture.getcolors()) > 8


def test_a_file_that_is_packed_already_is_told_by_its_name():
    assert (asset_of("a.png", b"").is_text, asset_of("a.js", b"").is_text) == (False, True)
