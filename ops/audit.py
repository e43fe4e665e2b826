"""Known vulnerabilities of the installed packages, asked of PyPI's advisories by pip-audit.

A found one fails. Where the advisories cannot be had (no network, a mirror without them) that is said, and nothing
fails: the code is as good as it was.
"""

import json
import subprocess
import sys

SECONDS = 60


def audit() -> tuple[bool, str]:
    """Whether nothing was found, and how it went in a few words."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--timeout", "5"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        packages = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError):
        return True, "NOT RUN: the advisories could not be reached"
    return judge(packages)


def judge(packages: list[dict[str, object]]) -> tuple[bool, str]:
    """`packages` as pip-audit reports them: each with its `vulns`, or with a `skip_reason`."""
    asked = [package for package in packages if "skip_reason" not in package]
    found = [package for package in asked if package["vulns"]]
    if not asked:
        return True, f"NOT RUN: there are no advisories to be had here for any of {len(packages)} packages"
    for package in found:
        print(f"{package['name']} {package['version']}: {json.dumps(package['vulns'], indent=2)}")
    words = f"{len(found)} of {len(asked)} packages have known vulnerabilities"
    missed = len(packages) - len(asked)
    return not found, words + (f"; {missed} could not be asked about" if missed else "")
