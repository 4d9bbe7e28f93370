"""Pages in several threads: the interpreter goes on while one is parsed, and all are the same."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from pagecore import extract, parse

LONG = "<div><p>Some words of <b>a long</b> page.</div>" * 100_000


def test_the_interpreter_goes_on_while_a_page_is_parsed() -> None:
    # Threads are not switched by force, so another runs only when the parser lets it.
    interval = sys.getswitchinterval()
    began, done = threading.Event(), threading.Event()
    html = LONG.encode()

    def work() -> None:
        began.set()
        parse(html)
        done.set()

    thread = threading.Thread(target=work)
    try:
        sys.setswitchinterval(1000)
        thread.start()
        began.wait()
        was_done = done.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
    assert not was_done


def test_threads_make_the_same_of_a_page() -> None:
    page = parse("<nav><a href=/>Home</a></nav><h1>Tides</h1><p>High water is at six, low at noon.")

    def ask(_: int) -> tuple[str, list[int], list[int]]:
        return extract(page).text, page.words.tolist(), page.blocks.words.tolist()

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, range(64)))
    assert answers == [ask(0)] * 64
    # A title is left to the metadata.
    assert answers[0][0] == "High water is at six, low at noon."
