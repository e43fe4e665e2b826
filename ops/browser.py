"""Find the Chromium that the browser tests drive; as root on Debian, install it."""

import os
import shutil
import subprocess


def find_chromium() -> str | None:
    """The path of a Chromium on this machine; CHROMIUM names another one."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


def install_chromium() -> bool:
    """Install Debian's package if we may; say whether there is a Chromium now."""
    apt = shutil.which("apt-get")
    if os.getuid() != 0 or not apt:
        return False
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-q"], ["install", "-qy", "--no-install-recommends", "chromium"]):
        if subprocess.run([apt, *words], env=quiet, check=False).returncode != 0:
            return False
    return find_chromium() is not None
