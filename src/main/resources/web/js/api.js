// Calls the HTTP API.

import { request } from "./access.js";

export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Problem(response.status, body.detail ?? body.title ?? response.statusText);
  }
  return body;
}

export async function get(path) {
  return answer(await request(path, { headers: { Accept: "application/json" } }));
}

/** As get, but null for a 404. */
export async function find(path) {
  try {
    return await get(path);
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) {
      return null;
    }
    throw problem;
  }
}

export async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return answer(await request(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** The path of a model; parameters that are null are left out. */
export function modelPath(model, rest = "", parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null)).toString();
  return `/models/${encodeURIComponent(model)}${rest}${query === "" ? "" : `?${query}`}`;
}
