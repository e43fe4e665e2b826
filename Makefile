# Bote's commands. `make help` lists them; the work is done by the plain Python in ops/.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help run test soak bench lint fmt translations screenshots install install-dev

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|' 2>/dev/null \
		|| sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1  \2/p' $(MAKEFILE_LIST)

run: install  ## start Bote here: web, worker, beat, database, Redis (PORT=8000 HOST=127.0.0.1)
	@exec $(BIN)/python -m ops.run

test: install-dev  ## everything: lint, types, contracts, tests on SQLite, on PostgreSQL, in the browser
	@exec $(BIN)/python -m ops.test

soak: install-dev  ## the long versions of fuzzing, fault and load tests (SOAK_MINUTES=40 at most)
	@exec $(BIN)/python -m ops.soak

bench: install-dev  ## every benchmark in bench/, one after another
	@exec $(BIN)/python -m ops.bench

lint: install-dev  ## ruff, mypy, import contracts, migrations, deployment check
	@exec $(BIN)/python -m ops.test --only-lint

fmt: install-dev  ## format the code and fix what can be fixed
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

translations: install-dev  ## read the pages' words into locale/, and compile what is translated
	@exec $(BIN)/python -m ops.translations

screenshots: install-dev  ## take the pictures in README and docs/ again, of a fresh demo
	@exec $(BIN)/python -m ops.screenshots

install:  ## the packages that `make run` needs, into .venv
	@$(PYTHON) ops/bootstrap.py requirements.txt

install-dev:  ## those and the packages that `make test` needs
	@$(PYTHON) ops/bootstrap.py requirements-dev.txt
