// The confusion matrix.

import { el } from "./dom.js";
import { count, share } from "./format.js";

const MAX_CLASSES = 20;
const NONE = ""; // the prediction of a model that has no class yet

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

function cell(truth, answer, n, row, column) {
  const ofRow = row > 0 ? n / row : 0;
  const node = el("td", { class: truth === answer ? "cell right" : "cell wrong" },
    el("b", {}, count(n)), el("span", {}, `→ ${share(ofRow)}`), el("span", {}, `↓ ${column > 0 ? share(n / column) : "–"}`));
  node.style.setProperty("--share", `${Math.round(45 * ofRow)}%`);
  return node;
}

/** What the matrix shows. */
export function confusionText(matrix) {
  const missed = sum(Object.values(matrix).map((row) => row[NONE] ?? 0));
  const unanswered = missed >= 0.5 ? ` ${count(missed)} events came before the model had a class: they have no prediction.` : "";
  return `Rows: true label. Columns: predicted label. → is the share of the row: what becomes of events with this label (on the diagonal: recall). ↓ is the share of the column: how often this prediction is right or wrong (on the diagonal: precision).${unanswered}`;
}

/** By true label, then by predicted label, with the share of each cell in its row and in its column. */
export function confusion(matrix) {
  const truths = Object.keys(matrix).filter((truth) => sum(Object.values(matrix[truth])) >= 0.5).slice(0, MAX_CLASSES); // counts fade
  const given = (truth) => Object.keys(matrix[truth]).filter((answer) => answer !== NONE && matrix[truth][answer] >= 0.5);
  const answers = [...new Set([...truths, ...truths.flatMap(given)])].sort().slice(0, MAX_CLASSES);
  const columns = answers.map((answer) => sum(Object.values(matrix).map((row) => row[answer] ?? 0)));
  const rows = truths.map((truth) => {
    const row = sum(Object.values(matrix[truth]));
    return el("tr", {}, el("th", { scope: "row" }, truth),
      answers.map((answer, i) => cell(truth, answer, matrix[truth][answer] ?? 0, row, columns[i])));
  });
  return el("table", { class: "confusion" },
    el("caption", { class: "hidden" }, "Confusion matrix: events by true label, then by predicted label"),
    el("thead", {}, el("tr", {}, el("td", {}), answers.map((answer) => el("th", { scope: "col" }, answer)))),
    el("tbody", {}, rows));
}
