"""Pages that try to write markup: every text, attribute and formula of them is made of marks.

`hostile_page(random.Random(seed))` is the same page for the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from random import Random
from typing import Final

#: What the marks are put around and between.
WORDS: Final = ("a", "b", "x", "y z", "1", "12", "é", "漢", "ك", "w", " ", " ", " ", "  ", "")
#: Marks of Markdown, HTML and TeX, and whole attacks.
MARKS: Final = (
    *("*", "**", "***", "_", "__", "~", "~~", "~~~"),
    *("`", "``", "```", "[", "]", "(", ")", "](", "!["),
    *("<", ">", "|", "\\", "\\\\", "$", "$$", "&", "#"),
    *("-", "---", "+", "=", ":", ".", "!", '"', "'"),
    *("\\|", "\\(", "\\)", "\\[", "\\]", "\\`", "\\*"),
    *("\\_", "^", "^^", "{", "}", "%", "@", ";", "/"),
    *("[x](javascript:alert(1))", "![x](javascript:alert(1))", "<script>alert(1)</script>"),
    *("<img src=x onerror=alert(1)>", "<javascript:alert(1)>"),
    *("<https://e.example/>", "<!--", "-->"),
    *("<1@e.example>", "[x]: javascript:alert(1)"),
    *("[x]:", "[x]", "[^1]", "[^1]: y", "[ ]", "[x][x]"),
    *("<?x?>", "<![CDATA[", "]]>", "&lt;", "&#96;"),
    *("&#42;", "&colon;", "]&#40;", "javascript:alert(1)"),
    *("| a | b |", "| - | - |", "-|-", "1. y", "- y", "# y", "> y", "===", "***", "    y", "\ty"),
    *("https://e.example/*x*", "www.e.example"),
    *("q@e.example", "xmpp:q@e.example", "data:text/html,x"),
    *("\\href{javascript:alert(1)}{x}", "\\url{javascript:x}"),
    *("\\text{", "\\frac{a}{b}", "\\hat{x}_i"),
    *("a_{j}", "x^*", "\\alpha", "\\left[", "\\right)"),
    *("\\begin{align*}", "\\end{align*}", "\\\\[2pt]"),
    *("`<b>`", "`|`", "`$<b>", "$`<b>", "*a*", "_a_", "__a__", "**a**", "~a~", "~~a~~"),
)  # fmt: skip
#: Characters that parsers treat differently.
ODD: Final = (
    *("\0", "\r", "\n", "\r\n", "\n\n", "\t", "\x0b"),
    *("\x0c", "\x1c", "\x7f", "\x85", "\xa0", "\xad"),
    *("\u200b", "\u200e", "\u200f", "\u2028", "\u2029"),
    *("\u202e", "\u2066", "\u3000", "\ufeff", "\ufffd"),
    *("\u0301", "\u20ac", "\u201c", "\u2014", "\U0001f600", "\u180e", "\ufe0f", "\u2019", "\u00b4"),
)  # fmt: skip
SCHEMES: Final = (
    *("javascript:", "JaVaScRiPt:", " javascript:"),
    *("java\tscript:", "java\nscript:", "\x01javascript:"),
    *("javascript&colon;", "javascript&#58;", "vbscript:"),
    *("data:text/html,", "data:image/svg+xml,"),
    *("https://e.example/", "http://e.example/?"),
    *("https://e.example/#", "mailto:", "tel:", "ftp://e/"),
    *("//e.example/", "/", "", "#", "?", "x/", "blob:"),
    *("file:///", "xmpp:", "http:", "https:\\\\e\\"),
)  # fmt: skip
LANGUAGES: Final = ("language-", "lang-", "brush: ", "highlight-source-")
#: Deeper blocks than these are only text.
DEPTH: Final = 4


def hostile_page(random: Random) -> str:
    """A page that tries to write markup of its own."""
    loads = random.choice(("", "", "<script src=MathJax.js></script>", "<script>katex</script>"))
    blocks = "".join(_block(random, 0) for _ in range(random.randint(1, 5)))
    return f"<!doctype html><title>{escape(_payload(random))}</title>{loads}<body>{blocks}"


def _payload(random: Random, most: int = 6) -> str:
    """Words, marks and odd characters in a row; rarely a long run of one mark."""
    if random.random() < 0.01:
        return random.choice(MARKS) * random.choice((9, 60, 1200))
    return "".join(
        random.choice(random.choice((WORDS, WORDS, MARKS, MARKS, MARKS, ODD)))
        if random.random() < 0.9
        else random.choice(MARKS) * random.randint(2, 4)
        for _ in range(random.randint(1, most))
    )


def _text(random: Random) -> str:
    # A parser makes a line feed of a carriage return, but not of a reference to one.
    return escape(_payload(random)).replace("\r", "&#13;")


def _target(random: Random) -> str:
    address = random.choice(SCHEMES) + random.choice(("alert(1)", "x", "", _payload(random, 4)))
    return escape(address)


def _formula(random: Random) -> str:
    """A formula in one of the forms in which pages have them."""
    payload = _payload(random, 8)
    tex = escape(payload)
    display = random.choice(("", "; mode=display"))
    script = payload.replace("</script", "")
    forms: tuple[Callable[[], str], ...] = (
        lambda: f'<img class=tex alt="{tex}">',
        lambda: f'<img class="mwe-math-fallback-image-inline" alt="{tex}" src=x.png>',
        lambda: (
            f"<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>{tex}"
            "</annotation></semantics></math>"
        ),
        lambda: f'<math display=block alttext="{tex}"><mi>x</mi></math>',
        lambda: (
            "<span class=katex-display><span class=katex><math><mi>x</mi>"
            f"<annotation encoding=TeX>{tex}</annotation></math></span></span>"
        ),
        lambda: f"<script type='math/tex{display}'>{script}</script>",
        lambda: f"\\({tex}\\)",
        lambda: f"\\[{tex}\\]",
        lambda: f"$${tex}$$",
        lambda: f"${tex}$",
        lambda: f"$${tex}<br>{tex}$$",
    )
    return random.choice(forms)()


def _inline(random: Random, depth: int = 0) -> str:
    """Text with elements in it."""
    pieces = []
    for _ in range(random.randint(1, 4)):
        kind = random.randrange(10)
        if kind <= 3 or depth >= DEPTH:
            pieces.append(_text(random))
        elif kind == 4:
            pieces.append(_formula(random))
        elif kind == 5:
            pieces.append(
                f'<a href="{_target(random)}" title="{_text(random)}">{_text(random)}</a>'
            )
        elif kind == 6:
            pieces.append(
                f'<img src="{_target(random)}" alt="{_text(random)}" title="{_text(random)}">'
            )
        elif kind == 7:
            pieces.append(f"<code>{_text(random)}</code>")
        else:
            tag = random.choice(("b", "i", "s", "sup", "sub", "a href=https://l.example/", "span"))
            end = tag.split()[0]
            pieces.append(f"<{tag}>{_inline(random, depth + 1)}</{end}>")
        pieces.append(random.choice(("", "", " ", "<br>")))
    return "".join(pieces)


def _code(random: Random) -> str:
    name = escape(random.choice(LANGUAGES) + _payload(random, 2))
    lines = "\n".join(_text(random) for _ in range(random.randint(1, 4)))
    return f'<pre><code class="{name}">{lines}</code></pre>'


def _block(random: Random, depth: int) -> str:
    """A block, with blocks in it."""
    kind = random.randrange(12)
    if depth >= DEPTH or kind <= 3:
        return f"<p>{_inline(random)}</p>"
    inside = "".join(_block(random, depth + 1) for _ in range(random.randint(1, 2)))
    if kind == 4:
        return _code(random)
    if kind == 5:
        level = random.randint(1, 6)
        return f"<h{level}>{_inline(random)}</h{level}>"
    if kind == 6:
        return f"<blockquote>{inside}</blockquote>"
    if kind == 7:
        tag = random.choice(("ul", "ol", "ol start=7", "ol reversed"))
        return f"<{tag}><li>{inside}<li>{_inline(random)}</{tag.split()[0]}>"
    if kind == 8:
        return f"<dl><dt>{_inline(random)}<dd>{inside}</dl>"
    if kind == 9:
        image = f'<img src="{_target(random)}">'
        return f"<figure>{image}<figcaption>{_inline(random)}</figcaption></figure>"
    return _table(random)


def _table(random: Random) -> str:
    n_columns = random.randint(1, 3)
    cells = (
        lambda: _inline(random),
        lambda: _code(random),
        lambda: f"<p>{_inline(random)}</p><p>{_inline(random)}</p>",
    )

    def row(tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{random.choice(cells)()}" for _ in range(n_columns))

    rows = "".join(row("td") for _ in range(random.randint(1, 3)))
    caption = random.choice(("", f"<caption>{_inline(random)}</caption>"))
    return f"<table>{caption}{row('th')}{rows}</table>"
