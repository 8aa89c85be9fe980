// Asks a person for the labels of doubtful events, by keyboard.

import { card, el, setText, table, tiles } from "./dom.js";
import { get, modelPath, post } from "./api.js";
import { shareBars } from "./bars.js";
import { count, percent } from "./format.js";

const MAX_WAITING = 100;
const MAX_DONE = 10;
const MAX_KEYS = 9;
const MAX_MARGIN = 0.5; // the two best classes are further apart than that: nothing to ask

const text = (value) => (Array.isArray(value) ? value.join(" ") : value === null ? "missing" : String(value));

/* The server cuts long texts and hides some values: what is learned must be the whole event. */
function isWhole({ id, features, featuresLeftOut }) {
  const values = Object.values(features ?? {}).flat();
  return id !== null && featuresLeftOut === undefined && values.length > 0
    && values.every((value) => value !== "[masked]" && !(typeof value === "string" && value.endsWith("…")));
}

/** How far the best class is ahead of the second. */
function margin({ posterior }) {
  const [first = 0, second = 0] = Object.values(posterior).sort((a, b) => b - a);
  return first - second;
}

/** Why a person should look; null for no reason. */
function reason(prediction) {
  if (prediction.flags.includes("REJECTED")) {
    return "No decision is worth its cost.";
  }
  if (prediction.flags.includes("NOVEL")) {
    return "It looks like nothing before.";
  }
  return margin(prediction) <= MAX_MARGIN ? `The two best classes are ${percent(margin(prediction), 0)} apart.` : null;
}

function urgency(prediction) {
  return prediction.flags.includes("REJECTED") || prediction.flags.includes("NOVEL") ? -1 : margin(prediction);
}

function create({ model, models }) {
  const known = () => models().find((one) => one.model === model);
  const labels = () => Object.keys(known()?.priors ?? {}).sort();
  const numbers = tiles(["Waiting", "Labeled here", "Learned by the model"]);
  const question = el("div", { class: "grid", "aria-live": "polite" });
  const state = el("p", { class: "quiet", role: "status" }, "Waiting for an event that is worth a look.");
  const done = table("Labeled here", ["Event", "Label", "Predicted"]);
  const asked = new Set(); // ids, each of them only once
  const latest = []; // what was labeled, the newest first
  let waiting = [];
  let chosen = null;
  let labeled = 0;
  let elsewhere = null; // the topics that the labels of this model come from
  let sending = false;

  function add(prediction) {
    if (prediction.model === model && isWhole(prediction) && !asked.has(prediction.id) && reason(prediction) !== null) {
      asked.add(prediction.id);
      waiting = [...waiting, prediction].sort((a, b) => urgency(a) - urgency(b)).slice(0, MAX_WAITING);
    }
  }

  function next() {
    chosen = waiting.shift() ?? null;
    show();
  }

  function show() {
    numbers.set("Waiting", count(waiting.length + (chosen === null ? 0 : 1)));
    numbers.set("Labeled here", count(labeled));
    numbers.set("Learned by the model", count(known()?.examples));
    if (chosen === null && waiting.length > 0 && labels().length > 1) {
      next();
      return;
    }
    if (question.dataset.event !== (chosen?.id ?? "")) {
      question.dataset.event = chosen?.id ?? "";
      question.replaceChildren(...(chosen === null ? [] : ask(chosen)));
    }
  }

  function ask(prediction) {
    const features = Object.entries(prediction.features).map(([name, value]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, text(value))));
    const choices = labels().map((label, i) =>
      el("button", { type: "button", class: "label", onclick: () => give(label) }, i < MAX_KEYS ? el("kbd", {}, String(i + 1)) : null, ` ${label}`));
    return [
      el("h3", {}, `Event ${prediction.id}`), el("p", {}, reason(prediction)), el("dl", { class: "facts" }, features),
      shareBars(prediction.posterior, labels()),
      elsewhere === null
        ? el("p", { class: "tools" }, choices, el("button", { type: "button", onclick: skip }, el("kbd", {}, "s"), " skip"))
        : el("p", {}, `Send its label to ${elsewhere.join(" or ")}: there the labels of this model are read.`)];
  }

  function skip() {
    setText(state, `Event ${chosen.id} skipped.`);
    next();
  }

  async function give(label) {
    if (chosen === null || sending || elsewhere !== null) {
      return;
    }
    sending = true;
    const { id, features, label: predicted } = chosen;
    try {
      await post("/events", { id, model, label, features });
      labeled++;
      latest.unshift([id, label, predicted]);
      latest.length = Math.min(latest.length, MAX_DONE);
      done.setRows(latest);
      setText(state, `Event ${id} labeled ${label}.`);
      next();
    } catch (problem) {
      setText(state, `Event ${id} was not labeled: ${problem.message}`);
    } finally {
      sending = false;
    }
  }

  function press(event) {
    const typing = event.target.matches?.("input, select, textarea");
    if (chosen === null || typing || event.ctrlKey || event.altKey || event.metaKey || event.repeat) {
      return;
    }
    const label = /^[1-9]$/.test(event.key) ? labels()[Number(event.key) - 1] : undefined;
    if (label !== undefined) {
      give(label);
    } else if (event.key === "s" && elsewhere === null) {
      skip();
    }
  }

  document.addEventListener("keydown", press);
  return {
    element: el("div", { class: "grid" }, numbers.element,
      el("div", { class: "columns" },
        card("Which label is right?", el("p", { class: "quiet" }, "Press the number of the label, or s to skip. The label is learned with the features of the event."), state, question),
        card("Labeled here", done.element))),
    async refresh() {
      if (model === null) {
        return;
      }
      if (asked.size === 0) {
        elsewhere = (await get(modelPath(model))).spec.labels?.topics ?? null;
        (await get("/predictions")).predictions.forEach(add);
      }
      show();
    },
    prediction(prediction) {
      add(prediction);
      if (chosen === null) {
        show();
      }
    },
    close: () => document.removeEventListener("keydown", press),
  };
}

export const review = { title: "Review", create };
