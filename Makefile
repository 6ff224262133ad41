# Everything goes into .venv; only Python 3.11+ and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
COMPILED := build/compiled
BEGAN := $(shell date +%s)
comma := ,
BESIDE := tests docs README.md pyproject.toml
# Many tests wait for terminals and sockets: twice as many at once as there are cores. They start
# many processes as well, so what one has compiled is kept for the others, whatever is set outside.
WORKERS = $$($(BIN)/python -c 'import os; print(2 * (os.cpu_count() or 1))')

# What needs the engine: computer players and their processes, the coach, tables, a server.
THINKING = tests/server/tables tests/server/test_sessions.py tests/server/cli/test_arena.py \
	tests/cuttle_tui/coach/test_analyst.py tests/cuttle_tui/coach/test_coach.py
WITH_COMPILED = tests/engine $(THINKING)
AT_TWO = tests/server --ignore=tests/server/store --ignore=tests/server/cluster

.PHONY: help soak-cluster play host serve cluster test test-fast test-whole test-nodes lint compiled bench bench-bots bench-quality bench-server bench-server-short bench-doors bench-floods bench-turns bench-server-write bench-cluster soak soak-lines monkey year pictures languages man accept dist clean

play: $(VENV)/.play ## set up, then start the game
	@$(BIN)/cuttle

host: $(VENV)/.play ## set up, then open a room for a friend and play in it
	@$(BIN)/cuttle host

serve: $(VENV)/.serve ## set up, then host games: by ssh on port 2222, in browsers at http://localhost:8080
	@$(BIN)/cuttle serve --web

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /make \1: /p' $(MAKEFILE_LIST)

cluster: $(STAMP) ## two servers that play as one, with a PostgreSQL and a broker of their own
	@$(BIN)/python -m tests.programs.cluster.here

test: $(STAMP) lint ## set up, then lint, types, import contracts, tests: five minutes at most on two cores
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(WORKERS) --dist worksteal
	@took=$$(($$(date +%s) - $(BEGAN))); \
		echo "make test: $$((took / 60)) min $$((took % 60)) s$(if $(CUTTLE_SWEEP),$(comma) $(CUTTLE_SWEEP))"

test-nodes: $(STAMP) ## the server's tests with the players of each at two nodes of a cluster
	CUTTLE_NODES=2 PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(WORKERS) --dist worksteal $(AT_TWO)

test-fast: $(STAMP) ## an answer in a minute: style, types, and the tests that are quick
	$(BIN)/ruff check .
	$(BIN)/mypy
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow"

lint: $(STAMP) ## style, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	TMPDIR=/tmp $(BIN)/mypy --num-workers auto  # a socket's path must be short
	$(BIN)/lint-imports

compiled: $(COMPILED)/.ready ## tests of the engine, and of what thinks and serves with it, against its compiled build
	rm -rf $(COMPILED)/tests
	cp -r $(BESIDE) $(COMPILED)
	cd $(COMPILED) && PYTHONDONTWRITEBYTECODE= ../../$(BIN)/python -m pytest -n auto $(WITH_COMPILED)

bench: $(STAMP) ## how fast things are, as ratios measured side by side; compiled too, if possible
	$(BIN)/python -m tests.programs.bench
	@if $(MAKE) --no-print-directory $(COMPILED)/.ready; \
		then echo compiled: && cp -r $(BESIDE) $(COMPILED) && cd $(COMPILED) && ../../$(BIN)/python -m tests.programs.bench; \
		else echo 'no compiled build here: it needs a C compiler and the headers of Python'; fi
	$(BIN)/python -m tests.programs.bench.league
	$(BIN)/python -m tests.programs.bench.levels

bench-bots: $(STAMP) ## how strong the computer players are, against yardsticks and each other
	$(BIN)/python -m tests.programs.bots

bench-quality: $(STAMP) ## how often computer players and the coach overlook what is plain
	$(BIN)/python -m tests.programs.bench.quality

bench-server: $(STAMP) ## what the server carries, beside the least an app costs: a quarter of an hour, two cores
	$(BIN)/python -m tests.programs.bench.server

bench-server-short: $(STAMP) ## the same in about three minutes, less certain
	$(BIN)/python -m tests.programs.bench.server --short

bench-doors: $(STAMP) ## what a browser costs beside a client of ssh, and how many of both a core carries: ten minutes
	$(BIN)/python -m tests.programs.bench.doors

bench-floods: $(STAMP) ## what others feel of floods from one address and from two: about ten minutes
	$(BIN)/python -m tests.programs.bench.floods

bench-turns: $(STAMP) ## the longest single turns of the loop for each kind of input: about three minutes
	$(BIN)/python -m tests.programs.bench.turns

bench-server-write: $(STAMP) ## the same as bench-server, and its results into the docs
	$(BIN)/python -m tests.programs.bench.server --write docs/PERFORMANCE.md

bench-cluster: $(STAMP) ## what it costs that several nodes play as one: about seven minutes, with PostgreSQL
	$(BIN)/python -m tests.programs.bench.cluster

soak-lines: $(STAMP) ## 20 minutes of pages and clients that turn, type and lose their lines
	@$(BIN)/python -m tests.programs.soak --minutes 20 --lines 24

soak: $(STAMP) ## 20 minutes of players, good and bad, at a server that is killed 30 times
	@$(BIN)/python -m tests.programs.soak --minutes 20 --kills 30 --players 24

soak-cluster: $(STAMP) ## three quarters of an hour: nodes are killed, stopped, cut off and restarted under play; broker and database fail
	@$(BIN)/python -m tests.programs.cluster.soak --kills 200 --stops 40 --cuts 10 --restarts 3 --outage 30

monkey: $(STAMP) ## a quarter of an hour of random keys at every screen; MONKEY_SEED=N repeats a run
	MONKEY_SEED=$${MONKEY_SEED:-$$(date +%s)} MONKEY_KEYS=$${MONKEY_KEYS:-50000} $(BIN)/pytest -n 0 tests/cuttle_tui/test_monkey.py

year: $(STAMP) ## a whole year of the league, thousands of games, where the tests play a sample
	CUTTLE_SWEEP=whole $(BIN)/pytest -n 0 tests/server/league/test_year.py

pictures: $(STAMP) ## draw the pictures of the docs from the running app
	PYTHONPATH=. $(BIN)/python docs/pictures/draw.py

languages: $(STAMP) ## give every catalogue the messages there are now
	$(BIN)/python -m tests.programs.languages

man: $(STAMP) ## write the manual page from the parser
	PYTHONPATH=. $(BIN)/python docs/man.py

accept: $(STAMP) ## renew catalogues, manual, snapshots and pictures, and list what changed
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m tests.programs.accept

test-whole: export CUTTLE_SWEEP = whole
test-whole: test ## the same, and sweeps take everything: what is asked before a release

dist: $(STAMP) ## build sdist and wheels, and try each extra in a clean environment; nothing is published
	@$(BIN)/python -m tests.programs.dist

clean: ## take the environment away
	rm -rf $(VENV)

# The compiled engine stands in a folder of its own; the tests are copied beside it.
$(COMPILED)/.ready: $(STAMP) setup.py $(wildcard engine/*.py engine/*/*.py)
	rm -rf $(COMPILED)
	CUTTLE_COMPILE=1 $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --target $(COMPILED) .
	cd $(COMPILED) && ../../$(BIN)/python -c 'from engine.play import perform; assert not perform.__file__.endswith(".py")'
	@touch $@

# What is installed depends on what it is for: a game at home needs no database.
$(VENV)/.play: EXTRA =
$(VENV)/.serve: EXTRA = [server,web]
$(STAMP): EXTRA = [dev]
$(VENV)/.play $(VENV)/.serve $(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("cuttle needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up in $(VENV): this takes a minute or two, the first time and after an update."
	@echo "1 of 2: an environment for Python"
	@$(PYTHON) -m venv $(VENV)
	@echo "2 of 2: the packages that are needed, from the internet"
	@$(BIN)/pip install --quiet --disable-pip-version-check -c requirements.lock -e '.$(EXTRA)'
	@touch $@
