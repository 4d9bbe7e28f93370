"""Contenders besides our own methods: other extractors, and recorded outputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pagecore.corpora.corpus import Item
from pagecore.evaluate import peers
from pagecore.evaluate.peers import isolate, recorded
from pagecore.evaluate.peers.recorded import Recording
from pagecore.measure.output import Output


@dataclass(frozen=True)
class PeerContender:
    """Another extractor, in a process of its own."""

    name: str
    version: str
    timeout: float = 20.0
    #: Whether to make the second call that some peers need for titles, authors, dates and HTML.
    with_metadata: bool = True
    kind: str = "peer"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Return the outputs; a page that crashes it or takes longer than `timeout` fails.

        The time of a page that took too long is the timeout. Otherwise an extractor that gives up
        on the longest pages would seem faster.
        """
        peer = peers.find_peer(self.name)
        if not self.with_metadata:
            peer = replace(peer, metadata=None)
        for outcome in isolate.run_peer(peer, items, timeout=self.timeout):
            cpu_ms = self.timeout * 1000 if outcome.reason == "timed out" else outcome.cpu_ms
            yield _output(outcome.id, outcome.result, cpu_ms, outcome.error)


@dataclass(frozen=True)
class RecordedContender:
    """Outputs that were recorded in another run; their times cannot be compared."""

    name: str
    recording: Recording
    version: str = "recorded"
    kind: str = "recorded"

    @classmethod
    def of(cls, path: Path) -> RecordedContender:
        """Read the outputs in a file of JSON lines; the name is that of the file."""
        version = recorded.read_version(path)
        recording = recorded.read_recording(path)
        return cls(path.stem, recording, f"{version}, recorded" if version else "recorded")

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Return the recorded outputs; a page that is not recorded, or failed then, fails."""
        for item in items:
            result = self.recording.get(item.id)
            if result is None:
                yield Output(item.id, "", None, "not recorded")
            else:
                why = " ".join((result.error or "").split())
                error = None if result.error is None else f"failed when recorded: {why}"
                yield replace(_output(item.id, result, None, error), posts=result.posts)


def _output(
    page: str, result: peers.PeerResult | None, cpu_ms: float | None, error: str | None
) -> Output:
    if result is None:
        return Output(page, "", cpu_ms, error)
    # An empty title or date counts as missing.
    title, author, date = result.title or None, result.author or None, result.date or None
    return Output(page, result.text or "", cpu_ms, error, title, author, date, result.html or None)
