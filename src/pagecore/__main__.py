"""`python -m pagecore` is the command `pagecore`."""

from pagecore.cli import main

# Worker processes (`--jobs`) import this module under another name.
if __name__ == "__main__":
    main()
