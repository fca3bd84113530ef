/** The texts around a lesson; what it teaches comes with it. @type {import("../i18n.js").Texts} */
export default {
  "l.lesson": ["Lesson", "Leçon"],
  "l.task": ["Task {at} of {of}", "Tâche {at} sur {of}"],
  "l.done": ["All done", "Terminé"],
  "l.hint": ["Hint", "Un indice"],
  "l.play": ["Play a match", "Jouer une partie"],
  "l.again": ["Start again", "Recommencer"],
  "l.rules": ["Rules", "Règles"],
  "l.not": ["This does not work in a lesson.", "Cela ne marche pas dans une leçon."],
};
