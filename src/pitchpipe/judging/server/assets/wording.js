// The words of the page, in the language it is shown in.

/** @type {Record<string, string>} */
let messages = {};

/** @param {Record<string, string>} found */
export function speak(found) {
  messages = found;
}

/**
 * A message; what stands between braces is filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function word(key, values = {}) {
  const found = messages[key];
  if (found === undefined) throw new Error(`there is no message ${key}`);
  return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** @param {string} key */
export function hasWord(key) {
  return key in messages;
}

/**
 * A key of the keyboard beside what it does.
 * @param {string} name
 */
export function keyHint(name) {
  return make("kbd", { "aria-hidden": "true" }, name);
}
