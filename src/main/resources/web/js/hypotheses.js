// How much each member of an average counts, over time.

import { card, el } from "./dom.js";
import { get } from "./api.js";
import { timeChart } from "./chart.js";
import { percent } from "./format.js";

const MOST_POINTS = 600;
const SHOW_EVERY_MILLIS = 1000;

/** Hidden until a prediction says what the members weigh. */
export function hypotheses(model) {
  const place = el("div");
  const element = card("Weights of the hypotheses", place);
  element.hidden = true;
  let points = [];
  let asked = false;
  let chart = null;
  let shownAt = 0;

  function show() {
    const names = Object.keys(points.at(-1).hypotheses);
    if (chart === null) {
      const lines = names.map((name, i) => ({ name, color: i < 8 ? `--class-${i}` : "--class-other" }));
      chart = timeChart("Share of each learner in the answer", lines, { format: (v) => percent(v, 0), range: () => [0, 1] });
      place.replaceChildren(chart.element);
      element.hidden = false;
    }
    chart.setData([points.map((point) => point.time), ...names.map((name) => points.map((point) => point.hypotheses[name] ?? 0))]);
  }

  function prediction(made) {
    if (made.model !== model || made.hypotheses === undefined || made.time <= (points.at(-1)?.time ?? 0)) {
      return;
    }
    points = [...points, made].slice(-MOST_POINTS);
    if (made.time - shownAt >= SHOW_EVERY_MILLIS) {
      shownAt = made.time;
      show();
    }
  }

  return {
    element,
    prediction,
    async refresh() {
      if (!asked) {
        asked = true;
        (await get("/predictions")).predictions.reverse().forEach(prediction);
      }
    },
    close: () => chart?.close(),
  };
}
