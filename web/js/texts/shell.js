/**
 * The texts of everything around a match: the bar, the lists, the rules, replays and imports.
 */

/** @type {import("../i18n.js").Texts} */
export default {
  "bar.skip": ["Skip to the content", "Aller au contenu"],
  "bar.home": ["Vauban, to the games", "Vauban, vers les jeux"],
  "bar.nav": ["Main", "Principale"],
  "bar.games": ["Games", "Jeux"],
  "bar.lobby": ["Lobby", "Salon"],
  "bar.mine": ["My matches", "Mes parties"],
  "bar.lang": ["Lire en français", "Read in English"],
  "bar.light": ["Light theme", "Thème clair"],
  "bar.dark": ["Dark theme", "Thème sombre"],
};
