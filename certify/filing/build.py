"""From specifications to filings on disk: examined in one process, printed in one process each."""

from __future__ import annotations

import datetime
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from certify.base.cache import note_used
from certify.base.errors import CertifyError
from certify.base.progress import Progress, track
from certify.base.storage import make_folder, write_file
from certify.filing.comparison_filing import build_comparison, identify
from certify.filing.conformity import load_regulation
from certify.filing.enclosures import (
    enclose_texts,
    list_comparison_enclosures,
    list_enclosures,
)
from certify.filing.examination import believe_certificates, examine
from certify.filing.page import render_comparison, render_filing
from certify.filing.page_on_screen import INDEX, render_index, render_page
from certify.filing.printing import Enclosure, load_weasyprint, print_pdf
from certify.filing.report import Identity, build_report
from certify.filing.verification.manifest import Manifest, enclose_manifest
from certify.filing.verification.signature import seal_pdf
from certify.findings.policy import Policy, load_policy
from certify.gate.waivers import Waiver, list_waived
from certify.render.quotes import Quotes
from certify.spec.model import Jurisdiction, tell_draft

COMPARISON = "comparison"
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class FilingOrder:
    """What is to be filed, and how."""

    folder: Path
    date: str = ""
    """Instead of the edition's own."""
    applicant: str = ""
    number: str = ""
    examiner: str = ""
    reviewer: str = ""
    waivers: tuple[Waiver, ...] = ()
    with_pages: bool = False
    """Whether each filing gets its page for the screen, and several an index."""
    processes: int = 0
    """0: one for each processor, and no more than there are filings."""
    policy: Path | None = None
    """Instead of the policy beside the files."""
    like: Manifest | None = None
    """The manifest of a filing that is made again."""
    regulation: Path | None = None
    """Instead of the regulation that the policy names."""
    documents: Path | None = None
    """The folder with the texts that issues quote; no quotations without it."""
    encloses: bool = False
    """Whether these texts are enclosed."""

    def list_in_force(self, day: datetime.date) -> tuple[Waiver, ...]:
        """The waivers in force on the day of the filing, so that it is the same whenever it is made."""
        return tuple(item for item in self.waivers if not item.has_expired(day))


@dataclass(frozen=True, slots=True)
class Sheaf:
    """A filing before it is printed."""

    name: str
    verdict: str
    html: str
    date: str
    enclosures: tuple[Enclosure, ...]
    page: str = ""
    """The same for the screen, where it was asked for."""
    failed: tuple[str, ...] = ()
    """What was checked and does not hold."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A filing on disk."""

    name: str
    verdict: str
    path: Path
    page: Path | None
    """The page for the screen; that of the comparison is the index over all."""
    pages: int
    sha256: str
    seconds: float
    failed: tuple[str, ...] = ()
    """What was checked and does not hold."""

    def describe(self) -> dict[str, object]:
        """The form that `certify report --json` prints."""
        return {
            "filing": self.name,
            "path": str(self.path),
            "page": str(self.page) if self.page else None,
            "verdict": self.verdict or None,
            "pages": self.pages,
            "sha256": self.sha256,
            "failed": list(self.failed),
        }


def leave_out_drafts(
    jurisdictions: Sequence[Jurisdiction], tell: Told = lambda _line: None
) -> tuple[Jurisdiction, ...]:
    """A filing tells what a document says; of a draft nobody knows it yet."""
    drafts = {item.source.name: told for item in jurisdictions if (told := tell_draft(item))}
    if len(drafts) == len(jurisdictions):
        raise CertifyError("; ".join(f"{name}: {told}" for name, told in drafts.items()))
    for name, told in drafts.items():
        tell(f"{name} is left out: {told}")
    return tuple(item for item in jurisdictions if item.source.name not in drafts)


def file_all(
    jurisdictions: Sequence[Jurisdiction],
    everyone: Sequence[Jurisdiction],
    order: FilingOrder,
    tell: Told = lambda _line: None,
    progress: Progress | None = None,
) -> list[Filed]:
    """Write a filing for each jurisdiction, and one across them where there are several."""
    jurisdictions = leave_out_drafts(jurisdictions, tell)
    everyone = [item for item in everyone if not tell_draft(item)]
    prepare_folder(order.folder)
    load_weasyprint()
    sheaves = compose(tuple(jurisdictions), tuple(everyone), order, tell, progress)
    count = len(jurisdictions) + (len(jurisdictions) > 1)
    workers = min(count, order.processes or os.cpu_count() or 1)
    if workers == 1:
        filed = [_report(print_sheaf(sheaf, order), tell) for sheaf in sheaves]
    else:
        filed = _print_together(sheaves, order, workers, tell)
    return sorted(filed, key=lambda item: (item.name == COMPARISON, item.name))


def compose(
    jurisdictions: tuple[Jurisdiction, ...],
    everyone: tuple[Jurisdiction, ...],
    order: FilingOrder,
    tell: Told,
    progress: Progress | None,
) -> Iterator[Sheaf]:
    """Examine every jurisdiction and put its filing together, and then the one across them."""
    policy = _assume_enclosed(load_policy(order.policy), everyone)
    if order.like is None:  # who checks a filing does not take its own certificate's word
        believe_certificates(everyone)
    regulation = order.regulation or policy.regulation
    measure = load_regulation(regulation) if regulation else None
    examined = []
    every: set[str] = set()
    for item in track(progress, jurisdictions, lambda item: item.id):
        tell(f"{item.id}: computing odds and findings")
        with note_used() as counts:
            examination = examine(item, everyone, policy, progress)
        examined.append(examination)
        if not examination.certificate.is_current:
            tell(f"{item.id}: this filing is a draft: {examination.certificate.why_not}")
        every |= counts.keys()
        identity = Identity(
            item.name,
            f"revision {item.edition}",
            order.date or item.date,
            item.source.sha256,
            order.applicant,
            order.number,
            order.examiner,
            order.reviewer,
        )
        quotes = Quotes(item, order.documents) if order.documents else None
        day = datetime.date.fromisoformat(identity.date)
        waivers = order.list_in_force(day)
        waived = list_waived(waivers, day)
        report = build_report(examination, identity, waived, quotes, measure)
        own = list_enclosures(examination, everyone, waivers, waived, measure)
        if order.documents and order.encloses:
            own += tuple(enclose_texts(item, order.documents))
        enclosures = enclose_manifest(
            own,
            Manifest(
                item.id,
                (item.id,),
                identity.date,
                order.applicant,
                order.number,
                order.examiner,
                order.reviewer,
                order.like.quoted if order.like else quotes is not None,
                tuple(counts),
            ),
            order.like,
        )
        yield Sheaf(
            item.id,
            report.headline,
            render_filing(report, enclosures),
            identity.date,
            enclosures,
            render_page(report, enclosures, indexed=len(jurisdictions) > 1)
            if order.with_pages
            else "",
            tuple(f"{item.what}: {item.obtained}" for item in examination.failed),
        )
    if len(examined) > 1:
        comparison = build_comparison(tuple(examined), identify(jurisdictions, order.date))
        enclosures = enclose_manifest(
            list_comparison_enclosures(tuple(examined), everyone, measure),
            Manifest(
                COMPARISON,
                tuple(item.id for item in jurisdictions),
                comparison.identity.date,
                counts=tuple(every),
            ),
            order.like,
        )
        yield Sheaf(
            COMPARISON,
            "",
            render_comparison(comparison, enclosures),
            comparison.identity.date,
            enclosures,
            render_index(comparison, f"{COMPARISON}.pdf") if order.with_pages else "",
        )


def _assume_enclosed(policy: Policy, everyone: tuple[Jurisdiction, ...]) -> Policy:
    """The policy with the assumed house way of the specification that the filing encloses."""
    assumed = policy.assumed_house_way
    found = next((item for item in everyone if assumed and item.id == assumed.id), assumed)
    return replace(policy, assumed_house_way=found)


def print_sheaf(sheaf: Sheaf, order: FilingOrder) -> Filed:
    """Print one filing and write it; this is what runs in a process of its own."""
    begun = time.monotonic()
    printed = print_pdf(sheaf.html, sheaf.date, sheaf.enclosures)
    content = seal_pdf(printed.content)
    path = order.folder / f"{sheaf.name}.pdf"
    write_file(path, content)
    page = path.with_name(f"{INDEX if sheaf.name == COMPARISON else sheaf.name}.html")
    if sheaf.page:
        write_file(page, sheaf.page.encode())
    return Filed(
        sheaf.name,
        sheaf.verdict,
        path,
        page if sheaf.page else None,
        printed.pages,
        sha256(content).hexdigest(),
        time.monotonic() - begun,
        sheaf.failed,
    )


def _print_together(
    sheaves: Iterator[Sheaf], order: FilingOrder, workers: int, tell: Told
) -> list[Filed]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        futures: list[Future[Filed]] = []
        try:
            for sheaf in sheaves:
                futures.append(pool.submit(print_sheaf, sheaf, order))
                futures[-1].add_done_callback(lambda done: _tell_done(done, tell))
            return [future.result() for future in as_completed(futures)]
        except BrokenProcessPool:
            raise CertifyError(
                "a process that prints a filing was ended from outside, perhaps because "
                "memory ran out; free some, or name fewer specifications"
            ) from None
        finally:
            for future in futures:
                future.cancel()


def _tell_done(done: Future[Filed], tell: Told) -> None:
    if not done.cancelled() and done.exception() is None:
        _report(done.result(), tell)


def _report(filed: Filed, tell: Told) -> Filed:
    tell(f"{filed.name}: {filed.pages} pages in {filed.seconds:.1f} s")
    return filed


def prepare_folder(folder: Path) -> None:
    """Make the folder and see that it can be written, before anything long begins."""
    make_folder(folder)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CertifyError(
            f"{folder}: cannot be written ({error.strerror or error}); "
            "choose another folder with -o"
        ) from None


def gather(
    jurisdictions: Sequence[Jurisdiction], known: Collection[Jurisdiction]
) -> tuple[Jurisdiction, ...]:
    """Those asked for, and every other jurisdiction known beside them."""
    chosen = {item.id for item in jurisdictions}
    every = [*jurisdictions, *(item for item in known if item.id not in chosen)]
    return tuple(sorted(every, key=lambda item: item.id))
