// Every question of the public API, each about bodies of the kinds it takes, with the channels through which it runs code of its caller.

import { randomBetween, randomPose, seeded } from '@nearmiss/fixtures';
import {
  type AdvanceMethod,
  CollideResult,
  clearance,
  closestPoint,
  collide,
  contains,
  DirectionalResult,
  DistanceResult,
  directional,
  disc,
  distance,
  ElementTimeResult,
  edgeEdgeTime,
  Mesh,
  Model,
  motionPose,
  Pair,
  PenetrationResult,
  type PenetrationStart,
  type Pose,
  penetration,
  raycast,
  TimeOfContactResult,
  ToleranceResult,
  timeOfContact,
  tolerance,
  verifyPenetration,
  vertexFaceTime,
  World,
} from 'nearmiss';
import { capsule, cone, cylinder, hull, hulls, hullTree, sphere } from 'nearmiss/convex';
import {
  collideAllDeforming,
  collideDeforming,
  DeformingMesh,
  type DeformingMethod,
  deformingTimeOfContact,
  selfCollide,
  selfTimeOfContact,
} from 'nearmiss/deforming';
import {
  ADVANCE_METHODS,
  aabb,
  collideInSpace,
  ellipsoidVolume,
  hybrid,
  kdop18,
  lss,
  medialAlternation,
  obb,
  octree,
  PolyDepthResult,
  polyDepth,
  rss,
  shellVolume,
  sphereVolume,
  traceConvex,
  traceDistance,
  traceTimeOfContact,
  tss,
  voronoiMarching,
} from 'nearmiss/lab';
import { medial, medialAxis, medialStructure } from 'nearmiss/medial';
import { box, icosphere, torus } from 'nearmiss/shapes';
import { dynamicTree, grid, rTree } from 'nearmiss/world';
import { type Channel, PLAIN, type UserCode } from './user-code.ts';

/** Two bodies of each kind, where they overlap and where they are apart, and how they move. */
export interface Scene {
  /** Solids that are not convex. */
  readonly meshes: readonly [Model, Model];
  /** Triangles that enclose nothing. */
  readonly soups: readonly [Model, Model];
  readonly convex: readonly [Model, Model];
  readonly hulls: readonly [Model, Model];
  readonly rounds: readonly [Model, Model];
  /** Solids with a medial axis. */
  readonly medials: readonly [Model, Model];
  /** Where they overlap; and B farther away. */
  readonly here: Pose;
  readonly there: Pose;
  readonly far: Pose;
  readonly point: readonly number[];
  readonly direction: readonly number[];
  /** From `far` to `here`, turning. */
  readonly approach: (time: number) => Pose;
  readonly speed: number;
  readonly angularSpeed: number;
  readonly elements: readonly [readonly number[], readonly number[]];
  readonly seed: number;
}

type BodyKind = 'meshes' | 'soups' | 'convex' | 'hulls' | 'rounds' | 'medials';

export const BODY_KINDS: readonly BodyKind[] = ['meshes', 'soups', 'convex', 'hulls', 'rounds', 'medials'];

export interface QueryKind {
  readonly name: string;
  readonly channels: readonly Channel[];
  ask(scene: Scene, user: UserCode): unknown;
}

/** Random bodies of few triangles, the same for the same seed. */
export function makeScene(seed: number): Scene {
  const random = seeded(seed);
  const between = (low: number, high: number): number => randomBetween(random, low, high);
  const vector = (spread: number): [number, number, number] => [
    between(-spread, spread),
    between(-spread, spread),
    between(-spread, spread),
  ];
  const ring = (): Mesh =>
    torus({ majorRadius: between(0.7, 1), minorRadius: between(0.2, 0.35), majorSegments: 5, minorSegments: 3 });
  const soup = (): Mesh => {
    const positions = Array.from({ length: 8 }, () => vector(0.5).concat(vector(0.5), vector(0.5))).flat();
    return new Mesh(
      positions,
      Array.from({ length: 24 }, (_, k) => k),
    );
  };
  const cloud = (): number[] => Array.from({ length: 14 }, () => vector(0.8)).flat();
  const withAxis = (): Model => Model.build(ring(), { with: [disc, medialStructure({ primitives: 8, samples: 60 })] });
  const rounds = [
    sphere({ radius: between(0.5, 0.9) }),
    capsule({ radius: between(0.2, 0.4), length: between(0.5, 1) }),
    cylinder({ radius: between(0.3, 0.6), height: between(0.5, 1) }),
    cone({ radius: between(0.3, 0.6), height: between(0.5, 1) }),
  ];
  const here = randomPose(random, 0.15);
  const there = randomPose(random, 0.15);
  const away = vector(1);
  const far: Pose = {
    position: here.position.map((x, k) => x + 1.3 * (away[k] < 0 ? -1 : 1) + away[k]),
    rotation: here.rotation,
  };
  const axis = Math.floor(between(0, 3));
  const turn = between(0.2, 1);
  // A turn about an axis of coordinates, by a quaternion that is rational in the time: the same bits on every engine.
  const approach = (time: number): Pose => {
    const t = (turn * (1 - time)) / 4;
    const q = [0, 0, 0, (1 - t * t) / (1 + t * t)];
    q[axis] = (2 * t) / (1 + t * t);
    return {
      position: [0, 1, 2].map((k) => there.position[k] + (1 - time) * (3 * (away[k] < 0 ? -1 : 1) + away[k])),
      rotation: q,
    };
  };
  const length = Math.sqrt(away.reduce((sum, x) => sum + (3 + Math.abs(x)) * (3 + Math.abs(x)), 0));
  return {
    meshes: [Model.build(ring()), Model.build(ring())],
    soups: [Model.build(soup()), Model.build(soup())],
    convex: [
      Model.build(icosphere({ subdivisions: 1, radius: between(0.7, 1) })),
      Model.build(box({ size: [1, between(0.8, 1.4), 1] })),
    ],
    hulls: [hull(cloud()), hull(cloud())],
    rounds: [rounds[seed & 3], rounds[(seed >> 2) & 3]],
    medials: [withAxis(), withAxis()],
    here,
    there,
    far,
    point: vector(1),
    direction: away,
    approach,
    speed: length * 1.001,
    angularSpeed: turn,
    elements: [
      [vector(1), vector(1), vector(1), vector(1)].flat(),
      [vector(1), vector(1), vector(1), vector(1)].flat(),
    ],
    seed,
  };
}

const PAIR_CHANNELS: readonly Channel[] = ['options', 'pose', 'signal', 'out'];

type PosedMesh = (scene: Scene) => readonly [Model, Pose, Model, Pose];

const overlapping =
  (kind: BodyKind, other = kind): PosedMesh =>
  (s) => [s[kind][0], s.here, s[other][1], s.there];

const apart =
  (kind: BodyKind, other = kind): PosedMesh =>
  (s) => [s[kind][0], s.here, s[other][1], s.far];

/** A query of two bodies at rest. */
function ofPair(
  name: string,
  posed: PosedMesh,
  ask: (a: Model, poseA: Pose, b: Model, poseB: Pose, user: UserCode, scene: Scene) => unknown,
  channels: readonly Channel[] = PAIR_CHANNELS,
): QueryKind {
  return {
    name,
    channels,
    ask(scene, user) {
      const [a, poseA, b, poseB] = posed(scene);
      return ask(a, user.pose(poseA), b, user.pose(poseB), user, scene);
    },
  };
}

const BODIES: readonly (readonly [name: string, kind: BodyKind, other?: BodyKind])[] = [
  ['meshes', 'meshes'],
  ['soups', 'soups'],
  ['convex', 'convex'],
  ['hulls', 'hulls'],
  ['round', 'rounds'],
  ['round and mesh', 'rounds', 'meshes'],
];

function collisions(): QueryKind[] {
  const ofBodies = BODIES.map(([name, kind, other]) =>
    ofPair(`collide ${name}`, overlapping(kind, other), (a, p, b, q, user) =>
      collide(a, p, b, q, user.options({ contacts: 'all', stats: true }), user.out(new CollideResult())),
    ),
  );
  return [
    ...ofBodies,
    ofPair('collide medial', overlapping('medials'), (a, p, b, q, user) =>
      collide(a, p, b, q, user.options({ method: medial, contacts: 'all' }), user.out(new CollideResult())),
    ),
    ofPair('collide by segments', overlapping('meshes'), (a, p, b, q, user) =>
      collide(a, p, b, q, user.options({ contacts: 'all', segments: true }), user.out(new CollideResult())),
    ),
    ...[obb, rss, kdop18, ellipsoidVolume, shellVolume].map((volume) =>
      ofPair(`collide by ${volume.name}`, overlapping('meshes'), (a, p, b, q, user) =>
        collide(a, p, b, q, user.options({ volume, contacts: 'all' }), user.out(new CollideResult())),
      ),
    ),
    ...[dynamicTree, octree, grid, rTree].map((space) =>
      ofPair(
        `collideInSpace ${space.name}`,
        overlapping('meshes'),
        (a, p, b, q, user) => collideInSpace(space, a, p, b, q, user.options({ contacts: 'all' })),
        ['options', 'pose', 'signal'],
      ),
    ),
  ];
}

const unturned = ({ position }: Pose): Pose => ({ position, rotation: [0, 0, 0, 1] });

function byDefault(name: string, posed: PosedMesh): QueryKind {
  const ask = (a: Model, p: Pose, b: Model, q: Pose, user: UserCode): unknown =>
    distance(a, p, b, q, undefined, user.out(new DistanceResult()));
  return ofPair(`distance by default ${name}`, posed, ask, ['pose', 'out']);
}

function distances(): QueryKind[] {
  const ofBodies = BODIES.map(([name, kind, other]) =>
    ofPair(`distance ${name}`, apart(kind, other), (a, p, b, q, user) =>
      distance(a, p, b, q, user.options({ stats: true }), user.out(new DistanceResult())),
    ),
  );
  return [
    ...ofBodies,
    // Kernels have a search of their own for queries without options, if the larger body is not turned.
    ...BODIES.map(([name, kind, other]) => byDefault(name, apart(kind, other))),
    byDefault('convex, A as made', ({ convex: [a, b], here, far }) => [a, unturned(far), b, here]),
    byDefault('convex, B as made', ({ convex: [a, b], here, far }) => [a, here, b, unturned(far)]),
    ofPair('distance in contact', overlapping('meshes'), (a, p, b, q, user) =>
      distance(a, p, b, q, user.options({}), user.out(new DistanceResult())),
    ),
    ...[hulls, medial].map((method) =>
      ofPair(`distance by ${method.name}`, apart('medials'), (a, p, b, q, user) =>
        distance(a, p, b, q, user.options({ method }), user.out(new DistanceResult())),
      ),
    ),
    ...[sphereVolume, aabb, lss, tss, hybrid].map((volume) =>
      ofPair(`distance by ${volume.name}`, apart('meshes'), (a, p, b, q, user) =>
        distance(a, p, b, q, user.options({ volume }), user.out(new DistanceResult())),
      ),
    ),
    ofPair('distance by voronoi-marching', apart('convex'), (a, p, b, q, user) =>
      distance(a, p, b, q, user.options({ method: voronoiMarching }), user.out(new DistanceResult())),
    ),
    ...BODIES.map(([name, kind, other]) =>
      ofPair(`tolerance ${name}`, apart(kind, other), (a, p, b, q, user) =>
        tolerance(a, p, b, q, user.options({ tolerance: 2.5, stats: true }), user.out(new ToleranceResult())),
      ),
    ),
    ...BODIES.map(([name, kind, other]) =>
      ofPair(
        `clearance ${name}`,
        apart(kind, other),
        (a, p, b, q, user) => clearance(a, p, b, q, user.options({ clearance: 2.5 })),
        ['options', 'pose', 'signal'],
      ),
    ),
    ofPair(
      'traceDistance',
      apart('meshes'),
      (a, p, b, q, user) => traceDistance(a, p, b, q, user.options({ limit: 20 })),
      ['options', 'pose', 'signal'],
    ),
    ...(['gjk', 'marching'] as const).map((method) =>
      ofPair(
        `traceConvex ${method}`,
        apart('convex'),
        (a, p, b, q, user) => traceConvex(a, p, b, q, user.options({ method }, false)),
        ['options', 'pose'],
      ),
    ),
  ];
}

function depths(): QueryKind[] {
  const starts: readonly PenetrationStart[] = ['auto', 'centroid', 'clear', 'coherent', 'random', 'sampling'];
  return [
    ...starts.map((start) =>
      ofPair(`penetration from ${start}`, overlapping('meshes'), (a, p, b, q, user) =>
        penetration(a, p, b, q, user.options({ start, stats: true }), user.out(new PenetrationResult())),
      ),
    ),
    ofPair('penetration to an accuracy', overlapping('meshes'), (a, p, b, q, user) =>
      penetration(a, p, b, q, user.options({ accuracy: 0.05, budget: 20_000 }), user.out(new PenetrationResult())),
    ),
    ...(['centroid', 'sampling'] as const).map((start) =>
      ofPair(`polyDepth from ${start}`, overlapping('meshes'), (a, p, b, q, user) =>
        polyDepth(a, p, b, q, user.options({ start }), user.out(new PolyDepthResult())),
      ),
    ),
    ofPair('penetration of soups', overlapping('soups'), (a, p, b, q, user) =>
      penetration(a, p, b, q, user.options({ trace: true }), user.out(new PenetrationResult())),
    ),
    ...(['convex', 'hulls', 'rounds'] as const).map((kind) =>
      ofPair(`penetration of ${kind}`, overlapping(kind), (a, p, b, q, user) =>
        penetration(a, p, b, q, user.options({}), user.out(new PenetrationResult())),
      ),
    ),
    ...(['meshes', 'convex'] as const).map((kind) =>
      ofPair(
        `verifyPenetration of ${kind}`,
        overlapping(kind),
        (a, p, b, q, user, s) =>
          verifyPenetration(a, p, b, q, penetration(a, s.here, b, s.there, { start: 'centroid' }), user.options({})),
        ['options', 'pose', 'signal'],
      ),
    ),
    ...(['meshes', 'convex', 'rounds'] as const).map((kind) =>
      ofPair(`directional ${kind}`, apart(kind), (a, p, b, q, user, { far, here }) => {
        const direction = [0, 1, 2].map((k) => (far.position?.[k] ?? 0) - (here.position?.[k] ?? 0));
        const options = { direction: user.vector(direction), stats: true };
        return directional(a, p, b, q, user.options(options), user.out(new DirectionalResult()));
      }),
    ),
  ];
}

const MOTION_CHANNELS: readonly Channel[] = ['options', 'pose', 'signal', 'motion', 'out'];

function times(): QueryKind[] {
  const directions: readonly (readonly [
    name: string,
    method: 'pairs' | AdvanceMethod,
    kind: BodyKind,
    other?: BodyKind,
  ])[] = [
    ...Object.entries(ADVANCE_METHODS).map(([name, method]) => [`by ${name}`, method, 'medials'] as const),
    ['of soups', 'pairs', 'soups'],
    ['of convex', 'pairs', 'convex'],
    ['of round', 'pairs', 'rounds'],
    ['of round and mesh', 'pairs', 'rounds', 'meshes'],
  ];
  const functions = directions.map(
    ([name, method, kind, other = kind]): QueryKind => ({
      name: `timeOfContact ${name}`,
      channels: MOTION_CHANNELS,
      ask: (s, user) =>
        timeOfContact(
          s[kind][0],
          user.pose(s.here),
          s[other][1],
          user.motion(s.approach, s.speed, s.angularSpeed),
          user.options({ method, stats: true }),
          user.out(new TimeOfContactResult()),
        ),
    }),
  );
  const traced: QueryKind = {
    name: 'traceTimeOfContact',
    channels: ['options', 'pose', 'signal', 'motion'],
    ask: (s, user) =>
      traceTimeOfContact(
        s.meshes[0],
        user.pose(s.here),
        s.meshes[1],
        user.motion(s.approach, s.speed, s.angularSpeed),
        user.options({ limit: 20 }),
      ),
  };
  const steady = (['linear', 'screw', 'translation', 'steady', 'departing'] as const).map(
    (kind): QueryKind => ({
      name: `timeOfContact ${kind}`,
      channels: PAIR_CHANNELS,
      ask(s, user) {
        const from = user.pose(kind === 'departing' ? s.there : s.approach(0));
        const to = user.pose(
          kind === 'translation' ? { position: s.there.position, rotation: s.approach(0).rotation } : s.far,
        );
        const back = [0, 1, 2].map((k) => (s.here.position?.[k] ?? 0) - (s.approach(0).position?.[k] ?? 0));
        const motion =
          kind === 'steady'
            ? { from, velocity: user.vector(back), angularVelocity: user.vector([1, 2, 3]) }
            : kind === 'departing'
              ? { from, to }
              : { from, to: kind === 'translation' ? to : user.pose(s.there), kind };
        const options = { stats: true, from: kind === 'departing' ? ('contact' as const) : ('anywhere' as const) };
        const out = user.out(new TimeOfContactResult());
        return timeOfContact(s.meshes[0], user.pose(s.here), s.meshes[1], motion, user.options(options), out);
      },
    }),
  );
  const elements = (
    [
      ['vertexFaceTime', vertexFaceTime],
      ['edgeEdgeTime', edgeEdgeTime],
    ] as const
  ).map(
    ([name, time]): QueryKind => ({
      name,
      channels: ['options', 'pose', 'out'],
      ask: (s, user) =>
        time(
          user.vector(s.elements[0]) as number[],
          user.vector(s.elements[1]) as number[],
          user.options({ tolerance: 1e-9 }, false),
          user.out(new ElementTimeResult()),
        ),
    }),
  );
  const alternation: QueryKind = {
    name: 'medialAlternation',
    channels: ['options', 'pose', 'signal', 'motion'],
    ask: (s, user) =>
      medialAlternation(
        s.medials[0],
        user.pose(s.here),
        s.medials[1],
        user.motion(s.approach, s.speed, s.angularSpeed),
        user.options({ intervals: 4, threshold: 1e-6 }),
      ),
  };
  const poses: QueryKind = {
    name: 'motionPose',
    channels: ['motion'],
    ask: (s, user) => motionPose(user.motion(s.approach, s.speed, s.angularSpeed), 0.375),
  };
  return [...functions, traced, ...steady, ...elements, alternation, poses];
}

function points(): QueryKind[] {
  const channels: readonly Channel[] = ['options', 'pose'];
  return (['meshes', 'soups', 'rounds'] as const).flatMap((kind): QueryKind[] => [
    {
      name: `closestPoint ${kind}`,
      channels,
      ask: (s, user) =>
        closestPoint(s[kind][0], user.pose(s.here), user.vector(s.point), user.options({ maxDistance: 9 }, false)),
    },
    {
      name: `contains ${kind}`,
      channels,
      ask: (s, user) =>
        contains(s[kind][0], user.pose(s.here), user.vector(s.point), user.options({ solid: 'auto' }, false)),
    },
    {
      name: `raycast ${kind}`,
      channels,
      ask(s, user) {
        const towards = s.point.map((x, k) => (s.here.position?.[k] ?? 0) - 2 * x + 0.1);
        const origin = s.point.map((x) => 2 * x);
        return raycast(
          s[kind][0],
          user.pose(s.here),
          user.vector(origin),
          user.vector(towards),
          user.options({ maxDistance: 9 }, false),
        );
      },
    },
  ]);
}

/** The queries of a Pair, each after another one at a position nearby. */
function pairs(): QueryKind[] {
  const nearby = (s: Scene, pose: Pose): Pose => ({
    position: [0, 1, 2].map((k) => (pose.position?.[k] ?? 0) + (s.point[k] ?? 0) / 64),
    rotation: pose.rotation,
  });
  const ofBoth = (
    name: string,
    posed: PosedMesh,
    channels: readonly Channel[],
    ask: (pair: Pair, poseA: Pose, poseB: Pose, user: UserCode, scene: Scene) => unknown,
  ): QueryKind => ({
    name: `pair.${name}`,
    channels,
    ask(s, user) {
      const [a, poseA, b, poseB] = posed(s);
      const pair = new Pair(a, b);
      ask(pair, nearby(s, poseA), poseB, PLAIN, s);
      ask(pair, poseA, poseB, PLAIN, s);
      const answer = ask(pair, user.pose(poseA), user.pose(poseB), user, s);
      return [answer, pair.front()];
    },
  });
  return [
    ofBoth('collide', overlapping('meshes'), PAIR_CHANNELS, (pair, p, q, user) =>
      pair.collide(p, q, user.options({}), user.out(new CollideResult())),
    ),
    ofBoth('distance', apart('meshes'), PAIR_CHANNELS, (pair, p, q, user) =>
      pair.distance(p, q, user.options({}), user.out(new DistanceResult())),
    ),
    ofBoth('distance by hulls', apart('medials'), PAIR_CHANNELS, (pair, p, q, user) =>
      pair.distance(p, q, user.options({ method: hulls }), user.out(new DistanceResult())),
    ),
    ofBoth('tolerance', apart('meshes'), PAIR_CHANNELS, (pair, p, q, user) =>
      pair.tolerance(p, q, user.options({ tolerance: 2.5 }), user.out(new ToleranceResult())),
    ),
    ofBoth('penetration', overlapping('meshes'), PAIR_CHANNELS, (pair, p, q, user) =>
      pair.penetration(p, q, user.options({}), user.out(new PenetrationResult())),
    ),
    ofBoth('directional', apart('meshes'), PAIR_CHANNELS, (pair, p, q, user, s) =>
      pair.directional(p, q, user.options({ direction: s.direction }), user.out(new DirectionalResult())),
    ),
    ofBoth('timeOfContact', apart('meshes'), MOTION_CHANNELS, (pair, p, _, user, s) =>
      pair.timeOfContact(
        p,
        user.motion(s.approach, s.speed, s.angularSpeed),
        user.options({}),
        user.out(new TimeOfContactResult()),
      ),
    ),
  ];
}

/** The number of the round body in the world below; deforming meshes are not asked about it. */
const ROUND_BODY = 4;

/** A world of one body of each kind, whose predicate runs code. */
function worldOf(s: Scene, user: UserCode): World {
  const world = new World({
    margin: 0.1,
    contacts: 'all',
    predicate: () => {
      user.callback();
      return true;
    },
  });
  const models = [s.meshes[0], s.soups[0], s.convex[1], s.hulls[0], s.rounds[0]];
  models.forEach((model, k) => {
    world.add(model, { position: s.point.map((x) => x * (k - 1)), rotation: s.here.rotation });
  });
  return world;
}

function worlds(): QueryKind[] {
  const ofWorld = (
    name: string,
    channels: readonly Channel[],
    ask: (world: World, s: Scene, user: UserCode) => unknown,
  ): QueryKind => ({
    name: `world.${name}`,
    channels: [...channels, 'callback'],
    ask: (s, user) => ask(worldOf(s, user), s, user),
  });
  return [
    ofWorld('step', ['options', 'pose'], (world, s, user) => {
      const body = world.add(s.meshes[1], user.pose(s.there));
      const first = bitsOfStep(world, user);
      world.move(body, user.pose(s.here));
      return [first, bitsOfStep(world, user)];
    }),
    ofWorld('sweep', ['options', 'motion'], (world, s, user) =>
      world.sweep(
        s.meshes[1],
        user.motion(s.approach, s.speed, s.angularSpeed),
        user.options({ threshold: 1e-3 }, false),
      ),
    ),
    ofWorld('raycast', ['options', 'pose'], (world, s, user) =>
      world.raycast(user.vector(s.point), user.vector(s.direction), user.options({ maxDistance: 9 }, false)),
    ),
    ofWorld('touching', ['options', 'pose'], (world, s, user) =>
      world.touching(s.meshes[1], user.pose(s.here), user.options({ mask: 1 }, false)),
    ),
    ofWorld('closest', ['options', 'pose'], (world, s, user) =>
      world.closest(s.meshes[1], user.pose(s.far), user.options({ maxDistance: 9 }, false)),
    ),
    ofWorld('closestToPoint', ['options', 'pose'], (world, s, user) =>
      world.closestToPoint(user.vector(s.point), user.options({ maxDistance: 9 }, false)),
    ),
    ofWorld('deformingContact', ['options', 'pose'], (world, s, user) => {
      const { positions } = s.meshes[1].mesh;
      const body = world.add(s.meshes[1], s.far);
      world.ignore(body, ROUND_BODY);
      const end = positions.map((x, k) => x - 3 * (s.far.position?.[k % 3] ?? 0));
      return world.deformingContact(body, user.vector(end), user.options({ tolerance: 1e-6 }, false));
    }),
  ];
}

function bitsOfStep(world: World, user: UserCode): unknown {
  const { begin, stay, end, near, measured, sleeping } = world.step(
    user.options({ onStage: () => user.callback() }, false),
  );
  return structuredClone({
    touching: [begin, stay, end].map((list) => list.map(({ bodyA, bodyB, status }) => [bodyA, bodyB, status])),
    near: near.map(({ bodyA, bodyB, distance: { lower, upper } }) => [bodyA, bodyB, lower, upper]),
    measured,
    sleeping,
  });
}

function deforming(): QueryKind[] {
  const meshesOf = (s: Scene): [DeformingMesh, DeformingMesh] => {
    const shifted = s.meshes[1].mesh.positions.map((x, k) => x + s.point[k % 3] / 2);
    return [new DeformingMesh(s.meshes[0].mesh), new DeformingMesh(new Mesh(shifted, s.meshes[1].mesh.triangles))];
  };
  const trace = (user: UserCode) => ({ stage: () => user.callback(), cell: () => user.callback() });
  const channels: readonly Channel[] = ['options', 'callback'];
  const methods: readonly DeformingMethod[] = ['octree', 'bintree', 'refit'];
  return [
    ...methods.flatMap((method): QueryKind[] => [
      {
        name: `collideDeforming ${method}`,
        channels,
        ask: (s, user) =>
          collideDeforming(...meshesOf(s), user.options({ method, stats: true, trace: trace(user) }, false)),
      },
      {
        name: `selfCollide ${method}`,
        channels: method === 'refit' ? ['options'] : channels,
        ask(s, user) {
          const crumpled = s.soups[0].mesh;
          return selfCollide(new DeformingMesh(crumpled), user.options({ method, trace: trace(user) }, false));
        },
      },
    ]),
    {
      name: 'collideAllDeforming',
      channels,
      ask: (s, user) =>
        collideAllDeforming(
          [...meshesOf(s), new DeformingMesh(s.soups[0].mesh)],
          user.options({ trace: trace(user) }, false),
        ),
    },
    {
      name: 'deformingTimeOfContact',
      channels: ['options', 'pose'],
      ask(s, user) {
        const [a, b] = [new DeformingMesh(s.convex[1].mesh), new DeformingMesh(s.soups[1].mesh)];
        a.deform(s.convex[1].mesh.positions.map((x) => x + 3));
        const end = s.convex[1].mesh.positions.map((x) => x - 3);
        return deformingTimeOfContact(
          a,
          user.vector(end),
          b,
          user.vector(s.soups[1].mesh.positions),
          user.options({ tolerance: 1e-6 }, false),
        );
      },
    },
    {
      name: 'selfTimeOfContact',
      channels: ['options', 'pose'],
      ask(s, user) {
        const { mesh } = s.meshes[0];
        const end = mesh.positions.map((x, k) => (k % 3 === 2 ? -x : x));
        return selfTimeOfContact(new DeformingMesh(mesh), user.vector(end), user.options({ tolerance: 1e-6 }, false));
      },
    },
  ];
}

function builds(): QueryKind[] {
  return [
    {
      name: 'Model.build',
      channels: ['options', 'pose'],
      ask(s, user) {
        const { positions, triangles } = s.meshes[0].mesh;
        const mesh = new Mesh(user.vector(positions), user.vector(triangles));
        return Model.build(mesh, user.options({ split: 'mean', with: [rss, hullTree] }, false)).toBytes();
      },
    },
    {
      name: 'hull',
      channels: ['pose'],
      ask: (s, user) => hull(user.vector(s.hulls[0].mesh.positions)).toBytes(),
    },
    {
      name: 'model.refit',
      channels: ['pose'],
      ask: (s, user) => s.meshes[0].refit(user.vector(s.meshes[0].mesh.positions.map((x) => 1.5 * x))).toBytes(),
    },
    {
      name: 'model.medial',
      channels: ['options', 'signal', 'callback'],
      ask(s, user) {
        const called = (): void => user.callback();
        const options = { primitives: 8, samples: 60, seed: s.seed, onProgress: called, onSimplified: called };
        return medialAxis(Model.build(s.meshes[0].mesh), user.options(options));
      },
    },
  ];
}

/** All of them. */
export const EVERY_QUERY: readonly QueryKind[] = [
  ...collisions(),
  ...distances(),
  ...depths(),
  ...times(),
  ...points(),
  ...pairs(),
  ...worlds(),
  ...deforming(),
  ...builds(),
];
