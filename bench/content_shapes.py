"""Pages of any size whose content hurts: what is repeated, nested or long in it aims at methods,
steps, writers and explanations rather than at the parser.

Every public function is a shape, as in `parser_shapes.py`.
"""

from __future__ import annotations

from .page_units import numbered, repeated

#: Data is read only if it has most words of the title.
TITLE = b"<title>some words of the text</title>"
TEXT = b"some words of the text in a value that is long enough to be taken for running text"


def short_paragraphs(size: int) -> bytes:
    """As many blocks as possible: whatever costs much for each of them."""
    return repeated(b"<p>a</p>", size)


def one_image_again_and_again(size: int) -> bytes:
    """A repeated image is skipped; looking back to the first one for each is quadratic."""
    return repeated(b"<img src=/a.png alt=a>", size, b"<p>Some words of a text. ")


def images_in_a_paragraph(size: int) -> bytes:
    """Images without a text between them."""
    return numbered(b'<img src=/a%d.png alt="an image">', size, b"<p>Some words of a text. ")


def lazy_images(size: int) -> bytes:
    """Images whose address is in the noscript after them, if at all."""
    return numbered(b"<img data-src=b%d class=c><noscript> </noscript>", size, b"<p>Some words. ")


def images_in_one_picture(size: int) -> bytes:
    """Each image looks for the sources before it."""
    return numbered(b"<source srcset=%d.png><img alt=a>", size, b"<p>Words.<picture>")


def links_in_a_paragraph(size: int) -> bytes:
    """Links without a block between them."""
    return numbered(b"<a href=/%d>some words</a> ", size, b"<p>")


def links_with_a_long_base(size: int) -> bytes:
    """Every link repeats the base, so the output is a multiple of the page."""
    base = b"<base href=https://a.example/" + b"b" * 2000 + b"/>"
    return numbered(b"<a href=%d>some words</a> ", size, base + b"<p>")


def links_to_next_pages(size: int) -> bytes:
    """Each link may lead to the next page of an article."""
    return numbered(b"<a class=next href=?page=%d>2</a> ", size, b"<a rel=next href=?page=2>2</a>")


def links_without_a_way_back(size: int) -> bytes:
    """Each link may lead to the next page, if any other link leads to the page before."""
    return numbered(b"<a href=2>x</a> <a href=/%d>y</a> ", size)


def one_long_title(size: int) -> bytes:
    """A title and a heading that fill the page, with numbers and separators."""
    title = repeated(b"word 2, ", size // 2)
    return b"<title>" + title + b"</title><h1>" + title + b"</h1><p>Some text."


def one_long_class(size: int) -> bytes:
    """One class of digits, which names of comments may end in."""
    return repeated(b"1", size, b"<div id=comments><p class=comment-", b"x>some words of a comment")


def long_links(size: int) -> bytes:
    """Links with long addresses of digits."""
    return repeated(b"<a href=/post/" + b"1" * 2000 + b"x>some words</a> ", size, b"<p>")


def one_long_word(size: int) -> bytes:
    """A word without an end."""
    return repeated(b"a", size, b"<p>")


def white_space(size: int) -> bytes:
    """Texts of blanks and line ends, with a word now and then."""
    return repeated(b" \n " * 300 + b"<p>word 1", size)


def one_long_name(size: int) -> bytes:
    """An element whose name is half of the page, around many blocks: each path contains it."""
    return repeated(b"<p>a</p>", size // 2, b"<x-" + b"a" * (size // 2) + b">")


def blocks_at_depth(size: int) -> bytes:
    """Many blocks inside a hundred elements: long paths, and boxes around boxes."""
    return repeated(b"<p>a</p>", size, b"<section class=b>" * 100)


def headings(size: int) -> bytes:
    """Headings of all levels, each with a short text."""
    return numbered(b"<h1>a%d</h1><h3>b</h3><h2>c</h2><p>some words", size)


def nested_lists(size: int) -> bytes:
    """Lists in items of lists, which are indented."""
    return repeated(b"<ul><li>some words", size)


def nested_quotations(size: int) -> bytes:
    """Quotations in quotations, which mark each line."""
    return repeated(b"<blockquote><p>some words", size)


def cells_in_a_row(size: int) -> bytes:
    """One row with all the cells."""
    return repeated(b"<td>some words", size, b"<table><tr><th>head<tr>")


def rows_of_a_table(size: int) -> bytes:
    """One table with all the rows."""
    return repeated(b"<tr><td>a b<td>c d", size, b"<table><tr><th>head<th>head")


def spanning_cells(size: int) -> bytes:
    """Cells that span as many columns and rows as is allowed."""
    return repeated(b"<tr><td colspan=1000 rowspan=65534>a b", size, b"<table><tr><th>a<th>b")


def many_tables(size: int) -> bytes:
    """Small tables of data."""
    return repeated(b"<table><tr><th>a<th>b<tr><td>c d<td>e f</table>", size)


def lines_of_code(size: int) -> bytes:
    """One block of code with all the lines."""
    return repeated(b"if a < b: `c` += 1\n", size, b"<pre><code class=language-python>")


def fences_in_code(size: int) -> bytes:
    """Code of back quotes, for which a longer fence is needed."""
    return repeated(b"`", size, b"<pre>", b"</pre>")


def formulas(size: int) -> bytes:
    """Formulas in MathML, as images and between delimiters."""
    unit = b"<math><mi>x</mi></math> <img class=tex alt=x_%d> \\(y\\) some words "
    return numbered(unit, size, b"<p>")


def unclosed_formulas(size: int) -> bytes:
    """Delimiters whose end is looked for to the end of the page."""
    return repeated(b"\\( \\[ $$ x ", size, b"<script src=mathjax.js></script><p>")


def markdown_marks(size: int) -> bytes:
    """Characters that have to be escaped."""
    return repeated(b"*_[]()`#+-!|&lt;\\ ", size, b"<p>")


def repeated_paragraphs(size: int) -> bytes:
    """Copies of a few paragraphs: each is compared with the others."""
    unit = b"".join(b"<p>some words of the paragraph number %d of the page</p>" % i for i in (1, 2))
    return repeated(unit, size)


def almost_repeated_paragraphs(size: int) -> bytes:
    """Paragraphs that differ in one word."""
    return numbered(b"<p>some words of the paragraph number %d of the same page</p>", size)


def posts_of_a_thread(size: int) -> bytes:
    """Posts with authors, dates, links and numbers."""
    unit = (
        b"<div class=post id=post%d><a href=/user/a class=author>Ann</a> <time>1 May 2020</time>"
        b"<a href=#2>#2</a><p>some words of a post that is long enough</div>"
    )
    return numbered(unit, size)


def replies_in_replies(size: int) -> bytes:
    """Posts inside posts, with quotations."""
    unit = (
        b"<div class=post><b class=author>Ann</b> 1 May 2020<p>some words<blockquote>q</blockquote>"
    )
    return repeated(unit, size, unit * 2 + b"</div></div>")


def comments_of_readers(size: int) -> bytes:
    """Reader comments by class and id."""
    return numbered(b"<li class=comment id=comment-%d><p>some words of a reader", size)


def many_names(size: int) -> bytes:
    """One element with many classes, which every block below is judged by."""
    return numbered(b"c%d ", size, b'<div class="', b'">' + b"<p>some words" * 50)


def metadata(size: int) -> bytes:
    """Metadata of all kinds, again and again."""
    unit = (
        b"<meta name=author content=Ann%d><meta property=article:published_time content=2020-01-02>"
        b"<a rel=tag>tag</a><p class=byline>By Ann Other, 1 May 2020"
    )
    return numbered(unit, size)


def linked_data(size: int) -> bytes:
    """Articles in JSON-LD, in many scripts."""
    unit = (
        b'<script type=application/ld+json>{"@type":"Article","headline":"h%d","articleBody":"'
        + TEXT
        + b'"}</script>'
    )
    return numbered(unit, size, TITLE)


def nested_linked_data(size: int) -> bytes:
    """JSON-LD that nests without an end."""
    start = TITLE + b"<script type=application/ld+json>"
    return repeated(b'{"@graph":[', size, start, b"</script>")


def small_scripts(size: int) -> bytes:
    """Scripts that assign JSON: each may be a page of its own."""
    return numbered(b'<script>var s%d={"a":"' + TEXT + b'"}</script>', size, TITLE)


def values_in_json(size: int) -> bytes:
    """One script with many values of text, each under a key of its own."""
    start = TITLE + b'<script type=application/json>{"a":1'
    return numbered(b',"k%d":"' + TEXT + b'"', size, start, b"}</script>")


def markup_in_json(size: int) -> bytes:
    """One script with many values of HTML: each is parsed."""
    start = TITLE + b"<script type=application/json>[1"
    return repeated(b',"<p>a"', size, start, b"]</script>")


def json_in_json(size: int) -> bytes:
    """JSON in strings of JSON."""
    start = TITLE + b"<script type=application/json>[1"
    return repeated(b',"[\\"[1]\\",\\"' + TEXT + b'\\"]"', size, start, b"]</script>")


def data_attributes(size: int) -> bytes:
    """Long attributes with HTML."""
    value = b"&lt;p>" + TEXT * 3
    return repeated(b'<div data-html="' + value + b'"></div>', size, TITLE)


def frames_with_pages(size: int) -> bytes:
    """Frames that carry a page each."""
    return numbered(b'<iframe srcdoc="<p>%d ' + TEXT + b'"></iframe>', size, TITLE)


def frames_in_frames(size: int) -> bytes:
    """A frame that carries a page with a frame, and so on."""
    html = b"<p>" + TEXT
    while len(html) < size:
        escaped = html.replace(b"&", b"&amp;").replace(b'"', b"&quot;")
        html = TITLE + b'<iframe srcdoc="' + escaped + b'"></iframe>'
    return html


def pushed_chunks(size: int) -> bytes:
    """React's stream in many scripts."""
    unit = b'<script>self.__next_f.push([1,"%d:[\\"$\\",\\"p\\",null,{\\"children\\":\\"' + TEXT
    return numbered(unit + b'\\"}]\\n"])</script>', size, TITLE)


def an_error_page(size: int) -> bytes:
    """Short content with layers and forms, which the step `walls` looks into."""
    unit = b"<div role=dialog class=cookie-banner><form><input type=password></form></div>"
    return repeated(unit, size, b"<title>404</title><p>Not found.")
