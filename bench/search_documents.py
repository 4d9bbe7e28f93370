"""Generate documents for the bench of search: pages of invented sites with the words and templates
of the corpora.

    python -m bench.search_documents --documents 100000 --out .data/search-bench/pages.jsonl

A template is a page of a corpus: its markup stays, and each text becomes a place for as many words.
An invented site has one template, and its own words in the places outside the content, which all
its pages share. Titles and texts of the content are drawn anew for each page, word by word with the
frequencies of the corpora, so that no text is repeated. The same seed gives the same documents.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

import click
import numpy as np
import numpy.typing as npt

from pagecore import corpora, extract
from pagecore.corpora.corpus import Item
from pagecore.page import Page
from pagecore.page.parse import parse
from tools.options import Tool, data_option

#: Collections whose pages are templates; their gold is not read.
CORPORA: Final = ("sites", "blogs", "wcxb")
#: Bytes of a template, words of its content, and their share of the words that it shows.
MIN_BYTES, MAX_BYTES = 2_000, 30_000
MIN_WORDS, MAX_WORDS = 80, 1_500
PAGES_PER_SITE: Final = 50
#: A language needs as many words to be used.
MIN_VOCABULARY: Final = 2_000
#: Elements that are left out, because they repeat what the page of the corpus was about.
_DROPPED: Final = ("meta", "link", "base", "script", "noscript", "template")
_WORD: Final = re.compile(r"[^\W\d_]{1,20}")
_SENTENCE: Final = 12

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Template:
    """A page with places for words."""

    language: str
    #: The markup around the places: one piece more than there are places.
    pieces: tuple[str, ...]
    #: Words of each place, and whether each page has its own.
    n_words: tuple[int, ...]
    is_content: tuple[bool, ...]


class Vocabulary:
    """The words of a language, which are drawn with the frequencies of the corpora."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        """Use the words that occur more than once."""
        chosen = sorted((word for word in counts if counts[word] > 1), key=lambda w: -counts[w])
        self.words = np.array(chosen, dtype=object)
        frequencies = np.array([counts[word] for word in chosen], np.float64)
        self._bounds = np.cumsum(frequencies / frequencies.sum())

    def __len__(self) -> int:
        return len(self.words)

    def draw(self, generator: np.random.Generator, n: int) -> list[str]:
        """Draw words."""
        places = np.searchsorted(self._bounds, generator.random(n))
        words: list[str] = self.words[np.minimum(places, len(self.words) - 1)].tolist()
        return words


def make_template(page: Page, item: Item) -> Template | None:
    """Turn a page into a template; None if it is too small or too large."""
    source = bytes(page.source)
    document = extract(page)
    language = document.language or item.gold.language
    if not MIN_BYTES <= len(source) <= MAX_BYTES or language is None or len(document.parts) != 1:
        return None
    # The main heading repeats the title, so the extractor may leave it to the title.
    content = document.parts[0].choice.content | (page.above(page.is_tag("title", "h1")) >= 0)
    words = page.words * ~page.joined
    if not MIN_WORDS <= words[content].sum() <= MAX_WORDS:
        return None
    is_place = (words > 0) & (page.above(page.is_tag(*_DROPPED)) < 0)
    rows = np.flatnonzero((is_place | page.is_tag(*_DROPPED)) & (page.stop > page.start))
    pieces, n_words, is_content, at = [""], [], [], 0
    for row in rows[np.argsort(page.start[rows], kind="stable")].tolist():
        start, stop = int(page.start[row]), int(page.stop[row])
        if start < at:
            continue
        pieces[-1] += source[at:start].decode(errors="replace")
        if is_place[row]:
            pieces.append("")
            n_words.append(int(words[row]))
            is_content.append(bool(content[row]))
        at = stop
    pieces[-1] += source[at:].decode(errors="replace")
    return Template(language, tuple(pieces), tuple(n_words), tuple(is_content))


def read_corpora(
    data: Path, names: Sequence[str] = CORPORA, *, step: int = 2
) -> tuple[list[Template], dict[str, Vocabulary]]:
    """Read templates, and the words of their languages, from every `step`-th page."""
    templates = []
    counts: dict[str, Counter[str]] = {}
    for name in names:
        for item in corpora.load(name, data / name).items[::step]:
            page = parse(item.html(), url=item.url, encoding=item.encoding)
            template = make_template(page, item)
            if template is None:
                continue
            templates.append(template)
            words = _WORD.findall(page.text(page.visible).lower())
            counts.setdefault(template.language, Counter()).update(words)
    vocabularies = {language: Vocabulary(of) for language, of in counts.items()}
    known = {name: of for name, of in vocabularies.items() if len(of) >= MIN_VOCABULARY}
    return [template for template in templates if template.language in known], known


def generate_documents(
    templates: Sequence[Template],
    vocabularies: Mapping[str, Vocabulary],
    n_documents: int,
    seed: int = 0,
) -> Iterator[dict[str, str]]:
    """Generate pages with their URLs, one site after the other."""
    digests: set[bytes] = set()
    for number in range(n_documents):
        site = number // PAGES_PER_SITE
        if number % PAGES_PER_SITE == 0:
            fixed = np.random.default_rng((seed, site))
            template = templates[int(fixed.integers(len(templates)))]
            vocabulary = vocabularies[template.language]
            shared = _draw_texts(template, vocabulary, fixed, is_content=False)
        generator = np.random.default_rng((seed, site, number))
        own = _draw_texts(template, vocabulary, generator, is_content=True)
        digest = hashlib.blake2b(" ".join(own.values()).encode(), digest_size=12).digest()
        assert digest not in digests, "a text is repeated"
        digests.add(digest)
        texts = shared | own
        html = template.pieces[0] + "".join(
            texts[at] + piece for at, piece in enumerate(template.pieces[1:])
        )
        yield {"url": f"https://site{site}.example/{number}", "html": html}


def _draw_texts(
    template: Template, vocabulary: Vocabulary, generator: np.random.Generator, is_content: bool
) -> dict[int, str]:
    """Draw the texts of the places inside or outside the content."""
    places = [at for at, is_own in enumerate(template.is_content) if is_own == is_content]
    words = vocabulary.draw(generator, sum(template.n_words[at] for at in places))
    texts, begin = {}, 0
    for at in places:
        end = begin + template.n_words[at]
        texts[at] = escape(_write_sentences(words[begin:end]), quote=False)
        begin = end
    return texts


def _write_sentences(words: Sequence[str]) -> str:
    sentences = [words[at : at + _SENTENCE] for at in range(0, len(words), _SENTENCE)]
    ends = ["." if len(of) == _SENTENCE else "" for of in sentences]
    return " ".join(
        " ".join(of).capitalize() + end for of, end in zip(sentences, ends, strict=True)
    )


def draw_queries(
    vocabularies: Mapping[str, Vocabulary], n_queries: int, seed: int = 0
) -> list[str]:
    """Draw queries of two to four words, as often in each language, neither the most frequent
    words nor the rarest."""
    generator = np.random.default_rng((seed, 1))
    languages = sorted(vocabularies)
    queries = []
    for _ in range(n_queries):
        words = vocabularies[languages[int(generator.integers(len(languages)))]].words
        middle = words[100 : max(len(words) // 2, 101)]
        n_words = int(generator.integers(2, 5))
        queries.append(" ".join(middle[generator.integers(0, len(middle), n_words)]))
    return queries


@click.command(cls=Tool)
@click.option("--documents", "n_documents", default=100_000, show_default=True)
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path(".data/search-bench/pages.jsonl"),
    show_default=True,
    help="File of JSON lines.",
)
@data_option
def main(n_documents: int, seed: int, out: Path, data: Path) -> None:
    """Write the documents as JSON lines with `url` and `html`."""
    click.echo(write_documents(n_documents, seed, out, data))


def write_documents(n_documents: int, seed: int, out: Path, data: Path) -> str:
    """Write documents, and return a summary."""
    templates, vocabularies = read_corpora(data)
    out.parent.mkdir(parents=True, exist_ok=True)
    digest, n_bytes = hashlib.sha256(), 0
    with out.open("wb") as file:
        for document in generate_documents(templates, vocabularies, n_documents, seed):
            line = json.dumps(document, ensure_ascii=False).encode(errors="replace") + b"\n"
            digest.update(line)
            n_bytes += file.write(line)
    return (
        f"{n_documents} documents, {n_bytes / 1e6:.0f} MB, {len(templates)} templates, languages "
        f"{' '.join(sorted(vocabularies))}, digest {digest.hexdigest()[:16]}"
    )


if __name__ == "__main__":
    main()
