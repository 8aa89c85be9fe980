// A class has the same colour everywhere: by its index among the labels of its model.

const COLORS = 8;

/** The CSS variable of a class's colour. */
export function colorOf(label, labels) {
  const place = labels.indexOf(label);
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
