"""Words of links to other pages of a list, in many languages, for `directions.py`.

Words of five letters and more are beginnings of words; shorter ones, and those with a full stop,
are whole words. In scripts without spaces, all are pieces of a longer text.
"""

from __future__ import annotations

from typing import Final

NEXT: Final = """
    next nächst naechst weiter. suivant siguient seguint següent próxim proxim avançar avanti
    successiv prossim volgend verder następn nastepn dalej kolejn další dalsi následuj
    nasleduj ďalš dál sljedeć sljedec sledeć sledec slijed naslednj următo urmato
    inainte következ kovetkez tovább tovabb seuraav nästa nasta neste næste næsta
    επόμεν επομεν следующ след далее дальше вперёд вперед наступн далі следващ напред
    следећ следн наредна sonrak ileri növbəti keyingi келесі дараах järgmi jargmi nākam
    nākoš kitas toliau sekant hurrengo tjetër tjetra nesaf berikut selanjut lanjut
    seterus susunod inayofuata tiếp sau التالي التالية بعدی بعد اگلا اگلے اگلی הבא הבאה
    הבאים अगला अगली अगले पुढील পরবর্তী পরের அடுத்த తదుపరి അടുത്ത შემდეგ հաջորդ ถัดไป
    ต่อไป បន្ទាប់ ຖັດໄປ နောက် 次へ 次の 次ペ 次頁 次を 下一页 下一頁 下页 下頁 后一页 後一頁 后页 다음
"""

PREVIOUS: Final = """
    previous prev back vorherig vorig zurück zurueck précéd preced anterior indietro
    terug poprzedn wstecz předchoz predchoz předešl predešl predchá zpět späť prethodn
    predhodn prejšnj nazaj înapoi inapoi előző elozo vissza edellin takaisin föregående
    foregående forrige tilbake tilbage tillbaka fyrri προηγούμ προηγουμ предыдущ пред
    назад попередн предишн претходн önceki onceki geri əvvəlki eelmi iepriek ankstesn
    atgal aurreko sebelum kembali trước السابق السابقة قبلی قبل پچھلا הקודם הקודמת
    הקודמים पिछला पिछली मागील পূর্ববর্তী முந்தைய წინა նախորդ ก่อนหน้า មុន 前へ 前の
    前ペ 上一页 上一頁 上页 上頁 前一页 前一頁 이전
"""

OLDER: Final = """
    older älter aelter ancien antigu antig vecchi ouder starsz starší starsi staršie
    starij старые старее старіші ранние по-стари äldre eldre ældre vanhem vanhoj
    eskiler régebbi regebbi vechi παλαιότερ παλιότερ vanema vecāk senesn terdahulu أقدم
    ישנות ישנים เก่ากว่า cũ 過去の 以前の 古い 较早 較早 更早 较旧 지난
"""

NEWER: Final = """
    newer neuer récent recient recent. recenti recentes nuev nieuwer nowsz nowe novějš novejs novije
    новые новее новіші по-нови nyare nyere uudem uusim yeniler újabb ujabb νεότερ
    νεώτερ uuema jaunāk naujesn أحدث חדשות חדשים ใหม่กว่า mới 新しい 较新 較新 更新
    최신
"""

FIRST: Final = """
    first start. begin erste anfang premier début primer primo primeir inicio início
    inizio eerste pierwsz první prvni első ensimmäi första første πρώτη перв начало
    в-начало ilk pertama awal đầu الأولى نخست ראשון แรก 最初 首页 首頁 第一页 처음 맨앞
"""

LAST: Final = """
    last end letzt ende dernier fin últim ultim final. fine laatst einde ostatn koniec
    posledn konec utolsó viimei sista siste sidste τελευταία послед конец останн son
    terakhir akhir cuối الأخيرة آخر אחרון สุดท้าย 最後 末页 末頁 尾页 最后 마지막
"""

#: Words for more entries; whole words.
MORE: Final = """
    more mehr weitere plus más mas mais més più meer więcej wiecej více viac više vise več több mai
    enää lisää fler flera flere mere περισσότερα ещё еще больше більше ще још още daha başka lainnya
    lagi thêm المزيد عرض بیشتر עוד और अधिक เพิ่มเติม もっと さらに 更多 더보기
"""

#: Words for a page, before or after its number; whole words.
PAGE: Final = """
    page p pg seite s pagina página pàgina str strana strona stránka stranica страница
    стр сторінка sida side sivu oldal sayfa halaman laman trang σελίδα صفحة الصفحة صفحه
    עמוד पेज หน้า ページ ページ目 页 頁 페이지 쪽 no nr 第
"""

#: Words beside a direction: the entries of a list, and small words; whole words.
BESIDE: Final = """
    posts entries articles results items stories news records listings beiträge
    einträge artikel ergebnisse meldungen treffer billets résultats actualités entradas
    artículos resultados noticias publicaciones mensajes postagens artigos notícias
    publicações articoli risultati notizie messaggi berichten artikelen resultaten
    nieuws wpisy posty artykuły wyniki strony stránky články příběhy příspěvky výsledky
    príspevky записи статьи новости сообщения посты материалы записів новини inlägg
    innlegg artikler indlæg artiklar artikkelit julkaisut yazılar kayıtlar gönderiler
    sonuçlar bejegyzések cikkek hírek articole postări știri άρθρα αναρτήσεις
    αποτελέσματα σελίδες objave članci posting postingan berita المقالات التدوينات
    المشاركات مقالات مطالب מאמרים פוסטים רשומות bài viết 件 記事一覧 pages the to go
    view show see load all zur zum zu der die das den a à la le les l el los las o os
    as al il lo gli i alla de del des du da do dos plus más mas mais più meno na ke vai
    ver voir charger cargar mostrar carica laden zeigen anzeigen načíst zobrazit pokaż
    hasil lebih lainnya weitere daha へ の を 見る ージ
"""

#: Single things: the next thread or day is not the next page of a list; whole words.
SINGLE: Final = """
    thread topic thema tema sujet argoment onderwerp тема konu wątek téma vlákno tråd
    emne chapter kapitel chapitre capítulo capitolo hoofdstuk глава bölüm day week
    month year tag woche monat jahr jour semaine mois année día semana mes año giorno
    mese anno dag maand jaar день неделя месяц год photo image picture slide video foto
    bild slika фото product produkt produit producto prodotto article artikel beitrag
    artículo artigo articolo artykuł wpis článek статья запись пост yazı entrada
    postagem bericht post entry story billet question lesson episode event project
    issue comment comments kommentar kommentare commentaire commentaires comentario
    comentarios comentários commento commenti reacties комментарии yorum yorumlar game
    match season 記事へ 次の記事 前の記事 投稿 スレ トピ コメント 篇 主题 主題 文章 章
    评论 게시물 댓글 글 기사
"""
