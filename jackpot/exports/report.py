from pathlib import Path
from accounting.exports.scope import Scope

def write_report(path: Path, scope: Scope) -> None:
    path.write_bytes(b"x")
