import type { Body } from './body.ts';
import { splitScale } from './body-scale.ts';

/** The name of a body for people: the shape as it was written, the file without its folder and its scale. */
export function nameOf({ word }: Pick<Body, 'word'>): string {
  const name = word.replace(/^shape:|^.*[:/]/, '');
  return word.startsWith('file:') ? splitScale(name).name : name;
}
