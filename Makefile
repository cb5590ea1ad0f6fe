# make filings: set up and write the filings.   make test: set up and run the tests.
.PHONY: setup run lock sbom filings test test-all coverage mutate fuzz lint bench schemas counts docs site readme-image clean

# each worker begins with one half, so that what the tests of a file share is made once; an idle one takes over work
SHARED = --dist worksteal

run:
	@./setup.sh run

setup:
	@./setup.sh dev

# pin all versions with hashes; make lock UPGRADE=--upgrade takes newer ones
LOCK = .venv/bin/uv pip compile -q $(UPGRADE) --universal --python-version 3.11.5 --generate-hashes \
	--no-header --no-annotate pyproject.toml
lock: setup
	$(LOCK) --extra filings -o requirements/run.txt
	$(LOCK) --extra dev -o requirements/dev.txt
	echo uv | $(LOCK:pyproject.toml=-) -o requirements/uv.txt

# software bill of materials of what runs, as CycloneDX
sbom: setup
	.venv/bin/uv tool run --from cyclonedx-bom==7.5.0 cyclonedx-py requirements requirements/run.txt -o sbom.json

filings: run
	@.venv/bin/certify report -o filings

# compiled sources are kept, whatever the shell says: the tests start hundreds of commands
test test-all coverage mutate fuzz: export PYTHONDONTWRITEBYTECODE =

ifdef COVERAGE
# the same tests under a tracer, with the floor of pyproject.toml; those that hold compiled code and whole
# decks to plain loops run beside it, untraced: it would double their time and see nothing new
PLAIN = tests/kernels tests/independent_model tests/game tests/load tests/odds/test_counts.py \
	tests/odds/test_count_settings.py tests/odds/test_house_way_proof.py tests/wagers/test_engine_and_odds.py
test: setup
	rm -f .coverage .coverage.*
	.venv/bin/coverage run -m pytest -n 2 $(SHARED) -m "not slow" $(PLAIN:%=--ignore=%)
	.venv/bin/python -m pytest -n 2 $(SHARED) -m "not slow" $(PLAIN)
	.venv/bin/coverage combine -q
	.venv/bin/coverage report
else
test: setup
	.venv/bin/python -m pytest -n 2 $(SHARED) -m "not slow"
endif

test-all: setup
	.ci/tools
	.venv/bin/python -m pytest -n 2 $(SHARED)

coverage:
	@$(MAKE) test COVERAGE=yes

# small mistakes put into a package, to see whether its tests notice; make mutate MUTATE="gate --count 50"
mutate: setup
	.venv/bin/python -m tests.mutate $(or $(MUTATE),wagers)

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
	.venv/bin/python -m certify.render.catalogue docs/rules.md
	.venv/bin/python -m certify.spec.reference docs

# the documentation as a site in build/site; a warning stops it
site: setup
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict

# the picture in the README: a page of a filing, printed by our own program
readme-image: setup
	.venv/bin/python -m tests.docs.readme_image docs/filing.png

clean:
	rm -rf .venv filings build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis bench.json
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
