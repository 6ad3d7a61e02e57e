// The browser of segments: searched, sorted, filtered, paged.

/** Segments on a page. */
const PAGE = 20;
/** Systems shown at first. */
const FIRST = 4;

class Browser {
  /** @param {PageData} data @param {Pair} pair */
  constructor(data, pair) {
    this.data = data;
    this.pair = pair;
    this.people = data.panels.people ?? null;
    /** Errors that people marked, by place and system. @type {Map<string, PeopleRecord["spans"]>} */
    this.errors = new Map();
    for (const span of this.people?.spans ?? []) {
      const key = `${span[1]}/${span[0]}`;
      this.errors.set(key, [...(this.errors.get(key) ?? []), span]);
    }
    this.severities = [...new Set(this.people?.spans.map((span) => span[4]))];
    this.index = data.panels.segments;
    this.texts = new Texts(this.index);
    this.words = new RegExp(this.index.words, "gu");
    /** Places of the segments that are listed, in order. @type {number[]} */
    this.listed = [];
    this.page = 0;
    this.descending = false;
    /** Places that a chart has selected. @type {Set<number> | null} */
    this.brushed = null;
    /** Are called when all that was chosen is forgotten. @type {(() => void)[]} */
    this.clearing = [];
    /** Of what is listed, and of what is shown of it: what was asked for last counts. */
    this.turn = 0;
    this.showing = 0;
    this.search = element("search", HTMLInputElement);
    this.searchIn = element("search-in", HTMLSelectElement);
    this.groupBy = element("group-by", HTMLSelectElement);
    this.groupLabel = element("group-label", HTMLSelectElement);
    this.sort = element("sort", HTMLSelectElement);
    this.mark = element("mark", HTMLSelectElement);
    this.chosen = element("chosen", HTMLFieldSetElement);
    this.list = element("list", HTMLDivElement);
    this.fillControls();
    this.listen();
  }

  // -- what can be chosen ---------------------------------------------------------------------------

  fillControls() {
    const { systems, ranked } = this.data;
    /** @type {[string, string][]} */
    const names = ranked.map((name) => [String(systems.indexOf(name)), name]);
    const groups = Object.keys(this.index.groups).map((by) => /** @type {[string, string]} */ ([`group:${by}`, by]));
    const odd = Object.keys(this.index.odd).map((kind) => /** @type {[string, string]} */ ([`odd:${kind}`, `odd: ${kind}`]));
    fill(this.groupBy, [["", "all segments"], ...groups, ...odd]);
    fill(this.mark, [
      ...this.index.references.length ? /** @type {[string, string][]} */ ([["reference", "differences from the reference"]]) : [],
      ["other", "differences from A"],
      ...this.index.references.length ? /** @type {[string, string][]} */ ([["ngrams", "n-grams of the references"]]) : [],
      ...this.index.explained.map(({ head }, k) => /** @type {[string, string]} */ ([`explained:${k}`, `what ${head} aligns`])),
      ...this.errors.size ? /** @type {[string, string][]} */ ([["errors", "errors that people marked"]]) : [],
      ["none", "nothing"],
    ]);
    names.forEach(([value, name], k) => {
      const box = make("input", { type: "checkbox", value });
      box.checked = k < FIRST;
      this.chosen.append(make("label", {}, box, " ", shownText(name)));
    });
    this.showLabels();
  }

  showLabels() {
    const by = this.groupBy.value;
    const group = by.startsWith("group:") ? this.index.groups[by.slice(6)] : null;
    element("group-of", HTMLElement).hidden = !group;
    fill(this.groupLabel, (group?.labels ?? []).map((label, k) => [String(k), label]));
  }

  listen() {
    let waiting = 0;
    this.search.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.update(), 60);
    });
    this.groupBy.addEventListener("change", () => this.showLabels());
    for (const select of [this.searchIn, this.groupBy, this.groupLabel, this.sort]) {
      select.addEventListener("change", () => this.update());
    }
    for (const control of [this.mark, this.chosen]) control.addEventListener("change", () => this.show());
    element("browser-controls", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
    element("turn-order", HTMLButtonElement).addEventListener("click", () => this.turnRound());
    element("clear", HTMLButtonElement).addEventListener("click", () => this.clear());
    element("save-segments", HTMLButtonElement).addEventListener("click", () => this.save());
    addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => this.follow());
    this.pair.heed(() => this.update());
  }

  turnRound() {
    this.descending = !this.descending;
    element("turn-order", HTMLButtonElement).textContent = this.descending ? "↓" : "↑";
    this.update();
  }

  clear() {
    this.search.value = "";
    this.groupBy.value = "";
    this.sort.value = "number";
    this.descending = false;
    element("turn-order", HTMLButtonElement).textContent = "↑";
    for (const forget of this.clearing) forget();
    this.showLabels();
    return this.update();
  }

  // -- which segments -------------------------------------------------------------------------------

  /**
   * The score of an output, or null where there is none.
   * @param {number} metric
   * @param {number} system
   * @param {number} place
   */
  score(metric, system, place) {
    const { decimals, values } = this.index.scores[metric];
    const packed = values[system][place];
    return packed === null ? null : packed / 10 ** decimals;
  }

  /**
   * The number of a segment, as links have it.
   * @param {number} place
   */
  number(place) {
    return this.index.numbers?.[place] ?? place + 1;
  }

  /**
   * The place of a segment by its number, or -1.
   * @param {number} number
   */
  place(number) {
    const place = this.index.numbers ? this.index.numbers.indexOf(number) : number - 1;
    return Number.isInteger(place) && place < this.index.count ? place : -1;
  }

  /**
   * What people gave an output, as it is shown; empty where they gave nothing.
   * @param {number} system
   * @param {number} place
   */
  judgment(system, place) {
    const packed = this.people?.values?.[system]?.[place] ?? null;
    return packed === null || !this.people ? "" : (packed / 10 ** this.people.decimals).toFixed(this.people.decimals);
  }

  /** The segments that the controls ask for, and their order. */
  async update() {
    const turn = (this.turn += 1);
    const found = await this.searched();
    if (turn !== this.turn) return;
    const inGroup = this.grouped();
    const places = Array.from({ length: this.index.count }, (_, place) => place);
    this.listed = places.filter((place) => (!found || found.has(place)) && inGroup(place) && (!this.brushed || this.brushed.has(place)));
    const key = this.sortKey();
    if (key) {
      const keys = new Map(this.listed.map((place) => [place, key(place)]));
      const sign = this.descending ? -1 : 1;
      this.listed.sort((one, two) => {
        const [first, second] = [keys.get(one) ?? null, keys.get(two) ?? null];
        if (first === null || second === null) return Number(first === null) - Number(second === null) || one - two;
        return sign * (first - second) || one - two;
      });
    } else if (this.descending) this.listed.reverse();
    this.page = 0;
    await this.show();
  }

  /**
   * Shows only the segments that a chart selects; all of them with null.
   * @param {Set<number> | null} places
   */
  select(places) {
    this.brushed = places;
    return this.update();
  }

  /** @returns {Promise<Set<number> | null>} */
  async searched() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return null;
    const source = Number(this.index.source);
    const outputs = source + this.index.references.length;
    const within = this.searchIn.value;
    return this.texts.search(words, (column) => {
      if (within === "source") return column < source;
      if (within === "references") return column >= source && column < outputs;
      return within === "all" || column >= outputs;
    });
  }

  /** @returns {(place: number) => boolean} */
  grouped() {
    const by = this.groupBy.value;
    if (by.startsWith("odd:")) {
      const places = new Set(this.index.odd[by.slice(4)]);
      return (place) => places.has(place);
    }
    if (!by.startsWith("group:")) return () => true;
    const { which } = this.index.groups[by.slice(6)];
    const label = Number(this.groupLabel.value);
    return (place) => which[place] === label;
  }

  /** @returns {((place: number) => number | null) | null} */
  sortKey() {
    const { metric, a, b } = this.pair;
    if (this.sort.value === "score") return (place) => this.score(metric, a, place);
    if (this.sort.value === "difference") {
      return (place) => {
        const [first, second] = [this.score(metric, a, place), this.score(metric, b, place)];
        return first === null || second === null ? null : first - second;
      };
    }
    if (this.sort.value !== "spread") return null;
    return (place) => {
      const scores = this.data.systems.map((_, system) => this.score(metric, system, place)).filter((score) => score !== null);
      return scores.length ? Math.max(...scores) - Math.min(...scores) : null;
    };
  }

  // -- what is shown --------------------------------------------------------------------------------

  /** @returns {number[]} */
  systemsShown() {
    return Array.from(this.chosen.querySelectorAll("input"), (box) => (box.checked ? Number(box.value) : -1)).filter((k) => k >= 0);
  }

  async show() {
    const showing = (this.showing += 1);
    const places = this.listed.slice(this.page * PAGE, (this.page + 1) * PAGE);
    const texts = await Promise.all(places.map((place) => this.texts.of(place)));
    if (showing !== this.showing) return;
    this.list.replaceChildren(...places.map((place, k) => segmentShown(this, place, texts[k])));
    this.showFound();
    this.showPages();
    this.showLegend();
  }

  showFound() {
    const count = this.listed.length;
    const all = this.index.count;
    const place = element("found", HTMLElement);
    place.replaceChildren(count === all ? `${all} segments` : `${count} of ${all} segments`);
    if (count === 0 || count === all) return;
    const { metric } = this.pair;
    const { head, decimals } = this.data.metrics[metric];
    const means = this.systemsShown().map((system) => {
      const scores = this.listed.map((one) => this.score(metric, system, one)).filter((score) => score !== null);
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      return `${this.data.systems[system]} ${scores.length ? mean.toFixed(decimals) : "n/a"}`;
    });
    place.append(make("small", {}, `Means of their segment scores by ${head}, which are no corpus scores: ${means.join(", ")}`));
  }

  showPages() {
    const pages = Math.max(1, Math.ceil(this.listed.length / PAGE));
    for (const place of document.querySelectorAll("nav.pages")) {
      const [back, forth] = [[-1, "Previous"], [1, "Next"]].map(([step, text]) => {
        const button = make("button", { type: "button", class: "quiet" }, String(text));
        const target = this.page + Number(step);
        button.disabled = target < 0 || target >= pages;
        button.addEventListener("click", () => this.turnTo(target));
        return button;
      });
      place.replaceChildren(back, make("span", {}, `page ${this.page + 1} of ${pages}`), forth);
    }
  }

  /** @param {number} page */
  async turnTo(page) {
    if (page < 0 || page * PAGE >= this.listed.length) return;
    this.page = page;
    await this.show();
    element("found", HTMLElement).scrollIntoView({ block: "start" });
  }

  showLegend() {
    const mark = this.mark.value;
    element("legend", HTMLElement).replaceChildren(...legend(mark, this.explainedBy(mark)?.kind ?? null, this.severities, this.index.references.length));
  }

  /**
   * What a choice of marks says of a metric.
   * @param {string} mark
   */
  explainedBy(mark) {
    return mark.startsWith("explained:") ? this.index.explained[Number(mark.slice(10))] : null;
  }

  // -- links, keys, files ---------------------------------------------------------------------------

  /** Shows the segment that the address names. */
  async follow() {
    const number = Number(/^#segment=(\d+)$/.exec(location.hash)?.[1] ?? NaN);
    if (Number.isNaN(number)) return;
    const place = this.place(number);
    if (place < 0) return void say(`There is no segment ${number}`);
    if (!this.listed.includes(place)) await this.clear();
    this.page = Math.floor(this.listed.indexOf(place) / PAGE);
    await this.show();
    this.focus(document.getElementById(`segment-${number}`));
  }

  /** @param {Element | null} segment */
  focus(segment) {
    if (!(segment instanceof HTMLElement)) return;
    for (const one of this.list.querySelectorAll(".here")) one.classList.remove("here");
    segment.classList.add("here");
    segment.focus({ preventScroll: true });
    segment.scrollIntoView({ block: "start" });
  }

  /** @param {KeyboardEvent} event */
  async pressed(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      this.search.focus();
      this.search.scrollIntoView({ block: "center" });
    } else if (event.key === "j" || event.key === "k") await this.step(event.key === "j" ? 1 : -1);
    else if (event.key === "n") await this.turnTo(this.page + 1);
    else if (event.key === "p") await this.turnTo(this.page - 1);
  }

  /** @param {1 | -1} by */
  async step(by) {
    const segments = [...this.list.children];
    const here = segments.findIndex((one) => one.classList.contains("here"));
    const next = here < 0 ? 0 : here + by;
    if (next >= 0 && next < segments.length) return this.focus(segments[next]);
    const page = this.page;
    await this.turnTo(page + by);
    if (this.page !== page) this.focus(by > 0 ? this.list.firstElementChild : this.list.lastElementChild);
  }

  async save() {
    const { systems, metrics, title } = this.data;
    const given = [...this.index.source ? ["source"] : [], ...this.index.references.map((name) => `reference ${name}`)];
    const scored = metrics.flatMap(({ spec }) => systems.map((name) => `${name}: ${spec}`));
    /** @type {(string | number | null)[][]} */
    const rows = [["segment", ...given, ...systems, ...scored]];
    for (const place of this.listed) {
      const { texts } = await this.texts.of(place);
      const scores = metrics.flatMap((_, metric) => systems.map((_, system) => this.score(metric, system, place)));
      rows.push([this.number(place), ...texts, ...scores]);
    }
    download(fileName(title, "segments", "csv"), new Blob([csv(rows)], { type: "text/plain;charset=utf-8" }));
  }
}
