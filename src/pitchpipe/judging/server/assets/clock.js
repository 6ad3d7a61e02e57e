// How long somebody looked at an item: time in which the page is hidden does not count.

export class Clock {
  constructor() {
    this.key = "";
    this.spent = 0;
    this.since = 0;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.pause() : this.run()));
    addEventListener("pagehide", () => this.pause());
  }

  /** @param {string} key */
  start(key) {
    this.pause();
    this.key = key;
    this.spent = 0;
    try {
      this.spent = Number(sessionStorage.getItem(`clock/${key}`)) || 0;
    } catch {
      // Then a reload begins anew.
    }
    if (!document.hidden) this.run();
  }

  run() {
    this.since = performance.now();
  }

  pause() {
    if (this.since) this.spent += (performance.now() - this.since) / 1000;
    this.since = 0;
    try {
      if (this.key) sessionStorage.setItem(`clock/${this.key}`, String(this.spent));
    } catch {
      // As above.
    }
  }

  /** Seconds since this item was first shown, in this tab. */
  seconds() {
    const now = this.since ? (performance.now() - this.since) / 1000 : 0;
    return Math.round((this.spent + now) * 1000) / 1000;
  }

  /** The item is answered: should it be changed later, that takes time of its own. */
  stop() {
    this.since = 0;
    try {
      sessionStorage.removeItem(`clock/${this.key}`);
    } catch {
      // As above.
    }
    this.key = "";
  }
}
