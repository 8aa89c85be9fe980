// The latest predictions.

import { card, el, setText, table } from "./dom.js";
import { get } from "./api.js";
import { answerDetail } from "./bars.js";
import { colorOf, paint } from "./colors.js";
import { clock, percent } from "./format.js";

const MAX_ROWS = 14;
const NEW_ROWS = 3; // at a time: more would be a blur
const SHOW_EVERY_MILLIS = 1000;

const text = (value) => (Array.isArray(value) ? value.join(" ") : value === null ? "missing" : String(value));

function create({ model, models }) {
  const labels = () => Object.keys(models().find((one) => one.model === model)?.priors ?? {});
  const list = table("Latest predictions", ["Event", "Label", "Probability", "Time", "Flags"]);
  const pause = el("button", { type: "button", "aria-pressed": "false", onclick: toggle }, "Pause");
  const state = el("span", { class: "quiet", role: "status" }, "Waiting for the first prediction.");
  const detail = el("div", { class: "detail", "aria-live": "polite" },
    el("p", { class: "quiet" }, "Select an event to see how its prediction came about."));
  let paused = false;
  const rows = [];
  let shown = []; // what the rows show, the newest first
  let fresh = [];
  let chosen = null;
  const timer = setInterval(show, SHOW_EVERY_MILLIS);

  function toggle() {
    paused = !paused;
    pause.setAttribute("aria-pressed", String(paused));
    setText(pause, paused ? "Resume" : "Pause");
  }

  /* Nothing moves under the pointer. */
  function isHeld() {
    return paused || list.element.matches(":hover") || list.body.contains(document.activeElement);
  }

  function choose(prediction) {
    chosen = prediction;
    markChosen();
    const features = Object.entries(prediction.features).map(([name, value]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, text(value))));
    detail.replaceChildren(
      el("h3", {}, `Event ${prediction.id ?? "without id"}`),
      el("dl", { class: "facts" }, features),
      prediction.featuresLeftOut > 0 ? el("p", { class: "quiet" }, `${prediction.featuresLeftOut} more features are not shown.`) : "",
      answerDetail(prediction, labels()));
  }

  function markChosen() {
    rows.forEach(({ element }, i) =>
      (shown[i] === chosen ? element.setAttribute("aria-selected", "true") : element.removeAttribute("aria-selected")));
  }

  /* Rows stay in place; their content changes. */
  function addRow() {
    const place = rows.length;
    const id = el("button", { type: "button", class: "plain", onclick: () => choose(shown[place]) });
    const swatch = el("i", { class: "swatch" });
    const label = el("span");
    const rest = ["Probability", "Time", "Flags"].map(() => el("td"));
    const element = el("tr", {}, el("th", { scope: "row" }, id), el("td", {}, swatch, label), rest);
    rows.push({ element, id, swatch, label, rest });
    list.body.append(element);
  }

  function fill({ id, swatch, label, rest }, prediction) {
    setText(id, prediction.id ?? "(no id)");
    paint(swatch, colorOf(prediction.label, labels()));
    setText(label, prediction.label ?? "none");
    const values = [percent(prediction.posterior[prediction.label] ?? 0), clock(prediction.time), prediction.flags.join(", ")];
    rest.forEach((cell, i) => setText(cell, values[i]));
  }

  function show(most = NEW_ROWS) {
    if (fresh.length === 0 || isHeld()) {
      return;
    }
    shown = [...fresh.slice(0, most), ...shown].slice(0, MAX_ROWS);
    fresh = [];
    while (rows.length < shown.length) {
      addRow();
    }
    rows.forEach((row, i) => fill(row, shown[i]));
    markChosen();
    setText(state, "A sample of the latest predictions. It pauses while you point at it.");
  }

  return {
    element: el("div", { class: "columns" },
      card("Latest predictions", el("p", { class: "tools" }, pause, state), list.element),
      card("Explanation", detail)),
    async refresh() {
      if (rows.length === 0) {
        fresh = (await get("/predictions")).predictions.filter((one) => one.model === model);
        show(MAX_ROWS);
      }
    },
    prediction(prediction) {
      if (prediction.model === model) {
        fresh.unshift(prediction);
        fresh.length = Math.min(fresh.length, MAX_ROWS);
      }
    },
    close: () => clearInterval(timer),
  };
}

export const predictions = { title: "Predictions", create };
