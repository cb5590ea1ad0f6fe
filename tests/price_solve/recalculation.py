"""Opens a workbook in LibreOffice without a screen, recalculates it, and reads what it then holds."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item>
</oor:items>
"""


def find_office():
    """The program, or None where it is not installed."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def recalculate(content, folder: Path, changes=()):
    """The cells of every sheet after recalculation; `changes` are (sheet, cell, value) put in before."""
    import openpyxl

    folder.mkdir(parents=True, exist_ok=True)
    path, out, profile = folder / "book.xlsx", folder / "out", folder / "profile"
    path.write_bytes(content)
    if changes:
        book = openpyxl.load_workbook(path)
        for sheet, cell, value in changes:
            assert not book[sheet][cell].protection.locked, f"{cell} is no input cell"
            book[sheet][cell] = value
        book.save(path)
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_PROFILE, encoding="utf-8")
    subprocess.run(
        [
            find_office(),
            f"-env:UserInstallation={profile.resolve().as_uri()}",
            "--headless",
            "--convert-to",
            "xlsx",
            "--outdir",
            str(out),
            str(path),
        ],
        check=True,
        capture_output=True,
        timeout=180,
    )
    book = openpyxl.load_workbook(out / "book.xlsx", data_only=True)
    return {sheet.title: sheet for sheet in book.worksheets}


def read_figures(sheet):
    """The figures of a PAR sheet by their labels, and the envy table by other players."""
    figures, envy, in_envy = {}, {}, False
    for row in sheet.iter_rows(min_row=5, values_only=True):
        label = row[0]
        if label == "Other players":
            in_envy = True
        elif in_envy and isinstance(label, int | float):
            envy[int(label)] = row[2]
        elif isinstance(label, str):
            figures.setdefault(label, row[1])
    return figures, envy


def find_row(sheet, label):
    """The number of the row that begins with a label."""
    return next(row[0].row for row in sheet.iter_rows() if row[0].value == label)
