"""Take the picture of an explanation that README.md shows: `python -m tools.report_picture`.

Needs Chromium (Debian: `apt-get install chromium`).
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from pagecore import extract
from pagecore.errors import PagecoreError

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "examples" / "article.html"
PICTURE = ROOT / "docs" / "explain.png"
SIZE = (940, 860)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Draw the explanation of an example page and take a picture of it."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise PagecoreError("no browser: install Chromium, in Debian by apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        report.write_text(extract(PAGE.read_bytes()).explain().html(), "utf-8")
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--hide-scrollbars", f"--user-data-dir={folder}",
            "--window-size={},{}".format(*SIZE), f"--screenshot={PICTURE}", report.as_uri(),
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
