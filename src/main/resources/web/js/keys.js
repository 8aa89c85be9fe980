// Compares what a key has learned with everybody's model.

import { card, el, patch, setText, table } from "./dom.js";
import { find, get, modelPath } from "./api.js";
import { colorOf, paint } from "./colors.js";
import { count, decimal, percent } from "./format.js";

const MOST = 5; // of each kind

/* How much everybody counts, in words. */
function strengthText(strengths) {
  const [strength, weight] = Object.entries(strengths).reduce((one, other) => (other[1] > one[1] ? other : one));
  const stands = strength === "everybody" ? "Everybody's model answers alone"
    : strength === "0" ? "Everybody's model does not count"
      : `Everybody's model stands for ${strength} of its examples`;
  return weight < 1 ? `${stands}, with a weight of ${percent(weight, 0)}; other strengths share the rest.` : `${stands}.`;
}

function noted({ key, examples, logLoss }) {
  return [el("button", { type: "button", class: "plain", "data-key": key }, key), count(examples), decimal(logLoss, 2)];
}

/* How much of what was learned is of a class. */
function shareOf(classes, label) {
  const all = Object.values(classes).reduce((sum, { weight }) => sum + weight, 0);
  return (classes[label]?.weight ?? 0) / all;
}

function comparison(found, everybody, evaluation) {
  const labels = Object.keys(everybody.priors);
  const shares = labels.map((label) => [
    el("span", {}, paint(el("i", { class: "swatch" }), colorOf(label, labels)), `Share of ${label}`),
    percent(shareOf(found.classes, label)), percent(shareOf(everybody.classes, label))]);
  return [
    ["Examples", count(found.examples), count(everybody.examples)],
    ["Log loss", decimal(found.logLoss, 3), decimal(evaluation?.cumulative.logLoss, 3)],
    ...shares];
}

/** Hidden unless the model has a scope. */
export function keys(model) {
  const input = el("input", { type: "text", list: "known-keys", autocomplete: "off", required: true });
  const names = el("datalist", { id: "known-keys" });
  const here = el("p", { class: "quiet note" });
  const busiest = table("Busiest keys", ["Busiest", "Examples", "Log loss"]);
  const worst = table("Keys with the highest log loss", ["Worst", "Examples", "Log loss"]);
  const said = el("p", { class: "quiet note", role: "status" });
  const compared = table("A key and everybody", ["", "Key", "Everybody"]);
  const element = card("Keys", here,
    el("form", { class: "tools", onsubmit: (event) => { event.preventDefault(); choose(input.value); } },
      el("label", {}, "Key ", input), names, el("button", { type: "submit" }, "Compare")),
    said, compared.element,
    el("div", { class: "columns", onclick: (event) => choose(event.target.closest("button")?.dataset.key) }, busiest.element, worst.element));
  element.hidden = true;
  compared.element.hidden = true;
  let chosen = null;
  let everybody = null;

  async function choose(key) {
    if (key !== undefined) {
      chosen = key;
      input.value = key;
      await tell(compare);
    }
  }

  /* A key may be moving to another instance; the rest of the screen does not depend on it. */
  async function tell(action) {
    try {
      await action();
    } catch (problem) {
      setText(said, problem.message);
    }
  }

  async function compare() {
    const { version } = everybody;
    const found = await find(modelPath(model, `/keys/${encodeURIComponent(chosen)}`, { version }));
    const evaluation = found === null ? null : await find(modelPath(model, "/evaluation", { version }));
    compared.element.hidden = found === null;
    if (found === null) {
      setText(said, `${chosen} has learned nothing: everybody's model answers it.`);
    } else {
      setText(said, `${chosen}: ${strengthText(found.strengths)} Log loss is of the answers that were given, for this key and for all keys.`);
      compared.setRows(comparison(found, everybody, evaluation));
    }
  }

  async function list() {
    const held = await get(modelPath(model, "/keys", { version: everybody.version }));
    setText(here, `${count(held.keysHere)} keys on this instance. Any key of the model can be asked for.`);
    busiest.setRows(held.busiest.slice(0, MOST).map(noted));
    worst.setRows(held.worst.slice(0, MOST).map(noted));
    worst.element.hidden = held.worst.length === 0;
    patch(names, ...[...held.busiest, ...held.worst].map(({ key }) => el("option", { value: key })));
  }

  return {
    element,
    /** @param shown the version of the model that is shown */
    async show(shown) {
      element.hidden = shown.spec.scope === undefined;
      if (element.hidden) {
        return;
      }
      everybody = shown;
      await tell(list);
      if (chosen !== null) {
        await tell(compare);
      }
    },
  };
}
