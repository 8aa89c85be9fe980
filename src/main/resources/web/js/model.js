// What a model has learned.

import { card, el, patch, setText, table } from "./dom.js";
import { find, modelPath } from "./api.js";
import { colorOf, paint } from "./colors.js";
import { count, percent } from "./format.js";
import { featureView } from "./features.js";
import { ellipses } from "./ellipses.js";
import { network } from "./network.js";
import { hypotheses } from "./hypotheses.js";

const MOST_FEATURES = 60;

function featuresOf(classes) {
  return [...new Set(Object.values(classes).flatMap((one) => Object.keys(one.features)))].sort();
}

/** The parents of every feature, or null if the learner has no network. */
function parentsOf(classes) {
  const parents = {};
  for (const { features } of Object.values(classes)) {
    for (const [name, stat] of Object.entries(features)) {
      parents[name] = stat.parents ?? parents[name] ?? [];
    }
  }
  return Object.values(parents).some((of) => of.length > 0) ? parents : null;
}

function create({ model }) {
  const chooser = el("select", { onchange: () => { version = Number(chooser.value); refresh(); } });
  const facts = el("span", { class: "quiet" });
  const classes = table("Classes", ["Class", "Learned", "Prior"]);
  const spec = el("pre");
  const net = el("div");
  const netCard = card("Network", net);
  const weights = hypotheses(model);
  const joint = ellipses();
  const features = el("div", { class: "columns" });
  const none = el("p", { class: "quiet", role: "status" }, "Nothing is learned yet.");
  let version = null;

  function showVersions(shown) {
    const options = shown.versions.map((one) => `${one.version} (${one.state})`);
    if (options.join() !== [...chooser.options].map((option) => option.textContent).join()) {
      chooser.replaceChildren(...shown.versions.map((one, i) => el("option", { value: one.version }, options[i])));
    }
    chooser.value = String(shown.version);
  }

  function showFeatures(shown, labels) {
    const names = featuresOf(shown.classes);
    const views = names.slice(0, MOST_FEATURES).map((name) => {
      const byClass = labels.filter((label) => shown.classes[label].features[name]).map((label) => [label, shown.classes[label].features[name]]);
      return featureView(name, byClass, labels);
    });
    if (names.length > MOST_FEATURES) {
      views.push(el("p", { class: "quiet" }, `${names.length - MOST_FEATURES} more features are not shown.`));
    }
    patch(features, ...views);
  }

  async function refresh() {
    const shown = model === null ? null : await find(modelPath(model, "", version));
    none.hidden = shown !== null && Object.keys(shown.classes).length > 0;
    if (shown === null) {
      return;
    }
    const labels = Object.keys(shown.priors);
    showVersions(shown);
    setText(facts, `${shown.learner}, ${count(shown.examples)} learned${shown.stale ? ", stale" : ""}`);
    setText(spec, JSON.stringify(shown.spec, null, 2));
    classes.setRows(labels.map((label) => [
      el("span", {}, paint(el("i", { class: "swatch" }), colorOf(label, labels)), label),
      count(shown.classes[label]?.count), percent(shown.priors[label])]));
    const parents = parentsOf(shown.classes);
    netCard.hidden = parents === null;
    patch(net, ...(parents === null ? [] : [network(parents)]));
    const learned = labels.filter((label) => label in shown.classes);
    joint.show(shown.learner, shown.classes, learned);
    showFeatures(shown, learned);
    await weights.show(shown.hypotheses, shown.version === shown.activeVersion);
  }

  return {
    element: el("div", { class: "grid" },
      el("p", { class: "tools" }, el("label", {}, "Version ", chooser), facts), none,
      el("div", { class: "columns" }, card("Classes", classes.element), card("Specification", spec)),
      weights.element, netCard, joint.element, features),
    refresh,
    point: weights.point,
    close: weights.close,
  };
}

export const model = { title: "Model", create };
