// Predicts an event that the user enters.

import { card, el } from "./dom.js";
import { find, get, modelPath, post } from "./api.js";
import { answerDetail, nodeDetail } from "./bars.js";
import { decimal } from "./format.js";

const MAX_CHOICES = 50;
const MAX_FEATURES = 100;
const NETWORKS = ["bayes-net", "tan"];

/** What the model knows about every feature, over all classes. */
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
  return known;
}

/** The values that a spec gives a node: declared, named in its table, or true and false. */
function givenValues({ features = {}, tables = {} }, node) {
  const declared = features[node];
  const named = Object.values(tables[node] ?? {}).flatMap((row) => Object.keys(row)); // a strength has no keys
  const values = [...(declared?.values ?? []), ...named];
  return declared === "bernoulli" || declared?.type === "bernoulli" || values.length === 0 ? [...values, "false", "true"] : values;
}

/** As featuresOf, with the nodes whose values the spec gives: they exist before the first example. */
function fieldsOf({ classes, spec }) {
  const known = featuresOf(classes);
  const given = [...Object.keys(spec.tables ?? {}), ...(spec.hidden ?? [])];
  for (const node of given.filter((name) => name !== (spec.class ?? "label") && !known.has(name))) {
    known.set(node, { values: new Set(givenValues(spec, node)), means: [] });
  }
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_FEATURES);
}

function isBoolean(values) {
  return [...values].every((value) => value === "true" || value === "false");
}

/**
 * How one feature is entered: read() gives its value, or undefined if it is left out.
 *
 * A recent event tells whether it is a number: some learners know only its intervals, or a weight.
 */
function field(name, { values, means }, example) {
  const choices = [...values].sort();
  if (means.length > 0 || typeof example === "number") {
    const input = el("input", { type: "number", step: "any", placeholder: `about ${decimal(means[0] ?? example, 1)}` });
    return { name, input, read: () => (input.value === "" ? undefined : Number(input.value)) };
  }
  if (choices.length === 0 && typeof example === "boolean") {
    choices.push("false", "true");
  }
  if (choices.length > 0 && choices.length <= MAX_CHOICES) {
    const input = el("select", {}, el("option", { value: "" }, "(missing)"), choices.map((value) => el("option", { value }, value)));
    const value = isBoolean(choices) ? () => input.value === "true" : () => input.value;
    return { name, input, read: () => (input.value === "" ? undefined : value()) };
  }
  const input = el("textarea", { rows: 2 });
  return { name, input, read: () => (input.value === "" ? undefined : input.value) };
}

function options(first, values) {
  return [el("option", { value: "" }, first), ...values.map((value) => el("option", { value }, value))];
}

function create({ model, models }) {
  const place = el("div", { class: "fields" });
  const answer = el("div", { "aria-live": "polite" }, el("p", { class: "quiet" }, "Fill in what you know. Empty fields count as missing."));
  const asked = el("select", { onchange: showAsked });
  const known = el("select", {});
  const knownField = el("label", {}, "Known class ", known);
  const node = el("p", { class: "tools node", hidden: true }, el("label", {}, "Query node ", asked), knownField);
  const form = el("form", { onsubmit: ask }, place, node, el("p", { class: "tools" },
    el("button", { type: "submit", class: "main" }, "Predict"),
    el("button", { type: "button", onclick: fill }, "Use a recent event")));
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
      answer.replaceChildren(...(asked.value === "" ? await predicted(features) : await queried(features)));
    } catch (problem) {
      answer.replaceChildren(el("p", { class: "problem" }, problem.message));
    }
  }

  async function predicted(features) {
    const prediction = await post(modelPath(model, "/predict"), { features });
    const labels = Object.keys(models().find((one) => one.model === model)?.priors ?? {});
    return [el("p", { class: "verdict" }, prediction.label ?? "no prediction"), answerDetail(prediction, labels)];
  }

  async function queried(features) {
    const label = known.value === "" ? undefined : known.value;
    const found = await post(modelPath(model, "/query"), { node: asked.value, features, label });
    return [el("p", { class: "verdict" }, found.value ?? "no prediction"), nodeDetail(found)];
  }

  /* The queried node has no input; the known class matters only for other nodes. */
  function showAsked() {
    knownField.hidden = asked.value === "";
    for (const { name, input } of fields) {
      input.disabled = name === asked.value;
    }
  }

  /* Any node of a network can be queried. */
  function offerNodes({ learner, spec, priors }) {
    node.hidden = !NETWORKS.includes(learner);
    asked.replaceChildren(...options(`${spec.class ?? "label"} (the class)`, fields.map(({ name }) => name)));
    known.replaceChildren(...options("(unknown)", Object.keys(priors)));
    showAsked();
  }

  async function recentEvent() {
    return (await get("/predictions")).predictions.find((one) => one.model === model);
  }

  async function fill() {
    const recent = await recentEvent();
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
    const examples = (await recentEvent())?.features ?? {};
    fields = shown === null ? [] : fieldsOf(shown).map(([name, known]) => field(name, known, examples[name]));
    place.replaceChildren(...fields.map(({ name, input }) => el("label", { class: "field" }, el("span", {}, name), input)));
    if (fields.length > 0) {
      offerNodes(shown);
      await fill();
    }
  }

  return {
    element: el("div", { class: "columns" }, card("Event", form), card("Prediction", answer)),
    refresh,
  };
}

export const tryIt = { title: "Try it", create };
