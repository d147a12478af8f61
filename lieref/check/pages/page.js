(() => {
  "use strict";
  const root = document.documentElement;

  // Colors: those of the system, until the button is pressed; then kept for the next page.
  const system = matchMedia("(prefers-color-scheme: dark)");
  const theme = document.createElement("button");
  theme.type = "button";
  theme.textContent = "Dark colors";
  const tell = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
    theme.setAttribute("aria-pressed", String(dark));
  };
  try {
    const kept = localStorage.getItem("lieref-theme");
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  } catch { /* a page without storage */ }
  theme.addEventListener("click", () => {
    root.dataset.theme = theme.getAttribute("aria-pressed") === "true" ? "light" : "dark";
    try { localStorage.setItem("lieref-theme", root.dataset.theme); } catch { /* likewise */ }
    tell();
  });
  system.addEventListener("change", tell);
  tell();
  document.querySelector("header").append(theme);

  // A cell is words and a number at their end, as "at most 3.0e-15"; either may be missing.
  const END = /^(.*?)\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[-+]?inf)$/i;
  const key = (row, column) => {
    const cell = row.cells[column];
    const text = (cell.dataset.value ?? cell.textContent).trim();
    const found = text.match(END);
    const number = found ? Number(found[2].replace(/inf/i, "Infinity")) : NaN;
    return { row, empty: text === "" || text === "-", words: found ? found[1] : text, number };
  };
  const compare = (a, b) =>
    a.words.localeCompare(b.words) ||
    Number(Number.isNaN(a.number)) - Number(Number.isNaN(b.number)) ||
    (a.number < b.number ? -1 : Number(a.number > b.number));
  const sort = (table, column, way) => {
    const keys = Array.from(table.tBodies[0].rows, (row) => key(row, column));
    // what is empty stands last, whichever way the others go
    keys.sort((a, b) => Number(a.empty) - Number(b.empty) || way * compare(a, b));
    table.tBodies[0].append(...keys.map((found) => found.row));
  };
  for (const table of document.querySelectorAll("table")) {
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((other) => other.setAttribute("aria-sort", "none"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        sort(table, column, up ? 1 : -1);
      });
    });
  }
})();
