// `nearmiss/shapes`: generated meshes, by functions or by name.

export { BOX_DEFAULTS, type BoxOptions, box, PLATE_DEFAULTS, type PlateOptions, plate } from '../shapes/box.ts';
export { CUP_DEFAULTS, type CupOptions, cup } from '../shapes/cup.ts';
export { DISTORTED_TORUS_DEFAULTS, type DistortedTorusOptions, distortedTorus } from '../shapes/distorted-torus.ts';
export { GEAR_DEFAULTS, type GearOptions, gear } from '../shapes/gear.ts';
export { GOLF_CLUB_DEFAULTS, type GolfClubOptions, golfClub } from '../shapes/golf-club.ts';
export { GRATE_DEFAULTS, type GrateOptions, grate } from '../shapes/grate.ts';
export { ICOSPHERE_DEFAULTS, type IcosphereOptions, icosphere } from '../shapes/icosphere.ts';
export {
  L_SHAPE_DEFAULTS,
  type LShapeOptions,
  lShape,
  U_SHAPE_DEFAULTS,
  type UShapeOptions,
  uShape,
} from '../shapes/letter-shapes.ts';
export { makeShape, shapeNames, shapeParameters } from '../shapes/named.ts';
export { PILLAR_DEFAULTS, type PillarOptions, pillar } from '../shapes/pillar.ts';
export { PRISM_DEFAULTS, type PrismOptions, prism } from '../shapes/prism.ts';
export { RANDOM_SOLID_DEFAULTS, type RandomSolidOptions, randomSolid } from '../shapes/random-solid.ts';
export { RING_DEFAULTS, type RingOptions, ring } from '../shapes/ring.ts';
export type { ShapeParameters, ShapeValue } from '../shapes/shape-text.ts';
export { SPOON_DEFAULTS, type SpoonOptions, spoon } from '../shapes/spoon.ts';
export { STAR_SHAPE_DEFAULTS, type StarShapeOptions, starShape } from '../shapes/star-shape.ts';
export { TORUS_DEFAULTS, type TorusOptions, torus } from '../shapes/torus.ts';
export { TORUS_KNOT_DEFAULTS, type TorusKnotOptions, torusKnot } from '../shapes/torus-knot.ts';
export { UV_SPHERE_DEFAULTS, type UvSphereOptions, uvSphere } from '../shapes/uv-sphere.ts';
