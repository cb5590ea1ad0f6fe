"""Single edits of a certified folder: what the gate says of each, and what `diff` prices.

`python -m tests.gate.edits` prints the table. An edit is one thing that a person, or somebody who would
rather not be seen, could do to a rule file, a certificate, the policy, the waivers or the cache.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from certify.base.cache import hash_data
from certify.base.errors import CertifyError
from certify.compare.revisions import RevisionComparison
from certify.findings.policy import load_policy
from certify.gate.difference import Side, compare_sides
from certify.render.changes import describe_effects
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT
from tests.gate.accepted_folder import Outcome, change, gate, plant
from tests.gate.edits_of_rules import REFUSED, RULES, Edit, put


def edit_certificate(
    alter: Callable[[dict], object], *, sign: bool = True
) -> Callable[[Path], None]:
    """Alter a certificate and give it a right digest again; approve the new content where asked."""

    def apply(tree: Path) -> None:
        path = tree / "jurisdictions" / "one.certificate.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        alter(data)
        if sign:
            kept = {k: v for k, v in data.items() if k not in {"approvals", "sha256"}}
            data["approvals"][-1]["content"] = hash_data(kept)
        data["sha256"] = hash_data({k: v for k, v in data.items() if k != "sha256"})
        path.write_text(json.dumps(data), encoding="utf-8")

    return apply


def _forge(name: str, says: str, alter: Callable[[dict], object], *, sign: bool = True) -> Edit:
    return Edit("certificates", name, edit_certificate(alter, sign=sign), says)


def _edit_text(old: str, new: str) -> Callable[[Path], None]:
    return put(old, new, name="one.certificate.json")


def _copy(first: str, second: str) -> Callable[[Path], None]:
    def apply(tree: Path) -> None:
        shutil.copy(tree / "jurisdictions" / first, tree / "jurisdictions" / second)

    return apply


def _repoint(old: str, new: str) -> Callable[[Path], None]:
    """Edit the file and point the certificate at it: nothing but the hash tells."""

    def apply(tree: Path) -> None:
        import hashlib

        change(tree, old, new)
        digest = hashlib.sha256((tree / "jurisdictions" / "one.yaml").read_bytes()).hexdigest()
        edit_certificate(lambda data: data.update(spec_sha256=digest), sign=False)(tree)

    return apply


CERTIFICATES = [
    _forge(
        "an edge",
        "house edge 50.0000%",
        lambda data: data["wagers"][1].update(house_edge="1/2"),
    ),
    _forge("a status", "status", lambda data: data["wagers"][2].update(status="incomplete")),
    _forge(
        "a count of deals",
        "differs from the certificate in outcomes",
        lambda data: data["wagers"][1]["outcomes"][0].__setitem__(1, 26133),
    ),
    _forge(
        "a second entry of a wager",
        "listed twice in the certificate",
        lambda data: data["wagers"].insert(0, {**data["wagers"][1], "house_edge": "1/2"}),
    ),
    _forge("a issue taken out", "new warning", lambda data: data["issues"].pop()),
    _forge(
        "a issue made light",
        "certified as",
        lambda data: next(item for item in data["issues"] if item["severity"] != "note").update(
            severity="note"
        ),
    ),
    _forge(
        "another edition",
        "differs from the certificate: revision",
        lambda data: data["edition"].update(number=99),
    ),
    _forge(
        "another jurisdiction",
        "the certificate is for two",
        lambda data: data.update(jurisdiction="two"),
    ),
    _forge(
        "another program",
        "certified with certify 9.9.9",
        lambda data: data["program"].update(version="9.9.9"),
    ),
    _forge(
        "an approver over two lines",
        "an approval was edited by hand: by is 'me\\ngate: passed'",
        lambda data: data["approvals"][-1].update(by="me\ngate: passed"),
    ),
    _forge(
        "an approver that turns the line round",
        "an approval was edited by hand: by is '\\u202eofficer'",
        lambda data: data["approvals"][-1].update(by="\u202eofficer"),
    ),
    _forge(
        "a day that is none",
        "an approval was edited by hand: 2030-02-31 is not a date",
        lambda data: data["approvals"][-1].update(date="2030-02-31"),
    ),
    _forge("a key of its own", "approved_by", lambda data: data.update(approved_by="me")),
    _forge("no approval", "not a certificate", lambda data: data["approvals"].clear(), sign=False),
    _forge(
        "an approval of something else",
        "the content differs from the approved content",
        lambda data: data["approvals"][-1].update(content="0" * 64),
        sign=False,
    ),
    _forge(
        "the policy's hash",
        "policy",
        lambda data: data.update(policy_sha256="0" * 64),
    ),
    _forge(
        "a count that nothing needs",
        "not needed",
        lambda data: data["counts"].append(
            {"kind": "pairs", "question": "0" * 64, "sha256": "0" * 64}
        ),
    ),
    Edit("certificates", "a digit", _edit_text('"missing": 9', '"missing": 8'), "by hand"),
    Edit(
        "certificates",
        "a key twice",
        _edit_text('"form": 2', '"form": 2, "form": 2'),
        "duplicate key",
    ),
    Edit(
        "certificates",
        "that of another",
        _copy("two.certificate.json", "one.certificate.json"),
        "the certificate is for two",
    ),
    Edit(
        "certificates",
        "removed",
        lambda tree: (tree / "jurisdictions" / "one.certificate.json").unlink(),
        "one.yaml: draft",
        passes=True,
    ),
    Edit(
        "certificates",
        "the hash re-pointed after an edit of the cap",
        _repoint("cap_covers: {value: bonus", "cap_covers: {value: all-wagers"),
        "the content differs from the approved content",
        "fortune-bonus.cap_covers",
    ),
]


def _rewrite(name: str, old: str, new: str) -> Callable[[Path], None]:
    return put(old, new, name=f"policy/{name}")


def _waive(
    fingerprint: str, expires: str = "2031-01-31", by: str = "compliance officer"
) -> Callable:
    def apply(tree: Path) -> None:
        (tree / "jurisdictions" / "policy" / "waivers.yaml").write_text(
            f'waivers:\n  - {{fingerprint: "{fingerprint}", reason: accepted in writing, '
            f'accepted_by: {by}, expires: "{expires}"}}\n',
            encoding="utf-8",
        )

    return apply


POLICY = [
    Edit("policy", "materiality", _rewrite("limits.yaml", "1/1000", "1/10"), "policy"),
    Edit("policy", "a limit", _rewrite("limits.yaml", "lowest: 1/200", "lowest: 1/100"), "policy"),
    Edit("policy", "a stake", _rewrite("limits.yaml", 'other: "100"', 'other: "200"'), "policy"),
    Edit("policy", "its owner", _rewrite("limits.yaml", "owner: the", "owner: a"), "policy"),
    Edit(
        "policy",
        "a comment",
        _rewrite("limits.yaml", "# the wager amounts", "# wager amounts"),
        "passed",
        passes=True,
    ),
    Edit(
        "policy",
        "removed",
        lambda tree: (tree / "jurisdictions" / "policy" / "limits.yaml").unlink(),
        "limits.yaml: file not found",
    ),
    Edit("waivers", "of nothing", _waive("0123456789abcdef"), "remove the waiver"),
    Edit("waivers", "expired", _waive("0123456789abcdef", "2030-01-31"), "expired on 2030-01-31"),
    Edit(
        "waivers", "for ever", _waive("0123456789abcdef", "9999-12-31"), "the maximum is 731 days"
    ),
    Edit("waivers", "by nobody", _waive("0123456789abcdef", by='""'), "accepted_by is"),
    Edit("waivers", "by me", _waive("0123456789abcdef", by="me"), "accepted_by is 'me'"),
]


def _hide(name: str, text: str = "") -> Callable[[Path], None]:
    def apply(tree: Path) -> None:
        folder = tree / "jurisdictions"
        (folder / name).write_text(
            text or (folder / "one.yaml").read_text(encoding="utf-8"), encoding="utf-8"
        )

    return apply


FILES = [
    Edit("files", "a hidden second file", _hide(".one.yaml"), ".one.yaml: hidden file"),
    Edit(
        "files",
        "a second file of the id",
        _hide("uno.yaml"),
        "uno.yaml: has the id of jurisdictions/one.yaml",
    ),
    Edit("files", "a second file in capitals", _hide("One.yaml"), "One.yaml: has the id of"),
    Edit("files", "a name that ends in a space", _hide("one.yaml "), "rename it to one.yaml"),
    Edit(
        "files",
        "a pipe",
        lambda tree: os.mkfifo(tree / "jurisdictions" / "x.yaml"),
        "x.yaml: not a regular file",
    ),
    Edit(
        "files",
        "a link",
        lambda tree: (tree / "jurisdictions" / "x.yaml").symlink_to("one.yaml"),
        "x.yaml: link to another file",
    ),
    Edit("files", "another ending", _hide("one.yml"), "one.yml: would not be checked"),
    Edit("files", "a name in lookalikes", _hide("\u043ene.yaml"), "can look like others"),
    Edit(
        "files",
        "a draft that is not valid",
        _hide("new.yaml", "id: new\n"),
        "new.yaml: draft",
        passes=True,
    ),
    Edit(
        "files",
        "a certificate alone",
        _copy("one.certificate.json", "x.certificate.json"),
        "certificate without a specification",
    ),
]

EDITS: tuple[Edit, ...] = (*RULES, *CERTIFICATES, *POLICY, *FILES)


def compare(original: Path, tree: Path) -> list[RevisionComparison] | None:
    """What diff says of the edited file; None where it refuses it."""
    with contextlib.chdir(tree):
        try:
            files = (original / "jurisdictions" / "one.yaml", Path("jurisdictions/one.yaml"))
            return compare_sides(
                *(Side(str(path), {"one": load_jurisdiction(path)}) for path in files),
                load_policy(ROOT / "jurisdictions" / "policy" / "limits.yaml"),
                lambda _currency: None,
            )
        except CertifyError:
            return None


def try_edit(
    edit: Edit, original: Path, tree: Path
) -> tuple[Outcome, list[RevisionComparison] | None]:
    """Make an edit on a copy of the folder; what the gate says, and what diff prices."""
    plant(tree)
    edit.apply(tree)
    return gate(tree), compare(original, tree)


def main() -> None:
    """Print the table."""
    with TemporaryDirectory() as folder:
        original = plant(Path(folder) / "original")
        for number, edit in enumerate(EDITS):
            outcome, found = try_edit(edit, original, Path(folder) / str(number))
            said = [
                line.removeprefix("jurisdictions/")
                for line in (outcome.err if outcome.code == 2 else outcome.out).splitlines()
                if line.strip()
                and not line.startswith("gate:")
                and (edit.says in line or ": OK, " not in line)
            ]
            worth = [
                line
                for item in found or ()
                for priced in item.changes
                for line in describe_effects(priced)
            ]
            told = REFUSED if found is None else "; ".join(worth) or "no change"
            sys.stdout.write(
                f"{edit.group} | {edit.name} | exit {outcome.code} | {' / '.join(said) or '-'} | "
                f"{told if edit.prices is not None else '-'}\n"
            )


if __name__ == "__main__":
    main()
