/** The texts of the page that reads records, English and French side by side. */

/** @type {import("../i18n.js").Texts} */
export default {
  "import.title": ["Import a match", "Importer une partie"],
  "import.text": ["Look at it step by step, or play on from any step.", "Revoyez-la étape par étape, ou reprenez-la à n'importe quelle étape."],
  "import.drop": ["Drop a file here, or choose one", "Déposez un fichier ici, ou choisissez-en un"],
  "import.kinds": ["Records (.vauban), positions, and the games' own save files", "Parties (.vauban), positions et sauvegardes propres aux jeux"],
  "import.paste": ["Or paste the text", "Ou collez le texte"],
  "import.placeholder": ["[Game \"…\"]", "[Game \"…\"]"],
  "import.game": ["Game", "Jeu"],
  "import.detect": ["as the file says", "selon le fichier"],
  "import.game.hint": ["A position alone does not name its game: choose it here.", "Une position seule n'indique pas son jeu : choisissez-le ici."],
  "import.open": ["Open", "Ouvrir"],
  "import.several": ["{n} records: which one?", "{n} parties : laquelle ?"],
  "import.large": ["This file is too large: the limit is 900 kB.", "Ce fichier est trop volumineux : la limite est de 900 ko."],
};
