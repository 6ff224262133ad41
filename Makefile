# Everything goes into .venv; only Python 3.11+ and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: play serve test lint bench pictures clean

play: $(STAMP) ## set up, then start the game
	@$(BIN)/cuttle

serve: $(STAMP) ## set up, then host games over ssh on port 2222
	@$(BIN)/cuttle serve

test: $(STAMP) lint ## set up, then lint, types, import contracts, tests
	$(BIN)/pytest -n auto

lint: $(STAMP) ## style, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP) ## how fast things are, as ratios measured side by side
	$(BIN)/python -m tests.bench

pictures: $(STAMP) ## draw the pictures of the docs from the running app
	PYTHONPATH=. $(BIN)/python docs/pictures/draw.py

clean: ## take the environment away
	rm -rf $(VENV)

$(STAMP): pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit("cuttle needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $(STAMP)
