// An item on the screen: what is given, the form of the protocol, and where to go from here.

import { Marking } from "./errors.js";
import { Pairwise } from "./pairwise.js";
import { Rank } from "./rank.js";
import { Scores } from "./scores.js";
import { givenTexts } from "./texts.js";
import { keyHint, word } from "./wording.js";

/** The form of each protocol. @type {Record<ProtocolData["name"], new (screen: ItemScreen, data: PageData, changed: () => void) => Form>} */
const FORMS = { pairwise: Pairwise, rank: Rank, da: Scores, esa: Marking, mqm: Marking };

/** Letters of a comment. */
const LONGEST = 2000;

export class Screen {
  /**
   * @param {ItemScreen} item
   * @param {PageData} data
   * @param {{changed: (answer: Answer) => void, send: () => void, back: () => void}} told
   */
  constructor(item, data, told) {
    this.item = item;
    this.told = told;
    const changed = () => {
      this.say("");
      told.changed(this.draft());
    };
    this.form = new FORMS[data.protocol.name](item, data, changed);
    this.comment = make("textarea", { rows: "2", maxlength: String(LONGEST), dir: "auto", "aria-label": word("comment") });
    this.comment.addEventListener("input", changed);
    this.noted = make("details", { class: "comment" }, make("summary", {}, word("comment")), this.comment);
    this.back = make("button", { type: "button" }, word("back"), " ", keyHint("U"));
    this.back.disabled = item.previous === null;
    this.back.addEventListener("click", told.back);
    this.next = make("button", { type: "submit", class: "main" }, word("next"), " ", keyHint("⏎"));
    this.complaint = make("p", { class: "complaint", role: "alert" });
    this.root = make(
      "form",
      { class: `item ${data.protocol.name}`, novalidate: "" },
      givenTexts(item, data.languages),
      this.form.root,
      this.noted,
      make("div", { class: "actions" }, this.back, this.complaint, this.next),
    );
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      told.send();
    });
  }

  /** The whole answer, or null where something is lacking, which is said. */
  answer() {
    const found = this.form.answer();
    if (found === null) this.say(this.form.lacking());
    return found === null ? null : this.commented(found);
  }

  /** What there is so far. */
  draft() {
    return this.commented(this.form instanceof Marking ? this.form.draft() : (this.form.answer() ?? {}));
  }

  /** @param {Answer} answer @returns {Answer} */
  commented(answer) {
    const comment = this.comment.value.trim();
    return comment ? { ...answer, comment } : answer;
  }

  /** @param {Answer} answer */
  restore(answer) {
    this.form.restore(answer);
    this.comment.value = answer.comment ?? "";
    this.noted.open = Boolean(answer.comment);
  }

  /** @param {string} text */
  say(text) {
    this.complaint.textContent = text;
  }

  /** While an answer is on its way, nothing can be changed. @param {boolean} sending */
  freeze(sending) {
    this.root.inert = sending;
    this.root.classList.toggle("sending", sending);
  }

  /** Keys that no field wants for itself. @param {KeyboardEvent} event */
  pressed(event) {
    const { target, key } = event;
    const writing = target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !["radio", "checkbox"].includes(target.type));
    if (writing && !(key === "Enter" && target instanceof HTMLInputElement)) return false;
    if (key === "u" || key === "U") {
      if (this.item.previous !== null) this.told.back();
      return true;
    }
    if (key === "Enter") {
      if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || (target instanceof Element && target.closest("summary"))) return false;
      this.told.send();
      return true;
    }
    return this.form.pressed(event);
  }
}
