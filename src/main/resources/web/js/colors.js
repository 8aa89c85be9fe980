// A class has the same colour everywhere, also after the page was loaded again.

const COLORS = 8;

let order = []; // the labels of the model that is shown

/** Chooses the colours of a model's classes: the calm first one is that of the most frequent class, the next that of a rarer one. */
export function chooseColors(model, priors) {
  const key = `colors of ${model}`;
  const known = JSON.parse(localStorage.getItem(key) ?? "[]").filter((label) => Object.hasOwn(priors, label));
  const others = Object.keys(priors).filter((label) => !known.includes(label)).sort((a, b) => priors[b] - priors[a]);
  order = [...known, ...others];
  if (order.length > 1 && others.length > 0) { // of a single class nobody knows yet whether it is frequent
    localStorage.setItem(key, JSON.stringify(order.slice(0, COLORS)));
  }
}

/** The CSS variable of a class's colour. */
export function colorOf(label, labels) {
  const place = (order.includes(label) ? order : labels).indexOf(label);
  return place < 0 || place >= COLORS ? "--class-other" : `--class-${place}`;
}

/** The current value of a CSS variable, for canvases. */
export function value(variable) {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

/** Colours an element through the variable that its style sheet uses. */
export function paint(node, variable) {
  node.style.setProperty("--color", `var(${variable})`);
  return node;
}
