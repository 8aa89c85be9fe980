// The ticks of an axis.

const STEPS = [1, 2, 5, 10];

/** About this many round numbers in a range. */
export function ticks(from, to, about) {
  const rough = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((one) => one * power >= rough);
  const all = [];
  for (let i = Math.ceil(from / step); i * step <= to; i++) {
    all.push(i * step + 0); // not -0
  }
  return all;
}

/** A tick with as many digits as its neighbours need. */
export function labelOf(tick, all) {
  const step = all.length > 1 ? all[1] - all[0] : Math.abs(tick) || 1;
  const size = Math.max(...all.map(Math.abs));
  if (size >= 1e6 || size < 1e-3) {
    return tick === 0 ? "0" : tick.toExponential(Math.max(0, Math.ceil(Math.log10(size / step))));
  }
  const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step * 1.0001))));
  return tick.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
