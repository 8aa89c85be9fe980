// The token of the server: asked for when it wants one, kept for this tab, sent with every request.

import { el } from "./dom.js";

const KEPT = "bayou.token";

let asking = null; // a promise, while the dialog is open
let declined = false; // reading goes on by itself, so it asks only once

function ask(why) {
  const token = el("input", { type: "password", autocomplete: "off", required: true });
  const dialog = el("dialog", { "aria-labelledby": "token-title" },
    el("form", { method: "dialog" }, el("h2", { id: "token-title" }, "Token required"), el("p", {}, why),
      el("label", { class: "field" }, el("span", {}, "Token"), token),
      el("p", { class: "tools" },
        el("button", { value: "yes", class: "main" }, "Use this token"),
        el("button", { value: "no", formnovalidate: true }, "Cancel"))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes" ? token.value : null);
    }, { once: true });
  });
}

async function detail(response) {
  return (await response.clone().json().catch(() => ({}))).detail ?? response.statusText;
}

async function openDialog(response) {
  const token = await ask(await detail(response));
  declined = token === null;
  if (!declined) {
    sessionStorage.setItem(KEPT, token);
  }
}

/* One dialog for all requests that wait; false if there is no token to try. */
async function askOnce(response) {
  asking ??= openDialog(response).finally(() => {
    asking = null;
  });
  await asking;
  return !declined;
}

/** As fetch, with the token; asks for one if it is missing, wrong or does not suffice. */
export async function request(path, { headers, ...options } = {}) {
  const changes = options.method === "POST";
  for (;;) {
    const token = sessionStorage.getItem(KEPT);
    const response = await fetch(path, { ...options, headers: token === null ? headers : { ...headers, Authorization: `Bearer ${token}` } });
    const refused = response.status === 401 || (changes && response.status === 403);
    if (!refused || (declined && !changes)) {
      return response;
    }
    if (token === sessionStorage.getItem(KEPT) && !(await askOnce(response))) {
      return response;
    }
  }
}
