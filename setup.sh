#!/bin/sh
# setup.sh [run|dev]: makes .venv with certify and what it needs to run (default) or to be tested.
# As root on Debian or Ubuntu it installs missing system packages; elsewhere it prints the command.
set -eu
cd "$(dirname "$0")"

python=${PYTHON:-python3}
missing=""

has_library() {
    if command -v ldconfig >/dev/null 2>&1 || [ -x /sbin/ldconfig ]; then
        PATH="$PATH:/sbin:/usr/sbin" ldconfig -p | grep -q "$1"
    else
        "$python" -c "import ctypes, sys; ctypes.CDLL(sys.argv[1])" "$1" 2>/dev/null
    fi
}

has_font() {
    command -v fc-list >/dev/null 2>&1 && fc-list | grep -qi "$1"
}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    echo "certify needs Python 3.11 or later as $python (or set PYTHON=...)" >&2
    exit 1
}
"$python" -c 'import venv, ensurepip' 2>/dev/null || missing="$missing python3-venv"
if [ "$(uname -s)" = Linux ]; then
    has_library libpango-1.0.so.0 || missing="$missing libpango-1.0-0"
    has_library libpangoft2-1.0.so.0 || missing="$missing libpangoft2-1.0-0"
    has_library libharfbuzz-subset.so.0 || missing="$missing libharfbuzz-subset0"
    has_font dejavu || missing="$missing fontconfig fonts-dejavu-core"
    has_font '/inter' || missing="$missing fonts-inter"
elif ! has_library libpango-1.0.dylib; then
    echo "certify needs Pango to make PDFs; type: brew install pango" >&2
    exit 1
fi

if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "installing$missing"
        apt-get update -qq
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
    else
        echo "certify needs system packages that are missing; type:" >&2
        echo "  sudo apt-get update && sudo apt-get install -y$missing" >&2
        exit 1
    fi
fi

# what runs, or what tests too: pinned with hashes; uv installs in seconds what takes pip a minute
locked=requirements/${1:-run}.txt
stamp=.venv/.made-from
wanted=$(cat pyproject.toml "$locked" requirements/uv.txt setup.sh | cksum)
if ! { [ -f "$stamp" ] && grep -qx "$wanted" "$stamp" && .venv/bin/certify --version >/dev/null 2>&1; }; then
    [ -x .venv/bin/python ] || "$python" -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
    .venv/bin/uv pip install --quiet --python .venv --require-hashes -r "$locked"
    .venv/bin/uv pip install --quiet --python .venv --no-deps --no-build-isolation -e .
    echo "$wanted" >> "$stamp"
fi

.venv/bin/python -m compileall -q certify
# what counts deals is compiled once for the tests; the filings need none of it, because their counts are shipped
[ "${1:-run}" = run ] || .venv/bin/certify doctor --compile >/dev/null || true
