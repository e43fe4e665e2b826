"""`make bench`: every script in bench/, one after another; their figures are for people, nothing is asserted."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    scripts = sorted(path for path in (ROOT / "bench").glob("*.py") if not path.name.startswith("_"))
    if not scripts:
        print("There is no benchmark in bench/ yet.")
    codes = {}
    for script in scripts:
        print(f"\n=== {script.stem} ===", flush=True)
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        codes[script.stem] = subprocess.run([sys.executable, script], cwd=ROOT, env=environment, check=False).returncode
    return max(codes.values(), default=0)


if __name__ == "__main__":
    sys.exit(main())
