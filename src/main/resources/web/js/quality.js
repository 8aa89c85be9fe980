// The quality of the predictions.

import { card, el, patch, setText, table, tiles } from "./dom.js";
import { find, get, modelPath } from "./api.js";
import { count, decimal, percent } from "./format.js";
import { accuracyChart, flaggedChart, history } from "./history.js";
import { alarmList } from "./alarms.js";
import { confusion, confusionText } from "./confusion.js";
import { laterLabels } from "./later.js";
import { calibrationText, reliability } from "./reliability.js";
import { thresholds } from "./thresholds.js";

const MAX_CLASSES = 20;

/** How well each class does against all others. */
function classRows(perClass) {
  return Object.entries(perClass)
    .sort(([, a], [, b]) => a.support - b.support) // the rarest first
    .slice(0, MAX_CLASSES)
    .map(([label, of]) => [label, count(of.support), percent(of.precision), percent(of.recall), decimal(of.f1), percent(of.specificity), decimal(of.auc), decimal(of.averagePrecision), decimal(of.logLoss)]);
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

function create({ model, alarms }) {
  const numbers = tiles(["Scored", "Accuracy", "Log loss", "Brier score", "Calibration error", "Kappa", "Macro F1", "Micro F1", "Balanced accuracy", "No change", "Majority"]);
  const classes = table("Scores of each class", ["Class", "Events", "Precision", "Recall", "F1", "Specificity", "ROC AUC", "Average precision", "Log loss"]);
  classes.element.classList.add("measures");
  const actions = table("Decisions and prediction sets", ["What", "Value"]);
  const actionCard = card("Decisions and prediction sets", actions.element);
  const matrix = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Confusion matrix" });
  const matrixText = el("p", { class: "quiet note" });
  const diagram = el("div");
  const calibrated = el("p", { class: "quiet note" });
  const curve = thresholds(model);
  const none = el("p", { class: "quiet", role: "status" }, "Nothing scored yet. Scores appear with the first labeled event.");
  const body = el("div", { class: "grid", hidden: true }, numbers.element,
    el("div", { class: "columns" }, card("Confusion matrix", matrixText, matrix), card("Reliability", el("p", { class: "quiet note" }, "Horizontal: predicted probability. Vertical: fraction of correct predictions. On the diagonal the two are equal. Larger dots stand for more predictions."), calibrated, diagram)),
    card("Each class", el("p", { class: "quiet" }, "Each class against all others, the rarest first. Precision is of the predictions, recall of the events of the class."), classes.element),
    curve.element, actionCard);
  const accuracy = accuracyChart();
  const flagged = flaggedChart();
  const flaggedCard = card("Novel and rejected", flagged.element);
  flaggedCard.hidden = true;
  const past = history(model, (points) => {
    accuracy.setPoints(points);
    flagged.setPoints(points);
  });
  const drifts = alarmList("Drifts", "No drift detected.");
  const later = laterLabels();
  let evaluation = null;
  let waiting = null;
  let spec = null;
  let kind = "fading";

  const choice = (value, name) => el("label", {},
    el("input", { type: "radio", name: "kind", value, checked: value === kind, onchange: () => { kind = value; show(); curve.show(kind); } }), ` ${name}`);

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
    numbers.set("Micro F1", decimal(scores.microF1));
    numbers.set("Balanced accuracy", percent(scores.balancedAccuracy));
    numbers.set("No change", percent(scores.noChangeAccuracy));
    numbers.set("Majority", percent(scores.majorityAccuracy));
    setText(matrixText, confusionText(scores.confusion));
    patch(matrix, confusion(scores.confusion));
    patch(diagram, reliability(scores.calibration, scores.rawCalibration));
    setText(calibrated, calibrationText(scores, spec?.learner));
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
        choice("fading", "recent (the last 1,000 events or so of each partition)"), choice("cumulative", "all time")),
      none, body, later.element, card("Over time", accuracy.element, drifts.element), flaggedCard),
    async refresh() {
      if (model !== null) {
        spec ??= (await find(modelPath(model)))?.spec ?? null;
        flaggedCard.hidden = spec?.novelty === undefined && spec?.decide === undefined;
        evaluation = await find(modelPath(model, "/evaluation"));
        const labels = await get("/labels");
        waiting = labels.topics.length === 0 ? null : labels;
        show();
        await curve.refresh(kind, evaluation?.[kind].perClass, spec);
      }
      await past.load();
      showDrifts();
    },
    point: past.add,
    alarm: showDrifts,
    close: () => {
      accuracy.close();
      flagged.close();
    },
  };
}

export const quality = { title: "Quality", create };
