"""Threads written for the project: one page for each thing that forums, question pages, comments
and reviews do, with the posts that must come out."""

from __future__ import annotations

from typing import Any, NamedTuple


class ThreadPage(NamedTuple):
    """A page, and what its posts must have, in order: the fields by name, and `text`."""

    shows: str
    html: str
    posts: list[dict[str, Any]]


MENU = (
    "<nav><ul><li><a href=/>Home</a><li><a href=/forum>Forum</a><li><a href=/faq>FAQ</a></ul></nav>"
)
SIMILAR = (
    "<div class=similar><h3>Similar threads</h3><ul>"
    + "".join(
        f"<li><a href=/t/{n}>A thread about tides and boats number {n}</a> <i>{n} May 2020</i>"
        for n in range(1, 7)
    )
    + "</ul></div>"
)
ONE = "When does the ferry leave the harbour on Sundays in winter?"
TWO = "It leaves at nine, and at ten if the tide is too low for the bar."
THREE = "Thank you both, we took the early boat and it was on time."
FOUR = "The timetable changes in March, so look at the board before you go."


def write_post(name: str, text: str, number: int, **parts: str) -> str:
    """Write a post as common forum software does."""
    day = parts.get("day", f"{number} May 2020 at 10:0{number}")
    return (
        f"<div class=post id=post{number}>{parts.get('panel', '')}"
        f"<div class=head><a class=username href=/members/{name.lower()}.1/>{name}</a> "
        f"<a href=/t/ferry/#post{number}><span class=date>{day}</span></a> <b>#{number}</b></div>"
        f"<div class=content>{text}</div>{parts.get('foot', '')}</div>"
    )


def write_page(*posts: str, before: str = "", after: str = "") -> str:
    """Write a page around posts."""
    thread = f"<div class=thread>{''.join(posts)}</div>"
    return f"<title>Ferry on Sundays</title>{MENU}<main>{before}{thread}{after}</main>{SIMILAR}"


def list_posts(*texts: str) -> list[dict[str, Any]]:
    """The posts of three users with these texts."""
    names = ("Ada", "Bob", "Cleo", "Dan")
    return [{"author": name, "text": text} for name, text in zip(names, texts, strict=False)]


def write_three(**parts: Any) -> str:
    """A thread of three posts; `foot2` is the foot of the second post."""
    own = {n: {k[:-1]: v for k, v in parts.items() if k.endswith(str(n))} for n in (1, 2, 3)}
    page = {k: v for k, v in parts.items() if k in ("before", "after")}
    texts = (parts.get("text1", ONE), parts.get("text2", TWO), parts.get("text3", THREE))
    written = [
        write_post(name, text, n, **{k: v for k, v in own[n].items() if k != "text"})
        for n, name, text in zip((1, 2, 3), ("Ada", "Bob", "Cleo"), texts, strict=True)
    ]
    return write_page(*written, **page)


AD = "<div class=advert><b>Advertisement</b> New boats for little money, only in our shop</div>"
PANEL = (
    "<div class=userinfo><img class=avatar src=/a/{0}.png><div class=usertitle>{1}</div><dl>"
    "<dt>Joined:</dt><dd>3 Jan 2010</dd><dt>Location:</dt><dd>Harbour town</dd>"
    "<dt>Posts:</dt><dd>1,234</dd></dl></div>"
)
POLL = (
    "<div class=poll><h3>Which boat do you take?</h3><ul><li>The early one: 12 votes"
    "<li>The late one: 3 votes</ul></div>"
)
SPOILER = "<details><summary>Spoiler</summary>The captain never leaves on time.</details>"
COMMENT = (
    "<li class=comment id=c{0}><span class=user>{1}</span> <time>{0} May 2020</time><p>{2}</p>{3}"
    "</li>"
)
REVIEW = (
    "<div itemprop=review itemscope itemtype=http://schema.org/Review>"
    "<span itemprop=author>{0}</span> <meta itemprop=datePublished content={1}>"
    "<span itemprop=reviewRating itemscope><meta itemprop=ratingValue content={2}></span>"
    "<p itemprop=reviewBody>{3}</p></div>"
)
ANSWER = (
    "<div class='answer {4}' id=answer-{0} itemprop=suggestedAnswer itemscope "
    "itemtype=https://schema.org/Answer><div class=vote itemprop=upvoteCount>{1}</div>"
    "<div class=prose itemprop=text><p>{2}</p></div>"
    "<div class=author><time>{0} May 2020</time> <a href=/users/{0}/x>{3}</a></div>"
    "<ul class=comments>{5}</ul></div>"
)
REMARK = (
    "<li class=comment><span class=comment-copy>{0}</span> <a href=/users/9/y>{1}</a> "
    "<span class=date>6 May 2020</span></li>"
)
QUESTION = (
    "<div id=question class=question itemscope itemtype=https://schema.org/Question>"
    "<div class=vote itemprop=upvoteCount>7</div><div class=prose itemprop=text><p>{0}</p></div>"
    "<div class=author><time>1 May 2020</time> <a href=/users/1/x>Ada</a></div></div>"
)


def write_signature(action: str, day: str, name: str, *, is_author: bool) -> str:
    """Who wrote or changed a post of a question page, and when."""
    item = "itemprop=author itemscope itemtype=https://schema.org/Person" if is_author else ""
    return (
        f"<div class=post-signature><div class=user-info><div class=user-action-time>{action} "
        f"<span class=relativetime>{day}</span></div><div class=user-details {item}>"
        f"<a href=/users/{len(name)}/{name.lower()}>{name}</a></div></div></div>"
    )


def write_remarks(number: int, *remarks: tuple[str, str]) -> str:
    """The comments on a question or an answer."""
    items = "".join(
        f"<li id=comment-{number}{at} class=comment itemprop=comment itemscope "
        f"itemtype=https://schema.org/Comment><span class=comment-copy itemprop=text>{text}</span> "
        f"<div class=comment-by itemprop=author>– <a href=/users/{at}/y>{name}</a></div> "
        f"<div itemprop=datePublished>{at} June 2020</div></li>"
        for at, (name, text) in enumerate(remarks, 7)
    )
    return f"<div id=comments-{number} class=comments><ul class=comments-list>{items}</ul></div>"


def write_answer(number: int, text: str, signatures: str, remarks: str, kind: str) -> str:
    """A question, or an answer to it, as sites with votes write them."""
    item = (
        ""
        if kind == "question"
        else (f"itemprop={kind} itemscope itemtype=https://schema.org/Answer")
    )
    name = "question" if kind == "question" else "answer"
    return (
        f"<div id={name}-{number} class={name} {item}><div class=post-layout>"
        f"<div class=votecell><div class=js-vote-count itemprop=upvoteCount>{number}</div>"
        "<div class='js-accepted-answer-indicator d-none'>✓</div>"
        f"<button id=upvote-btn-{number}>Up</button>"
        f"<a href=/posts/{number}/timeline title='Show activity'></a></div>"
        f"<div class={name}cell><div class=prose itemprop=text><p>{text}</p></div>"
        f"<div class=foot><a href=/a/{number}>Share</a>{signatures}</div></div>"
        f"{remarks}</div></div>"
    )  # fmt: skip


LISTS = "".join(
    f"<ul>{''.join(f'<li>{text} {FOUR} {number}' for text in (ONE, TWO, THREE))}</ul>"
    for number in range(4)
)
SITE_OF_QUESTIONS = (
    "<h1>Ferry on Sundays</h1><div itemprop=mainEntity itemscope "
    "itemtype=https://schema.org/Question>"
    + write_answer(
        41, ONE,
        write_signature("edited", "3 May 2020 at 9:05", "Zoe", is_author=False)
        + write_signature("asked", "1 May 2020 at 9:00", "Ada", is_author=True),
        write_remarks(41, ("Eve", "Which harbour do you mean?"), ("Ada", "The northern one.")),
        "question",
    )
    + "<div id=answers>"
    + write_answer(
        42, TWO,
        write_signature("edited", "4 May 2020 at 9:07", "Zoe", is_author=False)
        + write_signature("answered", "2 May 2020 at 9:02", "Bob", is_author=True),
        write_remarks(42, ("Eve", "Are you sure about the bar?")), "suggestedAnswer",
    )
    + write_answer(
        43, THREE, write_signature("answered", "5 May 2020 at 9:03", "Cleo", is_author=True), "",
        "acceptedAnswer",
    )
    + "</div></div>"
)  # fmt: skip

PAGES = [
    ThreadPage("three posts", write_three(), [
        {"author": "Ada", "author_link": "/members/ada.1/", "date": "1 May 2020 at 10:01",
         "published": "2020-05-01T10:01", "link": "/t/ferry/#post1", "number": 1, "text": ONE},
        {"author": "Bob", "text": TWO}, {"author": "Cleo", "text": THREE}]),
    ThreadPage(
        "quotations: attributed, nested, and of a post on another page",
        write_three(
            text2=f"<blockquote class=quote><a href=#post1>Ada wrote:</a> {ONE}</blockquote>{TWO}",
            text3=f"<blockquote class=quote>Bob wrote: <blockquote>Ada wrote: {ONE}</blockquote>"
            f"{TWO}</blockquote>{THREE}<blockquote class=quote><a href=/t/ferry/page-9#post99>"
            f"Zoe wrote:</a> The boat sank.</blockquote>"),
        [{"author": "Ada", "reply_to": None},
         {"author": "Bob", "reply_to": 0, "text": f"Ada wrote: {ONE}\n{TWO}"},
         {"author": "Cleo", "reply_to": 1}]),
    ThreadPage("signatures", write_three(
        foot1="<div class=signature>Sailing since 1999, by all winds</div>",
        text2=f"{TWO}<div class=sig>My boat is my castle</div>"), list_posts(ONE, TWO, THREE)),
    ThreadPage("user panels", write_three(
        panel1=PANEL.format(1, "Captain"), panel2=PANEL.format(2, "Mate"),
        panel3=PANEL.format(3, "Cook")),
        [{"author": "Ada", "text": ONE, "avatar": "/a/1.png", "rank": "Captain",
          "joined": "3 Jan 2010", "location": "Harbour town", "post_count": 1234,
          "date": "1 May 2020 at 10:01"},
         {"author": "Bob", "text": TWO, "rank": "Mate"}, {"author": "Cleo", "text": THREE}]),
    ThreadPage("advertisements between posts", write_page(
        write_post("Ada", ONE, 1), AD, write_post("Bob", TWO, 2), AD, write_post("Cleo", THREE, 3)),
        list_posts(ONE, TWO, THREE)),
    ThreadPage("an opening post in another layout", write_page(
        write_post("Bob", TWO, 2), write_post("Cleo", THREE, 3),
        before=f"<section class=topic-question><h1>Ferry on Sundays</h1><p class=author>"
        f"<a href=/members/ada.1/>Ada</a>, <time>1 May 2020</time></p>"
        f"<div class=question-text><p>{ONE}</p></div></section>"),
        [{"author": "Ada", "date": "1 May 2020"}, {"author": "Bob", "text": TWO},
         {"author": "Cleo", "text": THREE}]),
    ThreadPage("nested replies", "<ul class=comments>" + COMMENT.format(1, "Ada", ONE,
        "<ul>" + COMMENT.format(2, "Bob", TWO, "<ul>" + COMMENT.format(3, "Cleo", THREE, "")
        + "</ul>") + "</ul>") + COMMENT.format(4, "Dan", FOUR, "") + "</ul>",
        [{"author": "Ada", "text": ONE}, {"author": "Bob", "text": TWO, "reply_to": 0},
         {"author": "Cleo", "text": THREE, "reply_to": 1},
         {"author": "Dan", "text": FOUR, "reply_to": None}]),
    ThreadPage("a thread of one post", write_page(write_post("Ada", ONE, 1)),
               list_posts(ONE)),
    ThreadPage("a pinned post that is shown twice", write_page(
        write_post("Bob", TWO, 2), write_post("Ada", ONE, 1), write_post("Bob", TWO, 2),
        write_post("Cleo", THREE, 3)),
        [{"author": "Bob", "text": TWO}, {"author": "Ada", "text": ONE},
         {"author": "Cleo", "text": THREE}]),
    ThreadPage("a note about a change", write_three(
        text2=f"{TWO}<p class=edited>Last edited by Bob; 3 May 2020 at 11:00.</p>"),
        [{"text": ONE, "edited": None},
         {"text": TWO, "edited": "Last edited by Bob; 3 May 2020 at 11:00.",
          "date": "2 May 2020 at 10:02"}, {"text": THREE}]),
    ThreadPage("a poll above the posts", write_three(before=POLL), list_posts(ONE, TWO, THREE)),
    ThreadPage("attachments", write_three(
        foot2="<div class=attachments><a href=/files/7>boat.jpg</a> (30 kB, 12 views)</div>"),
        list_posts(ONE, TWO, THREE)),
    ThreadPage("spoilers", write_three(text2=f"{TWO}{SPOILER}"),
               list_posts(ONE, f"{TWO}\nSpoiler\nThe captain never leaves on time.", THREE)),
    ThreadPage("code", write_three(text2=f"{TWO}<pre><code>tide = 1\nprint(tide)</code></pre>"),
               list_posts(ONE, f"{TWO}\ntide = 1 print(tide)", THREE)),
    ThreadPage("a deleted post", write_page(
        write_post("Ada", ONE, 1),
        "<div class=post id=post2><em>This post was deleted by a moderator.</em></div>",
        write_post("Cleo", THREE, 3), write_post("Dan", FOUR, 4)),
        [{"author": "Ada", "text": ONE}, {"author": "Cleo", "text": THREE},
         {"author": "Dan", "text": FOUR}]),
    ThreadPage("a page of a longer thread", write_three(
        before="<div class=pages><a href=?p=1>1</a> <b>2</b> <a href=?p=3>3</a></div>",
        after="<div class=pages><a href=?p=1>1</a> <b>2</b> <a href=?p=3>3</a></div>"),
        list_posts(ONE, TWO, THREE)),
    ThreadPage("comments below an article",
        f"{MENU}<article itemscope itemtype=https://schema.org/NewsArticle><h1>The ferry</h1>"
        f"<p class=byline><a href=/authors/zoe>Zoe</a> <time>1 May 2020</time></p>"
        f"<p>{FOUR} {FOUR}</p><p>{TWO} {THREE}</p><p>{FOUR}</p></article>"
        "<section class=comments><ul>"
        + "".join(COMMENT.format(n, name, text, "") for n, name, text in (
            (2, "Ada", ONE), (3, "Bob", TWO), (4, "Cleo", THREE))) + "</ul></section>",
        list_posts(ONE, TWO, THREE)),
    ThreadPage("reviews of a shop",
        "<h1>Rubber boat</h1><p>A boat for two.</p><div class=reviews>"
        + REVIEW.format("Ada", "2020-05-01", 5, "It floats very well, and the children love it.")
        + REVIEW.format("Bob", "2020-05-02", 2, "It has a hole after one week on the lake.")
        + REVIEW.format("Cleo", "2020-05-03", 4, "Good for the money, but the paddle is short.")
        + "</div>",
        [{"author": "Ada", "score": 5.0, "published": "2020-05-01",
          "text": "It floats very well, and the children love it."},
         {"author": "Bob", "score": 2.0}, {"author": "Cleo", "score": 4.0}]),
    ThreadPage("a question with answers, and comments on an answer",
        f"<h1>Ferry on Sundays</h1>{QUESTION.format(ONE)}<div id=answers>"
        + ANSWER.format(2, 12, TWO, "Bob", "accepted-answer",
                        REMARK.format("Are you sure about the bar?", "Eve"))
        + ANSWER.format(3, 3, THREE, "Cleo", "", "") + "</div>",
        [{"author": "Ada", "text": ONE, "score": 7.0},
         {"author": "Bob", "text": TWO, "score": 12.0, "accepted": True},
         {"author": "Eve", "text": "Are you sure about the bar?", "reply_to": 1,
          "date": "6 May 2020"},
         {"author": "Cleo", "text": THREE, "score": 3.0, "accepted": None}]),
    ThreadPage("editors beside authors, and comments on the question and on answers",
        SITE_OF_QUESTIONS,
        [{"author": "Ada", "date": "1 May 2020 at 9:00", "text": ONE, "link": "/a/41",
          "edited": "edited 3 May 2020 at 9:05 Zoe", "accepted": None},
         {"author": "Eve", "text": "Which harbour do you mean?", "reply_to": 0,
          "link": "#comment-417"},
         {"author": "Ada", "text": "The northern one.", "reply_to": 0},
         {"author": "Bob", "date": "2 May 2020 at 9:02", "text": TWO, "reply_to": None,
          "link": "/a/42", "accepted": None},
         {"author": "Eve", "text": "Are you sure about the bar?", "reply_to": 3},
         {"author": "Cleo", "date": "5 May 2020 at 9:03", "text": THREE, "accepted": True}]),
    ThreadPage("a title with its author and date, which is no post",
        write_page(write_post("Ada", ONE, 1), write_post("Bob", TWO, 2),
                   before="<div class=thread-header><h1>When does the ferry leave on Sundays?</h1>"
                   "<div class=meta>By <a href=/members/ada.1/>Ada</a>, <time>1 May 2020</time> in "
                   "<a href=/forum/boats>Boats</a></div></div>"),
        list_posts(ONE, TWO)),
    ThreadPage("a note about a change beside the date of the post",
        write_page(*(
            f"<div class=post id=p{n}><a href=/u/{name}>{name}</a><div class=content>{text}</div>"
            f"<div class=line><span>{n} May 2020</span> . Edited by Zoe, <span>{n} June 2020</span>"
            "</div></div>"
            for n, name, text in ((1, "Ada", ONE), (2, "Bob", TWO), (3, "Cleo", THREE)))),
        [{"author": "Ada", "date": "1 May 2020", "text": ONE,
          "edited": "Edited by Zoe, 1 June 2020"}, {"author": "Bob", "text": TWO},
         {"author": "Cleo", "text": THREE}]),
    ThreadPage("two comments below a long article with lists, with ages and a label at their end",
        f"<article class=post id=post-9><h1>Tides</h1>{LISTS}</article><div class=comments>"
        + "".join(
            f"<div class=comment id=comment-{n}><a href=/@{name.lower()}>{name}</a> "
            f"<a href=/p/tides/comment/{n}>{n}d</a><div class=comment-body><p>{text}</p></div>"
            "<div class=toggle>Expand full comment</div></div>"
            for n, name, text in ((2, "Ada", ONE), (3, "Bob", TWO)))
        + "</div>",
        [{"author": "Ada", "date": "2d", "published": "2020-05-02", "text": ONE},
         {"author": "Bob", "date": "3d", "text": TWO}]),
    ThreadPage("a comment and a reply inside it, and nothing else",
        f"<article class=post id=post-9><h1>Tides</h1><p>{FOUR}</article><ol class=comment-list>"
        f"<li class='comment even' id=comment-1><b class=fn>Ada</b> <time>1 May 2020</time><p>{ONE}"
        f"<ul class=children><li class='comment odd' id=comment-2><b class=fn>Bob</b> "
        f"<time>2 May 2020</time><p>{TWO}</ul></ol>",
        [{"author": "Ada", "text": ONE}, {"author": "Bob", "text": TWO, "reply_to": 0}]),
    ThreadPage("initials in place of pictures, and the name beside the date",
        "<h2>Reviews</h2>" + "".join(
            f"<div class=review><div class=picture>{name[0]}</div><h3>{title}</h3>"
            f"<span class=review-author>{name} 0{n}.05.2020</span><div class=review-text>{text}"
            "</div></div>"
            for n, name, title, text in ((1, "ada_1", "Good boat", ONE), (2, "bob", "Slow", TWO),
                                         (3, "Cleo C", "On time", THREE))),
        [{"author": "ada_1", "date": "01.05.2020", "text": ONE},
         {"author": "bob", "date": "02.05.2020"}, {"author": "Cleo C"}]),
    ThreadPage("relative dates", write_three(day1="3 hours ago", day2="2 hours ago",
                                             day3="5 minutes ago"),
        [{"date": "3 hours ago", "published": "2020-05-04T09:00"},
         {"date": "2 hours ago", "published": "2020-05-04T10:00"},
         {"date": "5 minutes ago", "published": "2020-05-04T11:55"}]),
    ThreadPage("dates in German, relative and absolute", write_three(
        day1="1. März 2020, 10:30 Uhr", day2="vor 2 Tagen", day3="Gestern, 12:30"),
        [{"date": "1. März 2020, 10:30 Uhr", "published": "2020-03-01T10:30"},
         {"date": "vor 2 Tagen", "published": "2020-05-02"},
         {"date": "Gestern, 12:30", "published": "2020-05-03T12:30"}]),
    ThreadPage("dates without a year", write_three(day1="March 30", day2="April 2",
                                                   day3="December 24"),
        [{"published": "2020-03-30"}, {"published": "2020-04-02"},
         {"published": "2019-12-24"}]),
    ThreadPage("anonymous users", write_page(*(
        f"<div class=post id=p{n}><div class=head><span class=author>{name}</span> "
        f"<span class=date>{n} May 2020</span></div><div class=content>{text}</div></div>"
        for n, name, text in ((1, "Guest", ONE), (2, "Anonymous", TWO), (3, "Guest", THREE)))),
        [{"author": "Guest", "author_link": None, "text": ONE}, {"author": "Anonymous"},
         {"author": "Guest"}]),
    ThreadPage("author and date in a table row of their own",
        "<table class=thread>" + "".join(
            f"<tr><td class=bold><a name={n}></a><a href=/u/{name}>{name}</a>: {n} May 2020<tr>"
            f"<td class=text id=pb{n}>{text}"
            for n, name, text in ((11, "Ada", ONE), (12, "Bob", TWO), (13, "Cleo", THREE)))
        + "</table>",
        [{"author": "Ada", "date": "11 May 2020", "text": ONE, "link": "#11"},
         {"author": "Bob", "date": "12 May 2020", "text": TWO},
         {"author": "Cleo", "text": THREE}]),
]  # fmt: skip
