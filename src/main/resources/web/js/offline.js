// Keeps a model as JSON, and scores with it while the server does not answer.

import { el } from "./dom.js";
import { Problem, get, modelPath } from "./api.js";
import { clock, count } from "./format.js";
import { modelOf } from "./scorer.js";

const KEPT_MILLIS = 60_000;
const NO_GATEWAY = [502, 503, 504]; // what stands before a server says so

/** Whether a request failed because the server did not answer it. */
export const isSilence = (problem) => !(problem instanceof Problem) || NO_GATEWAY.includes(problem.status);

/** The copy of a model that this page has. */
export function copyOf(model) {
  let scorer = null;
  let taken = 0;
  let asked = 0;
  let missing = "it was not loaded before"; // why there is no copy

  async function load() {
    asked = Date.now();
    try {
      scorer = modelOf(await get(modelPath(model, "/scoring")));
      taken = asked;
    } catch (problem) {
      if (!isSilence(problem)) {
        scorer = null;
        missing = problem.message;
      }
    }
  }

  /** Asks for a new copy if the last one is a minute old. */
  async function refresh() {
    if (Date.now() - asked > KEPT_MILLIS) {
      await load();
    }
  }

  /** The answer to an event, without explanation, costs and thresholds. */
  function predict(features) {
    if (scorer === null) {
      throw new Error(`The server does not answer, and this page has no copy of the model: ${missing}.`);
    }
    const { label, posterior, logEvidence, set, novel } = scorer.score(features);
    return { label, posterior, logEvidence, set: set ?? undefined, flags: novel ? ["NOVEL"] : [], scoredHere: true };
  }

  const note = () => el("p", { class: "note" },
    `The server does not answer. This page has scored the event by itself, with version ${scorer.version} as it was at ${clock(taken)}, after ${count(scorer.examples)} examples. Costs and thresholds play no part.`);

  return { refresh, predict, note };
}
