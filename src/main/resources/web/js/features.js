// What a model has learned about one feature, by class.

import { el, svg } from "./dom.js";
import { colorOf, paint } from "./colors.js";
import { bracketed, decimal, percent, range, shareRange, signed } from "./format.js";
import { bySize, isInterval, spoken } from "./intervals.js";
import { labelOf, ticks } from "./scale.js";

const WIDTH = 400;
const HEIGHT = 150;
const BASE = 124;
const STEPS = 120;
const MAX_VALUES = 12;
const MAX_INTERVALS = 30;
const RARE = 0.005;
const MAX_TOKENS = 10;

const density = (x, mean, sd) => Math.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));

/** The text alternative of a picture. */
function legend(entries, labels) {
  return el("ul", { class: "legend" }, entries.map(([label, text]) =>
    el("li", { title: `${label}: ${text}` }, paint(el("i", { class: "swatch" }), colorOf(label, labels)), `${label} `, el("b", {}, text))));
}

const same = (a, b) => Math.abs(a - b) <= 0.02 * Math.max(Math.abs(a), Math.abs(b), 1e-12);

/* Curves that coincide are dashed in turn, so that all of them are seen. */
function dashes(shapes, i) {
  const group = shapes.filter((s) => same(s.mean, shapes[i].mean) && same(s.sd, shapes[i].sd));
  const place = group.indexOf(shapes[i]);
  return group.length < 2 ? {} : { "stroke-dasharray": `8 ${8 * (group.length - 1)}`, "stroke-dashoffset": -8 * place };
}

function curves(shapes, from, to, labels) {
  const x = (value) => 8 + ((value - from) / (to - from)) * (WIDTH - 16);
  const narrowest = (to - from) / STEPS; // what never varies is a spike
  const lines = shapes.map((s) => {
    const points = Array.from({ length: STEPS + 1 }, (unused, i) => from + ((to - from) * i) / STEPS);
    return { label: s.label, points: points.map((at) => [x(at), density(at, s.mean, Math.max(s.sd, narrowest))]) };
  });
  const most = Math.max(...lines.flatMap((line) => line.points.map((point) => point[1]))) || 1;
  const y = (value) => BASE - (value / most) * (BASE - 8);
  const marks = ticks(from, to, 5);
  return svg("svg", { class: "figure wide", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    svg("line", { class: "grid-line", x1: 0, x2: WIDTH, y1: BASE, y2: BASE }),
    lines.map((line, i) => paint(svg("polygon", {
      class: "curve",
      ...dashes(shapes, i),
      points: [[x(from), BASE], ...line.points.map(([px, d]) => [px, y(d)]), [x(to), BASE]].map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" "),
    }), colorOf(line.label, labels))),
    marks.map((tick) => svg("text", { class: "tick", x: x(tick), y: HEIGHT - 8, "text-anchor": "middle" }, labelOf(tick, marks))));
}

function numberView(byClass, labels) {
  const shapes = byClass.filter(([, stat]) => stat.mean !== null).map(([label, stat]) =>
    ({ label, mean: stat.mean, sd: Math.sqrt(Math.max(stat.variance ?? 0, 0)), interval: stat.meanInterval }));
  const from = Math.min(...shapes.map((s) => s.mean - 3.2 * s.sd));
  const to = Math.max(...shapes.map((s) => s.mean + 3.2 * s.sd));
  return [
    to > from ? curves(shapes, from, to, labels) : el("p", { class: "quiet" }, `Always ${decimal(from, 2)} so far.`),
    legend(shapes.map((s) => [s.label, `${decimal(s.mean, 2)} ± ${decimal(s.sd, 2)}${bracketed(range(s.interval))}`]), labels)];
}

/**
 * Whether a number has only been 0 and 1, as truth values are for some learners: then, and only then, its variance
 * follows from its mean.
 */
export function isTruth({ mean, variance }) {
  return typeof mean === "number" && mean >= 0 && mean <= 1 && Math.abs(variance - mean * (1 - mean)) <= 1e-9;
}

/* Shares instead of a curve. */
const truthView = (byClass, labels) => valueView(byClass.map(([label, { mean }]) => [label, { values: { true: mean, false: 1 - mean } }]), labels);

const isTruths = (stats) => stats.length > 0 && stats.every(isTruth) && stats.some(({ variance }) => variance > 0);

function total(values) {
  return Object.values(values).reduce((sum, n) => sum + n, 0);
}

const valuesOf = (byClass) => [...new Set(byClass.flatMap(([, stat]) => Object.keys(stat.values ?? {})))];

function shareTable(values, byClass, labels) {
  const head = el("tr", {}, el("th", { scope: "col" }, "Value"), byClass.map(([label]) => el("th", { scope: "col" }, label)));
  const sums = byClass.map(([, stat]) => total(stat.values ?? {}) || 1);
  const rows = values.map((value) => el("tr", {}, el("th", { scope: "row" }, spoken(value)),
    byClass.map(([label, stat], c) => {
      const share = (stat.values?.[value] ?? 0) / sums[c];
      const cell = paint(el("td", { class: "share" }, el("span", {}, percent(share, 0), el("small", {}, bracketed(shareRange(stat.shareIntervals?.[value], 0, ""))))), colorOf(label, labels));
      cell.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
      return cell;
    })));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Share of each value in each class" },
    el("table", { class: "shares" }, el("caption", { class: "hidden" }, "Share of each value in each class"), el("thead", {}, head), el("tbody", {}, rows)));
}

/* Only intervals that are not rare in every class: there are many at either end. */
function valueView(byClass, labels) {
  const values = valuesOf(byClass);
  const sums = byClass.map(([, stat]) => total(stat.values ?? {}) || 1);
  const most = (value) => Math.max(...byClass.map(([, stat], c) => (stat.values?.[value] ?? 0) / sums[c]));
  const shown = values.filter((value) => !isInterval(value) || most(value) >= RARE)
    .sort((one, other) => most(other) - most(one)).slice(0, MAX_INTERVALS).sort(bySize);
  const rest = values.length - shown.length;
  return [shareTable(shown, byClass, labels), rest > 0 ? el("p", { class: "quiet" }, `${rest} rarer values are not shown.`) : null];
}

/** How much more likely a value is in a class than in all others, smoothed by one. */
function logOdds(byClass, label) {
  const own = Object.fromEntries(byClass)[label].values ?? {};
  const others = byClass.filter(([other]) => other !== label).map(([, stat]) => stat.values ?? {});
  const size = valuesOf(byClass).length;
  const all = others.reduce((sum, values) => sum + total(values), 0);
  const mine = total(own);
  return Object.entries(own).map(([token, n]) => {
    const rest = others.reduce((sum, values) => sum + (values[token] ?? 0), 0);
    return { token, logOdds: Math.log((n + 1) / (mine + size)) - Math.log((rest + 1) / (all + size)) };
  }).sort((one, other) => other.logOdds - one.logOdds);
}

function tokenList(label, tokens, most, labels) {
  const rows = tokens.map(({ token, logOdds: odds, shareInterval: share, weightInterval: weight }) => {
    const box = paint(el("i", { class: "bar" }), colorOf(label, labels));
    box.style.width = `${(100 * odds) / most}%`;
    return el("li", {}, el("span", { class: "name", title: token }, token), el("span", { class: "track", "aria-hidden": "true" }, box), el("b", {}, signed(odds), el("small", {}, bracketed(share === undefined ? range(weight) : shareRange(share, 1)))));
  });
  return el("div", {}, el("h3", {}, paint(el("i", { class: "swatch" }), colorOf(label, labels)), `evidence for ${label}`),
    rows.length > 0 ? el("ul", { class: "bars" }, rows) : el("p", { class: "quiet" }, "No token is more likely here than in the other classes."));
}

/** The most telling values of each class: tokens, or values of a feature with very many. */
function tokenView(byClass, labels) {
  const lists = byClass.map(([label, stat]) =>
    [label, (stat.telling ?? logOdds(byClass, label)).filter((token) => token.logOdds > 0).slice(0, MAX_TOKENS)]);
  const most = Math.max(...lists.flatMap(([, tokens]) => tokens.map((token) => token.logOdds)), 1e-9);
  return [el("div", { class: "tokens" }, lists.map(([label, tokens]) => tokenList(label, tokens, most, labels)))];
}

/** The weights of a regression, as bars from zero. */
export function widestWeight(classes) {
  const reach = Object.values(classes).flatMap(({ features }) => Object.values(features))
    .flatMap((stat) => stat.weightInterval ?? []).map(Math.abs);
  return Math.max(...reach, 1e-9);
}

function part(kind, from, to, widest) {
  const node = el("i", { class: kind });
  node.style.left = `${50 + (50 * from) / widest}%`;
  node.style.width = `${(50 * (to - from)) / widest}%`;
  return node;
}

function weightView(byClass, labels, widest) {
  return [el("ul", { class: "bars weights" }, byClass.map(([label, { weightMean: mean, weightInterval: [low, high] }]) =>
    paint(el("li", {}, el("span", { class: "name", title: label }, el("i", { class: "swatch" }), label),
      el("span", { class: "track", "aria-hidden": "true" },
        part("bar", Math.min(mean, 0), Math.max(mean, 0), widest), part("whisker", low, high, widest), el("i", { class: "zero" })),
      el("b", {}, signed(mean), el("small", {}, bracketed(range([low, high]))))), colorOf(label, labels))))];
}

/* The kinds of statistics, how they are drawn, and the notes that explain them. */
const VIEWS = [
  { has: isTruths, view: truthView,
    says: "A number that has only been 0 and 1 is shown as false and true." },
  { has: (stats) => stats.some((stat) => stat.mean !== undefined), view: numberView,
    says: "A curve shows the distribution of a number in a class: mean ± standard deviation (of lda, qda and rda the one that they predict with), with the 95 % interval of the mean in brackets. Dashed curves coincide." },
  { has: (stats) => stats.some((stat) => stat.weightMean !== undefined), view: weightView,
    says: "A weight is what a feature adds to the log odds of a class: a number for each standard deviation above its mean, a category if the event has that value. The thin line and the brackets are the 95 % interval of the weight." },
  { has: (stats, values) => stats.some((stat) => stat.telling !== undefined) || (values.length > MAX_VALUES && !values.every(isInterval)), view: tokenView,
    says: "Log odds: the natural logarithm of how much more likely a token is in this class than in the others. In brackets: the 95 % interval of its share of the tokens of the class, or of its weight." },
  { has: (stats, values) => values.length > 0, view: valueView,
    says: "A share is the fraction of a class that has the value, with its 95 % interval in brackets." },
];

function kindOf(byClass) {
  const values = valuesOf(byClass);
  return VIEWS.find(({ has }) => has(byClass.map(([, stat]) => stat), values));
}

/** The notes that explain the pictures of these features. */
export function guide(features) {
  const kinds = new Set(features.map(kindOf));
  return VIEWS.filter((kind) => kinds.has(kind)).map(({ says }) => says).join(" ");
}

/**
 * A titled picture of one feature.
 *
 * @param widest how far the weights reach, so that all features have one scale
 * @param by the member of an average that has learned it, if it is not the one that is shown
 */
export function featureView(name, byClass, labels, widest, by) {
  const view = kindOf(byClass)?.view(byClass, labels, widest) ?? [];
  return el("section", { class: "card feature" }, el("h2", {}, name),
    by === undefined ? null : el("p", { class: "quiet note" }, `As ${by} has learned it; the member with the largest weight does not use it.`), view);
}
