"""Pages about clocks, written for the tests: each kind of query has a page that answers it."""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, GoldPost, Item
from tools.known_items.pages import SourcePage

MENU = "<nav><a href=/>Start page</a> <a href=/imprint>Imprint of the workshop</a></nav>"
PROSE = (
    "A movement from the Black Forest runs for a week before the weight has to be drawn up again. "
    "The pendulum decides about the rate, and a small nut below it makes it faster or slower. "
    "Oil belongs on the pivots alone, never on the teeth of the wheels, where it binds dust. "
)
TITLE = "Repairing wooden cuckoo clocks"
HEADING = "Cleaning brass pinions"
ANCHOR = "bellows of goat leather"
QUESTION = "Why does my regulator stop after midnight?"

REPAIR = f"""<!DOCTYPE html><html lang=en><head>
<title>{TITLE} | Clock workshop</title>
<meta property="og:title" content="Repairing Wooden Cuckoo&nbsp;Clocks">
<meta name="twitter:title" content="Repairing cuckoo clocks">
<meta name=description content="All about repairing wooden cuckoo clocks at home.">
<script type="application/ld+json">{{"@type": "Article", "headline":
"Repairing \\u0077ooden cuckoo clocks", "name": "Repairing wooden cuckoo clocks today"}}</script>
</head><body>{MENU}<h1>Repairing <em>wooden</em> cuckoo clocks</h1>
<p>{PROSE}</p><img src=a.png alt="repairing wooden cuckoo clocks">
<p>Repairing wooden cuckoo clocks takes patience. Wooden plates crack, cuckoo calls fail, and clocks
stop while repairing is easy. {PROSE}</p></body></html>"""
BRASS = f"""<!DOCTYPE html><html lang=en><head><title>Wheels and plates</title></head><body>{MENU}
<h1>Wheels and plates</h1><p>{PROSE}</p><h2 id=cleaning-brass-pinions>{HEADING}</h2>
<p>Pinions of brass need cleaning with chalk. Cleaning takes an hour for each of the pinions, and
brass turns dark again within a year if it is touched by hand. {PROSE}</p>
<p data-note="Cleaning brass pinions">See {HEADING.upper()}, above.</p></body></html>"""
LEATHER = f"""<!DOCTYPE html><html lang=en><head><title>Leather for whistles</title></head><body>
{MENU}<h1>Leather for whistles</h1><p>The leather of a goat is thin. Bellows of such leather last
for thirty years, says every old maker; the bellows of goat leather of 1890 still work. {PROSE}</p>
</body></html>"""
THREAD = f"""<!DOCTYPE html><html lang=en><head><title>Stopping again - Forum</title>
<meta name=description content="Hello all. {QUESTION} Thanks."></head><body>{MENU}
<div class=post><p>Hello all. {QUESTION} Thanks. My regulator runs well by day, and stops when it is
cold; midnight is when the heating goes off. {PROSE}</p></div>
<div class=post><blockquote>{QUESTION}</blockquote><p>Look at the suspension spring.</p></div>
</body></html>"""
LIST = f"""<!DOCTYPE html><html lang=en><head><title>All articles</title></head><body>{MENU}
<ul><li><a href=/repair title="{TITLE}">{TITLE}</a> from May
<li><a href=/brass><b>Wheels</b>, with {HEADING}</a>
<li>On the <a href=/leather>{ANCHOR}</a>
<li><a href=/elsewhere>{TITLE}</a></ul><p>{PROSE}</p></body></html>"""
PAGES = {"repair": REPAIR, "brass": BRASS, "leather": LEATHER, "thread": THREAD, "list": LIST}


def make_sources() -> list[SourcePage]:
    """The pages as a corpus has them."""
    posts = (GoldPost(f"Hello all. {QUESTION} Thanks."), GoldPost("Look at the spring."))
    return [
        SourcePage(
            f"clocks/{name}",
            Item(
                name,
                html.encode(),
                Gold(posts=posts if name == "thread" else None, language="en"),
                url=f"https://clocks.example/{name}",
                group="clocks.example",
            ),
        )
        for name, html in PAGES.items()
    ]
