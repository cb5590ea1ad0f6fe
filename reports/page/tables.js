// Tables: sorted by a click on a head, filtered by what is typed, told from each other on a narrow screen.

const LONG = 7;
const text = (cell) => cell.textContent.replace(/\s+/g, " ").trim();

// A place in an order: the first number of a figure; the words of anything else.
const weigh = (cell, isFigure) => {
  const shown = cell ? text(cell) : "";
  if (!isFigure) return shown.toLowerCase();
  if (shown === "push") return 0;
  if (shown === "loses") return -1;
  const found = /-?[\d,]*\.?\d+/.exec(shown.replace(MINUS, "-").replace(/^1 in /, ""));
  return found ? Number(found[0].replaceAll(",", "")) : shown ? -Infinity : Infinity;
};

const compare = (one, other) => {
  if (typeof one === "string") return one.localeCompare(other, "en", { numeric: true });
  return one === other ? 0 : one < other ? -1 : 1;
};

const makeSortable = (table) => {
  const body = table.tBodies[0];
  const filed = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!text(head) || filed.some((row) => row.cells[column]?.querySelector("svg"))) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const next = { ascending: "descending", descending: null }[before];
      const order = next === undefined ? "ascending" : next;
      for (const other of heads) other.removeAttribute("aria-sort");
      const rows = filed.filter((row) => !row.classList.contains("total"));
      if (order) {
        head.setAttribute("aria-sort", order);
        const isFigure = head.classList.contains("figure");
        const sign = order === "ascending" ? 1 : -1;
        rows.sort((a, b) => sign * compare(weigh(a.cells[column], isFigure), weigh(b.cells[column], isFigure)));
      }
      body.append(...rows, ...filed.filter((row) => row.classList.contains("total")));
    });
  });
};

const makeFilterable = (table, number) => {
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  const own = rows.filter((row) => !row.matches(".total, .topic"));
  const label = document.createElement("label");
  const field = document.createElement("input");
  const told = document.createElement("span");
  field.type = "search";
  field.id = `filter-${number}`;
  told.setAttribute("role", "status");
  label.append("Show rows with ", field);
  const line = document.createElement("p");
  line.className = "filter";
  line.append(label, " ", told);
  table.closest(".scroll").before(line);
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of own) {
      const content = text(row).toLowerCase();
      row.hidden = !words.every((word) => content.includes(word));
      shown += Number(!row.hidden);
    }
    for (const row of rows) {
      if (row.matches(".topic")) row.hidden = ![...row.parentElement.rows].some((other) => other !== row && !other.hidden);
      if (row.matches(".total")) row.hidden = words.length > 0;
    }
    told.textContent = words.length ? `${shown} of ${own.length} rows` : "";
  });
};

// On a narrow screen a table of words becomes a list of cards; each cell then needs its head beside it.
const makeStackable = (table) => {
  const heads = [...table.tHead.rows[0].cells];
  const figures = heads.filter((head) => head.classList.contains("figure")).length;
  if (heads.length < 3 || figures > heads.length / 2) return;
  table.classList.add("stack");
  for (const body of table.tBodies) {
    for (const row of body.rows) {
      if (row.classList.contains("topic")) continue;
      [...row.cells].forEach((cell, column) => {
        cell.dataset.label = heads[column].querySelector("svg") ? "" : text(heads[column]);
      });
    }
  }
};

document.querySelectorAll("main table").forEach((table, number) => {
  if (!table.tHead || table.matches(".trial, .sign, .live, .matrix, .grid, .tinted")) return;
  const cells = [...table.tBodies].flatMap((body) => [...body.rows].flatMap((row) => [...row.cells]));
  const isPlain = cells.every((cell) => cell.rowSpan === 1 && (cell.colSpan === 1 || cell.parentElement.matches(".topic")));
  const rows = [...table.tBodies].reduce((sum, body) => sum + body.rows.length, 0);
  if (!isPlain) return;
  makeStackable(table);
  if (table.tBodies.length === 1 && rows > 2) makeSortable(table);
  if (rows >= LONG) makeFilterable(table, number);
});

// A table that is wider than its place can be scrolled by keyboard too, and then has a name.
const places = [...document.querySelectorAll(".scroll")];
const headings = [...document.querySelectorAll("main h1, main h2")];
const nameTable = (place) => {
  const before = headings.filter((heading) => heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING);
  const heading = before.length ? text(before.at(-1)).replace(/ #$/, "") : "";
  return `Table ${places.indexOf(place) + 1}, ${heading}`.slice(0, 80);
};
const watchWidths = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    if (target.scrollWidth > target.clientWidth + 1) {
      target.tabIndex = 0;
      target.setAttribute("role", "region");
      target.setAttribute("aria-label", nameTable(target));
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) target.removeAttribute(name);
    }
  }
});
for (const place of places) watchWidths.observe(place);
