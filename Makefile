# make filings: set up and write the filings.   make test: set up and run the tests.
.PHONY: setup filings test test-all coverage mutate fuzz lint bench schemas counts docs site picture clean

# a file keeps to one worker, so that what its tests share is made once; the longest go first (tests/conftest.py)
BY_FILE = --dist loadfile --no-loadscope-reorder

setup:
	@./setup.sh

filings: setup
	@.venv/bin/certify report -o filings

# compiled sources are kept, whatever the shell says: the tests start hundreds of commands
test test-all coverage mutate fuzz: export PYTHONDONTWRITEBYTECODE =

ifdef COVERAGE
# the same tests under a tracer, with the floor of pyproject.toml; those that hold compiled code and whole
# decks to plain loops run beside it, untraced: it would double their time and see nothing new
PLAIN = tests/kernels tests/second_reading tests/game tests/load tests/mutation tests/odds/test_counts.py \
	tests/odds/test_count_settings.py tests/odds/test_house_way_proof.py tests/wagers/test_same_game.py
test: setup
	rm -f .coverage .coverage.*
	.venv/bin/coverage run -m pytest -n 2 $(BY_FILE) -m "not slow" $(PLAIN:%=--ignore=%)
	.venv/bin/python -m pytest -n 2 $(BY_FILE) -m "not slow" $(PLAIN)
	.venv/bin/coverage combine -q
	.venv/bin/coverage report
else
test: setup
	.venv/bin/python -m pytest -n 2 $(BY_FILE) -m "not slow"
endif

test-all: setup
	.ci/tools
	.venv/bin/python -m pytest -n 2 $(BY_FILE)

coverage:
	@$(MAKE) test COVERAGE=yes

# small mistakes put into the code, to see whether the tests notice; make mutate MUTATE="--all --room wagers"
mutate: setup
	.venv/bin/python -m tests.mutation $(MUTATE)

# inputs that nobody would write, through the commands; make fuzz FUZZ="--cases 100000 --seed 7"
fuzz: setup
	.venv/bin/python -m tests.fuzz $(FUZZ)

lint: setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

bench: setup
	.venv/bin/python -m tests.bench

schemas: setup
	.venv/bin/python -m certify.spec.schema schemas

# what counting gives for the shipped files, written to the package: after a change of the code that counts
counts: setup
	.venv/bin/python -m tests.odds.ship

docs: setup
	.venv/bin/python -m certify.cli.reference docs/commands.md
	.venv/bin/python -m certify.findings.catalogue docs/rules.md
	.venv/bin/python -m certify.spec.reference docs/parameters.md
	.venv/bin/python -m certify.spec.schema.reference docs/files.md

# the documentation as a site in build/site; a warning stops it
site: setup
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict

# the picture in the README: a page of a filing, printed by our own program
picture: setup
	.venv/bin/python -m tests.docs.picture docs/filing.png

clean:
	rm -rf .venv filings build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis bench.json
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
