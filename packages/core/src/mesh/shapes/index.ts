export { BOX_DEFAULTS, type BoxOptions, box, PLATE_DEFAULTS, type PlateOptions, plate } from './box.ts';
export { CUP_DEFAULTS, type CupOptions, cup } from './cup.ts';
export { DISTORTED_TORUS_DEFAULTS, type DistortedTorusOptions, distortedTorus } from './distorted-torus.ts';
export { GEAR_DEFAULTS, type GearOptions, gear } from './gear.ts';
export { GOLF_CLUB_DEFAULTS, type GolfClubOptions, golfClub } from './golf-club.ts';
export { GRATE_DEFAULTS, type GrateOptions, grate } from './grate.ts';
export { ICOSPHERE_DEFAULTS, type IcosphereOptions, icosphere } from './icosphere.ts';
export {
  L_SHAPE_DEFAULTS,
  type LShapeOptions,
  lShape,
  U_SHAPE_DEFAULTS,
  type UShapeOptions,
  uShape,
} from './letter-shapes.ts';
export { makeShape, shapeNames, shapeParameters } from './named.ts';
export { PILLAR_DEFAULTS, type PillarOptions, pillar } from './pillar.ts';
export { PRISM_DEFAULTS, type PrismOptions, prism } from './prism.ts';
export { RANDOM_SOLID_DEFAULTS, type RandomSolidOptions, randomSolid } from './random-solid.ts';
export { RING_DEFAULTS, type RingOptions, ring } from './ring.ts';
export type { ShapeParameters } from './shape-text.ts';
export { SPOON_DEFAULTS, type SpoonOptions, spoon } from './spoon.ts';
export { STAR_SHAPE_DEFAULTS, type StarShapeOptions, starShape } from './star-shape.ts';
export { TORUS_DEFAULTS, type TorusOptions, torus } from './torus.ts';
export { TORUS_KNOT_DEFAULTS, type TorusKnotOptions, torusKnot } from './torus-knot.ts';
export { UV_SPHERE_DEFAULTS, type UvSphereOptions, uvSphere } from './uv-sphere.ts';
