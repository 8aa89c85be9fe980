// Asks a person for the labels of doubtful events, by keyboard.

import { card, el, setText, table, tiles } from "./dom.js";
import { get, modelPath, post } from "./api.js";
import { shareBars } from "./bars.js";
import { count, percent } from "./format.js";

const MAX_WAITING = 100;
const MAX_DONE = 10;
const MAX_KEYS = 9;
const MAX_MARGIN = 0.5; // the two best classes are further apart than that: nothing to ask

const NOTHING = "Waiting for an event that is worth a look.";
const REASONS = {
  REJECTED: "No decision is worth its cost.",
  NOVEL: "It looks like nothing before.",
};

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
  const flag = Object.keys(REASONS).find((name) => prediction.flags.includes(name));
  if (flag !== undefined) {
    return REASONS[flag];
  }
  const asked = prediction.reason !== undefined || margin(prediction) <= MAX_MARGIN;
  return asked ? `The two best classes are ${percent(margin(prediction), 0)} apart.` : null;
}

function urgency(prediction) {
  return prediction.flags.includes("REJECTED") || prediction.flags.includes("NOVEL") ? -1 : margin(prediction);
}

function create({ model, models }) {
  const known = () => models().find((one) => one.model === model);
  const labels = () => Object.keys(known()?.priors ?? {}).sort();
  const numbers = tiles(["Waiting", "Labeled here", "Learned by the model"]);
  const question = el("div", { class: "said", "aria-live": "polite" });
  const state = el("p", { class: "quiet note", role: "status" }, NOTHING);
  const source = el("p", { class: "quiet note" });
  const done = table("Labeled here", ["Event", "Label", "Predicted"]);
  const asked = new Set(); // ids, each of them only once
  const latest = []; // what was labeled, the newest first
  let waiting = [];
  let chosen = null;
  let labeled = 0;
  let elsewhere = null; // the topics that the labels of this model come from
  let budget = null; // the spec says how many events people are asked about: those of the whole cluster
  let sending = false;
  let loaded = false;

  /* Where questions come from, and where labels go. */
  function describe() {
    const asks = budget === null
      ? "Asks about a sample of what this instance predicts; review in the spec asks on behalf of all instances."
      : `Asks about at most ${count(budget)} events per hour, the same ones for everyone who has this page open.`;
    const learns = elsewhere === null
      ? "The label is learned with the features of the event."
      : `The label goes to ${elsewhere[0]}, and joins its event.`;
    setText(source, elsewhere === null || budget !== null ? `${asks} ${learns}` : asks);
  }

  function add(prediction) {
    const suits = prediction.reason !== undefined || (isWhole(prediction) && reason(prediction) !== null);
    if (prediction.model === model && suits && !asked.has(prediction.id)) {
      asked.add(prediction.id);
      waiting = [...waiting, prediction].sort((a, b) => urgency(a) - urgency(b)).slice(0, MAX_WAITING);
    }
  }

  /* The questions of all instances; somebody else may have answered some of them. */
  async function load() {
    const { reviews } = await get(`${modelPath(model)}/reviews`);
    const open = new Set(reviews.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => open.has(id));
    reviews.forEach(({ prediction, ...question }) => add({ ...prediction, ...question }));
    if (chosen !== null && !open.has(chosen.id) && !sending) {
      setText(state, `The label of event ${chosen.id} has come from elsewhere.`);
      next();
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
    if (chosen !== null && state.textContent === NOTHING) {
      setText(state, "");
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
      elsewhere === null || budget !== null
        ? el("p", { class: "tools" }, choices, el("button", { type: "button", onclick: skip }, el("kbd", {}, "s"), " skip"))
        : el("p", {}, `Send its label to ${elsewhere.join(" or ")}: there the labels of this model are read.`)];
  }

  function skip() {
    setText(state, `Event ${chosen.id} skipped.`);
    next();
  }

  async function give(label) {
    if (chosen === null || sending || (elsewhere !== null && budget === null)) {
      return;
    }
    sending = true;
    const { id, features, label: predicted } = chosen;
    try {
      await (budget === null
        ? post("/events", { id, model, label, features })
        : post(`${modelPath(model)}/reviews`, { id, label }));
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
    } else if (event.key === "s" && (elsewhere === null || budget !== null)) {
      skip();
    }
  }

  document.addEventListener("keydown", press);
  return {
    element: el("div", { class: "grid" }, numbers.element,
      el("div", { class: "columns" },
        card("Which label is right?", el("p", { class: "quiet" }, "Press the number of the label, or s to skip."), source, state, question),
        card("Labeled here", done.element))),
    async refresh() {
      if (model === null) {
        return;
      }
      if (!loaded) {
        const { spec } = await get(modelPath(model));
        elsewhere = spec.labels?.topics ?? null;
        budget = spec.review?.["per-hour"] ?? null;
        loaded = true;
        describe();
        if (budget === null) {
          (await get("/predictions")).predictions.forEach(add);
        }
      }
      if (budget !== null) {
        await load();
      }
      show();
    },
    prediction(prediction) {
      if (loaded && budget === null) {
        add(prediction);
        if (chosen === null) {
          show();
        }
      }
    },
    close: () => document.removeEventListener("keydown", press),
  };
}

export const review = { title: "Review", create };
