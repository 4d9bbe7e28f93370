"""The command: mutates modules of the package and lists what no test notices."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import pytest

from tools.mutate.mutants import Mutant
from tools.mutate.running import MutantRunner, Verdicts

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "src" / "pagecore"
#: Tests of those who use the constants of a module.
USERS: Final = {"choice.py": ("steps",)}
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")


@click.command()
@click.argument("names", nargs=-1, required=True)
@click.option("--tests", "more", multiple=True, help="Tests to run beside the mirrored ones.")
def main(names: Sequence[str], more: Sequence[str]) -> None:
    """Mutate modules and packages NAMES, such as `steps` or `steps/walls.py` or `choice.py`."""
    modules = {path: module_name(path) for name in names for path in files_of(name)}
    tests = list(dict.fromkeys([*map(str, map(mirrored_tests, modules)), *more]))
    tests += [str(ROOT / "tests" / user) for name in names for user in USERS.get(name, ())]
    runner = MutantRunner(modules)
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-o", "addopts="]
    options += ["--import-mode=importlib", "-o", "tmp_path_retention_policy=none"]
    pytest.main([*options, *tests], plugins=[runner])
    if runner.failures:
        raise click.ClickException(f"tests fail without a mutant: {', '.join(runner.failures)}")
    sys.exit(1 if report(runner.verdicts, read_equivalent()) else 0)


def files_of(name: str) -> list[Path]:
    """The files of a module or of a package, by its path below `pagecore`."""
    path = PACKAGE / name
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    files = [file for file in files if file.name != "__init__.py"]
    if not files or not all(file.exists() for file in files):
        raise click.BadParameter(f"there is no {path}")
    return files


def module_name(path: Path) -> str:
    """The name by which a file of the package is imported."""
    return ".".join(("pagecore", *path.relative_to(PACKAGE).with_suffix("").parts))


def mirrored_tests(path: Path) -> Path:
    """The file with the tests of a module, or their folder where there is no such file."""
    relative = path.relative_to(PACKAGE)
    own = ROOT / "tests" / relative.with_name(f"test_{relative.name}")
    return own if own.exists() else own.parent


def read_equivalent() -> dict[tuple[str, str, str], str]:
    """The mutants that make no difference, with the reason: by file, function and statement."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {
        (file, mutant["function"], mutant["mutant"]): mutant["why"]
        for file, mutants in entries.items()
        for mutant in mutants
    }


def report(verdicts: Sequence[Verdicts], equivalent: dict[tuple[str, str, str], str]) -> bool:
    """Print the mutants that no test notices and that should be; true where there are any."""
    n_mutants = n_equivalent = n_missed = 0
    for module in verdicts:
        file = module.path.relative_to(PACKAGE).as_posix()
        n_mutants += module.n_mutants
        left = {
            _key(file, mutant): (mutant, note)
            for note, mutants in (("", module.survivors), (" (no test)", module.not_reached))
            for mutant in mutants
        }
        listed = {key for key in equivalent if key[0] == file}
        n_equivalent += len(listed & left.keys())
        for key in sorted(listed - left.keys()):
            print(f"{file} {key[1]}: listed as equivalent, but it is noticed or gone: {key[2]}")
        for key, (mutant, note) in left.items():
            if key not in listed:
                n_missed += 1
                where = f"{file}:{mutant.lines.start} {mutant.function}".rstrip()
                print(f"{where}{note}: {mutant.text}")
        n_missed += len(listed - left.keys())
    print(f"{n_mutants} mutants, {n_equivalent} make no difference, {n_missed} to look at")
    return n_missed > 0


def _key(file: str, mutant: Mutant) -> tuple[str, str, str]:
    return file, mutant.function, mutant.text


if __name__ == "__main__":
    main()
