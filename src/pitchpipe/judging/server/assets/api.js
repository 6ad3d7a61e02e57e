// Asking the server: JSON there and back.

/** Milliseconds after which an answer is no longer waited for. */
const PATIENCE = 15000;

/** What the server refused, and why. */
export class Refused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The server cannot be reached now; it may be later. */
export class Unreachable extends Error {}

/**
 * Reads from the server, or with a body writes to it.
 * @param {string} url
 * @param {string} csrf
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function ask(url, csrf, body) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(url, {
      method: body ? "POST" : "GET",
      headers: body ? { "Content-Type": "application/json", "X-CSRF-Token": csrf } : {},
      body: body ? JSON.stringify(body) : undefined,
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw new Unreachable();
  }
  if (response.status >= 500 || response.status === 429 || response.status === 408) throw new Unreachable();
  /** @type {any} */
  let found;
  try {
    found = await response.json();
  } catch {
    // The answer broke off half way, or something between us and the server spoke in its place.
    throw new Unreachable();
  }
  if (!response.ok) throw new Refused(response.status, String(found.error ?? response.statusText));
  return found;
}

/** A name that nobody else gives: works without a secure context, unlike ``randomUUID``. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
