// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page: the source on the left, a view on the right, and the keys of the whole page.

const KEYS = [
  ["1 to 5", "choose a view"],
  ["← →", "go to the pane on the left or right"],
  ["↑ ↓, Page, Home, End", "move in a pane; the lines of the other panes that belong to the line are marked and scrolled to"],
  ["n, p", "go to the next or previous group of marked lines in the pane"],
  ["Shift ← →", "scroll a pane sideways"],
  ["/", "search in the pane; Enter for the next match, Shift Enter for the previous one"],
  ["Esc", "end the search, or clear the selection"],
  ["t", "light or dark colors"],
  ["?", "this list"],
];

class App {
  constructor(data) {
    this.program = new Program(data);
    this.selection = new Selection();
    this.kernelTimes = new Map();
    for (const nest of data.times?.nests ?? []) {
      this.kernelTimes.set(nest.kernel, (this.kernelTimes.get(nest.kernel) ?? 0) + nest.seconds);
    }
    this.source = new TextPane(this, { name: "source", choices: this.program.choices() });
    this.views = [CodeView, PassesView, GraphView, ArenaView, ProfileView].map((View) => new View(this));
    this.status = element("footer", { role: "status" });
    this.build();
    this.selection.listen(() => this.showSelection());
    document.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.view?.open()).observe(this.main);
    this.source.show(this.program.text(this.firstSource()));
    this.choose(data.times ? 4 : 0);
    this.showSelection();
  }

  /** The file in which most operations stand, or the program as it was parsed. */
  firstSource() {
    const { files } = this.program.data.sources;
    const counts = files.map(() => 0);
    for (const { place } of this.program.sources) if (place) counts[place[0]]++;
    const readable = files.map((file, at) => (file.lines.length ? counts[at] : 0));
    const most = Math.max(0, ...readable);
    return most ? `file:${readable.indexOf(most)}` : "step:0";
  }

  build() {
    const { data } = this.program;
    this.tabs = this.views.map((view, at) => element("button", { role: "tab", id: `tab-${at}`, title: view.help, "aria-keyshortcuts": at + 1, onclick: () => this.choose(at, true) },
      element("kbd", {}, at + 1), view.title));
    this.search = element("input", { type: "search", placeholder: "Search in the pane  /", "aria-label": "search in the pane",
      onkeydown: (event) => this.searchKey(event), oninput: () => this.find(0) });
    this.help = element("dialog", { "aria-label": "keys", onclick: () => this.help.close() },
      element("h2", {}, "Keys"), element("dl", {}, KEYS.flatMap(([keys, text]) => [element("dt", {}, keys), element("dd", {}, text)])),
      element("p", { class: "info" }, "A colored bar before a line number stands for the operation of the source from which the line comes. Values keep their names from pass to pass, so that changes stand out; hlo-opt numbers them anew."));
    const target = data.levels.target ? `, ${data.levels.target}` : "";
    this.main = element("main", {}, this.source.root, element("div", { class: "views", role: "tabpanel" }, this.views.map((view) => view.root)));
    document.getElementById("app").replaceChildren(
      element("nav", {}, element("h1", { title: data.program }, shortPath(data.program), element("small", {}, ` on ${data.platform}${target}`)),
        element("div", { class: "tabs", role: "tablist" }, this.tabs), this.search,
        element("button", { title: "light or dark colors (t)", onclick: () => this.toggleColors() }, "◐"),
        element("button", { title: "keys (?)", onclick: () => this.help.showModal() }, "?")),
      this.main, this.status, this.help);
  }

  /** Shows a view. */
  choose(number, takesFocus = false) {
    this.view = this.views[number];
    this.views.forEach((view, at) => {
      view.root.hidden = at !== number;
      this.tabs[at].setAttribute("aria-selected", String(at === number));
    });
    document.body.dataset.view = this.view.title.toLowerCase();
    this.view.open();
    if (takesFocus) this.focus(this.view.panes[0]);
  }

  panes() {
    return [this.source, ...this.view.panes];
  }

  /** Moves the focus to a pane. The selection stays, unless there is none. */
  focus(pane) {
    this.keepsSelection = this.selection.sources.size > 0;
    if (pane.focus) pane.focus();
    else pane.scroller.focus({ preventScroll: true });
    this.keepsSelection = false;
  }

  /** Moves the focus to the next pane in a direction. */
  focusNext(pane, direction) {
    const panes = this.panes();
    const next = panes[panes.indexOf(pane) + direction];
    if (!next) return;
    this.focus(next);
    if (next.text && next.current < 0) next.move(Math.floor(next.scroller.scrollTop / ROW));
  }

  /** The pane with the focus, or the source. */
  focused() {
    return this.panes().find((pane) => pane.root?.contains(document.activeElement)) ?? this.lastPane ?? this.source;
  }

  showSelection() {
    const { sources, kernel } = this.selection;
    const list = [...sources];
    const time = kernel && this.kernelTimes.get(kernel);
    const parts = list.slice(0, 3).map((source) => element("span", { class: "op" },
      element("i", { class: "swatch", style: `background:${colorOf(source)}` }), this.program.describe(source)));
    if (list.length > 3) parts.push(element("span", {}, `and ${list.length - 3} more`));
    if (kernel) parts.push(element("span", { class: "kernel" }, `${kernel}${time ? `: ${milliseconds(time)} ms` : ""}`));
    if (!parts.length) parts.push(element("span", { class: "info" }, "Click a line, or move to it with the arrow keys, to see where it comes from and what becomes of it. Press ? for all keys."));
    this.status.replaceChildren(...parts);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
    if (isTyping) return;
    const number = Number(event.key);
    if (number >= 1 && number <= this.views.length) this.choose(number - 1, true);
    else if (event.key === "/") {
      this.lastPane = this.focused();
      this.search.focus();
      this.search.select();
    } else if (event.key === "t") this.toggleColors();
    else if (event.key === "?") this.help.showModal();
    else if (event.key === "Escape") this.selection.select([]);
    else if (event.target === document.body && event.key.startsWith("Arrow")) this.focus(this.source);
    else return;
    event.preventDefault();
  }

  searchKey(event) {
    if (event.key === "Enter") this.find(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      this.search.value = "";
      this.focus(this.lastPane?.text ? this.lastPane : this.source);
    } else return;
    event.preventDefault();
  }

  /** Searches in the pane that had the focus. The direction 0 begins at the current line. */
  find(direction) {
    const pane = this.lastPane?.text ? this.lastPane : this.source;
    const wanted = this.search.value.toLowerCase();
    if (direction === 0 && pane.current > 0) pane.current--;
    const isFound = !wanted || pane.find(wanted, direction || 1);
    this.search.classList.toggle("missing", !isFound);
  }

  toggleColors() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    for (const pane of this.panes()) pane.drawMarks?.();
  }
}

readData().then((data) => {
  const app = new App(data);
  // For tests: the time at which the page can be used.
  window.explorer = { app, ready: performance.now() };
}).catch((error) => {
  document.getElementById("app").replaceChildren(element("p", { class: "loading" }, `The page cannot be shown: ${error}. It needs a browser of 2023 or later.`));
  throw error;
});
