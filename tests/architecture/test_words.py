"""What the repository says of itself: opening sentences, telling names, no foreign words, no ballast."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import Module

# Each pattern is written so that it does not match itself: this file is scanned like every other.
FOREIGN = {
    "a path of one person's machine": (
        rb"/w[o]rk/|/r[o]ot/|/h[o]me/(?!pi\b)[a-z]|/U[s]ers/[A-Za-z]|/t[m]p/\w*(?:jobs|brief)"
    ),
    "a name of one workplace": rb"\bf[a]rm-|(?<![\w)\]])\.l[i]brary\b|\ba-s[e]ed-",
    "a registry, which is the installer's to choose": (
        rb"p[y]pi\.org/simple|files\.p[y]thonhosted|p[y]pi\.python\.org|registry\.n[p]mjs|proxy\.g[o]lang"
        rb"|index-[u]rl|trusted-[h]ost"
    ),
}
EMPTY_WORDS = re.compile(r"(?:Manager|Utils?|Data|Info)(?![a-z])")
EMPTY_VERBS = ("handle_", "process_")
OPENS_IN_KANJI = re.compile("[\u3041-\u30ff\u4e00-\u9fff]+ ?[:A-Z]|[\u3041-\u30ff\u4e00-\u9fff]{2}")
PERHAPS_IN_KANJI = re.compile('"""[\u3041-\u30ff\u4e00-\u9fff]')
MOST_BYTES_OF_A_BINARY = 600_000


@pytest.mark.parametrize("what", sorted(FOREIGN))
def test_no_kept_file_speaks_of_anything_but_the_project(
    what: str, tracked: tuple[Path, ...], root: Path
) -> None:
    found = [
        f"{path.relative_to(root)}:{line} {word}" for path in tracked for line, word in _found_in(path, what)
    ]
    assert not found, f"{what}: {found}"


def _found_in(path: Path, what: str) -> Iterator[tuple[int, str]]:
    content = path.read_bytes()
    for match in re.finditer(FOREIGN[what], content):
        yield content.count(b"\n", 0, match.start()) + 1, match.group().decode()


@pytest.mark.parametrize(
    "text", [b"/wor" + b"k/x", b"fa" + b"rm-1", b"../.lib" + b"rary/x", b"--index" + b"-url"]
)
def test_the_scan_finds_foreign_words(text: bytes) -> None:
    assert any(re.search(pattern, text) for pattern in FOREIGN.values())


@pytest.mark.parametrize(
    "text", [b"companion.libraries", b"workshop/work", b"farmer", b"pypi.org/project/flask"]
)
def test_the_scan_lets_plain_words_pass(text: bytes) -> None:
    assert not any(re.search(pattern, text) for pattern in FOREIGN.values())


def test_no_large_binary_is_kept(tracked: tuple[Path, ...], root: Path) -> None:
    ballast = [
        f"{path.relative_to(root)} has {path.stat().st_size} bytes"
        for path in tracked
        if path.stat().st_size > MOST_BYTES_OF_A_BINARY and b"\0" in path.read_bytes()
        if path.suffix != ".onnx" and path.parent.name != "weights"
    ]
    assert not ballast, ballast


def test_the_models_of_the_eye_stay_small(tracked: tuple[Path, ...]) -> None:
    models = [path.stat().st_size for path in tracked if path.suffix == ".onnx"]
    weights = [path.stat().st_size for path in tracked if path.parent.name == "weights"]
    assert sum(models) < 12_000_000
    assert sum(weights) < 6_000_000


def test_every_module_opens_with_a_sentence(
    product: tuple[Module, ...], workshop: tuple[Module, ...]
) -> None:
    silent = [
        module.place
        for module in product + workshop
        if not _opening(module).endswith((".", "。", "!", "?", ":"))
        # An empty __init__ beside tests says no more than that there is a folder.
        and (module in product or module.text.strip())
    ]
    assert not silent, silent


def _opening(module: Module) -> str:
    before, _, text = module.text.partition('"""')
    if any(line and not line.startswith("#") for line in before.splitlines()):
        return ""
    return text.partition('"""')[0].partition("\n\n")[0].rstrip()


def test_docstrings_open_in_english(product: tuple[Module, ...], workshop: tuple[Module, ...]) -> None:
    foreign = [
        f"{module.place}:{node.lineno} {node.value[:20]}"
        for module in product + workshop
        if PERHAPS_IN_KANJI.search(module.text)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and OPENS_IN_KANJI.match(node.value)
        if f'"""{node.value[:1]}' in module.text.splitlines()[node.lineno - 1]
    ]
    assert not foreign, f"a term of the game goes in brackets after the English: {foreign}"


def test_no_name_is_empty(product: tuple[Module, ...]) -> None:
    empty = [f"{module.place}:{line} {name}" for module in product for name, line in _empty_names(module)]
    assert not empty, empty


def _empty_names(module: Module) -> Iterator[tuple[str, int]]:
    for node in module.classes:
        if EMPTY_WORDS.search(node.name):
            yield node.name, node.lineno
    for function in module.functions:
        if function.name.lstrip("_").startswith(EMPTY_VERBS):
            yield function.name, function.lineno
