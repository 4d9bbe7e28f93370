"""Find an installed Chromium, and decide how to start it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pagecore.errors import BadOption, NeedsBrowser, show_value

#: The environment variable that names the browser to use.
VARIABLE: Final = "PAGECORE_CHROMIUM"
#: Commands that are tried, in this order.
_COMMANDS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_PLACES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
#: How to get one; part of every message about a missing browser.
HELP: Final = (
    "install one (Debian and Ubuntu: apt install chromium; in the repository: make browser), or "
    f"name its program with executable=, --executable or the variable {VARIABLE}"
)
#: Nothing leaves the machine but through pagecore's own client: no name is resolved, and there is
#: no other way out for WebRTC.
FLAGS: Final = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-first-run",
    "--no-pings",
    # Layouts must not depend on the screen.
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--js-flags=--max-old-space-size=1024",
)


def find_chromium(executable: str | os.PathLike[str] | None, playwright_path: str) -> str:
    """Return the path of the browser's program.

    Args:
        executable: the path that the user passed, or None.
        playwright_path: where Playwright would have its own browser.

    Raises:
        BadOption: the path that was passed is not a program.
        NeedsBrowser: there is no browser.
    """
    named = executable if executable is not None else os.environ.get(VARIABLE)
    if named:
        program = shutil.which(named)
        if program is None:
            name = "executable" if executable is not None else VARIABLE
            raise BadOption(f"{name}={show_value(os.fspath(named), 200)}: there is no such program")
        return program
    for command in _COMMANDS:
        if program := shutil.which(command):
            return program
    for place in (playwright_path, *_PLACES):
        if place and Path(place).is_file():
            return place
    raise NeedsBrowser(f"no Chromium is installed: {HELP}")


def list_launch_options(executable: str, *, has_sandbox: bool) -> Mapping[str, Any]:
    """Return how Playwright starts the browser."""
    return {
        "executable_path": executable,
        "headless": True,
        "chromium_sandbox": has_sandbox,
        "args": list(FLAGS),
        # Signals are for the program that uses the package.
        "handle_sigint": False,
        "handle_sigterm": False,
        "handle_sighup": False,
    }


def can_use_sandbox() -> bool:
    """Whether the browser's sandbox may work: it refuses to start as root."""
    return not hasattr(os, "geteuid") or os.geteuid() != 0
