/**
 * How clicks become an answer: paths of spots, amounts, what is completed. Needs no browser.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsOf, complete, expand, keysOf, nameOf, Selection, shared, textOf } from "../js/match/choices.js";

/** @type {import("../js/match/choices.js").Ask} */
const ASK = {
  id: 1,
  choices: [
    { stem: "a1", path: ["a1"], mark: "mark-shift", caption: "from a1 to", targets: ["a2", "b1"] },
    { stem: "a1x", path: ["a1"], mark: "mark-attack", caption: "a1 attacks", targets: ["b2"] },
    { stem: "place=x@", path: ["reserve"], mark: "mark-shift", caption: "x on", targets: ["c3"] },
    { stem: "", joint: "+", path: [], mark: "mark-planned", caption: "place on", targets: ["c1"], amount: { min: 1, max: 4, default: 4 } },
    { stem: "end", path: ["end"], mark: "mark-planned", caption: "end the turn" },
  ],
};

test("choices that differ in their target are told apart again", () => {
  const texts = expand(ASK).map((choice) => textOf(choice, 2));
  assert.deepEqual(texts, ["a1a2", "a1b1", "a1xb2", "place=x@c3", "c1+2", "end"]);
  assert.equal(expand(ASK)[1]?.caption, "from a1 to b1");
  assert.deepEqual(expand(null), []);
});

test("places with a name are called by it", () => {
  const ask = { id: 1, choices: [
    { stem: "303-", joint: "+", path: ["303"], mark: "mark-shift", caption: "armies from Central America to", targets: ["309", "310"], amount: { min: 1, max: 4, default: 4 } },
  ], names: { 309: "Western States", 310: "Quebec" } };
  const selection = new Selection(ask);
  assert.deepEqual(selection.all.map((choice) => choice.caption), ["armies from Central America to Western States", "armies from Central America to Quebec"]);
  assert.deepEqual(selection.all.map((choice) => textOf(choice)), ["303-309+4", "303-310+4"]);
  assert.equal(nameOf(ask, "309"), "Western States");
  assert.equal(nameOf(ask, "a1"), "a1");
  assert.equal(nameOf(null, "b1"), "b1");
});

test("a click leaves the choices that begin with it and offers what comes next", () => {
  const selection = new Selection(ASK);
  assert.deepEqual([...selection.next().keys()], ["a1", "reserve", "c1", "end"]);
  assert.equal(selection.click("a1"), "other");
  assert.deepEqual([...selection.next()].map(([spot, { mark }]) => [spot, mark]), [["a2", "mark-shift"], ["b1", "mark-shift"], ["b2", "mark-attack"]]);
  assert.equal(selection.click("b2"), "whole");
  assert.deepEqual(selection.whole().map((choice) => textOf(choice)), ["a1xb2"]);
});

test("a second click on the same spot takes the first one back", () => {
  const selection = new Selection(ASK);
  selection.click("a1");
  assert.equal(selection.click("a1"), "back");
  assert.deepEqual(selection.path, []);
});

test("a click on another beginning begins anew, and one on nothing changes nothing", () => {
  const selection = new Selection(ASK);
  selection.click("a1");
  assert.equal(selection.click("reserve"), "other");
  assert.deepEqual(selection.path, ["reserve"]);
  assert.equal(selection.click("h8"), "none");
  assert.deepEqual(selection.path, ["reserve"]);
});

test("a spot that is both a target and a beginning is the target", () => {
  const selection = new Selection({ id: 1, choices: [
    { stem: "a", path: ["a"], mark: "mark-shift", caption: "", targets: ["b"] },
    { stem: "b", path: ["b"], mark: "mark-shift", caption: "", targets: ["c"] },
  ] });
  selection.click("a");
  assert.equal(selection.click("b"), "whole");
});

test("what is typed is completed without the signs that people leave out", () => {
  const all = expand(ASK);
  assert.deepEqual(complete(all, "place x", 5).map((choice) => textOf(choice)), ["place=x@c3"]);
  assert.deepEqual(complete(all, "A1", 5).map((choice) => textOf(choice)), ["a1a2", "a1b1", "a1xb2"]);
  assert.deepEqual(complete(all, "attacks", 5).map((choice) => textOf(choice)), ["a1xb2"]);
  assert.deepEqual(complete(all, "", 5), []);
  assert.equal(shared(complete(all, "a", 5), "a"), "a1");
});

test("a key means the same at every step: the game's letters, N to go on, digits for the rest", () => {
  const button = (/** @type {boolean} */ whole, /** @type {string | undefined} */ key = undefined) => ({ whole, key });
  // Pieces to place, and what ends it.
  assert.deepEqual(keysOf([button(false), button(false), button(true)], false), ["1", "2", "n"]);
  // Equals: three dice.
  assert.deepEqual(keysOf([button(true), button(true), button(true)], true), ["1", "2", "3"]);
  assert.deepEqual(keysOf([button(true)], true), ["n"]);
  // The game's own letters win, N too.
  assert.deepEqual(keysOf([button(true), button(true, "N"), button(true, "E")], false), ["1", "n", "e"]);
  assert.equal(keysOf(Array(12).fill(button(false)), false)[10], null);
});

test("what only begins a gesture goes on with what may follow, and both are one order", () => {
  const ask = { id: 1, choices: [
    { stem: "", path: [], mark: "mark-planned", caption: "attack from", targets: ["101", "102"] },
    { stem: "pass", path: ["pass"], mark: "mark-shift", caption: "pass" },
  ], ahead: { 101: [{ stem: "x", path: [], mark: "mark-attack", caption: "attack", targets: ["105", "106"] }] }, names: { 101: "Congo", 105: "Egypt" } };
  const selection = new Selection(ask);
  assert.deepEqual(selection.all.map((choice) => textOf(choice)), ["101; x105", "101; x106", "102", "pass"]);
  assert.deepEqual(selection.all.map((choice) => actionsOf(choice)), [["101", "x105"], ["101", "x106"], ["102"], ["pass"]]);
  assert.equal(selection.click("101"), "other");
  assert.deepEqual([...selection.next()].map(([spot, { mark }]) => [spot, mark]), [["105", "mark-attack"], ["106", "mark-attack"]]);
  // Another of one's own is switched to.
  assert.equal(selection.click("102"), "whole");
  selection.clear();
  selection.click("101");
  assert.equal(selection.click("105"), "whole");
  assert.equal(selection.whole()[0]?.caption, "attack from Congo: attack Egypt");
});
