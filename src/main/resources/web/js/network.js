// Draws a network: every node is below its parents.

import { svg } from "./dom.js";

const NODE = { width: 118, height: 30, gap: 16, level: 74 };
const TOP = 22;
const BEND = NODE.width; // aside of what stands between a node and one that it does not follow directly
const MAX_LETTERS = 14;

/* The depth of a node: the longest path to it. */
function depths(parents) {
  const depth = new Map();
  const of = (name) => {
    if (!depth.has(name)) {
      depth.set(name, 0); // a network has no cycle; if it had, this ends it
      depth.set(name, Math.max(-1, ...parents[name].map(of)) + 1);
    }
    return depth.get(name);
  };
  Object.keys(parents).forEach(of);
  return depth;
}

function places(depth) {
  const levels = [];
  for (const [name, d] of [...depth].sort()) {
    (levels[d] ??= []).push(name);
  }
  const width = Math.max(...levels.map((level) => level.length)) * (NODE.width + NODE.gap);
  const at = new Map();
  levels.forEach((level, d) => level.forEach((name, j) =>
    at.set(name, { x: ((j + 0.5) * width) / level.length, y: TOP + d * NODE.level })));
  return { at, width, height: 2 * TOP + (levels.length - 1) * NODE.level };
}

function box({ x, y }, name, kind) {
  const short = name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name;
  return svg("g", {}, svg("title", {}, name),
    svg("rect", { class: kind, x: x - NODE.width / 2, y: y - NODE.height / 2, width: NODE.width, height: NODE.height, rx: 8 }),
    svg("text", { class: "node-name", x, y: y + 4, "text-anchor": "middle" }, short));
}

function arc(from, to, kind) {
  const [top, bottom] = [from.y + NODE.height / 2, to.y - NODE.height / 2 - 2];
  const bent = to.y - from.y > NODE.level;
  const path = bent
    ? `M${from.x} ${top} C${from.x + BEND} ${top + NODE.level / 2} ${to.x + BEND} ${bottom - NODE.level / 2} ${to.x} ${bottom}`
    : `M${from.x} ${top} L${to.x} ${bottom}`;
  return svg("path", { class: kind, d: path, "marker-end": kind === "arc" ? "url(#tip)" : null });
}

const tip = () => svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" },
  svg("path", { class: "tip", d: "M0 0 L8 4 L0 8 z" })));

/**
 * @param parents what each node depends on, the class among them
 * @param label the node that is the class
 * @param isAugmented whether all features depend on the class, so that most of these arcs go without saying
 */
export function network(parents, label, isAugmented) {
  const { at, width, height } = places(depths(parents));
  const names = Object.keys(parents);
  const arcs = names.flatMap((name) => parents[name]
    .filter((parent) => !isAugmented || parent !== label || parents[name].length === 1)
    .map((parent) => arc(at.get(parent), at.get(name), isAugmented && parent === label ? "arc faint" : "arc")));
  const words = names.filter((name) => parents[name].length > 0).map((name) => `${name} depends on ${parents[name].join(" and ")}`).join("; ");
  return svg("svg", { class: "network", width: width + BEND / 2, height, viewBox: `0 0 ${width + BEND / 2} ${height}`, role: "img", "aria-label": words },
    tip(), arcs, names.map((name) => box(at.get(name), name, name === label ? "node class-node" : "node")));
}

/** The nodes of a network in a spec, with their parents. */
export function givenNetwork(given, label) {
  const names = new Set([label, ...Object.keys(given), ...Object.values(given).flat()]);
  return Object.fromEntries([...names].map((name) => [name, given[name] ?? []]));
}

/** The nodes of a network in which every feature depends on the class; null if there is no other arc. */
export function foundNetwork(classes, label) {
  const parents = {};
  for (const { features } of Object.values(classes)) {
    for (const [name, stat] of Object.entries(features)) {
      parents[name] = stat.parents ?? parents[name] ?? [];
    }
  }
  return Object.values(parents).some((of) => of.length > 0)
    ? Object.fromEntries([[label, []], ...Object.entries(parents).map(([name, of]) => [name, [label, ...of]])])
    : null;
}
