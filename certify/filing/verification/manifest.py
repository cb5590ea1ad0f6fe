"""The manifest that a filing encloses: the digest of every other enclosure, and what it was made with."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import certify
from certify import __version__
from certify.base.errors import CertifyError
from certify.base.extras import locate_folder
from certify.base.load import SourceFile, parse_json
from certify.filing.printing import Enclosure, load_weasyprint, print_pdf
from certify.spec.validate import list_schema_faults

NAME = "filing.json"
_FORM = 1
_LIBRARIES = ("weasyprint", "pydyf", "fonttools", "tinycss2", "tinyhtml5", "pillow")
_SAMPLE_DATE = "2000-01-01"
_SAMPLE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sample</title>
<meta name="dcterms.created" content="2000-01-01">
<meta name="dcterms.modified" content="2000-01-01">
<style>{stylesheet}</style></head><body><h1>Quick 0123456789</h1><p>Wafting zephyrs vex bold Jim;
<b>BOLD quart</b> <i>italic gypsy</i> <code>0123 code xyz</code> ♠♥♦♣ ≤ ≥ × − ½ ≠ “quoted” … – fi fl</p>
<table><thead><tr><th>Head</th></tr></thead>
<tbody><tr><td class="figure">1,234.5678%</td></tr></tbody></table>
</body></html>"""


@dataclass(frozen=True, slots=True)
class Manifest:
    """How a filing was made, for those who make it again."""

    filing: str
    jurisdictions: tuple[str, ...]
    date: str
    applicant: str = ""
    number: str = ""
    examiner: str = ""
    reviewer: str = ""
    quoted: bool = False
    """Whether it quotes the documents: then their texts are needed to print it again."""
    counts: tuple[str, ...] = ()
    """The long counts that it rests on, by the digest of their question."""
    version: str = ""
    program: str = ""
    """The digest of the program's code and templates."""
    environment: str = ""
    """The digest of a sample page: what prints it to the same bytes prints the filing so."""
    libraries: Mapping[str, str] = field(default_factory=dict)
    enclosures: Mapping[str, str] = field(default_factory=dict)

    def describe(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "form": _FORM,
            "filing": self.filing,
            "jurisdictions": list(self.jurisdictions),
            "date": self.date,
            "applicant": self.applicant,
            "number": self.number,
            "examiner": self.examiner,
            "reviewer": self.reviewer,
            "quoted": self.quoted,
            "counts": sorted(self.counts),
            "program": {"version": self.version, "sha256": self.program},
            "environment": {"sha256": self.environment, "libraries": dict(self.libraries)},
            "enclosures": dict(sorted(self.enclosures.items())),
        }


def enclose_manifest(
    enclosures: Sequence[Enclosure], made: Manifest, like: Manifest | None = None
) -> tuple[Enclosure, ...]:
    """The enclosures with their manifest among them, by name.

    `like` is the manifest of a filing that is made again: it names the machine that printed the first, and
    the counts by the names that another state of the program has for them.
    """
    renamed = like is not None and like.program != hash_program()
    manifest = replace(
        made,
        counts=like.counts if like and renamed else made.counts,
        version=like.version if like else __version__,
        program=like.program if like else hash_program(),
        environment=like.environment if like else hash_environment(),
        libraries=like.libraries if like else list_libraries(),
        enclosures={item.name: item.sha256 for item in enclosures},
    )
    text = json.dumps(manifest.describe(), indent=1, ensure_ascii=False) + "\n"
    own = Enclosure(
        NAME,
        "application/json",
        "The digests of the other files, and how this filing was made",
        text.encode(),
    )
    return tuple(sorted((*enclosures, own), key=lambda item: item.name))


def read_manifest(content: bytes) -> Manifest:
    """Read a manifest strictly."""
    data = parse_json(content, NAME)
    faults = list_schema_faults(SourceFile(NAME, data, "", {(): (1, 1)}, {}), "manifest")
    if faults:
        told = "; ".join(dict.fromkeys(fault.what for fault in faults[:3]))
        raise CertifyError(f"{NAME}: is not the manifest of a filing ({told})")
    return Manifest(
        data["filing"],
        tuple(data["jurisdictions"]),
        data["date"],
        data["applicant"],
        data["number"],
        data.get("examiner", ""),
        data.get("reviewer", ""),
        data.get("quoted", False),
        tuple(data["counts"]),
        data["program"]["version"],
        data["program"]["sha256"],
        data["environment"]["sha256"],
        data["environment"]["libraries"],
        data["enclosures"],
    )


@lru_cache(maxsize=1)
def hash_program() -> str:
    """The digest of everything of ours that decides what a filing says: code, templates, schemas.

    The templates of the page for the screen decide nothing that is printed.
    """
    package = Path(certify.__file__).resolve().parent
    files = {path.relative_to(package).as_posix(): path for path in package.rglob("*.py")}
    for folder in ("reports", "schemas"):
        root = locate_folder(folder)
        for path in root.rglob("*"):
            place = path.relative_to(root)
            if path.suffix in {".j2", ".css", ".json"} and place.parts[0] != "page":
                files[f"{folder}/{place.as_posix()}"] = path
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + hashlib.sha256(files[name].read_bytes()).digest())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def hash_environment() -> str:
    """The digest of a sample page in the style of filings: renderer, fonts and packing all show in it."""
    stylesheet = (locate_folder("reports") / "filing.css").read_text(encoding="utf-8")
    printed = print_pdf(_SAMPLE.replace("{stylesheet}", stylesheet), _SAMPLE_DATE)
    return hashlib.sha256(printed.content).hexdigest()


def hash_setup() -> str:
    """The digest of program and environment together: what prints the same inputs to the same bytes."""
    return hashlib.sha256(f"{hash_program()} {hash_environment()}".encode()).hexdigest()


@lru_cache(maxsize=1)
def list_libraries() -> dict[str, str]:
    """The editions of what prints a filing, for people."""
    load_weasyprint()
    found = {name: importlib.metadata.version(name) for name in _LIBRARIES}
    ffi = importlib.import_module("weasyprint.text.ffi")
    version = ffi.pango.pango_version()
    found["pango"] = f"{version // 10000}.{version // 100 % 100}.{version % 100}"
    found["zlib"] = zlib.ZLIB_RUNTIME_VERSION
    return found
