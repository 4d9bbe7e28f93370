"""The storage manager: the schema of table 4 as XML, validated when it is read."""

from __future__ import annotations

import pytest

from pagecore import Wrapper, learn
from pagecore.errors import WrapperError
from tests.sites.sample_blog import make_entries, make_feed, make_home, make_page

ENTRIES = make_entries(6)


def learn_xml() -> str:
    pages = [make_home(ENTRIES), *map(make_page, ENTRIES)]
    return learn(pages, method="wtm", feed=make_feed(ENTRIES)).xml()


XML = learn_xml()


def test_body_is_the_schema_of_the_paper() -> None:
    assert XML.count("<StalkerRules ") == 2
    for kind in ("Title", "Date", "Link", "Body"):
        assert f'<Data DType="{kind}" use="strings" right="6" of="6">' in XML
    assert '<start>&lt;h2\\ class="title"&gt;\\s*&lt;a\\b[^&gt;]*&gt;</start>' in XML
    assert "<end>&lt;/a&gt;</end>" in XML


WRONG = [
    # old                       new                      message
    ('kind="home"',             'kind="shop"',           "kind='shop': expected one of home"),
    ('language="en"',           'language="§"',          "expected the code of a language"),
    ('entries="6"',             'entries="x"',           "entries='x': expected integer"),
    ('DType="Title"',           'DType="Price"',         "DType='Price': expected one of Title"),
    ('DType="Link"',            'DType="Title"',         "two elements 'Data' have DType='Title'"),
    ('use="strings"',           'use="guess"',           "use='guess': expected one of strings"),
    ("&lt;/a&gt;</end>",        "(a+)+</end>",           "expected 1 to 40 tokens"),
    ("<end>&lt;/a&gt;</end>",   "",                      "must have one 'start' and one 'end'"),
    ("<Signs>",                 "<Signs>x",              "expected hashes of 16"),
    ('rows="article .post"',    'rows="article &gt; x"', "expected steps such as"),
    ('range="no"',              'range="perhaps"',       "range='perhaps': expected one of yes"),
    ('from="unit"',             'from="moon"',           "from='moon': expected one of unit"),
    ('path="#/entry-#.html"',   'path="//"',             "expected a path such as"),
    ("<Form ",                  "<Shape ",               "'Links' has an unknown element 'Shape'"),
    ("<Unit ",                  "<Part ",                "unknown or repeated element 'Part'"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), WRONG)
def test_wrong_rules_are_refused(old: str, new: str, message: str) -> None:
    assert old in XML
    with pytest.raises(WrapperError, match=message):
        Wrapper.read(XML.replace(old, new, 1))


def test_a_wrapper_has_rules() -> None:
    with pytest.raises(WrapperError, match="has 0 elements 'StalkerRules': expected 1 to 10"):
        Wrapper.read('<wrapper version="1" method="wtm" site="" date=""></wrapper>')
    with pytest.raises(WrapperError, match="unknown element 'rules'"):
        Wrapper.read('<wrapper version="1" method="wtm" site="" date=""><rules/></wrapper>')
    empty = '<StalkerRules kind="home" language="" entries="1"></StalkerRules>'
    with pytest.raises(WrapperError, match="has no element 'Data'"):
        Wrapper.read(f'<wrapper version="1" method="wtm" site="" date="">{empty}</wrapper>')
