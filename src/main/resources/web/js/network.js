// Which feature depends on which: the class on top, then by distance from it.

import { svg } from "./dom.js";

const NODE = { width: 118, height: 30, gap: 16, level: 74 };
const MOST_LETTERS = 14;

function depths(parents) {
  const depth = new Map();
  const of = (name, path) => {
    if (!depth.has(name)) {
      const above = (parents[name] ?? []).filter((parent) => parent in parents && !path.includes(parent));
      depth.set(name, 1 + Math.max(0, ...above.map((parent) => of(parent, [...path, name]))));
    }
    return depth.get(name);
  };
  Object.keys(parents).forEach((name) => of(name, []));
  return depth;
}

function box({ x, y }, name, kind) {
  const short = name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name;
  return svg("g", {}, svg("title", {}, name),
    svg("rect", { class: kind, x: x - NODE.width / 2, y: y - NODE.height / 2, width: NODE.width, height: NODE.height, rx: 8 }),
    svg("text", { class: "node-name", x, y: y + 4, "text-anchor": "middle" }, short));
}

/** @param parents the parents of every feature, by name; all depend on the class besides */
export function network(parents) {
  const depth = depths(parents);
  const levels = [];
  for (const [name, d] of [...depth].sort()) {
    (levels[d - 1] ??= []).push(name);
  }
  const width = Math.max(...levels.map((level) => level.length)) * (NODE.width + NODE.gap);
  const at = new Map([["", { x: width / 2, y: 22 }]]);
  levels.forEach((level, i) => level.forEach((name, j) =>
    at.set(name, { x: ((j + 0.5) * width) / level.length, y: 22 + (i + 1) * NODE.level })));
  const line = (from, to, kind) => svg("line", { class: kind, x1: from.x, y1: from.y + NODE.height / 2, x2: to.x, y2: to.y - NODE.height / 2 });
  const names = [...depth.keys()];
  const arcs = names.flatMap((name) => (parents[name] ?? []).filter((parent) => at.has(parent)).map((parent) => line(at.get(parent), at.get(name), "arc")));
  const words = names.map((name) => `${name} depends on ${["the class", ...parents[name]].join(" and ")}`).join("; ");
  return svg("svg", { class: "figure network", width, viewBox: `0 0 ${width} ${44 + levels.length * NODE.level}`, role: "img", "aria-label": words },
    names.filter((name) => depth.get(name) === 1).map((name) => line(at.get(""), at.get(name), "arc faint")), arcs,
    box(at.get(""), "class", "node class-node"), names.map((name) => box(at.get(name), name, "node")));
}
