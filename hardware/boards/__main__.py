"""Makes the boards: `python -m hardware.boards [FOLDER]` writes their KiCad projects.

Without FOLDER they go into the folder of this module. `python -m hardware.boards parts [FOLDER]` writes lists
of their parts instead.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.boards.plan import BOARDS
from hardware.boards.projects import library_files, parts_list, project_files


def main(words: list[str]) -> int:
    """Write the projects, or with `parts` the lists of parts; `words` are those after the command."""
    parser = argparse.ArgumentParser(
        usage="python -m hardware.boards [parts] [FOLDER]",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args(words).words
    is_list = given[:1] == ["parts"]
    folders = given[is_list:]
    if len(folders) > 1:
        parser.error("name one folder at most")
    files = {}
    if is_list:
        for name in BOARDS:
            files[f"{name}/parts.csv"] = parts_list(name, by_machine=False)
            files[f"{name}/placed-by-machine.csv"] = parts_list(name, by_machine=True)
    else:
        files = library_files()
        for name in BOARDS:
            files |= project_files(name)
    folder = Path(folders[0]) if folders else Path(__file__).parent
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    print(f"{len(files)} files in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
