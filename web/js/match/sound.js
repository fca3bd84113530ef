/** When a match sounds. How is told by tones.js, which nobody needs before something sounds. */

import { prefs } from "./prefs.js";

/** @type {AudioContext | null} */
let context = null;

/** Browsers let a page sound only after somebody has touched it. @param {(tones: typeof import("./tones.js"), audio: AudioContext) => void} play */
function sound(play) {
  if (!prefs.sound || !navigator.userActivation?.hasBeenActive) return;
  const audio = (context ??= new AudioContext());
  if (audio.state === "suspended") void audio.resume();
  // Without a line it stays silent.
  import("./tones.js").then((tones) => play(tones, audio), () => {});
}

/** The seat's turn begins. @param {number} seat from 1 */
export const motif = (seat) => sound((tones, audio) => tones.motif(audio, seat));

/** Something was put down on the board; harder if it was an attack. @param {boolean} hard */
export const knock = (hard) => sound((tones, audio) => tones.knock(audio, hard));

/** Not allowed. */
export const refused = () => sound((tones, audio) => tones.refused(audio));

/** Somebody has sat down. */
export const joined = () => sound((tones, audio) => tones.joined(audio));

/** It is over. @param {boolean} won */
export const ended = (won) => sound((tones, audio) => tones.ended(audio, won));
