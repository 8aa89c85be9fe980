// The versions of a model side by side, and which one is active.

import { el, setText } from "./dom.js";
import { find, modelPath, post } from "./api.js";
import { count, date, decimal, percent } from "./format.js";

/* A spec as names and values, so that two of them can be compared. */
function flat(value, name = "") {
  if (value === null || typeof value !== "object") {
    return [[name, JSON.stringify(value)]];
  }
  return Object.entries(value).flatMap(([key, one]) => flat(one, name === "" ? key : `${name}.${key}`));
}

/** What a spec has that another has not, line by line; null if they are equal. */
function difference(spec, other) {
  const [own, others] = [new Map(flat(spec)), new Map(flat(other))];
  const names = [...new Set([...others.keys(), ...own.keys()])].filter((name) => own.get(name) !== others.get(name));
  return names.length === 0 ? null : el("ul", { class: "change" }, names.map((name) => el("li", {}, `${name}: `,
    others.has(name) ? el("del", {}, others.get(name)) : null, others.has(name) && own.has(name) ? " → " : null,
    own.has(name) ? el("ins", {}, own.get(name)) : null)));
}

const steps = { started: "by drift", promoted: "by drift, and promoted", returned: "by drift, promoted, and rolled back" };

/** Who has started a version; nothing to say of a person. */
const start = (drift) => (drift ? [["Started", `${steps[drift.step] ?? "by drift"}; learns what came since ${date(drift.cut)}`]] : []);

/** By how much its log loss is lower than that of the active version on the same labels. */
const paired = (pair) => (pair ? [["Log loss lower by", `${decimal(pair.lowerBy)} on ${count(pair.labels)} labels`]] : []);

const facts = (entries) => el("dl", { class: "facts" }, entries.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));

/** Asks for confirmation; a promise of whether it was given. */
function confirmDialog() {
  const question = el("p");
  const dialog = el("dialog", { "aria-labelledby": "confirm-title" },
    el("form", { method: "dialog" }, el("h2", { id: "confirm-title" }, "Change the active version?"), question,
      el("p", { class: "tools" },
        el("button", { value: "yes", class: "main" }, "Confirm"),
        el("button", { value: "no", formnovalidate: true }, "Cancel"))));
  return {
    dialog,
    ask(text) {
      setText(question, text);
      dialog.returnValue = "";
      dialog.showModal();
      return new Promise((resolve) => {
        dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
      });
    },
  };
}

function create({ model }) {
  const { dialog, ask } = confirmDialog();
  const list = el("div", { class: "columns" });
  const said = el("p", { class: "quiet", role: "status" });
  const back = el("button", { type: "button", hidden: true, onclick: () => change("rollback", null, `Make version ${former} of ${model} active again instead of version ${activeNow}?`) }, "Roll back");
  let before = "";
  let former = null;
  let activeNow = null;

  async function change(how, version, question) {
    if (!(await ask(question))) {
      return;
    }
    try {
      const now = await post(modelPath(model, `/${how}`, { version }), {});
      setText(said, `Version ${now.activeVersion} is now active.`);
      await refresh();
    } catch (problem) {
      setText(said, `Nothing changed: ${problem.message}`);
    }
  }

  function view(version, { activeVersion: active, versions }, activeSpec, shown, evaluation) {
    const alone = versions.length === 1;
    const scores = evaluation?.fading;
    const same = evaluation?.comparison;
    const changes = version.version === active ? null : difference(version.spec, activeSpec);
    const promote = version.version === active ? null : el("button", {
      type: "button",
      onclick: () => change("promote", version.version, `Make version ${version.version} of ${model} active instead of version ${active}?`),
    }, `Promote version ${version.version}`);
    return el("section", { class: "card" },
      el("h2", {}, `Version ${version.version} `, el("span", { class: `state ${version.state}` }, version.state)),
      facts([["Learner", version.spec.learner], ["Learned", count(shown?.examples)], ["Created", version.createdAt > 0 ? date(version.createdAt) : "unknown"],
        ["Accuracy", percent(scores?.accuracy)], ["Log loss", decimal(scores?.logLoss)], ["Calibration error", decimal(scores?.ece)], ["Kappa", decimal(scores?.kappa)],
          ...start(version.drift), ...(version.version === active ? [] : paired(evaluation?.paired))]),
      el("p", { class: "quiet note" }, `Scores of the last ${count(scores?.instances)} labels of this version.`,
        same === undefined || alone ? "" : ` Of the same ${count(same.instances)} labels as the others, since version ${same.sinceVersion} was ready: accuracy ${percent(same.accuracy)}, log loss ${decimal(same.logLoss)}.`),
      changes === null ? null : el("div", { class: "note" }, el("h3", {}, `Unlike version ${active}`), changes),
      el("details", {}, el("summary", {}, "Specification"), el("pre", {}, JSON.stringify(version.spec, null, 2))),
      promote === null ? null : el("p", { class: "tools" }, promote));
  }

  async function refresh() {
    const active = model === null ? null : await find(modelPath(model));
    if (active === null || dialog.open) {
      return;
    }
    const all = await Promise.all(active.versions.map(async (version) => [version,
      await find(modelPath(model, "", { version: version.version })), await find(modelPath(model, "/evaluation", { version: version.version }))]));
    const text = JSON.stringify(all.map(([version, shown, evaluation]) => [version, shown?.examples, version.state, evaluation?.fading?.accuracy, version.drift?.step]));
    const activeSpec = active.versions.find((version) => version.version === active.activeVersion)?.spec;
    if (text !== before && !list.querySelector("details[open]")) {
      before = text;
      const focused = list.contains(document.activeElement) ? document.activeElement.textContent : null;
      list.replaceChildren(...all.map(([version, shown, evaluation]) => view(version, active, activeSpec, shown, evaluation)));
      [...list.querySelectorAll("button, summary")].find((one) => one.textContent === focused)?.focus();
    }
    former = active.rollback.version ?? null;
    activeNow = active.activeVersion;
    back.hidden = former === null;
    setText(back, `Roll back to version ${former}`);
  }

  return {
    element: el("div", { class: "grid" }, el("div", { class: "tools" }, back, said), list, dialog),
    refresh,
  };
}

export const versions = { title: "Versions", create };
