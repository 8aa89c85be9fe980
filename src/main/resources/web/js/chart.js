// Lines over time, drawn by uPlot; names and values are text beside it.

import { el, setText } from "./dom.js";
import { paint, value } from "./colors.js";
import { clock } from "./format.js";

const HEIGHT = 200;
const FONT = "12px system-ui, sans-serif";

/* Hours and minutes, and seconds if the ticks are that close. */
function times(plot, ticks) {
  const close = ticks.length > 1 && ticks[1] - ticks[0] < 60;
  return ticks.map((tick) => clock(tick * 1000).slice(0, close ? 8 : 5));
}

function axis(format, size) {
  return {
    stroke: value("--muted"),
    font: FONT,
    grid: { stroke: value("--grid"), width: 1 },
    ticks: { show: false },
    values: format ? (plot, ticks) => ticks.map(format) : times,
    size: size ?? 34,
    ...(format ? {} : { space: 80 }),
  };
}

/**
 * A chart of several lines that share their times.
 *
 * @param lines each with name, color (a CSS variable), and optionally dash or fill
 * @param options format of a value; range of values: (least, most) => [from, to]; marked: what its markers are, if
 *     there may be any. They stand in a list beside it as well: the drawing is not for everybody.
 */
export function timeChart(title, lines, { format, range, marked }) {
  const place = el("div", { class: "plot", "aria-hidden": "true" });
  const values = lines.map(() => el("b", {}, "–"));
  const legend = el("ul", { class: "legend" }, lines.map((line, i) =>
    el("li", {}, paint(el("i", { class: line.dash ? "swatch dashed" : "swatch" }), line.color), `${line.name} `, values[i])));
  const marks = el("b", {}, "0");
  if (marked) {
    legend.append(el("li", {}, el("i", { class: "swatch mark" }), `${marked} `, marks));
  }
  const element = el("figure", { class: "chart" }, el("figcaption", {}, title), legend, place);
  let data = [[], ...lines.map(() => [])];
  let plot = null;
  let markers = [];

  function showValues(index) {
    lines.forEach((line, i) => {
      const column = (line.shown ? line.shown() : data[i + 1]);
      setText(values[i], format(column[index ?? column.length - 1]));
    });
  }

  /* In the layer above the lines, so that a pointer finds their texts; placed again when the scale moves. */
  function placeMarkers(u) {
    const seen = markers.filter(({ time }) => time / 1000 >= u.scales.x.min && time / 1000 <= u.scales.x.max);
    const nodes = [...u.over.querySelectorAll(".marker")];
    nodes.slice(seen.length).forEach((node) => node.remove());
    seen.forEach(({ time, text }, i) => {
      const node = nodes[i] ?? u.over.appendChild(el("i", { class: "marker" }));
      node.style.left = `${u.valToPos(time / 1000, "x")}px`;
      node.title = `${clock(time)} ${text}`;
    });
    setText(marks, String(seen.length));
  }

  function draw() {
    plot?.destroy();
    plot = new globalThis.uPlot({
      width: Math.max(place.clientWidth, 200),
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
      scales: { y: { range: (u, least, most) => range(least, most) } },
      axes: [axis(), axis(format, 58)],
      series: [{}, ...lines.map((line) => ({
        stroke: value(line.color),
        width: line.dash ? 1.5 : 2,
        dash: line.dash ? [5, 4] : undefined,
        fill: line.fill ? `color-mix(in srgb, ${value(line.color)} 55%, ${value("--surface")})` : undefined,
        points: { show: false },
      }))],
      hooks: { setCursor: [(u) => showValues(u.cursor.idx)], draw: [placeMarkers] },
    }, data, place);
  }

  const size = new ResizeObserver(() => {
    if (place.clientWidth > 0) {
      plot ? plot.setSize({ width: place.clientWidth, height: HEIGHT }) : draw();
    }
  });
  size.observe(place);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", draw);
  return {
    element,
    /** Columns: the times in milliseconds, then one per line. */
    setData([times, ...columns]) {
      data = [times.map((time) => time / 1000), ...columns];
      plot?.setData(data);
      showValues(plot?.cursor.idx);
    },
    /** Each with its time in milliseconds, and a text. */
    setMarkers(all) {
      markers = all;
      if (plot) {
        placeMarkers(plot);
      }
    },
    close() {
      size.disconnect();
      scheme.removeEventListener("change", draw);
      plot?.destroy();
    },
  };
}
