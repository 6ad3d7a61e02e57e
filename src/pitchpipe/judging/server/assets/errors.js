// Errors of a translation: marked parts and missing content with severities and categories, and perhaps a score.

import { Marker } from "./marker.js";
import { Score } from "./scores.js";
import { outputBlock } from "./texts.js";
import { hasWord, keyHint, word } from "./wording.js";

/** What a severity or a category is called; those of a file of one's own speak for themselves. @param {string} name */
function called(name) {
  const key = `severity_${name.toLowerCase()}`;
  return hasWord(key) ? word(key) : name;
}

/** The errors of one translation. */
class Errors {
  /**
   * @param {ItemScreen} screen
   * @param {number} k which of its outputs
   * @param {PageData} data
   * @param {() => void} changed
   */
  constructor(screen, k, data, changed) {
    const output = screen.outputs[k];
    const name = screen.outputs.length === 1 ? word("translation_alone") : word("translation", { n: k + 1 });
    this.output = [...output];
    this.protocol = data.protocol;
    this.language = data.languages[1];
    this.changed = changed;
    /** @type {Span[]} */
    this.spans = [];
    /** @type {Missing[]} */
    this.missing = [];
    /** What to take back, newest last. @type {string[]} */
    this.earlier = [];
    this.marker = new Marker(output, this.language, name, {
      marked: (start, end) => this.add(start, end),
      chosen: (place) => this.focusRow(this.at(place)),
      removed: (place) => {
        const span = this.at(place);
        if (span) this.remove(span);
      },
    });
    this.list = make("ul", { class: "errors" });
    this.score = data.protocol.name === "esa" ? new Score(word("score"), changed) : null;
    const single = make("input", { type: "checkbox" });
    single.addEventListener("change", () => this.marker.split(single.checked));
    const lacking = make("button", { type: "button", class: "quiet" }, word("add_missing"));
    lacking.addEventListener("click", () => this.addMissing());
    this.undo = make("button", { type: "button", class: "quiet" }, word("undo"));
    this.undo.addEventListener("click", () => this.takeBack());
    this.root = make(
      "div",
      { class: "card marked" },
      make("span", { class: "name" }, name),
      outputBlock(screen, k, this.language, this.marker.root),
      make("div", { class: "tools" }, lacking, this.undo, make("label", {}, single, " ", word("single_characters"))),
      this.list,
    );
    if (this.score) this.root.append(this.score.root);
    this.show();
  }

  // -- what changes ---------------------------------------------------------------------------------

  remember() {
    this.earlier.push(JSON.stringify([this.spans, this.missing]));
  }

  /** @param {number} start @param {number} end */
  add(start, end) {
    this.remember();
    const span = { start, end, severity: this.protocol.severities[0], ...this.unclassified() };
    this.spans = [...this.spans, span].sort((one, two) => one.start - two.start || one.end - two.end);
    this.show();
    this.focusRow(span);
    this.changed();
  }

  addMissing() {
    this.remember();
    const lack = { severity: this.protocol.severities[0], ...this.unclassified() };
    this.missing = [...this.missing, lack];
    this.show();
    this.focusRow(lack);
    this.changed();
  }

  /** A new error has no category yet: it must be chosen. */
  unclassified() {
    return this.protocol.taxonomy ? { category: "" } : {};
  }

  /** @param {Span | Missing} error */
  remove(error) {
    this.remember();
    this.spans = this.spans.filter((one) => one !== error);
    this.missing = this.missing.filter((one) => one !== error);
    this.show();
    this.marker.root.focus();
    this.changed();
  }

  takeBack() {
    const before = this.earlier.pop();
    if (before === undefined) return;
    [this.spans, this.missing] = JSON.parse(before);
    this.show();
    this.changed();
  }

  /** The shortest part that is marked at a place. @param {number} place */
  at(place) {
    const over = this.spans.filter(({ start, end }) => start <= place && place < end);
    return over.sort((one, two) => one.end - one.start - (two.end - two.start))[0];
  }

  // -- how it looks ---------------------------------------------------------------------------------

  show() {
    this.marker.show(this.spans);
    this.undo.disabled = !this.earlier.length;
    const all = [...this.spans, ...this.missing];
    this.list.replaceChildren(...all.map((error, k) => this.row(error, k)));
    if (!all.length) this.list.append(make("li", { class: "none" }, word("no_errors")));
  }

  /** @param {Span | Missing} error @param {number} k */
  row(error, k) {
    const row = make("li", { class: `error ${error.severity.toLowerCase()}` });
    const text = "start" in error ? this.output.slice(error.start, error.end).join("") : null;
    const quote = make("q", { dir: "auto" }, shownText(text ?? ""));
    if (this.language) quote.lang = this.language;
    row.append(text === null ? make("em", { class: "what" }, word("missing_content")) : make("span", { class: "what" }, quote));
    const group = make("span", { class: "severities", role: "radiogroup", "aria-label": word("severity") });
    this.protocol.severities.forEach((severity, n) => {
      const input = make("input", { type: "radio", name: `${this.marker.name}-${k}`, value: severity });
      input.checked = error.severity === severity;
      input.addEventListener("change", () => this.grade(error, severity, row));
      group.append(make("label", {}, input, make("span", {}, keyHint(String(n + 1)), called(severity))));
    });
    row.append(group);
    if (this.protocol.taxonomy) row.append(this.categories(error));
    const remove = make("button", { type: "button", class: "quiet remove", "aria-label": `${word("remove")}: ${text ?? word("missing_content")}` }, "✕");
    remove.addEventListener("click", () => this.remove(error));
    row.append(remove);
    row.addEventListener("keydown", (event) => this.pressedInRow(event, error, row));
    return row;
  }

  /** @param {Span | Missing} error @param {string} severity @param {HTMLElement} row */
  grade(error, severity, row) {
    this.remember();
    error.severity = severity;
    row.className = `error ${severity.toLowerCase()}`;
    this.marker.show(this.spans);
    this.undo.disabled = false;
    this.changed();
  }

  /** @param {Span | Missing} error */
  categories(error) {
    const select = make("select", { "aria-label": word("category") }, make("option", { value: "" }, word("category")));
    for (const { group, categories } of this.protocol.taxonomy ?? []) {
      const options = categories.map(([value, text]) => make("option", { value }, text));
      if (group) select.append(make("optgroup", { label: group }, ...options));
      else select.append(...options);
    }
    select.value = error.category ?? "";
    select.addEventListener("change", () => {
      this.remember();
      error.category = select.value;
      this.undo.disabled = false;
      this.changed();
    });
    return select;
  }

  /** Digits grade an error, Delete removes it, Enter goes on and Escape back to the text. */
  /** @param {KeyboardEvent} event @param {Span | Missing} error @param {HTMLElement} row */
  pressedInRow(event, error, row) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event;
    const select = row.querySelector("select");
    const inputs = [...row.querySelectorAll("input")];
    if (key === "Escape") this.marker.root.focus();
    else if (target instanceof HTMLSelectElement || target instanceof HTMLButtonElement) return;
    else if (inputs[Number(key) - 1]) inputs[Number(key) - 1].click();
    else if (key === "Delete" || key === "Backspace") this.remove(error);
    else if (key === "Enter") (select && !select.value ? select : this.marker.root).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Span | Missing | undefined} error */
  focusRow(error) {
    if (!error) return;
    const row = this.list.children[[...this.spans, ...this.missing].indexOf(/** @type {Span} */ (error))];
    row?.querySelector("input:checked")?.closest("li")?.scrollIntoView({ block: "nearest" });
    const checked = row?.querySelector("input:checked");
    if (checked instanceof HTMLElement) checked.focus({ preventScroll: true });
  }

  // -- the answer -----------------------------------------------------------------------------------

  /** What is marked so far, whether or not it is complete. @returns {MarkedOutput} */
  marked() {
    const score = this.score?.value ?? null;
    return { spans: this.spans, missing: this.missing, ...(score === null ? {} : { score }) };
  }

  unclassifiedLeft() {
    return [...this.spans, ...this.missing].some(({ category }) => category === "");
  }

  /** @param {MarkedOutput} output */
  restore(output) {
    this.spans = structuredClone(output.spans);
    this.missing = structuredClone(output.missing);
    if (output.score !== undefined) this.score?.show(output.score);
    this.earlier = [];
    this.show();
  }
}

/** Error span annotation and MQM. @implements {Form} */
export class Marking {
  /** @param {ItemScreen} screen @param {PageData} data @param {() => void} changed */
  constructor(screen, data, changed) {
    const question = data.protocol.name === "esa" ? "esa_question" : "mqm_question";
    this.root = make("fieldset", { class: "marking" }, make("legend", {}, word(question)), make("p", { class: "help" }, word("marking_help")));
    this.parts = screen.outputs.map((_, k) => {
      const part = new Errors(screen, k, data, changed);
      this.root.append(part.root);
      return part;
    });
  }

  answer() {
    const complete = this.parts.every((part) => (!part.score || part.score.value !== null) && !part.unclassifiedLeft());
    return complete ? this.draft() : null;
  }

  /** @returns {Answer} */
  draft() {
    return { outputs: this.parts.map((part) => part.marked()) };
  }

  lacking() {
    return this.parts.some((part) => part.unclassifiedLeft()) ? word("category_lacking") : word("score_lacking");
  }

  /** @param {Answer} answer */
  restore(answer) {
    answer.outputs?.forEach((output, k) => this.parts[k]?.restore(output));
  }

  /** @param {KeyboardEvent} event */
  pressed({ key }) {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
    this.parts[0].marker.root.focus();
    return true;
  }
}
