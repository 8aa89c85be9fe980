// Creates elements. Labels, tokens and messages are untrusted: text only, never HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith("on")) {
      node.addEventListener(name.slice(2), value);
    } else if (value === true) {
      node.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, String(value));
    }
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element; strings among the children become text. */
export function el(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element. */
export function svg(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Sets a text only if it differs, so that nothing flickers and nothing is read out twice. */
export function setText(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

function patchStyle(node, style) {
  if (node.style.cssText !== style.cssText) {
    node.style.cssText = style.cssText; // not the attribute: the content security policy forbids that
  }
}

function patchNode(node, fresh) {
  if (node.nodeType === Node.TEXT_NODE) {
    setText(node, fresh.textContent);
    return;
  }
  for (const { name } of [...node.attributes].filter((one) => !fresh.hasAttribute(one.name) && one.name !== "style")) {
    node.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && node.getAttribute(name) !== value) {
      node.setAttribute(name, value);
    }
  }
  patchStyle(node, fresh.style);
  patch(node, ...fresh.childNodes);
}

/**
 * Makes the children of a node like the given ones, but keeps every element that is there already and
 * touches only what is different: nothing flickers, a selected text stays selected. Listeners of
 * the new ones are lost, so it is for what has none.
 */
export function patch(parent, ...children) {
  const wanted = children.map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  wanted.forEach((fresh, i) => {
    const node = parent.childNodes[i];
    if (node === undefined) {
      parent.append(fresh);
    } else if (node.nodeName === fresh.nodeName) {
      patchNode(node, fresh);
    } else {
      node.replaceWith(fresh);
    }
  });
  while (parent.childNodes.length > wanted.length) {
    parent.lastChild.remove();
  }
}

/** A titled part of a screen. */
export function card(title, ...children) {
  return el("section", { class: "card" }, el("h2", {}, title), ...children);
}

/** A table whose rows are updated in place. */
export function table(caption, columns) {
  const body = el("tbody");
  const head = el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)));
  const element = el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    el("table", {}, el("caption", { class: "hidden" }, caption), el("thead", {}, head), body));
  return {
    element,
    body,
    /** Rows of cells; a cell is a text or a node. The first one names its row. */
    setRows(rows) {
      patch(body,
        ...rows.map((cells) =>
          el("tr", {}, cells.map((cell, i) => (i === 0 ? el("th", { scope: "row" }, cell) : el("td", {}, cell))))));
    },
  };
}

/** Key figures. */
export function tiles(names) {
  const values = new Map();
  const element = el("dl", { class: "tiles" }, names.map((name) => {
    const value = el("dd", {}, "–");
    values.set(name, value);
    return el("div", { class: "tile" }, el("dt", {}, name), value);
  }));
  return { element, set: (name, text) => setText(values.get(name), text) };
}
