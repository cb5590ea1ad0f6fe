// The figures at a wager, with other players, under the interpretations chosen: looked up and summed, exactly.

const isqrt = (value) => {
  if (value < 2n) return value;
  let guess = 1n << (BigInt(value.toString(2).length + 1) >> 1n);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
};

// The square root to four decimals, rounded half up as the printed standard deviations are.
const showRoot = (square) => {
  const root = (isqrt((square.top * 400000000n) / square.bottom) + 1n) / 2n;
  return round(make(root, 10000n), 4);
};

// The house edge: what the payouts give at every wager, sums of money, and the Envy Bonus from the minimum on.
const computeEdge = (state, wager, others, key = "envy") => {
  const alone = subtract(read(state.edge), divide(read(state.money), wager));
  const amounts = state[key] ?? state.envy;
  if (!others || !amounts || isBelow(wager, read(state.minimum))) return alone;
  return subtract(alone, divide(read(amounts[others - 1]), wager));
};

// One edge, or two where only bounds are known.
const showEdge = (state, wager, others) => {
  const low = showPercent(computeEdge(state, wager, others));
  const high = state.least ? showPercent(computeEdge(state, wager, others, "least")) : low;
  return low === high ? low : `${low} to ${high}`;
};

const figuresData = document.getElementById("figures-data");
if (figuresData) {
  const model = JSON.parse(figuresData.textContent);
  const wagerField = document.getElementById("wager");
  const othersField = document.getElementById("others");
  const switches = [...document.querySelectorAll("[data-switch]")];
  const fault = document.getElementById("fault");

  const findState = (sheet) => {
    const chosen = switches
      .filter((item) => item.value !== "" && sheet.switches.includes(Number(item.dataset.switch)))
      .map((item) => `${item.dataset.switch}.${item.value}`);
    return sheet.states[chosen.sort().join(",")];
  };

  const fill = (row, name, text, exact = "") => {
    const cell = row.querySelector(`[data-cell="${name}"]`);
    if (!cell) return;
    cell.textContent = text;
    cell.dataset.exact = exact;
  };

  const show = (row, sheet, state, wager, others) => {
    const filed = sheet.states[""];
    if (!filed) return;
    const names = ["here", "edge", "change", "hits", "deviation"];
    if (!state || !wager) {
      for (const name of names) fill(row, name, "");
      if (!state) fill(row, "here", "this combination is not calculated");
      return;
    }
    if (state.cap && isBelow(read(state.cap), wager)) {
      for (const name of names) fill(row, name, "");
      fill(row, "here", `a maximum payout reduces payouts above a wager of ${showExact(read(state.cap))}`);
      return;
    }
    const here = computeEdge(state, wager, others);
    const change = subtract(here, computeEdge(filed, wager, others));
    fill(row, "here", (state.assumption ? `${state.assumption}: ` : "") + showEdge(state, wager, others), write(here));
    fill(row, "edge", showPercent(computeEdge(state, wager, 0)), write(computeEdge(state, wager, 0)));
    fill(row, "change", change.top ? showPoints(change) : "", write(change));
    fill(row, "hits", state.hits ? `${round(multiply(read(state.hits), HUNDRED), 2)}%` : "", state.hits ?? "");
    fill(row, "deviation", state.variance ? showRoot(read(state.variance)) : "");
  };

  const updateFigures = () => {
    const typed = readMoney(wagerField.value);
    const wager = typed && typed.top ? typed : null;
    const others = othersField ? Number(othersField.value) : 0;
    wagerField.setAttribute("aria-invalid", String(!wager));
    fault.hidden = Boolean(wager);
    fault.textContent = wager ? "" : "Wager: write an amount above zero, such as 5.";
    for (const row of document.querySelectorAll("tr[data-sheet]")) {
      const sheet = model.sheets[Number(row.dataset.sheet)];
      show(row, sheet, findState(sheet), wager, others);
    }
    for (const row of document.querySelectorAll("tr[data-seats]")) {
      const state = findState(model.sheets[Number(row.dataset.seats)]);
      [...row.cells].slice(1).forEach((cell, seats) => {
        cell.textContent = state && wager && !(state.cap && isBelow(read(state.cap), wager)) ? showEdge(state, wager, seats) : "";
      });
    }
    const changed = switches.filter((item) => item.value !== "").length;
    const state = document.getElementById("state");
    if (state) state.textContent = changed ? `Interpretations: ${changed} changed` : "Interpretations: as filed";
    document.documentElement.classList.toggle("switched", changed > 0);
    for (const item of switches) item.closest("p").classList.toggle("changed", item.value !== "");
  };

  // the paytables on trial begin with the same wager and seats
  const passOn = () => {
    for (const [field, name] of [[wagerField, "stake"], [othersField, "others"]]) {
      for (const own of document.querySelectorAll(`[data-${name}]`)) {
        own.value = field.value;
        own.dispatchEvent(new Event(own.tagName === "SELECT" ? "change" : "input"));
      }
    }
  };
  wagerField.addEventListener("input", () => {
    updateFigures();
    passOn();
  });
  othersField?.addEventListener("change", passOn);
  for (const field of [othersField, ...switches]) field?.addEventListener("change", updateFigures);
  document.getElementById("as-filed")?.addEventListener("click", () => {
    for (const item of switches) item.value = "";
    updateFigures();
  });
  updateFigures();
}
