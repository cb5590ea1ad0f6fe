"""HTML to PDF: archivable (PDF/A-3a), accessible (PDF/UA-1), the same bytes every time."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import importlib
import io
import logging
import os
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname
from xml.etree import ElementTree

from certify.base.errors import CertifyError
from certify.base.extras import name_cure
from certify.filing.page import locate_templates


def make_fetcher(roots: tuple[Path, ...]) -> Any:
    """A fetcher for WeasyPrint that stops the rendering at anything outside the roots."""
    from weasyprint.urls import (
        FatalURLFetchingError,
        URLFetcher,
        URLFetcherResponse,
    )

    allowed = tuple(root.resolve() for root in roots)

    class RootedFetcher(URLFetcher):  # type: ignore[misc]
        """Fetches data addresses and files below the roots."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            """Open an address, or refuse it."""
            parts = urlsplit(url)
            if parts.scheme == "data":
                return super().fetch(url, headers)
            if parts.scheme == "file" and parts.netloc in {"", "localhost"}:
                path = Path(url2pathname(unquote(parts.path))).resolve()
                if any(path.is_relative_to(root) for root in allowed) and path.is_file():
                    return URLFetcherResponse(url, path.read_bytes())
            raise FatalURLFetchingError(f"a filing may not fetch {url[:160]}")

    return RootedFetcher()


def explain_refusal(error: BaseException) -> CertifyError:
    """A refusal as an error for people."""
    return CertifyError(f"{error}; a filing contains everything that it shows")


_PANGO_CURE = (
    "install Pango: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 "
    "fonts-dejavu-core fonts-inter on Debian, brew install pango on a Mac"
)
_PDFA = "http://www.aiim.org/pdfa/ns/"
_ACCESSIBLE = """
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
    xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
    xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <rdf:Description rdf:about="" pdfuaid:part="1"/>
  <rdf:Description rdf:about="">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>part</pdfaProperty:name>
        <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
        <pdfaProperty:category>internal</pdfaProperty:category>
        <pdfaProperty:description>Part of ISO 14289 followed</pdfaProperty:description>
      </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>
</rdf:RDF>
"""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that travels inside the PDF."""

    name: str
    media_type: str
    description: str
    content: bytes
    relationship: str = "Data"

    @property
    def sha256(self) -> str:
        """The hash of the file."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def encoded(self) -> str:
        """The content as an address holds it."""
        return base64.b64encode(self.content).decode("ascii")

    @property
    def kilobytes(self) -> int:
        """The size, rounded up."""
        return -(-len(self.content) // 1000)


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF, and how many pages it has."""

    content: bytes
    pages: int


class _Records(logging.Handler):
    """Keeps what the renderer complains about: for a filing a warning is an error."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record; the steps of the work are told by another logger below this one."""
        if record.name == "weasyprint":
            self.lines.append(record.getMessage())


def load_weasyprint() -> Any:
    """Import the renderer, or say what the machine lacks."""
    banner = io.StringIO()
    try:
        with contextlib.redirect_stdout(banner), contextlib.redirect_stderr(banner):
            return importlib.import_module("weasyprint")
    except (OSError, ImportError) as error:
        cure = _PANGO_CURE if isinstance(error, OSError) else name_cure("pdf")
        raise CertifyError(f"PDF files cannot be made here ({error}); {cure}") from None


def print_pdf(html: str, date: str, enclosures: Sequence[Enclosure] = ()) -> Printed:
    """Lay out HTML and write it as PDF, dated as given and with the files enclosed."""
    weasyprint = load_weasyprint()
    ordered = sorted(enclosures, key=lambda item: item.name)
    moment = datetime.fromisoformat(date).replace(tzinfo=UTC)
    fatal = importlib.import_module("weasyprint.urls").FatalURLFetchingError
    with _watch() as records, _freeze(moment):
        try:
            document = weasyprint.HTML(
                string=html, url_fetcher=make_fetcher((locate_templates(),)), base_url="certify:"
            ).render()
            document.metadata.attachments = [_attach(weasyprint, item, moment) for item in ordered]
            _declare_accessible(document.metadata)
            with warnings.catch_warnings():  # the renderer leaves its colour profile open
                warnings.simplefilter("ignore", ResourceWarning)
                content = document.write_pdf(
                    pdf_variant="pdf/a-3a",
                    pdf_identifier=_identify(html, ordered),
                    finisher=_label_pages,
                )
        except fatal as error:
            raise explain_refusal(error) from None
    if records:
        raise CertifyError(
            "the PDF renderer reported problems; the filing is not written: "
            + "; ".join(dict.fromkeys(records))
        )
    return Printed(content, len(document.pages))


def _attach(weasyprint: Any, item: Enclosure, moment: datetime) -> Any:
    return weasyprint.Attachment(
        url=f"data:{item.media_type};base64,{item.encoded}",
        name=item.name,
        description=item.description,
        created=moment,
        modified=moment,
        relationship=item.relationship,
    )


def _identify(html: str, enclosures: Sequence[Enclosure]) -> bytes:
    digest = hashlib.sha256(html.encode())
    for item in enclosures:
        digest.update(item.name.encode() + b"\0" + item.content)
    return digest.hexdigest()[:32].encode()


def _label_pages(_document: Any, pdf: Any) -> None:
    """Number the pages as they are printed, the first being the cover."""
    pydyf = importlib.import_module("pydyf")
    cover = pydyf.Dictionary({"P": pydyf.String("Cover")})
    numbered = pydyf.Dictionary({"S": "/D", "St": 2})
    pdf.catalog["PageLabels"] = pydyf.Dictionary({"Nums": pydyf.Array([0, cover, 1, numbered])})


def _declare_accessible(metadata: Any) -> None:
    """Say inside the RDF block that the file is PDF/UA too; the stock option writes outside."""
    generate = metadata.generate_rdf_metadata
    for prefix in ("extension/", "schema#", "property#"):  # checkers ask for these very prefixes
        ElementTree.register_namespace(f"pdfa{prefix[:-1].title()}", f"{_PDFA}{prefix}")

    def generate_both(variant: str, version: int, conformance: str) -> bytes:
        own = ElementTree.fromstring(generate(variant, version, conformance))  # noqa: S314
        own.extend(list(ElementTree.fromstring(_ACCESSIBLE)))  # noqa: S314  (our own text above)
        return bytes(ElementTree.tostring(own, encoding="utf-8"))

    metadata.generate_rdf_metadata = generate_both


@contextlib.contextmanager
def _watch() -> Iterator[list[str]]:
    logger = logging.getLogger("weasyprint")
    records = _Records()
    handlers, propagate = logger.handlers[:], logger.propagate
    logger.handlers, logger.propagate = [records], False
    try:
        yield records.lines
    finally:
        logger.handlers, logger.propagate = handlers, propagate


@contextlib.contextmanager
def _freeze(moment: datetime) -> Iterator[None]:
    """Fix the time that font subsets are stamped with."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = str(int(moment.timestamp()))
    try:
        yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before
