// A citation leads to the quoted clause where the page has its text.

const clauseLines = new Map([...document.querySelectorAll("dl.clauses dt")].map((item) => [item.id, text(item)]));
if (clauseLines.size) {
  const walker = document.createTreeWalker(document.getElementById("content"), NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest("script, a, summary, dl.clauses, button, svg, #documents")) nodes.push(walker.currentNode);
  }
  for (const node of nodes) {
    const isBare = node.parentElement.closest(".cite");
    const pieces = node.data.split(isBare ? /(?<![\w.-])(\d+(?:-\d+)?)(?![\w.%-])/ : /(?<=\blines? (?:[\d, -]|and )*)(\d+(?:-\d+)?)/);
    if (pieces.length < 2 || !pieces.some((piece) => clauseLines.has(`lines-${piece}`))) continue;
    node.replaceWith(...pieces.map((piece) => {
      if (!clauseLines.has(`lines-${piece}`)) return piece;
      const link = document.createElement("a");
      link.href = `#lines-${piece}`;
      link.textContent = piece;
      return link;
    }));
  }
}
