// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions to create elements, and to write numbers.

const SVG = "http://www.w3.org/2000/svg";

/** Creates an HTML element with attributes, listeners (`onclick`) and children. */
function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
function drawing(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** The color of a source operation, which is the same in all panes. */
function colorOf(source) {
  return `hsl(${(source * 137.508) % 360} var(--saturation) var(--lightness))`;
}

function bytes(number) {
  for (const unit of ["B", "KiB", "MiB", "GiB"]) {
    if (number < 1024 || unit === "GiB") return unit === "B" ? `${number} B` : `${number.toFixed(1)} ${unit}`;
    number /= 1024;
  }
}

/** A number with three digits and a decimal prefix. */
function compact(number) {
  for (const prefix of ["", "k", "M", "G", "T", "P"]) {
    if (number < 999.5 || prefix === "P") {
      return (prefix === "" && number % 1 === 0 ? String(number) : number.toPrecision(3)) + prefix;
    }
    number /= 1000;
  }
}

function milliseconds(seconds) {
  return (seconds * 1e3).toFixed(seconds < 1e-5 ? 4 : 3);
}

function percent(part) {
  return Number.isFinite(part) ? `${(part * 100).toFixed(part < 0.0995 ? 1 : 0)} %` : "";
}

/** A number with its noun: `1 line`, `2 lines`. */
function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const HTML = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (sign) => HTML[sign]);
}

const TOKENS = {
  mlir: /(\/\/.*$)|("(?:[^"\\]|\\.)*")|([%^][\w$.]+(?:#\d+)?)|([@#!][\w$.]+)|\b((?:tensor|memref|vector|complex|tuple|ptr)\b|(?:bf|f|i|ui|si)\d+\w*\b|index\b)|(-?\b\d[\w.+]*)|([a-z_]+(?:\.[a-z_0-9]+)+)/gm,
  llvm: /(;.*$)|("(?:[^"\\]|\\.)*")|(%[\w$.]+)|([@#!][\w$.]+)|\b((?:ptr|void|float|double|half|bfloat|label|i\d+)\b)|(-?\b\d[\w.+]*)|^\s*(?:%[\w$.]+ = )?([a-z][\w]*)/gm,
  assembly: /((?:#|\/\/|;).*$)|("(?:[^"\\]|\\.)*")|(%\w+)|(\.?\b[A-Za-z_.$][\w.$]*:)|(?!)()|(\$?-?\b(?:0x[\da-f]+|\d+)\b)|^\s*(\.?[a-z][\w.]*)/gm,
  python: /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?!)()|(@[\w.]+)|\b(def|return|for|in|if|else|while|import|from|as|lambda|class|with)\b|(-?\b\d[\w.]*)|(?!)()/gm,
};
const CLASSES = ["comment", "string", "value", "symbol", "type", "number", "op"];

/** Returns a line as HTML with colored tokens. The range `mark` is marked. */
function highlight(text, language, mark) {
  if (mark && mark[0] < mark[1]) {
    const [start, end] = mark;
    return `${highlight(text.slice(0, start), language)}<mark>${highlight(text.slice(start, end), language)}</mark>${highlight(text.slice(end), language)}`;
  }
  const pattern = TOKENS[language];
  if (!pattern) return escapeHtml(text);
  let html = "";
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = match.findIndex((group, at) => at > 0 && group !== undefined && group !== "");
    if (kind < 1) continue;
    const start = match.index + match[0].lastIndexOf(match[kind]);
    html += `${escapeHtml(text.slice(end, start))}<i class="t-${CLASSES[kind - 1]}">${escapeHtml(match[kind])}</i>`;
    end = start + match[kind].length;
  }
  return html + escapeHtml(text.slice(end));
}
