import type { Mesh } from '../mesh.ts';
import { box, plate } from './box.ts';
import { cup } from './cup.ts';
import { distortedTorus } from './distorted-torus.ts';
import { gear } from './gear.ts';
import { golfClub } from './golf-club.ts';
import { grate } from './grate.ts';
import { icosphere } from './icosphere.ts';
import { lShape, uShape } from './letter-shapes.ts';
import { pillar } from './pillar.ts';
import { prism } from './prism.ts';
import { randomSolid } from './random-solid.ts';
import { ring } from './ring.ts';
import { makeByText, type ShapeParameters } from './shape-text.ts';
import { spoon } from './spoon.ts';
import { starShape } from './star-shape.ts';
import { torus } from './torus.ts';
import { torusKnot } from './torus-knot.ts';
import { uvSphere } from './uv-sphere.ts';

type Maker = (parameters: ShapeParameters) => Mesh;

/** Generators check the names and kinds of all their parameters themselves, so anything may be handed to them. */
function named<O extends object>(make: (options: O) => Mesh): Maker {
  return (parameters) => make(parameters as O);
}

const MAKERS: ReadonlyMap<string, Maker> = /* @__PURE__ */ new Map<string, Maker>([
  ['box', named(box)],
  ['cup', named(cup)],
  ['distorted-torus', named(distortedTorus)],
  ['gear', named(gear)],
  ['golf-club', named(golfClub)],
  ['grate', named(grate)],
  ['icosphere', named(icosphere)],
  ['l-shape', named(lShape)],
  ['pillar', named(pillar)],
  ['plate', named(plate)],
  ['prism', named(prism)],
  ['random-solid', named(randomSolid)],
  ['ring', named(ring)],
  ['spoon', named(spoon)],
  ['star-shape', named(starShape)],
  ['torus', named(torus)],
  ['torus-knot', named(torusKnot)],
  ['u-shape', named(uShape)],
  ['uv-sphere', named(uvSphere)],
]);

/** The names `makeShape` knows, in alphabetical order. */
export const shapeNames: readonly string[] = /* @__PURE__ */ Object.freeze([...MAKERS.keys()]);

/**
 * Makes the shape that a text names, as `box`, `box(size=[1,2,3])` or `torus-knot(p=2, q=3, triangles=11520)`. Keys are
 * the option names of the generator.
 */
export function makeShape(text: string): Mesh {
  return makeByText(text, MAKERS);
}
