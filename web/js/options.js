/** The options of a match in words. */

import { t } from "./i18n.js";

/** @typedef {import("./start.js").Option} Option */

/** An about that is no longer than this stands for its value. */
const SHORT = 24;

/** A value in words. @param {Option} option @param {string} value */
export function valueName(option, value) {
  if (value === "yes" || value === "no") return t(`option.${value}`);
  const about = option.values?.find((each) => each.value === value)?.about ?? "";
  return about !== "" && about.length <= SHORT ? about : value.replaceAll("_", " ");
}

/**
 * What differs from the usual options, each with what it means.
 * @param {Option[]} options @param {Record<string, string>} chosen
 * @returns {{ option: Option, text: string, about: string }[]}
 */
export function differing(options, chosen) {
  return options.flatMap((option) => {
    const value = chosen[option.name];
    if (value === undefined || value === option.default) return [];
    // What a title says in brackets or after a comma is for who chooses.
    const title = option.title.replace(/\s*[(,].*$/, "");
    const text = t("option.set", { title, value: valueName(option, value) });
    return [{ option, text: text.length > 60 ? `${text.slice(0, 59)}…` : text, about: option.values?.find((each) => each.value === value)?.about ?? "" }];
  });
}
