"""Make the checkout's virtual environment: `python3 ops/bootstrap.py requirements.txt`.

Runs on the machine's own Python, so it uses the standard library only. A second call finds its stamp and does nothing.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UV = "uv==0.13.8"


def main(requirements: str) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this is the script that finds out
        sys.exit(f"Bote needs Python 3.11 or newer; this is {sys.version.split()[0]}. Try: make PYTHON=python3.11 ...")
    stamp, wanted = VENV / f"installed-{requirements}", _fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Installing {requirements} into .venv ...", flush=True)
    if not PYTHON.exists() or not (VENV / "bin" / "uv").exists():
        _run(sys.executable, "-m", "venv", "--clear", str(VENV))
        _run(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV)
    # uv is ten times quicker; pip knows mirrors that only pip was told about.
    with_uv = [str(VENV / "bin" / "uv"), "pip", "install", "--quiet", "--system-certs", "--python", str(PYTHON)]
    if subprocess.run([*with_uv, "-r", requirements], cwd=ROOT, check=False).returncode != 0:
        print("uv could not install them; trying pip ...", flush=True)
        _run(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
    stamp.write_text(wanted)


def _fingerprint() -> str:
    """Changes with the pinned packages, with Python, and when the checkout moves (scripts hold absolute paths)."""
    pins = b"".join(path.read_bytes() for path in sorted(ROOT.glob("requirements*.txt")))
    return hashlib.sha256(pins + sys.version.encode() + str(ROOT).encode()).hexdigest()


def _run(*command: str) -> None:
    if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
        sys.exit(
            f"This failed: {' '.join(command)}\nBote needs Python with venv (on Debian: apt install python3-venv) "
            "and a way to PyPI or a mirror of it."
        )


if __name__ == "__main__":
    main(sys.argv[1])
