import type { Mesh } from '../mesh/mesh.ts';
import { BOX_DEFAULTS, box, PLATE_DEFAULTS, plate } from './box.ts';
import { CUP_DEFAULTS, cup } from './cup.ts';
import { DISTORTED_TORUS_DEFAULTS, distortedTorus } from './distorted-torus.ts';
import { GEAR_DEFAULTS, gear } from './gear.ts';
import { GOLF_CLUB_DEFAULTS, golfClub } from './golf-club.ts';
import { GRATE_DEFAULTS, grate } from './grate.ts';
import { ICOSPHERE_DEFAULTS, icosphere } from './icosphere.ts';
import { L_SHAPE_DEFAULTS, lShape, U_SHAPE_DEFAULTS, uShape } from './letter-shapes.ts';
import { PILLAR_DEFAULTS, pillar } from './pillar.ts';
import { PRISM_DEFAULTS, prism } from './prism.ts';
import { RANDOM_SOLID_DEFAULTS, randomSolid } from './random-solid.ts';
import { RING_DEFAULTS, ring } from './ring.ts';
import { defaultsByName, makeByText, type ShapeMaker, type ShapeParameters } from './shape-text.ts';
import { SPOON_DEFAULTS, spoon } from './spoon.ts';
import { STAR_SHAPE_DEFAULTS, starShape } from './star-shape.ts';
import { TORUS_DEFAULTS, torus } from './torus.ts';
import { TORUS_KNOT_DEFAULTS, torusKnot } from './torus-knot.ts';
import { UV_SPHERE_DEFAULTS, uvSphere } from './uv-sphere.ts';

type Maker = ShapeMaker<Mesh>;

/** Generators check the names and kinds of all their parameters, so any value can be passed to them. */
function named<O extends object>(make: (options: O) => Mesh, defaults: Readonly<Required<O>>): Maker {
  return { make: (parameters) => make(parameters as O), defaults: defaults as ShapeParameters };
}

const MAKERS: ReadonlyMap<string, Maker> = /* @__PURE__ */ new Map<string, Maker>([
  ['box', named(box, BOX_DEFAULTS)],
  ['cup', named(cup, CUP_DEFAULTS)],
  ['distorted-torus', named(distortedTorus, DISTORTED_TORUS_DEFAULTS)],
  ['gear', named(gear, GEAR_DEFAULTS)],
  ['golf-club', named(golfClub, GOLF_CLUB_DEFAULTS)],
  ['grate', named(grate, GRATE_DEFAULTS)],
  ['icosphere', named(icosphere, ICOSPHERE_DEFAULTS)],
  ['l-shape', named(lShape, L_SHAPE_DEFAULTS)],
  ['pillar', named(pillar, PILLAR_DEFAULTS)],
  ['plate', named(plate, PLATE_DEFAULTS)],
  ['prism', named(prism, PRISM_DEFAULTS)],
  ['random-solid', named(randomSolid, RANDOM_SOLID_DEFAULTS)],
  ['ring', named(ring, RING_DEFAULTS)],
  ['spoon', named(spoon, SPOON_DEFAULTS)],
  ['star-shape', named(starShape, STAR_SHAPE_DEFAULTS)],
  ['torus', named(torus, TORUS_DEFAULTS)],
  ['torus-knot', named(torusKnot, TORUS_KNOT_DEFAULTS)],
  ['u-shape', named(uShape, U_SHAPE_DEFAULTS)],
  ['uv-sphere', named(uvSphere, UV_SPHERE_DEFAULTS)],
]);

/** The names that `makeShape` accepts, in alphabetical order. See {@link makeShape}. */
export const shapeNames: readonly string[] = /* @__PURE__ */ Object.freeze([...MAKERS.keys()]);

/** The parameters of every shape of `makeShape`, with their defaults. See {@link makeShape}. */
export const shapeParameters: Readonly<Record<string, ShapeParameters>> = /* @__PURE__ */ defaultsByName(MAKERS);

/**
 * Makes the shape with the given name, such as `box`, `box(size=[1,2,3])` or `torus-knot(p=2, q=3, triangles=11520)`. Keys are the
 * option names of the generator.
 *
 * @example
 * console.log(makeShape('box(size=[1,2,3])').triangleCount); // 12
 */
export function makeShape(text: string): Mesh {
  return makeByText(text, MAKERS);
}
