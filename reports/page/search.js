// Search over the whole page: every place is marked, and what it is folded in opens when it is visited.

const searchField = document.getElementById("search");
const searchCount = document.getElementById("search-count");
let foundPlaces = [];
let foundAt = -1;

const listPlaces = (wanted) => {
  const places = [];
  const walker = document.createTreeWalker(document.getElementById("content"), NodeFilter.SHOW_TEXT, {
    acceptNode: (node) => (node.parentElement.closest("script, style, title, select") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  while (walker.nextNode()) {
    const content = walker.currentNode.data.toLowerCase();
    for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + wanted.length);
      places.push(range);
    }
  }
  return places;
};

const mark = (name, ranges) => {
  if (window.CSS?.highlights && window.Highlight) CSS.highlights.set(name, new Highlight(...ranges));
};

const visitPlace = (step) => {
  if (!foundPlaces.length) return;
  foundAt = (foundAt + step + foundPlaces.length) % foundPlaces.length;
  const place = foundPlaces[foundAt];
  const holder = place.startContainer.parentElement;
  unfold(holder);
  mark("found-now", [place]);
  holder.scrollIntoView({ block: "center" });
  searchCount.textContent = `${foundAt + 1} of ${foundPlaces.length}`;
};

const search = () => {
  const wanted = searchField.value.trim().toLowerCase();
  foundPlaces = wanted.length > 1 ? listPlaces(wanted) : [];
  foundAt = -1;
  mark("found", foundPlaces);
  mark("found-now", []);
  searchCount.textContent = wanted.length > 1 ? `${foundPlaces.length} places` : "";
};

searchField.closest(".find").hidden = false;
searchField.addEventListener("input", search);
searchField.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  visitPlace(event.shiftKey ? -1 : 1);
});
document.getElementById("search-next").addEventListener("click", () => visitPlace(1));
