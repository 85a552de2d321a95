"""What is said to whoever lacks a library can be typed: in a checkout, with a wheel, and on a Pi."""

import os
import shlex
import sys
import tomllib
from importlib import metadata

import pytest

from hardware import extras
from hardware.extras import to_install
from tests.conftest import ROOT

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_libraries_are_named_and_the_python_that_runs(extra, monkeypatch):
    """The product itself is in no registry, and a plain `pip` belongs to another Python."""
    told = [f'{one}; extra == "{name}"' for name, libraries in EXTRAS.items() for one in libraries]
    monkeypatch.setattr(metadata, "requires", lambda _: ["click>=8.2", *told])
    assert shlex.split(to_install(extra)) == [sys.executable, "-m", "pip", "install", *EXTRAS[extra]]


def test_where_the_installation_belongs_to_root_it_is_typed_as_root(monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert to_install("panel").startswith(f"sudo {shlex.quote(sys.executable)} -m pip install ")


def test_an_environment_without_pip_is_that_of_uv(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    assert to_install("panel").startswith(f"uv pip install --python {shlex.quote(sys.executable)} ")


def test_from_the_source_alone_the_extra_is_named(monkeypatch):
    def unknown(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", unknown)
    assert to_install("https") == f"{shlex.quote(sys.executable)} -m pip install '.[https]'"
