// Scores events with a model that 'bayou models export --format json' wrote: docs/model-json.md. This file stands alone, for
// browsers and Node.

const FORMAT = 1;
const MAX_NUMBER = 1e100;
const MIN_NUMBER = 1e-100;
const MAX_DISTANCE = 1e300;
const LN_2_PI = Math.log(2 * Math.PI);
const MISSING = -1;
const UNKNOWN = -2;

/**
 * A model, from the parsed JSON. Its score({feature: value}) answers an event: {label, posterior, logEvidence, set, novel}. A value
 * is a number, a boolean, a string or a list of tokens; null, or none, if it is missing.
 */
export function modelOf(document) {
  if (document?.bayouScoring === undefined) {
    throw new Error("this is no model as JSON; write one with 'bayou models export --format json'");
  }
  if (document.bayouScoring !== FORMAT) {
    throw new Error(`the model has format ${document.bayouScoring}, this scorer reads ${FORMAT}`);
  }
  const { model, version, learner, examples } = document;
  const answerer = scorerOf(document.scorer);
  return { model, version, learner, examples, score: (features) => scoreOf(answerer(new Map(Object.entries(features)))) };
}

function scoreOf(answer) {
  return {
    label: answer.best < 0 ? null : answer.labels[answer.best],
    posterior: Object.fromEntries(answer.labels.map((label, c) => [label, answer.probabilities[c]])),
    logEvidence: answer.logEvidence,
    set: answer.set,
    novel: answer.novel,
  };
}

function scorerOf(form) {
  const make = SCORERS[form.type];
  if (!make) {
    throw new Error(`this scorer does not know '${form.type}'; is it older than the model?`);
  }
  return make(form);
}

const SCORERS = {
  bayes: bayesOf,
  forest: forestOf,
  logistic: logisticOf,
  average: averageOf,
  calibrated: calibratedOf,
  reference: referenceOf,
  quadratic: quadraticOf,
  lags: lagsOf,
};

// Answers

/* In a file null is the logarithm of 0. */
const logsOf = (values) => values.map((value) => value ?? -Infinity);

function answerOf(labels, logPrior, logJoint, hasEvidence = false) {
  const answer = { labels, logJoint, probabilities: [], best: -1, impossible: false, logEvidence: null, set: null, novel: false };
  if (labels.length > 0) {
    answer.best = bestOf(logPrior, logJoint);
    normalise(answer, logPrior, hasEvidence);
  }
  return answer;
}

/* Ties go to the higher prior, then to the first label. */
function bestOf(logPrior, logJoint) {
  let best = 0;
  for (let c = 1; c < logJoint.length; c++) {
    if (logJoint[c] > logJoint[best] || (logJoint[c] === logJoint[best] && logPrior[c] > logPrior[best])) {
      best = c;
    }
  }
  return best;
}

function normalise(answer, logPrior, hasEvidence) {
  answer.impossible = answer.logJoint[answer.best] === -Infinity;
  const by = answer.impossible ? logPrior : answer.logJoint;
  const top = by[answer.best];
  if (top === -Infinity) {
    answer.probabilities = by.map(() => 1 / by.length);
    return;
  }
  const shares = by.map((value) => Math.exp(value - top));
  const total = sumOf(shares);
  answer.probabilities = shares.map((share) => share / total);
  if (hasEvidence && !answer.impossible) {
    answer.logEvidence = top + Math.log(total);
  }
}

function sumOf(numbers) {
  let sum = 0;
  for (const number of numbers) {
    sum += number;
  }
  return sum;
}

// Values of events

const NUMERAL = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;
const MAX_NUMERAL = 64;

/* A number as a model takes it: null if it is missing, 0 if it is next to 0. */
function finite(number) {
  const size = Math.abs(number);
  return size <= MAX_NUMBER ? (size < MIN_NUMBER ? 0 : number) : null;
}

/* A number, or a string that spells one. */
function numberOf(value) {
  if (typeof value === "string" && value.length <= MAX_NUMERAL && NUMERAL.test(value)) {
    return finite(Number(value));
  }
  return typeof value === "number" ? finite(value) : null;
}

const numberOrTruth = (value) => (typeof value === "boolean" ? Number(value) : numberOf(value));

/* A number as a category, as Java writes it. */
function spelled(number) {
  if (Number.isInteger(number) && Math.abs(number) < 1e15) {
    return String(number);
  }
  const size = Math.abs(number);
  if (size >= 1e-3 && size < 1e7) {
    return String(number);
  }
  const [digits, exponent] = number.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}

/* Reads the place of an event's value among the values of a feature, or MISSING or UNKNOWN. */
function discreteOf(form, values = form.values) {
  const places = new Map(values.map((value, place) => [value, place]));
  const intervals = (form.intervals ?? []).map(([low, high, place]) => [low ?? -Infinity, high ?? Infinity, place]);
  return (event) => {
    const given = event.get(form.feature);
    const value = typeof given === "number" ? finite(given) : given;
    const number = form.kind === "interval" || (form.kind === "any" && typeof value === "number") ? numberOf(value) : null;
    if (number !== null) {
      return intervals.find(([low, high]) => low <= number && number < high)?.[2] ?? UNKNOWN;
    }
    const text = categoryOf(form.kind, value);
    return text === null ? MISSING : (places.get(text) ?? UNKNOWN);
  };
}

function categoryOf(kind, value) {
  if (typeof value === "string") {
    return ["string", "value", "any"].includes(kind) ? value : null;
  }
  if (typeof value === "boolean") {
    return ["truth", "value", "any"].includes(kind) ? String(value) : null;
  }
  if (typeof value === "number" && kind === "truth") {
    return value === 0 ? "false" : value === 1 ? "true" : null;
  }
  return typeof value === "number" && kind === "value" ? spelled(value) : null;
}

// Texts: words by the rules of Unicode (UAX #29), for ASCII

const CORE = "(?:[A-Za-z0-9](?:(?<=[A-Za-z])[:.'](?=[A-Za-z])|(?<=[0-9])[,;.'](?=[0-9]))?)+";
const WORD = new RegExp(`_*${CORE}(?:_+${CORE})*_*`, "g");
const MAX_WORD = 200;

/* Reads the tokens of an event's text with their counts; null if it has none. */
function textOf(form) {
  const shift = form.hash === undefined ? null : BigInt(64 - form.hash);
  return (event) => {
    const tokens = tokensOf(form, event.get(form.feature));
    if (tokens === null) {
      return null;
    }
    const counts = new Map();
    for (const [token, times] of tokens) {
      const name = shift === null ? token : `#${stableHash(token) >> shift}`;
      counts.set(name, (counts.get(name) ?? 0) + times);
    }
    return counts;
  };
}

function tokensOf(form, value) {
  if (typeof value === "string") {
    return form.strings ? cut(form, value).map((token) => [token, 1]) : null;
  }
  if (Array.isArray(value)) {
    return value.map((token) => [token, 1]);
  }
  return value !== null && typeof value === "object" ? Object.entries(value) : null;
}

function cut(form, text) {
  for (const option of ["pattern", "stopWords", "stemming"]) {
    if (form[option] !== undefined) {
      refuse(form, `its texts are cut with '${option}'`);
    }
  }
  if (/[^\0-\x7f]/.test(text)) {
    refuse(form, "the text has characters beyond ASCII");
  }
  const words = (form.lowerCase ? text.toLowerCase() : text).match(WORD) ?? [];
  if (words.some((word) => word.length > MAX_WORD)) {
    refuse(form, `the text has a word of more than ${MAX_WORD} characters`);
  }
  const tokens = [];
  for (let size = 1; size <= form.ngrams; size++) {
    for (let start = 0; start + size <= words.length; start++) {
      tokens.push(words.slice(start, start + size).join(" "));
    }
  }
  return tokens;
}

function refuse(form, why) {
  throw new Error(`feature '${form.feature}': ${why}, which only Java can cut; pass a list of tokens`);
}

function stableHash(token) {
  let h = 0xcbf29ce484222325n;
  for (let i = 0; i < token.length; i++) {
    h = BigInt.asUintN(64, (h ^ BigInt(token.charCodeAt(i))) * 0x100000001b3n);
    h ^= h >> 32n;
  }
  return finalized(h);
}

/* The finalizer of SplitMix64. */
function finalized(value) {
  let h = BigInt.asUintN(64, (value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n);
  h = BigInt.asUintN(64, (h ^ (h >> 27n)) * 0x94d049bb133111ebn);
  return h ^ (h >> 31n);
}

// Bayes' rule: a prior, and terms whose scores add up

const TERMS = {
  normal: normalOf,
  student: studentOf,
  binomial: binomialOf,
  discrete: valuesOf,
  tokens: tokenTermOf,
  "joint-normal": jointNormalOf,
  network: networkOf,
  aode: oneDependenceOf,
};

function bayesOf(form) {
  const logPrior = logsOf(form.logPrior);
  const terms = form.terms.map((term) => TERMS[term.type](term, logPrior));
  return (event) => {
    const scores = form.labels.map(() => 0);
    for (const add of terms) {
      add(event, scores);
    }
    return answerOf(form.labels, logPrior, logPrior.map((prior, c) => prior + scores[c]), form.evidence);
  };
}

function normalOf(form) {
  const { mean, meanRest, precision } = form;
  const truth = form.probabilityOfOne ? [form.probabilityOfZero.map(Math.log), form.probabilityOfOne.map(Math.log)] : [];
  return (event, scores) => {
    const x = numberOf(event.get(form.feature));
    if (x === null) {
      return;
    }
    const logs = x === 0 || x === 1 ? truth[x] : undefined;
    for (let c = 0; c < scores.length; c++) {
      if (logs) {
        scores[c] += logs[c];
      } else if (precision[c] > 0) {
        const d = x - mean[c] - meanRest[c];
        scores[c] -= 0.5 * (Math.min(d * d * precision[c], MAX_DISTANCE) + LN_2_PI - Math.log(precision[c]));
      }
    }
  };
}

function studentOf(form) {
  return (event, scores) => {
    const x = numberOf(event.get(form.feature));
    for (let c = 0; x !== null && c < scores.length; c++) {
      if (form.degrees[c] > 0) {
        const d = x - form.location[c];
        const spread = Math.log1p(Math.min(d * d * form.factor[c], MAX_DISTANCE));
        scores[c] += form.constant[c] - 0.5 * (form.degrees[c] + 1) * spread;
      }
    }
  };
}

function binomialOf(form) {
  const success = logsOf(form.logSuccess);
  const failure = logsOf(form.logFailure);
  return (event, scores) => {
    const k = numberOf(event.get(form.feature));
    if (!Number.isInteger(k) || k < 0 || k > form.trials) {
      return;
    }
    const rest = form.trials - k;
    let choose = 0;
    for (let i = 1; i <= Math.min(k, rest); i++) {
      choose += Math.log((form.trials - i + 1) / i);
    }
    for (let c = 0; c < scores.length; c++) {
      if (success[c] !== 0 || failure[c] !== 0) {
        scores[c] += choose + (k > 0 ? k * success[c] : 0) + (rest > 0 ? rest * failure[c] : 0);
      }
    }
  };
}

function valuesOf(form) {
  const read = discreteOf(form);
  const known = form.probabilities.map((row) => row.map(Math.log));
  const unknown = form.unknown?.map(Math.log);
  return (event, scores) => {
    const place = read(event);
    addTo(scores, place === UNKNOWN ? unknown : known[place]);
  };
}

function addTo(scores, row, times = 1) {
  for (let c = 0; row && c < scores.length; c++) {
    scores[c] += times * row[c];
  }
}

const mapOf = (object, change) => new Map(Object.entries(object ?? {}).map(([key, value]) => [key, change(value)]));

function tokenTermOf(form, logPrior) {
  const read = textOf(form);
  const weights = mapOf(form.weights, logsOf);
  const scorePresence = form.present ? presenceOf(form, logPrior) : null;
  return (event, scores) => {
    const counts = read(event);
    if (counts === null) {
      return;
    }
    if (scorePresence) {
      scorePresence(counts, scores);
      return;
    }
    for (const [token, times] of counts) {
      addTo(scores, weights.get(token), times);
    }
  };
}

function presenceOf(form, logPrior) {
  const present = mapOf(form.present, logsOf);
  const absent = mapOf(form.absent, logsOf);
  // By class the sum over all tokens, and how many cannot be absent.
  const none = logPrior.map((_, c) => sumOf([...absent.values()].map((row) => (row[c] === -Infinity ? 0 : row[c]))));
  const certain = logPrior.map((_, c) => [...absent.values()].filter((row) => row[c] === -Infinity).length);
  return (counts, scores) => {
    const known = [...counts.keys()].filter((token) => present.has(token));
    for (let c = 0; c < scores.length; c++) {
      let missing = certain[c];
      let score = none[c];
      for (const token of known) {
        const without = absent.get(token)[c];
        score += present.get(token)[c] - (without === -Infinity ? 0 : without);
        missing -= without === -Infinity ? 1 : 0;
      }
      scores[c] += missing > 0 ? -Infinity : score;
    }
  };
}

const MIN_PIVOT = 1e-12;
const MAX_DEVIATION = 1e100;
const MAX_WHITENED = 1e150;

const clip = (x, most) => Math.max(-most, Math.min(x, most));

function jointNormalOf(form) {
  return (event, scores) => {
    const values = form.features.map((name) => numberOrTruth(event.get(name)));
    const factors = form.matrices.map((matrix) => factorOf(matrix, values));
    for (let c = 0; c < scores.length; c++) {
      const m = factors.length > 1 ? c : 0;
      const { columns, rows, volume } = factors[m];
      const white = [];
      columns.forEach((j, i) => {
        let residual = clip((values[j] - form.mean[c][j] - form.meanRest[c][j]) * form.matrices[m].scale[j], MAX_DEVIATION);
        for (let k = 0; k < i; k++) {
          residual -= rows[i][k] * white[k];
        }
        white.push(clip(residual / rows[i][i], MAX_WHITENED));
      });
      scores[c] -= 0.5 * (Math.min(sumOf(white.map((w) => w * w)), MAX_DISTANCE) + volume);
    }
  };
}

/* The Cholesky factor of the correlations between the columns that have a value. */
function factorOf({ scale, correlation }, values) {
  const columns = scale.map((_, j) => j).filter((j) => scale[j] > 0 && values[j] !== null);
  const rows = [];
  let volume = 0;
  columns.forEach((column, i) => {
    const row = [];
    let pivot = 1;
    for (let k = 0; k < i; k++) {
      let known = 0;
      for (let n = 0; n < k; n++) {
        known += row[n] * rows[k][n];
      }
      row.push((correlation[column][columns[k]] - known) / rows[k][k]);
      pivot -= row[k] * row[k];
    }
    row.push(Math.sqrt(Math.max(pivot, MIN_PIVOT)));
    rows.push(row);
    volume += Math.log(2 * Math.PI * (row[i] / scale[column]) ** 2);
  });
  return { columns, rows, volume };
}

// Bayesian networks

function networkOf(form, logPrior) {
  const { nodes, order, elimination } = form;
  const reads = nodes.map((node) => discreteOf(node));
  const sizes = nodes.map((node) => node.values.length + (node.unknown === "missing" ? 0 : 1));
  const domains = nodes.map((node, j) => sizes[j] - (node.unknown === "observed" ? 1 : 0));

  function observe(event) {
    return reads.map((read, j) => {
      const code = read(event);
      return code === UNKNOWN ? (nodes[j].unknown === "missing" ? MISSING : sizes[j] - 1) : code;
    });
  }

  /* The nodes without a value on which one with a value depends. */
  function summedOf(codes) {
    const summed = nodes.map(() => false);
    const sumOver = (parents) => parents.forEach((parent) => (summed[parent] ||= codes[parent] === MISSING));
    sumOver(form.class?.parents ?? []);
    for (const j of [...order].reverse()) {
      if (summed[j] || codes[j] !== MISSING) {
        sumOver(nodes[j].parents);
      }
    }
    return summed;
  }

  function combinations(scope) {
    const cells = scope.reduce((product, j) => product * domains[j], 1);
    if (form.maxCells !== undefined && cells > form.maxCells) {
      const names = scope.map((j) => `'${nodes[j].feature}'`).join(", ");
      throw new Error(
        `the event needs a sum over ${cells} combinations, and the model estimates sums of more than ${form.maxCells}; ` +
          `send more of ${names}, or ask Bayou`,
      );
    }
    return scope.reduce(
      (all, j) => all.flatMap((head) => Array.from({ length: domains[j] }, (_, code) => [...head, code])),
      [[]],
    );
  }

  /* The logarithm of a number; of a table, which is added to the factors, 0. */
  function family(variables, table, codes, summed, factors) {
    const scope = [];
    const strides = [];
    let offset = 0;
    let stride = 1;
    for (const j of [...variables].reverse()) {
      if (summed[j]) {
        scope.push(j);
        strides.push(stride);
      } else {
        offset += codes[j] * stride;
      }
      stride *= sizes[j];
    }
    if (scope.length === 0) {
      return Math.log(table[offset]);
    }
    const cells = combinations(scope).map((each) => table[offset + sumOf(each.map((code, k) => code * strides[k]))]);
    factors.push({ scope, cells });
    return 0;
  }

  function cellOf({ scope, cells }, codeOf) {
    return cells[scope.reduce((index, j) => index * domains[j] + codeOf.get(j), 0)];
  }

  /* The sum over a variable, scaled so that its largest cell is 1. */
  function eliminate(variable, factors) {
    const all = [...new Set(factors.flatMap((factor) => factor.scope))].filter((j) => j !== variable);
    const sums = combinations(all).map(() => 0);
    combinations([...all, variable]).forEach((each, i) => {
      const codeOf = new Map([...all, variable].map((j, k) => [j, each[k]]));
      sums[Math.floor(i / domains[variable])] += factors.reduce((product, factor) => product * cellOf(factor, codeOf), 1);
    });
    const largest = Math.max(...sums);
    return { scale: Math.log(largest), scope: all, cells: sums.map((sum) => (largest > 0 ? sum / largest : 1)) };
  }

  function logOf(c, codes, summed) {
    let factors = [];
    let total = 0;
    nodes.forEach((node, j) => {
      if (summed[j] || codes[j] !== MISSING) {
        total += family([...node.parents, j], node.tables.length > 1 ? node.tables[c] : node.tables[0], codes, summed, factors);
      }
    });
    if (form.class) {
      total += family(form.class.parents, form.class.tables[c], codes, summed, factors);
    }
    for (const variable of elimination) {
      const concerned = factors.filter((factor) => factor.scope.includes(variable));
      if (concerned.length > 0) {
        const sum = eliminate(variable, concerned);
        total += sum.scale;
        factors = [...factors.filter((factor) => !factor.scope.includes(variable)), sum];
      }
    }
    return total + sumOf(factors.map((factor) => Math.log(factor.cells[0])));
  }

  return (event, scores) => {
    const codes = observe(event);
    const summed = summedOf(codes);
    for (let c = 0; c < scores.length; c++) {
      const log = logOf(c, codes, summed);
      scores[c] += form.class && log > -Infinity ? log - logPrior[c] : log;
    }
  };
}

// Averaged one-dependence estimators

function oneDependenceOf(form, logPrior) {
  const { features, classPrior, paired } = form;
  const reads = features.map((feature) => discreteOf(feature));
  const totals = features.map((feature) => sumOf(feature.totals));
  const pairs = new Map(
    form.pairs.map((pair) => [pair.features.join(), { ...pair, joint: new Map(pair.joint.map(([a, b, ...n]) => [`${a},${b}`, n])) }]),
  );

  function naive(j, code, c) {
    if (code === MISSING || (code === UNKNOWN && !features[j].unknown)) {
      return 1;
    }
    return ((code >= 0 ? features[j].counts[code][c] : 0) + 1) / (features[j].totals[c] + features[j].cells);
  }

  function ofParent(i, code, c) {
    const ofClass = 1 / logPrior.length;
    const count = features[i].counts[code][c] + ofClass / features[i].cells;
    return count / (classPrior ? features[i].totals[c] + ofClass : totals[i] + 1);
  }

  /* P(value of j | class, value of i) */
  function given(i, j, codes, c) {
    const share = 1 / features[j].cells;
    if (j >= paired) {
      return (features[j].counts[codes[j]][c] + share) / (features[j].totals[c] + 1);
    }
    const [low, high] = i < j ? [i, j] : [j, i];
    const pair = pairs.get(`${low},${high}`);
    const count = pair.joint.get(`${codes[low]},${codes[high]}`)?.[c] ?? 0;
    return (count + share) / ((i < j ? pair.first : pair.second)[codes[i]][c] + 1);
  }

  function logOf(c, codes, known, parents) {
    if (parents.length === 0) {
      return sumOf(codes.map((code, j) => Math.log(naive(j, code, c))));
    }
    const logs = parents.map(
      (i) => Math.log(ofParent(i, codes[i], c)) + sumOf(known.map((j) => (j === i ? 0 : Math.log(given(i, j, codes, c))))),
    );
    const top = Math.max(...logs);
    const joint = top + Math.log(sumOf(logs.map((log) => Math.exp(log - top))) / parents.length);
    return classPrior ? joint : joint - logPrior[c];
  }

  return (event, scores) => {
    const codes = reads.map((read) => read(event));
    const known = codes.map((_, j) => j).filter((j) => codes[j] >= 0);
    const parents = known.filter((j) => features[j].superparent && sumOf(features[j].counts[codes[j]]) > 0);
    for (let c = 0; c < scores.length; c++) {
      scores[c] += logPrior[c] > -Infinity ? logOf(c, codes, known, parents) : 0;
    }
  };
}

// A forest whose trees cut where hashes say, averaged over all prunings

const GAMMA = 0x9e3779b97f4a7c15n;
const [RATE, SCALE, OFFSET, FIRST_CUT] = [1n, 2n, 3n, 4n];
const DEPTH = 64;
const GROUP = 8;
const VALUE_BITS = DEPTH - DEPTH / GROUP;
const MAX_PLANS = 64;
const BELOW_HALF = 0.5 - 2 ** -22; // so that no position is 1
const LAST_WITHIN = 0.999;

function mix(one, other) {
  return finalized(finalized(BigInt.asUintN(64, one + GAMMA)) ^ BigInt.asUintN(64, other * GAMMA));
}

const uniform = (hash, purpose) => (Number(mix(hash, purpose) >> 12n) + 0.5) * 2 ** -52;

/* By operations that give the same bits in every language. */
function exponential(hash, purpose) {
  let m = uniform(hash, purpose);
  let doublings = 0;
  while (m < 0.7071067811865476) {
    m *= 2;
    doublings++;
  }
  const s = (m - 1) / (m + 1);
  let series = 0;
  for (let k = 23; k > 0; k -= 2) {
    series = series * (s * s) + 1 / k;
  }
  return doublings * 0.6931471805599453 - 2 * s * series;
}

/* When a feature is cut in a tree, and the bits of its values. */
function clockOf(tree, name) {
  const nameHash = stableHash(name);
  const hash = mix(tree, nameHash);
  const rate = uniform(hash, RATE);
  const scale = 0.5 + 0.5 * uniform(hash, SCALE);
  const offset = uniform(hash, OFFSET) * (1 - scale);
  const times = [];
  function time(cut) {
    while (cut >= times.length) {
      times.push((times.at(-1) ?? 0) + exponential(hash, FIRST_CUT + BigInt(times.length)) / rate);
    }
    return times[cut];
  }
  const bits = (value) =>
    typeof value === "bigint" ? finalized(value ^ hash) : BigInt(Math.trunc((offset + scale * value) * 2 ** 53)) << 11n;
  return { nameHash, time, bits };
}

/* Which bit of which feature each bit of a key is, for events with the same features. */
function keyOf(clocks) {
  const cuts = clocks.map(() => 0);
  const places = [];
  let others = 0n;
  let group = 0n;
  for (let i = 0; i < VALUE_BITS; i++) {
    let f = 0;
    for (let other = 1; other < clocks.length; other++) {
      f = clocks[other].time(cuts[other]) < clocks[f].time(cuts[f]) ? other : f;
    }
    const before = Math.floor(i / (GROUP - 1)) * GROUP;
    places.push([f, BigInt(DEPTH - 1 - cuts[f]++), BigInt(DEPTH - 2 - before - (i % (GROUP - 1)))]);
    group = mix(group, clocks[f].nameHash);
    if (i % (GROUP - 1) === GROUP - 2) {
      others |= (group & 1n) << BigInt(DEPTH - 1 - before);
    }
  }
  return (values) => {
    const bits = clocks.map((clock, f) => clock.bits(values[f]));
    return places.reduce((key, [f, from, to]) => key | (((bits[f] >> from) & 1n) << to), others);
  };
}

/* How many bits are the same from the first one on. */
function commonOf(key, other) {
  const high = Math.clz32(Number((key ^ other) >> 32n));
  return high < 32 ? high : 32 + Math.clz32(Number((key ^ other) & 0xffffffffn));
}

const bitOf = (key, level) => Number((key >> BigInt(DEPTH - 1 - level)) & 1n);

/* A tree adds the weighted mean over its prunings. */
function treeOf(form, tree) {
  const keys = form.keys.map((key) => BigInt(`0x${key}`));
  const unused = BigInt(DEPTH - form.depth);
  let branches = 0;

  function nodeOf(start, end) {
    if (end === start + 1) {
      const counts = form.counts[start];
      return { key: keys[start], level: form.depth, stop: 1, stopAbove: 0.5, counts, total: sumOf(counts), children: null };
    }
    const level = commonOf(keys[start], keys[end - 1]);
    const [stop, stopAbove] = [form.stop[branches], form.stopAbove[branches]];
    branches++;
    let middle = start;
    while (bitOf(keys[middle], level) === 0) {
      middle++;
    }
    const children = [nodeOf(start, middle), nodeOf(middle, end)];
    const counts = children[0].counts.map((count, c) => count + children[1].counts[c]);
    return { key: keys[start], level, stop, stopAbove, counts, total: sumOf(counts), children };
  }

  function addEstimate({ counts, total }, weight, shares) {
    for (let c = 0; weight > 0 && c < counts.length; c++) {
      shares[c] += (weight * (counts[c] + 1 / counts.length)) / (total + 1);
    }
  }

  const root = nodeOf(0, keys.length);
  const clocks = new Map();
  const clockFor = (name) => clocks.get(name) ?? clocks.set(name, clockOf(tree, name)).get(name);

  function add(whole, shares) {
    const key = (whole >> unused) << unused;
    let rest = form.weight;
    for (let node = root; node !== null; node = node.children && node.children[bitOf(key, node.level)]) {
      const parts = commonOf(node.key, key) < node.level;
      const stop = parts ? node.stopAbove : node.stop;
      addEstimate(node, rest * stop, shares);
      rest *= 1 - stop;
      if (parts) {
        shares.forEach((_, c) => (shares[c] += rest / shares.length));
        return;
      }
    }
  }

  return { keyOf: (names) => keyOf(names.map(clockFor)), add };
}

/* Reads a position, or the hash of a value as a BigInt; null if the forest has no use for it. */
function readOf({ kind, edges }) {
  return (value) => {
    if (typeof value === "boolean") {
      return kind === "truth" || kind === "any" ? BigInt(value) : null;
    }
    if (typeof value === "string" && kind !== "number") {
      return kind === "string" || kind === "any" ? stableHash(value) : null;
    }
    const number = kind === "number" || kind === "any" ? numberOf(value) : null;
    return number === null ? null : positionOf(number, edges);
  };
}

function positionOf(number, edges) {
  if (!edges) {
    const root = Math.sqrt(Math.abs(number));
    const half = BELOW_HALF * (root / (1 + root));
    return number < 0 ? 0.5 - half : 0.5 + half;
  }
  const interval = edges.filter((edge) => edge <= number).length;
  const [low, high] = [edges[interval - 1], edges[interval]];
  const within = low === undefined || high === undefined ? 0.5 : (number - low) / (high - low);
  return (interval + Math.min(within, LAST_WITHIN)) / (edges.length + 1);
}

function forestOf(form) {
  const logPrior = logsOf(form.logPrior);
  const reads = mapOf(form.features, readOf);
  const readAny = readOf({ kind: "any" });
  const trees = form.trees.map((tree, t) => treeOf(tree, mix(BigInt(form.seed), BigInt(t))));
  const plans = new Map(); // of sets of features, the latest

  function planOf(names) {
    const id = JSON.stringify(names);
    if (!plans.has(id)) {
      if (plans.size === MAX_PLANS) {
        plans.delete(plans.keys().next().value);
      }
      plans.set(id, trees.map((tree) => tree.keyOf(names)));
    }
    return plans.get(id);
  }

  return (event) => {
    const values = new Map([...event].map(([name, value]) => [name, (reads.get(name) ?? readAny)(value)]));
    const names = [...values.keys()].filter((name) => values.get(name) !== null);
    if (names.length === 0 || trees.length === 0) {
      return answerOf(form.labels, logPrior, logPrior);
    }
    const shares = form.labels.map(() => 0);
    const used = names.map((name) => values.get(name));
    planOf(names).forEach((key, t) => trees[t].add(key(used), shares));
    return answerOf(form.labels, logPrior, shares.map((share) => Math.log(share)));
  };
}

// Logistic regression whose weights have a normal distribution

const MAX_DEVIATIONS = 100;
const MAX_VARIANCE = 1e50;

function logisticOf(form) {
  const categories = form.categories.map((category) => {
    const values = Object.keys(category.weights);
    return { read: discreteOf(category, values), weights: values.map((value) => category.weights[value]) };
  });
  const texts = form.texts.map((text) => ({ ...text, read: textOf(text), weights: mapOf(text.weights, (row) => row) }));
  return (event) => {
    const means = form.labels.map(() => 0);
    const variances = form.labels.map(() => 0);
    addNumbers(form, event, means, variances);
    for (const { read, weights } of categories) {
      const weight = weights[read(event)];
      addTo(means, weight?.mean);
      addTo(variances, weight?.variance);
    }
    for (const text of texts) {
      addText(text, event, means);
    }
    return logisticAnswer(form, means, variances);
  };
}

function addNumbers(form, event, means, variances) {
  const standard = form.numbers.map((number) => standardOf(number, event));
  form.joint.forEach((joint, c) => {
    const point = [1, ...standard.slice(0, joint.means.length - 1)];
    means[c] += sumOf(point.map((x, i) => joint.means[i] * x));
    if (form.varianceShare > 0) {
      const solved = [];
      joint.factor.forEach((row, i) => {
        let x = point[i];
        for (let k = 0; k < i; k++) {
          x -= row[k] * solved[k];
        }
        solved.push(x / row[i]);
      });
      variances[c] += Math.min(sumOf(solved.map((y) => y * y)), MAX_VARIANCE);
    }
  });
  form.numbers.forEach(({ weight }, j) => {
    addTo(means, weight?.mean, standard[j]);
    addTo(variances, weight?.variance, standard[j] * standard[j]);
  });
}

function standardOf({ feature, mean, meanRest, deviation }, event) {
  const value = numberOrTruth(event.get(feature));
  const z = value === null || deviation === 0 ? 0 : (value - mean - meanRest) / deviation;
  return Math.max(-MAX_DEVIATIONS, Math.min(z, MAX_DEVIATIONS));
}

function addText({ read, presence, weights }, event, means) {
  const counts = read(event) ?? new Map();
  const length = presence ? counts.size : sumOf(counts.values());
  for (const [token, times] of counts) {
    addTo(means, weights.get(token), Math.sqrt((presence ? 1 : times) / length));
  }
}

function logisticAnswer({ labels, joint, varianceShare }, means, variances) {
  if (labels.length === 0) {
    return answerOf([], [], []);
  }
  const top = means.indexOf(Math.max(...means));
  const shrink = variances.map((variance) => 1 / Math.sqrt(1 + (Math.PI / 8) * varianceShare * (variance + variances[top])));
  const intercepts = joint.map((ofClass, c) => (ofClass.means[0] - joint[top].means[0]) * shrink[c]);
  return answerOf(labels, logSoftmax(intercepts), logSoftmax(means.map((mean, c) => (mean - means[top]) * shrink[c])));
}

function logSoftmax(logits) {
  const top = Math.max(...logits);
  const total = top + Math.log(sumOf(logits.map((logit) => Math.exp(logit - top))));
  return logits.map((logit) => Math.min(0, logit - total));
}

// Models around models

function averageOf(form) {
  const members = form.members.map((member) => ({ ...member, answer: scorerOf(member.scorer) }));
  return (event) => {
    const answers = members
      .filter(({ maxFeatures }) => event.size <= (maxFeatures ?? Infinity))
      .map(({ weight, answer }) => ({ weight, answer: answer(event) }));
    const labels = [...new Set(answers.flatMap(({ answer }) => answer.labels))].sort();
    const mixed = labels.map((label) => Math.min(0, logOfMean(label, answers)));
    return answerOf(labels, mixed, mixed);
  };
}

function logOfMean(label, answers) {
  const terms = answers
    .map(({ weight, answer }) => ({ weight, answer, c: answer.labels.indexOf(label) }))
    .filter(({ c }) => c >= 0);
  const mean = sumOf(terms.map(({ weight, answer, c }) => weight * answer.probabilities[c]));
  if (mean > 0) {
    return Math.log(mean);
  }
  // The largest term replaces a sum whose terms all underflow.
  const logs = terms
    .filter(({ answer }) => !answer.impossible)
    .map(({ weight, answer: { logJoint, best, probabilities }, c }) =>
      logJoint[c] - logJoint[best] + Math.log(probabilities[best]) + Math.log(weight));
  return Math.max(-Infinity, ...logs);
}

const MIN_LOG_RATIO = -12 * Math.log(10);

const compressed = (ratio) =>
  ratio >= MIN_LOG_RATIO || ratio === -Infinity ? ratio : MIN_LOG_RATIO - (1 - MIN_LOG_RATIO / ratio);

function calibratedOf(form) {
  const answerEvent = scorerOf(form.scorer);
  return (event) => {
    const answer = answerEvent(event);
    if (answer.best < 0 || answer.logJoint[answer.best] === -Infinity) {
      return answer;
    }
    const ratios = answer.logJoint.map((log) => compressed(log - answer.logJoint[answer.best]));
    const possible = ratios.filter((ratio) => ratio > -Infinity).length;
    const mixed = ratios.map(() => 0);
    for (const { power, noise, weight } of form.temperatures) {
      const powers = ratios.map((ratio) => Math.exp(power * ratio));
      const total = sumOf(powers);
      ratios.forEach((ratio, c) => {
        mixed[c] += ratio > -Infinity ? weight * (((1 - noise) * powers[c]) / total + noise / possible) : 0;
      });
    }
    answer.probabilities = mixed.map((p) => Math.min(1, p));
    return answer;
  };
}

const CERTAIN = 1000;

function referenceOf(form) {
  const answerEvent = scorerOf(form.scorer);
  const classes = mapOf(form.classes, (reference) => reference);
  const logit = (p) => Math.max(-CERTAIN, Math.min(CERTAIN, Math.log(p / (1 - p))));
  return (event) => {
    const answer = answerEvent(event);
    if (form.sets) {
      answer.set = answer.labels.filter(
        (label, c) => logit(answer.probabilities[c]) >= (classes.get(label)?.minLogit ?? -Infinity),
      );
    }
    const least = classes.get(answer.labels[answer.best])?.minEvidence ?? -Infinity;
    answer.novel = answer.logEvidence !== null && answer.logEvidence < least;
    return answer;
  };
}

function quadraticOf(form) {
  const answerEvent = scorerOf(form.scorer);
  const others = new Set(form.others);
  return (event) => {
    const numbers = new Map();
    for (const [name, value] of event) {
      const number = typeof value === "number" && !others.has(name) ? finite(value) : null;
      if (number !== null) {
        numbers.set(name, number);
      }
    }
    const names = [...numbers.keys()].sort();
    let multiplied = names.length;
    while (multiplied > 0 && (multiplied * (multiplied + 1)) / 2 > form.maxFeatures - event.size) {
      multiplied--;
    }
    const expanded = new Map(event);
    names.slice(0, multiplied).forEach((a, i) => {
      expanded.set(`${a}^2`, numbers.get(a) ** 2);
      names.slice(i + 1, multiplied).forEach((b) => expanded.set(`${a}*${b}`, numbers.get(a) * numbers.get(b)));
    });
    return answerEvent(expanded);
  };
}

function lagsOf(form) {
  const answerEvent = scorerOf(form.scorer);
  const labels = Object.entries(form.labels);
  return (event) => answerEvent(event.has(labels[0][0]) ? event : new Map([...labels, ...event]));
}
