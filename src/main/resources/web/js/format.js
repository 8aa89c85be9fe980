// Numbers and times as people read them.

const NONE = "–";
const SHORT_LINE = 48;

function known(value) {
  return typeof value === "number" && Number.isFinite(value);
}

export function percent(value, digits = 1) {
  return known(value) ? `${(100 * value).toFixed(digits)} %` : NONE;
}

/** A share: none is 0 %, and a small one is not none. */
export function share(value) {
  const whole = percent(value, 0);
  return (whole === "0 %" && value > 0) ? "< 1 %" : (whole === "100 %" && value < 1) ? "> 99 %" : whole;
}

export function count(value) {
  return known(value) ? Math.round(value).toLocaleString("en") : NONE;
}

/** A number that may be large, with one digit after the point. */
export function grouped(value) {
  return known(value) ? value.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : NONE;
}

export function decimal(value, digits = 3) {
  if (!known(value)) {
    return NONE;
  }
  const size = Math.abs(value);
  if (size >= 1e7 || (digits >= 3 && size !== 0 && size < 10 ** -digits)) {
    return value.toExponential(2);
  }
  return value.toFixed(size >= 1000 ? 0 : size >= 10 ? Math.min(digits, 2) : digits);
}

export function signed(value, digits = 2) {
  return known(value) && value > 0 ? `+${decimal(value, digits)}` : decimal(value, digits);
}

/** An interval: two numbers, or nothing. */
export function range(interval) {
  return interval === undefined ? "" : `${decimal(interval[0], 2)} to ${decimal(interval[1], 2)}`;
}

/** The interval of a share, in percent. */
export function shareRange(interval, digits = 0, unit = " %") {
  const [low, high] = (interval ?? []).map((share) => (100 * share).toFixed(digits));
  return interval === undefined ? "" : `${low}–${high}${unit}`;
}

/** A remark, if there is any. */
export function bracketed(text) {
  return text === "" ? "" : ` (${text})`;
}

/** A structure as text, with short parts on one line. */
export function compact(value, indent = "") {
  const line = JSON.stringify(value, null, 1)?.replace(/\s*\n\s*/g, " ") ?? "";
  if (value === null || typeof value !== "object" || indent.length + line.length <= SHORT_LINE) {
    return line;
  }
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => deeper + compact(one, deeper))
    : Object.entries(value).map(([name, one]) => `${deeper}${JSON.stringify(name)}: ${compact(one, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** A time span, in the largest unit that it has at least two of. */
export function duration(seconds) {
  if (!known(seconds)) {
    return NONE;
  }
  const [size, unit] = [[86_400, "d"], [3_600, "h"], [60, "min"]].find(([length]) => seconds >= 2 * length) ?? [1, "s"];
  return `${(seconds / size).toFixed(1)} ${unit}`;
}

export function clock(millis) {
  return new Date(millis).toLocaleTimeString("en-GB");
}

export function date(millis) {
  return new Date(millis).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
