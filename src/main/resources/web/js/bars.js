// Bars of text and boxes: posteriors and explanations.

import { el, setText } from "./dom.js";
import { colorOf, paint } from "./colors.js";
import { decimal, percent, signed } from "./format.js";

const MAX_ROWS = 12;

/** Moves the box of a bar. */
function span(box, from, to) {
  box.style.left = `${100 * from}%`;
  box.style.width = `${Math.max(0.4, 100 * (to - from))}%`;
}

/** A probability with a bar that can be set again. */
export function probabilityBar() {
  const box = el("i", { class: "bar" });
  const text = el("b");
  return {
    element: el("span", { class: "probability" }, el("span", { class: "track", "aria-hidden": "true" }, box), text),
    set(probability, variable) {
      paint(box, variable);
      span(box, 0, probability);
      setText(text, percent(probability));
    },
  };
}

function bar(from, to, variable) {
  const box = paint(el("i", { class: "bar" }), variable);
  span(box, from, to);
  return el("span", { class: "track", "aria-hidden": "true" }, box);
}

function row(name, track, text) {
  return el("li", {}, el("span", { class: "name", title: name }, name), track, el("b", {}, text));
}

/** Shares by name, the largest first. */
export function shareBars(shares, labels, most = MAX_ROWS) {
  const sorted = Object.entries(shares).sort((a, b) => b[1] - a[1]);
  const rows = sorted.slice(0, most).map(([label, share]) =>
    row(label, bar(0, share, colorOf(label, labels)), percent(share)));
  if (sorted.length > most) {
    const rest = sorted.slice(most).reduce((sum, entry) => sum + entry[1], 0);
    rows.push(row(`${sorted.length - most} others`, bar(0, rest, "--class-other"), percent(rest)));
  }
  return el("ul", { class: "bars" }, rows);
}

/** The steps from even odds to the result: the prior, every feature, and their sum. */
function steps(prediction) {
  const features = Object.entries(prediction.contributions).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const shown = features.slice(0, MAX_ROWS);
  const rest = features.slice(MAX_ROWS);
  const unsent = prediction.contributionsLeftOut ?? 0;
  if (rest.length > 0) {
    const sent = features.reduce((sum, entry) => sum + entry[1], prediction.priorContribution);
    const sum = rest.reduce((all, entry) => all + entry[1], unsent > 0 ? prediction.logOdds - sent : 0);
    shown.push([`${rest.length + unsent} others`, sum]);
  }
  return [["prior", prediction.priorContribution], ...shown];
}

/** The contribution of each feature to the log odds of the label against the runner-up. */
export function waterfall(prediction) {
  if (prediction.contributions === undefined) {
    return el("p", { class: "quiet" }, "Nothing to compare: the model has fewer than two classes.");
  }
  let sum = 0;
  const moves = steps(prediction).map(([name, value]) => {
    const from = sum;
    sum += value;
    return { name, value, from, to: sum };
  });
  const ends = [0, sum, ...moves.map((move) => move.to)];
  const least = Math.min(...ends);
  const span = Math.max(...ends) - least || 1;
  const place = (value) => (value - least) / span;
  const rows = moves.map(({ name, value, from, to }) =>
    row(name, bar(place(Math.min(from, to)), place(Math.max(from, to)), value < 0 ? "--bad" : "--good"), signed(value)));
  rows.push(row("sum", bar(place(Math.min(0, sum)), place(Math.max(0, sum)), "--accent"), signed(sum)));
  return el("ul", { class: "bars waterfall" }, rows);
}

/** The posterior of a network node, given the event. */
export function nodeDetail(answer) {
  if (answer.value === null) {
    return el("p", { class: "quiet" }, "Nothing learned yet.");
  }
  return el("div", { class: "grid" },
    el("div", {}, el("h3", {}, `Posterior of ${answer.node}`), shareBars(answer.posterior, Object.keys(answer.posterior))),
    answer.flags.length > 0 ? el("p", {}, `Flags: ${answer.flags.join(", ")}`) : null);
}

/** The decision and the prediction set, if there are any. */
function remarks({ decision, expectedCost, set }) {
  const lines = [];
  if (expectedCost !== undefined) {
    lines.push(`${decision === null ? "Nothing decided" : `Decision: ${decision}`}, expected cost ${decimal(expectedCost)}.`);
  }
  if (set !== undefined) {
    lines.push(`Prediction set: ${set.length === 0 ? "empty" : set.join(", ")}.`);
  }
  return lines.map((line) => el("p", {}, line));
}

function why(prediction) {
  const against = prediction.runnerUp === undefined ? "" : ` rather than ${prediction.runnerUp}`;
  return el("div", {}, el("h3", {}, `Why ${prediction.label}${against}`),
    el("p", { class: "quiet" }, `Log odds. Positive values favor ${prediction.label}.`), waterfall(prediction));
}

/** What else there is to say about an answer: flags, and features that the model does not know. */
function notes({ flags, unknownFeatures = [] }) {
  return [
    flags.length > 0 ? el("p", {}, `Flags: ${flags.join(", ")}`) : null,
    unknownFeatures.length > 0 ? el("p", {}, `Features that the model does not know: ${unknownFeatures.join(", ")}`) : null,
  ];
}

/** Everything about one prediction. */
export function answerDetail(prediction, labels) {
  if (prediction.label === null) {
    return el("p", { class: "quiet" }, "The model has no class yet.");
  }
  return el("div", { class: "grid" },
    el("div", {}, el("h3", {}, "Posterior"), shareBars(prediction.posterior, labels), remarks(prediction)),
    prediction.scoredHere ? null : why(prediction),
    notes(prediction));
}
