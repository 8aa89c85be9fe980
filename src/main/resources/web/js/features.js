// What a model knows of one feature, class by class.

import { el, svg } from "./dom.js";
import { colorOf, paint } from "./colors.js";
import { decimal, percent, signed } from "./format.js";
import { labelOf, ticks } from "./scale.js";

const WIDTH = 400;
const HEIGHT = 150;
const BASE = 124;
const STEPS = 120;
const MOST_VALUES = 12;
const MOST_TOKENS = 10;

const density = (x, mean, sd) => Math.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));

/** What is hovered or read out instead of a picture. */
function legend(entries, labels) {
  return el("ul", { class: "legend" }, entries.map(([label, text]) =>
    el("li", { title: `${label}: ${text}` }, paint(el("i", { class: "swatch" }), colorOf(label, labels)), `${label} `, el("b", {}, text))));
}

function curves(shapes, labels) {
  const from = Math.min(...shapes.map((s) => s.mean - 3.2 * s.sd));
  const to = Math.max(...shapes.map((s) => s.mean + 3.2 * s.sd));
  const x = (value) => 8 + ((value - from) / (to - from || 1)) * (WIDTH - 16);
  const lines = shapes.map((s) => {
    const points = Array.from({ length: STEPS + 1 }, (unused, i) => from + ((to - from) * i) / STEPS);
    return { label: s.label, points: points.map((at) => [x(at), density(at, s.mean, s.sd)]) };
  });
  const most = Math.max(...lines.flatMap((line) => line.points.map((point) => point[1]))) || 1;
  const y = (value) => BASE - (value / most) * (BASE - 8);
  const marks = ticks(from, to, 5);
  return svg("svg", { class: "figure wide", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    svg("line", { class: "grid-line", x1: 0, x2: WIDTH, y1: BASE, y2: BASE }),
    lines.map((line) => paint(svg("polygon", {
      class: "curve",
      points: [[x(from), BASE], ...line.points.map(([px, d]) => [px, y(d)]), [x(to), BASE]].map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" "),
    }), colorOf(line.label, labels))),
    marks.map((tick) => svg("text", { class: "tick", x: x(tick), y: HEIGHT - 8, "text-anchor": "middle" }, labelOf(tick, marks))));
}

function numberView(byClass, labels) {
  const shapes = byClass.filter(([, stat]) => stat.mean !== null).map(([label, stat]) =>
    ({ label, mean: stat.mean, sd: Math.sqrt(Math.max(stat.variance ?? 0, 1e-12)) }));
  return [
    curves(shapes, labels),
    legend(shapes.map((s) => [s.label, `${decimal(s.mean, 2)} ± ${decimal(s.sd, 2)}`]), labels)];
}

function total(values) {
  return Object.values(values).reduce((sum, n) => sum + n, 0);
}

/* Intervals such as [2, 3) by where they begin, everything else by name. */
function byStart(one, other) {
  const starts = [one, other].map((value) => (/^\[.*\)$/.test(value) ? Number.parseFloat(value.slice(1)) : Number.NaN));
  return starts.some(Number.isNaN) ? (one < other ? -1 : 1) : starts[0] - starts[1];
}

function valueView(byClass, labels) {
  const values = [...new Set(byClass.flatMap(([, stat]) => Object.keys(stat.values)))];
  const head = el("tr", {}, el("th", { scope: "col" }, "Value"), byClass.map(([label]) => el("th", { scope: "col" }, label)));
  const rows = values.sort(byStart).slice(0, MOST_VALUES).map((value) => el("tr", {}, el("th", { scope: "row" }, value),
    byClass.map(([label, stat]) => {
      const share = (stat.values[value] ?? 0) / (total(stat.values) || 1);
      const cell = paint(el("td", { class: "share" }, el("span", {}, percent(share, 0))), colorOf(label, labels));
      cell.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
      return cell;
    })));
  return [el("table", { class: "shares" }, el("caption", { class: "hidden" }, "Share of each value in each class"), el("thead", {}, head), el("tbody", {}, rows))];
}

/** How much more likely a value is in a class than in all others, smoothed by one. */
function logOdds(byClass, label) {
  const own = Object.fromEntries(byClass)[label].values;
  const others = byClass.filter(([other]) => other !== label).map(([, stat]) => stat.values);
  const size = new Set(byClass.flatMap(([, stat]) => Object.keys(stat.values))).size;
  const all = others.reduce((sum, values) => sum + total(values), 0);
  const mine = total(own);
  return Object.entries(own).map(([token, n]) => {
    const rest = others.reduce((sum, values) => sum + (values[token] ?? 0), 0);
    return { token, logOdds: Math.log((n + 1) / (mine + size)) - Math.log((rest + 1) / (all + size)) };
  }).sort((one, other) => other.logOdds - one.logOdds);
}

function tokenList(label, tokens, labels) {
  const shown = tokens.slice(0, MOST_TOKENS);
  const most = Math.max(...shown.map((token) => Math.abs(token.logOdds)), 1e-9);
  return el("div", {}, el("h3", {}, paint(el("i", { class: "swatch" }), colorOf(label, labels)), `speaks for ${label}`),
    el("ul", { class: "bars" }, shown.map(({ token, logOdds: odds }) => {
      const box = paint(el("i", { class: "bar" }), colorOf(label, labels));
      box.style.width = `${(100 * Math.max(odds, 0)) / most}%`;
      return el("li", {}, el("span", { class: "name", title: token }, token), el("span", { class: "track", "aria-hidden": "true" }, box), el("b", {}, signed(odds)));
    })));
}

/** What speaks most for each class: tokens of a text, or of a feature with very many values. */
function tokenView(byClass, labels) {
  return [el("div", { class: "tokens" }, byClass.map(([label, stat]) => tokenList(label, stat.telling ?? logOdds(byClass, label), labels)))];
}

function weightView(byClass, labels) {
  return [legend(byClass.map(([label, stat]) => [label, `${signed(stat.weightMean)} ± ${decimal(stat.weightDeviation, 2)}`]), labels)];
}

/** A titled picture of one feature. */
export function featureView(name, byClass, labels) {
  const has = (field) => byClass.some(([, stat]) => stat[field] !== undefined);
  const many = new Set(byClass.flatMap(([, stat]) => Object.keys(stat.values ?? {}))).size > MOST_VALUES;
  let view = [];
  if (has("mean")) {
    view = numberView(byClass, labels);
  } else if (has("weightMean")) {
    view = weightView(byClass, labels);
  } else if (has("telling") || many) {
    view = tokenView(byClass, labels);
  } else if (has("values")) {
    view = valueView(byClass, labels);
  }
  return el("section", { class: "card feature" }, el("h2", {}, name), view);
}
