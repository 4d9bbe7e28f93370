"""What the names in the markup say about elements: classes, ids and addresses of links, each as a
set of flags."""

from __future__ import annotations

from enum import IntFlag
from typing import Final

from pagecore._core import NameReader


class Name(IntFlag):
    """What the class or id of an element says."""

    #: A post, a comment, an answer or a review; an opening post.
    POST = 1
    OPENING = 2
    #: The name of an author; a panel with user data; a signature.
    AUTHOR = 4
    PANEL = 8
    SIGNATURE = 16
    #: Notes, votes, buttons and other parts beside the text.
    BESIDE = 32
    DATE = 64
    #: A comment, a reply or an answer.
    REPLY = 128
    #: A note about a change; a quotation; votes or stars; the mark of the accepted answer.
    EDITED = 256
    QUOTE = 512
    SCORE = 1024
    ACCEPTED = 2048
    #: The rank of a user, and the picture.
    RANK = 4096
    AVATAR = 8192


class Address(IntFlag):
    """What the address of a link says; the core reads it (`core/src/threads/addresses.rs`)."""

    PROFILE = 1
    #: The address of a post; it has a number.
    PERMALINK = 2
    #: It begins with `#`.
    FRAGMENT = 4
    #: It names a post in its query only, so that the server looks it up.
    REDIRECT = 8


_WORDS: Final = {
    Name.POST: "post posts comment comments message msg reply answer question review beitrag "
    "postbody posttext postcontent postcontainer postbit postitem postmsg commentbody commenttext "
    "messagetext postmessage blockpost topicpost",
    Name.REPLY: "comment comments reply replies answer commentbody",
    Name.OPENING: "question discussion topic thread opening firstpost original op",
    Name.AUTHOR: "author fn username userlink poster nick nickname byline displayname user creator",
    Name.PANEL: "postprofile userinfo userdetails userpanel userdata userstats userblock authorinfo"
    " avatar sidebar memberinfo authorpane postauthor posterinfo",
    Name.SIGNATURE: "sig signature signatur signatures",
    Name.BESIDE: "edited editedby lastedit lastedited postedit editnote notice like likes thanks "
    "reaction reactions vote votes voting controls actions toolbar buttons button share footer "
    "foot report advert advertisement ad ads adsbygoogle",
    Name.EDITED: "edited editedby lastedit lastedited postedit editnote modified",
    Name.QUOTE: "quote quoted quotebox bbcodequote quoteheader",
    Name.SCORE: "votecount score vote votes points like likes likecount rating karma upvotes",
    Name.ACCEPTED: "accepted acceptedanswer bestanswer solution issolution",
    Name.RANK: "usertitle rank usergroup userrank authorrank role badge",
    Name.AVATAR: "avatar gravatar profilephoto profilepic profileimage userpic",
    Name.DATE: "date time datetime posted published timestamp postdate dateline datum permadate",
}  # fmt: skip
FLAGS: Final[dict[str, int]] = {}
for _flag, _names in _WORDS.items():
    for _name in _names.split():
        FLAGS[_name] = FLAGS.get(_name, 0) | int(_flag)
#: A panel is named by a pair: `user-info`, `author_details`.
PANEL_OF: Final = {"user", "author", "poster", "member", "message", "post", "profile"}
PANEL_PART: Final = {
    "info", "details", "panel", "data", "stats", "card", "box", "cell", "extra", "side", "column",
    "pane", "profile", "user", "avatar",
}  # fmt: skip
#: An element with one of these in its name is beside the author's name.
NO_AUTHOR: Final = {
    "title", "rank", "info", "extra", "posts", "banner", "badge", "stats", "status", "avatar",
    "photo", "role", "group", "details",
}  # fmt: skip
#: An element with one of these in its name is a part of a comment.
NO_REPLY: Final = {
    "meta", "metadata", "author", "header", "head", "footer", "info", "content", "text", "body",
    "form", "count", "actions", "respond", "date", "link", "title", "copy", "avatar",
}  # fmt: skip
#: The words of two names that follow each other count as one word.
READER: Final = NameReader(
    FLAGS,
    (int(Name.PANEL), PANEL_OF, PANEL_PART),
    [(int(Name.REPLY), NO_REPLY), (int(Name.AUTHOR), NO_AUTHOR)],
)
