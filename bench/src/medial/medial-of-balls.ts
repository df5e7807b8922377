import { MEDIAL_DEFAULTS, type MedialAxis, type Model } from 'nearmiss';

/** Primitives a ball to begin with: between chains, which have one, and sheets, which have two. */
const FIRST_GUESS = 1.6;
/** How near the number of balls has to come to what is wished, and how often it is tried. */
const NEAR = 0.04;
const TRIES = 5;

/** Gives a model a medial axis of about so many balls: what can be asked for is primitives, so a few numbers of them are tried. */
export function medialOfBalls(model: Model, wished: number, samples: number = MEDIAL_DEFAULTS.samples): MedialAxis {
  let primitives = Math.round(FIRST_GUESS * wished);
  let axis = model.medial({ primitives, samples });
  for (let tries = 1; tries < TRIES; tries++) {
    const balls = axis.spheres.length / 4;
    if (Math.abs(balls - wished) <= NEAR * wished) break;
    primitives = Math.max(1, Math.round((primitives * wished) / balls));
    axis = model.medial({ primitives, samples });
  }
  return axis;
}
