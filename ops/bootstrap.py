"""Make the checkout's virtual environment: `python3 ops/bootstrap.py requirements.txt`.

Runs on the machine's own Python, so it uses the standard library only. A second call finds its stamp and does nothing.
"""

import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
MADE_FOR = VENV / "made-for"
UV = "uv==0.13.8"


def main(requirements: str) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this is the script that finds out
        sys.exit(f"Bote needs Python 3.11 or newer; this is {sys.version.split()[0]}. Try: make PYTHON=python3.11 ...")
    # Stopped half-way, we end what we started too; what is missing then is installed by the next call.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    stamp, wanted = VENV / f"installed-{requirements}", _fingerprint()
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Installing {requirements} into .venv ...", flush=True)
    if not PYTHON.exists() or not MADE_FOR.exists() or MADE_FOR.read_text() != _here():
        _run(sys.executable, "-m", "venv", "--clear", str(VENV))
        _run(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV)
        MADE_FOR.write_text(_here())
    # uv is ten times quicker; pip knows mirrors that only pip was told about.
    with_uv = [str(VENV / "bin" / "uv"), "pip", "install", "--quiet", "--system-certs", "--python", str(PYTHON)]
    if not os.access(os.environ.get("HOME", "/"), os.W_OK):  # a service's account: its home may be nowhere
        with_uv.append("--no-cache")
    if subprocess.run([*with_uv, "-r", requirements], cwd=ROOT, check=False).returncode != 0:
        print("uv could not install them; trying pip ...", flush=True)
        _run(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
    stamp.write_text(wanted)


def _here() -> str:
    """Which Python, and where: scripts in an environment hold absolute paths, so a moved checkout makes a new one."""
    return f"{sys.version}\n{ROOT}\n"


def _fingerprint() -> str:
    """Changes with the pinned packages, with Python, and with the place."""
    pins = b"".join(path.read_bytes() for path in sorted(ROOT.glob("requirements*.txt")))
    return hashlib.sha256(pins + _here().encode()).hexdigest()


def _run(*command: str) -> None:
    if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
        sys.exit(
            f"This failed: {' '.join(command)}\nBote needs Python with venv (on Debian: apt install python3-venv) "
            "and a way to PyPI or a mirror of it."
        )


if __name__ == "__main__":
    main(sys.argv[1])
