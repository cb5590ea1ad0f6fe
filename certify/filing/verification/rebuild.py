"""A filing made again from what it encloses: figures, findings, page of text, and the PDF itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from certify.base.cache import (
    Every,
    Origin,
    count_origins,
    forget_trusted,
    format_origins,
    note_used,
    restrict_cache,
)
from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.base.storage import make_folder, write_file
from certify.filing.build import COMPARISON, FilingOrder, Sheaf, compose
from certify.filing.enclosures import BY_POLICY, POLICY, REGULATION, is_text
from certify.filing.printing import print_pdf
from certify.filing.verification.contents import Altered, list_data_differences
from certify.filing.verification.manifest import Manifest, hash_program, list_libraries
from certify.filing.verification.outcome import Check, Mismatch, Result, differ, hold
from certify.filing.verification.pdf_reader import (
    PageDifference,
    compare_pages,
    hold_form,
    list_pdf_differences,
    open_pdf,
)
from certify.filing.verification.signature import seal_pdf
from certify.findings.policy import hash_policy
from certify.gate.approvals import list_faults, read_approvals
from certify.gate.certificates import describe_figures, hash_content, list_adopted, read_certificate
from certify.gate.waivers import load_waivers
from certify.odds.compute import Request, compute_odds
from certify.odds.crosscheck import crosscheck
from certify.odds.result import WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction

NAME = "certificate"


def check_certificate(
    content: bytes | None,
    jurisdiction: Jurisdiction,
    count: Callable[[], list[WagerOdds]],
    policy_digest: str,
) -> Check:
    """Whether an enclosed certificate is whole, is that of the enclosed files, and has these figures."""
    if content is None:
        told = f"{jurisdiction.id}: no certificate is enclosed: the filing is a draft"
        return Check(NAME, Result.LEFT_OUT, told)
    try:
        certificate = read_certificate(content, f"{jurisdiction.id}.certificate.json")
    except CertifyError as error:
        return differ(NAME, str(error))
    history = read_approvals(certificate["approvals"])
    faults = _list_swaps(certificate, jurisdiction, policy_digest) or list_faults(
        history, hash_content(certificate), certificate["edition"]["number"]
    )
    figures = [] if faults else count()
    differences = () if faults else tuple(_compare(certificate, jurisdiction, figures))
    if not faults and (kept := certificate.get("settlements")) is not None:
        settled = crosscheck(jurisdiction).describe()
        own = {key: kept[key] for key in settled}
        differences += tuple(list_data_differences("certificate, settled rounds", own, settled))
    if faults or differences:
        told = "; ".join(faults) or "the figures of the certificate differ from those computed now"
        return differ(NAME, f"{jurisdiction.id}: {told}", differences)
    by = f", approved by {history[-1].by}" if history else ""
    return hold(
        NAME,
        f"{jurisdiction.id}: intact, of this specification; figures of {len(figures)} wagers match{by}",
    )


def _list_swaps(
    certificate: dict[str, Any], jurisdiction: Jurisdiction, policy_digest: str
) -> list[str]:
    """Why a certificate cannot be that of the files it is enclosed with."""
    if certificate["jurisdiction"] != jurisdiction.id:
        return [f"the enclosed certificate is that of {certificate['jurisdiction']}"]
    if certificate["spec_sha256"] != jurisdiction.source.sha256:
        return ["the enclosed certificate was made for another text of the specification"]
    if certificate["policy_sha256"] != policy_digest:
        return ["the enclosed certificate was made under another policy"]
    return []


def _compare(
    certificate: dict[str, Any], jurisdiction: Jurisdiction, odds: list[WagerOdds]
) -> Iterable[Mismatch]:
    yield from list_data_differences(
        "certificate, readings", certificate["readings"], list_adopted(jurisdiction)
    )
    wanted = {(item.wager, item.paytable): describe_figures(item) for item in odds}
    found = {(item["wager"], item.get("paytable")): item for item in certificate["wagers"]}
    for key in sorted(found.keys() | wanted.keys(), key=str):
        where = "certificate, " + ", ".join(part for part in key if part)
        one, other = dict(found.get(key, {})), dict(wanted.get(key, {}))
        yield from list_data_differences(where, one, other)


PAGES = "pages"
_START = b"startxref"


def check_pages(content: bytes, end: int, sheaf: Sheaf, name: str, pictures: Path | None) -> Check:
    """Whether the pages of a filing, sealed up to `end`, look as they do when they are printed here.

    Nothing that the filing says about itself counts: what is not equal is not proved.
    """
    sealed = content[:end]
    try:
        again = seal_pdf(print_pdf(sheaf.html, sheaf.date, sheaf.enclosures).content)
        if again == sealed:
            return hold(PAGES, "printed again: the same file, byte for byte")
        with hold_form(name):
            places = list_pdf_differences(open_pdf(sealed, name), open_pdf(again, name), seen=True)
        if sealed.count(_START) != again.count(_START):
            places.append("number of revisions")
        pages = compare_pages(content, again, draw=pictures is not None)
    except CertifyError as error:
        return Check(PAGES, Result.NOT_PROVED, f"not compared with a print made here: {error}")
    if not places and not pages:
        return hold(
            PAGES,
            "printed again here: the same pictures, text, boxes, links, layers and enclosures",
        )
    written = _write(pages, pictures, Path(name).stem) if pictures else ()
    return Check(
        PAGES,
        Result.NOT_PROVED,
        f"printed here, the filing is different{_name_pages(pages)}",
        tuple(_list(places, pages)),
        tuple(item.page for item in pages),
        written,
    )


def explain_libraries(libraries: Mapping[str, str]) -> str:
    """Which libraries the manifest names in other versions than those here: a hint, and no excuse."""
    here = list_libraries()
    told = [
        f"{name} {libraries.get(name, 'unknown')}, here {here.get(name, 'none')}"
        for name in sorted(here.keys() | libraries.keys())
        if here.get(name) != libraries.get(name)
    ]
    return "; its manifest names " + "; ".join(told) if told else ""


def _name_pages(pages: list[PageDifference]) -> str:
    if not pages:
        return ", but not in what its pages show"
    return f" on page {', '.join(str(item.page) for item in pages)}"


def _list(places: list[str], pages: list[PageDifference]) -> Iterator[Mismatch]:
    for item in pages:
        where = f"page {item.page}"
        if not item.same_size:
            yield Mismatch(where, "another size", "the size printed here")
        if item.areas:
            count = f"{len(item.areas)} area{'s' * (len(item.areas) > 1)}"
            yield Mismatch(where, f"another picture in {count}", "the picture printed here")
        if item.text:
            yield Mismatch(f"{where}, text", *item.text)
    yield from (Mismatch(place, "different", "as printed here") for place in places)


def _write(pages: list[PageDifference], folder: Path, stem: str) -> tuple[str, ...]:
    """Write the areas that differ: the filing on the left, what is printed here on the right."""
    make_folder(folder)
    written = []
    for item in pages:
        for number, area in enumerate(item.pictures, 1):
            path = folder / f"{stem}-page-{item.page:02}-{number}.png"
            write_file(path, area)
            written.append(str(path))
    return tuple(written)


_SPEC = ".yaml"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A filing made again, before it is printed."""

    sheaf: Sheaf
    certificates: tuple[Check, ...]
    origins: Mapping[Origin, int]
    """How many long counts came from where."""

    def tell_origins(self) -> str:
        """Where the long counts came from, for people."""
        told = format_origins(self.origins)
        return f"counts: {told}" if told else "no counts were needed"


@contextmanager
def unfold(enclosures: Mapping[str, bytes]) -> Iterator[Path]:
    """The enclosures as files in a folder of their own, laid out as the program expects them."""
    with TemporaryDirectory(prefix="certify-verify-") as name:
        folder = Path(name)
        (folder / "policy").mkdir()
        for item, content in enclosures.items():
            place = folder / "policy" / item if item in BY_POLICY else folder / item
            place.write_bytes(content)
        yield folder


def load_enclosed(folder: Path) -> tuple[Jurisdiction, ...]:
    """Every specification that was enclosed."""
    found = [load_jurisdiction(path) for path in sorted(folder.glob(f"*{_SPEC}"))]
    for item in found:
        if Path(item.source.name).stem != item.id:
            raise Altered(f"the specification {Path(item.source.name).name} is that of {item.id}")
    return tuple(sorted(found, key=lambda item: item.id))


def rebuild(
    enclosures: Mapping[str, bytes],
    manifest: Manifest,
    progress: Progress | None = None,
    documents: Path | None = None,
) -> Rebuilt:
    """Examine and compose the filing again, with the very long counts that it rests on.

    What it quotes comes from the enclosed texts, or from the documents in a folder.
    """
    enclosed = any(map(is_text, enclosures))
    with unfold(enclosures) as folder:
        policy = folder / "policy" / POLICY
        if not policy.is_file():
            raise Altered(f"the policy {POLICY} is not enclosed")
        everyone = load_enclosed(folder)
        by_id = {item.id: item for item in everyone}
        missing = [item for item in manifest.jurisdictions if item not in by_id]
        if missing:
            raise Altered(f"the specification of {missing[0]} is not enclosed")
        order = FilingOrder(
            folder,
            manifest.date,
            manifest.applicant,
            manifest.number,
            manifest.examiner,
            manifest.reviewer,
            load_waivers(folder),
            processes=1,
            policy=policy,
            like=manifest,
            regulation=regulation if (regulation := policy.parent / REGULATION).is_file() else None,
            documents=(folder if enclosed else documents) if manifest.quoted else None,
            encloses=enclosed,
        )
        chosen = tuple(by_id[item] for item in manifest.jurisdictions)
        if (manifest.filing == COMPARISON) != (len(chosen) > 1):
            raise Altered(
                f"a filing of {len(chosen)} jurisdictions is not called {manifest.filing}"
            )
        forget_trusted()
        # another state of the program may have asked otherwise: then all that is asked here is counted
        just = manifest.counts if manifest.program == hash_program() else Every()
        with note_used() as used, restrict_cache(just):
            sheaves = list(compose(chosen, everyone, order, lambda _line: None, progress))
            digest = hash_policy(policy)
            certificates = tuple(
                check_certificate(
                    enclosures.get(f"{item.id}.certificate.json"),
                    item,
                    partial(
                        compute_odds, item, Request(standard_alternatives=True, progress=progress)
                    ),
                    digest,
                )
                for item in chosen
                if manifest.filing != COMPARISON or f"{item.id}.certificate.json" in enclosures
            )
        return Rebuilt(sheaves[-1], certificates, count_origins(used.values()))
