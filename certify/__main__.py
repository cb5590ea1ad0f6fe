"""`python -m certify`."""

from certify.cli.main import main

main()
