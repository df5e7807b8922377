import type { Model } from 'nearmiss';
import { MEDIAL_DEFAULTS, medialAxis, medialStructure } from 'nearmiss/medial';

/** Primitives a ball to begin with: between chains, which have one, and sheets, which have two. */
const FIRST_GUESS = 1.6;
/** How near the number of balls has to come to what is wished, and how often it is tried. */
const NEAR = 0.04;
const TRIES = 5;

/** A model with a medial axis of about so many balls: what can be asked for is primitives, so a few numbers of them are tried. */
export function withMedialOfBalls(model: Model, wished: number, samples: number = MEDIAL_DEFAULTS.samples): Model {
  const make = (primitives: number): { model: Model; primitives: number; balls: number } => {
    const made = model.with(medialStructure({ primitives, samples }));
    return { model: made, primitives, balls: medialAxis(made).spheres.length / 4 };
  };
  let last = make(Math.round(FIRST_GUESS * wished));
  let best = last;
  for (let tries = 1; tries < TRIES && Math.abs(best.balls - wished) > NEAR * wished; tries++) {
    last = make(Math.max(1, Math.round((last.primitives * wished) / last.balls)));
    if (Math.abs(last.balls - wished) < Math.abs(best.balls - wished)) best = last;
  }
  return best.model;
}
