"""What the names in the markup say about elements: classes, ids and addresses of links, each as a
set of flags."""

from __future__ import annotations

import re
from enum import IntFlag
from functools import lru_cache
from itertools import pairwise
from typing import Final


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
    """What the address of a link says."""

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
    Name.AUTHOR: "author username userlink poster nick nickname byline displayname user creator",
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
_FLAGS: Final[dict[str, int]] = {}
for _flag, _names in _WORDS.items():
    for _name in _names.split():
        _FLAGS[_name] = _FLAGS.get(_name, 0) | int(_flag)
#: A panel is named by a pair: `user-info`, `author_details`.
_PANEL_OF: Final = {"user", "author", "poster", "member", "message", "post", "profile"}
_PANEL_PART: Final = {
    "info", "details", "panel", "data", "stats", "card", "box", "cell", "extra", "side", "column",
    "pane", "profile", "user", "avatar",
}  # fmt: skip
#: An element with one of these in its name is beside the author's name.
_NO_AUTHOR: Final = {
    "title", "rank", "info", "extra", "posts", "banner", "badge", "stats", "status", "avatar",
    "photo", "role", "group", "details",
}  # fmt: skip
#: An element with one of these in its name is a part of a comment.
_NO_REPLY: Final = {
    "meta", "metadata", "author", "header", "head", "footer", "info", "content", "text", "body",
    "form", "count", "actions", "respond", "date", "link", "title", "copy", "avatar",
}  # fmt: skip
_PARTS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")

_PROFILE: Final = re.compile(
    r"profil|member|user|personal_pages|author|people|mitglied|membre|usuario|utent|benutzer"
    r"|gebruiker|/u/|/@"
)
#: The same as words of the address.
_PROFILE_WORD: Final = re.compile(
    r"(?:^|[^a-z])(?:profiles?|profil|viewprofile|members?|memberlist|users?|user_info"
    r"|personal_pages|authors?|people|mitglied(?:er)?|membres?|usuarios?|utent[ei]|benutzer"
    r"|gebruikers?)(?:$|[^a-z])|(?:^|/)u/|/@"
)
#: Addresses of posts, which have a number.
_PERMALINK: Final = re.compile(
    r"#\D{0,16}\d+$|posts?[-/=]\d+|(?:^|\W)(?:p|pid|msg|comment|answer)=\d+"
    r"|/(?:comment|answer|a|review)s?/\d+"
)
#: Addresses of actions, such as replying or searching.
_ACTION: Final = re.compile(
    r"quote|reply|report|edit|delete|login|register|share|mailto:|javascript:|search|logout"
    r"|facebook\.|twitter\.|whatsapp|pinterest"
)
_REDIRECT: Final = re.compile(r"(?:^|[^a-z])(?:do=|goto|find|comment=|post=|pid=|id=)")
_DIGIT: Final = re.compile(r"[0-9]")
#: The flags as plain integers, which are faster.
_PANEL, _REPLY, _AUTHOR = int(Name.PANEL), int(Name.REPLY), int(Name.AUTHOR)
_IS_PROFILE, _IS_PERMALINK = int(Address.PROFILE), int(Address.PERMALINK)
_IS_FRAGMENT, _IS_REDIRECT = int(Address.FRAGMENT), int(Address.REDIRECT)


@lru_cache(1 << 14)
def read_name(value: str) -> int:
    """Return what a class or an id says about its element, as flags of `Name`."""
    parts = [part.lower() for part in _PARTS.findall(value)]
    flags = 0
    for part in parts:
        flags |= _FLAGS.get(part, 0)
    for first, second in pairwise(parts):
        if first in _PANEL_OF and second in _PANEL_PART:
            flags |= _PANEL
        flags |= _FLAGS.get(first + second, 0)
    if flags & _REPLY and not _NO_REPLY.isdisjoint(parts):
        flags &= ~_REPLY
    if flags & _AUTHOR and not _NO_AUTHOR.isdisjoint(parts):
        flags &= ~_AUTHOR
    return flags


def read_address(value: str) -> int:
    """Return what the address of a link says, as flags of `Address`."""
    lowered = value.lower()
    has_digit = _DIGIT.search(lowered) is not None
    is_profile = _PROFILE.search(lowered) and _PROFILE_WORD.search(lowered)
    is_permalink = has_digit and _PERMALINK.search(lowered)
    flags = _IS_FRAGMENT if lowered.startswith("#") else 0
    if not (is_profile or is_permalink) or _ACTION.search(lowered):
        return flags
    if is_profile:
        flags |= _IS_PROFILE
    if is_permalink:
        flags |= _IS_PERMALINK
        query, _, fragment = lowered.partition("?")[2].partition("#")
        if query and not fragment and _REDIRECT.search(query):
            flags |= _IS_REDIRECT
    return flags
