// Precision, recall and cost of one class by threshold, and which threshold to choose.

import { card, el, patch, setText, svg, table } from "./dom.js";
import { find, modelPath } from "./api.js";
import { paint } from "./colors.js";
import { count, decimal, percent } from "./format.js";

const WIDTH = 640;
const HEIGHT = 260;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 26, 12, 226];
const LEAST = 0.001; // the axis ends there, and at 1 less that
const FARTHEST = Math.log((1 - LEAST) / LEAST);
const TICKS = [0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999];
const STEPS = 400; // of the slider

/* Probabilities by their log odds: those of a rare class are close to 0. */
const logit = (p) => Math.max(-FARTHEST, Math.min(FARTHEST, Math.log(p / (1 - p))));
const x = (p) => LEFT + ((logit(p) + FARTHEST) / (2 * FARTHEST)) * (WIDTH - LEFT - RIGHT);
const y = (share) => BOTTOM - share * (BOTTOM - TOP);
/* The slider's left end is below every probability. */
const thresholdOf = (step) => (step === 0 ? 0 : 1 / (1 + Math.exp(FARTHEST * (1 - (2 * step) / STEPS))));
const stepOf = (p) => Math.round((STEPS * (logit(p) + FARTHEST)) / (2 * FARTHEST));

const LINES = [
  { name: "precision", color: "--accent", of: (at) => at.precision },
  { name: "recall", color: "--class-1", of: (at) => at.recall },
  { name: "F1", color: "--class-2", of: (at) => at.f1 },
  { name: "cost, of the highest", color: "--baseline-2", dashed: true, of: (at, most) => (most > 0 ? at.cost / most : 0) },
];

/** What every threshold gives at these costs, the highest threshold first. */
function measured({ points, support, others }, costs) {
  return points.map(({ threshold, truePositives, falsePositives, precision, recall }) => ({
    threshold, precision, recall, falsePositives, truePositives,
    misses: support - truePositives,
    f1: (2 * truePositives) / (support + truePositives + falsePositives),
    cost: (costs.alarm * falsePositives + costs.miss * (support - truePositives)) / (support + others),
  }));
}

/* The costs of a spec for one of two classes: of a false alarm and of a miss, above what is right. */
function costsOf(spec, label, labels) {
  const costs = spec?.decide?.costs;
  const other = labels.find((one) => one !== label);
  if (costs === undefined || labels.length !== 2) {
    return { alarm: 1, miss: 1 };
  }
  const cost = (truth, decision) => costs[truth]?.[decision] ?? (truth === decision ? 0 : 1);
  return { alarm: cost(other, label) - cost(other, other), miss: cost(label, other) - cost(label, label) };
}

function picture(all, chosen) {
  const most = Math.max(...all.map((at) => at.cost));
  const shown = all.filter((at) => at.threshold >= LEAST && at.threshold <= 1 - LEAST && at.precision !== null);
  const line = ({ color, dashed, of }) => paint(svg("polyline", {
    class: dashed ? "rate-line dashed" : "rate-line",
    points: shown.map((at) => `${x(at.threshold).toFixed(1)},${y(of(at, most)).toFixed(1)}`).join(" "),
  }), color);
  return svg("svg", { class: "figure wide rates", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      svg("line", { class: "grid-line", x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) }),
      svg("text", { class: "tick", x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share, 0))]),
    TICKS.map((p) => svg("text", { class: "tick", x: x(p), y: BOTTOM + 18, "text-anchor": "middle" }, percent(p, p < 0.01 || p > 0.99 ? 1 : 0))),
    LINES.map(line),
    svg("line", { class: "chosen-line", x1: x(chosen), x2: x(chosen), y1: TOP, y2: BOTTOM }));
}

/* The lowest threshold at or above a value is the one that decides as the value does. */
const atThreshold = (all, threshold) => all.filter((at) => at.threshold >= threshold).at(-1) ?? all[0];
const best = (all, value) => all.reduce((one, other) => (value(other) > value(one) ? other : one));

function row(name, at) {
  return [name, percent(at.threshold), percent(at.precision), percent(at.recall), decimal(at.f1), count(at.falsePositives), count(at.misses), decimal(at.cost, 4)];
}

/** A card that is hidden while there is nothing to choose. */
export function thresholds(model) {
  const label = el("select", { onchange: () => { costs = null; load(); } });
  const number = () => el("input", { type: "number", min: 0, step: "any", oninput: () => { costs = { alarm: Number(alarm.value), miss: Number(miss.value) }; draw(); } });
  const alarm = number();
  const miss = number();
  const slider = el("input", { type: "range", class: "slider", min: 0, max: STEPS, "aria-label": "Threshold", oninput: () => { moved = true; draw(); } });
  const figure = el("div");
  const legend = el("ul", { class: "legend" }, LINES.map(({ name, color, dashed }) =>
    el("li", {}, paint(el("i", { class: dashed ? "swatch dashed" : "swatch" }), color), name)));
  const values = table("Thresholds", ["Threshold", "Value", "Precision", "Recall", "F1", "False alarms", "Misses", "Cost of an event"]);
  const text = el("p", { class: "quiet note" });
  const element = card("Threshold", text,
    el("p", { class: "tools" }, el("label", {}, "Class ", label), el("label", {}, "Cost of a false alarm ", alarm), el("label", {}, "of a miss ", miss)),
    legend, figure, slider, values.element);
  values.element.classList.add("measures");
  element.hidden = true;
  let curves = null;
  let kind = "fading";
  let spec = null;
  let costs = null;
  let moved = false; // the slider: until then it is where the cost is least

  function draw() {
    if (curves === null) {
      return;
    }
    const all = measured(curves[kind], costs);
    const cheapest = best(all, (at) => -at.cost);
    const chosen = moved ? atThreshold(all, thresholdOf(Number(slider.value))) : cheapest;
    if (!moved) {
      slider.value = String(stepOf(cheapest.threshold));
    }
    slider.setAttribute("aria-valuetext", percent(chosen.threshold));
    patch(figure, picture(all, chosen.threshold));
    values.setRows([row("Chosen with the slider", chosen), row("Lowest cost", cheapest), row("Highest F1", best(all, (at) => at.f1)),
      row("At 50 %", atThreshold(all, 0.5))]);
    const name = label.value;
    setText(text, `What would have come of calling every event ${name} whose probability of it was at least the threshold. At these costs the threshold to choose is ${percent(cheapest.threshold)}. A decide section in the spec applies costs to every event.`);
  }

  async function load() {
    const asked = label.value;
    const found = await find(modelPath(model, "/thresholds", { class: asked }));
    if (asked !== label.value) {
      return;
    }
    curves = found;
    element.hidden = curves === null || curves.cumulative.support === 0 || curves.cumulative.others === 0;
    if (costs === null) {
      costs = costsOf(spec, asked, [...label.options].map((option) => option.value));
      alarm.value = String(costs.alarm);
      miss.value = String(costs.miss);
      moved = false;
    }
    draw();
  }

  return {
    element,
    /** @param perClass the measures of every class; the rarest one is offered first */
    async refresh(shown, perClass = {}, specOfModel = null) {
      kind = shown;
      spec = specOfModel;
      const labels = Object.entries(perClass).sort(([, a], [, b]) => a.support - b.support).map(([name]) => name);
      const offered = [...label.options].map((option) => option.value);
      if ([...labels].sort().join("\n") !== [...offered].sort().join("\n")) {
        const before = label.value;
        label.replaceChildren(...labels.map((name) => el("option", { value: name }, name)));
        label.value = labels.includes(before) ? before : labels[0];
      }
      if (labels.length > 1) {
        await load();
      }
    },
    show(other) {
      kind = other;
      draw();
    },
  };
}
