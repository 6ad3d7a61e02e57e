// Several translations, ranked; equal ranks are allowed.

import { outputBlock } from "./texts.js";
import { word } from "./wording.js";

/** @implements {Form} */
export class Rank {
  /** @param {ItemScreen} screen @param {PageData} data @param {() => void} changed */
  constructor(screen, data, changed) {
    this.root = make("fieldset", { class: "rank" }, make("legend", {}, word("rank_question")));
    this.here = 0;
    const count = screen.outputs.length;
    this.groups = screen.outputs.map((_, k) => {
      const ranks = make("div", { class: "ranks", role: "radiogroup", "aria-label": word("rank_of", { n: k + 1 }) });
      for (let rank = 1; rank <= count; rank += 1) {
        const input = make("input", { type: "radio", name: `rank-${k}`, value: String(rank) });
        ranks.append(make("label", {}, input, make("span", {}, String(rank))));
      }
      const group = make("div", { class: "card ranked" }, make("span", { class: "name" }, word("translation", { n: k + 1 })), outputBlock(screen, k, data.languages[1]), ranks);
      group.addEventListener("focusin", () => this.goTo(k));
      this.root.append(group);
      return group;
    });
    this.root.addEventListener("change", changed);
    this.goTo(0);
  }

  /** @param {number} which */
  goTo(which) {
    this.here = which;
    this.groups.forEach((group, k) => group.classList.toggle("here", k === which));
  }

  /** @returns {(number | null)[]} */
  ranks() {
    return this.groups.map((group) => {
      const chosen = [...group.querySelectorAll("input")].find((input) => input.checked);
      return chosen ? Number(chosen.value) : null;
    });
  }

  answer() {
    const ranks = this.ranks();
    return ranks.includes(null) ? null : { ranks: /** @type {number[]} */ (ranks) };
  }

  lacking() {
    return word("rank_lacking");
  }

  /** @param {Answer} answer */
  restore(answer) {
    this.groups.forEach((group, k) => {
      for (const input of group.querySelectorAll("input")) input.checked = Number(input.value) === answer.ranks?.[k];
    });
  }

  /** @param {KeyboardEvent} event */
  pressed({ key }) {
    const count = this.groups.length;
    if (key === "ArrowDown" || key === "ArrowUp") {
      this.focus((this.here + (key === "ArrowDown" ? 1 : count - 1)) % count);
      return true;
    }
    if (!/^[1-9]$/.test(key) || Number(key) > count) return false;
    const input = this.groups[this.here].querySelectorAll("input")[Number(key) - 1];
    input.checked = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    // On to the next that has no rank yet.
    const open = this.ranks().indexOf(null);
    this.focus(open < 0 ? this.here : open);
    return true;
  }

  /** @param {number} which */
  focus(which) {
    this.goTo(which);
    const inputs = [...this.groups[which].querySelectorAll("input")];
    (inputs.find((input) => input.checked) ?? inputs[0]).focus();
  }
}
