// Ask the model about an event of one's own.

import { card, el } from "./dom.js";
import { find, get, modelPath, post } from "./api.js";
import { answerDetail } from "./bars.js";
import { decimal } from "./format.js";

const MOST_CHOICES = 50;
const MOST_FEATURES = 100;

/** What is known of every feature, over all classes. */
function featuresOf(classes) {
  const known = new Map();
  for (const { features } of Object.values(classes)) {
    for (const [name, stat] of Object.entries(features)) {
      const all = known.get(name) ?? { values: new Set(), means: [] };
      Object.keys(stat.values ?? {}).forEach((value) => all.values.add(value));
      if (typeof stat.mean === "number") {
        all.means.push(stat.mean);
      }
      known.set(name, all);
    }
  }
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_FEATURES);
}

function isBoolean(values) {
  return [...values].every((value) => value === "true" || value === "false");
}

/** How one feature is entered: read() gives its value, or undefined if it is left out. */
function field(name, { values, means }) {
  const choices = [...values].sort();
  if (means.length > 0) {
    const input = el("input", { type: "number", step: "any", placeholder: `about ${decimal(means[0], 1)}` });
    return { name, input, read: () => (input.value === "" ? undefined : Number(input.value)) };
  }
  if (choices.length > 0 && choices.length <= MOST_CHOICES) {
    const input = el("select", {}, el("option", { value: "" }, "(left out)"), choices.map((value) => el("option", { value }, value)));
    const value = isBoolean(values) ? () => input.value === "true" : () => input.value;
    return { name, input, read: () => (input.value === "" ? undefined : value()) };
  }
  const input = el("textarea", { rows: 2 });
  return { name, input, read: () => (input.value === "" ? undefined : input.value) };
}

function create({ model, models }) {
  const place = el("div", { class: "fields" });
  const answer = el("div", { "aria-live": "polite" }, el("p", { class: "quiet" }, "Fill in what you know; what is left out counts as missing."));
  const form = el("form", { onsubmit: ask }, place, el("p", { class: "tools" },
    el("button", { type: "submit", class: "main" }, "Predict"),
    el("button", { type: "button", onclick: fill }, "Fill in a recent event")));
  let fields = [];

  async function ask(event) {
    event.preventDefault();
    const features = {};
    for (const { name, read } of fields) {
      const value = read();
      if (value !== undefined) {
        features[name] = value;
      }
    }
    try {
      const prediction = await post(modelPath(model, "/predict"), { features });
      const labels = Object.keys(models().find((one) => one.model === model)?.priors ?? {});
      answer.replaceChildren(el("p", { class: "verdict" }, prediction.label ?? "no answer"), answerDetail(prediction, labels));
    } catch (problem) {
      answer.replaceChildren(el("p", { class: "problem" }, problem.message));
    }
  }

  async function fill() {
    const recent = (await get("/predictions")).predictions.find((one) => one.model === model);
    for (const { name, input } of fields) {
      const value = recent?.features[name];
      input.value = value === undefined || value === null ? "" : Array.isArray(value) ? value.join(" ") : String(value);
    }
  }

  async function refresh() {
    if (fields.length > 0 || model === null) {
      return;
    }
    const shown = await find(modelPath(model));
    fields = shown === null ? [] : featuresOf(shown.classes).map(([name, known]) => field(name, known));
    place.replaceChildren(...fields.map(({ name, input }) => el("label", { class: "field" }, el("span", {}, name), input)));
    if (fields.length > 0) {
      await fill();
    }
  }

  return {
    element: el("div", { class: "columns" }, card("An event", form), card("The answer", answer)),
    refresh,
  };
}

export const tryIt = { title: "Try it", create };
