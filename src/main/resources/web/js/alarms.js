// Alarms: keeps them, lists them, and announces them to screen readers.

import { el, setText, table } from "./dom.js";
import { get } from "./api.js";
import { clock } from "./format.js";

const MAX_KEPT = 100;
const MAX_ROWS = 8;
const SAY_EVERY_MILLIS = 30_000;
const NAMES = { drift: "drift", "drift-step": "drift step", "dead-letters": "dead letters", stale: "stale", "left-out": "limit", "type-changed": "type",
  "new-class": "new class", lost: "lost records", kafka: "no broker", schemas: "no schemas" };

/** The latest alarms, and those of a model: its own and those of the whole instance. */
export function alarmBook() {
  let alarms = [];
  return {
    async load() {
      alarms = (await get("/alarms")).alarms;
    },
    add(alarm) {
      alarms = [alarm, ...alarms].slice(0, MAX_KEPT);
    },
    all: () => alarms,
    of: (model) => alarms.filter((alarm) => alarm.model === null || alarm.model === model),
  };
}

/** Announces the latest alarm at once, then pauses: nobody can follow a flood. */
export function announcer(region) {
  let waiting = 0;
  let latest = null;
  let timer = null;

  function say() {
    timer = null;
    if (waiting > 0) {
      setText(region, waiting === 1 ? `Alarm: ${latest.message}` : `${waiting} alarms, latest: ${latest.message}`);
      waiting = 0;
      timer = setTimeout(say, SAY_EVERY_MILLIS);
    }
  }

  return (alarm) => {
    waiting++;
    latest = alarm;
    if (timer === null) {
      say();
    }
  };
}

/** A list of alarms, the newest first. */
export function alarmList(caption, nothing) {
  const rows = table(caption, ["Since", "Kind", "What happened"]);
  const none = el("p", { class: "quiet" }, nothing);
  const more = el("p", { class: "quiet" });
  let shown = null;
  rows.element.hidden = true;
  return {
    element: el("div", { class: "alarms" }, none, rows.element, more),
    set(alarms) {
      const key = JSON.stringify(alarms);
      if (key === shown) {
        return;
      }
      shown = key;
      none.hidden = alarms.length > 0;
      rows.element.hidden = alarms.length === 0;
      rows.setRows(alarms.slice(0, MAX_ROWS).map((alarm) => [clock(alarm.since), NAMES[alarm.kind] ?? alarm.kind, alarm.message]));
      setText(more, alarms.length > MAX_ROWS ? `and ${alarms.length - MAX_ROWS} earlier` : "");
    },
  };
}
