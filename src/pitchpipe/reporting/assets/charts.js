// Charts: specifications of Vega-Lite, drawn when they come into view, in the colours of the page.

/** Colours of the specifications, and what they become on dark ground. */
const DARK = new Map(
  Object.entries({
    "white": "transparent", "#222222": "#E6EDF3", "#555555": "#A3ADB8", "#EEEEEE": "#262C34", "#DDDDDD": "#3A424C", "#6B6B6B": "#9AA4AF",
    "#0072B2": "#4AA8E0", "#D55E00": "#F0883E", "#CC79A7": "#DE9BC0", "#FFFFFF": "#161B22", "#E4EEF6": "#1F2E3D",
    "#F4F4F4": "#2A3038",
  }),
);
/** What a panel of a chart takes, in pixels, and what the names of its rows take. */
const PANEL_WIDTH = 268;
const NAMES_WIDTH = 110;
/** Between a panel, what is written beside it and the next; and around a chart, less the last gap. */
const PANEL_GAP = 28;
const CHART_MARGIN = 16;
/** A letter of a subtitle, on average. */
const LETTER_WIDTH = 5.4;
/** What an axis with its title and the margins take. */
const AXIS_WIDTH = 80;
/** A chart that is too wide is made smaller, but not so small that nobody could read it. */
const LEAST_SHARE = 0.75;

/** @returns {boolean} */
function isDark() {
  return document.documentElement.dataset.theme === "dark";
}

/**
 * A specification with other colours.
 * @param {any} part
 * @returns {any}
 */
function darkened(part) {
  if (typeof part === "string") return DARK.get(part) ?? part;
  if (Array.isArray(part)) return part.map(darkened);
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, key === "values" || key === "datasets" ? value : darkened(value)]));
}

/**
 * A chart of several panels with as many of them side by side as there is room for; the first of a line says what
 * its rows are called.
 * @param {Specification} chart
 * @param {number} columns
 * @returns {Specification}
 */
function fitted(chart, columns) {
  if (!Array.isArray(chart.concat)) return chart;
  /** @param {Specification} layer @param {boolean} labels */
  const named = (layer, labels) => {
    const y = layer.encoding?.y;
    return y?.type === "nominal" && y.axis ? { ...layer, encoding: { ...layer.encoding, y: { ...y, axis: { ...y.axis, labels } } } } : layer;
  };
  const panels = chart.concat.map((/** @type {Specification} */ panel, /** @type {number} */ k) =>
    panel.layer ? { ...panel, layer: panel.layer.map((/** @type {Specification} */ layer) => named(layer, k % columns === 0)) } : panel);
  return { ...chart, columns, concat: panels };
}

/**
 * A chart whose subtitle has as many lines as it needs.
 * @param {Specification} chart
 * @param {number} width
 * @returns {Specification}
 */
function subtitled(chart, width) {
  const subtitle = chart.title?.subtitle;
  if (typeof subtitle !== "string") return chart;
  const most = Math.max(30, Math.floor((width - 2 * CHART_MARGIN) / LETTER_WIDTH));
  const lines = [""];
  for (const word of subtitle.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return { ...chart, title: { ...chart.title, subtitle: lines } };
}

/** All charts of the page. */
class Charts {
  /** @param {Record<string, Picture>} pictures */
  constructor(pictures) {
    this.pictures = pictures;
    /** @type {Map<Element, {view: VegaView, finalize(): void}>} */
    this.drawn = new Map();
    /** How often each figure was begun: what was begun last is shown. @type {Map<Element, number>} */
    this.begun = new Map();
    /** @type {Map<string, Record<string, object[]>>} */
    this.rows = new Map();
    /** @type {Map<string, (view: VegaView) => void>} */
    this.listeners = new Map();
    this.seen = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting && !this.begun.has(entry.target)) this.draw(entry.target);
    }, { rootMargin: "300px" });
    this.columns = this.room();
    /** Panels side by side in figures whose panels are wider than others. @type {Map<Element, number>} */
    this.fewer = new Map();
  }

  /** The width of what is in a panel of the page. */
  width() {
    return document.querySelector("section.panel .heading")?.clientWidth ?? 0;
  }

  /** How many panels fit side by side. */
  room() {
    return Math.min(4, Math.max(1, Math.floor((this.width() - NAMES_WIDTH) / PANEL_WIDTH)));
  }

  /** Draws what is seen already. */
  async drawFirst() {
    const seen = Array.from(this.figures()).filter((figure) => {
      const { top, height } = figure.getBoundingClientRect();
      return height > 0 && top < innerHeight && top + height > 0;
    });
    await Promise.all(seen.map((figure) => this.draw(figure)));
  }

  /** Waits for all figures to be looked at. */
  watch() {
    for (const figure of this.figures()) this.seen.observe(figure);
    addEventListener("resize", () => {
      if (this.room() !== this.columns) this.redraw();
    });
    addEventListener("beforeprint", () => {
      for (const figure of this.figures()) if (!this.begun.has(figure)) this.draw(figure);
    });
  }

  figures() {
    return document.querySelectorAll("figure[data-chart]");
  }

  /** Draws again whatever was drawn: the colours or the width of the page have changed. */
  redraw() {
    this.columns = this.room();
    this.fewer.clear();
    for (const figure of [...this.begun.keys()]) this.draw(figure);
  }

  /**
   * Rows that somebody's choice puts into a chart.
   * @param {string} name
   * @param {Record<string, object[]>} rows by the name of the data
   */
  feed(name, rows) {
    this.rows.set(name, rows);
    for (const view of this.views(name)) {
      for (const [data, values] of Object.entries(rows)) view.data(data, values);
      view.runAsync();
    }
  }

  /**
   * The drawings of a chart.
   * @param {string} name
   */
  views(name) {
    return Array.from(this.drawn).filter(([figure]) => figure.getAttribute("data-chart") === name).map(([, { view }]) => view);
  }

  /**
   * Takes back what was selected in a chart.
   * @param {string} name
   */
  deselect(name) {
    for (const view of this.views(name)) {
      // As wide as nothing: Vega-Lite finds out for itself that there is no selection.
      for (const side of ["brush_x", "brush_y"]) if (side in view.getState().signals) view.signal(side, [0, 0]);
      view.runAsync();
    }
  }

  /**
   * A chart as it is drawn, with the rows that are fed to it.
   * @param {string} name
   * @param {boolean} dark
   * @param {number} [columns]
   */
  specification(name, dark, columns = this.columns) {
    const picture = this.pictures[name];
    const chosen = subtitled(fitted(picture.specification, columns), this.width());
    const coloured = dark ? darkened(chosen) : chosen;
    return { ...coloured, datasets: { ...coloured.datasets, ...this.rows.get(name) } };
  }

  /**
   * @param {Element} figure
   * @returns {Promise<void>}
   */
  async draw(figure) {
    const name = figure.getAttribute("data-chart") ?? "";
    const place = figure.querySelector(".drawing");
    if (!(place instanceof HTMLElement) || !(name in this.pictures)) return;
    const begun = (this.begun.get(figure) ?? 0) + 1;
    this.begun.set(figure, begun);
    const rows = this.rows.get(name);
    const inside = document.createElement("div");
    const columns = this.fewer.get(figure) ?? columnsIn(this.pictures[name].specification, this.width()) ?? this.columns;
    const specification = this.specification(name, isDark(), columns);
    // What is dragged over cannot be made smaller once it is drawn: Vega would take places for others.
    if (this.listeners.has(name)) specification.width = Math.min(specification.width, Math.max(120, this.width() - AXIS_WIDTH));
    const drawn = await embed(inside, specification, this.pictures[name].dots ? "canvas" : "svg");
    if (this.begun.get(figure) !== begun) return drawn.finalize();
    this.drawn.get(figure)?.finalize();
    place.replaceChildren(inside);
    const share = shareOfWidth(place);
    if (share < 1 && columns > 1 && this.pictures[name].specification.concat?.length > 1) {
      this.drawn.delete(figure);
      drawn.finalize();
      this.fewer.set(figure, Math.min(columns, this.pictures[name].specification.concat.length) - 1);
      return this.draw(figure);
    }
    if (share < 1 && share >= LEAST_SHARE && !this.listeners.has(name)) shrink(place, share);
    place.setAttribute("aria-label", this.pictures[name].title);
    place.setAttribute("role", "group");
    // Where it is wider than the page it is scrolled, by keys as well.
    place.tabIndex = 0;
    // What can be dragged is nothing to be read.
    for (const mark of place.querySelectorAll('g[class*="brush_"]')) {
      mark.removeAttribute("role");
      mark.setAttribute("aria-hidden", "true");
    }
    this.drawn.set(figure, drawn);
    this.listeners.get(name)?.(drawn.view);
    // Others may have been chosen meanwhile.
    const latest = this.rows.get(name);
    if (latest && latest !== rows) this.feed(name, latest);
  }

  /**
   * Shows another chart in the place of one.
   * @param {Element} figure
   * @param {string} name
   */
  choose(figure, name) {
    figure.setAttribute("data-chart", name);
    return this.draw(figure);
  }

  /**
   * A chart as a file, on light ground.
   * @param {string} name
   * @param {"svg" | "png"} kind
   * @returns {Promise<Blob>}
   */
  async picture(name, kind) {
    const { view, finalize } = await embed(document.createElement("div"), this.specification(name, false), "svg");
    const blob = kind === "svg" ? new Blob([await view.toSVG()], { type: "image/svg+xml" }) : fromDataUrl(await view.toImageURL("png", 2));
    finalize();
    return blob;
  }
}

/**
 * How many panels of a chart fit side by side, by what is written at their sides; null where that is not known.
 * @param {Specification} chart
 * @param {number} width
 */
function columnsIn(chart, width) {
  const rows = Object.values(chart.datasets ?? {}).flat();
  if (!Array.isArray(chart.concat) || !rows.length || !("label" in rows[0])) return null;
  const pen = make("canvas").getContext("2d");
  if (!pen) return null;
  pen.font = "11px sans-serif";
  const [names, labels] = ["name", "label"].map((key) => Math.max(...new Set(rows.map((row) => pen.measureText(String(row[key])).width))));
  const panel = chart.concat[0].width + labels + PANEL_GAP;
  return Math.min(4, Math.max(1, Math.floor((width - names - CHART_MARGIN) / panel)));
}

/**
 * How much of a drawing's width there is room for.
 * @param {HTMLElement} place
 */
function shareOfWidth(place) {
  const width = place.querySelector("svg")?.getBoundingClientRect().width ?? 0;
  return place.clientWidth && width ? Math.min(1, place.clientWidth / width) : 1;
}

/**
 * @param {HTMLElement} place
 * @param {number} share
 */
function shrink(place, share) {
  const drawing = place.querySelector("svg");
  for (const side of ["width", "height"]) drawing?.setAttribute(side, String(Number(drawing.getAttribute(side)) * share));
}

/**
 * Draws without evaluating texts as code, which the page's policy forbids.
 * @param {HTMLElement} place
 * @param {Specification} specification
 * @param {"svg" | "canvas"} renderer thousands of points are faster on a canvas
 */
function embed(place, specification, renderer) {
  return vegaEmbed(place, specification, {
    actions: false, ast: true, defaultStyle: false, mode: "vega-lite", renderer, tooltip: { disableDefaultStyle: true },
  });
}

/** @param {string} url */
function fromDataUrl(url) {
  const [head, body] = url.split(",");
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: head.slice(5).split(";")[0] });
}
