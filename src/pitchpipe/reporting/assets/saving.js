// Files that people take away, and texts that they copy.

/**
 * @param {string} name
 * @param {Blob} blob
 */
function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from a disk may not be allowed to; the old way still works.
    const area = make("textarea", { class: "hidden" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say("Copied");
}

/**
 * A table as RFC 4180 has it; a text that begins like a formula has an apostrophe before it.
 * @param {(string | number | null)[][]} rows
 */
function csv(rows) {
  return rows.map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";
}

/** @param {string | number | null} value */
function csvCell(value) {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What a file is called: the page's title, and what it shows.
 * @param {string} title
 * @param {string} what
 * @param {string} ending
 */
function fileName(title, what, ending) {
  return `${title}-${what}`.replace(/[^\p{L}\p{N}.-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 80) + `.${ending}`;
}

/**
 * Buttons that save tables and charts, and copy texts.
 * @param {PageData} data
 * @param {Charts} charts
 */
function offerSaving(data, charts) {
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const { table, format, picture, copy: text } = button.dataset;
    if (text !== undefined) await copy(text);
    if (table !== undefined) {
      const kind = format === "latex" ? "latex" : "csv";
      const blob = new Blob([data.tables[table][kind] ?? ""], { type: "text/plain;charset=utf-8" });
      download(fileName(data.title, table, kind === "latex" ? "tex" : "csv"), blob);
    }
    if ((picture === "svg" || picture === "png") && button.dataset.of) {
      const { of, what = of } = button.dataset;
      download(fileName(data.title, what, picture), await drawingFile(snapshot(element(of, HTMLElement)), picture));
    } else if (picture === "svg" || picture === "png") {
      const name = button.closest("figure")?.getAttribute("data-chart") ?? "";
      download(fileName(data.title, name, picture), await charts.picture(name, picture));
    }
  });
}
