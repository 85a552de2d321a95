"""What people do to a journal's file while it is written: remove, rename, replace; no test stands here."""

import shutil
from pathlib import Path


def beside(path: Path) -> list[Path]:
    return sorted(path.parent.glob(path.name + "*"))


def remove(path: Path) -> None:
    for each in beside(path):
        each.unlink()


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def rename(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def rename_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def replace(path: Path) -> None:
    shutil.copy(path, path.with_name("other"))
    path.with_name("other").rename(path)


def remove_log(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def replace_log(path: Path) -> None:
    remove_log(path)
    path.with_name(path.name + "-wal").touch()


DEEDS = (remove, remove_folder, rename, rename_folder, replace, remove_log, replace_log)
