"""Other extractors, one file each; `isolate` runs them and `recorded` reads recorded outputs.

The library of a peer is imported only in the process that runs it.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys

from pagecore.errors import BadOption, NeedsExtra
from pagecore.evaluate.peers import (
    boilerpy,
    goose,
    html_text,
    inscriptis,
    justext,
    magic_html,
    newspaper,
    readability,
    resiliparse,
    rs_trafilatura,
    trafilatura,
    turbohtml,
)
from pagecore.evaluate.peers.peer import Peer, PeerResult

__all__ = ["PEERS", "Peer", "PeerResult", "check_peers", "find_peer", "read_version"]

#: In the order of the tables: first those that look for the main content.
PEERS: dict[str, Peer] = {
    module.PEER.name: module.PEER
    for module in (
        trafilatura,
        rs_trafilatura,
        resiliparse,
        readability,
        justext,
        newspaper,
        goose,
        boilerpy,
        magic_html,
        turbohtml,
        html_text,
        inscriptis,
    )
}


def check_peers() -> dict[str, Peer | str]:
    """All peers by name; for those that cannot run here, the reason and what helps."""
    return {name: find_obstacle(peer) or peer for name, peer in PEERS.items()}


def find_peer(name: str) -> Peer:
    """Find a peer that can run here.

    Raises:
        BadOption: there is no such peer.
        NeedsExtra: it is not installed.
    """
    peer = _find_peer(name)
    reason = find_obstacle(peer)
    if reason:
        raise NeedsExtra(reason)
    return peer


def read_version(name: str) -> str:
    """The version of an installed peer; raises the errors of `find_peer`."""
    peer = _find_peer(name)
    try:
        return importlib.metadata.version(_distribution(peer))
    except importlib.metadata.PackageNotFoundError as error:
        raise NeedsExtra(find_obstacle(peer) or _describe_missing(peer)) from error


def find_obstacle(peer: Peer) -> str | None:
    """Why a peer cannot run here, and what helps; None if it can run.

    Its modules are searched for but not imported.
    """
    if sys.version_info < peer.python:
        needed = ".".join(map(str, peer.python))
        here = ".".join(map(str, sys.version_info[:2]))
        return f"{peer.name} needs Python {needed} or newer, and this is Python {here}"
    missing = [module for module in peer.modules if importlib.util.find_spec(module) is None]
    if not missing:
        return None
    if missing[0] == peer.modules[0]:
        return _describe_missing(peer)
    return f"{peer.name} needs {missing[0]}, which is not installed: pip install {missing[0]}"


def _distribution(peer: Peer) -> str:
    """The name of a peer on PyPI."""
    return peer.distribution or peer.name


def _find_peer(name: str) -> Peer:
    if name not in PEERS:
        raise BadOption(f"there is no peer {name!r}; there are {', '.join(PEERS)}")
    return PEERS[name]


def _describe_missing(peer: Peer) -> str:
    return (
        f"{peer.name} is not installed: pip install {_distribution(peer)},"
        " or all peers: pip install 'pagecore[peers]'"
    )
