// Predicts an event that the user enters.

import { card, el } from "./dom.js";
import { find, get, modelPath, post } from "./api.js";
import { answerDetail, nodeDetail } from "./bars.js";
import { decimal } from "./format.js";
import { copyOf, isSilence } from "./offline.js";
import { wordsOf } from "./words.js";

const MAX_CHOICES = 50;
const MAX_FEATURES = 100;
const INTERCEPT = "(intercept)";
const NETWORKS = ["bayes-net", "tan"];

/** What a model, or several members of one, know about every feature, over all classes. */
function featuresOf(all) {
  const known = new Map();
  for (const { features } of all.flatMap((classes) => Object.values(classes))) {
    for (const [key, stat] of Object.entries(features).filter(([name]) => name !== INTERCEPT)) {
      const [name, value] = stat.weightMean === undefined ? [key] : key.split("="); // a regression has a weight for each category
      const one = known.get(name) ?? { values: new Set(), means: [] };
      Object.keys(stat.values ?? {}).forEach((choice) => one.values.add(choice));
      if (value !== undefined) {
        one.values.add(value);
      } else if (typeof stat.mean === "number") {
        one.means.push(stat.mean);
      }
      known.set(name, one);
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

/**
 * As featuresOf, with the nodes whose values the spec gives: they exist before the first example. And with what recent
 * events have, which no member may use, or not yet.
 */
function fieldsOf({ spec }, classes, recent) {
  const known = featuresOf(classes);
  for (const name of Object.keys(recent).filter((one) => !known.has(one))) {
    known.set(name, { values: new Set(), means: [] });
  }
  const given = [...Object.keys(spec.tables ?? {}), ...(spec.hidden ?? [])];
  for (const node of given.filter((name) => name !== (spec.class ?? "label") && !known.has(name))) {
    known.set(node, { values: new Set(givenValues(spec, node)), means: [] });
  }
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_FEATURES);
}

function isBoolean(values) {
  return [...values].every((value) => value === "true" || value === "false");
}

/** By name, a value that a recent event had: it tells the type. */
function examplesOf(events) {
  const examples = {};
  for (const { features } of [...events].reverse()) {
    Object.assign(examples, Object.fromEntries(Object.entries(features).filter(([, value]) => value !== null)));
  }
  return examples;
}

/**
 * How one feature is entered: read() gives its value, or undefined if it is left out.
 *
 * A recent event tells whether it is a number: some learners know only its intervals, or a weight.
 */
function field(name, { values, means }, example) {
  const truths = typeof example === "boolean" || (example === undefined && values.size > 0 && isBoolean(values));
  const choices = truths ? ["false", "true"] : [...values].sort();
  if (!truths && (typeof example === "number" || (means.length > 0 && example === undefined))) {
    const input = el("input", { type: "number", step: "any", placeholder: `about ${decimal(means[0] ?? example, 1)}` });
    return { name, input, read: () => (input.value === "" ? undefined : Number(input.value)) };
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
    el("button", { type: "button", onclick: fillIn }, "Use a recent event")));
  const copy = copyOf(model);
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
    try {
      const prediction = { ...await post(modelPath(model, "/predict"), { features }), features };
      return [...verdict(prediction), wordsOf(prediction)];
    } catch (problem) {
      if (!isSilence(problem)) {
        throw problem;
      }
      return [...verdict(copy.predict(features)), copy.note()];
    }
  }

  function verdict(prediction) {
    const labels = Object.keys(models().find((one) => one.model === model)?.priors ?? {});
    return [el("p", { class: "verdict" }, prediction.label ?? "no prediction"), answerDetail(prediction, labels)];
  }

  async function queried(features) {
    const label = known.value === "" ? undefined : known.value;
    const found = await post(modelPath(model, "/query"), { node: asked.value, features, label }).catch((problem) => {
      throw isSilence(problem) ? new Error("The server does not answer, and only it can query a node.") : problem;
    });
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

  async function recentEvents() {
    return (await get("/predictions")).predictions.filter((one) => one.model === model);
  }

  async function fillIn() {
    try {
      await fill();
    } catch (problem) {
      answer.replaceChildren(el("p", { class: "problem" }, problem.message));
    }
  }

  async function fill() {
    const [recent] = await recentEvents();
    for (const { name, input } of fields) {
      const value = recent?.features[name];
      const text = value === undefined || value === null ? "" : Array.isArray(value) ? value.join(" ") : String(value);
      if (input.options !== undefined && ![...input.options].some((option) => option.value === text)) {
        input.append(el("option", { value: text }, text)); // a rare one
      }
      input.value = text;
    }
  }

  /* The members of an average know different features. */
  async function learned(shown) {
    const members = Object.keys(shown.hypotheses ?? {});
    const others = await Promise.all(members.map((member) => find(modelPath(model, "", { member }))));
    return [shown, ...others].filter((one) => one !== null).map(({ classes }) => classes);
  }

  async function refresh() {
    if (model === null) {
      return;
    }
    await copy.refresh();
    if (fields.length === 0) {
      await offerFields();
    }
  }

  async function offerFields() {
    const shown = await find(modelPath(model));
    if (shown === null) {
      return;
    }
    const examples = examplesOf(await recentEvents());
    fields = fieldsOf(shown, await learned(shown), examples).map(([name, known]) => field(name, known, examples[name]));
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
