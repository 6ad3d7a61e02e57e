// One segment as the browser shows it: what was given, and every output with its scores.

/** Characters of a text that gets a window of its own. */
const LONG = 3000;

/**
 * @param {Browser} browser
 * @param {number} place
 * @param {SegmentTexts} content
 */
function segmentShown(browser, place, content) {
  const number = browser.number(place);
  const { ids, groups } = browser.index;
  const head = make("header", {}, make("a", { href: `#segment=${number}`, title: "A link to this segment" }, String(number)));
  if (ids) head.append(make("span", {}, make("bdi", {}, shownText(ids[place]))));
  for (const [by, { labels, which, silent }] of Object.entries(groups)) {
    if (which[place] !== silent) head.append(make("span", {}, `${by}: `, make("bdi", {}, shownText(labels[which[place]]))));
  }
  const columns = [...browser.data.metrics.map(({ head: name }) => name), ...browser.people?.values ? ["people"] : []];
  const heads = make("tr", {}, make("td"), make("td"), ...columns.map((name) => make("th", { scope: "col" }, name)));
  const rows = [...givenRows(browser, content.texts, columns.length), ...outputRows(browser, place, content)];
  const table = make("table", {}, make("thead", {}, heads), make("tbody", {}, ...rows));
  return make("article", { class: "segment", id: `segment-${number}`, tabindex: "-1", "aria-label": `Segment ${number}` }, head, table);
}

/**
 * The source and the references.
 * @param {Browser} browser
 * @param {(string | null)[]} texts
 * @param {number} columns of numbers, which these have not
 */
function givenRows({ index: { source, references, languages } }, texts, columns) {
  const names = [...source ? ["source"] : [], ...references.map((name) => (references.length === 1 || /^ref/i.test(name) ? name : `reference ${name}`))];
  return names.map((name, column) => {
    const text = texts[column];
    const content = text === null ? make("span", { class: "empty" }, "missing") : shownText(text);
    const language = column === 0 && source ? languages[0] : languages[1];
    return make("tr", { class: "given" }, rowHead(name), textCell(text, [content], language), make("td", { colspan: String(columns) }));
  });
}

/**
 * The outputs of the systems that are shown, with the best scores in bold.
 * @param {Browser} browser
 * @param {number} place
 * @param {SegmentTexts} content
 */
function outputRows(browser, place, { texts, explained }) {
  const { source, references, languages } = browser.index;
  const { metrics, systems } = browser.data;
  const outputs = Number(source) + references.length;
  const shown = browser.systemsShown();
  const best = metrics.map(({ higher }, metric) => {
    const scores = shown.map((system) => browser.score(metric, system, place)).filter((score) => score !== null);
    return higher === null || shown.length < 2 ? null : higher ? Math.max(...scores) : Math.min(...scores);
  });
  const rivals = references.map((_, k) => texts[Number(source) + k]).filter((text) => text !== null);
  const other = texts[outputs + browser.pair.a] ?? "";
  return shown.map((system) => {
    const text = texts[outputs + system] ?? "";
    const row = make("tr", {}, rowHead(systems[system]), textCell(text, markedText(browser, text, rivals, other, explained, system, place), languages[1]));
    metrics.forEach(({ head: name, decimals }, metric) => {
      const score = browser.score(metric, system, place);
      const css = score !== null && score === best[metric] ? "number best" : "number";
      row.append(make("td", { class: css, "data-head": name }, score === null ? "n/a" : score.toFixed(decimals)));
    });
    if (browser.people?.values) row.append(make("td", { class: "number people", "data-head": "people" }, browser.judgment(system, place)));
    return row;
  });
}

/** @param {string} name */
function rowHead(name) {
  return make("th", { scope: "row" }, make("bdi", {}, shownText(name)));
}

/**
 * @param {string | null} text
 * @param {(Node | string)[]} content
 * @param {string | null} language
 */
function textCell(text, content, language) {
  const inner = text === "" ? [make("span", { class: "empty" }, "empty")] : content;
  const cell = make("td", { class: "text", dir: "auto", ...language ? { lang: language } : {} });
  if ((text ?? "").length > LONG) cell.append(make("div", { class: "long", tabindex: "0", role: "region", "aria-label": "A long text" }, ...inner));
  else cell.append(...inner);
  return cell;
}

/**
 * An output with its words marked as the controls ask.
 * @param {Browser} browser
 * @param {string} text
 * @param {string[]} references
 * @param {string} other
 * @param {Explained[]} explained
 * @param {number} system
 * @param {number} place
 * @returns {(Node | string)[]}
 */
function markedText(browser, text, references, other, explained, system, place) {
  const mark = browser.mark.value;
  const words = browser.words;
  if (mark === "errors") return withErrors(text, browser.errors.get(`${place}/${system}`) ?? []);
  const shown = browser.explainedBy(mark);
  if (shown) {
    const [reference, seen] = explained[Number(mark.slice(10))];
    const own = seen[system];
    return own ? alignedWords(shown.kind, reference, own) : [shownText(text), summary("too long to be aligned")];
  }
  if (mark === "ngrams") {
    const own = pieces(text, words);
    const lengths = matchedLengths(own, references.map((one) => pieces(one, words)));
    /** @param {Piece} piece @param {number} i @returns {(Node | string)[]} */
    const nodes = ({ word, blanks }, i) => (lengths[i] ? [make("mark", { class: `n${lengths[i]}` }, shownText(word)), blanks] : [shownText(word + blanks)]);
    return own.flatMap(nodes);
  }
  const rivals = mark === "other" ? [other] : mark === "reference" ? references : [];
  if (!rivals.length || rivals.every((rival) => rival === text)) return [shownText(text)];
  const own = pieces(text, words);
  const all = rivals.map((rival) => differences(own, pieces(rival, words)));
  const differing = all.map((steps) => steps.reduce((sum, step) => sum + (step.kind === "same" ? 0 : step.own.length + step.other.length), 0));
  return all[differing.indexOf(Math.min(...differing))].flatMap(stepNodes);
}
