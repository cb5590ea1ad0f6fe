"""A filing made again from what it encloses: figures, findings, page of text, and the PDF itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from certify.base.cache import (
    Every,
    Origin,
    count_origins,
    forget_trusted,
    format_origins,
    note_used,
    restrict_cache,
)
from certify.base.progress import Progress
from certify.filing.build import COMPARISON, Order, Sheaf, compose
from certify.filing.enclosures import BY_POLICY, POLICY, REGULATION, is_text
from certify.filing.verification.contents import Altered
from certify.filing.verification.enclosed_certificate import check_certificate
from certify.filing.verification.manifest import Manifest, hash_program
from certify.filing.verification.outcome import Check
from certify.findings.policy import hash_policy
from certify.gate.waivers import load_waivers
from certify.odds.compute import Request, compute_odds
from certify.spec.model import Jurisdiction
from certify.spec.validate import load_jurisdiction

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
        order = Order(
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
