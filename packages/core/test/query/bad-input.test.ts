// Whatever is handed to a public entry: a right answer or one NearmissError with a code of the list, and nothing changed.

import { expect, test } from 'vitest';
import { capsule, cone, cylinder, hull, hulls, makeConvex, sphere } from '../../src/entries/convex.ts';
import { obb } from '../../src/entries/lab.ts';
import { medialAxis } from '../../src/entries/medial.ts';
import { windingNumber } from '../../src/entries/mesh.ts';
import {
  box,
  cup,
  distortedTorus,
  gear,
  golfClub,
  grate,
  icosphere,
  lShape,
  makeShape,
  pillar,
  plate,
  prism,
  randomSolid,
  ring,
  spoon,
  starShape,
  torus,
  torusKnot,
  uShape,
  uvSphere,
} from '../../src/entries/shapes.ts';
import {
  CollideResult,
  clearance,
  closestPoint,
  collide,
  contains,
  DistanceResult,
  distance,
  type ErrorCode,
  Mesh,
  Model,
  NearmissError,
  nodeFaces,
  Pair,
  PenetrationResult,
  penetration,
  quaternionFromMatrix,
  raycast,
  ToleranceResult,
  tolerance,
} from '../../src/index.ts';
import { withoutFaces } from './bodies.ts';

/** What TypeScript would refuse, handed over all the same. */
const any = (value: unknown): never => value as never;

const mesh = box();
const model = Model.build(mesh);
const other = Model.build(icosphere({ subdivisions: 1 }));
const open = Model.build(withoutFaces(mesh, (face) => face > 0));
const bytes = model.toBytes();
const pose = { position: [2, 0, 0] } as const;
const wasted = [null, undefined, 0, 1, 'text', true, [], {}, () => 0, Symbol('s'), 1n, Number.NaN] as const;
const notNumbers = [
  null,
  '1',
  true,
  [],
  {},
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1n,
] as const;

/** Calls with something bad in them, the codes they may give, and a name for what is bad. */
type Row = readonly [name: string, code: ErrorCode | readonly ErrorCode[], call: () => unknown];

const named = (value: unknown): string => {
  if (typeof value === 'symbol' || typeof value === 'bigint' || typeof value === 'function') return typeof value;
  return value === undefined || typeof value === 'number' ? String(value) : JSON.stringify(value).slice(0, 60);
};

function rows<T>(
  name: string,
  code: ErrorCode | readonly ErrorCode[],
  values: readonly T[],
  call: (value: T) => unknown,
): Row[] {
  return values.map((value): Row => [`${name}: ${named(value)}`, code, () => call(value)]);
}

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];

const meshRows: Row[] = [
  ...rows(
    'new Mesh, positions',
    ['mesh/bad-length', 'mesh/index-out-of-range'],
    wasted,
    (v) => new Mesh(any(v), [0, 1, 2]),
  ),
  ...rows('new Mesh, triangles', ['mesh/bad-length', 'mesh/empty'], wasted, (v) => new Mesh(triangle, any(v))),
  ...rows(
    'new Mesh, positions of a wrong length',
    'mesh/bad-length',
    [8, 10],
    (n) => new Mesh(new Float64Array(n), [0, 1, 2]),
  ),
  ...rows(
    'new Mesh, triangles of a wrong length',
    'mesh/bad-length',
    [1, 2, 4],
    (n) => new Mesh(triangle, new Uint32Array(n)),
  ),
  ...rows(
    'new Mesh, a coordinate',
    ['mesh/non-finite', 'mesh/bad-length'],
    notNumbers,
    (v) =>
      new Mesh(
        triangle.map((x, k) => (k === 4 ? any(v) : x)),
        [0, 1, 2],
      ),
  ),
  ...rows(
    'new Mesh, a coordinate in a typed array',
    'mesh/non-finite',
    [Number.NaN, Number.POSITIVE_INFINITY],
    (v) =>
      new Mesh(
        Float64Array.from(triangle, (x, k) => (k === 4 ? v : x)),
        [0, 1, 2],
      ),
  ),
  ...rows(
    'new Mesh, a coordinate',
    'mesh/too-large',
    [1e151, -1e300],
    (v) =>
      new Mesh(
        triangle.map((x, k) => (k === 4 ? v : x)),
        [0, 1, 2],
      ),
  ),
  ...rows(
    'new Mesh, a vertex number',
    ['mesh/index-out-of-range', 'mesh/bad-length'],
    [3, -1, 0.5, 2 ** 32, 1e300, ...notNumbers],
    (v) => new Mesh(triangle, [0, 1, any(v)]),
  ),
  ...rows(
    'new Mesh, a vertex number in a typed array',
    'mesh/index-out-of-range',
    [3, 2 ** 31],
    (v) => new Mesh(triangle, Uint32Array.of(0, 1, v)),
  ),
  ['new Mesh, no triangles', 'mesh/empty', () => new Mesh(triangle, [])],
  ['new Mesh, nothing at all', 'mesh/empty', () => new Mesh([], [])],
  ['new Mesh, no vertices', 'mesh/index-out-of-range', () => new Mesh([], [0, 1, 2])],
  ['new Mesh, nested arrays', 'mesh/bad-length', () => new Mesh(any([[0, 0, 0]]), [0, 1, 2])],
];

const modelRows: Row[] = [
  ...rows('Model.build', 'model/bad-argument', [...wasted, model, { positions: triangle, triangles: [0, 1, 2] }], (v) =>
    Model.build(any(v)),
  ),
  ...rows('Model.build, branching', 'options/bad-value', [null, 0, 1, 3, 16, '2', Number.NaN, {}], (v) =>
    Model.build(mesh, { branching: any(v) }),
  ),
  ...rows('Model.build, split', 'options/bad-value', [null, 'SAH', 1, '', {}], (v) =>
    Model.build(mesh, { split: any(v) }),
  ),
  ...rows(
    'Model.build, with',
    'options/bad-value',
    [null, 5, 'disc', ['discs'], [null], {}, ['__proto__'], ['constructor']],
    (v) => Model.build(mesh, { with: any(v) }),
  ),
  ...rows('Model.build, options', 'options/bad-value', [null, 5, 'sah'], (v) => Model.build(mesh, any(v))),
  ...rows(
    'Model.fromBytes',
    'model/not-a-model',
    [...wasted, new Uint8Array(0), new Uint8Array(100), new ArrayBuffer(7), new Float64Array(9)],
    (v) => Model.fromBytes(any(v)),
  ),
  ...rows(
    'Model.fromBytes, cut off at',
    ['model/truncated', 'model/not-a-model', 'model/damaged'],
    [0, 1, 31, 32, 100, bytes.length - 8, bytes.length - 1],
    (n) => Model.fromBytes(bytes.slice(0, n)),
  ),
  ...rows('Model.fromBytes, too long by', 'model/damaged', [1, 8], (n) =>
    Model.fromBytes(Uint8Array.from([...bytes, ...new Uint8Array(n)])),
  ),
  ...rows(
    'Model.fromBytes, a bit turned in byte',
    ['model/damaged', 'model/not-a-model', 'model/bad-version', 'model/truncated'],
    [0, 8, 12, 16, 23, 24, 32, 45, 52, 400, bytes.length - 1],
    (at) => Model.fromBytes(bytes.map((x, k) => (k === at ? x ^ 1 : x))),
  ),
  ...rows(
    'refit',
    ['mesh/bad-length', 'mesh/index-out-of-range'],
    [
      ...wasted.filter((v) => typeof v !== 'number' || true),
      new Float64Array(3 * mesh.vertexCount + 3),
      new Float64Array(4),
    ],
    (v) => model.refit(any(v)),
  ),
  ...rows('refit, a coordinate', 'mesh/non-finite', [Number.NaN, Number.NEGATIVE_INFINITY], (v) =>
    model.refit(mesh.positions.map((x, k) => (k === 7 ? v : x))),
  ),
  ...rows('toBytes, options', 'options/bad-value', [null, 5, 'shared'], (v) => model.toBytes(any(v))),
];

const badPositions = [
  null,
  1,
  'xyz',
  [],
  [1, 2],
  [1, 2, 3, 4],
  [1, 2, Number.NaN],
  [Number.POSITIVE_INFINITY, 0, 0],
  ['0', 0, 0],
  [null, 0, 0],
  {},
  new Float64Array(2),
];
const badRotations = [
  null,
  1,
  'text',
  [],
  [0, 0, 1],
  [0, 0, 0, 0],
  [0, 0, 0, 2],
  [1, 1, 1, 1],
  [0, 0, 0, Number.NaN],
  [0, 0, Number.POSITIVE_INFINITY, 1],
  ['0', 0, 0, 1],
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  {},
];

interface Query {
  readonly name: string;
  readonly ask: (a: unknown, poseA: unknown, b: unknown, poseB: unknown, options?: unknown, out?: unknown) => unknown;
  /** What it cannot do without. */
  readonly needs: object;
  readonly out?: () => object;
}

const pairOf = new Pair(model, other);
const queries: readonly Query[] = [
  {
    name: 'collide',
    ask: (a, p, b, q, o, out) => collide(any(a), any(p), any(b), any(q), any(o), any(out)),
    needs: {},
    out: () => new CollideResult(),
  },
  {
    name: 'distance',
    ask: (a, p, b, q, o, out) => distance(any(a), any(p), any(b), any(q), any(o), any(out)),
    needs: {},
    out: () => new DistanceResult(),
  },
  {
    name: 'tolerance',
    ask: (a, p, b, q, o, out) => tolerance(any(a), any(p), any(b), any(q), any(o), any(out)),
    needs: { tolerance: 1 },
    out: () => new ToleranceResult(),
  },
  {
    name: 'clearance',
    ask: (a, p, b, q, o) => clearance(any(a), any(p), any(b), any(q), any(o)),
    needs: { clearance: 1 },
  },
  {
    name: 'penetration',
    ask: (a, p, b, q, o, out) => penetration(any(a), any(p), any(b), any(q), any(o), any(out)),
    needs: {},
    out: () => new PenetrationResult(),
  },
];

const amounts = [null, '1', true, {}, [], Number.NaN, -1, -1e-300, Number.NEGATIVE_INFINITY, 1n];
/** Amounts that may be infinite, and such that may not. */
const AMOUNTS: Record<string, readonly [name: string, mayBeInfinite: boolean][]> = {
  collide: [
    ['limit', true],
    ['budget', true],
  ],
  distance: [
    ['tolerance', false],
    ['maxDistance', true],
    ['budget', true],
  ],
  tolerance: [
    ['tolerance', false],
    ['budget', true],
  ],
  clearance: [
    ['clearance', false],
    ['limit', true],
    ['budget', true],
  ],
  penetration: [['accuracy', false]],
};

const queryRows: Row[] = queries.flatMap(({ name, ask, needs }) => [
  ...rows(`${name}, A`, 'model/bad-argument', [...wasted, mesh], (v) => ask(v, pose, other, pose, needs)),
  ...rows(`${name}, B`, 'model/bad-argument', [...wasted, mesh], (v) => ask(model, pose, v, pose, needs)),
  ...rows(`${name}, poseA`, 'pose/bad-position', [null, undefined, 1, 'text', true], (v) =>
    ask(model, v, other, pose, needs),
  ),
  ...rows(`${name}, poseB`, 'pose/bad-position', [null, undefined, 1, 'text', true], (v) =>
    ask(model, pose, other, v, needs),
  ),
  ...rows(`${name}, poseA.position`, 'pose/bad-position', badPositions, (v) =>
    ask(model, { position: v }, other, pose, needs),
  ),
  ...rows(`${name}, poseB.position`, 'pose/bad-position', badPositions, (v) =>
    ask(model, pose, other, { position: v }, needs),
  ),
  ...rows(`${name}, poseA.rotation`, 'pose/bad-rotation', badRotations, (v) =>
    ask(model, { rotation: v }, other, pose, needs),
  ),
  ...rows(`${name}, poseB.rotation`, 'pose/bad-rotation', badRotations, (v) =>
    ask(model, pose, other, { position: [0, 0, 0], rotation: v }, needs),
  ),
  ...rows(`${name}, farther than can be told`, 'pose/too-far', [1e155, -1e300, 1.7e308], (v) =>
    ask(model, { position: [v, 0, 0] }, other, pose, needs),
  ),
  ...rows(`${name}, options`, 'options/bad-value', [null, 5, 'all', true], (v) => ask(model, pose, other, pose, v)),
  ...(AMOUNTS[name] ?? []).flatMap(([key, mayBeInfinite]) =>
    rows(
      `${name}, ${key}`,
      'options/bad-value',
      mayBeInfinite ? amounts : [...amounts, Number.POSITIVE_INFINITY],
      (v) => ask(model, pose, other, pose, { ...needs, [key]: v }),
    ),
  ),
  ...rows(`${name}, signal`, 'options/bad-value', [null, 5, 'stop', {}, { aborted: 'no' }, { aborted: 0 }], (v) =>
    ask(model, pose, other, pose, { ...needs, signal: v }),
  ),
  [
    `${name}, aborted`,
    'query/aborted',
    () => ask(model, pose, other, pose, { ...needs, signal: AbortSignal.abort() }),
  ] as Row,
]);

const solidRows: Row[] = queries
  .filter(({ name }) => name !== 'clearance')
  .flatMap(({ name, ask, needs }) => [
    ...rows(`${name}, solid`, 'options/bad-value', [null, 'yes', 1, 0, {}, ''], (v) =>
      ask(model, pose, other, pose, { ...needs, solid: v }),
    ),
    [
      `${name}, solid: true for an open A`,
      'mesh/not-closed',
      () => ask(open, pose, other, pose, { ...needs, solid: true }),
    ] as Row,
    [
      `${name}, solid: true for an open B`,
      'mesh/not-closed',
      () => ask(model, pose, open, pose, { ...needs, solid: true }),
    ] as Row,
    ...rows(
      `${name}, out`,
      'options/bad-value',
      [null, 5, 'text', {}, [], new (name === 'collide' ? DistanceResult : CollideResult)()],
      (v) => ask(model, pose, other, pose, needs, v),
    ),
    ...rows(`${name}, stats`, 'options/bad-value', [null, 'yes', 1], (v) =>
      ask(model, pose, other, pose, { ...needs, stats: v }),
    ),
  ]);

const optionRows: Row[] = [
  ...rows('collide, contacts', 'options/bad-value', [null, 'ALL', '', 1, true], (v) =>
    collide(model, pose, other, pose, { contacts: any(v) }),
  ),
  ...rows('collide, segments', 'options/bad-value', [null, 'yes', 1], (v) =>
    collide(model, pose, other, pose, { contacts: 'all', segments: any(v) }),
  ),
  ...rows('collide, volume', 'options/bad-value', [null, 'Disc', '', 1, 'toString', '__proto__'], (v) =>
    collide(model, pose, other, pose, { volume: any(v) }),
  ),
  ...rows('tolerance, volume', 'options/bad-value', [null, 'Disc', '', 1, 'toString'], (v) =>
    tolerance(model, pose, other, pose, { tolerance: 1, volume: any(v) }),
  ),
  ...rows('clearance, volume', 'options/bad-value', [null, 'Disc', '', 1, 'toString'], (v) =>
    clearance(model, pose, other, pose, { clearance: 1, volume: any(v) }),
  ),
  ...rows('distance, method', 'options/bad-value', [null, 'Hulls', '', 1, 'hull'], (v) =>
    distance(model, pose, other, pose, { method: any(v) }),
  ),
  [
    'distance, method and volume',
    'options/bad-value',
    () => distance(model, pose, other, pose, { method: hulls, volume: obb }),
  ],
  ...rows('pair.front', 'options/bad-value', [null, 'disc', 1], (v) => new Pair(model, other).front(any(v))),
  ...rows('model.nodeFaces', 'options/bad-value', [null, -1, 0.5, 1e9, Number.NaN, '0'], (v) =>
    nodeFaces(model, any(v)),
  ),
  ...rows('model.nodeFaces, method', 'options/bad-value', [null, 'hull', 2], (v) => nodeFaces(model, 0, any(v))),
  ...rows('distance, volume', 'options/bad-value', [null, 'Disc', '', 1, 'toString'], (v) =>
    distance(model, pose, other, pose, { volume: any(v) }),
  ),
  ['tolerance without a tolerance', 'options/bad-value', () => tolerance(model, pose, other, pose, any({}))],
  ['tolerance without options', 'options/bad-value', () => tolerance(model, pose, other, pose, any(undefined))],
  ['clearance without a clearance', 'options/bad-value', () => clearance(model, pose, other, pose, any({}))],
  ['clearance without options', 'options/bad-value', () => clearance(model, pose, other, pose, any(undefined))],
];

const convexRows: Row[] = [
  ...rows('the medial axis of a round shape', 'query/unsupported', [sphere(), cone()], (v) => medialAxis(v)),
  ...rows('penetration, start', 'options/bad-value', [null, 'centre', 1, ''], (v) =>
    penetration(model, pose, other, pose, { start: any(v) }),
  ),
  ...rows('penetration, seed', 'options/bad-value', [null, 0.5, 'x', Number.NaN, Number.POSITIVE_INFINITY], (v) =>
    penetration(model, pose, other, pose, { seed: any(v) }),
  ),
  ...rows('penetration, trace', 'options/bad-value', [null, 1, 'yes'], (v) =>
    penetration(model, pose, other, pose, { trace: any(v) }),
  ),
  ...[sphere, capsule, cylinder, cone, box].flatMap((make) =>
    rows(make.name, 'shape/bad-parameter', [null, 5, 'text', { unknown: 1 }], (v) => make(any(v))),
  ),
  ...rows('radius', 'shape/bad-parameter', [...notNumbers, 0, -1, 1e151], (v) => sphere({ radius: any(v) })),
  ...rows('height', 'shape/bad-parameter', [...notNumbers, 0, -1, 1e-30], (v) => cylinder({ height: any(v) })),
  ...rows('a cone of height', 'shape/bad-parameter', [0, -1, 1e30], (v) => cone({ height: v })),
  ...rows('length', 'shape/bad-parameter', [...notNumbers, -1, 1e-30], (v) => capsule({ length: any(v) })),
  ...rows('size', 'shape/bad-parameter', [null, 1, [1, 2], [0, 1, 1]], (v) => Model.build(box({ size: any(v) }))),
  ...rows('hull', ['mesh/bad-length', 'mesh/empty'], [...wasted, [1, 2]], (v) => hull(any(v))),
  ...rows('hull', ['mesh/non-finite', 'mesh/too-large'], [Number.NaN, 1e151], (v) => hull([v, 0, 0])),
  ...rows(
    'hull',
    'shape/bad-parameter',
    [
      [0, 0, 0],
      [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0],
    ],
    (v) => hull(v),
  ),
  ...rows(
    'makeConvex',
    'shape/bad-parameter',
    [...wasted, '', 'torus', 'sphere(', 'sphere(radius=0)', 'sphere(size=1)', 'hull', 'hull(points=1)', 'box(size=1)'],
    (v) => makeConvex(any(v)),
  ),
  ['refit of a round shape', 'model/bad-argument', () => sphere().refit([0, 0, 0])],
];

const badVectors = [
  null,
  undefined,
  1,
  'xyz',
  [],
  [1, 2],
  [1, 2, 3, 4],
  [1, 2, Number.NaN],
  [0, Number.NEGATIVE_INFINITY, 0],
  ['0', 0, 0],
  {},
];

const pointRows: Row[] = [
  ...rows('closestPoint, body', 'model/bad-argument', wasted, (v) => closestPoint(any(v), pose, [0, 0, 0])),
  ...rows('contains, body', 'model/bad-argument', wasted, (v) => contains(any(v), pose, [0, 0, 0])),
  ...rows('raycast, body', 'model/bad-argument', wasted, (v) => raycast(any(v), pose, [0, 0, 0], [1, 0, 0])),
  ...[{ budget: Number.NaN }, { budget: -1 }, { budget: 'x' }, { signal: 3 }].flatMap((bad) => [
    ...rows('closestPoint, limits', 'options/bad-value', [bad], (v) => closestPoint(model, pose, [0, 0, 0], any(v))),
    ...rows('contains, limits', 'options/bad-value', [bad], (v) => contains(model, pose, [0, 0, 0], any(v))),
    ...rows('raycast, limits', 'options/bad-value', [bad], (v) => raycast(model, pose, [0, 0, 0], [1, 0, 0], any(v))),
  ]),
  ...rows('closestPoint, point', 'vector/bad', badVectors, (v) => closestPoint(model, pose, any(v))),
  ...rows('contains, point', 'vector/bad', badVectors, (v) => contains(model, pose, any(v))),
  ...rows('raycast, origin', 'vector/bad', badVectors, (v) => raycast(model, pose, any(v), [1, 0, 0])),
  ...rows('raycast, direction', 'vector/bad', [...badVectors, [0, 0, 0], [0, -0, 0]], (v) =>
    raycast(model, pose, [0, 0, 0], any(v)),
  ),
  ...rows('closestPoint, pose', 'pose/bad-position', [null, undefined, 1, { position: [1] }], (v) =>
    closestPoint(model, any(v), [0, 0, 0]),
  ),
  ...rows('contains, pose', 'pose/bad-rotation', [{ rotation: [0, 0, 0, 0] }, { rotation: 'x' }], (v) =>
    contains(model, any(v), [0, 0, 0]),
  ),
  ...rows('raycast, pose', 'pose/bad-position', [null, undefined, 1, { position: [Number.NaN, 0, 0] }], (v) =>
    raycast(model, any(v), [0, 0, 0], [1, 0, 0]),
  ),
  ...rows('closestPoint, too far', 'pose/too-far', [1e160, -1e308], (v) => closestPoint(model, pose, [v, 0, 0])),
  ...rows('contains, too far', 'pose/too-far', [1e160, -1e308], (v) => contains(model, pose, [v, 0, 0])),
  ...rows('raycast, too far', 'pose/too-far', [1e160, -1e308], (v) => raycast(model, pose, [v, 0, 0], [1, 0, 0])),
  ...rows('closestPoint, options', 'options/bad-value', [null, 5, 'x'], (v) =>
    closestPoint(model, pose, [0, 0, 0], any(v)),
  ),
  ...rows('contains, options', 'options/bad-value', [null, 5, 'x'], (v) => contains(model, pose, [0, 0, 0], any(v))),
  ...rows('raycast, options', 'options/bad-value', [null, 5, 'x'], (v) =>
    raycast(model, pose, [0, 0, 0], [1, 0, 0], any(v)),
  ),
  ...rows('closestPoint, maxDistance', 'options/bad-value', amounts, (v) =>
    closestPoint(model, pose, [0, 0, 0], { maxDistance: any(v) }),
  ),
  ...rows('raycast, maxDistance', 'options/bad-value', amounts, (v) =>
    raycast(model, pose, [0, 0, 0], [1, 0, 0], { maxDistance: any(v) }),
  ),
  ...rows('contains, solid', 'options/bad-value', [null, 'yes', 1], (v) =>
    contains(model, pose, [0, 0, 0], { solid: any(v) }),
  ),
  ['contains, solid: true for an open body', 'mesh/not-closed', () => contains(open, pose, [0, 0, 0], { solid: true })],
  ...rows('windingNumber', 'vector/bad', badVectors, (v) => windingNumber(mesh, any(v))),
];

const pairRows: Row[] = [
  ...rows('new Pair, A', 'model/bad-argument', [...wasted, mesh], (v) => new Pair(any(v), model)),
  ...rows('new Pair, B', 'model/bad-argument', [...wasted, mesh], (v) => new Pair(model, any(v))),
  ...rows('pair.distance, poseA', 'pose/bad-position', [null, undefined, { position: [1] }], (v) =>
    pairOf.distance(any(v), pose),
  ),
  ...rows('pair.distance, tolerance', 'options/bad-value', amounts, (v) =>
    pairOf.distance(pose, pose, { tolerance: any(v) }),
  ),
  ...rows('pair.distance, out', 'options/bad-value', [null, {}, new CollideResult()], (v) =>
    pairOf.distance(pose, pose, {}, any(v)),
  ),
  ...rows('pair.collide, poseB', 'pose/bad-rotation', [{ rotation: [0, 0, 0, 0] }], (v) =>
    pairOf.collide(pose, any(v)),
  ),
  ...rows('pair.collide, limit', 'options/bad-value', amounts, (v) => pairOf.collide(pose, pose, { limit: any(v) })),
  ...rows('pair.collide, out', 'options/bad-value', [null, {}, new DistanceResult()], (v) =>
    pairOf.collide(pose, pose, {}, any(v)),
  ),
  ...rows('pair.tolerance, options', 'options/bad-value', [null, undefined, {}, { tolerance: -1 }], (v) =>
    pairOf.tolerance(pose, pose, any(v)),
  ),
  ...rows('pair.tolerance, out', 'options/bad-value', [null, {}, new DistanceResult()], (v) =>
    pairOf.tolerance(pose, pose, { tolerance: 1 }, any(v)),
  ),
];

const badMatrices = [
  null,
  undefined,
  1,
  'text',
  [],
  [1, 0, 0, 0, 1, 0, 0, 0],
  [1, 0, 0, 0, 1, 0, 0, 0, Number.NaN],
  [2, 0, 0, 0, 2, 0, 0, 0, 2],
  [1, 0, 0, 0, 1, 0, 0, 0, -1],
  new Float64Array(9),
  [1, 0.1, 0, 0, 1, 0, 0, 0, 1],
  ['1', 0, 0, 0, 1, 0, 0, 0, 1],
];

const shapes: Readonly<Record<string, (options: never) => Mesh>> = {
  box,
  plate,
  cup,
  distortedTorus,
  gear,
  golfClub,
  grate,
  icosphere,
  lShape,
  pillar,
  prism,
  randomSolid,
  ring,
  spoon,
  starShape,
  torus,
  torusKnot,
  uShape,
  uvSphere,
};

const shapeRows: Row[] = [
  ...rows('quaternionFromMatrix', 'pose/bad-rotation', badMatrices, (v) => quaternionFromMatrix(any(v))),
  ...rows(
    'makeShape',
    'shape/bad-parameter',
    [
      ...wasted,
      '',
      'bx',
      'box(',
      'box(size)',
      'box(size=)',
      'box(size=[1,2,3]',
      'box(size=[1,2,3]))',
      'box(size=[0,1,1])',
      'box(size=1e999)',
      'box(size=[1,1])',
      'box(sides=3)',
      'gear(teeth=2)',
      'gear(teeth=4.5)',
      'icosphere(subdivisions=99)',
      'box(segments=1,segments=1)',
    ],
    (v) => makeShape(any(v)),
  ),
  ...Object.entries(shapes).flatMap(([name, make]) =>
    rows(`${name}, options`, 'shape/bad-parameter', [null, 5, 'text', { unknown: 1 }], (v) => make(any(v))),
  ),
  ...rows(
    'box, size',
    'shape/bad-parameter',
    [null, 1, [1, 2], [1, 2, 3, 4], [1, 1, Number.NaN], [1, 1, -1], [1, 1, Number.POSITIVE_INFINITY], ['1', 1, 1]],
    (v) => box({ size: any(v) }),
  ),
  ...rows('box, segments', 'shape/bad-parameter', [null, 0, -1, 1.5, '2', Number.NaN, 1e9], (v) =>
    box({ segments: any(v) }),
  ),
];

const codes: readonly ErrorCode[] = [
  'mesh/empty',
  'mesh/bad-length',
  'mesh/non-finite',
  'mesh/too-large',
  'mesh/index-out-of-range',
  'mesh/not-closed',
  'shape/bad-parameter',
  'pose/bad-position',
  'pose/bad-rotation',
  'pose/too-far',
  'vector/bad',
  'options/bad-value',
  'model/bad-argument',
  'model/not-a-model',
  'model/bad-version',
  'model/truncated',
  'model/damaged',
  'query/aborted',
  'query/unsupported',
];

/** A scene whose answers are known: after every refusal it is asked again. */
function expectStillRight(): void {
  expect(collide(model, { position: [0.5, 0.1, 0.2] }, model, {}, { contacts: 'all' }).status).toBe('intersecting');
  expect(distance(model, { position: [3, 0, 0] }, model, {}).distance).toBeCloseTo(2, 12);
  expect(tolerance(model, { position: [3, 0, 0] }, model, {}, { tolerance: 1.9 }).within).toBe(false);
  expect(contains(model, {}, [0.1, 0.2, 0.3]).status).toBe('inside');
  expect(pairOf.distance({ position: [3, 0, 0] }, {}).status).toBe('separated');
}

const groups: Record<string, Row[]> = {
  meshes: meshRows,
  models: modelRows,
  'queries between two bodies': queryRows,
  'solids, out and stats': solidRows,
  options: optionRows,
  'convex shapes': convexRows,
  'points and rays': pointRows,
  pairs: pairRows,
  'shapes and matrices': shapeRows,
};

/** What is wrong with the method a call is refused, or null. */
function complaintAbout([name, code, call]: Row): string | null {
  try {
    call();
  } catch (error) {
    if (!(error instanceof NearmissError)) return `${name}: ${String(error)}`;
    if (!codes.includes(error.code) || ![code].flat().includes(error.code)) return `${name}: code ${error.code}`;
    return /^.{15,}[.!?]$/s.test(error.message) ? null : `${name}: the message is "${error.message}"`;
  }
  return `${name}: accepted`;
}

test.each(Object.entries(groups))(
  '%s: every bad call is refused with its code, and the next one answered',
  (_name, table) => {
    const complaints: string[] = [];
    for (const row of table) {
      const complaint = complaintAbout(row);
      if (complaint !== null) complaints.push(complaint);
      expectStillRight();
    }
    expect(complaints).toEqual([]);
  },
);

test('a refused query leaves its `out` as it was', () => {
  const refused: readonly unknown[] = [
    { signal: AbortSignal.abort() },
    { budget: -1 },
    { solid: 'yes' },
    { tolerance: -1 },
    { maxDistance: Number.NaN },
    { limit: -1 },
    { volume: 'none' },
    { contacts: 'some' },
  ];
  for (const { name, ask, needs, out: make } of queries) {
    if (make === undefined) continue;
    const out = make();
    const good = name === 'collide' ? { contacts: 'all', ...needs } : needs;
    const valid = ask(model, { position: [0.5, 0.1, 0.2] }, model, {}, good, out);
    expect(valid).toBe(out);
    const before = structuredClone({ ...out });
    let refusals = 0;
    const refuse = (...args: Parameters<typeof ask>): void => {
      try {
        ask(...args);
      } catch (error) {
        expect(error).toBeInstanceOf(NearmissError);
        refusals++;
        expect({ ...out }).toEqual(before);
        return;
      }
      ask(model, { position: [0.5, 0.1, 0.2] }, model, {}, good, out);
    };
    for (const options of refused) refuse(model, pose, other, pose, { ...needs, ...(options as object) }, out);
    for (const position of badPositions) refuse(model, { position }, other, pose, needs, out);
    for (const rotation of badRotations) refuse(model, pose, other, { rotation }, needs, out);
    for (const body of wasted) refuse(model, pose, body, pose, needs, out);
    refuse(open, pose, other, pose, { ...needs, solid: true }, out);
    refuse(model, { position: [1e200, 0, 0] }, other, pose, needs, out);
    expect(refusals).toBeGreaterThan(30);
  }
});

test('what is only unusual is accepted', () => {
  const typed = { position: Float32Array.of(3, 0, 0), rotation: Float64Array.of(0, 0, 0, 1) };
  expect(distance(model, typed, model, {}).distance).toBeCloseTo(2, 12);
  expect(distance(model, { position: [3, 0, 0], rotation: [1e-7, 0, 0, 1.0000001] }, model, {}).distance).toBeCloseTo(
    2,
    6,
  );
  expect(distance(model, { position: [3, 0, 0], rotation: [-0, -0, -0, -1] }, model, {}).distance).toBeCloseTo(2, 12);
  expect(
    distance(model, pose, other, pose, any({ tolerance: undefined, solid: undefined, budget: undefined })).status,
  ).toBe('intersecting');
  expect(
    collide(model, pose, model, pose, { limit: Number.POSITIVE_INFINITY, budget: Number.POSITIVE_INFINITY }).colliding,
  ).toBe(true);
  const q = quaternionFromMatrix([1, 1e-7, 0, -1e-7, 1, 0, 0, 0, 1]);
  expect(Math.hypot(...q)).toBeCloseTo(1, 15);
});

test('a list of pairs is never longer than its limit, and the status is that of the whole', () => {
  for (const position of [
    [0.5, 0.25, 0.125],
    [1, 0, 0],
    [0, 0, 0],
    [3, 0, 0],
  ] as const) {
    const all = collide(model, { position }, model, {}, { contacts: 'all' });
    for (const limit of [0, 1, 2, 5, 1000]) {
      const some = collide(model, { position }, model, {}, { contacts: 'all', limit });
      expect(some.pairCount).toBe(Math.min(limit, all.pairCount));
      expect(some.pairs).toEqual(all.pairs.slice(0, limit));
      expect(some.status).toBe(all.status);
      expect(some.colliding).toBe(all.colliding);
    }
  }
});
