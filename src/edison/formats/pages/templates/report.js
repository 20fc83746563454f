"use strict";
// Hides what is not asked for. Without it everything is still there, and nothing here reads more than this page.
const bar = document.getElementById("filters");
const told = document.getElementById("told");
const cells = [...document.querySelectorAll(".cell")];
const squares = [...document.querySelectorAll("#matrix td[data-cells]")];
const words = new Map();

function wordsOf(cell) {
  if (!words.has(cell)) words.set(cell, cell.textContent.toLowerCase());
  return words.get(cell);
}

function fits(cell, wished) {
  for (const name of ["arm", "prompt", "outcome"]) {
    if (wished[name] && cell.dataset[name] !== wished[name]) return false;
  }
  if (wished.tag && !cell.dataset.tags.split(" ").includes(wished.tag)) return false;
  return wished.word.every((word) => wordsOf(cell).includes(word));
}

function show() {
  const wished = Object.fromEntries(new FormData(bar));
  wished.word = wished.word.toLowerCase().split(/\s+/).filter(Boolean);
  const isAsked = wished.word.length > 0 || ["arm", "prompt", "tag", "outcome"].some((name) => wished[name]);
  const found = new Set();
  for (const cell of cells) {
    const isFound = fits(cell, wished);
    cell.hidden = !isFound;
    if (isFound) found.add(cell.dataset.number);
  }
  showMatrix(found);
  for (const section of document.querySelectorAll(".cells")) {
    section.hidden = !section.querySelector(".cell:not([hidden])");
    for (const more of section.querySelectorAll("details.more")) more.open = isAsked;
  }
  told.textContent = !isAsked ? `${cells.length} cells`
    : found.size ? `${found.size} of ${cells.length} cells` : "Nothing on this page is like that.";
}

function showMatrix(found) {
  const columns = new Map();
  const rows = new Map();
  for (const square of squares) {
    const isFound = square.dataset.cells.split(" ").some((number) => found.has(number));
    square.classList.toggle("out", !isFound);
    columns.set(square.cellIndex, columns.get(square.cellIndex) || isFound);
    rows.set(square.parentElement, rows.get(square.parentElement) || isFound);
  }
  for (const [row, isFound] of rows) row.hidden = !isFound;
  for (const line of document.querySelectorAll("#matrix tr")) {
    for (const [at, isFound] of columns) line.cells[at].hidden = !isFound;
  }
}

if (bar) {
  bar.hidden = false;
  bar.addEventListener("input", show);
  bar.addEventListener("reset", () => setTimeout(show));
  bar.addEventListener("submit", (event) => event.preventDefault());
  show();
}
