// Words of an output, marked: what differs, what people found wrong, and what metrics saw.

/** Severities from the least to the worst; others are named, but not graded. */
const GRADES = ["minor", "major", "critical"];

/**
 * A text with the errors that people marked; where they overlap, each letter has the worst.
 * @param {string} text
 * @param {PeopleRecord["spans"]} spans
 * @returns {(Node | string)[]}
 */
function withErrors(text, spans) {
  const borders = [...new Set([0, text.length, ...spans.flatMap(([, , begin, end]) => [begin, end])])].filter((at) => at <= text.length).sort((one, two) => one - two);
  return borders.slice(0, -1).map((begin, k) => {
    const part = shownText(text.slice(begin, borders[k + 1]));
    const here = spans.filter((span) => span[2] <= begin && span[3] >= borders[k + 1]);
    if (!here.length) return part;
    const worst = Math.max(...here.map((span) => GRADES.indexOf(span[4])));
    const said = here.map((span) => [span[4], span[5]].filter(Boolean).join(": ")).join("; ");
    return make("mark", { class: GRADES[worst] ?? "ungraded", title: namedControls(said) }, part);
  });
}

/**
 * @param {Step} step
 * @returns {(Node | string)[]}
 */
function stepNodes(step) {
  const own = step.own.map(({ word, blanks }) => word + blanks).join("");
  if (step.kind === "same") return [shownText(own)];
  const text = step.kind === "own" ? own : step.other.map(({ word, blanks }) => word + blanks).join("");
  const kept = text.trimEnd();
  const blanks = text.slice(kept.length);
  return [make("mark", { class: step.kind }, shownText(kept)), blanks];
}

/** What the letters of METEOR's stages stand for. @type {Record<string, string>} */
const STAGES = { e: "exact", s: "stem", y: "synonym" };

/**
 * Words of an output as a metric saw them beside the reference.
 * @param {ExplainedKind} kind
 * @param {string} reference
 * @param {Seen} seen
 * @returns {(Node | string)[]}
 */
function alignedWords(kind, reference, seen) {
  const [words, others] = [seen[0], reference].map((text) => text.split(" ").filter(Boolean));
  if (kind === "links" || kind === "staged") return linkedWords(words, others, /** @type {LinksSeen} */ (seen));
  return pathWords(words, others, /** @type {PathSeen} */ (seen), kind === "shifted");
}

/**
 * A path through words and reference. Where words were shifted before, they stand where they went.
 * @param {string[]} words
 * @param {string[]} others
 * @param {PathSeen} seen
 * @param {boolean} isShifted
 * @returns {(Node | string)[]}
 */
function pathWords(words, others, [, letters, order, shifts = 0], isShifted) {
  let i = 0;
  let j = 0;
  /** @param {string} letter @returns {(Node | string)[]} */
  const nodes = (letter) => {
    const step = letter.toLowerCase();
    const at = step === "d" ? -1 : i++;
    const place = order?.[at] ?? at;
    const rival = step === "i" ? "" : others[j++];
    const made = [];
    if (place >= 0) {
      const text = shownText(words[place]);
      const word = step === "m" ? make("span", {}, text) : make("mark", { class: "own" }, text);
      if (letter !== step) {
        word.classList.add("moved");
        word.title = `word ${place + 1} of the output, moved`;
      }
      made.push(word, " ");
    }
    if (rival && step !== "m") made.push(make("mark", { class: "lacking" }, shownText(rival)), " ");
    return made;
  };
  const marked = Array.from(letters).flatMap(nodes);
  const said = isShifted ? editCounts(letters.toLowerCase(), shifts) : "";
  return said ? [...marked, summary(said)] : marked;
}

/**
 * @param {string} letters
 * @param {number} shifts
 */
function editCounts(letters, shifts) {
  const [substituted, surplus, lacking] = ["s", "i", "d"].map((step) => letters.split(step).length - 1);
  const parts = [[shifts, shifts === 1 ? "shift" : "shifts"], [substituted, "substituted"], [surplus, "too many"], [lacking, "lacking"]];
  const edits = shifts + substituted + surplus + lacking;
  const said = parts.filter(([count]) => count).map((part) => part.join(" ")).join(", ");
  return edits ? `${said}: ${edits} ${edits === 1 ? "edit" : "edits"}` : "";
}

/**
 * Links of words, with what they were found by, where that is known.
 * @param {string[]} words
 * @param {string[]} others
 * @param {LinksSeen} seen
 * @returns {(Node | string)[]}
 */
function linkedWords(words, others, [, places, stages]) {
  const marked = words.flatMap((word, i) => {
    const at = places[i];
    if (at === null || at === undefined) return [make("mark", { class: "own" }, shownText(word)), " "];
    const stage = STAGES[stages?.[i] ?? "e"];
    const title = `word ${at + 1} of the reference: ${namedControls(others[at])}${stage === "exact" ? "" : ` (${stage})`}`;
    // A run of matches that are adjacent on both sides is a chunk.
    const begins = stages && i > 0 && places[i - 1] !== at - 1;
    const node = stage === "exact" ? make("span", { title }, shownText(word)) : make("mark", { class: stage, title }, shownText(word));
    if (begins) node.classList.add("begins");
    return [node, " "];
  });
  if (!stages) return marked;
  const taken = new Set(places);
  const lacking = others.filter((_, k) => !taken.has(k));
  const matched = places.filter((place) => place !== null).length;
  const chunks = places.filter((place, i) => place !== null && (i === 0 || places[i - 1] !== place - 1)).length;
  const said = `${matched} of ${words.length} words matched, in ${chunks} ${chunks === 1 ? "chunk" : "chunks"}`;
  return [...marked, ...lacking.flatMap((word) => [make("mark", { class: "lacking" }, shownText(word)), " "]), summary(said)];
}

/** @param {string} text */
function summary(text) {
  return make("small", { class: "summary" }, text);
}

/**
 * What the marks mean.
 * @param {string} mark
 * @param {ExplainedKind | null} kind
 * @param {string[]} severities that people gave
 * @param {number} references how many there are
 * @returns {(Node | string)[]}
 */
function legend(mark, kind, severities, references) {
  if (mark === "none") return [];
  const first = references > 1 ? " Beside the first reference." : "";
  if (mark === "errors") {
    const known = GRADES.filter((grade) => severities.includes(grade));
    const others = severities.filter((severity) => !GRADES.includes(severity));
    const marks = [...known.map((grade) => make("mark", { class: grade }, grade)), ...others.map((name) => make("mark", { class: "ungraded" }, shownText(name || "without severity")))];
    return ["Marked by people: ", ...marks, "."];
  }
  if (mark === "ngrams") return ["Marked: n-grams of", ...[1, 2, 3, 4].map((n) => make("mark", { class: `n${n}` }, String(n))), "words that a reference has."];
  const lacking = make("mark", { class: "lacking" }, "lacking");
  if (kind === "shifted") return ["Words stand where they were shifted to: ", make("span", { class: "moved" }, "moved"), ", ", make("mark", { class: "own" }, "edited"), ", ", lacking, `.${first}`];
  if (kind === "staged") {
    return ["Matched by ", make("mark", { class: "stem" }, "stem"), ", by ", make("mark", { class: "synonym" }, "synonym"), ", ", make("mark", { class: "own" }, "not at all"), "; ", lacking, ` at the end; a bar begins a chunk.${first}`];
  }
  if (kind === "links") return ["Marked: ", make("mark", { class: "own" }, "not matched"), `.${first}`];
  const whom = mark === "other" ? "A" : "the reference";
  return ["Marked: ", make("mark", { class: "own" }, "not in"), ` ${whom}, `, lacking, kind === "path" ? `.${first}` : "."];
}
