"""The pages in a real browser: quiet, closed, readable, usable by keyboard, and exact."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

from certify.base.figures import format_root
from certify.base.names import name_class
from certify.cli.paytables import run_price as price
from certify.filing.comparison_filing import build_comparison, identify
from certify.filing.page_on_screen import build_figures, render_index, render_page
from certify.filing.report import build_report
from certify.odds.compute import Request, compute_odds
from certify.render.numbers import percent
from certify.render.values import begin
from certify.spec.validate import load_jurisdiction
from certify.spec.values import Money
from tests.conftest import ROOT, load
from tests.filing import browser
from tests.filing.conftest import examine_lightly

WIDE, PHONE = 1280, 360
SPECS = ROOT / "tests" / "specs" / "accept"


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    driver = browser.start(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def comparison(examination, everyone):
    other = load("mbs")
    examined = examine_lightly(other, everyone)
    return build_comparison((examined, examination), identify((other, examination.jurisdiction)))


@pytest.fixture(scope="module")
def pages(report, comparison, identity, tmp_path_factory):
    """Two filings with their index, as `certify report --html` writes them."""
    folder = tmp_path_factory.mktemp("pages")
    examined = comparison.examinations[0]
    other = examined.jurisdiction
    named = replace(identity, title=other.name, digest=other.source.sha256)
    written = {
        "south-dakota": render_page(report, indexed=True),
        "mbs": render_page(build_report(examined, named), indexed=True),
        "index": render_index(comparison, "comparison.pdf"),
    }
    for name, html in written.items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
    return folder


@pytest.fixture
def visit(driver, pages):
    """Open a page at a width; the console and the requests begin anew."""

    def visit(name="south-dakota", width=WIDE, scheme="light", part=""):
        browser.show(driver, width, scheme=scheme)
        driver.get("about:blank")
        browser.list_complaints(driver), list(browser.list_requests(driver))
        driver.get((pages / f"{name}.html").as_uri() + part)
        return driver

    return visit


@pytest.fixture
def stay(driver, pages, visit):
    """The page that is open already, where it is the one asked for; what is typed is taken back."""

    def stay(name="south-dakota"):
        page = (pages / f"{name}.html").as_uri()
        return driver if driver.current_url == page else visit(name)

    return stay


def read_labels(name="south-dakota", wager="fortune-bonus"):
    """By class, what the file says is printed on a line of the first paytable; our name where nothing is."""
    own = SPECS / f"{name}.yaml"
    jurisdiction = load_jurisdiction(own) if own.exists() else load(name)
    lines = jurisdiction.find_wager(wager).paytables[0].lines
    return {
        line.player.hand: line.printed
        if line.printed != line.id
        else begin(name_class(line.player.hand))
        for line in lines
        if line.player.hand
    }


def find(driver, selector):
    return driver.find_element("css selector", selector)


def find_all(driver, selector):
    return driver.find_elements("css selector", selector)


def press(driver, *keys):
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    for key in keys:
        ActionChains(driver).send_keys(getattr(Keys, key, key)).perform()


def read_active(driver, script):
    return driver.execute_script(f"return document.activeElement.{script}")


# quiet and closed


@pytest.mark.parametrize("name", ["south-dakota", "index"])
def test_the_console_is_silent_and_no_request_leaves(visit, pages, name):
    driver = visit(name)
    driver.execute_script(
        "for (const fold of document.querySelectorAll('details')) fold.open = true"
    )
    driver.execute_script("window.scrollTo(0, document.body.scrollHeight)")
    assert browser.list_complaints(driver) == []
    own = (pages / f"{name}.html").as_uri()
    asked = set(browser.list_requests(driver))
    assert own in asked
    assert asked <= {own, "data:,"}


def test_the_policy_refuses_what_a_forger_would_add(visit):
    driver = visit()
    refused = driver.execute_async_script("""
        const done = arguments[0], refused = [];
        document.addEventListener(
            "securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
        document.body.insertAdjacentHTML("beforeend", `<img src="https://example.invalid/x.png">
            <p style="color: red">x</p><iframe src="https://example.invalid/"></iframe>`);
        const script = document.createElement("script");
        script.textContent = "window.forged = true";
        document.body.append(script);
        fetch("https://example.invalid/").catch(() => 0);
        setTimeout(() => done([...new Set(refused), String(window.forged)].sort()), 300);
    """)
    assert refused == [
        "connect-src", "frame-src", "img-src", "script-src-elem", "style-src-attr", "undefined",
    ]  # fmt: skip
    assert browser.list_complaints(driver)  # so a complaint would be seen


# readable


@pytest.mark.parametrize("name", ["south-dakota", "mbs", "index"])
def test_nothing_is_wider_than_a_phone(visit, name):
    driver = visit(name, PHONE)
    driver.execute_script(
        "for (const fold of document.querySelectorAll('details')) fold.open = true"
    )
    assert driver.execute_script("return document.documentElement.scrollWidth") <= PHONE
    outside = driver.execute_script(
        """return [...document.querySelectorAll("main *")].filter((item) =>
            !item.closest(".scroll") && !item.closest("svg") && item.getClientRects().length
            && item.getBoundingClientRect().right > innerWidth + 1)
            .map((item) => item.outerHTML.slice(0, 90))"""
    )
    assert outside == []
    cut = driver.execute_script(
        """return [...document.querySelectorAll("table.trial")].map((item) => item.closest(".scroll"))
            .filter((box) => box.scrollWidth > box.clientWidth + 1)
            .map((box) => `${box.scrollWidth} in ${box.clientWidth}`)"""
    )
    assert cut == []  # who types a pay sees what it contributes


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [
        ("mbs", WIDE, "light"),
        pytest.param("south-dakota", PHONE, "dark", marks=pytest.mark.slow),
        pytest.param("index", WIDE, "dark", marks=pytest.mark.slow),
    ],
)
def test_no_serious_barrier(visit, name, width, scheme):
    driver = visit(name, width, scheme)
    driver.execute_script(
        "document.querySelector('nav [data-fold=open]').click();"
        "document.querySelectorAll('details.fold, .filings details, details.editor:first-of-type')"
        ".forEach((fold) => { fold.open = true; })"
    )
    assert browser.list_barriers(driver) == []


def read_colours(driver):
    return driver.execute_script(
        "const style = getComputedStyle(document.documentElement);"
        "return [style.backgroundColor, style.color]"
    )


def test_dark_and_light_follow_the_system_and_the_switch(visit):
    light = read_colours(visit(scheme="light"))
    dark = read_colours(driver := visit(scheme="dark"))
    assert light != dark
    switch = find(driver, "#theme")
    seen = []
    for _ in range(3):
        switch.click()
        seen.append((switch.text, read_colours(driver)))
    assert seen == [("Colours: light", light), ("Colours: dark", dark), ("Colours: auto", dark)]


def test_the_choice_of_colours_is_kept(visit):
    driver = visit(scheme="dark")
    find(driver, "#theme").click()
    kept = read_colours(driver)
    driver = visit(scheme="dark")
    assert read_colours(driver) == kept
    find(driver, "#theme").click()
    find(driver, "#theme").click()


# reading


def test_the_contents_follow(visit):
    driver = visit()
    find(driver, "nav [data-fold=open]").click()
    for part in ("evidence", "paytables", "decision"):
        driver.execute_script("document.getElementById(arguments[0]).scrollIntoView()", part)
        driver.execute_async_script("setTimeout(arguments[0], 120)")
        (current,) = find_all(driver, "#contents [aria-current]")
        assert current.get_attribute("href").endswith(f"#{part}")


def test_a_link_opens_what_it_is_folded_in(visit):
    part = "#" + find_all(visit(), "#money .issue")[-1].get_attribute("id")
    driver = visit(part=part)
    issue = find(driver, part)
    assert issue.is_displayed()
    assert (
        0
        <= driver.execute_script("return arguments[0].getBoundingClientRect().top", issue)
        < driver.execute_script("return innerHeight")
    )


def list_open(driver):
    return [
        item.get_attribute("id")
        for item in find_all(driver, "main > section")
        if find_all(driver, f"#{item.get_attribute('id')} .folded:not([hidden])")
    ]


def test_sections_are_folded_and_open_one_by_one_or_all(visit):
    driver = visit()
    sections = [item.get_attribute("id") for item in find_all(driver, "main > section")]
    assert list_open(driver) == sections[:2] == ["figures", "decision"]
    find(driver, "#rules .section-fold").click()
    assert list_open(driver) == ["figures", "decision", "rules"]
    find(driver, "nav [data-fold=open]").click()
    assert list_open(driver) == sections
    find(driver, "nav [data-fold=close]").click()
    assert list_open(driver) == []


@pytest.mark.parametrize("name", ["south-dakota", "mbs", "index"])
def test_a_page_is_at_most_twenty_screens_of_a_phone(visit, name):
    driver = visit(name, 390)
    assert driver.execute_script("return document.documentElement.scrollHeight") <= 20 * 844


def test_wager_and_seats_stay_in_view(visit):
    driver = visit(width=PHONE)
    find(driver, "#contents-switch").click()
    find(driver, "nav [data-fold=open]").click()
    driver.execute_script("window.scrollTo(0, document.documentElement.scrollHeight)")
    driver.execute_async_script("setTimeout(arguments[0], 150)")
    for field in ("#wager", "#others", "#search"):
        box = driver.execute_script(
            "return arguments[0].getBoundingClientRect().toJSON()", find(driver, field)
        )
        assert 0 <= box["top"] < box["bottom"] < 300


def test_the_search_finds_what_is_folded_and_opens_it(visit):
    driver = visit()
    field = find(driver, "#search")
    words = find(driver, "#evidence code").get_attribute("textContent").split()[:2]
    field.send_keys(" ".join(words))
    number = int(find(driver, "#search-count").text.split()[0])
    assert number >= 1
    assert "evidence" not in list_open(driver)
    for place in range(number):
        press(driver, "ENTER")
        assert find(driver, "#search-count").text == f"{place + 1} of {number}"
    assert "evidence" in list_open(driver)
    field.clear()
    field.send_keys("no such words anywhere")
    assert find(driver, "#search-count").text == "0 places"


def read_column(driver, column):
    return driver.execute_script(
        "return [...document.querySelectorAll('#ranked tbody tr')]"
        ".filter((row) => !row.hidden).map((row) => row.cells[arguments[0]].textContent)",
        column,
    )


def open_ranked(visit):
    driver = visit("index")
    find(driver, "#ranked .section-fold").click()
    return driver


def test_a_table_is_sorted_by_its_figures_and_back(visit):
    driver = open_ranked(visit)
    filed = read_column(driver, 4)
    head = find(driver, "#ranked thead th:nth-child(5)")
    rates = [float(text.rstrip("%")) for text in filed]
    for order in ("ascending", "descending"):
        head.find_element("css selector", "button").click()
        assert head.get_attribute("aria-sort") == order
        shown = [float(text.rstrip("%")) for text in read_column(driver, 4)]
        assert shown == sorted(rates, reverse=order == "descending")
    head.find_element("css selector", "button").click()
    assert head.get_attribute("aria-sort") is None
    assert read_column(driver, 4) == filed


def test_a_table_is_filtered_by_every_word(visit):
    driver = open_ranked(visit)
    field = find(driver, "#ranked .filter input")
    field.send_keys("bonus mbs")
    assert read_column(driver, 0) == ["MBS"]
    assert find(driver, "#ranked .filter [role=status]").text == "1 of 7 rows"
    field.clear()
    field.send_keys("x")
    press(driver, "BACKSPACE")
    assert len(read_column(driver, 0)) == 7


class Copy:
    """Stands for the reader's copy of a document: every citation has one sentence."""

    def find(self, citation, about=(), document=""):
        return f"Sentence of {citation.lines}"


def test_a_citation_leads_to_the_quoted_clause(visit, pages, report):
    issues = tuple(replace(item, quotes=Copy()) for item in report.issues[-1:])
    html = render_page(replace(report, issues=issues))
    (pages / "quoting.html").write_text(html, encoding="utf-8")
    driver = visit("quoting")
    link = find(driver, "#rules a[href^='#lines-']")
    find(driver, "#rules .section-fold").click()
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    target = find(
        driver, link.get_attribute("hash") or "#" + link.get_attribute("href").split("#")[1]
    )
    assert target.is_displayed()
    words = driver.execute_script("return arguments[0].nextElementSibling.textContent", target)
    assert words == f"Sentence of {link.text}"


# by keyboard


def test_the_keyboard_reaches_content_folds_and_heads(visit):
    driver = visit("index")
    press(driver, "TAB")
    assert read_active(driver, "className") == "skip"
    press(driver, "ENTER")
    assert driver.current_url.endswith("#content")
    driver.execute_script("document.querySelector('#ranked .section-fold').focus()")
    press(driver, "ENTER")
    assert read_active(driver, "getAttribute('aria-expanded')") == "true"
    driver.execute_script("document.querySelector('#ranked .sort').focus()")
    press(driver, "ENTER")
    assert read_active(driver, "closest('th').getAttribute('aria-sort')") == "ascending"


def test_a_bar_is_as_long_as_its_effect(visit, comparison):
    shares = visit("index").execute_script(
        """return [...document.querySelectorAll("#summary .effect-bar")].map((bar) =>
            bar.querySelector("rect").width.baseVal.value / bar.viewBox.baseVal.width)"""
    )
    assert len(shares) == len(comparison.rows)
    for share, row in zip(shares, (*comparison.differing, *comparison.unclear), strict=True):
        assert share == pytest.approx(float(row.effect.share), abs=0.04)


def test_on_a_phone_the_contents_open_and_close(visit):
    driver = visit(width=PHONE)
    switch, contents = find(driver, "#contents-switch"), find(driver, "#contents")
    assert not contents.is_displayed()
    switch.click()
    assert contents.is_displayed()
    press(driver, "ESCAPE")
    assert not contents.is_displayed()
    assert read_active(driver, "id") == "contents-switch"
    switch.click()
    find(driver, "#contents a[href='#evidence']").click()
    assert not contents.is_displayed()


# the editor


def change(
    driver, name="south-dakota", wager="fortune-bonus",
    pays=(), envies=(), stake=None, others=None,
):  # fmt: skip
    """Type into the editor of a wager's first paytable as a person does, who knows a row by its label."""
    labels = read_labels(name, wager)
    fold = find(driver, f"#edit-{wager}-1")
    driver.execute_script(
        "for (let own = arguments[0]; own; own = own.parentElement.closest('details')) own.open = true",
        fold,
    )
    fold.find_element("css selector", "[data-reset]").click()

    def type_in(field, text):
        field.clear()
        field.send_keys(text)

    for kind, entries in (("Payout", pays), ("Envy Bonus", envies)):
        for hand, text in entries:
            field = f"[aria-label='{kind} of {labels[hand]}']"
            type_in(fold.find_element("css selector", field), text)
    if stake is not None:
        type_in(fold.find_element("css selector", "[data-stake]"), stake)
    if others is not None:
        option = f"[data-others] option[value='{others}']"
        fold.find_element("css selector", option).click()
    return fold


def read_figures(fold):
    """The exact figures that an editor shows."""
    figures = {
        item.get_attribute("data-figure"): (item.text, item.get_attribute("data-exact"))
        for item in fold.find_elements("css selector", "output")
    }
    contributions = [
        item.get_attribute("data-exact")
        for item in fold.find_elements("css selector", "[data-contribution]")
    ]
    return figures, contributions


def run_price(text):
    """What the command that an editor names prints."""
    words = shlex.split(text)
    assert words[:2] == ["certify", "price"]
    done = CliRunner().invoke(price, [*words[2:], "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["south-dakota", "mbs"])
def test_a_row_has_one_name_in_its_table_its_fields_and_the_document(stay, name):
    driver = stay(name)
    rows = driver.execute_script(
        """return [...document.querySelectorAll("#edit-fortune-bonus-1 tbody tr")].map((row) =>
            [row.cells[0].textContent, ...[...row.querySelectorAll("input")].map((field) =>
                field.getAttribute("aria-label").replace(/^(Payout|Envy Bonus) of /, ""))])"""
    )
    names = [own[0] for own in rows]
    assert names[:-1] == list(read_labels(name).values())
    assert len(set(names)) == len(names)
    assert [set(own) for own in rows] == [{item} for item in names]


@pytest.mark.parametrize(
    ("name", "edits"),
    [
        ("south-dakota", {}),
        ("south-dakota", {"pays": [("straight", "3"), ("three-pair", "1")], "others": 0}),
        ("south-dakota", {"pays": [("flush", "7/2"), ("full-house", "4.25"), ("straight", "push")]}),
        ("south-dakota", {"envies": [("four-of-a-kind", "12.50"), ("royal-flush", "0")], "others": 3}),
        ("south-dakota", {"stake": "4.99"}),
        ("south-dakota", {"stake": "25", "envies": [("five-aces", "1000000")], "others": 1}),
        ("mbs", {"stake": "10", "others": 5}),
        ("mbs", {"stake": "7.5", "others": 2, "pays": [("royal-flush", "999")],
                 "envies": [("seven-card-straight-flush", "777"), ("royal-match", "0.01")]}),
    ],
)  # fmt: skip
def test_the_figures_of_the_editor_are_those_of_certify_price(stay, name, edits):
    fold = change(stay(name), name, **edits)
    assert fold.find_element("css selector", ".fault").get_attribute("hidden")
    figures, contributions = read_figures(fold)
    priced = run_price(fold.find_element("css selector", "[data-command]").text)
    edge, hits = priced["house_edge"], priced["hit_rate"]
    assert figures["edge"] == (shown(edge), edge["fraction"])
    assert figures["hits"] == (shown(hits), hits["fraction"])
    assert contributions == [item["return"] for item in priced["outcomes"]]
    others = edits.get("others", 5)
    assert priced.get("other_players", 0) == others
    with_envy = priced["house_edge_with_envy"] if others else edge
    assert figures["envy"] == (shown(with_envy), with_envy["fraction"])
    assert "trial" in fold.text.lower()
    assert ("changed" in fold.get_attribute("class")) == bool({"pays", "envies"} & edits.keys())


@pytest.fixture(scope="module")
def others(pages, identity):
    """Pages of wagers that pay sums of money, shares of a meter, and several lines at once."""
    for name in ("progressive", "bankers-bonus"):
        jurisdiction = load_jurisdiction(SPECS / f"{name}.yaml")
        examined = examine_lightly(jurisdiction, (jurisdiction,))
        html = render_page(build_report(examined, identity))
        (pages / f"{name}.html").write_text(html, encoding="utf-8")
    return pages


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wager", "edits"),
    [
        ("progressive", "jackpot", {}),
        ("progressive", "jackpot", {"pays": [("full-house", "11")], "stake": "3", "others": 2}),
        ("bankers-bonus", "together", {"pays": [("flush", "7/2"), ("royal-flush", "99")]}),
        ("bankers-bonus", "beside", {}),
        ("bankers-bonus", "beside", {"pays": [("straight", "1/2")]}),
    ],
)
def test_money_meters_and_lines_beside_each_other_are_priced_alike(
    stay, others, name, wager, edits
):
    fold = change(stay(name), name, wager, **edits)
    figures, contributions = read_figures(fold)
    text = fold.find_element("css selector", "[data-command]").text
    priced = run_price(text.replace(f"--like {name}", f"--like {SPECS / name}.yaml"))
    assert figures["edge"][1] == priced["house_edge"]["fraction"]
    assert figures["hits"][1] == priced["hit_rate"]["fraction"]
    assert contributions == [item["return"] for item in priced["outcomes"]]
    if "envy" in figures:
        assert figures["envy"][1] == priced["house_edge_with_envy"]["fraction"]


def shown(figure):
    return f"{figure['percent']}%".replace("-", "−")


def test_a_pay_that_gives_the_player_the_edge_is_below_zero(stay):
    fold = change(stay(), pays=[("straight", "10")])
    figures, _ = read_figures(fold)
    text, exact = figures["edge"]
    assert text.startswith("−")
    assert Fraction(exact) < 0
    priced = run_price(fold.find_element("css selector", "[data-command]").text)
    assert priced["house_edge"]["fraction"] == exact


def test_back_to_the_figures_as_filed(stay):
    driver = stay()
    filed = read_figures(change(driver))
    fold = change(driver, pays=[("flush", "9")], stake="50", others=2)
    assert read_figures(fold) != filed
    fold.find_element("css selector", "[data-reset]").click()
    assert read_figures(fold) == filed


@pytest.mark.parametrize(
    ("name", "edits", "told"),
    [
        (
            "south-dakota",
            {"pays": [("flush", "four")]},
            "Payout of {flush}: write a number such as 25",
        ),
        (
            "south-dakota",
            {"pays": [("flush", "1/0")]},
            "Payout of {flush}: write a number such as 25",
        ),
        (
            "south-dakota",
            {"pays": [("flush", "-1")]},
            "Payout of {flush}: write a number such as 25",
        ),
        ("south-dakota", {"stake": "0"}, "Wager: write an amount above zero"),
        (
            "south-dakota",
            {"envies": [("five-aces", "3/2")]},
            "Envy Bonus of {five-aces}: write an amount such as 25",
        ),
        (
            "mbs",
            {"envies": [("royal-match", "0")]},
            "Envy Bonus of {royal-match}: write an amount above zero, because a qualifying hand",
        ),
    ],
)
def test_what_is_no_number_is_told_and_gives_no_figure(stay, name, edits, told):
    fold = change(stay(name), name, **edits)
    fault = fold.find_element("css selector", ".fault")
    assert fault.text.startswith(told.format_map(read_labels(name)))
    figures, contributions = read_figures(fold)
    assert {exact for _, exact in figures.values()} == {""}
    assert set(contributions) == {""}
    assert fold.find_elements("css selector", "[aria-invalid=true]")


def test_without_a_stake_the_edge_with_envy_is_asked_for(stay):
    fold = change(stay("mbs"), "mbs")
    figures, _ = read_figures(fold)
    assert figures["envy"] == ("enter a wager", "")
    assert figures["edge"][1]


# the figures at a wager, with seats and interpretations


def set_figures(driver, wager, others, switches=None):
    """Choose as a person does; `switches` gives the choice for each switch that is changed."""
    field = find(driver, "#wager")
    field.clear()
    field.send_keys(wager)
    find(driver, f"#others option[value='{others}']").click()
    for select in find_all(driver, "[data-switch]"):
        chosen = (switches or {}).get(select.get_attribute("data-switch"), "")
        select.find_element("css selector", f"option[value='{chosen}']").click()


def read_live(driver, place, cell):
    return find(driver, f"[data-sheet='{place}'] [data-cell='{cell}']")


@pytest.mark.parametrize(
    ("name", "wager", "others", "choices"),
    [
        ("south-dakota", "5", 5, ()),
        ("south-dakota", "4.99", 5, ()),
        ("south-dakota", "25", 3, (0,)),
        ("south-dakota", "5", 5, (0, 1, 2)),
        ("south-dakota", "7.25", 1, (1, 2)),
        ("mbs", "1", 5, ()),
        ("mbs", "10", 2, (1,)),
    ],
)
def test_the_figures_of_the_page_are_those_of_certify_odds(
    stay, report, comparison, name, wager, others, choices
):
    """Every wager at an amount, with seats, under interpretations: counted here at that very wager."""
    own = (
        report
        if name == "south-dakota"
        else build_report(comparison.examinations[0], report.identity)
    )
    switches = build_figures(own).switches
    driver = stay(name)
    set_figures(driver, wager, others, {str(number): "0" for number in choices})
    for place, sheet in enumerate(own.sheets):
        if not sheet.has_figures:
            continue
        readings = {
            switches[number].name: item.readings[switches[number].name]
            for number in choices
            for item in sheet.odds.alternatives
            if item.supported and switches[number].name in item.readings
        }
        request = Request(
            (sheet.odds.wager,),
            sheet.odds.paytable,
            {None: readings},
            stake=Money(Fraction(wager), own.jurisdiction.currency),
            alternatives=False,
        )
        (odds,) = compute_odds(own.jurisdiction, request)
        edges = {item.other_players: item.house_edge for item in odds.envy}
        edge = edges.get(others, odds.house_edge)
        here = read_live(driver, place, "here")
        assert here.get_attribute("data-exact") == str(edge)
        assert here.text == percent(edge)
        assert read_live(driver, place, "edge").text == percent(odds.house_edge)
        assert read_live(driver, place, "hits").text == percent(odds.hit_rate, 2)
        assert read_live(driver, place, "deviation").text == format_root(odds.variance)
    state = find(driver, "#state").text
    assert state == (
        f"Interpretations: {len(choices)} changed" if choices else "Interpretations: as filed"
    )
    set_figures(driver, "5", others)


def test_a_wager_that_is_no_amount_gives_no_figure(stay):
    driver = stay()
    set_figures(driver, "five", 5)
    assert find(driver, "#fault").text.startswith("Wager: write an amount above zero")
    assert find(driver, "#wager").get_attribute("aria-invalid") == "true"
    assert {item.text for item in find_all(driver, "[data-cell='here']")} == {""}
    set_figures(driver, "5", 5)


def test_the_editors_follow_the_wager_and_the_seats(visit):
    driver = visit()
    set_figures(driver, "50", 2)
    field = find(driver, "#edit-fortune-bonus-1 [data-stake]")
    assert field.get_property("value") == "50"
    figures, _ = read_figures(find(driver, "#edit-fortune-bonus-1"))
    place = [item.get_attribute("id") for item in find_all(driver, "[data-sheet]")].index(
        "figures-fortune-bonus-2"
    )
    assert figures["envy"][1] == read_live(driver, place, "here").get_attribute("data-exact")


# print


def test_print_has_the_folded_sections_and_leaves_the_tools_out(visit, tmp_path):
    import base64

    from tests.filing.conftest import extract_text

    driver = visit(scheme="dark")
    printed = driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    path = tmp_path / "printed.pdf"
    path.write_bytes(base64.b64decode(printed["data"]))
    text = " ".join(extract_text(path).split())
    for item in find_all(driver, "#money .issue h3"):
        words = item.get_attribute("textContent").split()
        assert " ".join(words[1:4]) in text
    assert "Colours:" not in text
    assert "Try other payouts" not in text
    assert "Show rows with" not in text
