// Texts to be read: the source, a reference, outputs, and what stands around them in the document.

import { word } from "./wording.js";

/**
 * A text in its own language and direction, whatever the page's.
 * @param {string} text
 * @param {string | null} language
 */
function textBlock(text, language) {
  const block = make("div", { class: "text", dir: "auto" }, shownText(text));
  if (language) block.lang = language;
  return block;
}

/**
 * A text between its neighbours in the document.
 * @param {ItemScreen} screen
 * @param {(line: ContextLine) => string | null} side which text of a neighbour
 * @param {string | null} language
 * @param {HTMLElement} block the text itself
 */
function between({ before, after }, side, language, block) {
  /** @param {ContextLine[]} lines */
  const neighbours = (lines) =>
    lines.flatMap((line) => {
      const text = side(line);
      if (text === null) return [];
      const made = textBlock(text, language);
      made.classList.add("neighbour");
      return [made];
    });
  const place = make("div", {}, ...neighbours(before), block, ...neighbours(after));
  if (before.length || after.length) place.className = "in-context";
  return place;
}

/**
 * An output between its neighbours.
 * @param {ItemScreen} screen
 * @param {number} k
 * @param {string | null} language
 * @param {HTMLElement} [block] what shows the output, where that is more than a text
 */
export function outputBlock(screen, k, language, block = textBlock(screen.outputs[k], language)) {
  return between(screen, ({ outputs }) => outputs[k], language, block);
}

/**
 * All that is given beside the outputs.
 * @param {ItemScreen} screen
 * @param {PageData["languages"]} languages
 */
export function givenTexts(screen, [from, to]) {
  const place = make("div", { class: "givens" });
  for (const [side, language] of /** @type {["source" | "reference", string | null][]} */ ([["source", from], ["reference", to]])) {
    const text = screen[side];
    if (text === null) continue;
    const block = between(screen, (line) => line[side], language, textBlock(text, language));
    place.append(make("section", { class: `given ${side}`, "aria-label": word(side) }, make("h3", {}, word(side)), block));
  }
  return place;
}
