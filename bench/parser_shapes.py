"""Pages of any size in one shape each: an ordinary one, and those that hurt parsers.

Every public function is a shape: from a size in bytes to a page of about that size, the same page
every time. What a hostile shape aims at is in its docstring.
"""

from __future__ import annotations

import random

from .page_units import halves, numbered, repeated

VOCABULARY = ("the", "tide", "of", "water", "rises", "above", "its", "own", "line", "at", "café")


def ordinary_page(size: int) -> bytes:
    """Sections with headings, paragraphs, links, lists, tables, code and scripts, all seeded."""
    draw = random.Random(16)
    sections = [_section(draw) for _ in range(64)]
    head = b'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Tides</title></head>'
    built, length = [head, b"<body><main>"], len(head)
    while length < size:
        built.append(draw.choice(sections))
        length += len(built[-1])
    return b"".join(built)[:size]


def text_beyond_ascii(size: int) -> bytes:
    """Characters of two and three bytes, in scripts with and without spaces."""
    return repeated("<p>Привет, мир. 你好,世界。これは文です。".encode(), size)


def many_siblings(size: int) -> bytes:
    """A list of links: one parent with all the rows."""
    return numbered(b'<li><a href="/page/%d">Another page</a></li>\n', size, b"<ul>", b"</ul>")


def deep_nesting(size: int) -> bytes:
    """Elements that never end: whatever walks the open ones pays for each."""
    return repeated(b"<div>a ", size)


def deep_inline_nesting(size: int) -> bytes:
    """The same with elements that no scope rule stops at."""
    return repeated(b"<span>a ", size)


def many_attributes(size: int) -> bytes:
    """One element; finding duplicates by comparing all pairs is quadratic."""
    return numbered(b" a%d=v", size, b"<p", b">text")


def many_attributes_a_row(size: int) -> bytes:
    """Elements of a dozen attributes each."""
    attributes = b"".join(b' data-a%d="some value"' % i for i in range(12))
    return repeated(b"<p" + attributes + b">text</p>", size)


def one_huge_attribute(size: int) -> bytes:
    """Beyond a mebibyte it is cut, and the rest must still be passed over."""
    return repeated(b"value ", size, b'<p title="', b'">text')


def unclosed_quotes(size: int) -> bytes:
    """Every other tag is swallowed by an attribute value."""
    return repeated(b"<a href=\"x><b title='y>", size)


def one_huge_text(size: int) -> bytes:
    """No markup at all: the counting alone."""
    return repeated(b"Just a long text, word after word. ", size)


def entities(size: int) -> bytes:
    """Known, unknown, unfinished and numeric references."""
    return repeated(b"&amp;&notin;&notit;&#x41;&#9999999;&unknown;&CounterClockwiseContour;&", size)


def ampersands(size: int) -> bytes:
    """A reference that never comes: looking far ahead from each of them is quadratic."""
    return repeated(b"&", size)


def less_than_signs(size: int) -> bytes:
    """Tags that never come."""
    return repeated(b"<", size)


def unclosed_comments(size: int) -> bytes:
    """Beginnings and almost-ends of one comment that reaches to the end."""
    return repeated(b"<!-- a --- b --!", size)


def escaped_scripts(size: int) -> bytes:
    """The script data double escaped state, in and out, without an end."""
    return repeated(b"<!--<script></script>", size, b"<script>")


def unclosed_titles(size: int) -> bytes:
    """An end tag that is looked for to the end of the page, again and again."""
    return repeated(b"<title></titl<textarea></textare", size)


def unmatched_end_tags(size: int) -> bytes:
    """Each end tag without a start tag is looked up among all open elements."""
    return halves(b"<span>a", b"</cite>", size)


def unclosed_formatting(size: int) -> bytes:
    """Formatting elements that stay active to the end of the page."""
    return repeated(b"<b><i><u><font color=red>a ", size)


def paragraphs_in_formatting(size: int) -> bytes:
    """Every paragraph opens the unclosed b, i and u again, inside each other."""
    return repeated(b"<p><b><i><u>word ", size)


def paragraphs_in_sixty_fonts(size: int) -> bytes:
    """Sixty unclosed elements that all differ: every paragraph opens all of them again."""
    fonts = b"".join(b"<font size=%d>" % i for i in range(60))
    return repeated(b"<p>a few words of text for the sixty fonts above ", size, b"<p>" + fonts)


def adoption_agency(size: int) -> bytes:
    """Formatting elements that end outside the blocks they began in."""
    return repeated(b"<a href=x><b><i><p>a</b></i></a><div>", size)


def adoption_in_depth(size: int) -> bytes:
    """One formatting element around blocks that all end it."""
    return repeated(b"<b><div>a</b>", size)


def links_in_links(size: int) -> bytes:
    """Every a start tag ends the one before it, through the adoption agency."""
    return repeated(b"<a><div>x", size)


def nested_tables(size: int) -> bytes:
    """Tables in cells of tables."""
    return repeated(b"<table><tr><td>a", size)


def foster_parented_texts(size: int) -> bytes:
    """Texts that stand in a table and belong before it."""
    return repeated(b"x<tr>y<td>z</td>", size, b"<table>")


def foster_parented_elements(size: int) -> bytes:
    """Elements that stand in nested tables and belong before them."""
    return repeated(b"<table><b>a<tr><i>b", size)


def unclosed_lists(size: int) -> bytes:
    """Each li and dd looks for one before it to close."""
    return repeated(b"<ul><li>a<dl><dd>b<em>", size)


def selects(size: int) -> bytes:
    """Options and groups without an end."""
    return repeated(b"<select><optgroup><option>a<option>b", size)


def templates(size: int) -> bytes:
    """Each template pushes an insertion mode."""
    return repeated(b"<template><td>a", size)


def foreign_elements(size: int) -> bytes:
    """In and out of SVG and MathML."""
    return b"<p>" + repeated(b"<svg viewbox=x><foreignobject><p>a<math><mi>b", size)


def new_tag_names(size: int) -> bytes:
    """Every element has a name of its own."""
    return numbered(b"<x-%d>a", size)


def new_classes(size: int) -> bytes:
    """Every element has a class and a link of its own."""
    return numbered(b'<p class="c d%d">a</p>', size)


def nul_and_cr(size: int) -> bytes:
    """Characters that are dropped or changed."""
    return repeated(b"a\0b\r\nc\rd<p>\0", size)


def windows_1251(size: int) -> bytes:
    """A page that has to be decoded first."""
    unit = "<p>Привет, мир, и ещё несколько слов.</p>\n".encode("windows-1251")
    return repeated(unit, size, b"<meta charset=windows-1251>")


def guessed_encoding(size: int) -> bytes:
    """The same without a word about its encoding."""
    return repeated("<p>Привет, мир, и ещё несколько слов.</p>\n".encode("koi8-r"), size)


def _section(draw: random.Random) -> bytes:
    """Return one section of the ordinary page."""
    kind = draw.randrange(6)
    parts = [f'<section class="part kind-{kind}" id="s{draw.randrange(10**6)}">\n']
    parts.append(f"<h2>{_words(draw, 4).capitalize()}</h2>\n")
    for _ in range(draw.randint(1, 4)):
        link = f'<a href="/{_words(draw, 1)}?a=1&amp;b=2">{_words(draw, 2)}</a>'
        parts.append(f"  <p>{_words(draw, 30)}, {link} <em>{_words(draw, 2)}</em>.</p>\n")
    if kind == 1:
        items = "".join(f"<li>{_words(draw, 5)}</li>\n" for _ in range(8))
        parts.append(f"<ul>\n{items}</ul>\n")
    if kind == 2:
        row = "".join(f"<td>{_words(draw, 1)}</td>" for _ in range(4))
        parts.append(f"<table><tbody>{f'<tr>{row}</tr>' * 6}</tbody></table>\n")
    if kind == 3:
        parts.append(f"<pre><code>if (a &lt; b) {{ {_words(draw, 8)} }}</code></pre>\n")
    if kind == 4:
        parts.append(f'<script>var a = "{_words(draw, 60)}";</script>\n')
        parts.append(f"<style>.kind-4 {{ color: red }} /* {_words(draw, 20)} */</style>\n")
    if kind == 5:
        parts.append(f'<figure><img src="/{draw.random()}.png" alt="{_words(draw, 3)}">')
        parts.append(f"<figcaption>{_words(draw, 9)}</figcaption></figure><!-- end -->\n")
    return "".join([*parts, "</section>\n"]).encode()


def _words(draw: random.Random, n: int) -> str:
    return " ".join(draw.choices(VOCABULARY, k=n))
