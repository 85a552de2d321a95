"""Makes the boards: `python -m hardware.boards [FOLDER]` writes their KiCad projects.

Without FOLDER they go into the folder of this module. `python -m hardware.boards parts [FOLDER]` writes lists
of their parts instead.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.boards.plan import BOARDS
from hardware.boards.projects import library_files, parts_list, project_files


def main(words: list[str]) -> int:
    """Write the projects, or with `parts` the lists of parts; `words` are those after the command."""
    files = {}
    if words[:1] == ["parts"]:
        words = words[1:]
        for name in BOARDS:
            files[f"{name}/parts.csv"] = parts_list(name, by_machine=False)
            files[f"{name}/placed-by-machine.csv"] = parts_list(name, by_machine=True)
    else:
        files = library_files()
        for name in BOARDS:
            files |= project_files(name)
    folder = Path(words[-1]) if words else Path(__file__).parent
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    print(f"{len(files)} files in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
