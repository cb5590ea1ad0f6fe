"""What the renderer may open: data addresses, and files below given folders. Nothing else, ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from certify.base.errors import CertifyError


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
