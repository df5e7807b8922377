// The answer of a step in one sentence.

import type { Frame } from './messages.ts';
import type { SceneName } from './settings.ts';

export function manySentence(scene: SceneName, { step, counts }: Pick<Frame, 'step' | 'counts'>): string {
  const count = (name: string): number => counts[name] ?? 0;
  if (scene === 'crowd') {
    const touching = count('touching');
    const pairs = touching === 1 ? '1 pair of bodies touches' : `${grouped(touching)} pairs of bodies touch`;
    return `At step ${step}, ${pairs}, decided exactly: ${grouped(count('begin'))} since this step, ${grouped(count('end'))} no longer.`;
  }
  const faces = count('face pairs');
  const itself = count('cloth on itself');
  const cloth = itself === 0 ? 'the cloth does not touch itself' : `the cloth touches itself in ${grouped(itself)}`;
  return `At step ${step}, ${grouped(faces)} pairs of faces of different bodies touch, decided exactly; ${cloth}.`;
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}
