// What this device keeps: answers until they are acknowledged, and drafts until they are answers.

/** What is kept where a browser keeps nothing: until the page is closed. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} key @param {string} value */
function keep(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full, or forbidden: memory has it.
  }
}

/** @param {string} key */
function forget(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Then nothing was kept there.
  }
}

/** @param {string} prefix @returns {[string, string][]} */
function kept(prefix) {
  const found = new Map([...memory].filter(([key]) => key.startsWith(prefix)));
  try {
    for (let k = 0; k < localStorage.length; k += 1) {
      const key = localStorage.key(k);
      const value = key === null ? null : localStorage.getItem(key);
      if (key?.startsWith(prefix) && value !== null) found.set(key, value);
    }
  } catch {
    // Memory is all there is.
  }
  return [...found];
}

/**
 * Answers that are not acknowledged yet. Each has a place of its own, so that two tabs never overwrite each other.
 */
export class Outbox {
  /** @param {string} storage */
  constructor(storage) {
    this.prefix = `${storage}/outbox/`;
    this.sending = false;
  }

  /** @param {Sent} sent */
  put(sent) {
    keep(this.prefix + sent.client_id, JSON.stringify({ ...sent, at: Date.now() }));
  }

  /** @param {string} id */
  remove(id) {
    forget(this.prefix + id);
    // Another tab may have sent it: then only the device knew.
    memory.delete(this.prefix + id);
  }

  /** Oldest first. @returns {Sent[]} */
  waiting() {
    const found = kept(this.prefix).flatMap(([key, text]) => {
      try {
        return [JSON.parse(text)];
      } catch {
        forget(key);
        return [];
      }
    });
    return found.sort((one, two) => one.at - two.at).map(({ client_id, key, answer, seconds }) => ({ client_id, key, answer, seconds }));
  }
}

/** What somebody has begun to answer, by item; of no use once the item has been answered elsewhere. */
export class Drafts {
  /** @param {string} storage */
  constructor(storage) {
    this.prefix = `${storage}/draft/`;
  }

  /** @param {ItemScreen} item @param {Answer} answer */
  put(item, answer) {
    keep(this.prefix + item.key, JSON.stringify([item.answer, answer]));
  }

  /** @param {ItemScreen} item @returns {Answer | null} */
  get(item) {
    try {
      const text = localStorage.getItem(this.prefix + item.key) ?? memory.get(this.prefix + item.key);
      const [before, answer] = JSON.parse(text ?? "[]");
      return JSON.stringify(before) === JSON.stringify(item.answer) ? answer : null;
    } catch {
      return null;
    }
  }

  /** @param {string} key */
  remove(key) {
    forget(this.prefix + key);
  }
}
