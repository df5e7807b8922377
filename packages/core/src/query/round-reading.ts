import type { Model } from '../model/model.ts';
import type { Reading } from '../model/solid.ts';

/** Whether one of two bodies is round, so that triangles do not tell all about them. */
export function isRound(a: Model, b: Model): boolean {
  return a.round !== null || b.round !== null;
}

/** A round body is a solid, whatever the caller would like. */
export function roundReading(model: Model, reading: Reading): Reading {
  return model.round === null ? reading : 'solid';
}
