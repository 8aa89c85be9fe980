// Calls the HTTP API.

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
  return answer(await fetch(path, { headers: { Accept: "application/json" } }));
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

/** @param token the value of http.token; may be empty */
export async function post(path, body, token) {
  const headers = { "Content-Type": "application/json" };
  if (token) {
    headers.Authorization = `Bearer ${token}`;
  }
  return answer(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

export function modelPath(model, rest = "", version = null) {
  const query = version === null ? "" : `?version=${version}`;
  return `/models/${encodeURIComponent(model)}${rest}${query}`;
}

/** Subscribes to server-sent events; the browser reconnects by itself. */
export function listen({ onopen, onerror, ...handlers }) {
  const source = new EventSource("/stream");
  source.addEventListener("open", onopen);
  source.addEventListener("error", onerror);
  for (const [event, handler] of Object.entries(handlers)) {
    source.addEventListener(event, (message) => handler(JSON.parse(message.data)));
  }
  return source;
}
