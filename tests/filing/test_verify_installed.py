"""A filing is verified where nothing is but the installed wheel: no checkout, no home, no network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SPEC = ROOT / "tests" / "specs" / "accept" / "no-pair-bonus.yaml"


def cut_off() -> list[str]:
    """What runs a command without any network; a visible skip where that cannot be had."""
    unshare = shutil.which("unshare")
    words = [str(unshare), "--map-root-user", "--net"]
    if unshare is None or subprocess.run([*words, "true"], check=False).returncode:
        pytest.skip("a program cannot be cut off from the network here: unshare --net is refused")
    return words


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A new environment with the wheel in it; the libraries are lent, the checkout is not."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*pip, *build], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    install = ["--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([*pip, *install], check=True, capture_output=True)
    (own,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (own / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "venv" / "bin" / "certify"


@pytest.fixture(scope="module")
def filed(tmp_path_factory):
    """A filing as the checkout makes it."""
    folder = tmp_path_factory.mktemp("filed")
    subprocess.run(
        [sys.executable, "-m", "certify", "report", str(SPEC), "-o", str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
    )
    return folder / "no-pair-bonus.pdf"


def run_alone(installed, folder, *words):
    """Run the installed program with an empty home, in an empty folder, without network."""
    for name in ("home", "elsewhere"):
        (folder / name).mkdir()
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder / "home")}
    return subprocess.run(
        [*cut_off(), str(installed), *words],
        cwd=folder / "elsewhere",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_filing_holds_where_only_the_wheel_is(installed, filed, tmp_path):
    done = run_alone(installed, tmp_path, "verify", str(filed))
    assert done.returncode == 0, done.stdout + done.stderr
    for check in ("seal", "enclosures", "figures", "pages"):
        assert f"{check}:" in done.stdout, done.stdout


@pytest.mark.slow
def test_a_changed_filing_does_not_hold_there(installed, filed, tmp_path):
    content = bytearray(filed.read_bytes())
    content[len(content) // 2] ^= 1
    changed = tmp_path / "changed.pdf"
    changed.write_bytes(content)
    done = run_alone(installed, tmp_path, "verify", "--quick", str(changed))
    assert done.returncode in {1, 2}, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_pages_are_written_there_too(installed, tmp_path):
    done = run_alone(
        installed, tmp_path, "report", str(SPEC), "--html", "-o", str(tmp_path / "filings")
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "filings" / "no-pair-bonus.html").read_text(encoding="utf-8")
    assert "Content-Security-Policy" in page
    assert "Try other payouts" in page
