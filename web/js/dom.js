/**
 * Building elements. Text only ever enters as text, never as markup.
 */

import { ICONS } from "./icons.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element: `h("a.button.quiet", {href: "/"}, "text")`. Attributes whose value is a function are
 * listeners (`onclick`); `true` sets an empty attribute; `false`, `null` and `undefined` set none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K | `${K}.${string}`} kind
 * @param {Record<string, unknown> | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(kind, attributes, ...children) {
  const [name, ...classes] = kind.split(".");
  const element = /** @type {HTMLElementTagNameMap[K]} */ (document.createElement(/** @type {string} */ (name)));
  if (classes.length > 0) element.className = classes.join(" ");
  dress(element, attributes ?? {});
  fill(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element of an SVG picture.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  dress(element, attributes ?? {});
  fill(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, unknown>} attributes */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function" && name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "class") {
      element.setAttribute("class", [element.getAttribute("class"), value].filter(Boolean).join(" "));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** @param {Element} element @param {(Child | Child[])[]} children */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : CODE.has(element.localName) ? String(child) : typeset(String(child)));
  }
}

/** What is written for machines stays as it is. */
const CODE = new Set(["code", "pre", "kbd", "samp", "textarea"]);

/** As French is set: no line begins with one of these signs. @param {string} text */
export function typeset(text) {
  if (document.documentElement.lang !== "fr") return text;
  return text.replace(/ (?=[:;!?»])/g, "\u202f").replace(/« /g, "«\u202f");
}

/** Puts `children` in the place of everything in `root`. @param {Element} root @param {...(Child | Child[])} children */
export function show(root, ...children) {
  root.replaceChildren();
  fill(root, children);
}

/** A drawing of the page's own. @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: ICONS[name] ?? "" }));
}
