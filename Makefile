# Everything that a person types at this repository. Each recipe is one line of work;
# what is longer lives in scripts/. All paths are relative, so the clone may lie anywhere.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

# Commands in .venv/bin are called through it: their first line cannot hold a path with spaces or of great length.
PYTHON_IN_VENV := .venv/bin/python
# Each of the workers takes what lies together, so that what a file of tests shares is made once.
PYTEST_ARGS ?= -n auto --dist worksteal
ARGS ?=

.PHONY: help run club test whole quick check lint types contracts unit tools format bench laws looks late soak audit hardware boards coverage clean \
  lock lowest test-pico test-arm test-debian test-kernel test-install test-kiosk image test-image train fit eval eval-scribe eval-tracer tracer mutants fonts

help:  ## say what can be typed here
	@sed -n 's/^\([a-z-]*\):.*##/make \1 \t/p' Makefile

run: .venv/installed-run  ## set up, start the pretend table, print its address (ARGS="--seed 7" adds options)
	@exec $(PYTHON_IN_VENV) .venv/bin/companion demo $(ARGS)

test: tools .venv/installed-test  ## set up, then the gate: format, lint, types, contracts, tests
	@# Types are checked on one core: the tests are compiled beside it.
	@scripts/install-hardware-tools firmware emulator & tools=$$!; $(MAKE) --no-print-directory .venv/compiled-tests & \
	  $(MAKE) --no-print-directory check && wait $$tools && wait
	@REQUIRE_TOOLS=1 $(MAKE) --no-print-directory unit

whole:  ## before a release: the gate, and what it leaves out because it takes long
	@$(MAKE) --no-print-directory test PYTEST_ARGS="$(PYTEST_ARGS) --whole"

quick: .venv/installed-test  ## under a minute: the tests without browsers, processes and many examples
	$(PYTHON_IN_VENV) -m pytest --quick -q -n auto --dist worksteal

check: lint types contracts  ## the gate without the tests

lint: .venv/installed-test  ## format and lint
	$(PYTHON_IN_VENV) -m ruff format --check .
	$(PYTHON_IN_VENV) -m ruff check .
	.venv/bin/oxlint --config scripts/page/oxlint.json --deny-warnings companion/dashboard/static/js

types: .venv/installed-test  ## mypy, strict over the four packages, and over the lab; tsc over the scripts of the page
	@scripts/check-page-types & page=$$!; echo $(PYTHON_IN_VENV) -m mypy; $(PYTHON_IN_VENV) -m mypy && wait $$page

contracts: .venv/installed-test  ## who may import whom
	$(PYTHON_IN_VENV) .venv/bin/lint-imports --no-logo

unit: .venv/installed-test  ## the tests alone, and which take longest (PYTEST_ARGS="-x -k wall" narrows them)
	@# Hundreds of companions are started: compiled once, also where Python is told to keep nothing.
	$(PYTHON_IN_VENV) -m compileall -q companion firmware_bridge hardware vision
	PYTHONDONTWRITEBYTECODE= HYPOTHESIS_PROFILE="$${HYPOTHESIS_PROFILE:-ci}" $(PYTHON_IN_VENV) -m pytest --durations=15 --durations-min=3 $(PYTEST_ARGS)

# Else each worker compiles every test and its checks anew, which takes twice as long as reading them. In two
# halves, for two cores. The run itself reports a test that cannot be read.
.venv/compiled-tests: $(shell find tests -name '*.py')
	@printf '%s\n' tests/*/ | PYTHONDONTWRITEBYTECODE= xargs -P 2 -n 16 \
	  $(PYTHON_IN_VENV) -m pytest --collect-only -qq >/dev/null 2>&1 || true
	@touch $@

tools:  ## the system packages that the tests need
	@scripts/install-test-tools

format: .venv/installed-test  ## put the code in the house's form
	$(PYTHON_IN_VENV) -m ruff check --fix-only .
	$(PYTHON_IN_VENV) -m ruff format .

club: .venv/installed-run  ## show a club: a hub and eight pretend tables on this machine (ARGS=4: four)
	@scripts/install-club
	@scripts/show-club $(ARGS)

bench: .venv/installed-lab  ## measure, and print a table
	$(PYTHON_IN_VENV) -m lab.bench $(ARGS)

fonts: .venv/installed-test  ## after new words: cut the letters of the page's fonts again (ARGS="latin" for others)
	$(PYTHON_IN_VENV) -m lab.fonts $(or $(ARGS),words)

train: .venv/installed-train  ## teach the eye for a while, going on from where it stopped (ARGS="--minutes 110")
	@scripts/install-lab-fonts
	$(PYTHON_IN_VENV) -m lab.train $(ARGS)

eval: .venv/installed-test  ## the eye on every labelled photograph, by physical set
	$(PYTHON_IN_VENV) -m lab.train.evaluate $(ARGS)

tracer:  ## slow: draw tables in play with Blender's path tracer, for Python 3.11 (ARGS="0 30": thirty pictures)
	@scripts/install-tracer
	.venvs/tracer/bin/python -m lab.tracer $(ARGS)

eval-tracer: .venv/installed-test  ## the eye on the path tracer's pictures that lie in build/tracer
	$(PYTHON_IN_VENV) -m lab.tracer.evaluate $(ARGS)

fit: .venv/installed-test  ## fit the scribe's weights to rehearsed hands; print how likely unseen ones are (ARGS="--write")
	$(PYTHON_IN_VENV) -m lab.scribe.fit $(ARGS)

eval-scribe: .venv/installed-test  ## how exactly the scribe writes down real hands (ARGS="--hands 300 --rates 0.01")
	$(PYTHON_IN_VENV) -m lab.scribe $(ARGS)

laws: .venv/installed-test  ## the long run: 100,000 hands under the laws, 50,000 positions and 200,000 hand values beside a peer, every record
	COMPANION_LAW_HANDS=100000 $(PYTHON_IN_VENV) -m pytest $(PYTEST_ARGS) tests/laws -k many_hands
	DIFFERENTIAL_POSITIONS=50000 SCORED_HANDS=200000 $(PYTHON_IN_VENV) -m pytest $(PYTEST_ARGS) tests/differential
	COMPANION_ALL_RECORDS=1 $(PYTHON_IN_VENV) -m pytest $(PYTEST_ARGS) tests/front_door/test_recorded_games.py \
	  tests/laws/test_laws_of_points_only.py
	COMPANION_ALL_HANDS=1 $(PYTHON_IN_VENV) -m pytest -s tests/page/test_aloud_journal.py -k spoken_equals

looks: .venv/installed-test  ## an hour: fifty real games by touch, every view in every language and size, an evening step by step
	COMPANION_ALL_RECORDS=1 $(PYTHON_IN_VENV) -m pytest -s tests/browser/test_real_games.py
	COMPANION_ALL_LOOKS=1 $(PYTHON_IN_VENV) -m pytest $(PYTEST_ARGS) --whole tests/browser/test_play_looks.py tests/browser/test_walk.py

late: .venv/installed-test  ## twenty minutes: the page's tests with late answers, then with late news of the table
	COMPANION_LATE=answers $(PYTHON_IN_VENV) -m pytest $(PYTEST_ARGS) --whole tests/browser
	COMPANION_LATE=news $(PYTHON_IN_VENV) -m pytest $(PYTEST_ARGS) --whole tests/browser

soak: .venv/installed-test  ## hours: kills, power cuts, full disks, fuzzing (ARGS="R1 Z3", "--share 0.1", "--write")
	@$(PYTHON_IN_VENV) -m tests.reliability $(ARGS)

mutants: .venv/installed-test  ## an hour: break each promise once, see whether a test notices (ARGS="security", "--write")
	@$(PYTHON_IN_VENV) -m tests.mutants $(ARGS)

audit: .venv/installed-test  ## ask which libraries have known holes (needs the network)
	@scripts/audit

lock:  ## take the newest versions of all libraries, with their hashes (needs the network)
	@scripts/lock-versions $(ARGS)

lowest:  ## once a release: the tests with the lowest versions that are allowed (needs the network)
	@scripts/test-lowest $(ARGS)

hardware: .venv/installed-hardware  ## draw the wiring and the boxes, check the circuit
	scripts/install-hardware-tools drawings
	scripts/render-hardware

boards: .venv/installed-hardware  ## slow, as root: check the boards with KiCad, make what a fab wants (ARGS=--keep: draw them anew)
	scripts/make-boards $(ARGS)

test-pico: .venv/installed-hardware  ## build the Pico's firmware and run it on its simulated chip
	scripts/install-hardware-tools pico emulator
	scripts/build-pico
	REQUIRE_TOOLS=1 $(PYTHON_IN_VENV) -m pytest tests/hardware/test_pico_firmware.py tests/hardware/test_released.py

test-arm:  ## slow, as root: the wheels and the panel's tests in an arm64 userland
	scripts/test-arm

test-debian:  ## slow, as root: the club's tests and trials in the userland of Debian 13
	scripts/test-debian $(ARGS)

test-kernel: .venv/installed-test  ## slow: real GPIO lines, a real USB port and udev names on a virtual machine's kernel
	scripts/install-hardware-tools kernel
	scripts/test-kernel

test-install:  ## slow, as root: install in clean Debians, with the library of the Pi's camera (ARGS=trixie: one of them)
	scripts/install-hardware-tools card
	scripts/test-install $(ARGS)

test-kiosk: .venv/installed-test  ## slow, as root: a screen at the Pi, without and with a desktop, in virtual machines (ARGS=lite)
	scripts/install-hardware-tools screen
	scripts/test-kiosk $(ARGS)

image:  ## slow, as root: make a card for a Pi (ARGS="--country DE -- --profile usb-panel")
	scripts/install-hardware-tools card
	scripts/make-image $(ARGS)

test-image: .venv/installed-test  ## slow, as root: start such a card in a virtual machine, cut its power, join its Wi-Fi
	scripts/install-hardware-tools card
	scripts/test-image $(ARGS)

coverage: .venv/installed-test  ## the tests with the lines that they never reached
	$(PYTHON_IN_VENV) -m pytest $(PYTEST_ARGS) --cov --cov-report=term-missing:skip-covered

clean:  ## remove the environment and all that was built
	rm -rf .venv build dist htmlcov screenshots .coverage* .*_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is older than pyproject.toml or the locked versions exactly when the dependencies may have changed.
.venv/installed-%: pyproject.toml requirements/locked.txt scripts/set-up-environment
	@scripts/set-up-environment $*

# Where the Python that .venv points to is gone (an upgrade, a copied folder), nothing counts as installed.
$(shell test -x $(PYTHON_IN_VENV) || rm -f .venv/installed-*)
