// Words of texts, and which of them differ.

/** @typedef {{word: string, blanks: string}} Piece */
/** @typedef {{kind: "same" | "own" | "lacking", own: Piece[], other: Piece[]}} Step */

/** Above this product of lengths, words are compared as bags. */
const EXACT = 4_000_000;

/**
 * Words, each with the blanks after it.
 * @param {string} text
 * @param {RegExp} words
 * @returns {Piece[]}
 */
function pieces(text, words) {
  return Array.from(text.matchAll(words), ([, word, blanks]) => ({ word, blanks }));
}

/**
 * Runs of words that two texts share, and that only one of them has: a longest common subsequence.
 * @param {Piece[]} own
 * @param {Piece[]} other
 * @returns {Step[]}
 */
function differences(own, other) {
  let begin = 0;
  while (begin < own.length && begin < other.length && own[begin].word === other[begin].word) begin += 1;
  let end = 0;
  const room = Math.min(own.length, other.length) - begin;
  while (end < room && own[own.length - 1 - end].word === other[other.length - 1 - end].word) end += 1;
  const middle = between(own.slice(begin, own.length - end), other.slice(begin, other.length - end));
  /** @type {Step} */
  const head = { kind: "same", own: own.slice(0, begin), other: other.slice(0, begin) };
  /** @type {Step} */
  const tail = { kind: "same", own: own.slice(own.length - end), other: other.slice(other.length - end) };
  return [head, ...middle, tail].filter((step) => step.own.length || step.other.length);
}

/**
 * @param {Piece[]} own
 * @param {Piece[]} other
 * @returns {Step[]}
 */
function between(own, other) {
  if (!own.length && !other.length) return [];
  if (own.length * other.length > EXACT) return bags(own, other);
  const columns = other.length + 1;
  const longest = new Uint32Array((own.length + 1) * columns);
  for (let i = own.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const below = longest[(i + 1) * columns + j];
      const beside = longest[i * columns + j + 1];
      longest[i * columns + j] = own[i].word === other[j].word ? longest[(i + 1) * columns + j + 1] + 1 : Math.max(below, beside);
    }
  }
  /** @type {Step[]} */
  const steps = [];
  /** @param {Step["kind"]} kind @param {Piece[]} ours @param {Piece[]} theirs */
  const add = (kind, ours, theirs) => {
    const last = steps.at(-1);
    if (last?.kind === kind) {
      last.own.push(...ours);
      last.other.push(...theirs);
    } else steps.push({ kind, own: ours, other: theirs });
  };
  let i = 0;
  let j = 0;
  while (i < own.length || j < other.length) {
    if (i < own.length && j < other.length && own[i].word === other[j].word) add("same", [own[i++]], [other[j++]]);
    else if (i < own.length && (j === other.length || longest[(i + 1) * columns + j] >= longest[i * columns + j + 1])) {
      add("own", [own[i++]], []);
    } else add("lacking", [], [other[j++]]);
  }
  return steps;
}

/**
 * Texts too long to be aligned: which words the other text has not, or not so often.
 * @param {Piece[]} own
 * @param {Piece[]} other
 * @returns {Step[]}
 */
function bags(own, other) {
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const { word } of other) left.set(word, (left.get(word) ?? 0) + 1);
  return own.map((piece) => {
    const count = left.get(piece.word) ?? 0;
    left.set(piece.word, count - 1);
    return { kind: count > 0 ? "same" : "own", own: [piece], other: [] };
  });
}

/**
 * For every word of a text, the length of the longest n-gram around it that a reference has, up to four words.
 * @param {Piece[]} own
 * @param {Piece[][]} references
 * @returns {number[]}
 */
function matchedLengths(own, references) {
  const found = new Array(own.length).fill(0);
  for (let n = 1; n <= 4; n += 1) {
    const known = new Set(references.flatMap((words) => ngrams(words, n)));
    ngrams(own, n).forEach((gram, i) => {
      if (known.has(gram)) found.fill(n, i, i + n);
    });
  }
  return found;
}

/**
 * @param {Piece[]} words
 * @param {number} n
 */
function ngrams(words, n) {
  const count = Math.max(0, words.length - n + 1);
  return Array.from({ length: count }, (_, i) => words.slice(i, i + n).map(({ word }) => word).join("\u0000"));
}
