// What became of labels that come later.

import { card, el, tiles } from "./dom.js";
import { count, decimal, duration, percent } from "./format.js";

const SERVED = { "Answers": "instances", "Accuracy as served": "accuracy", "Log loss as served": "logLoss", "Brier score as served": "brier" };
const OUTCOMES = { "Joined": "JOINED", "Corrected": "CORRECTED", "By default": "DEFAULTED", "Expired": "EXPIRED", "Too late": "NO_QUESTION" };
const WAIT = ["Awaited", "Delay, median", "Delay, 99 %"];

/** Answers as they were served, and what this instance does with labels that come later. */
export function laterLabels() {
  const served = tiles(Object.keys(SERVED));
  const labels = tiles([...WAIT, ...Object.keys(OUTCOMES)]);
  const ofInstance = el("div", {}, el("p", { class: "quiet" }, "Labels that came to this instance since it started; awaited are those of its partitions."), labels.element);
  const element = card("Labels that come later",
    el("p", { class: "quiet" }, "The scores above predict each event again when its label has come. These are of the answers that were given."),
    served.element, ofInstance);
  element.classList.add("later");
  element.hidden = true;
  return {
    element,
    show(scores, waiting) {
      element.hidden = scores === undefined && waiting === null;
      for (const [name, key] of Object.entries(SERVED)) {
        served.set(name, key === "instances" ? count(scores?.[key]) : key === "accuracy" ? percent(scores?.[key]) : decimal(scores?.[key]));
      }
      ofInstance.hidden = waiting === null;
      labels.set("Awaited", count(waiting?.awaited));
      labels.set("Delay, median", duration(waiting?.delaySeconds.p50));
      labels.set("Delay, 99 %", duration(waiting?.delaySeconds.p99));
      for (const [name, outcome] of Object.entries(OUTCOMES)) {
        labels.set(name, count(waiting?.outcomes[outcome]));
      }
    },
  };
}
