// What happens when the page is opened.

/** @param {Charts} charts */
function offerThemes(charts) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  /** @param {boolean} isNow */
  const set = (isNow) => {
    document.documentElement.dataset.theme = isNow ? "dark" : "light";
    charts.redraw();
  };
  set(dark.matches);
  dark.addEventListener("change", () => set(dark.matches));
  element("theme", HTMLButtonElement).addEventListener("click", () => set(!isDark()));
  // Paper is white.
  let before = false;
  addEventListener("beforeprint", () => {
    before = isDark();
    if (before) set(false);
  });
  addEventListener("afterprint", () => before && set(true));
}

/** @param {Charts} charts */
function offerChoices(charts) {
  for (const select of document.querySelectorAll("select[data-choose-chart]")) {
    if (!(select instanceof HTMLSelectElement)) continue;
    const stem = select.dataset.chooseChart ?? "";
    const figure = document.querySelector(`figure[data-chart^="${stem}-"]`);
    select.addEventListener("change", () => figure && charts.choose(figure, `${stem}-${select.value}`));
  }
}

/** Marks in the navigation where the reader is. */
function followReading() {
  const links = new Map(Array.from(document.querySelectorAll(".top nav a"), (link) => [link.getAttribute("href")?.slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  for (const panel of document.querySelectorAll("section.panel")) seen.observe(panel);
}

/** @param {Browser} browser */
async function showSegments(browser) {
  await browser.update();
  await browser.follow();
}

async function start() {
  /** @type {PageData} */
  const data = await unpack("data");
  const charts = new Charts(data.charts);
  offerThemes(charts);
  offerChoices(charts);
  offerSaving(data, charts);
  const pair = new Pair(data);
  const browser = new Browser(data, pair);
  if (data.panels.differences) showDifferences(data, data.panels.differences, pair, browser, charts);
  if (data.panels.words?.phrases.length) showPhrases(data, data.panels.words.phrases, pair);
  if (data.panels.order) showOrder(data, data.panels.order, browser);
  followReading();
  // Whoever follows a link to a segment sees that first; others the beginning, and the list is made after it.
  if (location.hash.startsWith("#segment=")) await showSegments(browser);
  await charts.drawFirst();
  // How long the first view took, for those who measure.
  performance.mark("ready");
  charts.watch();
  if (!browser.listed.length) await showSegments(browser);
  document.documentElement.dataset.ready = "true";
  browser.texts.prepare();
}

start();
