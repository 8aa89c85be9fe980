// Reads server-sent events. An EventSource cannot send a token.

import { request } from "./access.js";

const RECONNECT_MILLIS = 2000;

function dispatch(message, handlers) {
  const event = /^event: (.*)$/m.exec(message)?.[1];
  const data = /^data: (.*)$/m.exec(message)?.[1];
  if (data !== undefined) {
    handlers[event]?.(JSON.parse(data));
  }
}

async function read(response, handlers) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const messages = (rest + value).split("\n\n");
    rest = messages.pop();
    messages.forEach((message) => dispatch(message, handlers));
  }
}

/* A browser has six connections to a server for all its pages. One that is left, but kept for the way back, must not
 * hold one of them until the server sends something: the next page would wait for it. */
function untilLeft() {
  const left = new AbortController();
  addEventListener("pagehide", () => left.abort(), { once: true });
  return left.signal;
}

/** Subscribes; reconnects for ever. */
export async function listen({ onopen, onerror, ...handlers }) {
  for (;;) {
    try {
      const response = await request("/stream", { headers: { Accept: "text/event-stream" }, signal: untilLeft() });
      if (response.ok) {
        onopen();
        await read(response, handlers);
      }
    } catch (problem) {
      console.debug("the stream of events ended", problem);
    }
    onerror();
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MILLIS));
  }
}
