// The weight of each member of an average, over time.

import { card, el, setText } from "./dom.js";
import { find, modelPath } from "./api.js";
import { timeChart } from "./chart.js";
import { percent } from "./format.js";

const MAX_POINTS = 600;

/** The name and the weight of the heaviest member. */
export function largest(weights) {
  return Object.entries(weights).reduce((one, other) => (other[1] > one[1] ? other : one));
}

/** Hidden unless the model has members. */
export function hypotheses(model) {
  const place = el("div");
  const text = el("p", { class: "quiet note" });
  const element = card("Weights of the members", text, place);
  element.hidden = true;
  let points = [];
  let asked = false;
  let chart = null;

  function draw() {
    const names = Object.keys(points.at(-1).hypotheses);
    if (chart === null) {
      const lines = names.map((name, i) => ({ name, color: i < 8 ? `--class-${i}` : "--class-other" }));
      chart = timeChart("Weight of each member", lines, { format: (v) => percent(v, 0), range: () => [0, 1] });
      place.replaceChildren(chart.element);
    }
    chart.setData([points.map((point) => point.time), ...names.map((name) => points.map((point) => point.hypotheses[name] ?? 0))]);
  }

  return {
    element,
    /** @param weights of the version that is shown, by member */
    async show(weights, isActive) {
      element.hidden = weights === undefined;
      if (element.hidden) {
        return;
      }
      const [best, share] = largest(weights);
      setText(text, `${best} has the largest weight, ${percent(share)}: it gave the labels the highest probability. The statistics below are its own, unless they say otherwise.`);
      place.hidden = !isActive;
      if (isActive && !asked) {
        asked = true;
        const history = (await find(modelPath(model, "/history")))?.points ?? [];
        points = [...history, ...points].filter((point) => point.hypotheses !== undefined).slice(-MAX_POINTS);
        if (points.length > 0) {
          draw();
        }
      }
    },
    point(point) {
      if (point.model === model && point.hypotheses !== undefined && point.time > (points.at(-1)?.time ?? 0)) {
        points = [...points, point].slice(-MAX_POINTS);
        if (!element.hidden && asked) {
          draw();
        }
      }
    },
    close: () => chart?.close(),
  };
}
