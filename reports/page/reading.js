// Reading: contents that follow, sections that fold, links to a part, dark and light, print.

const OPEN = 2; // the sections that are open at first
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

// sections fold; what is folded can still be found by the browser's own search
const sections = [...document.querySelectorAll("main > section[id]")];
const foldSection = (section, isOpen) => {
  section.querySelector("h2 button").setAttribute("aria-expanded", String(isOpen));
  const body = section.querySelector(".folded");
  if (isOpen) body.removeAttribute("hidden");
  else body.setAttribute("hidden", "until-found");
};
sections.forEach((section, place) => {
  const heading = section.querySelector("h2");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "section-fold";
  button.append(...heading.childNodes);
  heading.append(button);
  const body = document.createElement("div");
  body.className = "folded";
  while (heading.nextSibling) body.append(heading.nextSibling);
  section.append(body);
  button.addEventListener("click", () => foldSection(section, button.getAttribute("aria-expanded") !== "true"));
  body.addEventListener("beforematch", () => foldSection(section, true));
  foldSection(section, place < OPEN);
});

const unfold = (element) => {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const section = element.closest("main > section[id]");
  if (section) foldSection(section, true);
};

// a link to a part opens what it is folded in
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  target.hidden = false;
  unfold(target);
  target.scrollIntoView();
};
window.addEventListener("hashchange", reveal);
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal(); // the same link again: no change of address
});

document.querySelector("nav .folding").hidden = false;
for (const button of document.querySelectorAll("[data-fold]")) {
  button.addEventListener("click", () => {
    for (const section of sections) foldSection(section, button.dataset.fold === "open");
  });
}

// what is folded is printed all the same
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = sections.filter((section) => section.querySelector(".folded").hidden);
  for (const section of opened) foldSection(section, true);
});
window.addEventListener("afterprint", () => {
  for (const section of opened) foldSection(section, false);
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
