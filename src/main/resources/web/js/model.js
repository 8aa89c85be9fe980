// What a model has learned.

import { card, el, patch, setText, table } from "./dom.js";
import { find, modelPath } from "./api.js";
import { colorOf, paint } from "./colors.js";
import { compact, count, grouped, percent, shareRange } from "./format.js";
import { featureView, guide, isTruth, widestWeight } from "./features.js";
import { ellipses } from "./ellipses.js";
import { foundNetwork, givenNetwork, network } from "./network.js";
import { hypotheses, largest } from "./hypotheses.js";
import { keys } from "./keys.js";

const MAX_FEATURES = 60;
const CLASS = "class";

function featuresOf(classes) {
  return [...new Set(Object.values(classes).flatMap((one) => Object.keys(one.features)))].sort();
}

/* The spec that is described: for an average, that of a member. */
function specOf({ spec, hypotheses }, member) {
  if (hypotheses === undefined) {
    return spec;
  }
  const best = member ?? largest(hypotheses)[0];
  return spec.members?.find((member) => (member.name ?? member.learner) === best) ?? {};
}

/* The network and its legend; null if the learner has none. */
function networkOf(shown, member) {
  const spec = specOf(shown, member);
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

/* A feature by class. The deviation of a discriminant is the one that it predicts with, everywhere on the screen. */
function byClass(name, classes, labels) {
  return labels.filter((label) => classes[label]?.features[name]).map((label) => {
    const { features, covariance } = classes[label];
    const i = covariance?.features.indexOf(name) ?? -1;
    const used = i < 0 || isTruth(features[name]) ? {} : { variance: covariance.matrix[i][i] };
    return [label, { ...features[name], ...used }];
  });
}

function create({ model }) {
  const memberChooser = el("select", { onchange: () => { member = memberChooser.value === "" ? null : memberChooser.value; refresh(); } });
  const memberField = el("label", {}, "Member ", memberChooser);
  memberField.hidden = true;
  const chooser = el("select", { onchange: () => { version = Number(chooser.value); member = null; refresh(); } });
  const facts = el("span", { class: "quiet" });
  const leftOut = el("p", { class: "quiet left-out" });
  const classes = table("Classes", ["Class", "Learned", "Share, 95 %", "Prior"]);
  const spec = el("pre");
  const net = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Network" });
  const netText = el("p", { class: "quiet note" });
  const netCard = card("Network", netText, net);
  const weights = hypotheses(model);
  const ofKeys = keys(model);
  const joint = ellipses();
  const toRead = el("p", { class: "quiet" });
  const features = el("div", { class: "columns" });
  const none = el("p", { class: "quiet", role: "status" }, "Nothing learned yet.");
  let version = null;
  let member = null; // of an average; null for that with the largest weight
  leftOut.hidden = true;

  function showVersions(shown) {
    const options = shown.versions.map((one) => `${one.version} (${one.state})`);
    if (options.join() !== [...chooser.options].map((option) => option.textContent).join()) {
      chooser.replaceChildren(...shown.versions.map((one, i) => el("option", { value: one.version }, options[i])));
    }
    chooser.value = String(shown.version);
  }

  function showMembers({ hypotheses: weights }) {
    memberField.hidden = weights === undefined;
    const names = Object.keys(weights ?? {});
    if (names.join("\n") !== [...memberChooser.options].slice(1).map((option) => option.value).join("\n")) {
      memberChooser.replaceChildren(el("option", { value: "" }, "that with the largest weight"),
        ...names.map((name) => el("option", { value: name }, name)));
      memberChooser.value = member ?? "";
    }
  }

  /* What the member with the largest weight does not use, as others have learned it. */
  async function fromOthers(shown) {
    if (member !== null || shown.hypotheses === undefined) {
      return [];
    }
    const known = new Set(featuresOf(shown.classes));
    const isPart = (name) => name.startsWith("(") || known.has(name.split("=")[0]); // of a regression: the intercept, a category
    const others = Object.entries(shown.hypotheses).sort(([, a], [, b]) => b - a).slice(1).map(([name]) => name);
    const found = [];
    for (const name of others) {
      const classes = (await find(modelPath(model, "", { version, member: name })))?.classes ?? {};
      for (const feature of featuresOf(classes).filter((one) => !isPart(one))) {
        known.add(feature);
        found.push({ name: feature, by: name, classes });
      }
    }
    return found;
  }

  function showFeatures(shown, others, labels) {
    const all = [...featuresOf(shown.classes).map((name) => ({ name, classes: shown.classes })), ...others];
    const widest = widestWeight(shown.classes);
    const known = all.slice(0, MAX_FEATURES).map(({ name, classes }) => byClass(name, classes, labels));
    const views = known.map((stats, i) => featureView(all[i].name, stats, labels, widest, all[i].by));
    if (all.length > MAX_FEATURES) {
      views.push(el("p", { class: "quiet" }, `${all.length - MAX_FEATURES} more features are not shown.`));
    }
    setText(toRead, guide(known));
    patch(features, ...views);
  }

  async function refresh() {
    const shown = model === null ? null : await find(modelPath(model, "", { version, member }));
    none.hidden = shown !== null && Object.keys(shown.classes).length > 0;
    if (shown === null) {
      return;
    }
    const labels = Object.keys(shown.priors);
    showVersions(shown);
    showMembers(shown);
    setText(facts, factsText(shown));
    setText(leftOut, [leftOutText(shown.leftOut), typeChangesText(shown.typeChanges ?? {})].filter(Boolean).join(" "));
    leftOut.hidden = leftOut.textContent === "";
    setText(spec, compact(shown.spec));
    classes.setRows(labels.map((label) => [
      el("span", {}, paint(el("i", { class: "swatch" }), colorOf(label, labels)), label),
      count(shown.classes[label]?.count), shareRange(shown.classes[label]?.shareInterval, 1), percent(shown.priors[label])]));
    const drawn = networkOf(shown, member);
    netCard.hidden = drawn === null;
    setText(netText, drawn?.[0] ?? "");
    patch(net, ...(drawn?.slice(1) ?? []));
    const learned = labels.filter((label) => label in shown.classes);
    joint.show(specOf(shown, member).learner ?? shown.learner, shown.classes, learned);
    showFeatures(shown, await fromOthers(shown), learned);
    await ofKeys.show(shown);
    await weights.show(shown.hypotheses, shown.version === shown.activeVersion);
  }

  return {
    element: el("div", { class: "grid" },
      el("p", { class: "tools" }, el("label", {}, "Version ", chooser), memberField, facts), leftOut, none,
      el("div", { class: "columns" }, card("Classes", classes.element), card("Specification", spec)),
      weights.element, ofKeys.element, netCard, joint.element, toRead, features),
    refresh,
    point: weights.point,
    close: weights.close,
  };
}

export const model = { title: "Model", create };
