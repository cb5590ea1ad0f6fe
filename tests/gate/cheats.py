"""Attempts to cheat the gate: what somebody could do who would rather not be seen, and the exit codes.

Each attempt is made on two folders, one unsigned and one signed, and committed. The four codes are those of
the gate without and with the base revision, unsigned and then signed. `python -m tests.gate.cheats` prints
the table with the messages.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from certify.base.cache import hash_data
from certify.findings.policy import hash_policy
from certify.gate.approvals import hash_approval, read_approvals
from certify.gate.certificates import hash_content
from tests.gate.accepted_folder import ACCEPT, Outcome, change, commit, gate, plant
from tests.gate.keys import (
    APPROVER,
    AUTHOR,
    FORMER,
    OWNER,
    SECOND,
    STRANGER,
    accept_as,
    plant_signed,
    sign_approval,
    sign_policy,
    write_people,
)

Apply = Callable[[Path], object]
CAUGHT = (1, 1, 1, 1)


@dataclass(frozen=True)
class Cheat:
    """One attempt; None where it cannot be made."""

    name: str
    apply: Apply
    codes: tuple[int | None, ...] = CAUGHT
    counts: bool = False
    """Whether it needs a certificate with counts, which take long."""


def read(tree: Path, name: str = "one") -> dict:
    return json.loads(locate(tree, f"{name}.certificate.json").read_text(encoding="utf-8"))


def write(tree: Path, data: dict, name: str = "one") -> None:
    data["sha256"] = hash_data({key: value for key, value in data.items() if key != "sha256"})
    locate(tree, f"{name}.certificate.json").write_text(json.dumps(data), encoding="utf-8")


def locate(tree: Path, name: str) -> Path:
    return tree / "jurisdictions" / name


def forge(alter: Callable[[dict], object], *, approved: bool = True) -> Apply:
    """Alter a certificate and make every digest right again."""

    def apply(tree: Path) -> None:
        data = read(tree)
        alter(data)
        if approved:
            data["approvals"][-1]["content"] = hash_content(data)
        write(tree, data)

    return apply


def approve_by(name: str, signer: str | None = None, **changed: object) -> Apply:
    """Append an approval, with every digest right, signed by somebody or not."""

    def apply(tree: Path) -> None:
        data = read(tree)
        last = {key: value for key, value in data["approvals"][-1].items() if key != "signatures"}
        previous = hash_approval(read_approvals(data["approvals"])[-1])
        item = {**last, "by": name, "previous": previous, **changed}
        if signer:
            sign_approval(item, signer)
        data["approvals"].append(item)
        write(tree, data)

    return apply


def repoint(*steps: Apply) -> Apply:
    """Make certificates fit files and policy that were changed, as far as digests go."""

    def apply(tree: Path) -> None:
        for step in steps:
            step(tree)
        policy = hash_policy(locate(tree, "policy/limits.yaml"))
        for name in ("one", "two"):
            data = read(tree, name)
            content = locate(tree, f"{name}.yaml").read_bytes()
            data["spec_sha256"] = hashlib.sha256(content).hexdigest()
            data["policy_sha256"] = policy
            data["approvals"][-1]["content"] = hash_content(data)
            write(tree, data, name)

    return apply


def both(*steps: Apply) -> Apply:
    def apply(tree: Path) -> None:
        for step in steps:
            step(tree)

    return apply


def put(old: str, new: str, name: str = "one.yaml") -> Apply:
    def apply(tree: Path) -> None:
        text = locate(tree, name).read_text(encoding="utf-8")
        assert old in text, old
        locate(tree, name).write_text(text.replace(old, new), encoding="utf-8")

    return apply


def remove(*names: str) -> Apply:
    def apply(tree: Path) -> None:
        for name in names:
            path = locate(tree, name)
            if path.exists() or "people" not in name:
                path.unlink()

    return apply


def rename(old: str, new: str) -> Apply:
    return lambda tree: locate(tree, old).rename(locate(tree, new))


def copy(old: str, new: str) -> Apply:
    def apply(tree: Path) -> None:
        locate(tree, new).parent.mkdir(exist_ok=True)
        shutil.copy(locate(tree, old), locate(tree, new))

    return apply


def is_signed(tree: Path) -> bool:
    return locate(tree, "policy/people.yaml").exists()


def swap_counts(data: dict) -> None:
    """Counts that are wrong, sum to all deals, and are the same with the two hands exchanged."""
    cells = data["counts"][0]["result"][0][0]
    cells[0][0] += 5
    cells[2][2] += 5
    cells[1][1] -= 10


def cut_history(data: dict) -> None:
    """Only the last approval is left, as if it were the first."""
    data["approvals"] = [{**data["approvals"][-1], "previous": "0" * 64}]
    data.pop("before", None)


def cut_bluntly(data: dict) -> None:
    del data["approvals"][0]


def revise(tree: Path) -> None:
    """A second revision with another payout, duly approved and committed."""
    change(tree, "pays: 100,", "pays: 90,")
    change(tree, "number: 1,", "number: 2,")
    signed = is_signed(tree)
    done = accept_as(tree, APPROVER, "--author", AUTHOR) if signed else gate(tree, *ACCEPT)
    assert done.code == 0, done.out + done.err


def mark(tree: Path) -> None:
    """Commit everything; this is the base from now on."""
    commit(tree, "base")
    subprocess.run(["git", "tag", "-f", "base"], check=True, cwd=tree, capture_output=True)


def roll_back(tree: Path) -> None:
    """The whole state before the last approval."""
    first = plant_first(is_signed(tree))
    for name in ("one.yaml", "one.certificate.json"):
        shutil.copy(locate(first, name), locate(tree, name))


def start_over(tree: Path) -> None:
    """No people, no signatures, one approval with an invented name for each file."""
    put("require: signed\n", "", "policy/limits.yaml")(tree)
    for path in (tree / "jurisdictions" / "policy").glob("*.sig"):
        path.unlink()
    locate(tree, "policy/people.yaml").unlink()
    for name in ("one", "two"):
        data = read(tree, name)
        data["approvals"] = [
            {
                key: value
                for key, value in data["approvals"][0].items()
                if key not in ("signatures", "author")
            }
        ]
        write(tree, data, name)
    repoint()(tree)


def take_over(tree: Path) -> None:
    """A list of people of one's own, and everything signed by them."""
    folder = tree / "jurisdictions"
    roles = {STRANGER: ["approver", "policy-owner"], "Another Stranger": ["author"]}
    write_people(folder, *roles, roles=roles)
    put(f"accepted_by: {OWNER}", f"accepted_by: {STRANGER}", "policy/waivers.yaml")(tree)
    sign_policy(folder, STRANGER)
    for name in ("one", "two"):
        locate(tree, f"{name}.certificate.json").unlink()
    commit(tree, "nothing here was ever approved")
    done = accept_as(tree, STRANGER, "--author", "Another Stranger")
    assert done.code == 0, done.out + done.err


def resign(*names: str, **changed: object) -> Apply:
    """Sign the last approval again, by others."""

    def apply(tree: Path) -> None:
        data = read(tree)
        data["approvals"][-1].update(changed)
        sign_approval(data["approvals"][-1], *names)
        write(tree, data)

    return apply


def strip(tree: Path) -> None:
    data = read(tree)
    del data["approvals"][-1]["signatures"]
    write(tree, data)


def borrow(tree: Path) -> None:
    """The signature of another file's approval."""
    data = read(tree)
    data["approvals"][-1]["signatures"] = read(tree, "two")["approvals"][-1]["signatures"]
    write(tree, data)


def drop_waiver(tree: Path) -> None:
    path = locate(tree, "policy/waivers.yaml")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:1] + lines[2:]), encoding="utf-8")


def drop_waivers_of_one(tree: Path) -> None:
    """Those of the first file, which come first."""
    path = locate(tree, "policy/waivers.yaml")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:1] + lines[1 + (len(lines) - 1) // 2 :]), encoding="utf-8")


def add_waiver(tree: Path) -> None:
    path = locate(tree, "policy/waivers.yaml")
    text = path.read_text(encoding="utf-8")
    line = text.splitlines()[1]
    start = line.index('"') + 1
    more = line.replace(line[start : start + 16], "0123456789abcdef")
    path.write_text(f"{text}{more}\n", encoding="utf-8")


def link_policy(tree: Path) -> None:
    folder = tree / "jurisdictions" / "policy"
    folder.rename(tree / "elsewhere")
    folder.symlink_to("../elsewhere")


def link_folder(tree: Path) -> None:
    folder = tree / "jurisdictions"
    folder.rename(tree / "rules")
    folder.symlink_to("rules")


def copy_forged(tree: Path) -> None:
    """A copy with forged counts where the gate does not look."""
    shutil.copytree(tree / "jurisdictions", tree / "kept")
    forge(swap_counts)(tree)
    (tree / "jurisdictions").rename(tree / "rules")
    (tree / "kept").rename(tree / "jurisdictions")


def exchange_folder(tree: Path) -> None:
    shutil.rmtree(tree / "jurisdictions")
    (tree / "jurisdictions").symlink_to("rules")


def link(name: str) -> Apply:
    """A file of the policy folder that is a link to its content."""

    def apply(tree: Path) -> None:
        path = locate(tree, name)
        path.rename(tree / path.name)
        path.symlink_to(Path("..", "..", path.name))

    return apply


def pipe(name: str) -> Apply:
    """Not committed: git knows no pipes."""

    def apply(tree: Path) -> None:
        locate(tree, name).unlink()
        commit(tree, "removed")
        os.mkfifo(locate(tree, name))
        (tree / "note").write_text("something to commit")

    return apply


def nest(tree: Path) -> None:
    """A repository in the repository, with the same names of revisions."""
    commit(tree / "jurisdictions", "nested")
    subprocess.run(["git", "tag", "base"], check=True, cwd=tree / "jurisdictions")


def add_person(tree: Path) -> None:
    write_people(tree / "jurisdictions", AUTHOR, APPROVER, SECOND, OWNER, FORMER, STRANGER,
                 roles={AUTHOR: ["author"], APPROVER: ["approver"], SECOND: ["approver"],
                        OWNER: ["policy-owner"], FORMER: ["approver"],
                        STRANGER: ["approver"]})  # fmt: skip


WAIVERS, LIMITS, PEOPLE = (f"policy/{name}.yaml" for name in ("waivers", "limits", "people"))
ONLY_SIGNED = (None, None, 1, 1)
ONLY_UNSIGNED_PASSES = (0, 1, 1, 1)
"""Without keys and without a base nobody can tell."""

CHEATS = (
    # figures and certificates
    Cheat("change a payout", put("pays: 100,", "pays: 90,")),
    Cheat("change a payout and point the certificate at it", repoint(put("pays: 100,", "pays: 90,"))),
    Cheat("change a comment", put("uncovered:", "# nothing\nuncovered:")),
    Cheat("forge an edge", forge(lambda data: data["wagers"][1].update(house_edge="1/250"))),
    Cheat("forge an edge, and approve nothing", forge(
        lambda data: data["wagers"][1].update(house_edge="1/250"), approved=False)),
    Cheat("forge a status", forge(lambda data: data["wagers"][2].update(status="exact"))),
    Cheat("forge a number of combinations", forge(
        lambda data: data["wagers"][1]["outcomes"][0].__setitem__(1, 26133))),
    Cheat("forge counts symmetrically", forge(swap_counts), ONLY_UNSIGNED_PASSES,
        counts=True),
    Cheat("forge the number of settled rounds", forge(
        lambda data: data["settlements"].update(rounds=1)), ONLY_UNSIGNED_PASSES),
    Cheat("hide an error", forge(lambda data: data["issues"].remove(find_error(data)))),
    Cheat("make an error a note", forge(lambda data: find_error(data).update(severity="note"))),
    Cheat("claim another program", forge(lambda data: data["program"].update(version="9.9"))),
    Cheat("claim other counting code", forge(
        lambda data: data["program"].update(code_sha256="0" * 64)), ONLY_UNSIGNED_PASSES),
    Cheat("claim another revision", forge(lambda data: data["edition"].update(number=9))),
    Cheat("use the certificate of another file", copy("two.certificate.json", "one.certificate.json")),
    Cheat("swap the hash of a document", repoint(
        put("a" * 64, "b" * 64),
        forge(lambda data: data["documents"].update(dict.fromkeys(data["documents"], "b" * 64))),
    ), ONLY_UNSIGNED_PASSES),
    # approvals
    Cheat("rename the approver", forge(
        lambda data: data["approvals"][-1].update(by="the regulator")), ONLY_UNSIGNED_PASSES),
    Cheat("rewrite the reason", forge(
        lambda data: data["approvals"][-1].update(reason="the regulator agrees")),
        ONLY_UNSIGNED_PASSES),
    Cheat("rewrite the date", forge(
        lambda data: data["approvals"][-1].update(date="2030-01-31")), (0, 1, 1, 1)),
    Cheat("date an approval 2999", approve_by("compliance officer", date="2999-01-01")),
    Cheat("date the last approval 2999", forge(
        lambda data: data["approvals"][-1].update(date="2999-01-01"))),
    Cheat("an approval by an invented regulator", approve_by("the Gaming Authority"),
        ONLY_UNSIGNED_PASSES),
    Cheat("an approval in the name of the last approver", approve_by("compliance officer"),
        (0, 0, 1, 1)),
    Cheat("an approval in the name of a signer", approve_by(APPROVER), ONLY_UNSIGNED_PASSES),
    Cheat("an approval signed by a stranger", approve_by(STRANGER, STRANGER, author=AUTHOR)),
    Cheat("an approval by a signer, signed by a stranger", approve_by(APPROVER, STRANGER, author=AUTHOR)),
    Cheat("cut the first approval off", both(revise, mark,
        forge(cut_bluntly)), CAUGHT),
    Cheat("cut the history, and make the rest look like the first", both(revise, mark,
        forge(cut_history)), ONLY_UNSIGNED_PASSES),
    Cheat("go back to the state before the last approval", both(revise, mark, roll_back),
        (0, 1, 0, 1)),
    Cheat("take a signature away", strip, ONLY_SIGNED),
    Cheat("use the signature of another approval", borrow, ONLY_SIGNED),
    Cheat("sign as a former approver", resign(FORMER, by=FORMER), ONLY_SIGNED),
    Cheat("sign without the role", resign(OWNER, by=OWNER), ONLY_SIGNED),
    Cheat("approve one's own revision", resign(APPROVER, author=APPROVER), ONLY_SIGNED),
    Cheat("name an author who is none", resign(APPROVER, author="Somebody"), ONLY_SIGNED),
    # policy and people
    Cheat("widen the policy", put("lowest: 1/200", "lowest: 1/999", LIMITS)),
    Cheat("widen the policy and point the certificates at it", repoint(
        put("lowest: 1/200", "lowest: 1/999", LIMITS)), ONLY_UNSIGNED_PASSES),
    Cheat("remove the policy", remove(LIMITS), (2, 2, 2, 2)),
    Cheat("put the policy behind a link", link_policy, (2, 2, 2, 2)),
    Cheat("put the folder behind a link", link_folder, (2, 2, 2, 2)),
    Cheat("put a forged copy elsewhere, and a link to it later", both(
        copy_forged, mark, exchange_folder), (2, 2, 2, 2), counts=True),
    Cheat("put the waivers behind a link", link(WAIVERS)),
    Cheat("put the people behind a link", link(PEOPLE), ONLY_SIGNED),
    Cheat("put a pipe in place of the waivers", pipe(WAIVERS)),
    Cheat("make the folder a repository of its own, with forged counts", both(
        forge(swap_counts), nest), (0, 2, 1, 2), counts=True),
    Cheat("write a fraction that is too long", forge(
        lambda data: data["wagers"][1].update(house_edge="1/" + "9" * 5000))),
    Cheat("write a fraction that is too long into the policy", put(
        "lowest: 1/200", "lowest: 1/" + "9" * 5000, LIMITS), (2, 2, 2, 2)),
    Cheat("require signatures no longer", repoint(put("require: signed\n", "", LIMITS)), ONLY_SIGNED),
    Cheat("remove the signature of the policy", remove(f"{LIMITS}.sig"), ONLY_SIGNED),
    Cheat("remove the people", remove(PEOPLE, f"{PEOPLE}.sig"), ONLY_SIGNED),
    Cheat("remove the signature of the people", remove(f"{PEOPLE}.sig"), ONLY_SIGNED),
    Cheat("add a person", add_person, ONLY_SIGNED),
    Cheat("add a person, and sign the list oneself", both(add_person, lambda tree: sign_policy(
        tree / "jurisdictions", STRANGER)), ONLY_SIGNED),
    Cheat("replace everybody, and sign everything", take_over, (None, None, 0, 1)),
    Cheat("start over without signatures", start_over, (None, None, 0, 1)),
    # waivers
    Cheat("delete the waivers", remove(WAIVERS)),
    Cheat("delete one waiver", drop_waiver),
    Cheat("waive for ever", put("2031-01-31", "9999-12-31", WAIVERS)),
    Cheat("waive a year longer", put("2031-01-31", "2031-12-31", WAIVERS), (0, 0, 1, 1)),
    Cheat("let a waiver expire", put("2031-01-31", "2030-01-31", WAIVERS)),
    Cheat("waive as anybody", both(put("accepted_by: compliance officer", "accepted_by: the intern",
        WAIVERS)), (0, 1, None, None)),
    Cheat("waive as anybody, unsigned", put(f"accepted_by: {OWNER}", "accepted_by: the intern",
        WAIVERS), ONLY_SIGNED),
    Cheat("waive what is not there", add_waiver),
    # files
    Cheat("delete a certified file with its waivers", both(
        remove("one.yaml", "one.certificate.json"), drop_waivers_of_one), ONLY_UNSIGNED_PASSES),
    Cheat("delete a certified file", remove("one.yaml", "one.certificate.json"), (1, 1, 1, 1)),
    Cheat("delete a certificate", remove("one.certificate.json"), ONLY_UNSIGNED_PASSES),
    Cheat("rename a file with its certificate", both(rename("one.yaml", "uno.yaml"),
        rename("one.certificate.json", "uno.certificate.json"))),
    Cheat("rename a file, change it, and leave no certificate", both(
        put("id: one", "id: uno"), put("pays: 100,", "pays: 90,"), rename("one.yaml", "uno.yaml"),
        remove("one.certificate.json")), ONLY_UNSIGNED_PASSES),
    Cheat("change the id", put("id: one", "id: uno")),
    Cheat("make a file invalid, and leave no certificate", both(
        put("id: one", "id: [one"), remove("one.certificate.json")), ONLY_UNSIGNED_PASSES),
    Cheat("hide a second file", copy("one.yaml", ".one.yaml")),
    Cheat("put a file behind a link", both(rename("one.yaml", "../one.yaml"),
        lambda tree: locate(tree, "one.yaml").symlink_to("../one.yaml"))),
    Cheat("keep a changed copy in another folder", copy("one.yaml", "old/one.yaml"), (0, 0, 0, 0)),
)  # fmt: skip


def find_error(data: dict) -> dict:
    return next(item for item in data["issues"] if item["severity"] == "error")


@cache
def plant_first(signed: bool, counts: bool = False) -> Path:
    """The folder before any attempt, committed."""
    tree = Path(mkdtemp(prefix="certify-cheats-"))
    (plant_signed if signed else plant)(tree, assumed=counts)
    mark(tree)
    return tree


def attempt(cheat: Cheat, place: Path, *options: str) -> list[Outcome | None]:
    """The four outcomes."""
    found: list[Outcome | None] = []
    for signed in (False, True):
        if cheat.codes[2 * signed] is None:
            found += [None, None]
            continue
        tree = place / ("signed" if signed else "unsigned")
        shutil.copytree(plant_first(signed, cheat.counts), tree, symlinks=True)
        cheat.apply(tree)
        commit(tree, "attempt")
        found += [gate(tree, *options), gate(tree, "--base", "base", *options)]
    return found


def describe(outcome: Outcome | None) -> str:
    """Code and first failure of an outcome."""
    if outcome is None:
        return "-"
    told = [outcome.err] if outcome.code == 2 else json.loads(outcome.out)["failures"]
    return f"{outcome.code} {told[0].removeprefix('jurisdictions/') if told else ''}".strip()


def main() -> None:
    """Print the table."""
    with TemporaryDirectory() as folder:
        for number, cheat in enumerate(CHEATS):
            place = Path(folder) / str(number)
            cells = [describe(item) for item in attempt(cheat, place, "--json")]
            wanted = " ".join("-" if item is None else str(item) for item in cheat.codes)
            codes = " ".join(cell[0] for cell in cells)
            mark = "" if codes == wanted else f"  EXPECTED {wanted}"
            sys.stdout.write(f"{cheat.name} | {' | '.join(cells)}{mark}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    os.environ.setdefault("CERTIFY_CACHE", "off")
    main()
