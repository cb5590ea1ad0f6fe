"""Where results go: files whole or not at all, terminals in their width and colour, pipes plain."""

import io
import json
import os
import pty
import re
import subprocess
import sys
import time

import pytest

from certify.base.names import find_near, match_name
from certify.base.progress import Heart, say_plainly
from certify.base.tables import fold_line, paint
from certify.cli.main import program
from certify.cli.options import complete_codes, complete_specs
from tests.cli.calls import call, call_line
from tests.conftest import ROOT

ROUND = {
    "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"},
    "players": [{"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}],
}


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_file_holds_what_would_be_printed(tmp_path, form):
    target = tmp_path / "set"
    words = ("set", "mbs", "4c4h2s2hKcQd7s", "--format", form)
    printed = call(*words)
    done = call(*words, "-o", str(target))
    assert (done.code, done.out) == (0, "")
    assert target.read_text(encoding="utf-8") == printed.out
    assert printed.out.endswith("\n")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_a_result_that_cannot_be_written_leaves_the_file_as_it_was(tmp_path):
    target = tmp_path / "explained"
    target.write_text("before")
    tmp_path.chmod(0o500)
    try:
        done = call("explain", "GAP", "-o", str(target))
    finally:
        tmp_path.chmod(0o700)
    if os.geteuid():
        assert done.code == 2
        assert target.read_text() == "before"
    else:
        assert done.code == 0  # root may write anywhere
        assert "GAP" in target.read_text()


def test_json_is_the_short_form_of_format_json():
    assert call("explain", "INT", "--json") == call("explain", "INT", "--format", "JSON")


def test_names_are_folded():
    plain = call("odds", "south-dakota", "--wager", "fortune-bonus", "--paytable", "2", "--json")
    words = ("ODDS", "South_Dakota", "--wager", "Fortune_Bonus", "--paytable", "2", "--JSON")
    assert call(*words[:-1], "--json").out == plain.out
    changed = call("odds", "south-dakota", "--paytable", "2", "--reading", "JOKER=Wild", "--json")
    assert changed.code == 0
    assert json.loads(changed.out) != json.loads(plain.out)


def test_standard_input_serves_as_a_jurisdiction():
    content = (ROOT / "jurisdictions" / "mbs.yaml").read_bytes()
    given = call("set", "-", "4c4h2s2hKcQd7s", "--json", stdin=content)
    assert given.out == call("set", "mbs", "4c4h2s2hKcQd7s", "--json").out
    broken = call("set", "-", "4c4h2s2hKcQd7s", stdin=b"id: [x")
    assert broken.code == 2
    assert re.match(r"-:\d+:\d+: ", broken.err)


def test_a_folder_of_one_file_serves_as_a_jurisdiction(tmp_path):
    content = (ROOT / "jurisdictions" / "mbs.yaml").read_bytes()
    (tmp_path / "mbs.yaml").write_bytes(content)
    done = call("set", str(tmp_path), "4c4h2s2hKcQd7s", "--json")
    assert json.loads(done.out)["low"] == "Kc Qd"


def test_what_play_prints_settle_reads():
    played = call("play", "mbs", "--seed", "7", "--rounds", "2", "--json")
    settled = call("settle", "mbs", "--json", stdin=played.out)
    assert settled.code == 0, settled.err
    expected = [item["settlement"] for item in json.loads(played.out)["rounds"]]
    assert json.loads(settled.out) == expected
    assert call_line("certify play mbs --seed 7 --rounds 2 --json | certify settle mbs").code == 0


def test_rounds_played_under_a_reading_say_so_when_settled_without():
    played = call(
        "play", "mbs", "--seed", "7", "--rounds", "1", "--reading", "commission=1/10", "--json"
    )
    done = call("settle", "mbs", stdin=played.out)
    assert done.code == 0
    assert "use --reading for the same result" in done.err


@pytest.mark.parametrize(
    ("drop", "named"),
    [
        (("bank",), ["bank: missing"]),
        (("players",), ["players: missing"]),
        (("bank", "cards"), ["bank.cards: missing"]),
        (("players", 0, "cards"), ["players[0].cards: missing"]),
        (("players", 0, "wagers"), ["players[0].wagers: missing"]),
        (("players", 0, "seat"), ["players[0].seat: missing"]),
    ],
)
def test_settle_names_the_field_that_is_missing(drop, named):
    data = json.loads(json.dumps(ROUND))
    place = data
    for step in drop[:-1]:
        place = place[step]
    del place[drop[-1]]
    done = call("settle", "mbs", "-", stdin=json.dumps(data))
    assert done.code == 2
    lines = done.err.splitlines()
    assert [line.partition("; ")[0] for line in lines] == [f"-: {name}" for name in named]
    assert all("; " in line for line in lines), "each says what stands in the field"


def test_settle_names_every_field_that_is_missing():
    data = {"bank": {}, "players": [{"cards": "As Ah 10d 9c 5s 4d 3h"}]}
    err = call("settle", "mbs", "-", stdin=json.dumps(data)).err
    for field in ("bank.cards", "players[0].seat", "players[0].wagers"):
        assert err.count(f"{field}: missing") == 1


def test_explain_takes_a_family_and_folds_it():
    done = call("explain", "gap")
    assert done.code == 0
    assert done.out.startswith("GAP: ")
    assert "INT0" not in done.out


def test_severity_and_statistics():
    every = call("check", "mbs", "-q").out.splitlines()
    grave = call("check", "mbs", "-q", "--severity", "ERROR").out.splitlines()
    assert grave == [line for line in every if ": error " in line]
    counted = json.loads(call("check", "mbs", "--statistics", "--json").out)
    assert {item["code"] for item in counted} >= {line.split(": ")[1].split()[1] for line in every}
    assert all(sum(item["findings"].values()) for item in counted)


def test_prose_is_folded_and_places_are_not():
    prose = "  rests on " + "word " * 40
    folded = list(fold_line(prose.rstrip(), 60))
    assert len(folded) > 2
    assert all(len(line) <= 60 for line in folded)
    assert folded[1].startswith("    word")
    assert " ".join(" ".join(folded).split()) == " ".join(prose.split())
    place = "jurisdictions/x.yaml:88:17: " + "word " * 40
    assert list(fold_line(place, 60)) == [place]
    row = "  GAP001  warning  " + "word " * 30
    assert all(line.startswith(" " * 19) for line in list(fold_line(row.rstrip(), 60))[1:])
    cells = "name" + "  1234567890" * 12
    assert all(len(line) <= 60 for line in fold_line(cells, 60))


def test_severities_are_painted_and_words_in_prose_are_not():
    text = (
        "1. error: an error stands\n  GAP001  note     a note\nx.yaml:1:2: warning GAP001 a warning"
    )
    painted = paint(text)
    assert painted.count("\x1b[0m") == 3
    assert "an error stands" in painted


def run_on_terminal(*arguments, **environment):
    """What a terminal of sixty columns is sent."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "certify", *arguments],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "60", "TERM": "xterm", **environment},
    )
    os.close(theirs)
    parts = []
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    process.wait()
    os.close(ours)
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_a_terminal_has_colour_and_a_width():
    shown = run_on_terminal("explain", "GAP")
    assert "\x1b[" in shown
    plain = run_on_terminal("explain", "GAP", NO_COLOR="1")
    assert "\x1b" not in plain
    assert all(len(line) <= 60 for line in plain.splitlines())
    piped = call("explain", "GAP").out
    assert "\x1b" not in piped
    assert " ".join(plain.split()) == " ".join(piped.split())


def test_a_log_is_told_that_work_goes_on():
    stream = io.StringIO()
    heart = Heart(stream, first=0.05)
    heart.note("counting", 0.257)
    deadline = time.monotonic() + 5
    while "\n" not in stream.getvalue() and time.monotonic() < deadline:
        time.sleep(0.01)
    heart.stop()
    assert "still at work after 0 s: 25%, about 0 s left, counting\n" in stream.getvalue()
    silent = io.StringIO()
    Heart(silent, first=60).stop()
    assert silent.getvalue() == ""


def complete(words, incomplete):
    from click.shell_completion import ShellComplete

    shell = ShellComplete(program, {}, "certify", "_CERTIFY_COMPLETE")
    return [item.value for item in shell.get_completions(words, incomplete)]


@pytest.mark.parametrize(
    ("line", "word", "offered"),
    [
        ("certify odds mbs --reading jok", 4, ["joker=bug", "joker=wild"]),
        ("certify odds mbs --reading joker = ", 5, ["bug", "wild"]),
        ("certify odds mbs --reading joker = ", 6, ["bug", "wild"]),
        ("certify odds mbs --reading joker = w", 6, ["wild"]),
        ("certify odds mbs --reading = joker = w", 7, ["wild"]),
        ("certify odds mbs --reading joker = bug --wager f", 8, ["fortune-bonus"]),
        ("certify odds penn", 2, ["pennsylvania"]),
    ],
)
def test_bash_breaks_words_at_the_sign_of_a_reading(monkeypatch, line, word, offered):
    from click.shell_completion import get_completion_class

    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(word))
    shell = get_completion_class("bash")(program, {}, "certify", "_CERTIFY_COMPLETE")
    assert [item.partition(",")[2] for item in shell.complete().splitlines()] == offered


def test_a_shell_completes_specs_paytables_readings_and_codes():
    assert complete([], "od") == ["odds"]
    assert complete(["odds"], "So") == ["south-dakota"]
    assert complete(["odds", "south-dakota", "--paytable"], "") == ["1", "2", "3", "4", "6", "7"]
    assert complete(["odds", "south-dakota", "--reading"], "jok") == ["joker=bug", "joker=wild"]
    assert complete(["odds", "mbs", "--wager"], "f") == ["fortune-bonus"]
    assert "GAP001" in complete(["explain"], "gap0")
    assert "INT" in complete(["check", "--select"], "I")
    assert complete(["odds", "absent-file", "--paytable"], "") == []
    items = complete_specs(None, None, "./jur")
    assert [item.type for item in items] == ["file"]
    assert all(item.help for item in complete_codes(None, None, ""))


def test_names_near_and_far():
    known = ["south-dakota", "Table A", "mbs"]
    assert match_name("table_a", known) == "Table A"
    assert match_name("dakota", known) is None
    assert find_near("dakota", known) == "south-dakota"
    assert find_near("xyzzy", known) is None


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        ("ranks, |S| = 1", "counting deals"),
        ("|S| = 0", "counting deals"),
        ("flushes, |S| = 6", "counting deals"),
        ("views", "views"),
    ],
)
def test_a_stage_is_told_without_the_signs_of_its_sum(stage, told):
    assert say_plainly(stage) == told
