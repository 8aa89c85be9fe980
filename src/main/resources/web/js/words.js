// What each word of an event says: the answer without it, compared with the answer.

import { el } from "./dom.js";
import { modelPath, post } from "./api.js";
import { signed } from "./format.js";

const LEAST_WORDS = 3; // fewer are a category, such as a city
const MAX_ASKED = 60;
const MAX_SHOWN = 12;
const WORD = /([\p{L}\p{N}]+(?:['’][\p{L}]+)*)/u;
const CUT = "…";

/* A text in pieces: at odd places are words. */
const pieces = (text) => text.split(WORD);
const wordsIn = (value) => (Array.isArray(value) ? value : pieces(value).filter((piece, i) => i % 2 === 1)).map((word) => String(word).toLowerCase());

function without(value, word) {
  return Array.isArray(value)
    ? value.filter((token) => String(token).toLowerCase() !== word)
    : pieces(value).map((piece, i) => (i % 2 === 1 && piece.toLowerCase() === word ? "" : piece)).join("");
}

function isText(value) {
  return Array.isArray(value) ? value.length > 0 : typeof value === "string" && wordsIn(value).length >= LEAST_WORDS;
}

/* The log odds of one label against another, in an answer that may prefer a third. */
function logOdds(answer, label, against) {
  if (answer.label === label && answer.runnerUp === against) {
    return answer.logOdds;
  }
  if (answer.label === against && answer.runnerUp === label) {
    return -answer.logOdds;
  }
  return Math.log(answer.posterior[label] / answer.posterior[against]);
}

async function effects({ model, version, label, runnerUp, features }) {
  const texts = Object.entries(features).filter(([, value]) => isText(value));
  const asked = texts.flatMap(([name, value]) => [...new Set(wordsIn(value))].map((word) => ({ name, word }))).slice(0, MAX_ASKED);
  const events = asked.map(({ name, word }) => ({ features: { ...features, [name]: without(features[name], word) } }));
  const [all, ...rest] = await post(modelPath(model, "/predict", { version }), [{ features }, ...events]);
  const whole = logOdds(all, label, runnerUp);
  return asked.map(({ word }, i) => ({ word, effect: whole - logOdds(rest[i], label, runnerUp) }))
    .filter(({ effect }) => Number.isFinite(effect) && Math.abs(effect) >= 0.005)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect)).slice(0, MAX_SHOWN);
}

function bars(found) {
  const most = Math.max(...found.map(({ effect }) => Math.abs(effect)));
  return el("ul", { class: "bars words" }, found.map(({ word, effect }) => {
    const box = el("i", { class: "bar" });
    box.style.setProperty("--color", effect < 0 ? "var(--bad)" : "var(--good)");
    box.style.left = `${50 + Math.min(0, 50 * effect / most)}%`;
    box.style.width = `${50 * Math.abs(effect) / most}%`;
    return el("li", {}, el("span", { class: "name", title: word }, word),
      el("span", { class: "track", "aria-hidden": "true" }, box, el("i", { class: "zero" })), el("b", {}, signed(effect)));
  }));
}

/** The words of an event that mattered; empty for an event without a text. */
export function wordsOf(prediction) {
  const texts = Object.values(prediction.features ?? {}).filter(isText);
  const place = el("div");
  if (texts.length === 0 || prediction.runnerUp === undefined) {
    return place;
  }
  const cut = texts.some((text) => typeof text === "string" && text.endsWith(CUT)) ? " Only the part of the text that is shown is asked about." : "";
  effects(prediction).then((found) => {
    place.replaceChildren(el("h3", {}, "Words"),
      el("p", { class: "quiet note" }, `How much each word adds to the log odds of ${prediction.label}: the event is predicted again without it, by version ${prediction.version} as it is now.${cut}`),
      found.length > 0 ? bars(found) : el("p", { class: "quiet" }, "No single word makes a difference."));
  }, (problem) => place.replaceChildren(el("p", { class: "quiet" }, `The words could not be asked about: ${problem.message}`)));
  return place;
}
