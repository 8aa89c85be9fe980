// The overview screen.

import { card, el, setText, table, tiles } from "./dom.js";
import { get } from "./api.js";
import { clock, count, decimal, percent } from "./format.js";
import { colorOf } from "./colors.js";
import { timeChart } from "./chart.js";
import { accuracyChart, history } from "./history.js";
import { alarmList } from "./alarms.js";

const MAX_LETTERS = 8;

/* The first losses of a model may be huge: they may leave the chart. */
const lossRange = (least, most) => [0, Math.min(most > 0 ? most * 1.1 : 1, 2)];
const fromZero = (least, most) => [0, most > 0 ? most * 1.1 : 1];
const whole = () => [0, 1];

/** The log loss of a baseline that knows only the class priors. */
function entropy(priors) {
  return Object.values(priors).reduce((sum, p) => (p > 0 ? sum - p * Math.log(p) : sum), 0);
}

function lossChart() {
  return timeChart("Log loss (lower is better)", [
    { name: "last 5 seconds", color: "--accent" },
    { name: "last 1,000 events", color: "--class-3" },
    { name: "priors only", color: "--baseline-1", dash: true },
  ], { format: (v) => decimal(v, 2), range: lossRange });
}

function rateChart() {
  return timeChart("Events per second", [
    { name: "learned", color: "--accent" },
    { name: "predicted", color: "--class-1" },
  ], { format: count, range: fromZero });
}

/** A band per class: cumulative sums from the top, each painted over the last. */
function mixChart(labels, all) {
  const shares = labels.map(() => []);
  const lines = labels.map((label, i) => ({ name: label, color: colorOf(label, all), fill: true, shown: () => shares[i] }));
  const chart = timeChart("Class priors", lines, { format: (v) => percent(v, 0), range: whole });
  return {
    ...chart,
    setPoints(points) {
      shares.forEach((share, i) => share.splice(0, share.length, ...points.map((point) => point.priors[labels[i]] ?? 0)));
      const tops = labels.map((label, i) => points.map((point, t) => shares.slice(i).reduce((sum, share) => sum + share[t], 0)));
      chart.setData([points.map((point) => point.time), ...tops]);
    },
  };
}

function create({ model, models, alarms }) {
  const numbers = tiles(["Events per second", "Learned", "Accuracy", "Log loss", "Lag, all models", "Dead letters, all models"]);
  const accuracy = accuracyChart();
  const loss = lossChart();
  const rate = rateChart();
  const mixPlace = el("div");
  const known = table("Models", ["Model", "Version", "Learner", "Learned", "Events/s", "Accuracy", "Majority", "Log loss", "State"]);
  const letters = table("Latest dead letters", ["Time", "Reason", "Record", "What was wrong"]);
  const reasons = el("p", { class: "quiet note" });
  const retry = el("p", { class: "quiet note" }, "After the cause is mended, ", el("code", {}, "bayou dead-letters retry"),
    " sends them again; ", el("code", {}, "bayou dead-letters show"), " prints whole records.");
  letters.element.classList.add("stacks");
  const none = el("p", { class: "quiet" }, "No dead letters so far.");
  const waiting = el("p", { class: "quiet", role: "status" }, "Waiting for the first labeled event.");
  const past = history(model, show);
  const raised = alarmList("Latest alarms", "No alarms so far.");
  let mix = null;
  let mixLabels = "";

  function showMix(points) {
    const labels = Object.keys(points.at(-1).priors);
    if (labels.join("\n") !== mixLabels) {
      mixLabels = labels.join("\n");
      mix?.close();
      mix = mixChart(labels, labels);
      mixPlace.replaceChildren(mix.element);
    }
    mix.setPoints(points);
  }

  function show(points) {
    waiting.hidden = points.length > 0;
    if (points.length === 0) {
      return;
    }
    const column = (field) => points.map((point) => point[field]);
    const last = points.at(-1);
    accuracy.setPoints(points);
    loss.setData([column("time"), column("recentLogLoss"), column("logLoss"), points.map((point) => entropy(point.priors))]);
    rate.setData([column("time"), column("learnedPerSecond"), column("predictedPerSecond")]);
    showMix(points);
    numbers.set("Events per second", count(last.learnedPerSecond + last.predictedPerSecond));
    numbers.set("Learned", count(last.examples));
    numbers.set("Accuracy", percent(last.accuracy));
    numbers.set("Log loss", decimal(last.logLoss));
    numbers.set("Lag, all models", count(last.lag));
    numbers.set("Dead letters, all models", count(last.deadLetters));
  }

  function showAlarms() {
    accuracy.setAlarms(alarms.of(model));
    raised.set(alarms.of(model));
  }

  async function refresh() {
    showAlarms();
    known.setRows(models().map((one) => [
      el("a", { href: `#/model/${encodeURIComponent(one.model)}` }, one.model),
      String(one.version), one.learner, count(one.examples),
      decimal((one.learnedPerSecond ?? 0) + (one.predictedPerSecond ?? 0), 1), percent(one.accuracy), percent(one.majorityAccuracy), decimal(one.logLoss), one.stale ? "stale" : "up to date"]));
    const refused = await get("/dead-letters");
    none.hidden = refused.deadLetters.length > 0;
    letters.element.hidden = refused.deadLetters.length === 0;
    retry.hidden = refused.deadLetters.length === 0;
    setText(reasons, Object.entries(refused.reasons).map(([reason, n]) => `${count(n)} ${reason}`).join(", "));
    letters.setRows(refused.deadLetters.slice(0, MAX_LETTERS).map((letter) =>
      [clock(letter.time), letter.reason, `${letter.topic}-${letter.partition}@${letter.offset}`,
        el("span", {}, letter.message, letter.value === undefined ? null : el("code", { class: "payload" }, letter.value))]));
    await past.load();
  }

  return {
    element: el("div", { class: "grid" }, numbers.element, waiting,
      el("section", { class: "card" }, el("h2", { class: "hidden" }, "Over time"), el("div", { class: "charts" }, accuracy.element, loss.element, rate.element, mixPlace)),
      card("Alarms", raised.element),
      card("Models", known.element),
      card("Dead letters", none, reasons, el("div", { class: "letters" }, letters.element), retry)),
    refresh,
    point: past.add,
    alarm: showAlarms,
    close() {
      [accuracy, loss, rate, mix].forEach((chart) => chart?.close());
    },
  };
}

export const overview = { title: "Overview", create };
