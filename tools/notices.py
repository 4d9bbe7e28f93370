"""Licences of the Rust crates that are compiled into the package.

    python -m tools.notices

writes `NOTICES.txt`, which the wheel includes: most licences require that their text goes along
with the program. Texts that several crates share are written once.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

ROOT: Final = Path(__file__).resolve().parents[1]
FILE: Final = ROOT / "NOTICES.txt"
#: Beginnings of the names of files with a licence.
_LICENCE_FILES: Final = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
_HEAD: Final = """\
pagecore contains these Rust crates, in compiled form. Their licences follow.

"""


@dataclass(frozen=True)
class Crate:
    """A crate that is part of the extension."""

    name: str
    version: str
    #: An SPDX expression, such as `MIT OR Apache-2.0`.
    licence: str
    folder: Path
    authors: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    def read_licences(self) -> list[str]:
        """Return the texts of its licence files, or else what its manifest declares."""
        files = [
            path
            for path in sorted(self.folder.iterdir())
            if path.is_file() and path.name.upper().startswith(_LICENCE_FILES)
        ]
        if not files:
            authors = ", ".join(self.authors) or "its authors"
            return [f"Copyright: {authors}. The crate has no licence file; it is {self.licence}."]
        return [path.read_text(encoding="utf-8").strip() for path in files]


def list_crates() -> list[Crate]:
    """List the crates of the extension on any platform, without those that only run during
    compilation."""
    metadata = json.loads(_run_cargo("metadata", "--format-version=1"))
    # `cargo metadata` does not say which crates are needed in the end.
    lines = _run_cargo(
        "tree", "--package=pagecore-binding", "--edges=normal,no-proc-macro", "--target=all",
        "--prefix=none", "--format={p}", "--no-dedupe",
    )  # fmt: skip
    used = {tuple(line.split()[:2]) for line in lines.splitlines() if line.strip()}
    packages: list[dict[str, Any]] = metadata["packages"]
    return sorted(
        (
            Crate(
                package["name"],
                package["version"],
                package["license"] or "see below",
                Path(package["manifest_path"]).parent,
                tuple(package["authors"]),
            )
            for package in packages
            if package["source"] and (package["name"], f"v{package['version']}") in used
        ),
        key=str,
    )


def write_notices(crates: list[Crate]) -> str:
    """Write the list of crates and the texts of their licences."""
    owners: dict[str, list[Crate]] = {}
    texts: dict[str, str] = {}
    for crate in crates:
        for text in crate.read_licences():
            # Copies of a licence differ in blanks and line breaks.
            key = " ".join(text.split())
            owners.setdefault(key, []).append(crate)
            texts.setdefault(key, text)
    lines = [f"{crate}: {crate.licence}" for crate in crates]
    sections = [
        f"{'=' * 80}\n{', '.join(map(str, owners[key]))}\n\n{texts[key]}\n" for key in owners
    ]
    return _HEAD + "\n".join(lines) + "\n\n" + "\n".join(sections)


def _run_cargo(*arguments: str) -> str:
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@click.command()
def main() -> None:
    """Write the licences of all crates to NOTICES.txt."""
    FILE.write_text(write_notices(list_crates()), encoding="utf-8", newline="\n")
    click.echo(f"{FILE.name}: {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
