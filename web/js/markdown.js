/**
 * Markdown as rulebooks use it: headings, paragraphs with numbers, tables, lists, code. Numbered
 * paragraphs get their number as an anchor, so that refusals can point at them. Diagrams are drawn by the server.
 */

import { h } from "./dom.js";

/** @param {string} text @param {(name: string, caption: string) => HTMLElement} [diagram] the picture of a diagram; without it the caption is all there is @returns {HTMLElement[]} */
export function markdown(text, diagram) {
  const lines = text.replace(/\r/g, "").split("\n");
  /** @type {HTMLElement[]} */
  const blocks = [];
  let at = 0;
  const line = () => lines[at] ?? "";
  while (at < lines.length) {
    if (line().trim() === "") {
      at += 1;
    } else if (line().startsWith("```")) {
      const code = [];
      for (at += 1; at < lines.length && !line().startsWith("```"); at += 1) code.push(line());
      at += 1;
      blocks.push(h("pre", { tabindex: "0" }, h("code", null, code.join("\n"))));
    } else if (/^#{1,4} /.test(line())) {
      blocks.push(heading(line()));
      at += 1;
    } else if (line().startsWith("![")) {
      const [, caption = "", name = ""] = /^!\[([^\]]*)\]\(diagram:([^)]*)\)/.exec(line()) ?? [];
      blocks.push(h("figure", null, diagram?.(name, caption), h("figcaption", null, inline(caption))));
      at += 1;
    } else if (line().startsWith("|")) {
      const rows = [];
      for (; line().startsWith("|"); at += 1) rows.push(line());
      blocks.push(table(rows));
    } else if (/^[-*] /.test(line())) {
      /** @type {string[]} */
      const items = [];
      for (; /^[-*] |^ {2,}\S/.test(line()); at += 1) {
        if (/^[-*] /.test(line())) items.push(line().slice(2));
        else items.push(`${items.pop() ?? ""} ${line().trim()}`);
      }
      blocks.push(h("ul", null, items.map((item) => h("li", null, inline(item)))));
    } else {
      const words = [];
      for (; line().trim() !== "" && !/^(#|\||```|!\[|[-*] )/.test(line()); at += 1) words.push(line().trim());
      blocks.push(paragraph(words.join(" ")));
    }
  }
  return blocks;
}

/** @param {string} line */
function heading(line) {
  const level = line.indexOf(" ");
  const text = line.slice(level + 1);
  const number = /^(\d+)\.?\s/.exec(text)?.[1];
  /** @type {("h1" | "h2" | "h3" | "h4")[]} */
  const kinds = ["h1", "h2", "h3", "h4"];
  return h(kinds[level - 1] ?? "h4", { id: number ?? null }, inline(text));
}

/** @param {string} text */
function paragraph(text) {
  const found = /^(\d+(?:\.\d+)+[a-z]?)\s+(.*)$/.exec(text);
  if (!found) return h("p", null, inline(text));
  const [, number = "", rest = ""] = found;
  return h("p.rule", { id: number },
    h("a.rule-number", { href: `#${number}` }, number), " ", h("span", null, inline(rest)));
}

/** @param {string[]} rows */
function table(rows) {
  const cells = (/** @type {string} */ row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  const [head = "", , ...body] = rows;
  return h("div.table", { tabindex: "0" },
    h("table", null,
      h("thead", null, h("tr", null, cells(head).map((cell) => (cell === "" ? h("td") : h("th", { scope: "col" }, inline(cell)))))),
      h("tbody", null, body.map((row) => h("tr", null, cells(row).map((cell) => h("td", null, inline(cell))))))));
}

/** Code, strong and emphasised words, links. @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let rest = text;
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/;
  for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
    const [whole, code, strong, emphasis, label, target] = found;
    parts.push(rest.slice(0, found.index));
    if (code !== undefined) parts.push(h("code", null, code));
    else if (strong !== undefined) parts.push(h("strong", null, inline(strong)));
    else if (emphasis !== undefined) parts.push(h("em", null, inline(emphasis)));
    else if (label !== undefined) parts.push(/^(#|https:)/.test(target ?? "") ? h("a", { href: target }, label) : label);
    rest = rest.slice(found.index + whole.length);
  }
  parts.push(rest);
  return parts;
}
