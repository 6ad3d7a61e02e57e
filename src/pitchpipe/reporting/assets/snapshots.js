// What stands on the page as a drawing: every word where it is, above the grounds and lines it stands on.

/** What belongs to the page, and not to what it shows. */
const NOT_SHOWN = "button, select, input, nav, summary, .tools, .keys, .hidden";
/** What cuts off a part of what is in it. */
const CUTS_OFF = ".long, .scroll";
/** Around a drawing, in pixels. */
const SNAPSHOT_MARGIN = 12;
/** Pixels that a canvas may have on a side. */
const MOST_PIXELS = 16_000;
/** Characters that XML does not have. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * An element with all that it shows, on light ground.
 * @param {HTMLElement} target
 * @returns {Element}
 */
function snapshot(target) {
  const page = document.documentElement;
  const theme = page.dataset.theme;
  page.dataset.theme = "light";
  try {
    return pictured(target);
  } finally {
    page.dataset.theme = theme;
  }
}

/** @param {HTMLElement} target */
function pictured(target) {
  const box = target.getBoundingClientRect();
  const origin = new DOMPoint(box.left - target.scrollLeft - SNAPSHOT_MARGIN, box.top - target.scrollTop - SNAPSHOT_MARGIN);
  const parts = Array.from(target.children).filter((part) => !part.matches(NOT_SHOWN));
  const right = Math.max(...parts.map((part) => part.getBoundingClientRect().right), box.left);
  const [width, height] = [right - box.left + target.scrollLeft, target.scrollHeight].map((size) => String(Math.ceil(size + 2 * SNAPSHOT_MARGIN)));
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  drawing.append(svg("rect", { width, height, fill: "#ffffff" }));
  const walker = document.createTreeWalker(target, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && (node.matches(NOT_SHOWN) || !node.checkVisibility()) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) drawing.append(...drawnWords(node, target, origin));
    else if (node instanceof SVGLineElement) drawing.append(drawnLine(node, origin));
    else if (node instanceof HTMLElement) drawing.append(...grounds(node, origin));
  }
  return drawing;
}

/**
 * Words of a text where they stand; those that are cut off are left out.
 * @param {Text} text
 * @param {HTMLElement} target
 * @param {DOMPoint} origin
 */
function drawnWords(text, target, origin) {
  const parent = text.parentElement;
  if (!parent || !text.data.trim()) return [];
  const cutting = parent.closest(CUTS_OFF);
  const window = cutting && cutting !== target && target.contains(cutting) ? cutting.getBoundingClientRect() : null;
  const style = getComputedStyle(parent);
  const isTurned = style.direction === "rtl";
  const shared = {
    "font-family": style.fontFamily, "font-size": style.fontSize, "font-weight": style.fontWeight, "font-style": style.fontStyle,
    fill: parent instanceof SVGElement ? style.fill : style.color,
    ...style.textDecorationLine === "none" ? {} : { "text-decoration": style.textDecorationLine },
    ...isTurned ? { direction: "rtl" } : {},
  };
  const below = descent(style);
  const group = svg("g", shared);
  for (const { word, rect } of wordPlaced(text)) {
    if (window && rect.top > window.bottom) break;
    if (window && (rect.bottom > window.bottom + 1 || rect.right > window.right + 1)) continue;
    const x = (isTurned ? rect.right : rect.left) - origin.x;
    const one = svg("text", { x: x.toFixed(1), y: (rect.bottom - below - origin.y).toFixed(1) });
    one.textContent = word.replace(NO_XML, "\ufffd");
    group.append(one);
  }
  return group.childElementCount ? [group] : [];
}

/**
 * The words of a text with their places; a word on several lines in as many parts.
 * @param {Text} text
 * @returns {Generator<{word: string, rect: DOMRect}>}
 */
function* wordPlaced(text) {
  const range = document.createRange();
  for (const found of text.data.matchAll(/\S+/gu)) {
    range.setStart(text, found.index);
    range.setEnd(text, found.index + found[0].length);
    const rects = range.getClientRects();
    if (rects.length === 1) yield { word: found[0], rect: rects[0] };
    else if (rects.length > 1) yield* brokenWord(text, found.index, found[0], range);
  }
}

/**
 * @param {Text} text
 * @param {number} begin
 * @param {string} word
 * @param {Range} range
 * @returns {Generator<{word: string, rect: DOMRect}>}
 */
function* brokenWord(text, begin, word, range) {
  let from = begin;
  let at = begin;
  let top = NaN;
  /** @param {number} end */
  const part = (end) => {
    range.setStart(text, from);
    range.setEnd(text, end);
    return { word: text.data.slice(from, end), rect: range.getBoundingClientRect() };
  };
  for (const letter of word) {
    range.setStart(text, at);
    range.setEnd(text, at + letter.length);
    const here = range.getBoundingClientRect().top;
    if (at > from && Math.abs(here - top) > 2) {
      yield part(at);
      from = at;
    }
    top = here;
    at += letter.length;
  }
  yield part(at);
}

/** @type {Map<string, number>} */
const DESCENTS = new Map();

/**
 * How far letters of a font go below the line they stand on.
 * @param {CSSStyleDeclaration} style
 */
function descent(style) {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  let found = DESCENTS.get(font);
  if (found === undefined) {
    const canvas = make("canvas").getContext("2d");
    if (canvas) canvas.font = font;
    found = canvas?.measureText("x").fontBoundingBoxDescent ?? 4;
    DESCENTS.set(font, found);
  }
  return found;
}

/**
 * The ground and the borders of an element.
 * @param {HTMLElement} element
 * @param {DOMPoint} origin
 */
function grounds(element, origin) {
  const style = getComputedStyle(element);
  const made = [];
  for (const rect of element.getClientRects()) {
    const [x, y] = [rect.left - origin.x, rect.top - origin.y];
    if (!/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor)) {
      const place = { x: x.toFixed(1), y: y.toFixed(1), width: rect.width.toFixed(1), height: rect.height.toFixed(1) };
      made.push(svg("rect", { ...place, rx: String(parseFloat(style.borderTopLeftRadius) || 0), fill: style.backgroundColor }));
    }
    const [right, bottom] = [x + rect.width, y + rect.height];
    /** @type {["Top" | "Right" | "Bottom" | "Left", number, number, number, number][]} */
    const sides = [["Top", x, y, right, y], ["Right", right, y, right, bottom], ["Bottom", x, bottom, right, bottom], ["Left", x, y, x, bottom]];
    for (const [side, ...ends] of sides) {
      const width = parseFloat(style[`border${side}Width`]);
      if (width) made.push(stroke(ends, style[`border${side}Color`], width, style[`border${side}Style`] === "solid"));
    }
  }
  return made;
}

/**
 * @param {number[]} ends
 * @param {string} colour
 * @param {number} width
 * @param {boolean} isSolid
 */
function stroke([x1, y1, x2, y2], colour, width, isSolid) {
  const place = { x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1) };
  return svg("line", { ...place, stroke: colour, "stroke-width": String(width), ...isSolid ? {} : { "stroke-dasharray": "2 2" } });
}

/**
 * @param {SVGLineElement} line
 * @param {DOMPoint} origin
 */
function drawnLine(line, origin) {
  const box = line.ownerSVGElement?.getBoundingClientRect() ?? new DOMRect();
  const ends = ["x1", "y1", "x2", "y2"].map((name, k) => Number(line.getAttribute(name)) + (k % 2 ? box.top - origin.y : box.left - origin.x));
  const style = getComputedStyle(line);
  return stroke(ends, style.stroke, parseFloat(style.strokeWidth), true);
}

/**
 * A drawing as a file.
 * @param {Element} drawing
 * @param {"svg" | "png"} kind
 * @returns {Promise<Blob>}
 */
async function drawingFile(drawing, kind) {
  const text = new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
  if (kind === "svg") return text;
  const [width, height] = ["width", "height"].map((name) => Number(drawing.getAttribute(name)));
  const scale = Math.min(2, MOST_PIXELS / width, MOST_PIXELS / height);
  const url = URL.createObjectURL(text);
  const image = make("img", { src: url });
  await image.decode();
  const canvas = make("canvas", { width: String(Math.floor(width * scale)), height: String(Math.floor(height * scale)) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture is too large"))), "image/png"));
}
