// The organiser's page: how far everybody is, what came out so far, and what can be done about it.

import { Refused, Unreachable, ask } from "./api.js";

/** Milliseconds between looks at the server. */
const EVERY = 5000;

/** @type {{base: string, csrf: string}} */
const { base, csrf } = JSON.parse(element("data", HTMLScriptElement).textContent ?? "");
const trouble = element("trouble", HTMLElement);

/** @param {string} seen */
function ago(seen) {
  const seconds = Math.max(0, (Date.now() - Date.parse(seen)) / 1000);
  if (seconds < 90) return "just now";
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes ago`;
  if (seconds < 129600) return `${Math.round(seconds / 3600)} hours ago`;
  return `${Math.round(seconds / 86400)} days ago`;
}

/**
 * Asks before something is done.
 * @param {string} heading
 * @param {string} text
 * @param {string} yes
 * @param {HTMLInputElement | HTMLSelectElement} [field] what has to be said for it
 * @returns {Promise<string | null>} what was said, or null where it is not to be done
 */
function sure(heading, text, yes, field) {
  const dialog = element("asking", HTMLDialogElement);
  element("asking-heading", HTMLElement).textContent = heading;
  element("asking-text", HTMLElement).textContent = text;
  element("asking-yes", HTMLElement).textContent = yes;
  element("asking-label", HTMLElement).replaceChildren(...(field ? [field.title, " ", field] : []));
  dialog.returnValue = "";
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes" ? (field?.value ?? "yes") : null), { once: true });
    dialog.showModal();
  });
}

class Organiser {
  constructor() {
    /** @type {CampaignState | null} */
    this.state = null;
    this.shown = "";
    element("close", HTMLButtonElement).addEventListener("click", () => this.close());
    element("reopen", HTMLButtonElement).addEventListener("click", () => this.change("reopen", {}));
    element("look", HTMLInputElement).addEventListener("change", () => this.results());
  }

  /** Does what asks the server, and says where that fails. @param {() => Promise<void>} work */
  async attempt(work) {
    try {
      await work();
      trouble.hidden = true;
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
      trouble.textContent = error instanceof Refused ? error.message : "The server cannot be reached at the moment.";
      trouble.hidden = false;
    }
  }

  look() {
    return this.attempt(async () => this.show(await ask(`${base}progress`, csrf)));
  }

  /** @param {string} what @param {object} body */
  change(what, body) {
    return this.attempt(async () => this.show(await ask(`${base}${what}`, csrf, body)));
  }

  // -- how it looks ---------------------------------------------------------------------------------

  /** @param {CampaignState} state */
  show(state) {
    // Nothing is drawn anew where nothing has changed: somebody may be in the midst of a menu.
    const now = JSON.stringify([state, state.annotators.map(({ seen }) => seen && ago(seen))]);
    if (now === this.shown) return;
    this.shown = now;
    this.state = state;
    element("state", HTMLElement).textContent = state.closed ? "closed" : "open";
    element("state", HTMLElement).classList.toggle("closed", state.closed);
    element("close", HTMLButtonElement).hidden = state.closed;
    element("reopen", HTMLButtonElement).hidden = !state.closed;
    const done = state.annotators.reduce((sum, person) => sum + person.done, 0);
    const total = state.annotators.reduce((sum, person) => sum + person.total, 0);
    const finished = state.annotators.filter((person) => person.code !== null).length;
    element("summary", HTMLElement).textContent = `${done} of ${total} judgments; ${finished} of ${state.annotators.length} annotators have finished.`;
    const body = document.querySelector("#people tbody");
    body?.replaceChildren(...state.annotators.map((person) => this.row(person)));
  }

  /** @param {Person} person */
  row(person) {
    const { name, done, total, gold, seconds, seen } = person;
    const bar = make("progress", { max: String(Math.max(total, 1)), value: String(done), "aria-label": `${name}: done` });
    const right = gold[1] ? `${Math.round((100 * gold[0]) / gold[1])} % of ${gold[1]}` : "";
    const row = make(
      "tr",
      {},
      make("th", { scope: "row" }, make("bdi", {}, name)),
      make("td", { class: "done" }, bar, ` ${done} of ${total}`),
      make("td", { class: person.low ? "number wrong" : "number" }, right),
      make("td", { class: "number" }, seconds === null ? "" : seconds.toFixed(1)),
      make("td", {}, seen === null ? "" : ago(seen)),
      make("td", { class: "states" }, ...this.states(person)),
      make("td", { class: "menu" }, ...(person.removed ? [] : [this.menu(person)])),
    );
    if (person.aside !== null) row.className = "aside";
    return row;
  }

  /** @param {Person} person */
  states({ aside, code, fast, slow, removed }) {
    const found = [];
    if (removed) return [make("span", { class: "tag" }, "removed")];
    if (aside !== null) found.push(make("span", { class: "tag bad" }, "set aside: ", make("bdi", {}, aside)));
    if (code !== null) found.push(make("span", { class: "tag good" }, "finished, code ", make("code", {}, code)));
    if (fast) found.push(make("span", { class: "tag bad", title: "answers that came faster than anybody reads" }, `${fast} too fast`));
    if (slow) found.push(make("span", { class: "tag" }, "slow"));
    return found;
  }

  /** @param {Person} person */
  menu(person) {
    const menu = make("select", { "aria-label": `Do something about ${person.name}` });
    fill(menu, [
      ["", "do …"],
      person.aside === null ? ["aside", "set aside"] : ["back", "take back"],
      ...(person.done < person.total ? /** @type {[string, string][]} */ ([["reassign", "give the rest to …"]]) : []),
      ["remove", "remove their data"],
    ]);
    menu.addEventListener("change", () => {
      const what = menu.value;
      menu.value = "";
      if (what === "aside") this.setAside(person);
      else if (what === "back") this.change("take-back", { annotator: person.id });
      else if (what === "reassign") this.reassign(person);
      else if (what === "remove") this.remove(person);
    });
    return menu;
  }

  // -- what is done ---------------------------------------------------------------------------------

  async close() {
    const yes = await sure("Close the campaign?", "No more answers are taken. It can be opened again.", "Close it");
    if (yes) this.change("close", {});
  }

  /** @param {Person} person */
  async setAside(person) {
    const field = make("input", { title: "Why?", required: "", maxlength: "500" });
    const reason = await sure(`Set ${person.name} aside?`, "Their answers are left out of all results. Nothing is deleted.", "Set aside", field);
    if (reason) this.change("set-aside", { annotator: person.id, reason });
  }

  /** @param {Person} person */
  async reassign(person) {
    const field = make("select", { title: "To whom?" });
    const others = this.state?.annotators.filter(({ id, removed, aside }) => id !== person.id && !removed && aside === null) ?? [];
    fill(field, others.map(({ id, name, done, total }) => [String(id), `${name} (${total - done} left)`]));
    const text = "What they have not answered of their own set goes to somebody else; common items everybody has anyway.";
    const to = await sure(`Give the rest of ${person.name}?`, text, "Give it", field);
    if (to) this.change("reassign", { annotator: person.id, to: Number(to) });
  }

  /** @param {Person} person */
  async remove(person) {
    const text = "Their answers, name and link are deleted for good, as somebody may ask who has taken part.";
    if (await sure(`Remove all data of ${person.name}?`, text, "Remove")) this.change("remove", { annotator: person.id });
  }

  // -- results --------------------------------------------------------------------------------------

  async results() {
    const place = element("results", HTMLElement);
    const wanted = element("look", HTMLInputElement).checked;
    place.replaceChildren();
    if (!wanted) return;
    await this.attempt(async () => {
      /** @type {ResultsData} */
      const { blocks, notes } = await ask(`${base}results`, csrf);
      if (!element("look", HTMLInputElement).checked) return;
      place.replaceChildren(
        ...blocks.map((block) => ("text" in block ? make("p", {}, block.text) : table(block))),
        ...notes.map((note) => make("p", { class: "soft note" }, note)),
      );
    });
  }
}

/** @param {TableData} data */
function table({ header, left, rows }) {
  const css = left.map((one) => (one ? "" : "number"));
  const head = make("tr", {}, ...header.map((text, k) => make("th", { scope: "col", class: css[k] }, text)));
  const body = rows.map((row) => make("tr", {}, ...row.map((text, k) => make("td", { class: css[k] }, make("bdi", {}, text)))));
  const grid = make("table", {}, make("thead", {}, head), make("tbody", {}, ...body));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": header[0] }, grid);
}

const page = new Organiser();
await page.look();
setInterval(() => page.look(), EVERY);
document.documentElement.dataset.ready = "";
