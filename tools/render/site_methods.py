"""The evidence of a site for the default extractor, and designs of page classes."""

from __future__ import annotations

from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_number, write_table


def render_evidence(entries: Entries) -> str:
    """What the evidence of a site adds to the default extractor."""
    entry = entries["site evidence"]
    designs = list(entry["figures"]["sites"]["designs"])
    means = [
        [name, *(write_number(of["designs"][name]) for of in entry["figures"].values())]
        for name in designs
    ]
    rows = [
        [
            row["site"],
            str(int(row["pages"])),
            write_number(row["default"]),
            f"{row['gain']:+.4f} ({row['low']:+.4f} to {row['high']:+.4f})",
        ]
        for row in entry["figures"]["sites"]["sites"]
    ]
    changed = [row for row in entry["figures"]["wcxb"]["sites"] if row["gain"]]
    hosts = entry["figures"]["wcxb"]["sites"]
    lost = [row for of in entry["figures"].values() for row in of["sites"] if row["high"] < 0]
    about = (
        "Word F1 (unspaced), mean of the sites. On `sites`, each half of a site is extracted with "
        "the evidence of the other; on WCXB, each page with the other pages of its host, of "
        f"{len(hosts)} hosts with two pages or more. The parameters of each design are the best on "
        "the other sites. "
    )
    by_site = (
        "The gain of the design `both`, with its 95 % interval by paired bootstrap over the pages. "
        f"On WCXB, the text changes on {len(changed)} of {len(hosts)} hosts. On {len(lost)} sites "
        "or hosts the loss is significant. " + write_caption(entry["provenance"])
    )
    first = write_table(["design", *entry["figures"]], means)
    second = write_table(["site", "pages", "default", "gain"], rows)
    return "\n".join([wrap_text(about), first, wrap_text(by_site), second])


def render_classes(entries: Entries) -> str:
    """Designs of page classes, against the kinds of pages."""
    entry = entries["page classes"]
    rows = [
        [
            row["design"],
            f"{row['min_similarity']:.2f}",
            f"{row['classes']:.1f}",
            *(write_number(row[name]) for name in ("purity", "rand", "agreement")),
            f"{row['ms']:.2f}",
        ]
        for row in entry["figures"]
    ]
    headings = ["compared", "minimum similarity", "classes per site", "purity"]
    headings += ["adjusted Rand index", "agreement with `rtdm`", "ms per page"]
    about = (
        "Purity and adjusted Rand index are against the kinds of the pages, which are known from "
        "their paths, and the agreement is an adjusted Rand index too. The minimum similarity of a "
        "site is the best one on the other sites; the table shows that of all. "
        + write_caption(entry["provenance"])
    )
    return write_table(headings, rows) + "\n" + wrap_text(about)
