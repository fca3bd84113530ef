/**
 * Sounds made here, from sine and noise: a motif for each seat, a knock for an action, a low note for a
 * refusal, a chord at the end.
 */

/** Frequencies of a scale without semitones, so that any order of them sounds well. */
const SCALE = [261.63, 293.66, 329.63, 392.0, 440.0, 523.25, 587.33, 659.25];

/** One motif for each seat, as steps of the scale. */
const MOTIFS = [[0, 2, 4], [5, 4, 2], [1, 3, 1], [6, 5, 6], [2, 5, 3], [4, 1, 0]];

/** @param {AudioContext} audio @param {number} frequency @param {number} start seconds from now @param {number} length @param {number} [loud] @param {OscillatorType} [type] */
function note(audio, frequency, start, length, loud = 0.12, type = "sine") {
  const at = audio.currentTime + start;
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  voice.type = type;
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length + 0.02);
}

/** The seat's turn begins. @param {AudioContext} audio @param {number} seat from 1 */
export function motif(audio, seat) {
  const steps = MOTIFS[(seat - 1) % MOTIFS.length] ?? [];
  steps.forEach((step, at) => {
    note(audio, SCALE[step] ?? 440, at * 0.11, 0.34, 0.09, "triangle");
    note(audio, (SCALE[step] ?? 440) * 2, at * 0.11, 0.2, 0.025);
  });
}

/** Something was put down on the board; harder if it was an attack. @param {AudioContext} audio @param {boolean} hard */
export function knock(audio, hard) {
  const length = Math.floor(audio.sampleRate * 0.07);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * Math.exp((-i / length) * 9);
  const [source, filter, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = hard ? 420 : 900;
  filter.Q.value = 1.2;
  volume.gain.value = hard ? 0.7 : 0.35;
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start();
  note(audio, hard ? 96 : 180, 0, hard ? 0.22 : 0.1, hard ? 0.2 : 0.1);
}

/** Not allowed. @param {AudioContext} audio */
export function refused(audio) {
  note(audio, 196, 0, 0.16, 0.09, "triangle");
  note(audio, 155.56, 0.1, 0.26, 0.09, "triangle");
}

/** Somebody has sat down. @param {AudioContext} audio */
export function joined(audio) {
  [0, 4, 5].forEach((step, at) => note(audio, SCALE[step] ?? 440, at * 0.13, 0.5, 0.1, "triangle"));
}

/** It is over. @param {AudioContext} audio @param {boolean} won */
export function ended(audio, won) {
  const chord = won ? [261.63, 329.63, 392.0, 523.25] : [220.0, 261.63, 329.63];
  chord.forEach((frequency, at) => note(audio, frequency, at * 0.09, 1.4, 0.08, "triangle"));
}
