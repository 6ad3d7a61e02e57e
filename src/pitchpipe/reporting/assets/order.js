// Word order of a segment: words of the source, words of a translation below them, and lines between.

const DRAWN = "http://www.w3.org/2000/svg";
/** Of a drawing, in pixels: a letter, the room between words, and how far apart the two texts are. */
const ORDER_LETTER = 7.6;
const ORDER_GAP = 14;
const ORDER_HEIGHT = 78;

/**
 * @param {PageData} data
 * @param {{worst: number[][]}} record
 * @param {Browser} browser
 */
function showOrder(data, record, browser) {
  const number = element("order-segment", HTMLInputElement);
  const system = element("order-system", HTMLSelectElement);
  const worst = element("order-worst", HTMLSelectElement);
  fill(system, data.ranked.map((name) => [String(data.systems.indexOf(name)), name]));
  const showWorst = () => fill(worst, record.worst[Number(system.value)].map((place) => [String(place), `segment ${browser.number(place)}`]));
  let drawing = 0;
  const draw = async () => {
    const turn = (drawing += 1);
    const place = browser.place(Number(number.value));
    const into = element("order-drawing", HTMLDivElement);
    if (place < 0) return into.replaceChildren(`There is no segment ${number.value}`);
    const [source, reference, ...systems] = (await browser.texts.of(place)).order;
    // What was asked for last counts.
    if (turn !== drawing) return undefined;
    const chosen = Number(system.value);
    into.replaceChildren(
      orderFigure("reference", source, reference),
      orderFigure(data.systems[chosen], source, systems[chosen]),
      make("p", { class: "keys" }, make("a", { href: `#segment=${browser.number(place)}` }, "See the whole segment")),
    );
    return undefined;
  };
  system.addEventListener("change", () => {
    showWorst();
    draw();
  });
  worst.addEventListener("change", () => {
    number.value = String(browser.number(Number(worst.value)));
    draw();
  });
  number.addEventListener("input", draw);
  showWorst();
  number.value = String(browser.number(record.worst[Number(system.value)][0] ?? 0));
  draw();
}

/**
 * @param {string} name
 * @param {string[]} source
 * @param {OrderSide} side
 */
function orderFigure(name, source, [words, links, order]) {
  const [said, written] = [source, words].map((side) => side.map(namedControls));
  const [above, below] = [said, written].map(wordPlaces);
  const width = Math.max(above.width, below.width);
  const drawing = svg("svg", { width: String(width), height: String(ORDER_HEIGHT + 36), role: "img", "aria-label": `Words of the source and of ${namedControls(name)}` });
  for (let k = 0; k < links.length; k += 2) {
    const [from, to] = [links[k], links[k + 1]];
    // A line that crosses another leans to the other side of it.
    const crosses = crossesAny(links, from, to);
    drawing.append(svg("line", { x1: String(above.middles[from]), y1: "22", x2: String(below.middles[to]), y2: String(ORDER_HEIGHT + 8), class: crosses ? "crossing" : "straight" }));
  }
  said.forEach((word, k) => drawing.append(wordAt(word, above.middles[k], 16)));
  written.forEach((word, k) => drawing.append(wordAt(word, below.middles[k], ORDER_HEIGHT + 24)));
  const caption = make("figcaption", {}, make("strong", {}, make("bdi", {}, shownText(name))), ` says the words of the source in the order ${order.join(" ") || "(none)"}`);
  return make("figure", { class: "order" }, caption, drawing);
}

/**
 * Whether a link crosses another one.
 * @param {number[]} links
 * @param {number} from
 * @param {number} to
 */
function crossesAny(links, from, to) {
  for (let k = 0; k < links.length; k += 2) if ((links[k] - from) * (links[k + 1] - to) < 0) return true;
  return false;
}

/** @param {string[]} words */
function wordPlaces(words) {
  let at = 0;
  const middles = words.map((word) => {
    // Letters of scripts without spaces are twice as wide.
    const letters = Array.from(word).reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 2 : 1), 0);
    const width = Math.max(1, letters) * ORDER_LETTER;
    const middle = at + width / 2;
    at += width + ORDER_GAP;
    return middle;
  });
  return { middles, width: at };
}

/**
 * @param {string} word
 * @param {number} x
 * @param {number} y
 */
function wordAt(word, x, y) {
  const text = svg("text", { x: String(x), y: String(y), "text-anchor": "middle" });
  text.textContent = word;
  return text;
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function svg(tag, attributes) {
  const made = document.createElementNS(DRAWN, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
