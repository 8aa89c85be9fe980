"use strict";

// Finds sections by words that begin like those of the query. The index is a script (search-index.js), so that it can be read
// from a file system.

const MOST = 20;
const query = document.getElementById("query");
const found = document.getElementById("found");
const menu = document.getElementById("menu");

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];

// How well a section answers: 0 if a word is missing. A title says more than a text, a whole word more than its beginning.
function score(entry, wanted) {
  let total = 0;
  for (const word of wanted) {
    const inTitle = best(entry.titleWords, word, 20);
    const inPage = best(entry.pageWords, word, 6);
    const at = entry.lower.indexOf(word);
    const inText = at < 0 ? 0 : 1 + Math.min(4, entry.lower.split(word).length - 2) / 2;
    if (inTitle + inPage + inText === 0) {
      return 0;
    }
    total += inTitle + inPage + inText;
  }
  return total;
}

function best(known, word, worth) {
  if (known.includes(word)) {
    return worth;
  }
  return known.some((other) => other.startsWith(word)) ? worth / 2 : 0;
}

let prepared = null;

function entries() {
  prepared ??= window.searchIndex.map((entry) => ({
    ...entry,
    lower: entry.text.toLowerCase(),
    titleWords: words(entry.title),
    pageWords: words(entry.page),
  }));
  return prepared;
}

function search(text) {
  const wanted = words(text);
  if (wanted.length === 0) {
    return [];
  }
  return entries()
    .map((entry) => ({ entry, value: score(entry, wanted) }))
    .filter((hit) => hit.value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, MOST)
    .map((hit) => ({ ...hit.entry, excerpt: excerpt(hit.entry, wanted) }));
}

function excerpt(entry, wanted) {
  const at = Math.max(0, ...wanted.map((word) => entry.lower.indexOf(word)));
  const start = Math.max(0, entry.text.lastIndexOf(" ", Math.max(0, at - 40)));
  const end = start + 140;
  return (start > 0 ? "… " : "") + entry.text.slice(start, end).trim() + (end < entry.text.length ? " …" : "");
}

function show(hits) {
  found.replaceChildren(...hits.map(item));
  if (hits.length === 0 && query.value.trim() !== "") {
    const nothing = document.createElement("li");
    nothing.className = "nothing";
    nothing.textContent = "Nothing has all of these words.";
    found.append(nothing);
  }
  found.hidden = query.value.trim() === "";
}

function item(hit) {
  const link = document.createElement("a");
  link.href = window.siteRoot + hit.address;
  const title = document.createElement("strong");
  title.textContent = hit.title === hit.page ? hit.page : hit.page + " › " + hit.title;
  const text = document.createElement("span");
  text.textContent = hit.excerpt;
  link.append(title, text);
  const line = document.createElement("li");
  line.append(link);
  return line;
}

query.addEventListener("input", () => show(search(query.value)));

document.getElementById("search").addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});

document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    query.focus();
  } else if (event.key === "Escape") {
    query.value = "";
    show([]);
    query.blur();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !found.hidden) {
    move(event);
  }
});

function move(event) {
  const links = [...found.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  (links[at] ?? query).focus();
}

menu.addEventListener("click", () => {
  const open = document.body.classList.toggle("menu-open");
  menu.setAttribute("aria-expanded", String(open));
});

// On a phone the list of parts would fill the first screen.
if (window.matchMedia("(max-width: 72rem)").matches) {
  document.querySelector(".parts")?.removeAttribute("open");
}
found.addEventListener("click", () => {
  found.hidden = true; // the link may lead to this very page
});
