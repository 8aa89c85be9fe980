// Shows one screen at a time and passes events to it.

import { el, setText } from "./dom.js";
import { get } from "./api.js";
import { alarmBook, announcer } from "./alarms.js";
import { chooseColors } from "./colors.js";
import { instance } from "./instance.js";
import { listen } from "./live.js";
import { model as modelScreen } from "./model.js";
import { overview } from "./overview.js";
import { predictions } from "./predictions.js";
import { quality } from "./quality.js";
import { review } from "./review.js";
import { tryIt } from "./try.js";
import { versions } from "./versions.js";

const SCREENS = { overview, model: modelScreen, predictions, review, quality, versions, try: tryIt, instance };
const REFRESH_MILLIS = 2000;

const node = (id) => document.getElementById(id);
const alarms = alarmBook();
let models = [];
let shown = null; // { name, model, screen }
let refreshing = false;
let again = false; // another screen was opened while the last one was being refreshed

/** Reads #/screen/model. */
function route() {
  const [name, model] = location.hash.replace(/^#\/?/, "").split("/");
  return {
    name: Object.hasOwn(SCREENS, name) ? name : "overview",
    model: model ? decodeURIComponent(model) : null,
  };
}

function address(name, model) {
  return model === null ? `#/${name}` : `#/${name}/${encodeURIComponent(model)}`;
}

function showNavigation(name, model) {
  node("screens").replaceChildren(...Object.entries(SCREENS).map(([key, screen]) =>
    el("li", {}, el("a", { href: address(key, model), "aria-current": key === name ? "page" : null }, screen.title))));
  const labels = models.map((known) => known.model);
  const options = [...node("models").options].map((option) => option.value);
  if (labels.join("\n") !== options.join("\n")) {
    node("models").replaceChildren(...labels.map((label) => el("option", { value: label }, label)));
  }
  if (model !== null) {
    node("models").value = model;
  }
}

/* The busiest model is what a visitor most likely wants to see. It stays: another one may be the busiest soon. */
function someModel(known) {
  const rate = ({ learnedPerSecond = 0, predictedPerSecond = 0 }) => learnedPerSecond + predictedPerSecond;
  const busiest = [...models].sort((a, b) => rate(b) - rate(a) || b.examples - a.examples)[0]?.model ?? null;
  return known.includes(shown?.model) ? shown.model : busiest;
}

function open() {
  const { name, model: wanted } = route();
  const known = models.map((one) => one.model);
  const model = known.includes(wanted) ? wanted : someModel(known);
  showNavigation(name, model);
  chooseColors(model, models.find((one) => one.model === model)?.priors ?? {});
  if (shown?.name === name && shown.model === model) {
    return;
  }
  const moved = shown !== null && shown.name !== name;
  shown?.screen.close?.();
  const screen = SCREENS[name].create({ model, models: () => models, alarms });
  shown = { name, model, screen };
  setText(node("title"), SCREENS[name].title);
  document.title = `${SCREENS[name].title} · Bayou`;
  node("screen").replaceChildren(screen.element);
  if (moved) {
    node("main").focus({ preventScroll: true });
  }
  again = true;
  refresh();
}

async function refresh() {
  if (refreshing || document.hidden) {
    return;
  }
  refreshing = true;
  again = false;
  try {
    models = (await get("/models")).models;
    await alarms.load();
    open();
    again = false;
    await shown.screen.refresh?.();
    node("problem").hidden = true;
  } catch (problem) {
    setText(node("problem"), `Server error: ${problem.message}`);
    node("problem").hidden = false;
  } finally {
    refreshing = false;
  }
  if (again) {
    refresh();
  }
}

function say(state, text) {
  node("link").dataset.state = state;
  setText(node("link"), text);
}

function start() {
  node("skip").addEventListener("click", (event) => {
    event.preventDefault();
    node("main").focus();
  });
  node("models").addEventListener("change", (event) => {
    location.hash = address(route().name, event.target.value);
  });
  addEventListener("hashchange", open);
  document.addEventListener("visibilitychange", refresh);
  const announce = announcer(node("announcement"));
  listen({
    onopen: () => say("live", "live"),
    onerror: () => say("lost", "connection lost, reconnecting"),
    point: (point) => shown?.screen.point?.(point),
    prediction: (prediction) => shown?.screen.prediction?.(prediction),
    "dead-letter": (letter) => shown?.screen.deadLetter?.(letter),
    alarm: (alarm) => {
      alarms.add(alarm);
      announce(alarm);
      shown?.screen.alarm?.();
    },
  });
  setInterval(refresh, REFRESH_MILLIS);
  refresh();
}

start();
