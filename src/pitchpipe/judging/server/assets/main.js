// The annotator's page: consent, instructions, one item after the other, the end.

import { Refused, Unreachable, ask, newId } from "./api.js";
import { Clock } from "./clock.js";
import { Drafts, Outbox } from "./keeping.js";
import { choiceName } from "./pairwise.js";
import { Screen } from "./screen.js";
import { speak, word } from "./wording.js";

/** Milliseconds until an answer is sent again that was not acknowledged. */
const AGAIN = 3000;
/** Refusals that may be taken back: no valid link, and a campaign that is closed. */
const REVOCABLE = [401, 403, 409];
const VIEWS = ["consent", "instructions", "work", "done", "closed", "failed"];

class Page {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    this.outbox = new Outbox(data.storage);
    this.drafts = new Drafts(data.storage);
    this.clock = new Clock();
    /** @type {Screen | null} */
    this.screen = null;
    /** @type {WorkState | null} */
    this.state = null;
    this.timer = 0;
    // Another tab that answered says so: this one shows what is open now.
    this.others = new BroadcastChannel(data.storage);
    this.others.addEventListener("message", () => this.refresh());
    this.listen();
  }

  listen() {
    element("agree", HTMLButtonElement).addEventListener("click", () => this.attempt(() => this.agree()));
    element("start", HTMLButtonElement).addEventListener("click", () => this.attempt(() => this.begin()));
    element("retry", HTMLButtonElement).addEventListener("click", () => this.attempt(() => this.load()));
    element("review", HTMLButtonElement).addEventListener("click", () => this.back());
    element("copy", HTMLButtonElement).addEventListener("click", () => this.copyCode());
    element("show-instructions", HTMLButtonElement).addEventListener("click", () => this.help());
    const language = element("language", HTMLSelectElement);
    language.addEventListener("change", () => location.assign(`?lang=${encodeURIComponent(language.value)}`));
    addEventListener("online", () => this.attempt(() => this.flush()));
    addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("pageshow", (event) => {
      // The back button may show the page as it was, with an item that is answered by now.
      if (event.persisted) this.refresh();
    });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (this.visible === "work" && !this.screen?.root.inert && this.screen?.pressed(event)) event.preventDefault();
    else if (this.visible === "done" && (event.key === "u" || event.key === "U")) this.back();
  }

  // -- views ----------------------------------------------------------------------------------------

  /** @param {string} name */
  show(name) {
    this.visible = name;
    for (const view of VIEWS) element(view, HTMLElement).hidden = view !== name;
    element("show-instructions", HTMLButtonElement).hidden = name === "instructions" || name === "consent";
    document.documentElement.dataset.view = name;
  }

  /** Does what asks the server; where that cannot be, says why. @param {() => Promise<void>} work */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof Unreachable) this.fail(word("unreachable"));
      else if (error instanceof Refused && error.status === 409) this.show("closed");
      else if (error instanceof Refused) this.fail(error.status === 401 || error.status === 403 ? word("link_other") : error.message);
      else throw error;
    }
  }

  /** @param {string} text */
  fail(text) {
    // What is on the screen stays: somebody may be in the midst of it.
    if (this.visible === "work" && this.screen) {
      this.screen.say(text);
      return;
    }
    element("failure", HTMLElement).textContent = text;
    this.show("failed");
  }

  /** @param {WorkState} state */
  showProgress({ done, total }) {
    const bar = element("progress", HTMLProgressElement);
    bar.max = Math.max(total, 1);
    bar.value = done;
    element("progress-text", HTMLElement).textContent = word("progress", { done, total });
    element("progress-place", HTMLElement).hidden = total === 0;
  }

  // -- from state to state --------------------------------------------------------------------------

  async load() {
    await this.flush();
    this.arrive(await ask(`${this.data.base}state`, this.data.csrf));
  }

  refresh() {
    if (!this.outbox.sending && this.visible !== "consent" && this.visible !== "instructions") return this.attempt(() => this.load());
    return undefined;
  }

  /** Shows what there is to do. @param {WorkState} state */
  arrive(state) {
    this.state = state;
    clearTimeout(this.timer);
    this.showProgress(state);
    if (!state.consented) return this.show("consent");
    if (state.closed) return this.show("closed");
    if (state.screen) {
      // Whoever comes for the first time reads first.
      if (state.done === 0 && !this.begun && state.last === null) return this.show("instructions");
      return this.showItem(state.screen);
    }
    return this.finish(state);
  }

  async agree() {
    this.arrive(await ask(`${this.data.base}consent`, this.data.csrf, { version: this.data.consent }));
  }

  async begin() {
    this.begun = true;
    await this.load();
  }

  help() {
    const dialog = element("help", HTMLDialogElement);
    if (!dialog.open) dialog.showModal();
  }

  /** @param {WorkState} state */
  finish(state) {
    element("code", HTMLElement).textContent = state.code ?? "";
    element("code-place", HTMLElement).hidden = state.code === null;
    element("review", HTMLButtonElement).hidden = state.last === null;
    this.show("done");
    element("done-heading", HTMLElement).focus();
  }

  async copyCode() {
    try {
      await navigator.clipboard.writeText(element("code", HTMLElement).textContent ?? "");
      say(word("copied"));
    } catch {
      // Without a secure context there is no clipboard: the code can be selected.
      getSelection()?.selectAllChildren(element("code", HTMLElement));
    }
  }

  // -- items ----------------------------------------------------------------------------------------

  /** @param {ItemScreen} item */
  showItem(item) {
    if (this.screen?.item.key === item.key && this.visible === "work") return;
    this.screen = new Screen(item, this.data, {
      changed: (answer) => this.drafts.put(item, answer),
      send: () => this.send(),
      back: () => this.back(),
    });
    const begun = this.drafts.get(item) ?? item.answer;
    if (begun) this.screen.restore(begun);
    element("item", HTMLElement).replaceChildren(this.screen.root);
    const heading = element("item-heading", HTMLElement);
    heading.textContent = word("item", { n: item.position, total: item.total });
    this.show("work");
    this.clock.start(item.key);
    scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  }

  /** To the item before this one, or before the end. */
  back() {
    const key = this.visible === "work" ? this.screen?.item.previous : this.state?.last;
    if (key) this.attempt(() => this.open(key));
  }

  /** @param {string} key */
  async open(key) {
    this.showItem(await ask(`${this.data.base}items/${encodeURIComponent(key)}`, this.data.csrf));
  }

  async send() {
    const { screen } = this;
    const answer = screen?.answer();
    if (!screen || !answer) return;
    const { item } = screen;
    if (item.answer && JSON.stringify(item.answer) === JSON.stringify(answer)) {
      this.drafts.remove(item.key);
      await this.attempt(() => (item.following ? this.open(item.following) : this.load()));
      return;
    }
    this.outbox.put({ client_id: newId(), key: item.key, answer, seconds: this.clock.seconds() });
    screen.freeze(true);
    await this.attempt(() => this.flush());
  }

  // -- what was answered reaches the server ---------------------------------------------------------

  /** Sends what is not acknowledged, oldest first; what cannot be sent now is tried again. */
  async flush() {
    if (this.outbox.sending) return;
    this.outbox.sending = true;
    clearTimeout(this.timer);
    /** @type {Recorded | null} */
    let last = null;
    try {
      // Asked for anew each time: somebody may think better of an answer that is on its way.
      for (let [sent] = this.outbox.waiting(); sent; [sent] = this.outbox.waiting()) last = await this.deliver(sent);
      element("unsaved", HTMLElement).hidden = true;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      element("unsaved", HTMLElement).hidden = false;
      this.timer = setTimeout(() => this.attempt(() => this.flush()), AGAIN);
      return;
    } finally {
      this.outbox.sending = false;
    }
    if (last) await this.acknowledged(last);
  }

  /** @param {Sent} sent @returns {Promise<Recorded>} */
  async deliver(sent) {
    try {
      const recorded = await ask(`${this.data.base}answers`, this.data.csrf, sent);
      this.outbox.remove(sent.client_id);
      this.drafts.remove(sent.key);
      return recorded;
    } catch (error) {
      this.screen?.freeze(false);
      // A link may be opened again, and a campaign: until then it is kept. All else will be refused for ever.
      if (error instanceof Refused && !REVOCABLE.includes(error.status)) this.outbox.remove(sent.client_id);
      throw error;
    }
  }

  /** @param {Recorded} recorded */
  async acknowledged(recorded) {
    this.clock.stop();
    this.others.postMessage("answered");
    if (recorded.feedback !== null) await this.explain(recorded.feedback);
    this.screen = null;
    this.arrive(recorded);
  }

  /** What should have been answered, and why. @param {NonNullable<Recorded["feedback"]>} feedback */
  explain({ explanation, expected }) {
    const dialog = element("feedback", HTMLDialogElement);
    element("feedback-expected", HTMLElement).textContent = expected.choice ? choiceName(expected.choice, this.data.protocol) : "";
    element("feedback-text", HTMLElement).replaceChildren(shownText(explanation));
    return new Promise((done) => {
      dialog.addEventListener("close", done, { once: true });
      dialog.showModal();
    });
  }
}

/** @type {PageData} */
const data = JSON.parse(element("data", HTMLScriptElement).textContent ?? "");
speak(data.messages);
const page = new Page(data);
await page.attempt(() => page.load());
document.documentElement.dataset.ready = "";
