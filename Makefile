# `make demo` shows what the package does, `make test` tests it, `make check` is what CI runs.
# Needed: Python 3.11 or newer, a Rust toolchain, make. All else is installed into $(VENV).

PYTHON ?= python3
VENV ?= .venv
# A Cargo.lock that does not fit is an error rather than a silent change; `make lock` makes it fit.
LOCKED ?= --locked
# The corpora that tests, gates and bench read, and where they lie packed.
CORPORA ?= html5lib-tests wcxb fundus aeb readability forums segments visual blogs sites cleaneval daniel gtrends small \
  magic searchlists defuddle swde cranfield peers
DATA := $(or $(PAGECORE_DATA),$(wildcard ../shared/data))

BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
BUILD_LOCK := requirements/build.txt
LOCK := requirements/test.txt
DOCS_LOCK := requirements/docs.txt
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Folders are among them, because a file that is deleted changes nothing else.
RUST := Cargo.toml Cargo.lock $(shell find core binding \( -name target -o -name fuzz \) -prune -o -print)
# cargo and maturin must agree about the interpreter, or each would compile pyo3 anew.
CARGO := PYO3_PYTHON="$(abspath $(BIN))/python" cargo
FORMATTED := $(wildcard src tests bench tools examples docs)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two installers in one environment would get into each other's way; cargo uses all cores by itself.
.NOTPARALLEL:
.PHONY: help demo build browser test stress check lint format docs smoke gate fuzz audit data bench peers quality render model \
  hybrid vwrapper dist lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

# The format that the demo shows, and the page that it explains: with doubtful blocks of both kinds,
# kept and dropped, in the first lines.
DEMO ?= markdown
EXPLAINED := examples/forum.html
SHOWN := 30

demo: $(STAMPS)/package ## build, install, and extract and explain example pages
	@printf '\n======== pagecore extract examples/documentation.html --to $(DEMO) ========\n\n'
	@$(BIN)/pagecore extract examples/documentation.html --to $(DEMO)
	@printf '\n======== pagecore explain $(EXPLAINED) --only doubtful, its first $(SHOWN) lines ========\n\n'
	@$(BIN)/pagecore explain $(EXPLAINED) --only doubtful | head -n $(SHOWN)
	@$(BIN)/pagecore explain $(EXPLAINED) --to html --overwrite -o $(STAMPS)/explained.html
	@printf '\nAll blocks of it, coloured, to look at in a browser: $(STAMPS)/explained.html\n'

build: $(STAMPS)/package $(STAMPS)/test ## set up the environment and build the extension in place

# As root, on Debian and Ubuntu, Chromium is installed; elsewhere, tests that need it are skipped.
browser: ## install Chromium for pages that are rendered, or print the command that does
	@for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do \
	  if command -v $$name >/dev/null; then exit 0; fi; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing Chromium"; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes \
	    --no-install-recommends chromium fonts-liberation >/dev/null; } \
	  || echo "make browser: Chromium cannot be installed here; tests that need it are skipped" >&2; \
	else \
	  echo "make browser: there is no Chromium; tests that need it are skipped; install it with:" \
	       "sudo apt-get install chromium fonts-liberation" >&2; \
	fi

test: build browser ## set up, then run all tests
	$(CARGO) test $(LOCKED) --release --quiet --workspace --exclude pagecore-binding
	$(PYTEST) $(ARGS)

PYTEST := $(BIN)/python -m pytest tests --ignore=tests/gate --numprocesses=auto --dist=worksteal

# No test may depend on the clock or on the order of tests.
stress: build ## run the tests three times beside four busy processes, then in random order; SEED=1
	@for n in 1 2 3 4; do $(BIN)/python -c 'while True: pass' & busy="$$busy $$!"; done; \
	trap 'kill $$busy' EXIT; \
	for round in 1 2 3; do echo "round $$round"; $(PYTEST) $(ARGS) || exit; done; \
	$(PYTEST) --random-order --random-order-seed=$(SEED) $(ARGS)

check: ## what CI runs: build, lint, docs, test, smoke, gate
	@for step in build lint docs test smoke gate; do \
	  began=$$(date +%s); \
	  $(MAKE) --no-print-directory $$step || exit; \
	  took="$$took $$step $$(( $$(date +%s) - began )) s,"; \
	  if [ $$step = test ]; then echo "times so far:$${took%,}"; fi; \
	done

lint: build ## formats, ruff, clippy, mypy; changes nothing
	$(BIN)/ruff format --check $(FORMATTED)
	$(BIN)/ruff check $(FORMATTED)
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(LOCKED) --quiet --workspace --all-targets -- -D warnings
	$(BIN)/mypy --strict

format: $(STAMPS)/test ## put the sources into the form that lint wants
	$(BIN)/ruff format $(FORMATTED)
	$(BIN)/ruff check --fix $(FORMATTED)
	$(CARGO) fmt --all

# Warnings are errors: a link to a missing page or heading, a docstring that cannot be rendered.
# Every page is read anew, because Sphinx reports the warnings of a page only when it reads it.
# DOCS_BUILDER=linkcheck asks every external link, which needs the network.
DOCS_BUILDER ?= html

docs: build $(STAMPS)/docs ## build the documentation site; open site/html/index.html
	$(BIN)/python -m sphinx --quiet --fail-on-warning --fresh-env --builder $(DOCS_BUILDER) docs site/$(DOCS_BUILDER)

# Runs what is compiled already: the checks of the fuzz targets are a test of the core.
smoke: build ## fuzz the core and the package for two minutes, without libFuzzer
	PYO3_PYTHON="$(abspath $(BIN))/python" $(BIN)/python -m tools.fuzz --unguided --seconds 120

gate: build ## measure on the corpora; ACCEPT="reason" rewrites the floors first
	$(if $(ACCEPT),$(BIN)/python -m tests.gate.figures "$(ACCEPT)")
	$(if $(ACCEPT),$(BIN)/python -m tests.gate.floors "$(ACCEPT)")
	$(BIN)/python -m pytest tests/gate

SECONDS ?= 120
SEED ?= 28

fuzz: build $(BIN)/cargo-fuzz ## fuzz core and package; SECONDS=3600 SEED=1 ARGS="--only core --target parse"
	$(BIN)/python -m tools.fuzz --seconds $(SECONDS) --seed $(SEED) $(ARGS)

# In an environment of its own, because it has many dependencies.
AUDIT := $(VENV)/audit

audit: $(STAMPS)/base ## look up locked dependencies in the databases of vulnerabilities; needs the network
	@test -x $(AUDIT)/bin/pip-audit || { $(PYTHON) -m venv $(AUDIT) && \
	  $(AUDIT)/bin/python -m pip --disable-pip-version-check install --quiet pip-audit; } || true
	@test -x $(BIN)/cargo-audit || cargo install --quiet --locked --root $(VENV) cargo-audit || true
	@$(BIN)/python -m tools.audit --pip-audit $(AUDIT)/bin/pip-audit --cargo-audit $(BIN)/cargo-audit

data: ## unpack the corpora that tests and gates need into .data
	@if [ -z "$(DATA)" ]; then \
	  echo "make data: set PAGECORE_DATA to the folder that holds the packed corpora" >&2; exit 2; fi
	$(PYTHON) "$(DATA)/unpack" $(CORPORA)

bench: build $(STAMPS)/peers $(if $(DATA),data) ## measure speed beside others; ARGS go to `python -m bench`
	$(BIN)/python -m bench $(ARGS)

# Each is installed alone: one that cannot be had here must not keep the others away. Those of the
# second extra are told by a line each, since some have a condition, with spaces in it.
peers: $(STAMPS)/base $(STAMPS)/versions.txt ## install the extractors and parsers that bench and evaluate compare with
	@$(BIN)/python -c 'import tomllib; \
	    extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
	    print(*dict.fromkeys(extras["bench"] + extras["peers"]), sep="\n")' \
	| while IFS= read -r peer; do \
	  echo "installing $$peer"; \
	  $(PIP) install --quiet --constraint $(STAMPS)/versions.txt "$$peer" </dev/null \
	    || echo "$$peer cannot be installed here; bench and evaluate leave it out"; \
	done
	@touch $(STAMPS)/peers

$(STAMPS)/peers:
	@$(MAKE) --no-print-directory peers

# With PEERS=none, figures of peers stay as they are: a new model does not need an hour of them.
PEERS ?= all
quality: build $(if $(filter none,$(PEERS)),,$(STAMPS)/peers) $(if $(DATA),data) ## measure methods and peers, and write the documents; PEERS=none keeps the peers' figures
	$(BIN)/python -m tools.quality --peers $(PEERS) $(ARGS)
	$(BIN)/python -m tools.render

render: build ## write the measured figures into the documents
	$(BIN)/python -m tools.render

# Some ten trainings of ten minutes each.
model: build $(STAMPS)/train $(if $(DATA),data) ## train the default's model, and write its figures; ARGS are added
	$(BIN)/pagecore train default --corpus wcxb --path .data/wcxb --corpus fundus --path .data/fundus \
	  --corpus readability --path .data/readability --corpus forums --path .data/forums \
	  --cv 5 --cv collections --overwrite -o src/pagecore/models/default.model $(ARGS)
	$(BIN)/python -m tools.model_figures
	$(BIN)/python -m tools.render

# Some minutes, most of them for labels; needs no CatBoost.
hybrid: build $(if $(DATA),data) ## train the model of the method hybrid, and write its figures; ARGS are added
	$(BIN)/pagecore train hybrid --corpus wcxb --path .data/wcxb --corpus fundus --path .data/fundus \
	  --corpus readability --path .data/readability --cv 5 --cv collections \
	  --overwrite -o src/pagecore/models/hybrid.model $(ARGS)
	$(BIN)/python -m tools.model_figures
	$(BIN)/python -m tools.render

# A minute for each fold; needs Chromium for the layouts, and no CatBoost.
vwrapper: build $(if $(DATA),data) ## train the model of the method vwrapper on rendered pages, and write its figures; ARGS are added
	$(BIN)/python -m tools.record_layouts visual
	$(BIN)/pagecore train vwrapper --corpus visual --path .data/visual --cv 7 \
	  --overwrite -o src/pagecore/models/vwrapper.model $(ARGS)
	$(BIN)/python -m tools.vwrapper_designs
	$(BIN)/python -m tools.model_figures
	$(BIN)/python -m tools.render

dist: $(STAMPS)/base ## build sdist and abi3 wheel into dist
	rm -rf dist
	$(BIN)/maturin sdist --out dist
	$(BIN)/maturin build --release $(LOCKED) --interpreter $(BIN)/python --out dist

COMPILE := $(BIN)/uv pip compile --quiet --upgrade --generate-hashes --universal --python-version 3.11 \
  --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

lock: $(STAMPS)/venv ## renew the files in requirements and Cargo.lock
	$(PIP) install --quiet uv
	mkdir -p $(dir $(LOCK))
	$(COMPILE) --extra test --output-file $(LOCK) pyproject.toml
	$(COMPILE) --extra build --constraint $(LOCK) --output-file $(BUILD_LOCK) pyproject.toml
	$(COMPILE) --extra docs --constraint $(LOCK) --output-file $(DOCS_LOCK) pyproject.toml
	cargo update

clean: ## remove what the targets made, but not the corpora in .data
	rm -rf $(VENV) target core/fuzz/target core/fuzz/corpus core/fuzz/seeds dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f src/pagecore/_core.*.so src/pagecore/_core.*.pyd
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# The stamps: each says that a step is done, and is older than what the step would read again.

$(STAMPS)/venv:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "pagecore needs Python 3.11 or newer, and there is no $(PYTHON) here;" \
	       "name one with: make PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "pagecore needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1);" \
	       "name another with: make PYTHON=python3.12" >&2; exit 2; }
	@command -v cargo >/dev/null || { \
	  echo "pagecore needs a Rust toolchain, and there is no cargo here;" \
	       "rustup installs one without root" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

# The demo does not install what only tests need. A package whose hash is not in the lock is refused.
$(STAMPS)/base: $(BUILD_LOCK) | $(STAMPS)/venv
	$(PIP) install --quiet --require-hashes --requirement $(BUILD_LOCK)
	@touch $@

# The versions of the lock without its hashes: packages that no lock has would be refused with them.
$(STAMPS)/versions.txt: $(LOCK) | $(STAMPS)/venv
	@sed -n 's/^\([a-z0-9].*\) \\$$/\1/p' $(LOCK) > $@

$(STAMPS)/test: $(LOCK) $(STAMPS)/base
	$(PIP) install --quiet --require-hashes --requirement $(LOCK)
	@touch $@

$(STAMPS)/docs: $(DOCS_LOCK) $(STAMPS)/base
	$(PIP) install --quiet --require-hashes --requirement $(DOCS_LOCK)
	@touch $@

# Large, so nothing but training installs it; tests that need it are left out without it.
$(STAMPS)/train: pyproject.toml $(STAMPS)/versions.txt | $(STAMPS)/venv
	$(PIP) install --quiet --constraint $(STAMPS)/versions.txt $$($(BIN)/python -c 'import tomllib; \
	    extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
	    print(*extras["train"])')
	@touch $@

$(BIN)/cargo-fuzz: | $(STAMPS)/venv
	cargo install --quiet --locked --root $(VENV) cargo-fuzz

$(STAMPS)/package: pyproject.toml $(RUST) $(STAMPS)/base
	PIP_QUIET=1 VIRTUAL_ENV="$(abspath $(VENV))" $(BIN)/maturin develop --release $(LOCKED)
	@touch $@
