// Two translations: which is better?

import { outputBlock } from "./texts.js";
import { keyHint, word } from "./wording.js";

/** @typedef {"left" | "right" | "none"} Choice */

/**
 * What a choice is called.
 * @param {Choice} choice
 * @param {ProtocolData} protocol
 */
export function choiceName(choice, { ties }) {
  if (choice === "none") return word(ties === "dont-know" ? "pairwise_unknown" : "pairwise_none");
  return word("translation", { n: choice === "left" ? 1 : 2 });
}

/** @implements {Form} */
export class Pairwise {
  /** @param {ItemScreen} screen @param {PageData} data @param {() => void} changed */
  constructor(screen, data, changed) {
    /** @type {Choice[]} */
    this.choices = data.protocol.ties ? ["left", "right", "none"] : ["left", "right"];
    this.root = make("fieldset", { class: "pairwise" }, make("legend", {}, word("pairwise_question")));
    const pair = make("div", { class: "pair" });
    this.choices.forEach((choice, k) => {
      const name = make("span", { class: "name" }, keyHint(String(k + 1)), choiceName(choice, data.protocol));
      if (choice === "none") this.root.append(pair, this.option(choice, "neither", name));
      else pair.append(this.option(choice, "card", name, outputBlock(screen, k, data.languages[1])));
    });
    if (!data.protocol.ties) this.root.append(pair);
    this.root.addEventListener("change", changed);
  }

  /**
   * @param {Choice} value
   * @param {string} css
   * @param {...Node} content
   */
  option(value, css, ...content) {
    return make("label", { class: `choice ${css}` }, make("input", { type: "radio", name: "choice", value }), ...content);
  }

  /** @returns {HTMLInputElement[]} */
  inputs() {
    return [...this.root.querySelectorAll("input")];
  }

  answer() {
    const chosen = this.inputs().find((input) => input.checked);
    return chosen ? { choice: /** @type {Choice} */ (chosen.value) } : null;
  }

  lacking() {
    return word("choose_lacking");
  }

  /** @param {Answer} answer */
  restore(answer) {
    for (const input of this.inputs()) input.checked = input.value === answer.choice;
  }

  /** @param {number} which */
  choose(which) {
    const input = this.inputs()[which];
    input.checked = true;
    input.focus({ preventScroll: true });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  pressed({ key }) {
    const count = this.choices.length;
    const now = this.inputs().findIndex((input) => input.checked);
    const which =
      key === "ArrowLeft" ? 0
      : key === "ArrowRight" ? 1
      : key === "ArrowDown" ? (now + 1) % count
      : key === "ArrowUp" ? (Math.max(now, 0) + count - 1) % count
      : /^[1-9]$/.test(key) ? Number(key) - 1
      : -1;
    if (which < 0 || which >= count) return false;
    this.choose(which);
    return true;
  }
}
