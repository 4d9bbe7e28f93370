"""Options and errors that the programs of this repository share."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from pagecore.errors import BadOption
from tools.options import Tool


def test_a_fault_of_the_input_is_a_message_without_a_traceback() -> None:
    @click.command(cls=Tool)
    def program() -> None:
        raise BadOption("corpus 'x': expected one of wcxb, aeb")

    done = CliRunner().invoke(program)
    assert (done.exit_code, done.output) == (2, "Error: corpus 'x': expected one of wcxb, aeb\n")


def test_a_fault_of_the_program_is_not_hidden() -> None:
    @click.command(cls=Tool)
    def program() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        CliRunner().invoke(program, catch_exceptions=False)
