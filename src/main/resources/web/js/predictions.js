// The latest predictions.

import { card, el, setText, table } from "./dom.js";
import { get } from "./api.js";
import { answerDetail, probabilityBar } from "./bars.js";
import { colorOf, paint } from "./colors.js";
import { clock } from "./format.js";
import { wordsOf } from "./words.js";

const MAX_ROWS = 50;
const NEW_ROWS = 3; // at a time, of many: more would be a blur
const MANY = 25; // in the time below
const MANY_MILLIS = 5000;
const SHOW_EVERY_MILLIS = 1000;
const FLAGS = ["REJECTED", "NOVEL", "NO_MODEL", "UNKNOWN_VALUE", "MISSING_FEATURE", "TYPE_CHANGED", "STALE_MODEL", "IMPOSSIBLE", "RIDGE", "APPROXIMATE", "TRUNCATED"];

const keyOf = ({ id, time }) => `${time} ${id}`;
const text = (value) => (Array.isArray(value) ? value.join(" ") : value === null ? "missing" : String(value));

function create({ model, models }) {
  const labels = () => Object.keys(models().find((one) => one.model === model)?.priors ?? {});
  const list = table("Latest predictions", ["Event", "Label", "Probability", "Time", "Flags"]);
  const pause = el("button", { type: "button", "aria-pressed": "false", onclick: toggle }, "Pause");
  const state = el("span", { class: "quiet", role: "status" }, "Waiting for the first prediction.");
  const detail = el("div", { class: "detail", "aria-live": "polite" },
    el("p", { class: "quiet" }, "Select an event to see how its prediction came about."));
  const label = el("select", { onchange: restart }, el("option", { value: "" }, "all"));
  const flag = el("select", { onchange: restart }, el("option", { value: "" }, "all"), FLAGS.map((name) => el("option", { value: name }, name)));
  const least = el("input", { type: "number", min: 0, max: 100, value: 0, onchange: restart });
  const most = el("input", { type: "number", min: 0, max: 100, value: 100, onchange: restart });
  const id = el("input", { type: "search", size: 12, oninput: restart });
  let paused = false;
  const rows = [];
  let shown = []; // what the rows show, the newest first
  let fresh = [];
  let chosen = null;
  let loaded = false;
  let arrivals = []; // when the latest ones came
  list.element.classList.add("stacks", "long");
  const timer = setInterval(show, SHOW_EVERY_MILLIS);

  function matches(prediction) {
    const percentage = 100 * (prediction.posterior[prediction.label] ?? 0);
    return prediction.model === model
      && (label.value === "" || prediction.label === label.value)
      && (flag.value === "" || prediction.flags.includes(flag.value))
      && (prediction.id ?? "").includes(id.value)
      && percentage >= Number(least.value)
      && (most.value === "" || percentage <= Number(most.value));
  }

  /* Another filter: what is shown no longer fits. */
  async function restart() {
    loaded = false;
    fresh = [];
    shown = [];
    rows.length = 0;
    list.body.replaceChildren();
    await refresh();
  }

  function offerLabels() {
    const offered = [...label.options].slice(1).map((option) => option.value);
    if (labels().join("\n") !== offered.join("\n")) {
      const before = label.value;
      label.replaceChildren(el("option", { value: "" }, "all"), ...labels().map((name) => el("option", { value: name }, name)));
      label.value = before;
    }
  }

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
      answerDetail(prediction, labels()),
      wordsOf(prediction));
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
    const name = el("span");
    const probability = probabilityBar();
    const rest = ["Time", "Flags"].map(() => el("td"));
    const element = el("tr", {}, el("th", { scope: "row" }, id), el("td", {}, swatch, name), el("td", {}, probability.element), rest);
    rows.push({ element, id, swatch, name, probability, rest });
    list.body.append(element);
  }

  function fill({ id, swatch, name, probability, rest }, prediction) {
    const color = colorOf(prediction.label, labels());
    setText(id, prediction.id ?? "(no id)");
    paint(swatch, color);
    setText(name, prediction.label ?? "none");
    probability.set(prediction.posterior[prediction.label] ?? 0, color);
    const values = [clock(prediction.time), prediction.flags.join(", ")];
    rest.forEach((cell, i) => setText(cell, values[i]));
  }

  /* All of a few; of many those that came last. Partitions differ in speed, so times are not in order. */
  function show() {
    arrivals = arrivals.filter((time) => time > Date.now() - MANY_MILLIS);
    const many = arrivals.length > MANY;
    if (fresh.length === 0 || isHeld()) {
      return;
    }
    shown = [...(many ? fresh.slice(0, NEW_ROWS) : fresh), ...shown]
      .sort((one, other) => other.time - one.time).slice(0, MAX_ROWS);
    fresh = [];
    while (rows.length < shown.length) {
      addRow();
    }
    rows.forEach((row, i) => fill(row, shown[i]));
    markChosen();
    setText(state, `${many ? "A sample of the latest predictions" : "The latest predictions"}. The list pauses while you point at it.`);
  }

  async function refresh() {
    offerLabels();
    if (!loaded) {
      loaded = true;
      const recent = (await get("/predictions")).predictions.filter(matches);
      const known = new Set([...fresh, ...shown].map(keyOf)); // some may have come meanwhile
      fresh = [...fresh, ...recent.filter((one) => !known.has(keyOf(one)))];
      show();
    }
  }

  return {
    element: el("div", { class: "columns" },
      card("Latest predictions", el("p", { class: "tools" }, pause, state),
        el("p", { class: "tools" }, el("label", {}, "Label ", label), el("label", {}, "Flag ", flag),
          el("label", {}, "Probability from ", least, " %"), el("label", {}, "to ", most, " %"), el("label", {}, "Id ", id)),
        list.element),
      card("Explanation", detail)),
    refresh,
    prediction(prediction) {
      if (matches(prediction)) {
        arrivals.push(Date.now());
        fresh.unshift(prediction);
        fresh.length = Math.min(fresh.length, MAX_ROWS);
      }
    },
    close: () => clearInterval(timer),
  };
}

export const predictions = { title: "Predictions", create };
