// Elements of the page. Texts go in as text, never as markup.

/**
 * An element by its id, of the kind it is expected to be.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page lacks #${id}`);
  return found;
}

/**
 * A new element with attributes, and texts or elements within it.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Characters that would turn text round or hide it, and what they are called. */
const CONTROLS = new Map([
  [0x200e, "LRM"], [0x200f, "RLM"], [0x061c, "ALM"], [0x202a, "LRE"], [0x202b, "RLE"], [0x202c, "PDF"], [0x202d, "LRO"],
  [0x202e, "RLO"], [0x2066, "LRI"], [0x2067, "RLI"], [0x2068, "FSI"], [0x2069, "PDI"], [0x200b, "ZWSP"],
  [0xfeff, "BOM"], [0x2028, "LS"], [0x2029, "PS"],
]);
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** @param {string} letter */
function controlName(letter) {
  const code = letter.charCodeAt(0);
  return CONTROLS.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * The same where there can be no elements: names of control characters in brackets.
 * @param {string} text
 */
function namedControls(text) {
  return text.replace(new RegExp(CONTROL, "g"), (letter) => `[${controlName(letter)}]`);
}

/**
 * Text as people should see it: characters that direct the others are shown, and direct nothing.
 * @param {string} text
 * @returns {DocumentFragment}
 */
function shownText(text) {
  const made = document.createDocumentFragment();
  let rest = text;
  for (let at = rest.search(CONTROL); at >= 0; at = rest.search(CONTROL)) {
    made.append(rest.slice(0, at), make("span", { class: "control", title: "a control character" }, controlName(rest[at])));
    rest = rest.slice(at + 1);
  }
  made.append(rest);
  return made;
}

/**
 * Fills a list to choose from.
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} options values and what they are called
 */
function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value }, namedControls(text))));
}

/**
 * Tells people what happened, for a moment.
 * @param {string} text
 */
function say(text) {
  const place = element("said", HTMLElement);
  place.textContent = text;
  place.classList.add("shown");
  setTimeout(() => place.classList.remove("shown"), 1800);
}
