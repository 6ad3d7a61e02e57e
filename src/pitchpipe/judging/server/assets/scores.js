// A score from 0 to 100: a slider with anchors, and a field for the number.

import { outputBlock } from "./texts.js";
import { word } from "./wording.js";

/** Where words stand beside the slider. */
const ANCHORS = [0, 33, 66, 100];

export class Score {
  /** @param {string} label @param {() => void} changed */
  constructor(label, changed) {
    /** @type {number | null} */
    this.value = null;
    this.slider = make("input", { type: "range", min: "0", max: "100", step: "1", value: "50", "aria-label": label });
    this.slider.classList.add("untouched");
    this.number = make("input", { type: "number", min: "0", max: "100", step: "any", inputmode: "decimal", "aria-label": label });
    const anchors = make("ol", { class: "anchors", "aria-hidden": "true" });
    for (const at of ANCHORS) anchors.append(make("li", {}, make("b", {}, String(at)), " ", word(`anchor_${at}`)));
    this.root = make("div", { class: "score" }, make("div", { class: "sliding" }, this.slider, anchors), this.number);
    const slid = () => {
      this.show(Number(this.slider.value));
      changed();
    };
    this.slider.addEventListener("input", slid);
    // A click on the middle, where the knob stands already, moves nothing, but means 50.
    this.slider.addEventListener("pointerup", slid);
    this.number.addEventListener("input", () => {
      const typed = this.number.value === "" ? null : Number(this.number.value);
      this.value = typed !== null && typed >= 0 && typed <= 100 ? typed : null;
      this.slider.classList.toggle("untouched", this.value === null);
      if (this.value !== null) this.slider.value = String(this.value);
      changed();
    });
  }

  /** @param {number} value */
  show(value) {
    this.value = value;
    this.slider.value = String(value);
    this.slider.classList.remove("untouched");
    this.number.value = String(value);
  }
}

/** Direct assessment. @implements {Form} */
export class Scores {
  /** @param {ItemScreen} screen @param {PageData} data @param {() => void} changed */
  constructor(screen, data, changed) {
    this.root = make("fieldset", { class: "scores" }, make("legend", {}, word("da_question")));
    const alone = screen.outputs.length === 1;
    this.scores = screen.outputs.map((_, k) => {
      const name = alone ? word("translation_alone") : word("translation", { n: k + 1 });
      const score = new Score(alone ? word("score") : `${word("score")}, ${name}`, changed);
      this.root.append(make("div", { class: "card" }, make("span", { class: "name" }, name), outputBlock(screen, k, data.languages[1]), score.root));
      return score;
    });
  }

  answer() {
    const values = this.scores.map(({ value }) => value);
    return values.includes(null) ? null : { scores: /** @type {number[]} */ (values) };
  }

  lacking() {
    return word("score_lacking");
  }

  /** @param {Answer} answer */
  restore(answer) {
    answer.scores?.forEach((value, k) => this.scores[k]?.show(value));
  }

  /** Digits go to the number, arrows to the slider. @param {KeyboardEvent} event */
  pressed({ key }) {
    const open = this.scores.find(({ value }) => value === null) ?? this.scores[0];
    if (/^[0-9]$/.test(key)) {
      open.number.focus();
      open.number.select();
      // The browser itself types the digit into what has the focus now.
      return false;
    }
    if (!key.startsWith("Arrow")) return false;
    open.slider.focus();
    return false;
  }
}
