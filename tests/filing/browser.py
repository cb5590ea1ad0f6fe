"""A headless Chromium for the tests, driven through its own driver; a visible skip where it is absent."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def start(profile: Path) -> Any:
    """A browser with a profile of its own that keeps its console and its requests."""
    browser, program = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or program is None:
        pytest.skip("Chromium or its driver is missing: apt-get install chromium chromium-driver")
    webdriver = pytest.importorskip("selenium.webdriver", reason="pip install selenium")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(executable_path=program)
    driver = webdriver.Chrome(options=options, service=service)
    driver.set_page_load_timeout(30)
    driver.set_script_timeout(60)
    return driver


def show(driver: Any, width: int, height: int = 900, scheme: str = "light") -> None:
    """A screen of a size, and whether the system wants dark or light."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )


def list_complaints(driver: Any) -> list[str]:
    """What the console says since it was last asked."""
    return [f"{item['level']}: {item['message']}" for item in driver.get_log("browser")]


def list_requests(driver: Any) -> Iterator[str]:
    """The address of every request since they were last asked for."""
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]


def list_barriers(driver: Any) -> list[str]:
    """Serious and critical violations that axe-core finds on the page as it stands."""
    pytest.importorskip("axe_core_python", reason="pip install axe-core-python")
    script = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
    driver.execute_script(script)
    found = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {resultTypes: ['violations']}).then(done, (error) => done(String(error)));"
    )
    assert isinstance(found, dict), found
    assert found["passes"], "axe-core looked at nothing"
    return [
        f"{item['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for item in found["violations"]
        if item["impact"] in {"serious", "critical"}
        for node in item["nodes"]
    ]
