"""`python -m vision IMAGE`: looks at photographs and says which tiles it sees."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.extra import missing_libraries, what_to_install


def main(arguments: Sequence[str] | None = None) -> int:
    """Look at each picture. Exit status: 0 if all were read, 1 if one could not be."""
    parser = argparse.ArgumentParser("python -m vision", description=__doc__)
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--json", action="store_true", help="one JSON object for each picture")
    parser.add_argument(
        "--annotate", type=Path, metavar="OUT.png", help="draw what was seen over one picture"
    )
    asked = parser.parse_args(arguments)
    if asked.annotate and len(asked.images) > 1:
        parser.error("--annotate draws over one picture; give one")
    if missing_libraries():
        print(f"Error: {what_to_install()}", file=sys.stderr)
        return 1
    return _look(asked.images, asked.json, asked.annotate)


def _look(images: Sequence[Path], as_json: bool, annotate: Path | None) -> int:
    from vision.errors import VisionError
    from vision.read.reading import annotated, eye_for_pictures, look_at_file, save_picture

    status = 0
    try:
        eye = eye_for_pictures()
    except VisionError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    for image in images:
        try:
            look, opened = look_at_file(image, eye)
            print(json.dumps(look.as_json()) if as_json else look.as_text(), flush=True)
            if annotate:
                save_picture(annotated(opened, look), annotate)
        except VisionError as error:
            print(f"Error: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read the output has closed the pipe. Python would complain about it again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
