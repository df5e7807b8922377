// Every question the library answers about lengths, asked of one scene at any scale: bodies, positions, velocities and the lengths
// among the options are all multiplied by it.

import { randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { capsule, cone, cylinder, hull, hulls, sphere } from '../../src/entries/convex.ts';
import {
  collideAllDeforming,
  collideDeforming,
  DeformingMesh,
  deformingTimeOfContact,
  selfCollide,
  selfTimeOfContact,
} from '../../src/entries/deforming.ts';
import { collideInSpace, octree, traceConvex } from '../../src/entries/lab.ts';
import { medial, medialAxis, medialStructure } from '../../src/entries/medial.ts';
import { box, icosphere, lShape, torus, uShape } from '../../src/entries/shapes.ts';
import { freeTime } from '../../src/entries/world.ts';
import {
  type ClosestBodyResult,
  clearance,
  closestPoint,
  collide,
  contains,
  directional,
  distance,
  edgeEdgeTime,
  Mesh,
  Model,
  type Motion,
  motionPose,
  NearmissError,
  Pair,
  penetration,
  raycast,
  timeOfContact,
  tolerance,
  verifyPenetration,
  vertexFaceTime,
  World,
} from '../../src/index.ts';
import { scaled, soup } from './bodies.ts';

type Triple = [number, number, number];
type Posed = { readonly position: Triple; readonly rotation: readonly [number, number, number, number] };

/** A scene at a scale: its bodies, and how lengths and poses of it are made. */
export interface ScaledScene {
  readonly scale: number;
  readonly model: (name: ModelName) => Model;
  readonly mesh: (name: MeshName) => Mesh;
  readonly pose: (k: number) => Posed;
  readonly vector: (k: number) => Triple;
}

export interface Ask {
  readonly ask: (scene: ScaledScene) => unknown;
  /** The fields of the answer that are lengths, and all below them. */
  readonly lengths: readonly string[];
}

type MeshName = keyof typeof MESHES;
type RoundName = keyof typeof ROUNDS;
type ModelName = MeshName | RoundName | 'hull';

const MESHES = {
  u: uShape(),
  l: lShape(),
  torus: torus({ majorSegments: 9, minorSegments: 5 }),
  ball: icosphere({ subdivisions: 1 }),
  plate: box({ size: [2, 2, 0.125] }),
  soup: soup(seeded(5), 24),
  needle: new Mesh([0, 0, 0, 1, 2 ** -20, 0, 1, 0, 2 ** -22, 0.5, 2 ** -21, 2 ** -23], [0, 1, 2, 0, 1, 3]),
  line: new Mesh([0, 0, 0, 1, 1, 1, 0.5, 0.5, 0.5], [0, 1, 2]),
  point: new Mesh([0, 0, 0], [0, 0, 0]),
  'point elsewhere': new Mesh([0.25, -0.5, 0.125], [0, 0, 0]),
};

const ROUNDS = {
  sphere: (s: number) => sphere({ radius: 0.5 * s }),
  capsule: (s: number) => capsule({ radius: 0.25 * s, length: 0.75 * s }),
  cylinder: (s: number) => cylinder({ radius: 0.375 * s, height: s }),
  cone: (s: number) => cone({ radius: 0.5 * s, height: s }),
};

const SOLIDS: readonly ModelName[] = ['u', 'l', 'torus', 'ball', 'plate', 'hull'];
const SURFACES: readonly ModelName[] = ['soup', 'needle', 'line', 'point', 'point elsewhere'];
const ROUND_NAMES = Object.keys(ROUNDS) as RoundName[];
/** Those that have a medial axis, a coarse one. */
const MEDIAL: readonly ModelName[] = ['ball', 'l'];
const ANY: readonly ModelName[] = [...SOLIDS, ...SURFACES, ...ROUND_NAMES];

const random = seeded(31);
const HULL = Float64Array.from({ length: 60 }, () => random() - 0.5);
const POSES: readonly Posed[] = Array.from({ length: 40 }, (_, k) => {
  const pose = randomPose(random, k % 2 === 0 ? 0.4 : 1.5);
  return { position: [...pose.position] as Triple, rotation: pose.rotation };
});

export function sceneAt(scale: number): ScaledScene {
  const meshes = new Map<MeshName, Mesh>();
  const models = new Map<ModelName, Model>();
  const by = (v: readonly number[]): Triple => [v[0] * scale, v[1] * scale, v[2] * scale];
  const mesh = (name: MeshName): Mesh => {
    const known = meshes.get(name) ?? scaled(MESHES[name], scale);
    meshes.set(name, known);
    return known;
  };
  const made = (name: ModelName): Model => {
    if (name === 'hull') return hull(HULL.map((x) => x * scale));
    if (name in ROUNDS) return ROUNDS[name as RoundName](scale);
    const built = Model.build(mesh(name as MeshName));
    return MEDIAL.includes(name) ? built.with(medialStructure({ primitives: 20, samples: 200 })) : built;
  };
  const model = (name: ModelName): Model => {
    const known = models.get(name) ?? made(name);
    models.set(name, known);
    return known;
  };
  return {
    scale,
    mesh,
    model,
    pose: (k) => ({ position: by(POSES[k % 40].position), rotation: POSES[k % 40].rotation }),
    vector: (k) => by(POSES[k % 40].position),
  };
}

/** Every pair of kinds once, with a number to choose poses by. */
function pairsOf(as: readonly ModelName[], bs: readonly ModelName[]): [ModelName, ModelName, number][] {
  return as.flatMap((a, i) => bs.map((b, j): [ModelName, ModelName, number] => [a, b, 7 * i + 3 * j]));
}

/** What `query` says of each of the pairs, its errors among it. */
function overPairs(
  pairs: readonly (readonly [ModelName, ModelName, number])[],
  query: (s: ScaledScene, a: Model, b: Model, k: number) => unknown,
): Ask['ask'] {
  return (s) => pairs.map(([a, b, k]) => [`${a} ${b}`, said(() => query(s, s.model(a), s.model(b), k))]);
}

/** The answer as plain numbers, or the code of the error. */
function said(query: () => unknown): unknown {
  try {
    return query();
  } catch (error) {
    if (!(error instanceof NearmissError)) throw error;
    return { refused: error.code };
  }
}

function motionsOf(s: ScaledScene, k: number): Motion[] {
  const [from, to] = [s.pose(k), s.pose(k + 1)];
  const far: Posed = { position: [3 * s.scale, s.scale, 0], rotation: from.rotation };
  return [
    { from: far, to: { ...to, position: [-3 * s.scale, 0, 0] } },
    { from: far, to: { ...to, position: [-3 * s.scale, 0, 0] }, kind: 'screw' },
    { from: far, to: { ...far, position: [-3 * s.scale, 0, 0] }, kind: 'translation' },
    {
      from: far,
      velocity: [-6 * s.scale, -s.scale, 0],
      angularVelocity: [1, 2, -1],
      pivot: [0.25 * s.scale, 0, s.scale / 8],
    },
    {
      pose: (t) => ({ position: [(3 - 6 * t) * s.scale, s.scale * (1 - t), 0], rotation: from.rotation }),
      speed: 6.25 * s.scale,
      angularSpeed: 0,
    },
  ];
}

const WITNESS = ['pointA', 'pointB'];
const DISTANCE = ['lower', 'upper', 'distance', 'surfaceDistance', 'error', ...WITNESS];

const distanceBy = (pairs: [ModelName, ModelName, number][], options: object): Ask => ({
  lengths: DISTANCE,
  ask: overPairs(pairs, (s, a, b, k) => ({ ...distance(a, s.pose(k), b, s.pose(k + 1), options) })),
});

const timeBy = (pairs: [ModelName, ModelName, number][], options: object): Ask => ({
  lengths: ['threshold', 'error', ...WITNESS],
  ask: overPairs(pairs, (s, a, b, k) =>
    motionsOf(s, k).map((motion) => said(() => timeOfContact(a, motion, b, {}, options).toJSON())),
  ),
});

const DEPTH = [
  ...['depth', 'lower', 'upper', 'translation', 'reach', 'centreA', 'centreB', 'radiusA', 'radiusB'],
  ...WITNESS,
];

const MESH_PAIRS = pairsOf(SOLIDS, ['u', 'torus', 'soup', 'needle']);
const ALL_PAIRS = [...pairsOf(ANY, ANY)];
const SOME_PAIRS = pairsOf(['u', 'soup', 'hull', 'point', 'sphere'], ['torus', 'needle', 'line', 'cone']);

export const ASKS: Readonly<Record<string, Ask>> = {
  collide: {
    lengths: [...WITNESS, 'segments'],
    ask: overPairs(ALL_PAIRS, (s, a, b, k) => ({ ...collide(a, s.pose(k), b, s.pose(k + 1), { contacts: 'all' }) })),
  },
  'collide in space': {
    lengths: WITNESS,
    ask: overPairs(MESH_PAIRS, (s, a, b, k) => ({ ...collideInSpace(octree, a, s.pose(k), b, s.pose(k + 1)) })),
  },
  distance: distanceBy(ALL_PAIRS, {}),
  'distance of surfaces': distanceBy(MESH_PAIRS, { solid: false }),
  'distance by hulls': distanceBy(MESH_PAIRS, { method: hulls }),
  'distance by medial axes': distanceBy(pairsOf(MEDIAL, MEDIAL), { method: medial }),
  ...Object.fromEntries(
    (['sphere', 'aabb', 'obb', 'rss', 'lss', 'kdop18', 'ellipsoid', 'shell'] as const).map((volume) => [
      `distance by ${volume}`,
      distanceBy(SOME_PAIRS, { volume }),
    ]),
  ),
  tolerance: {
    lengths: ['lower', 'upper', ...WITNESS],
    ask: overPairs(ALL_PAIRS, (s, a, b, k) =>
      [0.125, 0.5].map((part) => ({
        ...tolerance(a, s.pose(k), b, s.pose(k + 1), { tolerance: part * s.scale }),
      })),
    ),
  },
  clearance: {
    lengths: ['distances', 'witnesses'],
    ask: overPairs(ALL_PAIRS, (s, a, b, k) => clearance(a, s.pose(k), b, s.pose(k + 1), { clearance: 0.25 * s.scale })),
  },
  directional: {
    lengths: ['distance', 'lower', 'upper', ...WITNESS],
    ask: overPairs(ALL_PAIRS, (s, a, b, k) => ({
      ...directional(a, s.pose(k), b, s.pose(k + 1), { direction: s.vector(k + 2) }),
    })),
  },
  penetration: {
    lengths: DEPTH,
    ask: overPairs(
      [...pairsOf(['u', 'soup', 'ball'], ['l', 'plate', 'hull']), ...pairsOf(ROUND_NAMES, ['ball', 'sphere'])],
      (s, a, b, k) => ({
        ...penetration(a, s.pose(2 * k), b, s.pose(2 * k + 2)),
      }),
    ),
  },
  'penetration to an accuracy': {
    lengths: DEPTH,
    ask: overPairs(pairsOf(['l', 'hull'], ['plate', 'ball']), (s, a, b, k) => {
      const poses = [s.pose(2 * k), s.pose(2 * k + 2)] as const;
      const found = penetration(a, poses[0], b, poses[1], { accuracy: 0.0625 * s.scale, trace: true });
      return { ...found, verdict: verifyPenetration(a, poses[0], b, poses[1], found) };
    }),
  },
  'time of contact': timeBy(SOME_PAIRS, {}),
  ...Object.fromEntries(
    (['controlled', 'hulls', 'patches', 'medial'] as const).map((method) => [
      `time of contact by ${method}`,
      timeBy(method === 'medial' ? pairsOf(MEDIAL, MEDIAL) : pairsOf(['u', 'ball'], ['l', 'plate']), { method }),
    ]),
  ),
  'time of contact, a threshold given': {
    lengths: ['threshold', ...WITNESS],
    ask: overPairs(pairsOf(['u', 'soup', 'capsule'], ['l', 'plate']), (s, a, b, k) =>
      motionsOf(s, k).map((motion) => timeOfContact(a, motion, b, s.pose(k), { threshold: s.scale / 64 }).toJSON()),
    ),
  },
  pair: {
    lengths: ['threshold', 'depth', 'translation', ...DISTANCE],
    ask: overPairs(pairsOf(['u', 'soup', 'ball'], ['l', 'plate']), (s, a, b, k) => {
      const pair = new Pair(a, b);
      return [0, 1, 2].map((step) => {
        const at = { ...s.pose(k), position: s.pose(k).position.map((x) => x + (step * s.scale) / 32) as Triple };
        return [{ ...pair.distance(at, s.pose(k + 1)) }, { ...pair.collide(at, s.pose(k + 1)) }];
      });
    }),
  },
  'closest point': {
    lengths: ['distance', 'lower', 'upper', 'point'],
    ask: (s) => ANY.map((a, k) => [a, said(() => closestPoint(s.model(a), s.pose(k), s.vector(k + 5)))]),
  },
  contains: {
    lengths: [],
    ask: (s) => ANY.map((a, k) => [a, said(() => contains(s.model(a), s.pose(2 * k), s.vector(2 * k + 2)))]),
  },
  raycast: {
    lengths: ['distance', 'lower', 'upper', 'point'],
    ask: (s) =>
      ANY.flatMap((a) =>
        [0, 1, 2, 3].map((k) => {
          const [origin, pose] = [s.vector(2 * k + 1), s.pose(2 * k)];
          const direction = origin.map((x, c) => (pose.position[c] - x) / s.scale);
          return [a, said(() => raycast(s.model(a), pose, origin, direction))];
        }),
      ),
  },
  'trace of convex bodies': {
    lengths: ['pointA', 'pointB', 'cornersA', 'cornersB', 'simplex', 'lower', 'upper'],
    ask: overPairs(pairsOf(['ball', 'hull'], ['ball', 'plate']), (s, a, b, k) =>
      (['gjk', 'marching'] as const).map((method) => traceConvex(a, s.pose(2 * k + 1), b, s.pose(2 * k), { method })),
    ),
  },
  elements: {
    lengths: ['tolerance'],
    ask: (s) => {
      const own = seeded(77);
      const points = (): number[] => Array.from({ length: 12 }, () => (own() - 0.5) * s.scale);
      return Array.from({ length: 40 }, () => {
        const [start, end] = [points(), points()];
        return [{ ...vertexFaceTime(start, end) }, { ...edgeEdgeTime(start, end) }];
      });
    },
  },
  deforming: {
    lengths: [],
    ask: (s) => {
      const own = seeded(3);
      const bodies = (['u', 'torus', 'soup', 'ball'] as const).map((name) => new DeformingMesh(s.mesh(name)));
      const ends = bodies.map(({ positions }) => shakenBy(positions, own, s.scale));
      const pairs = bodies.flatMap((a, i) => bodies.map((b, j) => ({ a, b, i, j }))).filter(({ i, j }) => i < j);
      const found = pairs.map(({ a, b }) => collideDeforming(a, b).pairs);
      const apart = pairs.map(({ a, b, i, j }) => {
        const beside = new DeformingMesh(
          new Mesh(
            b.positions.map((x) => x + 2 * s.scale),
            b.triangles,
          ),
        );
        const end = beside.positions.map((x) => x - 2 * s.scale);
        return [i, j, deformingTimeOfContact(a, ends[i], beside, end)];
      });
      const all = collideAllDeforming(bodies);
      const self = bodies.map((body, k) => [selfCollide(body), selfTimeOfContact(body, ends[k])]);
      return { found, apart, all: JSON.parse(JSON.stringify(all)) as unknown, self };
    },
  },
  world: {
    lengths: ['distance', 'threshold', 'point', ...DISTANCE],
    ask: (s) => {
      const world = new World({ margin: s.scale / 4, contacts: 'first' });
      for (const [k, name] of ANY.entries()) world.add(s.model(name), s.pose(k));
      const first = world.step();
      const step = {
        begin: first.begin.map((p) => ({ ...p, contact: { ...p.contact } })),
        near: first.near.map((p) => [p.bodyA, p.bodyB, { ...p.distance }]),
      };
      const sweep = world.sweep(s.model('u'), motionsOf(s, 1)[0]);
      return {
        step: { ...step, boxPairs: first.boxPairs },
        touching: world.touching(s.model('torus'), s.pose(3)),
        closest: nearest(world.closest(s.model('ball'), { position: [4 * s.scale, 0, 0] })),
        toPoint: nearest(world.closestToPoint([3 * s.scale, s.scale, 0])),
        ray: world.raycast([5 * s.scale, 0, 0], [-1, 0.0625, 0]),
        sweep: [sweep.body, sweep.contact?.status, sweep.contact?.toc, { pointA: sweep.contact?.pointA }],
      };
    },
  },
  'medial axis': {
    lengths: ['dilation', 'uncovered', 'overhang', 'overhangBound', 'error', 'spheres', 'innerBalls'],
    ask: (s) => JSON.parse(JSON.stringify(medialAxis(s.model('l')))) as unknown,
  },
  'motion pose': {
    lengths: ['position'],
    ask: (s) => motionsOf(s, 1).map((motion) => [0, 0.25, 0.5, 1].map((t) => motionPose(motion, t))),
  },
  'free time': { lengths: [], ask: (s) => [freeTime(s.scale, 3 * s.scale, 2 * s.scale)] },
};

const nearest = ({ body, distance }: ClosestBodyResult): unknown => [body, { ...distance }];

function shakenBy(positions: Float64Array, own: SeededRandom, scale: number): Float64Array {
  return positions.map((x) => x + 0.25 * (own() - 0.5) * scale);
}
