"""`python -m pagecore` is the command `pagecore`."""

from pagecore.cli import main

main()
