/**
 * The texts that every page may need: the bar, what buttons everywhere say, and what goes wrong.
 */

/** @type {import("../i18n.js").Texts} */
export default {
  "bar.skip": ["Skip to content", "Aller au contenu"],
  "bar.home": ["Vauban: all games", "Vauban : tous les jeux"],
  "bar.nav": ["Main", "Navigation principale"],
  "bar.games": ["Games", "Jeux"],
  "bar.lobby": ["Lobby", "Salon"],
  "bar.mine": ["My matches", "Mes parties"],
  "bar.lang": ["Lire en français", "Read in English"],
  "bar.light": ["Light theme", "Thème clair"],
  "bar.dark": ["Dark theme", "Thème sombre"],

  loading: ["One moment…", "Un instant…"],
  again: ["Try again", "Réessayer"],
  retry: ["Try again in {seconds} s.", "Réessayez dans {seconds} s."],
  broken: ["Something went wrong on this page. Try reloading it.", "Une erreur est survenue sur cette page. Essayez de la recharger."],
  close: ["Close", "Fermer"],
  cancel: ["Cancel", "Annuler"],
  save: ["Save", "Enregistrer"],
  copy: ["Copy", "Copier"],
  copied: ["Copied.", "Copié."],
  "copy.failed": ["Copying failed: select the text and copy it yourself.", "La copie a échoué : sélectionnez le texte et copiez-le vous-même."],
  share: ["Share", "Partager"],
  seat: ["Seat {n}", "Place {n}"],

  "start.level": ["Program, level {level}", "Programme, niveau {level}"],
  "option.set": ["{title}: {value}", "{title} : {value}"],
  "option.yes": ["Yes", "Oui"],
  "option.no": ["No", "Non"],

  "replay.count": ["{step} of {steps}", "{step} sur {steps}"],
  "replay.back": ["One step back", "Une étape en arrière"],
  "replay.next": ["One step forward", "Une étape en avant"],

  "offline.start": ["If it is your server, start it with", "Si c'est votre serveur, lancez-le avec"],
};
