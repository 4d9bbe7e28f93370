"""The figures of threads, for docs/posts.md and docs/methods/groups.md."""

from __future__ import annotations

from typing import Any

from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_number, write_table


def render_posts(entries: Entries) -> str:
    """Posts and fields by method, and the texts of threads beside other extractors."""
    entry, texts = entries["thread posts"], entries["thread texts"]
    columns = ("P", "R", "F1", "user", "date", "link")
    rows = [
        [row["method"], *(write_number(row[name]) for name in columns)] for row in entry["figures"]
    ]
    heads = ("posts P", "posts R", "post F1", "author", "date", "link")
    posts = write_table(["method", *heads], rows)
    caption = (
        f"{write_caption(entry['provenance'])} Each forum is measured with the parameters of the "
        "sweep that are best on the others."
    )
    text_rows = [
        [name, str(row["pages"]), str(row["threads"])]
        + [write_number(row[key]) for key in ("text", "markdown", "as posts")]
        for name, row in texts["figures"].items()
    ]
    columns_of_texts = ["pages", "written as posts", "text", "Markdown", "Markdown as posts"]
    table = write_table(["word F1 of `extract`", *columns_of_texts], text_rows)
    peers = texts["figures"]["forums"]["others"]
    others = [f"{name} {write_number(value)}" for name, value in peers.items()]
    note = (
        f"{write_caption(texts['provenance'])} The last column is without the headings of posts, "
        f"which add authors and dates. Other extractors on the plain text of `forums`: "
        f"{', '.join(others)}."
    )
    return f"{posts}\n{wrap_text(caption)}\n\n{table}\n{wrap_text(note)}"


def render_claims(entries: Entries) -> str:
    """How often pages of each type are taken for a thread, and how well the confidence fits."""
    entry = entries["thread claims"]
    figures = entry["figures"]
    rows = [
        [row["type"], str(row["pages"]), str(row["claims"]), str(row["in comments"])]
        for row in figures["claims"]
    ]
    table = write_table(["page type", "pages", "confidence ≥ 0.5", "of these in comments"], rows)
    about: dict[str, Any] = figures["confidence"]
    bins = ", ".join(
        f"{write_number(row['threads'])} of {row['pages']} from {row['from']:.1f}"
        for row in about["bins"]
    )
    note = (
        f"{write_caption(entry['provenance'])} Cross-validated by host, the confidence is 0.5 or "
        f"more on {write_number(about['threads claimed'])} of {about['threads']} threads and on "
        f"{write_number(about['others claimed'])} of {about['others']} other pages (without those "
        f"whose group is in comments); share of threads by confidence, in steps of 0.2: {bins}."
    )
    return f"{table}\n{wrap_text(note)}"


def render_designs(entries: Entries) -> str:
    """The designs of the ranking beside each other."""
    entry = entries["thread designs"]
    columns = ("P", "R", "F1", "user", "date", "link")
    rows = [
        [row["design"], *(write_number(row[name]) for name in columns)] for row in entry["figures"]
    ]
    table = write_table(["ranking of groups", "posts P", "posts R", "post F1", *columns[3:]], rows)
    return f"{table}\n{wrap_text(write_caption(entry['provenance']))}"


def render_cost(entries: Entries) -> str:
    """The cost of the default method."""
    entry = entries["thread cost"]
    figures = entry["figures"]
    hostile = "; ".join(
        f"{name}: {after / 1000:.1f} s, half of them {before / 1000:.1f} s"
        for name, (before, after) in figures["hostile_ms"].items()
    )
    text = (
        f"The median thread of `forums` takes {figures['median_ms']:.1f} ms of CPU beyond the "
        f"parse. Hostile pages: {hostile}. Measured on {entry['provenance']['date']} by "
        f"`{entry['provenance']['command']}` on {entry['provenance']['machine']}, beside other "
        "work on the same machine."
    )
    return wrap_text(text)


def _make_row(row: dict[str, Any], name: str, columns: tuple[str, ...]) -> list[str]:
    return [row[name], *(write_number(row[column]) for column in columns)]
