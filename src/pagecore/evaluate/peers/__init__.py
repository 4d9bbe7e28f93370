"""Other extractors, measured beside ours: each in a file of its own, and run by `isolate`.

Nothing here imports a peer's library; that happens in the process that runs it. A peer may also
be a file of outputs recorded earlier, which `recorded` reads.
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

__all__ = ["Peer", "PeerResult", "available", "named", "names", "version"]

#: In the order of the tables: those that look for the main content, then those that take it all.
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


def names() -> list[str]:
    """The names of all peers, installed or not."""
    return list(PEERS)


def available() -> dict[str, Peer | str]:
    """Every peer by name, or in its place why it cannot run here and what would help."""
    return {name: why_not(peer) or peer for name, peer in PEERS.items()}


def named(name: str) -> Peer:
    """The peer of that name, ready to run.

    Raises:
        BadOption: there is no such peer.
        NeedsExtra: it is not installed.
    """
    peer = _known(name)
    reason = why_not(peer)
    if reason:
        raise NeedsExtra(reason)
    return peer


def version(name: str) -> str:
    """The version of a peer's distribution; raises as `named` does."""
    peer = _known(name)
    try:
        return importlib.metadata.version(distribution(peer))
    except importlib.metadata.PackageNotFoundError as error:
        raise NeedsExtra(why_not(peer) or _not_installed(peer)) from error


def why_not(peer: Peer) -> str | None:
    """Why a peer cannot run here, and what would help; None when it can.

    Its modules are looked for and not imported: that is left to the process that runs it.
    """
    if sys.version_info < peer.python:
        needed = ".".join(map(str, peer.python))
        here = ".".join(map(str, sys.version_info[:2]))
        return f"{peer.name} needs Python {needed} or newer, and this is Python {here}"
    missing = [module for module in peer.modules if importlib.util.find_spec(module) is None]
    if not missing:
        return None
    if missing[0] == peer.modules[0]:
        return _not_installed(peer)
    return f"{peer.name} needs {missing[0]}, which is not installed: pip install {missing[0]}"


def distribution(peer: Peer) -> str:
    """What pip calls a peer."""
    return peer.distribution or peer.name


def _known(name: str) -> Peer:
    if name not in PEERS:
        raise BadOption(f"there is no peer {name!r}; there are {', '.join(PEERS)}")
    return PEERS[name]


def _not_installed(peer: Peer) -> str:
    return (
        f"{peer.name} is not installed: pip install {distribution(peer)},"
        " or all peers: pip install 'pagecore[peers]'"
    )
