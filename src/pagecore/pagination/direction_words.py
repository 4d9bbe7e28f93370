"""Words and signs by which links lead to other pages of a list, in many languages."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from pagecore.page.numbers import parse_number

#: Length limit of a label, in characters; longer texts are titles.
MAX_LABEL: Final = 40


class Direction(Enum):
    """Where a link leads, by its label or class."""

    NEXT = "next"
    PREVIOUS = "previous"
    #: Older entries follow in a list, newer ones precede.
    OLDER = "older"
    NEWER = "newer"
    FIRST = "first"
    LAST = "last"

    @property
    def is_forward(self) -> bool:
        """Whether the link leads to the next page."""
        return self in (Direction.NEXT, Direction.OLDER)

    @property
    def is_back(self) -> bool:
        """Whether the link leads to the previous page."""
        return self in (Direction.PREVIOUS, Direction.NEWER)


#: Beginnings of words. A beginning of fewer than five letters is a whole word, except in scripts
#: that are written without spaces.
_STEMS: Final = {
    Direction.NEXT: (
        "next nächst naechst suivant siguient seguint següent próxim proxim avançar "
        "avanti successiv prossim volgend verder następn nastepn dalej kolejn další dalsi následuj "
        "nasleduj ďalš dál sljedeć sljedec sledeć sledec slijed naslednj următo urmato inainte "
        "következ kovetkez tovább tovabb seuraav nästa nasta neste næste næsta επόμεν επομεν "
        "следующ след далее дальше вперёд вперед наступн далі следващ напред следећ следн наредна "
        "sonrak ileri növbəti keyingi келесі дараах järgmi jargmi nākam nākoš kitas toliau sekant "
        "hurrengo tjetër tjetra nesaf berikut selanjut lanjut seterus susunod inayofuata tiếp "
        "التالي التالية بعدی بعد اگلا اگلے اگلی הבא הבאה הבאים अगला अगली अगले पुढील পরবর্তী পরের அடுத்த "
        "తదుపరి അടുത്ത შემდეგ հաջորդ ถัดไป ต่อไป បន្ទាប់ ຖັດໄປ နောက် 次 下一页 下一頁 下页 下頁 后一页 "
        "後一頁 后页 다음"
    ),
    Direction.PREVIOUS: (
        "previous prev back vorherig vorig zurück zurueck précéd preced anterior indietro terug "
        "poprzedn wstecz předchoz predchoz předešl predešl predchá zpět späť prethodn predhodn "
        "prejšnj nazaj înapoi inapoi előző elozo vissza edellin takaisin föregående foregående "
        "forrige tilbake tilbage tillbaka fyrri προηγούμ προηγουμ предыдущ пред назад попередн "
        "предишн претходн önceki onceki geri əvvəlki eelmi iepriek ankstesn atgal aurreko "
        "sebelum kembali trước السابق السابقة قبلی قبل پچھلا הקודם הקודמת הקודמים पिछला पिछली मागील "
        "পূর্ববর্তী முந்தைய წინა նախորդ ก่อนหน้า មុន 前へ 前の 前ペ 上一页 上一頁 上页 上頁 前一页 前一頁 이전"
    ),
    Direction.OLDER: (
        "older älter aelter ancien antigu antig vecchi ouder starsz starší starsi staršie "
        "starij старые старее старіші ранние по-стари äldre eldre ældre vanhem vanhoj eskiler "
        "régebbi regebbi vechi παλαιότερ παλιότερ vanema vecāk senesn terdahulu أقدم ישנות ישנים "
        "เก่ากว่า cũ 過去の 以前の 古い 较早 較早 更早 较旧 지난"
    ),
    Direction.NEWER: (
        "newer neuer récent recient recent nuev nieuwer nowsz nowe novějš novejs novije новые новее "
        "новіші по-нови nyare nyere uudem uusim yeniler újabb ujabb νεότερ νεώτερ uuema jaunāk "
        "naujesn أحدث חדשות חדשים ใหม่กว่า mới 新しい 较新 較新 更新 최신"
    ),
    Direction.FIRST: (
        "first start begin erste anfang premier début primer primo primeir inicio início inizio "
        "eerste pierwsz první prvni első első ensimmäi första første πρώτη перв начало в-начало "
        "ilk pertama awal đầu الأولى نخست ראשון แรก 最初 首页 首頁 第一页 처음 맨앞"
    ),
    Direction.LAST: (
        "last end letzt ende dernier fin últim ultim final fine laatst einde ostatn koniec posledn "
        "konec utolsó viimei sista siste sidste τελευταία послед конец останн last son terakhir "
        "akhir cuối الأخيرة آخر אחרון สุดท้าย 最後 末页 末頁 尾页 最后 마지막"
    ),
}  # fmt: skip

#: Words for a page, before or after its number.
_PAGE: Final = frozenset(
    "page p pg seite s pagina página pàgina str strana strona stránka stranica страница стр "
    "сторінка sida side sivu oldal sayfa halaman laman trang σελίδα صفحة الصفحة صفحه עמוד दिन पेज "
    "หน้า ページ ページ目 页 頁 페이지 쪽 no nr 第".split()
)  # fmt: skip

#: Words that may stand beside a direction: for entries, and small words.
_PLAIN: Final = _PAGE | frozenset(
    "posts entries articles results items stories news records listings "
    "beiträge einträge artikel ergebnisse meldungen treffer articles billets résultats actualités "
    "entradas artículos resultados noticias publicaciones mensajes postagens artigos notícias "
    "publicações articoli risultati notizie messaggi berichten artikelen resultaten nieuws wpisy "
    "posty artykuły wyniki strony stránky články příběhy příspěvky výsledky príspevky записи статьи "
    "новости сообщения посты материалы записів новини inlägg innlegg artikler indlæg artiklar "
    "artikkelit julkaisut yazılar kayıtlar gönderiler sonuçlar bejegyzések cikkek hírek articole "
    "postări știri άρθρα αναρτήσεις αποτελέσματα σελίδες objave članci posting postingan berita "
    "المقالات التدوينات المشاركات مقالات مطالب מאמרים פוסטים רשומות bài viết 件 記事一覧 pages "
    "the to go view show see load all "
    "zur zum zu der die das den a à la le les l el los las o os as al il lo gli i alla de del des "
    "du da do dos das plus más mas mais più meno na ke vai ver voir charger cargar mostrar carica "
    "laden zeigen anzeigen načíst zobrazit pokaż na hasil lebih lainnya weiter weitere daha "
    "へ の ペ ージ".split()
)  # fmt: skip

#: Beginnings of words for single things: the next thread or day is not the next page of a list.
_SINGLE: Final = (
    "thread topic thema tema sujet argoment onderwerp тема konu wątek téma vlákno tråd emne "
    "chapter kapitel chapitre capítulo capitolo hoofdstuk глава bölüm "
    "day week month year tag woche monat jahr jour semaine mois année día semana mes año giorno "
    "mese anno dag maand jaar день неделя месяц год "
    "photo image picture slide video foto bild slika фото product produkt produit producto prodotto "
    "article artikel beitrag artículo artigo articolo artykuł wpis článek статья запись пост yazı "
    "entrada postagem bericht post entry story billet question lesson episode event project issue "
    "comment comments kommentar kommentare commentaire commentaires comentario comentarios "
    "comentários commento commenti reacties комментарии yorum yorumlar game match season "
    "記事へ 次の記事 前の記事 投稿 スレ トピ コメント 篇 主题 主題 文章 章 评论 게시물 댓글 글 기사"
).split()  # fmt: skip

#: Characters of arrows, by direction.
_RIGHT: Final = frozenset(">›»→▶►❯⟩≫＞➔➜➡⇒→▸⟶")
_LEFT: Final = frozenset("<‹«←◀◄❮⟨≪＜⬅⇐◂⟵")
_EDGE: Final = frozenset("|¦⏭⏮")
#: A word, or a run of an unspaced script.
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SHORT: Final = 5


def _split_stems(text: str) -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """Split stems into whole words, beginnings of words, and pieces of unspaced scripts."""
    stems = text.split()
    unspaced = tuple(stem for stem in stems if _is_unspaced(stem))
    spaced = [stem for stem in stems if not _is_unspaced(stem)]
    return (
        frozenset(spaced),
        tuple(stem for stem in spaced if len(stem) >= _SHORT),
        unspaced,
    )


def _is_unspaced(stem: str) -> bool:
    return "\u0e00" <= stem[0] <= "\u0eff" or "\u1000" <= stem[0] <= "\u109f" or (
        "\u1780" <= stem[0] <= "\u17ff" or "\u3040" <= stem[0] <= "\u9fff" or stem[0] >= "\uac00"
    )


_MATCHERS: Final = {direction: _split_stems(text) for direction, text in _STEMS.items()}


def read_direction(label: str) -> Direction | None:
    """Read the direction from the label of a link; None for titles and other texts."""
    label = label.strip()
    if not label or len(label) > MAX_LABEL:
        return None
    words = _WORD.findall(label.casefold())
    if not words:
        return _read_arrow(label)
    if len(words) > _MAX_WORDS:
        return None
    for direction in _ORDER:
        if _has_word(words, direction):
            return direction
    return None


#: Labels have at most so many words.
_MAX_WORDS: Final = 5
#: A label may have two of them: "first page" is no next page, "older" outweighs "previous".
_ORDER: Final = (
    Direction.OLDER,
    Direction.NEWER,
    Direction.NEXT,
    Direction.PREVIOUS,
    Direction.LAST,
    Direction.FIRST,
)


def _has_word(words: list[str], direction: Direction) -> bool:
    whole, beginnings, unspaced = _MATCHERS[direction]
    return any(
        word in whole
        or word.startswith(beginnings)
        or (bool(unspaced) and any(piece in word for piece in unspaced))
        for word in words
    )


def _read_arrow(label: str) -> Direction | None:
    """Read a label of signs alone: an arrow, or an arrow at an edge for the first or last page."""
    signs = {sign for sign in label if not sign.isspace()}
    is_edge = bool(signs & _EDGE)
    arrows = signs - _EDGE
    if arrows and arrows <= _RIGHT:
        return Direction.LAST if is_edge else Direction.NEXT
    if arrows and arrows <= _LEFT:
        return Direction.FIRST if is_edge else Direction.PREVIOUS
    return None


def is_exact_label(label: str) -> bool:
    """Whether all words of a label are words for directions, pages and entries of lists."""
    words = _WORD.findall(label.casefold())
    return not any(_is_single(word) for word in words) and all(
        word in _PLAIN or any(_has_word([word], direction) for direction in Direction)
        for word in words
    )


_SINGLE_WHOLE: Final = frozenset(_SINGLE)
_SINGLE_PIECES: Final = tuple(stem for stem in _SINGLE if _is_unspaced(stem))


def _is_single(word: str) -> bool:
    return word in _SINGLE_WHOLE or any(piece in word for piece in _SINGLE_PIECES)


#: Signs around a page number; no currency, percent or plus.
_SIGNS: Final = r"[\s\[\](){}.,:·•|<>‹›«»…–—-]*"
_NUMBER_LABEL: Final = re.compile(
    rf"{_SIGNS}([^\W\d_]*){_SIGNS}(\d{{1,5}}){_SIGNS}([^\W\d_]*){_SIGNS}"
)


def read_page_number(label: str) -> int | None:
    """Read a page number: `2`, `[2]`, `Page 2`, `第2页`; None for other texts."""
    if len(label) > MAX_LABEL:
        return None
    match = _NUMBER_LABEL.fullmatch(label)
    if match is None or not all(not word or word.casefold() in _PAGE for word in match.group(1, 3)):
        return None
    return parse_number(match[2])


#: Words in classes and ids, which style sheets use in pages of all languages.
_CLASS_WORD: Final = re.compile(
    r"(?<![a-z])(next|prev(?:ious)?|older|newer|first|last)(?![a-z]|$)"
    r"|(?<![a-z])(next|prev(?:ious)?|older|newer|first|last)"
    r"(?=$|page|posts?(?![a-z])|link|btn|button)",
    re.IGNORECASE,
)
_PAGER_CLASS: Final = re.compile(
    r"pag(?:er|inat|ing|enav|inav|e-?num|e-?nav|e-?link)|nav-?links|posts?-navigation|multipage"
    r"|prev_?next|older|newer",
    re.IGNORECASE,
)


_CURRENT_CLASS: Final = re.compile(
    r"(?<![a-z])(?:active|curr(?:ent)?|selected|highlight|this-?page|disabled)(?![a-z])", re.IGNORECASE
)


def read_class_direction(value: str) -> Direction | None:
    """Read the direction from a class or id; None if it names none, or two."""
    names = {(match[1] or match[2]).lower() for match in _CLASS_WORD.finditer(value)}
    names = {"previous" if name == "prev" else name for name in names}
    return Direction(names.pop()) if len(names) == 1 else None


def is_current_class(value: str) -> bool:
    """Whether a class is that of the current page among numbered ones."""
    return _CURRENT_CLASS.search(value) is not None


def is_pager_class(value: str) -> bool:
    """Whether a class or id is that of links to pages."""
    return _PAGER_CLASS.search(value) is not None
