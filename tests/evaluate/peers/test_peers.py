"""The peers: which there are, which can run here, and that each reads a page."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore.cli import pagecore
from pagecore.corpora.corpus import Gold, Item
from pagecore.errors import BadOption, NeedsExtra
from pagecore.evaluate import peers
from pagecore.evaluate.peers import Peer, PeerResult, isolate, recorded

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "src" / "pagecore" / "evaluate" / "peers"

NAMES = [
    "trafilatura", "rs-trafilatura", "resiliparse", "readability-lxml", "justext", "newspaper4k",
    "goose3", "boilerpy3", "magic-html", "turbohtml", "html-text", "inscriptis",
]  # fmt: skip
#: On how many of the ten pages below an output may differ from the recorded one: newspaper4k goes
#: through sets, and so depends on the seed of Python's hashes, which was not recorded.
UNSTEADY = {"newspaper4k": 1}
#: Those that take the whole page.
WHOLE_PAGE = {"html-text", "inscriptis"}

#: Long and plain enough for all of them: jusText wants 200 characters and a third stop words.
SENTENCES = [
    "The harbour was rebuilt in two summers, and the ferries came back in the third, as the "
    "council had promised when the first stones were brought up from the bottom of the bay and "
    "put where they had been before the storm.",
    "Nobody in the town had believed that the work would be done in time, because the winter "
    "storms had been so heavy that the builders had to begin again in the spring of the year, "
    "with half of the money that they had at first.",
    "When the first boat came in, the people stood on the quay and said that they had known it "
    "all the time, and that there was no better place for an evening at the sea than this one, "
    "which was what they had said of the old one too.",
]
MENU = "Timetable"
PAGE = f"""<!doctype html><html lang=en><head><meta charset=utf-8><title>Harbour</title></head>
<body><nav><ul><li><a href=/t>{MENU}</a><li><a href=/>Home</a></ul></nav>
<main><article><h1>The new harbour</h1>{"".join(f"<p>{one}</p>" for one in SENTENCES)}</article>
</main><footer><a href=/imprint>Imprint</a></footer></body></html>"""


def installed(name: str) -> Peer:
    """The peer, or a test left out."""
    peer = peers.check_peers()[name]
    if isinstance(peer, str):
        pytest.skip(peer)
    return peer


def test_names() -> None:
    assert list(peers.PEERS) == NAMES
    assert list(peers.check_peers()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_peer_reads_a_page(name: str) -> None:
    peer = installed(name)
    pages = [
        Item("with address", PAGE.encode(), Gold(), "https://example.org/harbour"),
        Item("empty", b"", Gold()),
        Item("without", PAGE.encode(), Gold()),
    ]
    first, _, last = isolate.run_peer(peer, pages, timeout=60)
    for outcome in (first, last):
        assert outcome.error is None
        assert outcome.result is not None
        assert outcome.result.metadata_error is None
        for sentence in SENTENCES:
            assert sentence in " ".join(outcome.result.text.split())
        assert (MENU in outcome.result.text) == (name in WHOLE_PAGE)
        assert outcome.result.title in (None, "Harbour", "The new harbour")
        assert outcome.cpu_ms is not None
        assert outcome.cpu_ms > 0


@pytest.mark.parametrize("name", NAMES)
def test_version_is_that_of_the_distribution(name: str) -> None:
    peer = installed(name)
    assert peers.read_version(name) == importlib.metadata.version(peer.distribution or peer.name)


@pytest.mark.parametrize("name", NAMES)
def test_outputs_are_those_recorded(name: str, corpus: Callable[[str], Path]) -> None:
    """With the recorded version, on a few pages: the call here is the one that was recorded."""
    path = corpus("peers") / "wcxb" / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"there are no recorded outputs of {name}")
    peer = installed(name)
    table = (corpus("peers") / "VERSIONS.md").read_text("utf-8").lower()
    if f"| {name} | {peers.read_version(name)} " not in table:
        pytest.skip(f"{name} {peers.read_version(name)} is not the version that was recorded")
    dev = corpus("wcxb") / "dev"
    read = recorded.read_recording(path)
    pages = []
    for page in list(read)[::150]:
        gold = json.loads((dev / "ground-truth" / f"{page}.json").read_text("utf-8"))
        pages.append(Item(page, dev / "html" / f"{page}.html", Gold(), gold["url"]))
    different = [
        outcome.id
        for outcome in isolate.run_peer(peer, pages)
        if outcome.result is None or outcome.result.text.split() != read[outcome.id].text.split()
    ]
    assert len(different) <= UNSTEADY.get(name, 0), different


def test_peer_that_is_not_installed_is_named_with_the_command() -> None:
    peer = Peer("new", nothing, distribution="new-peer", modules=("no_such_module", "json"))
    assert peers.find_obstacle(peer) == (
        "new is not installed: pip install new-peer, or all peers: pip install 'pagecore[peers]'"
    )
    peer = Peer("new", nothing, modules=("json", "no_such_module"))
    assert peers.find_obstacle(peer) == (
        "new needs no_such_module, which is not installed: pip install no_such_module"
    )
    assert peers.find_obstacle(Peer("new", nothing, modules=("json",))) is None
    here = ".".join(map(str, sys.version_info[:2]))
    peer = Peer("new", nothing, python=(9, 1))
    assert peers.find_obstacle(peer) == f"new needs Python 9.1 or newer, and this is Python {here}"


def test_asking_for_a_peer_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Peer("new", nothing, modules=("no_such_module",))
    monkeypatch.setattr(peers, "PEERS", {"new": missing, "old": Peer("old", nothing)})
    available = peers.check_peers()
    assert available["new"] == peers.find_obstacle(missing)
    assert available["old"] == peers.find_peer("old")
    with pytest.raises(NeedsExtra, match="pip install new"):
        peers.find_peer("new")
    with pytest.raises(NeedsExtra, match="pip install new"):
        peers.read_version("new")


def test_the_command_refuses_a_peer_by_name_and_leaves_it_out_of_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = Peer("new", nothing, modules=("no_such_module",))
    monkeypatch.setattr(peers, "PEERS", {"new": missing})
    (tmp_path / "a.html").write_text("<p>One two.</p>")
    (tmp_path / "a.txt").write_text("One two.")
    passed = ["evaluate", "--corpus", "plain", "--path", str(tmp_path), "--method", "paragraphs"]
    result = CliRunner().invoke(pagecore, [*passed, "--peers", "new"])
    assert isinstance(result.exception, NeedsExtra)
    assert "pip install new" in str(result.exception)
    result = CliRunner().invoke(pagecore, [*passed, "--peers", "all"])
    assert result.exit_code == 0, result.output
    assert "new is skipped: new is not installed" in result.output


@pytest.mark.parametrize("ask", [peers.find_peer, peers.read_version])
def test_unknown_name_lists_the_known(ask: Callable[[str], object]) -> None:
    with pytest.raises(BadOption, match="no peer 'trafilature'; there are trafilatura, rs-traf"):
        ask("trafilature")


def nothing(html: bytes, url: str | None) -> PeerResult:
    """A peer that finds nothing."""
    return PeerResult("")


def test_importing_evaluate_imports_no_peer() -> None:
    code = (
        "import sys, pagecore.evaluate, pagecore.evaluate.peers as peers; peers.check_peers(); "
        "from pagecore.evaluate.peers import isolate, recorded; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    theirs = {module for peer in peers.PEERS.values() for module in peer.modules} | {"lxml"}
    assert theirs.isdisjoint(done.stdout.split())


def test_each_peer_has_a_file_and_stands_in_the_extra() -> None:
    # A file that defines PEER and is not in the list would be forgotten.
    defining = {
        path.stem
        for path in FOLDER.glob("*.py")
        if any(
            isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PEER"
            for node in ast.parse(path.read_text("utf-8")).body
        )
    }
    listed = {peer.extract.__module__.rpartition(".")[2] for peer in peers.PEERS.values()}
    assert defining == listed
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = {
        line.partition(";")[0].partition("[")[0].strip().lower()
        for line in project["optional-dependencies"]["peers"]
    }
    assert {peers._distribution(peer).lower() for peer in peers.PEERS.values()} <= extra
