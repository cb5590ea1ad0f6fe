// Reading: contents that follow, parts that fold, links to a part, dark and light, print.

const root = document.documentElement;
root.classList.add("scripted");

// contents
const contents = document.getElementById("contents");
const contentsSwitch = document.getElementById("contents-switch");
contentsSwitch.hidden = false;
const openContents = (isOpen) => {
  contentsSwitch.setAttribute("aria-expanded", String(isOpen));
  contents.classList.toggle("open", isOpen);
};
contentsSwitch.addEventListener("click", () => openContents(contentsSwitch.getAttribute("aria-expanded") !== "true"));
contents.addEventListener("click", (event) => {
  if (event.target.closest("a")) openContents(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && contents.classList.contains("open")) {
    openContents(false);
    contentsSwitch.focus();
  }
});

const links = new Map([...contents.querySelectorAll("a")].map((link) => [document.getElementById(link.hash.slice(1)), link]));
const parts = [...links.keys()].filter(Boolean);
let current = null;
const follow = () => {
  const line = document.querySelector(".topbar").offsetHeight + 48;
  const atEnd = window.innerHeight + window.scrollY >= root.scrollHeight - 2;
  const passed = parts.filter((part) => part.getBoundingClientRect().top <= line);
  const next = links.get(atEnd ? parts.at(-1) : passed.at(-1)) ?? null;
  if (next === current) return;
  current?.removeAttribute("aria-current");
  next?.setAttribute("aria-current", "true");
  current = next;
  if (next && contents.scrollHeight > contents.clientHeight) {
    const place = next.offsetTop - contents.clientHeight / 2;
    contents.scrollTop = Math.max(0, place);
  }
};
let isWaiting = false;
document.addEventListener("scroll", () => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    follow();
  });
}, { passive: true });
window.addEventListener("resize", follow);

// a link to a part opens what it is folded in
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  target.hidden = false;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView();
};
window.addEventListener("hashchange", reveal);

for (const place of document.querySelectorAll("main section[id], .paytable[id]")) {
  const heading = place.querySelector("h1, h2");
  if (!heading) continue;
  const link = document.createElement("a");
  link.className = "anchor";
  link.href = `#${place.id}`;
  link.textContent = "#";
  link.setAttribute("aria-label", "Link to this part");
  heading.append(" ", link);
}

// findings that fold
for (const group of document.querySelectorAll(".findings")) {
  const folds = [...group.querySelectorAll("details.finding")];
  group.querySelector(".folding").hidden = false;
  for (const button of group.querySelectorAll("[data-fold]")) {
    button.addEventListener("click", () => {
      for (const fold of folds) fold.open = button.dataset.fold === "open";
    });
  }
  for (const box of group.querySelectorAll("input[data-severity]")) {
    box.addEventListener("change", () => {
      for (const fold of folds) {
        if (fold.dataset.severity === box.dataset.severity) fold.hidden = !box.checked;
      }
    });
  }
}

// what is folded is printed all the same
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.finding:not([open])")];
  for (const fold of opened) fold.open = true;
});
window.addEventListener("afterprint", () => {
  for (const fold of opened) fold.open = false;
});

// colours
const THEMES = { "": "auto", light: "light", dark: "dark" };
const themeSwitch = document.getElementById("theme");
const keep = (theme) => {
  try {
    if (theme === undefined) return localStorage.getItem("certify-colours") ?? "";
    localStorage.setItem("certify-colours", theme);
  } catch {
    // a browser that keeps nothing for this page shows it as the system wants
  }
  return "";
};
const setTheme = (theme) => {
  const known = theme in THEMES ? theme : "";
  if (known) root.dataset.theme = known;
  else delete root.dataset.theme;
  themeSwitch.querySelector("span").textContent = THEMES[known];
};
themeSwitch.hidden = false;
themeSwitch.addEventListener("click", () => {
  const names = Object.keys(THEMES);
  const next = names[(names.indexOf(root.dataset.theme ?? "") + 1) % names.length];
  setTheme(next);
  keep(next);
});
setTheme(keep());

if (location.hash) reveal();
follow();
