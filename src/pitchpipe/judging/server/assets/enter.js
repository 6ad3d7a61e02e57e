// A link is opened: its secret stands behind the #, which browsers send to nobody, and becomes a cookie.

import { Refused, ask } from "./api.js";

const token = location.hash.slice(1).match(/^[\w-]+/)?.[0] ?? "";
try {
  const { url } = await ask("enter", "", { token });
  // Not left in the history, where whoever comes next could find it.
  location.replace(url);
} catch (error) {
  element("entering", HTMLElement).hidden = true;
  element(error instanceof Refused ? "refused" : "unreachable", HTMLElement).hidden = false;
  document.documentElement.dataset.ready = "";
}
