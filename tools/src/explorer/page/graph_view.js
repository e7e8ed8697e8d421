// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The view "Graph": the dataflow of the program, with a box for each kernel.

/** The number of operations that a box lists. */
const LISTED = 10;
/** The number of characters in a line of a box. */
const WIDEST = 24;
const BOX = { width: 200, line: 16, header: 20, gap: 12, rank: 36 };

class GraphView {
  constructor(app) {
    this.app = app;
    this.title = "Graph";
    this.help = "The dataflow at the end of level hlo. A box is a kernel or a loop nest, with the operations that it computes.";
    this.svg = drawing("svg", { class: "graph", role: "group", "aria-label": "dataflow graph" });
    this.scroller = element("div", { class: "scroller", tabindex: "-1" }, this.svg);
    this.root = element("div", { class: "view" }, element("section", { class: "pane", "data-pane": "graph" },
      element("header", {}, element("strong", {}, "Dataflow and kernels"),
        element("span", { class: "info" }, "arrow keys move along the edges")),
      element("div", { class: "body" }, this.scroller)));
    this.panes = [{ focus: () => (this.boxes.find((box) => box.group.classList.contains("linked")) ?? this.boxes[0])?.group.focus() }];
    app.selection.listen((origin) => this.selected(origin));
  }

  open() {
    const width = this.scroller.clientWidth;
    if (this.boxes && this.width === width) return;
    this.width = width;
    this.boxes = layOut(groupNodes(this.app.program.data.levels.graph), width - 24);
    this.draw();
    this.selected(null);
  }

  draw() {
    const { boxes } = this;
    const height = Math.max(0, ...boxes.map((box) => box.y + box.height)) + 20;
    const right = Math.max(0, ...boxes.map((box) => box.x + box.width)) + 12;
    fill(this.svg, { width: right, height, viewBox: `0 0 ${right} ${height}` }, []);
    const edges = boxes.flatMap((box) => [...box.inputs].map((input) => {
      const [x1, y1, x2, y2] = [input.x + input.width / 2, input.y + input.height, box.x + box.width / 2, box.y];
      const bend = Math.max(20, (y2 - y1) / 2);
      const path = drawing("path", { class: "edge", d: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}` });
      return { path, from: input, to: box };
    }));
    this.edges = edges;
    for (const box of boxes) box.group = this.box(box);
    this.svg.replaceChildren(...edges.map((edge) => edge.path), ...boxes.map((box) => box.group));
    boxes[0]?.group.setAttribute("tabindex", "0");
    if (!boxes.length) this.svg.append(drawing("text", { x: 12, y: 24 }, "The program has no operations."));
  }

  box(box) {
    const time = box.kernel === null ? null : this.app.kernelTimes?.get(box.kernelName);
    const title = box.kernel === null ? box.nodes.length > 1 ? "no kernel" : "" : box.kernelName.replace(/^.*_(kernel_\d+)$/, "$1");
    const group = drawing("g", {
      class: `box ${box.kernel === null ? "plain" : ""}`, tabindex: "-1", role: "button",
      transform: `translate(${box.x} ${box.y})`, "aria-label": `${title} ${box.nodes.map((node) => node.name).join(", ")}`,
      onclick: () => this.choose(box), onfocus: () => this.app.keepsSelection || this.choose(box), onkeydown: (event) => this.key(event, box),
    });
    group.append(drawing("rect", { width: box.width, height: box.height, rx: 4 }));
    let y = 15;
    if (title) {
      const text = drawing("text", { class: "title", x: 8, y }, title);
      if (time) text.append(drawing("tspan", { class: "time", x: box.width - 8, "text-anchor": "end" }, `${milliseconds(time)} ms`));
      group.append(text);
      y += BOX.header - 2;
    }
    for (const node of box.nodes.slice(0, LISTED)) {
      const line = drawing("text", { class: node.kind, x: 8, y, "data-sources": node.sources.join(" "),
        onclick: (event) => { event.stopPropagation(); this.app.selection.select(node.sources, { kernel: box.kernelName, origin: this }); } },
        cutText(node.name, WIDEST - Math.min(node.ty.length, WIDEST / 2)));
      line.append(drawing("tspan", { class: "ty", x: box.width - 8, "text-anchor": "end" }, cutText(node.ty, WIDEST / 2)));
      line.append(drawing("title", {}, [`${node.name} ${node.ty}`, ...node.sources.map((it) => this.app.program.describe(it))].join("\n")));
      group.append(line);
      y += BOX.line;
    }
    if (box.nodes.length > LISTED) {
      group.append(drawing("text", { class: "more", x: 8, y }, `and ${box.nodes.length - LISTED} more`));
    }
    return group;
  }

  choose(box) {
    if (this.chosen === box) return;
    this.chosen = box;
    for (const { path, from, to } of this.edges) path.classList.toggle("near", from === box || to === box);
    const sources = new Set(box.nodes.flatMap((node) => node.sources));
    this.app.selection.select(sources, { kernel: box.kernelName, origin: this });
    this.chosen = box;
  }

  selected(origin) {
    if (!this.boxes) return;
    if (origin !== this) this.chosen = null;
    let first = null;
    for (const box of this.boxes) {
      const isLinked = box.nodes.some((node) => this.app.selection.likeness(node.sources) > 0);
      box.group.classList.toggle("linked", isLinked);
      if (isLinked && !first) first = box;
      for (const line of box.group.querySelectorAll("[data-sources]")) {
        const sources = line.dataset.sources ? line.dataset.sources.split(" ").map(Number) : [];
        line.classList.toggle("linked", this.app.selection.likeness(sources) > 0);
      }
    }
    if (origin !== this) first?.group.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  key(event, box) {
    const row = this.boxes.filter((other) => other.y === box.y);
    const at = row.indexOf(box);
    const next = {
      ArrowDown: () => [...box.outputs][0], ArrowUp: () => [...box.inputs][0],
      ArrowRight: () => row[at + 1] ?? this.boxes[this.boxes.indexOf(box) + 1],
      ArrowLeft: () => row[at - 1] ?? this.boxes[this.boxes.indexOf(box) - 1],
      Home: () => this.boxes[0], End: () => this.boxes.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    const target = next();
    if (!target) return;
    box.group.setAttribute("tabindex", "-1");
    target.group.setAttribute("tabindex", "0");
    target.group.focus();
  }
}

function cutText(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/**
 * Divides the nodes into boxes: the operations of a kernel, or one operation without a kernel. All
 * edges lead from earlier to later boxes, so a kernel may have several boxes.
 */
function groupNodes({ nodes, kernels }) {
  const boxes = [];
  const boxOf = [];
  const latest = new Map();
  nodes.forEach((node, at) => {
    // Arguments and constants are no boxes; the lines of operations suffice.
    if (node.kind === "argument" || node.kind === "constant") return;
    const inputs = node.inputs.map((input) => boxOf[input]).filter(Boolean);
    const last = Math.max(-1, ...inputs.map((box) => box.number));
    let box = node.kernel === null ? null : latest.get(node.kernel);
    if (!box || box.number < last) {
      box = {
        number: boxes.length, kernel: node.kernel, kernelName: node.kernel === null ? null : kernels[node.kernel],
        nodes: [], inputs: new Set(), outputs: new Set(),
      };
      boxes.push(box);
      if (node.kernel !== null) latest.set(node.kernel, box);
    }
    box.nodes.push(node);
    boxOf[at] = box;
    for (const input of inputs) {
      if (input === box) continue;
      box.inputs.add(input);
      input.outputs.add(box);
    }
  });
  return boxes;
}

/** Places boxes in rows, so that edges lead down. A long row is broken at `width`. */
function layOut(boxes, width) {
  const rows = [];
  for (const box of boxes) {
    box.rank = 1 + Math.max(-1, ...[...box.inputs].map((input) => input.rank));
    box.width = BOX.width;
    const lines = Math.min(box.nodes.length, LISTED + 1);
    const hasTitle = box.kernel !== null || box.nodes.length > 1;
    box.height = (hasTitle ? BOX.header : 4) + lines * BOX.line + 4;
    (rows[box.rank] ??= []).push(box);
  }
  const columns = Math.max(1, Math.floor((width + BOX.gap) / (BOX.width + BOX.gap)));
  const placed = [];
  let y = 12;
  for (const row of rows) {
    const middle = (box) => {
      const inputs = [...box.inputs];
      return inputs.length ? inputs.reduce((sum, input) => sum + input.x, 0) / inputs.length : 0;
    };
    row.sort((one, other) => middle(one) - middle(other) || one.number - other.number);
    for (let start = 0; start < row.length; start += columns) {
      const part = row.slice(start, start + columns);
      const total = part.length * (BOX.width + BOX.gap) - BOX.gap;
      // A row that is shorter than the page stands below its inputs.
      const wanted = part.reduce((sum, box) => sum + middle(box), 0) / part.length - (total - BOX.width) / 2;
      const left = Math.max(12, Math.min(12 + width - total, part.some((box) => box.inputs.size) ? wanted : 12));
      part.forEach((box, at) => {
        box.x = left + at * (BOX.width + BOX.gap);
        box.y = y;
      });
      y += Math.max(...part.map((box) => box.height)) + (start + columns < row.length ? BOX.gap : BOX.rank);
      placed.push(...part);
    }
  }
  return placed;
}
