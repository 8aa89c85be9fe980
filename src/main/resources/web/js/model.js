// What a model has learned.

import { card, el, patch, setText, table } from "./dom.js";
import { find, modelPath } from "./api.js";
import { colorOf, paint } from "./colors.js";
import { compact, count, grouped, percent, shareRange } from "./format.js";
import { featureView, guide, widestWeight } from "./features.js";
import { ellipses } from "./ellipses.js";
import { foundNetwork, givenNetwork, network } from "./network.js";
import { hypotheses, largest } from "./hypotheses.js";

const MAX_FEATURES = 60;
const CLASS = "class";

function featuresOf(classes) {
  return [...new Set(Object.values(classes).flatMap((one) => Object.keys(one.features)))].sort();
}

/* The spec that is described: for an average, that of the member with the largest weight. */
function specOf({ spec, hypotheses }) {
  if (hypotheses === undefined) {
    return spec;
  }
  const best = largest(hypotheses)[0];
  return spec.members?.find((member) => (member.name ?? member.learner) === best) ?? {};
}

/* The network and its legend; null if the learner has none. */
function networkOf(shown) {
  const spec = specOf(shown);
  if (spec.network !== undefined && spec.learner === "bayes-net") {
    const label = spec.class ?? "label";
    return [`An arrow A → B means that B depends on A. The class is ${label}.`, network(givenNetwork(spec.network, label), label, false)];
  }
  const label = featuresOf(shown.classes).includes(CLASS) ? `(${CLASS})` : CLASS;
  const parents = foundNetwork(shown.classes, label);
  return parents === null ? null : ["An arrow A → B means that B depends on A. Every feature also depends on the class.", network(parents, label, true)];
}

const LIMITS = {
  TOO_MANY_CLASSES: "examples of new classes",
  TOO_MANY_FEATURES: "new features",
  TOO_MANY_CATEGORIES: "new categories",
  TOO_MANY_TOKENS: "rare tokens",
  TOO_MANY_CELLS: "examples with new combinations of values",
};

/* What this instance left out, in words. */
function leftOutText(leftOut) {
  const parts = Object.entries(leftOut).filter(([, times]) => times > 0).map(([reason, times]) =>
    `${count(times)} ${LIMITS[reason] ?? reason.toLowerCase().replaceAll("_", " ")}`);
  return parts.length === 0 ? "" : `Left out by this instance since it started: ${parts.join(", ")}.`;
}

/* Features that come with values of another type. */
function typeChangesText(typeChanges) {
  const parts = Object.entries(typeChanges).map(([feature, times]) => `${feature} (${count(times)})`);
  return parts.length === 0 ? "" : `Values of another type than their feature, left out: ${parts.join(", ")}.`;
}

function factsText({ learner, examples, parameters, logLikelihood, stale }) {
  const fit = logLikelihood === null ? "" : `, log likelihood ${grouped(logLikelihood)}`;
  return `${learner}, ${count(examples)} examples, ${count(parameters)} parameter${parameters === 1 ? "" : "s"}${fit}${stale ? ", stale" : ""}`;
}

function create({ model }) {
  const chooser = el("select", { onchange: () => { version = Number(chooser.value); refresh(); } });
  const facts = el("span", { class: "quiet" });
  const leftOut = el("p", { class: "quiet left-out" });
  const classes = table("Classes", ["Class", "Learned", "Share, 95 %", "Prior"]);
  const spec = el("pre");
  const net = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Network" });
  const netText = el("p", { class: "quiet note" });
  const netCard = card("Network", netText, net);
  const weights = hypotheses(model);
  const joint = ellipses();
  const toRead = el("p", { class: "quiet" });
  const features = el("div", { class: "columns" });
  const none = el("p", { class: "quiet", role: "status" }, "Nothing learned yet.");
  let version = null;
  leftOut.hidden = true;

  function showVersions(shown) {
    const options = shown.versions.map((one) => `${one.version} (${one.state})`);
    if (options.join() !== [...chooser.options].map((option) => option.textContent).join()) {
      chooser.replaceChildren(...shown.versions.map((one, i) => el("option", { value: one.version }, options[i])));
    }
    chooser.value = String(shown.version);
  }

  function showFeatures(shown, labels) {
    const names = featuresOf(shown.classes);
    const widest = widestWeight(shown.classes);
    const known = names.slice(0, MAX_FEATURES).map((name) =>
      labels.filter((label) => shown.classes[label].features[name]).map((label) => [label, shown.classes[label].features[name]]));
    const views = known.map((byClass, i) => featureView(names[i], byClass, labels, widest));
    if (names.length > MAX_FEATURES) {
      views.push(el("p", { class: "quiet" }, `${names.length - MAX_FEATURES} more features are not shown.`));
    }
    setText(toRead, guide(known));
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
    setText(facts, factsText(shown));
    setText(leftOut, [leftOutText(shown.leftOut), typeChangesText(shown.typeChanges ?? {})].filter(Boolean).join(" "));
    leftOut.hidden = leftOut.textContent === "";
    setText(spec, compact(shown.spec));
    classes.setRows(labels.map((label) => [
      el("span", {}, paint(el("i", { class: "swatch" }), colorOf(label, labels)), label),
      count(shown.classes[label]?.count), shareRange(shown.classes[label]?.shareInterval, 1), percent(shown.priors[label])]));
    const drawn = networkOf(shown);
    netCard.hidden = drawn === null;
    setText(netText, drawn?.[0] ?? "");
    patch(net, ...(drawn?.slice(1) ?? []));
    const learned = labels.filter((label) => label in shown.classes);
    joint.show(shown.learner, shown.classes, learned);
    showFeatures(shown, learned);
    await weights.show(shown.hypotheses, shown.version === shown.activeVersion);
  }

  return {
    element: el("div", { class: "grid" },
      el("p", { class: "tools" }, el("label", {}, "Version ", chooser), facts), leftOut, none,
      el("div", { class: "columns" }, card("Classes", classes.element), card("Specification", spec)),
      weights.element, netCard, joint.element, toRead, features),
    refresh,
    point: weights.point,
    close: weights.close,
  };
}

export const model = { title: "Model", create };
