// A chime for each kind of news, made of a few soft notes by the browser itself: nothing is fetched.

const [C4, E4, A4, C5, D5, E5, G5, A5, B5, C6] = [261.6, 329.6, 440, 523.3, 587.3, 659.3, 784, 880, 987.8, 1046.5];

// Each note: pitch in hertz, when it begins, how long it sounds, in seconds.
export const CHIMES = {
  call: { wave: "sine", notes: [[E5, 0, 0.18]] },
  riichi: { wave: "sine", notes: [[E5, 0, 0.22], [B5, 0.13, 0.5]] },
  reminder: { wave: "sine", notes: [[A5, 0, 0.18], [A5, 0.2, 0.3]] },
  last_tile: { wave: "sine", notes: [[G5, 0, 0.22], [E5, 0.17, 0.22], [C5, 0.34, 0.45]] },
  result: { wave: "triangle", notes: [[C5, 0, 0.3], [E5, 0.11, 0.3], [G5, 0.22, 0.3], [C6, 0.33, 0.6]] },
  correction: { wave: "triangle", notes: [[D5, 0, 0.16], [A4, 0.14, 0.16], [D5, 0.28, 0.3]] },
  question: { wave: "sine", notes: [[G5, 0, 0.16], [C6, 0.24, 0.4]] },
  error: { wave: "triangle", notes: [[E4, 0, 0.24], [C4, 0.22, 0.5]] },
};

const LOUDEST_NOTE = 0.22; // three may overlap and still stay far from clipping
const RISE_S = 0.012;

export function lengthOf(kind) {
  return Math.max(...CHIMES[kind].notes.map(([, begins, lasts]) => begins + lasts));
}

// Plan a chime at a moment of the context's clock. `into` is where it goes: a volume, or the loudspeaker.
export function ring(context, kind, at, into) {
  const { wave, notes } = CHIMES[kind];
  for (const [pitch, begins, lasts] of notes) {
    const tone = new OscillatorNode(context, { type: wave, frequency: pitch });
    const loudness = new GainNode(context, { gain: 0 });
    const start = at + begins;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(LOUDEST_NOTE, start + RISE_S);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    tone.connect(loudness).connect(into);
    tone.start(start);
    tone.stop(start + lasts);
  }
}
