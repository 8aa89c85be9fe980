// The quality of the predictions.

import { card, el, patch, svg, table, tiles } from "./dom.js";
import { find, get, modelPath } from "./api.js";
import { count, decimal, duration, percent } from "./format.js";
import { accuracyChart, history } from "./history.js";
import { alarmList } from "./alarms.js";

const MAX_CLASSES = 20;
const SIDE = 260;
const EDGE = 40;

function confusion(matrix) {
  const truths = Object.keys(matrix).slice(0, MAX_CLASSES);
  const given = (truth) => Object.keys(matrix[truth]).filter((answer) => matrix[truth][answer] >= 0.5); // counts fade
  const answers = [...new Set([...truths, ...truths.flatMap(given)])].sort().slice(0, MAX_CLASSES);
  const rows = truths.map((truth) => {
    const total = Object.values(matrix[truth]).reduce((sum, n) => sum + n, 0);
    return el("tr", {}, el("th", { scope: "row" }, truth), answers.map((answer) => {
      const share = total > 0 ? (matrix[truth][answer] ?? 0) / total : 0;
      const cell = el("td", { class: truth === answer ? "cell right" : "cell wrong" },
        el("b", {}, count(matrix[truth][answer] ?? 0)), el("span", {}, percent(share, 0)));
      cell.style.setProperty("--share", `${Math.round(45 * share)}%`);
      return cell;
    }));
  });
  return el("table", { class: "confusion" },
    el("caption", {}, "Rows: true label. Columns: predicted label. Percentages are of the row."),
    el("thead", {}, el("tr", {}, el("td", {}), answers.map((answer) => el("th", { scope: "col" }, answer === "" ? "(no prediction)" : answer)))),
    el("tbody", {}, rows));
}

/** How well each class does against all others. */
function classRows(perClass) {
  return Object.entries(perClass)
    .sort(([, a], [, b]) => a.support - b.support) // the rarest first
    .slice(0, MAX_CLASSES)
    .map(([label, of]) => [label, count(of.support), percent(of.precision), percent(of.recall), decimal(of.f1), percent(of.specificity), decimal(of.auc), decimal(of.averagePrecision)]);
}

/** What only some models have: costs of decisions, and prediction sets. */
function actionRows({ cost, costOfBestThreshold, costOfAlways = {}, rejected, coverage, setSize }) {
  const rows = [];
  if (cost !== undefined) {
    rows.push(["Mean cost of an event", decimal(cost)], ["with the best fixed threshold in hindsight", decimal(costOfBestThreshold)]);
    Object.entries(costOfAlways).slice(0, MAX_CLASSES).forEach(([label, always]) => rows.push([`always deciding ${label}`, decimal(always)]));
    rows.push(["Rejected", percent(rejected)]);
  }
  if (coverage !== undefined) {
    rows.push(["Coverage of the prediction sets", percent(coverage)], ["Classes in a set", decimal(setSize, 2)]);
  }
  return rows;
}

/** The reliability diagram: calibrated predictions are on the diagonal. */
function reliability(bins) {
  const used = bins.filter((bin) => bin.instances > 0 && bin.confidence !== null);
  const most = Math.max(...used.map((bin) => bin.instances), 1);
  const x = (p) => EDGE + p * SIDE;
  const y = (p) => 12 + (1 - p) * SIDE;
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((p) => [
    svg("line", { class: "grid-line", x1: x(0), x2: x(1), y1: y(p), y2: y(p) }),
    svg("text", { class: "tick", x: x(0) - 6, y: y(p) + 4, "text-anchor": "end" }, percent(p, 0)),
    svg("text", { class: "tick", x: x(p), y: y(0) + 18, "text-anchor": "middle" }, percent(p, 0))]);
  const dots = used.map((bin) =>
    svg("circle", { class: "dot", cx: x(bin.confidence), cy: y(bin.accuracy), r: 3 + 9 * Math.sqrt(bin.instances / most) },
      svg("title", {}, `${count(bin.instances)} predictions: ${percent(bin.confidence)} predicted, ${percent(bin.accuracy)} correct`)));
  const words = used.map((bin) => `${percent(bin.confidence, 0)} predicted, ${percent(bin.accuracy, 0)} correct`).join("; ");
  return svg("svg", { class: "figure", viewBox: `0 0 ${SIDE + EDGE + 20} ${SIDE + 40}`, role: "img", "aria-label": `Reliability: ${words}` },
    ticks, svg("line", { class: "ideal", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
    svg("polyline", { class: "path", points: used.map((bin) => `${x(bin.confidence)},${y(bin.accuracy)}`).join(" ") }), dots);
}

const SERVED = { "Answers": "instances", "Accuracy as served": "accuracy", "Log loss as served": "logLoss", "Brier score as served": "brier" };
const OUTCOMES = { "Joined": "JOINED", "Corrected": "CORRECTED", "By default": "DEFAULTED", "Expired": "EXPIRED", "Too late": "NO_QUESTION" };
const WAIT = ["Awaited", "Delay, median", "Delay, 99 %"];

/* Answers as they were served, and what this instance does with labels that come later. */
function laterLabels() {
  const served = tiles(Object.keys(SERVED));
  const labels = tiles([...WAIT, ...Object.keys(OUTCOMES)]);
  const ofInstance = el("div", {}, el("p", { class: "quiet" }, "Labels that came to this instance since it started; awaited are those of its partitions."), labels.element);
  const element = card("Labels that come later",
    el("p", { class: "quiet" }, "The scores above predict each event again when its label has come. These are of the answers that were given."),
    served.element, ofInstance);
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

function create({ model, alarms }) {
  const numbers = tiles(["Scored", "Accuracy", "Log loss", "Brier score", "Calibration error", "Kappa", "Macro F1", "Balanced accuracy", "No change", "Majority"]);
  const classes = table("Scores of each class", ["Class", "Events", "Precision", "Recall", "F1", "Specificity", "ROC AUC", "Average precision"]);
  const actions = table("Decisions and prediction sets", ["What", "Value"]);
  const actionCard = card("Decisions and prediction sets", actions.element);
  const matrix = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Confusion matrix" });
  const diagram = el("div");
  const none = el("p", { class: "quiet", role: "status" }, "Nothing scored yet. Scores appear with the first labeled event.");
  const body = el("div", { class: "grid", hidden: true }, numbers.element,
    el("div", { class: "columns" }, card("Confusion matrix", matrix), card("Reliability", el("p", { class: "quiet" }, "Horizontal: predicted probability. Vertical: fraction of correct predictions. On the diagonal the two are equal. Larger dots stand for more predictions."), diagram)),
    card("Each class", el("p", { class: "quiet" }, "Each class against all others, the rarest first. Precision is of the predictions, recall of the events of the class."), classes.element), actionCard);
  const accuracy = accuracyChart();
  const past = history(model, accuracy.setPoints);
  const drifts = alarmList("Drifts", "No drift detected.");
  const later = laterLabels();
  let evaluation = null;
  let waiting = null;
  let kind = "fading";

  const choice = (value, name) => el("label", {},
    el("input", { type: "radio", name: "kind", value, checked: value === kind, onchange: () => { kind = value; show(); } }), ` ${name}`);

  function show() {
    later.show(kind === "fading" ? evaluation?.servedFading : evaluation?.served, waiting);
    none.hidden = evaluation !== null;
    body.hidden = evaluation === null;
    if (evaluation === null) {
      return;
    }
    const scores = evaluation[kind];
    numbers.set("Scored", count(scores.instances));
    numbers.set("Accuracy", percent(scores.accuracy));
    numbers.set("Log loss", decimal(scores.logLoss));
    numbers.set("Brier score", decimal(scores.brier));
    numbers.set("Calibration error", decimal(scores.ece));
    numbers.set("Kappa", decimal(scores.kappa));
    numbers.set("Macro F1", decimal(scores.macroF1));
    numbers.set("Balanced accuracy", percent(scores.balancedAccuracy));
    numbers.set("No change", percent(scores.noChangeAccuracy));
    numbers.set("Majority", percent(scores.majorityAccuracy));
    patch(matrix, confusion(scores.confusion));
    patch(diagram, reliability(scores.calibration));
    classes.setRows(classRows(scores.perClass));
    actions.setRows(actionRows(scores));
    actionCard.hidden = actions.body.childElementCount === 0;
  }

  function showDrifts() {
    const drifted = alarms.of(model).filter((alarm) => alarm.kind === "drift");
    accuracy.setAlarms(drifted);
    drifts.set(drifted);
  }

  return {
    element: el("div", { class: "grid" },
      el("fieldset", { class: "choice" }, el("legend", { class: "hidden" }, "Which predictions"),
        choice("fading", "recent (about the last 1,000 of each partition)"), choice("cumulative", "all time")),
      none, body, later.element, card("Over time", accuracy.element, drifts.element)),
    async refresh() {
      if (model !== null) {
        evaluation = await find(modelPath(model, "/evaluation"));
        const labels = await get("/labels");
        waiting = labels.topics.length === 0 ? null : labels;
        show();
      }
      await past.load();
      showDrifts();
    },
    point: past.add,
    alarm: showDrifts,
    close: accuracy.close,
  };
}

export const quality = { title: "Quality", create };
