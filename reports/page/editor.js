// The editor beside a paytable: deals times pay, summed; nothing is decided here.

const price = (data, entries) => {
  const deals = make(BigInt(data.deals));
  const pays = data.pays.map((pay, place) => entries.pays[place] ?? { times: read(pay.times), money: read(pay.money) });
  let expected = ZERO;
  let hits = 0n;
  const contributions = data.outcomes.map((outcome) => {
    let times = read(outcome.times);
    let money = read(outcome.money);
    for (const place of outcome.lines) {
      times = add(times, pays[place].times);
      money = add(money, pays[place].money);
    }
    const net = money.top ? add(times, divide(money, entries.stake)) : times;
    if (times.top > 0n || money.top > 0n) hits += BigInt(outcome.deals);
    const part = multiply(net, divide(make(BigInt(outcome.deals)), deals));
    expected = add(expected, part);
    return { times, money, part };
  });
  const edge = subtract(ZERO, expected);
  return { contributions, edge, hits: divide(make(hits), deals), envy: withEnvy(data.envy, entries, edge) };
};

// The edge with envy from so many others; null where no stake is given.
const withEnvy = (envy, entries, edge) => {
  if (!envy || !entries.others) return envy ? edge : null;
  if (!entries.stake) return null;
  if (isBelow(entries.stake, read(envy.least))) return edge;
  let claimed = ZERO;
  envy.weights[entries.others - 1].forEach((weight, place) => {
    const amount = entries.envies[place] ?? read(envy.amounts[place]);
    claimed = add(claimed, multiply(read(weight), amount));
  });
  return subtract(edge, divide(claimed, entries.stake));
};

class Editor {
  constructor(root) {
    this.root = root;
    const given = JSON.parse(root.querySelector("script[type='application/json']").textContent);
    this.data = given.editor;
    this.like = given.command;
    this.fields = [...root.querySelectorAll("input, select")];
    for (const field of this.fields) {
      field.addEventListener(field.tagName === "SELECT" ? "change" : "input", () => this.update());
    }
    root.querySelector("[data-reset]").addEventListener("click", () => this.reset());
    root.hidden = false;
    this.update();
  }

  lineOf(field) {
    const outcome = this.data.outcomes[Number(field.closest("tr").dataset.outcome)];
    return outcome.lines[0];
  }

  // What is typed; faults are told and nothing is computed from them.
  readFields() {
    const entries = { pays: [], envies: [], stake: null, others: 0 };
    const changed = [];
    const faults = [];
    const check = (field, value, told) => {
      field.setAttribute("aria-invalid", String(value === null));
      if (value === null) faults.push(told);
      return value;
    };
    const allow = (value, mayBeZero) => (value && (value.top || mayBeZero) ? value : null);
    for (const field of this.fields) {
      const label = field.getAttribute("aria-label");
      if (field.dataset.pay) {
        const place = this.lineOf(field);
        const least = this.data.above_zero ? "a number above zero, because several payouts are paid together" : "a number such as 25, 3/2 or push";
        const value = check(field, allow((field.dataset.pay === "times" ? readPay : readMoney)(field.value), !this.data.above_zero), `${label}: write ${least}.`);
        if (!value) continue;
        const filed = this.data.pays[place];
        entries.pays[place] = { times: read(filed.times), money: read(filed.money), [field.dataset.pay]: value };
        if (write(value) !== filed[field.dataset.pay]) changed.push({ place, pay: field.value, unit: field.dataset.pay });
      } else if ("envy" in field.dataset) {
        const place = this.lineOf(field);
        const zero = !this.data.envy.above_zero;
        const told = zero ? "an amount such as 25" : "an amount above zero, because a qualifying hand of the banker ends the Envy Bonus";
        const value = check(field, allow(readMoney(field.value), zero), `${label}: write ${told}.`);
        if (!value) continue;
        entries.envies[place] = value;
        if (write(value) !== this.data.envy.amounts[place]) changed.push({ place, envy: field.value });
      } else if ("others" in field.dataset) {
        entries.others = Number(field.value);
      } else if (field.value.trim() || this.needsStake()) {
        entries.stake = check(field, allow(readMoney(field.value), false), "Wager: write an amount above zero, such as 5.");
      } else {
        field.setAttribute("aria-invalid", "false");
      }
    }
    return { entries, changed, faults };
  }

  needsStake() {
    return [...this.data.pays, ...this.data.outcomes].some((item) => item.money !== "0");
  }

  update() {
    const { entries, changed, faults } = this.readFields();
    const fault = this.root.querySelector(".fault");
    fault.hidden = !faults.length;
    fault.textContent = faults.join(" ");
    const priced = faults.length ? null : price(this.data, entries);
    this.show("edge", priced?.edge);
    this.show("hits", priced?.hits);
    this.show("envy", priced?.envy, priced && !faults.length ? "enter a wager" : undefined);
    this.root.querySelectorAll("tr[data-outcome]").forEach((row, place) => {
      const found = priced?.contributions[place];
      const cell = row.querySelector("[data-contribution]");
      cell.textContent = found ? showPoints(found.part) : "";
      cell.dataset.exact = found ? write(found.part) : "";
      const fixed = row.querySelector("[data-fixed]");
      if (fixed && found) fixed.textContent = this.tellPay(found);
    });
    this.root.classList.toggle("changed", changed.length > 0);
    this.tellCommand(entries, changed);
  }

  show(name, value, instead = "none") {
    const output = this.root.querySelector(`[data-figure="${name}"]`);
    if (!output) return;
    output.textContent = value ? showPercent(value) : instead;
    output.dataset.exact = value ? write(value) : "";
    output.nextElementSibling.textContent = value ? showExact(value) : "";
  }

  // A pay that has no field of its own: it follows from others, or stands as filed.
  tellPay({ times, money }) {
    if (!money.top && times.top === -1n && times.bottom === 1n) return "loses";
    if (!money.top && !times.top) return "push";
    const parts = times.top ? [`${showExact(times)} to 1`] : [];
    if (money.top) parts.push(`${showExact(money)} ${this.data.currency}`);
    return parts.join(" and ");
  }

  // The command that prices the same, where its lines have names that can be typed.
  tellCommand(entries, changed) {
    const told = this.root.querySelector("[data-told]");
    const code = this.root.querySelector("[data-command]");
    told.hidden = changed.some((item) => !this.data.names[item.place] || item.unit === "money");
    const clean = (text) => text.trim().toLowerCase();
    const pays = changed.filter((item) => item.pay).map((item) => `${this.data.names[item.place]}=${this.writePay(item)}`);
    const envies = changed.filter((item) => item.envy).map((item) => `${this.data.names[item.place]}=${clean(item.envy)}`);
    const parts = ["certify price", ...pays, this.like];
    if (envies.length) parts.push(`--envy '${envies.join(" ")}'`);
    const stake = this.root.querySelector("[data-stake]");
    if (entries.stake) parts.push(`--stake ${clean(stake.value)}`);
    if (entries.stake && entries.others) parts.push(`--others ${entries.others}`);
    code.textContent = parts.join(" ");
  }

  writePay({ pay }) {
    const value = readPay(pay);
    return value.top ? write(value) : "push";
  }

  reset() {
    for (const field of this.fields) {
      if (field.tagName === "SELECT") {
        for (const option of field.options) option.selected = option.defaultSelected;
      } else {
        field.value = field.defaultValue;
      }
    }
    this.update();
  }
}

for (const root of document.querySelectorAll("details.editor")) new Editor(root);
