"""`python -m hardware.card WHAT`: what the services of a flashed card start."""

import argparse
import logging

from hardware.card.door import serve
from hardware.card.first_boot import first_boot
from hardware.card.hotspot import keep_open

STARTS = {"first-boot": first_boot, "hotspot": keep_open, "door": serve}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=STARTS)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    STARTS[parser.parse_args().what]()
