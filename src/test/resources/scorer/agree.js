// Compares the answers of a model with those that Java gave; in the browser.

import { modelOf } from "/scorer.js";

const TOLERANCE = 1e-12;

async function read(file) {
  return (await fetch(file)).json();
}

export async function compare(name) {
  const model = modelOf(await read(`/${name}.model.json`));
  const answers = await read(`/${name}.events.json`);
  const wrong = answers
    .map((expected, number) => ({ number, found: difference(model.score(expected.features), expected) }))
    .filter(({ found }) => found);
  const first = wrong.length > 0 ? `; event ${wrong[0].number}: ${wrong[0].found}` : "";
  return `${answers.length} events, ${wrong.length} answers differ${first}`;
}

function difference(score, expected) {
  const labels = Object.keys(expected.posterior);
  if (Object.keys(score.posterior).join() !== labels.join()) {
    return `classes ${Object.keys(score.posterior)}`;
  }
  const worst = Math.max(0, ...labels.map((label) => Math.abs(score.posterior[label] - expected.posterior[label])));
  if (!(worst <= TOLERANCE)) {
    return `a probability off by ${worst}`;
  }
  if (score.label !== expected.label && !isTied(expected)) {
    return `label ${score.label}`;
  }
  if (!isClose(score.logEvidence, expected.logEvidence)) {
    return `log evidence ${score.logEvidence}, not ${expected.logEvidence}`;
  }
  if (String(score.set) !== String(expected.set) || score.novel !== expected.novel) {
    return `set ${score.set}, novel ${score.novel}`;
  }
  return null;
}

/* Whether rounding decides which class is the most probable one. */
function isTied({ posterior }) {
  const [second, first] = Object.values(posterior).sort((a, b) => a - b).slice(-2);
  return first - second <= TOLERANCE;
}

function isClose(actual, expected) {
  return actual === null || expected === null
    ? actual === expected
    : Math.abs(actual - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
}
