// Two systems and a metric, chosen once for the whole page, and what differs between them.

class Pair {
  /** @param {PageData} data */
  constructor(data) {
    const { systems, ranked, metrics } = data;
    /** @type {[string, string][]} */
    const names = ranked.map((name) => [String(systems.indexOf(name)), name]);
    this.a = Number(names[0][0]);
    this.b = Number(names[Math.min(1, names.length - 1)][0]);
    this.metric = 0;
    /** @type {(() => void)[]} */
    this.heeding = [];
    for (const select of this.selects("a", "b")) fill(select, names);
    for (const select of this.selects("metric")) fill(select, metrics.map((metric, k) => [String(k), metric.head]));
    this.show();
    for (const what of /** @type {("a" | "b" | "metric")[]} */ (["a", "b", "metric"])) {
      for (const select of this.selects(what)) select.addEventListener("change", () => this.choose({ [what]: Number(select.value) }));
    }
    for (const button of document.querySelectorAll(".pair-swap")) {
      button.addEventListener("click", () => this.choose({ a: this.b, b: this.a }));
    }
  }

  /**
   * @param {...string} kinds
   * @returns {HTMLSelectElement[]}
   */
  selects(...kinds) {
    return Array.from(document.querySelectorAll(kinds.map((kind) => `select.pair-${kind}`).join())).filter((one) => one instanceof HTMLSelectElement);
  }

  show() {
    for (const what of /** @type {("a" | "b" | "metric")[]} */ (["a", "b", "metric"])) {
      for (const select of this.selects(what)) select.value = String(this[what]);
    }
  }

  /** @param {{a?: number, b?: number, metric?: number}} chosen */
  choose(chosen) {
    Object.assign(this, chosen);
    this.show();
    for (const heed of this.heeding) heed();
  }

  /** @param {() => void} listener is called when something else was chosen */
  heed(listener) {
    this.heeding.push(listener);
  }
}

/**
 * Charts of the differences between two systems; what is selected in them is listed below.
 * @param {PageData} data
 * @param {DifferencesRecord} record
 * @param {Pair} pair
 * @param {Browser} browser
 * @param {Charts} charts
 */
function showDifferences(data, record, pair, browser, charts) {
  const grouping = document.getElementById("grouping");
  const brushable = ["differences/histogram", "differences/scatter"];
  /** @type {{place: number, segment: number, a: number, b: number, d: number}[]} */
  let rows = [];
  const feedPairs = () => {
    rows = [];
    for (let place = 0; place < browser.index.count; place += 1) {
      const [a, b] = [browser.score(pair.metric, pair.a, place), browser.score(pair.metric, pair.b, place)];
      if (a !== null && b !== null) rows.push({ place, segment: browser.number(place), a, b, d: a - b });
    }
    for (const name of brushable) charts.feed(name, { pairs: rows });
  };
  const chosenGroups = () => {
    const { spec } = data.metrics[pair.metric];
    const by = grouping instanceof HTMLSelectElement ? grouping.value : "";
    const found = record.grouped.find((one) => one.by === by && (one.measure === spec || one.unit === "words"));
    return { rows: found ? groupRows(data, record, found, pair) : [], left: found?.left_out ?? 0 };
  };
  const feedGroups = () => {
    const { rows: groups, left } = chosenGroups();
    charts.feed("differences/groups", { groups });
    const said = left ? `The ${groups.length} largest of ${groups.length + left} groups; the ${left} smaller ${left === 1 ? "one is" : "ones are"} left out.` : "";
    element("groups-left", HTMLElement).textContent = said;
  };
  if (grouping instanceof HTMLSelectElement) {
    const kinds = new Map(record.grouped.map(({ by, unit, measure }) => [by, unit === "words" ? `${by} (${measure})` : by]));
    fill(grouping, [...kinds]);
    grouping.addEventListener("change", feedGroups);
    element("save-groups", HTMLButtonElement).addEventListener("click", () => {
      const [a, b] = [data.systems[pair.a], data.systems[pair.b]];
      const rows = chosenGroups().rows.map(({ name, size, delta, low, high }) => [name, size, a, b, delta, low, high]);
      const text = csv([[grouping.value, "size", "a", "b", "a_less_b", "low", "high"], ...rows]);
      download(fileName(data.title, `by-${grouping.value}`, "csv"), new Blob([text], { type: "text/plain;charset=utf-8" }));
    });
  }
  const deselect = () => {
    if (!browser.brushed) return;
    for (const name of brushable) charts.deselect(name);
    tell(null);
  };
  browser.clearing.push(deselect);
  pair.heed(() => {
    feedPairs();
    feedGroups();
    deselect();
  });
  /** @param {Set<number> | null} places */
  const tell = (places) => {
    const { decimals, head } = data.metrics[pair.metric];
    const chosen = rows.filter(({ place }) => places?.has(place));
    const mean = (/** @type {"a" | "b"} */ key) => (chosen.reduce((sum, row) => sum + row[key], 0) / chosen.length).toFixed(decimals);
    element("selection", HTMLElement).textContent = places
      ? `${chosen.length} segments selected, and listed below${chosen.length ? `; means of their segment scores by ${head}, which are no corpus scores: A ${mean("a")}, B ${mean("b")}` : ""}.`
      : "Drag over a chart to select segments, which the list below then shows.";
    browser.select(places);
  };
  let waiting = 0;
  /** @param {VegaView} view */
  const brushed = (view) => {
    view.addSignalListener("brush", (_, value) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => tell(inside(rows, value)), 80);
    });
  };
  for (const name of brushable) charts.listeners.set(name, brushed);
  feedPairs();
  feedGroups();
}

/**
 * The places of rows within the ranges of a selection; null where nothing is selected.
 * @param {{place: number, a: number, b: number, d: number}[]} rows
 * @param {Record<string, [number, number]> | null} ranges by the name of the number
 */
function inside(rows, ranges) {
  const limits = Object.entries(ranges ?? {}).map(([key, range]) => ({ key: /** @type {"a" | "b" | "d"} */ (key), low: Math.min(...range), high: Math.max(...range) }));
  if (!limits.length) return null;
  return new Set(rows.filter((row) => limits.every(({ key, low, high }) => row[key] >= low && row[key] <= high)).map(({ place }) => place));
}

/**
 * Differences of the chosen pair by group; they were computed for every pair in one direction.
 * @param {PageData} data
 * @param {DifferencesRecord} record
 * @param {Grouped} found
 * @param {Pair} pair
 */
function groupRows(data, record, found, pair) {
  const at = record.pairs.findIndex(([one, other]) => (one === pair.a && other === pair.b) || (one === pair.b && other === pair.a));
  if (at < 0) return [];
  const sign = record.pairs[at][1] === pair.a ? 1 : -1;
  const higher = found.unit === "words" || data.metrics.find(({ spec }) => spec === found.measure)?.higher;
  const scale = 10 ** found.decimals;
  return found.names.map((name, k) => {
    const [delta, ...ends] = found.values[k][at].map((value) => (value === null ? null : (sign * value) / scale));
    const [low, high] = sign > 0 ? ends : ends.toReversed();
    const isOpen = low === null || high === null || (low <= 0 && high >= 0);
    const isBetter = higher === false ? (delta ?? 0) < 0 : (delta ?? 0) > 0;
    const kind = isOpen || higher === null ? "open" : isBetter ? "better" : "worse";
    const signed = delta === null ? "n/a" : `${delta > 0 ? "+" : ""}${delta.toFixed(found.decimals)}`;
    return { name: name || "(none)", size: found.sizes[k], delta, low, high, kind, label: `${signed} (${found.sizes[k]} ${found.unit})` };
  });
}

/**
 * N-grams that A gets right more often than B, and the reverse.
 * @param {PageData} data
 * @param {[[number, number], [Phrase[], Phrase[]]][]} phrases
 * @param {Pair} pair
 */
function showPhrases(data, phrases, pair) {
  const show = () => {
    const found = phrases.find(([[one, other]]) => (one === pair.a && other === pair.b) || (one === pair.b && other === pair.a));
    /** @type {Phrase[][]} */
    const sides = found ? (found[0][0] === pair.a ? found[1] : found[1].toReversed()) : [[], []];
    const names = [data.systems[pair.a], data.systems[pair.b]];
    sides.forEach((side, k) => phraseTable(k === 0 ? "phrases-a" : "phrases-b", side, names[k], names[1 - k]));
  };
  pair.heed(show);
  show();
}

/**
 * @param {string} id
 * @param {Phrase[]} phrases
 * @param {string} ahead
 * @param {string} behind
 */
function phraseTable(id, phrases, ahead, behind) {
  const titles = ["n-gram", ahead, behind, "in references", "segments"];
  const head = make("tr", {}, ...titles.map((title, k) => make("th", { scope: "col", class: k % 4 ? "right" : "left" }, shownText(title))));
  const rows = phrases.map(([words, own, other, references, segments]) => {
    const links = segments.flatMap((number) => [make("a", { class: "to-segment", href: `#segment=${number}` }, String(number)), " "]);
    return make("tr", {}, make("td", { class: "left", dir: "auto" }, shownText(words)), ...[own, other, references].map((count) => make("td", { class: "right" }, String(count))), make("td", { class: "left" }, ...links));
  });
  const table = document.getElementById(id);
  table?.replaceChildren(make("caption", {}, "What ", make("bdi", {}, shownText(ahead)), " gets right more often than ", make("bdi", {}, shownText(behind))), make("thead", {}, head), make("tbody", {}, ...rows));
}
