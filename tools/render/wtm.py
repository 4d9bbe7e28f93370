"""Tables of docs/methods/wtm.md: values that the rules extract as the feeds have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_number, write_table
from tools.wtm_designs import ABOUT, PAGES
from tools.wtm_designs import ENTRY as DESIGN_ENTRY
from tools.wtm_figures import ENTRY, FIELDS, SETTINGS, WRAPPERS
from tools.wtm_records import KINDS

#: The entry that `python -m bench.feeds` records.
SPEED_ENTRY = "wtm speed"
#: Accuracy of the paper's table 5: blogs for which start and end rule were extracted, of twenty.
PUBLISHED = {"title": 14, "body": 11, "link": 12, "date": 8}


def render_shares(entries: Entries) -> str:
    """The share of right values by field and setting, and the blogs where all are right."""
    entry = entries[ENTRY]
    figures: Mapping[str, Any] = entry["figures"]
    headings = ["pages, rules", *FIELDS, "word F1 of bodies", "of other bodies", "excerpts"]
    rows = []
    for setting, about in SETTINGS.items():
        of = figures["settings"][setting]
        cells = [_write_share(of[name]) for name in FIELDS]
        scores = [write_number(of["body"][name]) for name in ("f1_whole", "f1_others")]
        n_right, n_others = (of["body"][f"excerpts_{name}"] for name in ("right", "others"))
        rows.append([about, *cells, *scores, f"{n_right} and {n_others}"])
    about = (
        "Values that are on the page at all and were extracted as the feed has them: their share, "
        "the number of entries, and the blogs where all are right, of those with such a value. A "
        "title has the same letters and digits, a link leads to the same page, a date is the day "
        "of the feed in some time zone, a body has a word F1 of 0.9 or more. On homepages, a body "
        "is there if an element has the text of the feed and hardly anything else; on pages of "
        "entries, if the text of the feed has 0.94 to 1.06 times the length of the page's own. "
        "Other bodies are those that are not "
        "there in this sense: the feed has a part of the text, or another text, so their word F1 "
        "says how much the feed has of what was extracted. Excerpts are the right bodies whose "
        "records are marked `partial`, because the feed and the page have the same part of the "
        "text, and the marked ones of the other bodies. "
    )
    caption = write_caption(entry["provenance"])
    return write_table(headings, rows) + "\n" + wrap_text(about + caption)


def render_rules(entries: Entries) -> str:
    """The blogs for which rules were extracted, by field."""
    figures = entries[ENTRY]["figures"]
    n_blogs = figures["blogs"]
    rows = []
    for setting, of in figures["rules"].items():
        cells = [f"{of[name]['blogs']} ({of[name]['strings']})" for name in FIELDS]
        rows.append([f"{SETTINGS[setting]}, of {n_blogs} blogs", *cells])
    published = [str(PUBLISHED[name]) for name in FIELDS]
    rows.append(["the paper, homepages of 2005, of 20 blogs", *published])
    about = (
        "Blogs for which the rules of a field were extracted, and in brackets those that use the "
        "start and end rules of the paper. The paper counts blogs for which both were extracted; "
        "the table above says how many values they find. "
    )
    return write_table(["pages, rules", *FIELDS], rows) + "\n" + wrap_text(about)


def render_records(entries: Entries) -> str:
    """What the records of pages are: entries, or not."""
    records = entries[ENTRY]["figures"]["records"]
    headings = ["rules", "pages", "read", "entries", "not in the feed", "repeated", "false"]
    headings += ["precision", "entries of the feed that were read"]
    rows = []
    for wrapper, about in WRAPPERS.items():
        for kind, name in KINDS.items():
            of = records[wrapper][kind]
            if not of["pages"]:
                continue
            n_judged = of["right"] + of["repeated"] + of["false"]
            precision = write_number(of["right"] / n_judged) if n_judged else ""
            is_list = kind in ("homes", "lists")
            known = f"{of['found']} of {of['known']}" if is_list else ""
            counts = [of[verdict] for verdict in ("right", "unlisted", "repeated", "false")]
            pages = f"{of['read']} of {of['pages']}"
            rows.append([about, name, pages, *counts, precision, known])
    about = (
        "Records are entries if their link or title is that of an entry of the feed or of an older "
        "entry of the collection. Others are false if they have no link, date or text though "
        "others have a link, lead to another host, to a comment or to a page of another kind, or "
        "are between two neighbours of the feed on a homepage. The rest may be entries that the "
        "feed no longer lists; they do not count. The last column has the entries of the feed "
        "whose title and link are both on the pages. "
    )
    return write_table(headings, rows, left=(0, 1)) + "\n" + wrap_text(about)


def render_designs(entries: Entries) -> str:
    """The designs of row rules on the same folds."""
    entry = entries[DESIGN_ENTRY]
    designs = entry["figures"]["designs"]
    rows = []
    for pages, name in PAGES.items():
        for design, about in ABOUT.items():
            of = designs[design][pages]
            cells = [f"{of[field]['right']} of {of[field]['items']}" for field in FIELDS]
            rows.append([name, f"`{design}`: {about}", *cells])
    used = ", ".join(f"`{design}` {of['trees']}" for design, of in designs.items())
    about = (
        "Right values, of those on the page. Learned from every second entry of each feed, and "
        "measured on the others; the other lists were not learned from. String rules come first "
        f"and bodies have the same rules in all designs. Places that use trees: {used}. The "
        "default is `rows`: patterns are better than trees, and trees are tried only where "
        "patterns do not find all learned values. "
    )
    caption = write_caption(entry["provenance"])
    return (
        write_table(["pages", "design", *FIELDS], rows, left=(0, 1))
        + "\n"
        + wrap_text(about + caption)
    )


def _write_share(row: Mapping[str, Any]) -> str:
    if not row["items"]:
        return ""
    share = write_number(row["right"] / row["items"])
    return f"{share} of {row['items']} ({row['all_right']} of {row['blogs']})"


def render_causes(entries: Entries) -> str:
    """Why values were not extracted, and how many are not on the pages."""
    settings = entries[ENTRY]["figures"]["settings"]
    rows = []
    for setting, about in SETTINGS.items():
        causes: dict[str, int] = {}
        missing = 0
        for name in FIELDS:
            missing += settings[setting][name]["missing"]
            for cause, count in settings[setting][name]["causes"].items():
                causes[cause] = causes.get(cause, 0) + count
        listed = "; ".join(f"{cause} {count}" for cause, count in _sort(causes)) or "none"
        rows.append([about, listed, missing, settings[setting]["absent"]])
    headings = ["pages, rules", "values that are on the page and were not extracted"]
    headings += ["values that are not on the page", "entries that are not on the homepage"]
    return write_table(headings, rows, left=(0, 1))


def _sort(causes: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(causes.items(), key=lambda of: (-of[1], of[0]))


#: The rows of the table of speed: what is measured, and its unit.
_SPEEDS = {
    "learn_s": ("learning a blog, with up to 25 pages of entries", "s"),
    "entries_ms": ("`fields` of a page of an entry, beyond the parse", "ms"),
    "entry_texts_ms": ("the same, with its texts", "ms"),
    "lists_ms": ("`fields` of a homepage, beyond the parse", "ms"),
    "list_texts_ms": ("the same, with all texts", "ms"),
    "cut_ms": ("`cut`, per 100 kB", "ms"),
}


def render_speed(entries: Entries) -> str:
    """The time of learning and applying."""
    entry = entries[SPEED_ENTRY]
    rows = [
        [about, entry["figures"][name]["n"], *_write_times(entry["figures"][name], unit)]
        for name, (about, unit) in _SPEEDS.items()
    ]
    table = write_table(["", "measured", "median", "90 %", "most"], rows)
    about = (
        "Bodies are rendered as text and Markdown when they are asked for, because that takes most "
        "of the time of a homepage. "
    )
    return table + "\n" + wrap_text(about + write_caption(entry["provenance"]))


def _write_times(row: Mapping[str, Any], unit: str) -> list[str]:
    return [f"{row[name]:.2f} {unit}" for name in ("median", "p90", "most")]
