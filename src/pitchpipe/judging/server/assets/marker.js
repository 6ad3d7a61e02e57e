// A text whose parts can be marked: with a mouse by dragging, by touch with two taps, by keyboard.

/**
 * @typedef {object} Unit a word or a character that is marked as a whole
 * @property {number} start in code points, as the server counts
 * @property {number} end
 * @property {boolean} blank
 * @property {HTMLElement} element
 */

/**
 * Text in parts, by words or by what people see as characters.
 * @param {string} text
 * @param {string | null} language
 * @param {boolean} single
 * @returns {string[]}
 */
export function parts(text, language, single) {
  const granularity = single ? "grapheme" : "word";
  try {
    return Array.from(new Intl.Segmenter(language ?? undefined, { granularity }).segment(text), ({ segment }) => segment);
  } catch {
    return single ? [...text] : text.match(/\s+|[^\s\p{P}]+|\p{P}/gu) ?? [];
  }
}

let made = 0;

export class Marker {
  /**
   * @param {string} text
   * @param {string | null} language
   * @param {string} label
   * @param {{marked: (start: number, end: number) => void, chosen: (place: number) => void, removed: (place: number) => void}} told
   *   what to do where a part is marked, and where a marked place is chosen or to be removed
   */
  constructor(text, language, label, told) {
    this.text = text;
    this.language = language;
    this.told = told;
    /** @type {Unit[]} */
    this.units = [];
    /** @type {Span[]} */
    this.spans = [];
    this.cursor = 0;
    /** Where a part begins that has no end yet. @type {number | null} */
    this.anchor = null;
    /** Where a mouse was pressed. @type {number | null} */
    this.pressedAt = null;
    this.name = `marker-${(made += 1)}`;
    this.root = make("div", { class: "text marking", dir: "auto", role: "listbox", tabindex: "0", "aria-multiselectable": "true", "aria-label": label });
    if (language) this.root.lang = language;
    this.split(false);
    this.root.addEventListener("pointerdown", (event) => this.pointerDown(event));
    this.root.addEventListener("pointermove", (event) => this.pointerMove(event));
    this.root.addEventListener("pointerup", (event) => this.pointerUp(event));
    this.root.addEventListener("pointercancel", () => this.drop());
    this.root.addEventListener("focus", () => this.paint());
    this.root.addEventListener("blur", () => this.paint());
    this.root.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.pressed(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Words, or single characters. @param {boolean} single */
  split(single) {
    let at = 0;
    this.units = parts(this.text, this.language, single).map((part, k) => {
      const start = at;
      at += [...part].length;
      const blank = !part.trim();
      const element = make("span", { id: `${this.name}-${k}`, "data-unit": String(k), ...(blank ? { "aria-hidden": "true" } : { role: "option" }) }, shownText(part));
      return { start, end: at, blank, element };
    });
    this.cursor = this.units.findIndex(({ blank }) => !blank);
    this.anchor = null;
    this.root.replaceChildren(...this.units.map(({ element }) => element));
    this.paint();
  }

  /** @param {Span[]} spans */
  show(spans) {
    this.spans = spans;
    this.paint();
  }

  // -- how it looks ---------------------------------------------------------------------------------

  paint() {
    const [from, to] = this.selection();
    const focused = document.activeElement === this.root;
    this.units.forEach((unit, k) => {
      const over = this.spans.filter(({ start, end }) => start < unit.end && end > unit.start);
      const css = ["unit"];
      if (over.length) css.push(over.some(({ severity }) => severity === "critical") ? "critical" : over.some(({ severity }) => severity === "major") ? "major" : over.some(({ severity }) => severity === "minor") ? "minor" : "neutral");
      if (over.some(({ start }) => start >= unit.start)) css.push("begins");
      if (over.some(({ end }) => end <= unit.end)) css.push("ends");
      if (k >= from && k <= to) css.push("selecting");
      if (k === this.cursor && focused) css.push("cursor");
      unit.element.className = css.join(" ");
      if (!unit.blank) unit.element.setAttribute("aria-selected", String(over.length > 0));
    });
    if (this.units[this.cursor]) this.root.setAttribute("aria-activedescendant", this.units[this.cursor].element.id);
  }

  /** The units from which to which a part is being marked; none as long as nothing is. */
  selection() {
    const anchor = this.pressedAt ?? this.anchor;
    return anchor === null ? [0, -1] : [Math.min(anchor, this.cursor), Math.max(anchor, this.cursor)];
  }

  // -- what is done ---------------------------------------------------------------------------------

  /** Marks from one unit to another; blanks at the edges do not belong. @param {number} one @param {number} two */
  mark(one, two) {
    let [from, to] = [Math.min(one, two), Math.max(one, two)];
    while (from < to && this.units[from].blank) from += 1;
    while (to > from && this.units[to].blank) to -= 1;
    this.anchor = null;
    this.pressedAt = null;
    this.told.marked(this.units[from].start, this.units[to].end);
  }

  drop() {
    this.anchor = null;
    this.pressedAt = null;
    this.paint();
  }

  /** The first tap or Enter begins a part, the second ends it; within a marked part, it is chosen. @param {number} unit */
  touch(unit) {
    if (this.anchor !== null) return this.mark(this.anchor, unit);
    const { start, end } = this.units[unit];
    if (this.spans.some((span) => span.start < end && span.end > start)) return this.told.chosen(start);
    this.anchor = unit;
    return this.paint();
  }

  // -- mouse and touch ------------------------------------------------------------------------------

  /** The unit under a pointer, or null. @param {PointerEvent} event */
  under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-unit]");
    return found instanceof HTMLElement && this.root.contains(found) ? Number(found.dataset.unit) : null;
  }

  /** @param {PointerEvent} event */
  pointerDown(event) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const unit = this.under(event);
    if (unit === null) return;
    // The page marks, not the browser: its own selection would stay behind.
    event.preventDefault();
    this.root.focus({ preventScroll: true });
    this.root.setPointerCapture(event.pointerId);
    this.pressedAt = this.cursor = unit;
    if (this.anchor === null) this.paint();
  }

  /** @param {PointerEvent} event */
  pointerMove(event) {
    if (this.pressedAt === null && this.anchor === null) return;
    const unit = this.under(event);
    if (unit === null || unit === this.cursor) return;
    this.cursor = unit;
    this.paint();
  }

  /** @param {PointerEvent} event */
  pointerUp(event) {
    if (event.pointerType === "touch") {
      // A finger that moved was scrolling: then the browser cancels, and there is no end here.
      const unit = this.under(event);
      if (unit !== null && !this.units[unit].blank) {
        this.cursor = unit;
        this.touch(unit);
      }
      return;
    }
    const from = this.pressedAt;
    this.pressedAt = null;
    if (from === null) return;
    if (from !== this.cursor) this.mark(from, this.cursor);
    else if (this.units[from].blank) this.paint();
    else this.touch(from);
  }

  // -- keyboard -------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { key, shiftKey } = event;
    if (key === "Escape" && this.anchor !== null) this.drop();
    else if (key === "Enter" || key === " ") this.touch(this.cursor);
    else if (key === "Delete" || key === "Backspace") this.told.removed(this.units[this.cursor]?.start ?? 0);
    else if (key.startsWith("Arrow") || key === "Home" || key === "End") {
      if (shiftKey && this.anchor === null) this.anchor = this.cursor;
      this.move(key);
    } else return false;
    return true;
  }

  /** Arrows go where they point, whatever the direction of the text. @param {string} key */
  move(key) {
    const turned = getComputedStyle(this.root).direction === "rtl";
    const last = this.units.length - 1;
    if (key === "Home" || key === "End") {
      this.cursor = key === "Home" ? 0 : last;
      if (this.units[this.cursor]?.blank) this.step(key === "Home" ? 1 : -1);
    } else if (key === "ArrowUp" || key === "ArrowDown") this.moveLine(key === "ArrowDown" ? 1 : -1);
    else this.step((key === "ArrowRight") === turned ? -1 : 1);
    this.units[this.cursor]?.element.scrollIntoView({ block: "nearest" });
    this.paint();
  }

  /** @param {number} by */
  step(by) {
    let next = this.cursor + by;
    while (this.units[next]?.blank) next += by;
    if (this.units[next]) this.cursor = next;
  }

  /** To the nearest unit of the line above or below. @param {number} by */
  moveLine(by) {
    const here = this.units[this.cursor].element.getBoundingClientRect();
    const middle = (here.left + here.right) / 2;
    let best = this.cursor;
    let [line, distance] = [Infinity, Infinity];
    this.units.forEach(({ element, blank }, k) => {
      const box = element.getBoundingClientRect();
      const down = by * (box.top - here.top);
      if (blank || down < here.height / 2 || down > line + here.height / 2) return;
      const aside = Math.abs((box.left + box.right) / 2 - middle);
      if (down < line - here.height / 2 || aside < distance) [best, line, distance] = [k, down, aside];
    });
    this.cursor = best;
  }
}
