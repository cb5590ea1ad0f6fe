// Charts: the value of a mark under the pointer, or of the row that has the keyboard's focus.

const tip = document.createElement("p");
tip.className = "tip";
tip.setAttribute("aria-hidden", "true"); // the marks say the same by their own names
tip.hidden = true;
document.body.append(tip);

const showTip = (mark) => {
  tip.textContent = mark.dataset.value;
  tip.hidden = false;
  const box = mark.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const room = document.documentElement.clientWidth - own.width - 8;
  const middle = box.left + box.width / 2 - own.width / 2;
  tip.style.left = `${Math.max(8, Math.min(room, middle))}px`;
  const above = box.top - own.height - 6;
  tip.style.top = `${above > 56 ? above : box.bottom + 6}px`;
};
const hideTip = () => {
  tip.hidden = true;
};

for (const group of document.querySelectorAll(".chart .rows, table.tornado")) {
  const stops = [...group.querySelectorAll("svg[data-value]")];
  stops.forEach((stop, place) => {
    stop.setAttribute("tabindex", place ? "-1" : "0");
    stop.addEventListener("focus", () => showTip(stop));
    stop.addEventListener("blur", hideTip);
  });
  group.addEventListener("pointerover", (event) => {
    const mark = event.target.closest("[data-value]");
    if (mark) showTip(mark);
  });
  group.addEventListener("pointerleave", hideTip);
  group.addEventListener("keydown", (event) => {
    const now = stops.indexOf(event.target);
    const moves = { ArrowDown: now + 1, ArrowRight: now + 1, ArrowUp: now - 1, ArrowLeft: now - 1, Home: 0, End: stops.length - 1 };
    if (event.key === "Escape") hideTip();
    if (now < 0 || !(event.key in moves)) return;
    event.preventDefault();
    const next = stops[Math.max(0, Math.min(stops.length - 1, moves[event.key]))];
    stops[now].setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}
document.addEventListener("scroll", hideTip, { passive: true });
