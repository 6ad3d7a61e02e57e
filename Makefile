# Every target does its own set-up in .venv; the second time nothing is rebuilt.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BENCH_VENV := .bench-venv
STAMPS := .make
PY := $(VENV)/bin/python
# cargo is often installed for the user but not on PATH. conda's variables would leak into maturin.
export PATH := $(HOME)/.cargo/bin:$(PATH)
unexport CONDA_PREFIX
unexport PYTHONHOME
unexport PYTHONPATH

RUST_SOURCES := rust/Cargo.toml rust/Cargo.lock $(shell find rust -path rust/target -prune -o \( -name '*.rs' -o -name Cargo.toml \) -print 2>/dev/null)

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | while IFS=$$'\t' read -r target text; do printf '  make %-12s %s\n' "$$target" "$$text"; done

.PHONY: demo
demo: $(STAMPS)/installed-report ## score the example systems, and write a report about them
	@$(VENV)/bin/pitchpipe score examples/systems/*.en -r examples/reference.a.en -r examples/reference.b.en -m bleu -m chrf -m ter -m hlepor:pos=true -m tesla-m:synonyms=examples/synonyms.tsv --annotation examples/annotation
	@mkdir -p demo
	@$(VENV)/bin/pitchpipe report examples/systems/*.en -r examples/reference.a.en -r examples/reference.b.en -s examples/source.de --documents examples/documents.tsv -l de-en -m bleu -m chrf -m ter -m wrr --human examples/adequacy.seg.score --order --title Examples -o demo/report.html >/dev/null 2>&1
	@echo; echo "A report about them, for any browser: $(CURDIR)/demo/report.html"

.PHONY: test
test: $(STAMPS)/installed-dev ## run all tests, Rust and Python
	cargo test --quiet --locked --manifest-path rust/Cargo.toml -p pitchpipe-core
	$(PY) -m pytest -n auto --dist worksteal

.PHONY: check-full
check-full: $(STAMPS)/installed-dev ## the tests that take all of the data instead of a sample
	$(PY) -m pytest -m full --override-ini "addopts=-q --strict-markers"

SECONDS ?= 600

# Whether tests would notice a changed source: by room, at random, in bounded time.
.PHONY: mutants
mutants: $(STAMPS)/installed-dev ## changes the tests let pass (ROOM=tuning SECONDS=600 SEED=1)
	nice $(PY) -m tools.mutants --seconds $(SECONDS) --seed $(or $(SEED),1) $(addprefix --room ,$(ROOM))

# Tries more than make test, for so long; a seed of an earlier run repeats it. FULL=1 ends where a full run has
# all its inputs, and keeps the counts for benchmarks/RESULTS.md.
.PHONY: fuzz
fuzz: $(STAMPS)/installed-dev ## hostile input for SECONDS=600; SEED=, TARGET= (a name or a kind), FULL=1
	$(PY) -m tests.fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED)) $(if $(TARGET),--target '$(TARGET)') $(if $(FULL),--full --record)

# What checks the types of scripts, and where they are.
TYPESCRIPT := 5.9.3
SCRIPTS := src/pitchpipe/reporting/assets src/pitchpipe/judging/server/assets

.PHONY: lint
lint: $(STAMPS)/installed-dev ## ruff, mypy, stubtest, tsc, rustfmt, clippy
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m mypy.stubtest pitchpipe._core --ignore-missing-stub
	@if command -v npx >/dev/null; then for scripts in $(SCRIPTS); do npx --yes --package typescript@$(TYPESCRIPT) tsc -p $$scripts; done; \
	  elif [ -n "$${CI:-}" ]; then echo 'error: Node is needed to check the scripts of pages; on Debian and Ubuntu: apt install nodejs npm' >&2; exit 2; \
	  else echo 'note: there is no Node here, so the scripts of pages are not checked'; fi
	cargo fmt --check --manifest-path rust/Cargo.toml --all
	cargo clippy --quiet --locked --manifest-path rust/Cargo.toml --all-targets -- -D warnings
	cargo fmt --check --manifest-path benchmarks/bare/Cargo.toml
	cargo clippy --quiet --locked --manifest-path benchmarks/bare/Cargo.toml --target-dir rust/target/bare -- -D warnings

.PHONY: bench
bench: $(STAMPS)/installed-bench ## measure beside the peers, write benchmarks/RESULTS.md
	$(BENCH_VENV)/bin/python -m benchmarks

.PHONY: bench-quick
bench-quick: $(STAMPS)/installed-bench ## which rows lost more than a fifth of their recorded ratio; two minutes
	$(BENCH_VENV)/bin/python -m benchmarks --gate

.PHONY: docs
docs: $(STAMPS)/installed-dev ## build the documentation into docs/_build/html
	$(PY) -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

.PHONY: wheel
wheel: $(STAMPS)/venv ## build a wheel into dist/
	$(PY) -m pip install --quiet 'maturin>=1.9,<2'
	$(PY) -m maturin build --release --locked --out dist

.PHONY: clean
clean: ## remove what the other targets made
	rm -rf $(VENV) $(BENCH_VENV) $(STAMPS) demo dist docs/_build docs/_static/generated rust/target

# -- set-up ----------------------------------------------------------------------------------------

.PHONY: preflight
preflight:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || { echo 'error: Python 3.10 or newer is needed; say which with make PYTHON=/path/to/python3' >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo 'error: this Python has no venv module; on Debian and Ubuntu: apt install python3-venv' >&2; exit 2; }
	@command -v cargo >/dev/null || { echo 'error: Rust is needed to build the core: see https://rustup.rs' >&2; exit 2; }
	@want=$$(sed -n 's/^rust-version = "\(.*\)"/\1/p' rust/Cargo.toml); have=$$(rustc --version | cut -d' ' -f2); \
	  [ "$$(printf '%s\n%s\n' "$$want" "$$have" | sort -V | head -n 1)" = "$$want" ] || { echo "error: Rust $$want or newer is needed, this is $$have: rustup update" >&2; exit 2; }
	@command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null || { echo 'error: a C linker is needed (cc); on Debian and Ubuntu: apt install gcc' >&2; exit 2; }

# The stamp's name carries the Python version, so that another interpreter makes a new environment.
PYTHON_TAG := $(shell $(PYTHON) -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null)

$(STAMPS)/venv-$(PYTHON_TAG): | preflight
	@rm -rf $(VENV) $(STAMPS) && mkdir -p $(STAMPS)
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(STAMPS)/venv: $(STAMPS)/venv-$(PYTHON_TAG)
	@touch $@

$(STAMPS)/installed: $(STAMPS)/venv pyproject.toml $(RUST_SOURCES)
	$(PY) -m pip install --quiet --disable-pip-version-check -e .
	@# As an installed package has it, also where Python may write none: an eighth of the time of a short run.
	@$(PY) -m compileall -q src
	@touch $@

$(STAMPS)/installed-report: $(STAMPS)/installed
	$(PY) tools/requirements.py report > $(STAMPS)/requirements-report.txt
	$(PY) -m pip install --quiet --disable-pip-version-check -r $(STAMPS)/requirements-report.txt
	@touch $@

$(STAMPS)/installed-dev: $(STAMPS)/installed
	$(PY) tools/requirements.py dev cjk spm lang plot report judge postgres docs > $(STAMPS)/requirements.txt
	$(PY) -m pip install --quiet --disable-pip-version-check -r $(STAMPS)/requirements.txt
	@touch $@

# Peers live apart: their dependencies must not decide ours. One that will not install is left out.
$(STAMPS)/installed-bench: $(STAMPS)/venv pyproject.toml $(RUST_SOURCES)
	$(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e .
	@$(PY) tools/requirements.py bench | while read -r peer; do \
	  $(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check "$$peer" || echo "note: $$peer does not install here; the benchmarks go without it"; done
	@touch $@
