// The history of a model: the recorded points, then new ones as they arrive.

import { find, modelPath } from "./api.js";
import { percent } from "./format.js";
import { timeChart } from "./chart.js";

const MAX_POINTS = 1400;

/** @param show called with all points whenever there are more */
export function history(model, show) {
  let points = [];
  return {
    async load() {
      if (model !== null && points.length === 0) {
        points = (await find(modelPath(model, "/history")))?.points ?? [];
        show(points);
      }
    },
    add(point) {
      if (point.model === model && points.length > 0) {
        points = [...points, point].slice(-MAX_POINTS);
        show(points);
      }
    },
  };
}

const wide = (least, most) => [Math.max(0, Math.floor(10 * (least ?? 0) - 0.5) / 10), Math.min(1, Math.ceil(10 * (most ?? 1) + 0.2) / 10)];

/** Accuracy against the baselines, with a marker where the model drifted. */
export function accuracyChart() {
  const chart = timeChart("Accuracy", [
    { name: "last 5 seconds", color: "--accent" },
    { name: "last 1,000 events", color: "--class-3" },
    { name: "no change", color: "--baseline-1", dash: true },
    { name: "majority", color: "--baseline-2", dash: true },
  ], { format: (v) => percent(v, 0), range: wide, marked: "drifts" });
  return {
    ...chart,
    setPoints(points) {
      const column = (field) => points.map((point) => point[field]);
      chart.setData([column("time"), column("recentAccuracy"), column("accuracy"), column("noChangeAccuracy"), column("majorityAccuracy")]);
    },
    setAlarms(alarms) {
      chart.setMarkers(alarms.filter((alarm) => alarm.kind === "drift").map((alarm) => ({ time: alarm.since, text: alarm.message })));
    },
  };
}

/** How many of the answers look like nothing seen, or have no decision. */
export function flaggedChart() {
  const chart = timeChart("Novel and rejected answers of this instance, each in five seconds", [
    { name: "novel", color: "--class-1" },
    { name: "rejected", color: "--class-2" },
  ], { format: (v) => percent(v, 1), range: (least, most) => [0, Math.max(0.01, Math.min(1, 1.2 * (most ?? 0)))] });
  return {
    ...chart,
    setPoints(points) {
      const column = (field) => points.map((point) => point[field] ?? null);
      chart.setData([column("time"), column("novelShare"), column("rejectedShare")]);
    },
  };
}
