"""The versions of iOS that brought what Swift's own library declares, as the toolchain's modules carry them.

On Linux all of it is there, and the compiler does not ask.
"""

import json
import subprocess
import tempfile
from pathlib import Path

MODULES = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization", "FoundationEssentials", "Foundation"]


def introduced() -> dict[str, tuple[int, int]]:
    """By the symbol's unified name."""
    target = json.loads(subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True).stdout)
    triple = target["target"]["unversionedTriple"]
    versions = {}
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            subprocess.run(
                ["swift", "symbolgraph-extract", "-module-name", module, "-target", triple, "-output-dir", folder],
                check=True, capture_output=True)
        for graph in Path(folder).glob("*.symbols.json"):
            for symbol in json.loads(graph.read_text())["symbols"]:
                for availability in symbol.get("availability", []):
                    if availability.get("domain") == "iOS" and "introduced" in availability:
                        version = availability["introduced"]
                        versions[symbol["identifier"]["precise"]] = (version["major"], version.get("minor", 0))
    return versions
