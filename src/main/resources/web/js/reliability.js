// The reliability diagram: calibrated predictions are on the diagonal.

import { svg } from "./dom.js";
import { count, decimal, percent } from "./format.js";

const SIDE = 260;
const EDGE = 40;

const x = (p) => EDGE + p * SIDE;
const y = (p) => 12 + (1 - p) * SIDE;

/* Not those without a prediction, which have no confidence. */
const used = (bins) => bins.filter((bin) => bin.instances >= 0.5 && bin.confidence > 0);

function line(bins, kind) {
  const most = Math.max(...bins.map((bin) => bin.instances), 1);
  const when = kind === "raw" ? " before calibration" : "";
  return [
    svg("polyline", { class: `path ${kind}`, points: bins.map((bin) => `${x(bin.confidence)},${y(bin.accuracy)}`).join(" ") }),
    ...bins.map((bin) =>
      svg("circle", { class: `dot ${kind}`, cx: x(bin.confidence), cy: y(bin.accuracy), r: 3 + 9 * Math.sqrt(bin.instances / most) },
        svg("title", {}, `${count(bin.instances)} predictions${when}: ${percent(bin.confidence)} predicted, ${percent(bin.accuracy)} correct`)))];
}

const words = (bins) => bins.map((bin) => `${percent(bin.confidence, 0)} predicted, ${percent(bin.accuracy, 0)} correct`).join("; ");

/** @param raw the bins before calibration; undefined if the model does not calibrate */
export function reliability(bins, raw) {
  const [after, before] = [used(bins), used(raw ?? [])];
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((p) => [
    svg("line", { class: "grid-line", x1: x(0), x2: x(1), y1: y(p), y2: y(p) }),
    svg("text", { class: "tick", x: x(0) - 6, y: y(p) + 4, "text-anchor": "end" }, percent(p, 0)),
    svg("text", { class: "tick", x: x(p), y: y(0) + 18, "text-anchor": "middle" }, percent(p, 0))]);
  const said = `Reliability: ${words(after)}${before.length > 0 ? `. Before calibration: ${words(before)}` : ""}`;
  return svg("svg", { class: "figure reliability", viewBox: `0 0 ${SIDE + EDGE + 20} ${SIDE + 40}`, role: "img", "aria-label": said },
    ticks, svg("line", { class: "ideal", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
    before.length > 0 ? line(before, "raw") : [], line(after, ""));
}

/** What calibration has changed. */
export function calibrationText({ rawLogLoss, rawEce, logLoss, ece }, learner) {
  if (rawEce === undefined) {
    return learner === "average"
      ? "An average calibrates its members before it weighs them."
      : "The probabilities are those of the learner; calibrate: temperature in the spec corrects them.";
  }
  return `Dashed: before calibration. Calibration changes the log loss from ${decimal(rawLogLoss)} to ${decimal(logLoss)}, and the calibration error from ${decimal(rawEce)} to ${decimal(ece)}.`;
}
