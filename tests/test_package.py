"""The wheel as a stranger gets it: installed in an empty environment, imported, and used."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
#: The modules and packages of ours that `import pagecore` loads: those of the verbs and results.
IMPORTED_ROOMS = {
    *("apply", "browse", "choice", "document", "extract", "learn", "match", "next_page", "posts"),
    *("segment",),
    *("find_records", "fit", "listing", "post", "records", "segmentation", "site", "thread"),
    *("wrapper", "wrapper_store"),
    *("_core", "errors", "metadata", "models", "page", "pagination", "registry"),
    *("sources", "steps", "write"),
}
#: What it may load of the standard library that numpy does not load: nothing that starts threads
#: or processes, or opens connections. Newer Pythons load the last two for the others.
IMPORTED_LIBRARY = {
    *(
        "base64",
        "binascii",
        "bisect",
        "copy",
        "dataclasses",
        "errno",
        "fnmatch",
        "hashlib",
        "html",
        "importlib",
        "ipaddress",
    ),
    *("json", "ntpath", "pathlib", "pkgutil", "pyexpat", "unicodedata", "urllib", "xml", "zlib"),
    *("annotationlib", "glob"),
}
#: Dear modules of packages that are in the list above.
DEAR = {"urllib.request", "importlib.metadata", "importlib.resources", "xml.dom", "xml.sax"}
SENTENCE = "The harbour was rebuilt in two summers, and the ferries came back in the third."
PAGE = f"<title>Harbour</title><nav><a href=/>home</a></nav><article><p>{SENTENCE}</p></article>"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that PAGECORE_WHEEL names, or else one built from this source."""
    passed = os.environ.get("PAGECORE_WHEEL")
    if passed:
        return Path(passed)
    folder = tmp_path_factory.mktemp("dist")
    maturin("build", "--release", "--interpreter", sys.executable, "--out", str(folder))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that holds the wheel and its base dependencies alone."""
    return environment(tmp_path_factory.mktemp("environment"), Path(sys.executable), wheel)


def test_wheel_serves_every_python_from_3_11(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name


def test_wheel_has_the_version_of_the_workspace(wheel: Path) -> None:
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]
    version = Parser().parsestr(text_in(wheel, ".dist-info/METADATA"))["Version"]
    assert Version(version) == Version(workspace["package"]["version"])


def test_wheel_carries_types_and_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "pagecore/py.typed" in names
    assert text_in(wheel, "pagecore/_core.pyi") == (ROOT / "src/pagecore/_core.pyi").read_text()
    assert text_in(wheel, ".dist-info/licenses/LICENSE") == (ROOT / "LICENSE").read_text()
    assert text_in(wheel, ".dist-info/licenses/NOTICES.txt") == (ROOT / "NOTICES.txt").read_text()
    metadata = Parser().parsestr(text_in(wheel, ".dist-info/METADATA"))
    assert metadata["License-Expression"] == "Apache-2.0"


def test_wheel_carries_the_package_alone(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    folders = {name.split("/")[0] for name in names}
    assert {folder.partition("-")[0] for folder in folders} == {"pagecore"}
    assert len([name for name in names if name.endswith((".so", ".pyd"))]) == 1
    assert not [name for name in names if "__pycache__" in name]


def test_sdist_carries_what_a_build_needs(tmp_path: Path) -> None:
    maturin("sdist", "--out", str(tmp_path))
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    expected = {"Cargo.toml", "Cargo.lock", "core/Cargo.toml", "binding/Cargo.toml", "LICENSE"}
    expected |= {"pyproject.toml", "README.md", "src/pagecore/__init__.py", "src/pagecore/py.typed"}
    assert expected <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]
    assert not [name for name in names if name.startswith((".data", ".venv", "target"))]


def test_extracts_a_page(installed: Path) -> None:
    program = f"import pagecore; print(pagecore.extract({PAGE!r}).text)"
    assert SENTENCE in output(installed, "-c", program)


def test_command_extracts_a_page(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE)
    command = shutil.which("pagecore", path=installed.parent)
    assert command, "the wheel installs no command"
    done = subprocess.run(
        [command, "extract", str(tmp_path / "page.html")], capture_output=True, text=True
    )
    assert (done.returncode, SENTENCE in done.stdout) == (0, True), done.stderr
    assert SENTENCE in output(installed, "-m", "pagecore", "extract", str(tmp_path / "page.html"))


def test_import_loads_little(installed: Path) -> None:
    # How long the import takes depends on the machine, so `make bench` measures that.
    program = "import sys, numpy; before = set(sys.modules); import pagecore;"
    loaded = set(output(installed, "-c", program + "print(*set(sys.modules) - before)").split())
    own = {name for name in loaded if name.startswith("pagecore.")}
    assert {name.split(".")[1] for name in own} == IMPORTED_ROOMS
    others = {name.split(".")[0] for name in loaded - own} - {"pagecore", "numpy"}
    assert {name for name in others if not name.startswith("_")} <= IMPORTED_LIBRARY
    assert not loaded & DEAR


def test_stub_of_core_is_true() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "pagecore._core"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_free_threaded_python_runs_without_the_gil(tmp_path: Path) -> None:
    interpreter = free_threaded()
    if interpreter is None:
        pytest.skip("there is no free-threaded Python here")
    # A build folder of its own, or the next ordinary build would have to start over.
    maturin(
        *("build", "--release", "--interpreter", str(interpreter), "--out", str(tmp_path)),
        *("--target-dir", str(ROOT / "target" / "free-threaded")),
    )
    (built,) = tmp_path.glob("*.whl")
    python = environment(tmp_path / "environment", interpreter, built)
    program = f"""
import sys
from concurrent.futures import ThreadPoolExecutor
import pagecore
assert not sys._is_gil_enabled(), "importing pagecore brought the GIL back"
with ThreadPoolExecutor(8) as pool:
    texts = set(pool.map(lambda page: pagecore.extract(page).text, [{PAGE!r}] * 400))
assert len(texts) == 1, texts
print(*texts)
"""
    assert SENTENCE in output(python, "-W", "error", "-c", program)


def maturin(*arguments: str) -> None:
    """Run maturin on this source, with the locked dependencies; leaves the test out without it."""
    pytest.importorskip("maturin", reason="maturin is not installed")
    if shutil.which("cargo") is None:
        pytest.skip("there is no cargo here")
    locked = ["--locked"] if arguments[0] == "build" else []
    command = [sys.executable, "-m", "maturin", *arguments, *locked]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def environment(folder: Path, interpreter: Path, wheel: Path) -> Path:
    """Make an environment that holds the wheel with what it depends on; gives its interpreter."""
    if importlib.util.find_spec("pip") is None:
        pytest.skip("pip is not installed")
    subprocess.run([interpreter, "-m", "venv", "--without-pip", folder], check=True)
    windows = sys.platform == "win32"
    python = folder / ("Scripts/python.exe" if windows else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    # With the hashes of the lock, pip would want one for the wheel as well.
    lock = (ROOT / "requirements" / "test.txt").read_text(encoding="utf-8")
    locked = [line.removesuffix(" \\") for line in lock.splitlines() if line[:1].isalnum()]
    versions = folder / "versions.txt"
    versions.write_text("\n".join(locked), encoding="utf-8")
    command = [*pip, "install", "--retries", "1", "--constraint", str(versions), str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and "connection broken by" in done.stderr:
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr
    return python


def free_threaded() -> Path | None:
    """The newest free-threaded Python on the path that the binding can be built for."""
    ask = "import sysconfig; print(sysconfig.get_config_var('Py_GIL_DISABLED'))"
    for name in ("python3.15t", "python3.14t"):
        actual = shutil.which(name)
        if actual:
            done = subprocess.run([actual, "-c", ask], capture_output=True, text=True)
            if done.stdout.strip() == "1":
                return Path(actual)
    return None


def output(python: Path, *arguments: str) -> str:
    """What the interpreter prints; -I keeps this source and the user's settings out of sight."""
    done = subprocess.run([python, "-I", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def text_in(wheel: Path, ending: str) -> str:
    """The one file of the wheel whose name ends so."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(ending)]
        return archive.read(name).decode("utf-8")
