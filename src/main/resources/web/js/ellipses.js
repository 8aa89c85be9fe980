// How two features vary together in each class: the ellipses of a discriminant.

import { card, el, patch, svg } from "./dom.js";
import { colorOf, paint } from "./colors.js";
import { decimal } from "./format.js";
import { labelOf, ticks } from "./scale.js";

const WIDTH = 480;
const HEIGHT = 360;
const LEFT = 52;
const BOTTOM = HEIGHT - 42;
const STEPS = 72;
const SIGMAS = [2, 1];
const ROOM = 2.3; // in standard deviations, around every mean

const SHAPES = {
  lda: "lda uses one shape for all classes.",
  qda: "qda uses one shape for each class.",
  rda: "rda shrinks the shape of each class towards the common one.",
};

/* The marginal distribution of two features in each class that has both. */
function normals(classes, labels, x, y) {
  return labels.flatMap((label) => {
    const { features, covariance } = classes[label];
    const i = covariance?.features.indexOf(x) ?? -1;
    const j = covariance?.features.indexOf(y) ?? -1;
    if (i < 0 || j < 0) {
      return [];
    }
    const [xx, xy, yy] = [covariance.matrix[i][i], covariance.matrix[i][j], covariance.matrix[j][j]];
    return [{ label, x: features[x].mean, y: features[y].mean, xx, xy, yy }];
  });
}

const determinant = (n) => n.xx * n.yy - n.xy * n.xy;

/* How much two of them overlap, from 0 to 1 (Bhattacharyya). */
function overlap(one, other) {
  const mid = { xx: (one.xx + other.xx) / 2, xy: (one.xy + other.xy) / 2, yy: (one.yy + other.yy) / 2 };
  const [dx, dy, det] = [one.x - other.x, one.y - other.y, determinant(mid)];
  const distance = (mid.yy * dx * dx - 2 * mid.xy * dx * dy + mid.xx * dy * dy) / det;
  const shape = Math.sqrt(Math.sqrt(Math.max(determinant(one), 0) * Math.max(determinant(other), 0)) / det);
  const share = Math.exp(-distance / 8) * shape;
  return Number.isFinite(share) ? share : 1; // features that do not vary tell nothing apart
}

/** The two features that separate the classes best. */
export function mostSeparating(classes, labels, features) {
  let best = [features[0], features[1]];
  let least = Infinity;
  features.forEach((x, i) => features.slice(i + 1).forEach((y) => {
    const all = normals(classes, labels, x, y);
    const sum = all.reduce((total, one, a) => total + all.slice(a + 1).reduce((part, other) => part + overlap(one, other), 0), 0);
    if (sum < least) {
      least = sum;
      best = [x, y];
    }
  }));
  return best;
}

function span(all, at, variance) {
  const sd = (n) => Math.sqrt(Math.max(n[variance], 0));
  const from = Math.min(...all.map((n) => n[at] - ROOM * sd(n)));
  const to = Math.max(...all.map((n) => n[at] + ROOM * sd(n)));
  return to > from ? [from, to] : [from - 1, to + 1];
}

/* The points at a given number of standard deviations, by the Cholesky factor. */
function contour(n, sigmas, px, py) {
  const a = Math.sqrt(Math.max(n.xx, 0));
  const b = a > 0 ? n.xy / a : 0;
  const c = Math.sqrt(Math.max(n.yy - b * b, 0));
  return Array.from({ length: STEPS }, (unused, i) => {
    const [u, v] = [Math.cos((2 * Math.PI * i) / STEPS), Math.sin((2 * Math.PI * i) / STEPS)];
    return `${px(n.x + sigmas * a * u).toFixed(1)},${py(n.y + sigmas * (b * u + c * v)).toFixed(1)}`;
  }).join(" ");
}

function picture(all, labels, x, y) {
  const [fromX, toX] = span(all, "x", "xx");
  const [fromY, toY] = span(all, "y", "yy");
  const px = (value) => LEFT + ((value - fromX) / (toX - fromX)) * (WIDTH - LEFT - 8);
  const py = (value) => BOTTOM - ((value - fromY) / (toY - fromY)) * (BOTTOM - 8);
  const [acrossTicks, upTicks] = [ticks(fromX, toX, 6), ticks(fromY, toY, 5)];
  const middle = (BOTTOM + 8) / 2;
  return svg("svg", { class: "figure ellipses", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    acrossTicks.map((tick) => svg("line", { class: "grid-line", x1: px(tick), x2: px(tick), y1: 8, y2: BOTTOM })),
    upTicks.map((tick) => svg("line", { class: "grid-line", x1: LEFT, x2: WIDTH - 8, y1: py(tick), y2: py(tick) })),
    acrossTicks.map((tick) => svg("text", { class: "tick", x: px(tick), y: BOTTOM + 16, "text-anchor": "middle" }, labelOf(tick, acrossTicks))),
    upTicks.map((tick) => svg("text", { class: "tick", x: LEFT - 6, y: py(tick) + 4, "text-anchor": "end" }, labelOf(tick, upTicks))),
    svg("text", { class: "axis-name", x: (LEFT + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, x),
    svg("text", { class: "axis-name", x: 12, y: middle, transform: `rotate(-90 12 ${middle})`, "text-anchor": "middle" }, y),
    all.flatMap((n) => SIGMAS.map((sigmas) => paint(svg("polygon", { class: "ellipse", points: contour(n, sigmas, px, py) }), colorOf(n.label, labels)))),
    all.map((n) => paint(svg("circle", { class: "centre", cx: px(n.x).toFixed(1), cy: py(n.y).toFixed(1), r: 4 }), colorOf(n.label, labels))));
}

function numbers(all, labels, x, y) {
  const sized = (mean, variance) => `${decimal(mean, 2)} ± ${decimal(Math.sqrt(Math.max(variance, 0)), 2)}`;
  const head = ["Class", x, y, "Correlation"].map((name) => el("th", { scope: "col" }, name));
  return el("table", {}, el("caption", { class: "hidden" }, `Mean and standard deviation of ${x} and ${y} in each class, and their correlation`),
    el("thead", {}, el("tr", {}, head)),
    el("tbody", {}, all.map((n) => el("tr", {},
      el("th", { scope: "row" }, paint(el("i", { class: "swatch" }), colorOf(n.label, labels)), n.label),
      el("td", {}, sized(n.x, n.xx)), el("td", {}, sized(n.y, n.yy)),
      el("td", {}, decimal(n.xy / Math.sqrt(n.xx * n.yy), 2))))));
}

/** A card that is hidden unless the classes have covariances. */
export function ellipses() {
  const choosers = ["Horizontal", "Vertical"].map((name) => ({ name, select: el("select", { onchange: () => { pair = choosers.map((one) => one.select.value); draw(); } }) }));
  const figure = el("div");
  const text = el("p", { class: "quiet" });
  const values = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Two features together" });
  const element = card("Two features together",
    el("p", { class: "tools" }, choosers.map(({ name, select }) => el("label", {}, `${name} `, select))),
    el("div", { class: "columns" }, figure, el("div", { class: "said" }, text, values)));
  element.hidden = true;
  let shown = null;
  let pair = null;
  let known = "";

  function draw() {
    const [x, y] = pair;
    choosers.forEach(({ select }, i) => { select.value = pair[i]; });
    const all = normals(shown.classes, shown.labels, x, y);
    patch(figure, picture(all, shown.labels, x, y));
    patch(values, numbers(all, shown.labels, x, y));
    patch(text, `39 % of a class lie within the inner ellipse (1 σ), 86 % within the outer one (2 σ), as the model predicts. ${SHAPES[shown.learner] ?? ""}`);
  }

  return {
    element,
    show(learner, classes, labels) {
      const features = [...new Set(labels.flatMap((label) => classes[label].covariance?.features ?? []))].sort();
      element.hidden = features.length < 2;
      if (element.hidden) {
        return;
      }
      shown = { learner, classes, labels };
      if (known !== features.join("\n")) {
        known = features.join("\n");
        choosers.forEach(({ select }) => select.replaceChildren(...features.map((name) => el("option", { value: name }, name))));
        pair = pair?.every((name) => features.includes(name)) ? pair : mostSeparating(classes, labels, features);
      }
      draw();
    },
  };
}
