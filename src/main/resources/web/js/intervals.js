// Values that are intervals, as binned numbers have them: "<2", "[2, 3)", ">=3".

const NEXT_TO_NOTHING = 1e-15;

function endsOf(value) {
  const match = /^(?:<(.+)|>=(.+)|\[(.+), (.+)\))$/.exec(value);
  if (match === null) {
    return null;
  }
  const [, below, above, from, to] = match;
  const ends = [Number(from ?? above ?? -Infinity), Number(to ?? below ?? Infinity)];
  return ends.some(Number.isNaN) ? null : ends;
}

export const isInterval = (value) => endsOf(value) !== null;

/** Intervals by where they begin, everything else by name. */
export function bySize(one, other) {
  const [a, b] = [endsOf(one), endsOf(other)];
  return a !== null && b !== null ? a[0] - b[0] : one < other ? -1 : 1;
}

/** For people. */
export function spoken(value) {
  const ends = endsOf(value);
  if (ends === null) {
    return value;
  }
  const [from, to] = ends;
  if (Math.max(Math.abs(from), Math.abs(to)) < NEXT_TO_NOTHING) {
    return "0";
  }
  return from === -Infinity ? `below ${to}` : to === Infinity ? `${from} or more` : `${from} to ${to}`;
}
