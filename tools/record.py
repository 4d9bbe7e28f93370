"""The file of measured figures: how the programs of this repository write to it.

An entry has `figures` and `provenance`. `python -m tools.render` renders the entries into the
documents, so that figures are written in one place and nothing reads a document back.
"""

from __future__ import annotations

import json
import platform
import shlex
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

import click

from pagecore import __version__
from pagecore.corpora.corpus import Corpus
from pagecore.figures import FILE, load_figures
from pagecore.metrics.bootstrap import PairedDifference

#: What to run after an entry was recorded.
RENDER = "python -m tools.render"


def record(
    name: str, figures: object, *, provenance: dict[str, Any], path: Path | None = None
) -> None:
    """Replace an entry of the file of figures.

    Args:
        name: the entry.
        figures: the measured values, as JSON can hold them.
        provenance: what `describe_run` returns.
        path: the file; the package's own if None.

    Raises:
        ValueError: the provenance is incomplete, or JSON cannot hold the figures.
    """
    if missing := find_missing(provenance):
        raise ValueError(
            f"the provenance of the entry {name!r} lacks: {', '.join(missing)}; use `describe_run`"
        )
    path = path or FILE
    entries = load_figures(path) if path.is_file() else {}
    entries[name] = {"provenance": provenance, "figures": figures}
    ordered = {key: entries[key] for key in sorted(entries)}
    text = json.dumps(ordered, indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def record_column(
    entry: str, label: str, counts: object, *, provenance: dict[str, Any], path: Path
) -> None:
    """Record the counts of one version beside those of the others, such as `before` and `now`."""
    entries = load_figures(path) if path.is_file() else {}
    known: Any = entries.get(entry, {}).get("figures", {})
    record(entry, {**known, label: counts}, provenance=provenance, path=path)


def find_missing(provenance: Mapping[str, Any]) -> list[str]:
    """Return what a provenance lacks: command, version or date, or the digest of its pages.

    The figures of a model's file have the digest of the model in place of a date.
    """
    missing = [name for name in ("command", "pagecore") if name not in provenance]
    if not {"date", "model"} & provenance.keys():
        missing.append("date")
    pages = dict(provenance.get("corpora", {}))
    if "pages" in provenance:
        pages["pages"] = provenance["pages"]
    return missing + [f"digest of {name}" for name, about in pages.items() if "digest" not in about]


def describe_run(command: str, corpora: Iterable[Corpus] = (), **more: object) -> dict[str, Any]:
    """Return the provenance of figures that were measured just now.

    Args:
        command: what to run to measure them again.
        corpora: the pages they were measured on.
        more: what else they depend on, such as `model`, `versions` or `machine`.
    """
    run: dict[str, Any] = {"command": command, "date": date.today().isoformat()}
    run["pagecore"] = __version__
    used = {
        corpus.name: {"pages": len(corpus.items), "digest": corpus.digest} for corpus in corpora
    }
    if used:
        run["corpora"] = used
    return run | more


def describe_machine() -> str:
    """Return the name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        facts = (line.partition(":") for line in cpuinfo.read_text().splitlines())
        for key, _, value in facts:
            if "model name" in key:
                return value.strip()
    return platform.processor() or platform.machine()


#: Options that do not change the figures: where files are, which differs from machine to machine,
#: and what is printed.
OTHER_OPTIONS: Final = ("figures", "data", "n_shown")


def write_command(context: click.Context, module: str) -> str:
    """Return the command that a program was called with: the options that were set, without those
    that only say where files are or what is printed.

    Args:
        context: of its click command.
        module: the program, such as `tools.model_designs`.
    """
    words = ["python", "-m", module]
    for parameter in context.command.params:
        name = str(parameter.name)
        is_set = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if not is_set or name in OTHER_OPTIONS:
            continue
        value = context.params[name]
        flag = [parameter.opts[0]] if isinstance(parameter, click.Option) else []
        words += [*flag, *map(str, value if isinstance(value, tuple) else (value,))]
    return shlex.join(words)


def describe_lead(paired: PairedDifference) -> dict[str, float]:
    """Return a difference with its 95 % interval, as it is kept."""
    bounds = {"difference": paired.difference, "low": paired.low, "high": paired.high}
    return {name: round_value(value) for name, value in bounds.items()}


def round_value(value: float) -> float:
    """Return a figure as it is kept, with more digits than any document shows."""
    return round(value, 6)
