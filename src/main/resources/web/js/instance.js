// What this instance is, and where it runs.

import { card, el, patch, tiles } from "./dom.js";
import { get } from "./api.js";
import { count, date, duration } from "./format.js";

/* The topics, and what each is for. */
const TOPICS = {
  labeled: "Learns from",
  unlabeled: "Predicts the events of",
  labels: "Labels that come later",
  predictions: "Predictions",
  deadLetters: "Dead letters",
  models: "Definitions of models",
  snapshots: "Snapshots of models",
  evaluations: "Scores",
};

const facts = (entries) => entries.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)));

function topicsOf(topics) {
  return Object.entries(TOPICS)
    .map(([key, name]) => [name, [topics[key]].flat().join(", ")])
    .filter(([, value]) => value !== "");
}

function create() {
  const numbers = tiles(["State", "Uptime", "Tasks", "To restore", "Broker"]);
  const where = el("dl", { class: "facts wide" });
  const topics = el("dl", { class: "facts wide" });
  const note = el("p", { role: "status" });

  return {
    element: el("div", { class: "grid" }, numbers.element, note,
      el("div", { class: "columns" },
        card("Where it runs", where),
        card("Topics", topics))),
    async refresh() {
      const now = await get("/instance");
      numbers.set("State", now.ready || now.state !== "RUNNING" ? now.state.toLowerCase().replaceAll("_", " ") : "not ready");
      numbers.set("Uptime", duration((Date.now() - now.startedAt) / 1000));
      numbers.set("Tasks", count(now.tasks));
      numbers.set("To restore", count(now.restoring));
      numbers.set("Broker", now.connected ? "responds" : "silent");
      note.hidden = now.note === "";
      patch(note, now.note);
      patch(where, ...facts([
        ["Cluster", now.bootstrapServers], ["Cluster id", now.clusterId || "unknown"], ["application.id", now.applicationId],
        ["Process", now.process], ["Started", date(now.startedAt)], ["Bayou", now.version]]));
      patch(topics, ...facts(topicsOf(now.topics)));
    },
  };
}

export const instance = { title: "Instance", create };
