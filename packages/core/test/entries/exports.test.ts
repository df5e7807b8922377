// Every function the library exports, with every kind of number in every position that takes one: the answer is free of NaN, or one
// NearmissError. Whoever adds an export adds it here.

import { describe, expect, test } from 'vitest';
import * as nearmiss from '../all-entries.ts';

const { Mesh, Model, box, NearmissError } = nearmiss;

/** What TypeScript would refuse, handed over all the same. */
const any = (value: unknown): never => value as never;

const NUMBERS: readonly unknown[] = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, -1, 1.5, 5e-324, -5e-324, 1e-200, 1e200],
  ...[1e308, -1e308, 2 ** 31, '1', '', null, undefined, {}, [], [1], true, 1n, () => 1],
];

const cube = Model.build(box());
const apart = { position: [3, 0.25, 0] } as const;
const inside = { position: [0.5, 0.25, 0] } as const;
const start = [0, 0, 1, -1, -1, 0, 1, -1, 0, 0, 1, 0];
const end = [0, 0, -1, -1, -1, 0, 1, -1, 0, 0, 1, 0];
const solverContacts = (z: number, within: number): number[] => {
  const contacts = new nearmiss.SolverContacts();
  const pose = (height: number) => ({ position: Float64Array.of(0, 0, height), rotation: Float64Array.of(0, 0, 0, 1) });
  contacts.find(cube, pose(0), cube, pose(z), within);
  return [...contacts.numbers.subarray(0, 10 * contacts.count)];
};
const enclosed = cube.with(nearmiss.medialStructure({ samples: 100, primitives: 20 }));
const medialContacts = (z: number, within: number): number[] => {
  const pose = (height: number) => ({ position: Float64Array.of(0, 0, height), rotation: Float64Array.of(0, 0, 0, 1) });
  const contacts = new nearmiss.MedialContacts();
  contacts.find(enclosed, pose(0), enclosed, pose(z), within);
  return [contacts.lower, ...contacts.numbers.subarray(0, 10 * contacts.count)];
};
const medialHullContacts = (z: number, within: number): number[] => {
  const pose = (height: number) => ({ position: Float64Array.of(0, 0, height), rotation: Float64Array.of(0, 0, 0, 1) });
  const contacts = new nearmiss.MedialHullContacts();
  contacts.find(Float64Array.of(0, 0, 0, 0.5), pose(0), cube, pose(z), within);
  return [contacts.lower, ...contacts.numbers.subarray(0, 10 * contacts.count)];
};
const soft = () => new nearmiss.DeformingMesh(box());
const shape = (x: unknown): number[] => [...box().positions].map((value, k) => (k === 4 ? any(x) : value + 3));
const posed = (x: unknown) => [
  { position: [any(x), 0, 0] } as const,
  { position: [3, 0, 0], rotation: [any(x), 0, 0, 1] } as const,
  { position: [3, 0, 0], matrix: [1, 0, 0, 0, 1, 0, 0, 0, any(x)] } as const,
];
const motions = (x: unknown): nearmiss.Motion[] => [
  ...posed(x),
  { from: apart, to: { position: [any(x), 0, 0] } },
  { from: apart, to: { position: [-3, any(x), 0] }, kind: 'screw' },
  { from: apart, velocity: [any(x), 0, 0] },
  { from: apart, velocity: [-6, 0, 0], angularVelocity: [0, any(x), 0] },
  { from: apart, velocity: [-6, 0, 0], angularVelocity: [0, 1, 0], pivot: [any(x), 0, 0] },
  { pose: () => apart, speed: any(x), angularSpeed: 0 },
  { pose: () => apart, speed: 0, angularSpeed: any(x) },
  { pose: (t) => (t === 0 ? apart : { position: [3, any(x), 0] }), speed: 1, angularSpeed: 0 },
];
const bounds = (x: unknown, key: string): nearmiss.MotionBounds => ({
  ...{ velocity: [1, 0, 0], angularSpeed: 1, radius: 1, acceleration: 1, angularAcceleration: 1 },
  [key]: key === 'velocity' ? [any(x), 0, 0] : any(x),
});
const BOUNDS = ['velocity', 'angularSpeed', 'radius', 'acceleration', 'angularAcceleration'];
const world = (options: nearmiss.WorldOptions = {}) => {
  const made = new nearmiss.World(options);
  made.add(cube);
  made.add(cube, apart);
  return made;
};

/** A bound of 2³¹ on the speed of a function is no mistake, but a billion steps. */
const SHORT = { budget: 5000 };

type Call = (x: unknown) => unknown;
type Name = keyof typeof nearmiss;

/** Queries of two bodies: each number of either pose, and each length among the options. */
const between = (
  query: (a: nearmiss.Model, p: nearmiss.Pose, b: nearmiss.Model, q: nearmiss.Pose, options: never) => unknown,
  options: Readonly<Record<string, unknown>>,
  ...lengths: readonly string[]
): Call[] => [
  ...[0, 1, 2].map(
    (k): Call =>
      (x) =>
        query(cube, posed(x)[k], cube, {}, any(options)),
  ),
  ...[0, 1, 2].map(
    (k): Call =>
      (x) =>
        query(cube, {}, cube, posed(x)[k], any(options)),
  ),
  ...lengths.map(
    (key): Call =>
      (x) =>
        query(cube, apart, cube, {}, any({ ...options, [key]: x })),
  ),
  ...lengths.map(
    (key): Call =>
      (x) =>
        query(cube, inside, cube, {}, any({ ...options, [key]: x })),
  ),
];

const round = (make: (options: never) => nearmiss.Model, ...sizes: readonly string[]): Call[] =>
  sizes.map((key) => (x) => nearmiss.distance(make(any({ [key]: x })), { position: [9, 0, 0] }, cube, {}));

const CALLS: Readonly<Partial<Record<Name, readonly Call[]>>> = {
  arcTangent: [(x) => nearmiss.arcTangent(any(x), 1), (x) => nearmiss.arcTangent(1, any(x))],
  checkMesh: [(x) => nearmiss.checkMesh(any(x))],
  clearance: between(nearmiss.clearance, { clearance: 1 }, 'clearance', 'limit', 'budget'),
  closestPoint: [
    (x) => nearmiss.closestPoint(cube, {}, [any(x), 2, 0]),
    (x) => nearmiss.closestPoint(cube, {}, [3, 2, 0], { maxDistance: any(x) }),
    ...[0, 1, 2].map(
      (k): Call =>
        (x) =>
          nearmiss.closestPoint(cube, posed(x)[k], [0, 0, 0]),
    ),
  ],
  collide: between(nearmiss.collide, { contacts: 'all' }, 'limit', 'budget'),
  collideAllDeforming: [(x) => deformed(x, (a, b) => nearmiss.collideAllDeforming([a, b]))],
  collideDeforming: [(x) => deformed(x, (a, b) => nearmiss.collideDeforming(a, b).pairs)],
  collideInSpace: [(x) => nearmiss.collideInSpace(nearmiss.octree, cube, posed(x)[0], cube, {})],
  contactManifold: between(nearmiss.contactManifold, { within: 1 }, 'within'),
  MedialContacts: [
    (x) => medialContacts(typeof x === 'number' ? x : 1.005, 0.1),
    (x) => medialContacts(1.005, typeof x === 'number' ? x : 0.1),
  ],
  MedialHullContacts: [
    (x) => medialHullContacts(typeof x === 'number' ? x : 1.005, 0.1),
    (x) => medialHullContacts(1.005, typeof x === 'number' ? x : 0.1),
  ],
  SolverContacts: [
    (x) => solverContacts(typeof x === 'number' ? x : 1.005, 0.1),
    (x) => solverContacts(1.005, typeof x === 'number' ? x : 0.1),
  ],
  contains: [
    (x) => nearmiss.contains(cube, {}, [any(x), 0.1, 0]),
    ...[0, 1, 2].map(
      (k): Call =>
        (x) =>
          nearmiss.contains(cube, posed(x)[k], [0.1, 0, 0]),
    ),
  ],
  deformingTimeOfContact: [
    (x) => nearmiss.deformingTimeOfContact(soft(), shape(x), soft(), shape(3)),
    (x) => {
      const other = soft();
      other.deform(shape(3.5));
      return nearmiss.deformingTimeOfContact(soft(), box().positions, other, box().positions, { tolerance: any(x) });
    },
  ],
  directional: [
    ...between(nearmiss.directional, { direction: [-1, 0, 0] }, 'maxDistance', 'budget'),
    (x) => nearmiss.directional(cube, apart, cube, {}, { direction: [any(x), 0.5, 0] }),
  ],
  distance: between(nearmiss.distance, {}, 'tolerance', 'maxDistance', 'budget'),
  edgeEdgeTime: [
    (x) => nearmiss.edgeEdgeTime([any(x), ...start.slice(1)], end),
    (x) => nearmiss.edgeEdgeTime(start, end, { tolerance: any(x) }),
  ],
  freeTime: [
    (x) => nearmiss.freeTime(any(x), 1, 1),
    (x) => nearmiss.freeTime(1, any(x), 1),
    (x) => nearmiss.freeTime(1, 1, any(x)),
    ...[Infinity, -Infinity, 1e308, 0, 5e-324].flatMap((y): Call[] => [
      (x) => nearmiss.freeTime(any(x), y, 1),
      (x) => nearmiss.freeTime(1, any(x), Math.abs(y)),
      (x) => nearmiss.freeTime(y, y, any(x)),
    ]),
  ],
  massProperties: [(x) => nearmiss.massProperties(any(x))],
  mergeParts: [(x) => nearmiss.mergeParts([[[1, 2]], any(x)]), (x) => nearmiss.mergeParts([[[1, any(x)]]])],
  modelBox: [(x) => nearmiss.modelBox(any(x))],
  motionPose: [
    (x) => nearmiss.motionPose({ from: apart, to: inside }, any(x)),
    ...motions(0).map(
      (_, k): Call =>
        (x) =>
          nearmiss.motionPose(motions(x)[k], 0.5),
    ),
  ],
  sinCos: [
    (x) => {
      const out = new Float64Array(2);
      nearmiss.sinCos(any(x), out);
      return [...out];
    },
  ],
  solidProperties: [(x) => nearmiss.solidProperties(any(x))],
  symmetricEigen: [
    (x) => {
      const out = new Float64Array(9);
      nearmiss.symmetricEigen(Float64Array.of(typeof x === 'number' ? x : 1, 0, 1, 1, 0, 1), out, out.subarray(6));
      return [...out];
    },
  ],
  nearestName: [(x) => nearmiss.nearestName(any(x), ['tolerance'])],
  pairFreeTime: BOUNDS.flatMap((key): Call[] => [
    (x) => nearmiss.pairFreeTime(1, bounds(x, key), bounds(1, 'radius'), 2),
    (x) => nearmiss.pairFreeTime(1, bounds(1, 'radius'), bounds(x, key), any(x)),
    (x) => nearmiss.pairFreeTime(any(x), bounds(0, 'radius'), bounds(1, key), Infinity),
  ]),
  penetration: between(nearmiss.penetration, {}, 'accuracy', 'seed', 'budget'),
  polyDepth: between(nearmiss.polyDepth, {}, 'threshold', 'seed', 'budget'),
  PolyDepthPair: [(x) => new nearmiss.PolyDepthPair(cube, cube).depth(posed(x)[0], {})],
  quaternionFromMatrix: [(x) => nearmiss.quaternionFromMatrix([1, 0, 0, 0, any(x), 0, 0, 0, 1])],
  raycast: [
    (x) => nearmiss.raycast(cube, {}, [any(x), 0.1, 0], [-1, 0, 0]),
    (x) => nearmiss.raycast(cube, {}, [3, 0.1, 0], [any(x), 0, 0]),
    (x) => nearmiss.raycast(cube, {}, [3, 0.1, 0], [-1, 0, 0], { maxDistance: any(x) }),
    ...[0, 1, 2].map(
      (k): Call =>
        (x) =>
          nearmiss.raycast(cube, posed(x)[k], [9, 0, 0], [-1, 0, 0]),
    ),
  ],
  selfCollide: [(x) => deformed(x, (a) => nearmiss.selfCollide(a))],
  selfTimeOfContact: [
    (x) => nearmiss.selfTimeOfContact(soft(), shape(x)),
    (x) => nearmiss.selfTimeOfContact(soft(), shape(3), { tolerance: any(x) }),
  ],
  timeOfContact: [
    ...motions(0).map(
      (_, k): Call =>
        (x) =>
          nearmiss.timeOfContact(cube, motions(x)[k], cube, {}, SHORT).toJSON(),
    ),
    ...motions(0).map(
      (_, k): Call =>
        (x) =>
          nearmiss.timeOfContact(cube, {}, cube, motions(x)[k], SHORT).toJSON(),
    ),
    (x) => nearmiss.timeOfContact(cube, { from: apart, to: {} }, cube, {}, { threshold: any(x) }).toJSON(),
    (x) => nearmiss.timeOfContact(cube, { from: apart, to: {} }, cube, {}, { budget: any(x) }).toJSON(),
  ],
  tolerance: between(nearmiss.tolerance, { tolerance: 1 }, 'tolerance', 'budget'),
  use: [(x) => nearmiss.use(any(x))],
  traceConvex: [0, 1, 2].map((k) => (x) => nearmiss.traceConvex(cube, posed(x)[k], cube, {})),
  traceDistance: [
    ...[0, 1, 2].map(
      (k): Call =>
        (x) =>
          nearmiss.traceDistance(cube, posed(x)[k], cube, {}),
    ),
    (x) => nearmiss.traceDistance(cube, apart, cube, {}, { limit: any(x) }),
  ],
  traceTimeOfContact: [
    ...motions(0).map(
      (_, k): Call =>
        (x) =>
          traceTime(motions(x)[k], SHORT),
    ),
    (x) => traceTime({ from: apart, to: {} }, { limit: any(x) }),
    (x) => traceTime({ from: apart, to: {} }, { threshold: any(x) }),
  ],
  verifyPenetration: [
    (x) => verified({ lower: any(x) }),
    (x) => verified({ upper: any(x) }),
    (x) => verified({ translation: [any(x), 0, 0] }),
    (x) => verified({ certificate: { kind: 'cubes', reach: any(x) } }),
  ],
  vertexFaceTime: [
    (x) => nearmiss.vertexFaceTime(start, [any(x), ...end.slice(1)]),
    (x) => nearmiss.vertexFaceTime(start, end, { tolerance: any(x) }),
  ],
  windingNumber: [
    (x) => nearmiss.windingNumber(any(x), [0, 0, 0]),
    (x) => nearmiss.windingNumber(box(), [any(x), 0, 0]),
  ],
  hull: [(x) => nearmiss.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, any(x)]).mesh.positions],
  hullNodes: [(x) => nearmiss.hullNodes(cube, any(x))],
  medialAxis: [(x) => nearmiss.medialAxis(cube, { samples: 100, primitives: any(x) })],
  medialAmong: [(x) => nearmiss.medialAmong(any(x), Float64Array.of(0)).name],
  medialStructure: [(x) => cube.with(nearmiss.medialStructure({ samples: 100, primitives: any(x) })).mesh],
  nodeFaces: [(x) => nearmiss.nodeFaces(cube, any(x))],
  // Classes.
  DeformingMesh: [(x) => deformed(x, (a) => a.positions)],
  Mesh: [
    (x) => nearmiss.massProperties(new Mesh([0, 0, 0, 1, 0, 0, 0, any(x), 0], [0, 1, 2])),
    (x) => nearmiss.checkMesh(new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, any(x)])),
  ],
  Model: [
    ...round((o) => nearmiss.sphere(o), 'radius'),
    ...round((o) => nearmiss.capsule(o), 'radius', 'length'),
    ...round((o) => nearmiss.cylinder(o), 'radius', 'height'),
    ...round((o) => nearmiss.cone(o), 'radius', 'height'),
    (x) => nearmiss.Model.build(box(), { branching: any(x) }).tree,
    (x) => cube.refit(Array.from(box().positions, (y, k) => (k === 4 ? any(x) : y))).mesh.positions,
  ],
  Pair: [
    (x) => new nearmiss.Pair(cube, cube).distance(posed(x)[0], {}),
    (x) => new nearmiss.Pair(cube, cube).collide({}, posed(x)[1]),
    (x) => new nearmiss.Pair(cube, cube).penetration(posed(x)[0], {}),
    (x) => new nearmiss.Pair(cube, cube).timeOfContact(motions(x)[3], {}).toJSON(),
  ],
  World: [
    (x) => world({ margin: any(x) }).step().near,
    (x) => world().add(cube, posed(x)[0]),
    (x) => world().step({ duration: any(x) } as never).near,
    (x) => world().raycast([any(x), 0, 0], [-1, 0, 0]),
    (x) => world().raycast([9, 0, 0], [any(x), 0, 0]),
    (x) => world().raycast([9, 0, 0], [-1, 0, 0], { maxDistance: any(x) }),
    (x) => world().touching(cube, posed(x)[0]),
    (x) => world().inSphere([any(x), 0, 0], 1),
    (x) => world().inSphere([0, 0, 0], any(x)),
    (x) => world().closest(cube, posed(x)[0]),
    (x) => world().closest(cube, { position: [9, 0, 0] }, { maxDistance: any(x) }),
    (x) => world().closestToPoint([any(x), 0, 0]),
    (x) => world().sweep(cube, motions(x)[3]).body,
  ],
};

/** Taken from text or by name, or made of options: what makes shapes is in the next test. */
const MAKERS: readonly Name[] = ['makeShape', 'makeConvex'];
/** What has no numbers to be given. */
const WITHOUT_NUMBERS: readonly string[] = [
  ...['NearmissError', 'PairResult', 'StepResult', 'CollideResult', 'DistanceResult', 'DirectionalResult'],
  ...['ElementTimeResult', 'PenetrationResult', 'TimeOfContactResult', 'ToleranceResult', 'convexNames', 'shapeNames'],
  ...['PolyDepthResult', 'convexPatches', 'isConvex', 'usesKernels'],
];

function deformed(x: unknown, use: (a: nearmiss.DeformingMesh, b: nearmiss.DeformingMesh) => unknown): unknown {
  const body = soft();
  body.deform(shape(x));
  return use(body, soft());
}

function traceTime(motion: nearmiss.Motion, options: nearmiss.TraceTimeOptions): unknown {
  const { result, ...trace } = nearmiss.traceTimeOfContact(cube, motion, cube, {}, options);
  return { ...trace, result: result.toJSON() };
}

function verified(change: object): unknown {
  const found = nearmiss.penetration(cube, inside, cube, {});
  return nearmiss.verifyPenetration(cube, inside, cube, {}, { ...found, ...change });
}

/** Where NaN is, anywhere in an answer. */
function findNaN(value: unknown, at = 'answer', seen = new Set<unknown>()): string | null {
  if (typeof value === 'number') return Number.isNaN(value) ? at : null;
  if (value === null || typeof value !== 'object' || seen.has(value)) return null;
  seen.add(value);
  for (const key of Object.keys(value)) {
    const found = findNaN(Reflect.get(value, key), `${at}.${key}`, seen);
    if (found !== null) return found;
  }
  return null;
}

/** Nothing but an answer without NaN, or a NearmissError. */
function fault(call: () => unknown): string | null {
  try {
    return findNaN(call());
  } catch (error) {
    return error instanceof NearmissError ? null : String((error as Error).stack).slice(0, 300);
  }
}

const said = (x: unknown): string => (typeof x === 'object' || typeof x === 'function' ? typeof x : String(x));

const exported = Object.entries(nearmiss).filter(([, value]) => typeof value === 'function') as [Name, unknown][];
/** Makers of shapes take options alone, whose defaults name them. */
const isShape = (name: Name): boolean => shapeDefaults(name) !== null;

function shapeDefaults(name: Name): Readonly<Record<string, unknown>> | null {
  const key = `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_DEFAULTS`;
  const found: unknown = Reflect.get(nearmiss, key);
  return /^[a-z]/.test(name) && typeof found === 'object' && !(name in CALLS) ? { ...found } : null;
}

test('every exported function and class is asked', () => {
  const left = exported.map(([name]) => name).filter((name) => !(name in CALLS) && !isShape(name));
  expect(left.filter((name) => !MAKERS.includes(name) && !WITHOUT_NUMBERS.includes(name))).toEqual([]);
  expect(exported.filter(([name]) => isShape(name)).length).toBeGreaterThan(10);
});

describe.each(Object.entries(CALLS))('%s', (name, calls) => {
  test.each(NUMBERS.map((x) => [said(x), x]))('%s', (_, x) => {
    const faults = calls.map((call, k) => [`${name} ${k}`, fault(() => call(x))]).filter(([, what]) => what !== null);
    expect(faults).toEqual([]);
  });
});

test('shapes, by options and by text, with every number in every position', () => {
  let made = 0;
  for (const [name, make] of exported) {
    const defaults = shapeDefaults(name);
    if (defaults === null || typeof make !== 'function') continue;
    for (const [key, usual] of Object.entries(defaults)) {
      for (const x of NUMBERS) {
        // Numbers of faces that are large are not odd, only long in the making.
        if (typeof x === 'number' && x > 1e3) continue;
        const value = Array.isArray(usual) ? usual.map((each, k) => (k === 0 ? x : each)) : x;
        const words = `${name} ${key} ${said(x)}`;
        const what = fault(() => (make as (options: object) => nearmiss.Mesh)({ [key]: value }).positions);
        expect([words, what]).toEqual([words, null]);
        made++;
      }
    }
  }
  expect(made).toBeGreaterThan(500);
  for (const x of NUMBERS) {
    for (const text of [x, `box(size=[${String(x)},1,1])`, `torus(majorSegments=${String(x)})`]) {
      expect([said(text), fault(() => nearmiss.makeShape(any(text)).positions)]).toEqual([said(text), null]);
      expect([said(text), fault(() => nearmiss.makeConvex(any(text)).mesh.positions)]).toEqual([said(text), null]);
    }
  }
});

describe('what is written to the arrays of a mesh later', () => {
  const spoiled = (spoil: (mesh: nearmiss.Mesh) => void): nearmiss.Mesh => {
    const mesh = new Mesh(box().positions, box().triangles);
    spoil(mesh);
    return mesh;
  };
  const SPOILT: readonly (readonly [string, (mesh: nearmiss.Mesh) => void, nearmiss.ErrorCode])[] = [
    ['NaN', (mesh) => mesh.positions.fill(Number.NaN, 4, 5), 'mesh/non-finite'],
    ['infinite', (mesh) => mesh.positions.fill(Number.POSITIVE_INFINITY, 0, 1), 'mesh/non-finite'],
    ['too large', (mesh) => mesh.positions.fill(1e200, 0, 1), 'mesh/too-large'],
    ['a vertex that is not there', (mesh) => mesh.triangles.fill(99, 2, 3), 'mesh/index-out-of-range'],
  ];

  test.each(SPOILT)('%s: is refused by all that take a mesh', (_, spoil, code) => {
    for (const use of [
      (mesh: nearmiss.Mesh) => Model.build(mesh),
      (mesh: nearmiss.Mesh) => new nearmiss.DeformingMesh(mesh),
      (mesh: nearmiss.Mesh) => nearmiss.checkMesh(mesh),
      (mesh: nearmiss.Mesh) => nearmiss.massProperties(mesh),
      (mesh: nearmiss.Mesh) => nearmiss.windingNumber(mesh, [0, 0, 0]),
    ]) {
      expect(() => use(spoiled(spoil))).toThrow(expect.objectContaining({ code }));
    }
  });

  test.each(SPOILT)('%s: does not reach what was built before', (_, spoil) => {
    const mesh = new Mesh(box().positions, box().triangles);
    const model = Model.build(mesh);
    const body = new nearmiss.DeformingMesh(mesh);
    spoil(mesh);
    const turned = { position: [1, 0, 0], rotation: [0, 0, 0.6, 0.8] } as const;
    expect(nearmiss.collide(model, {}, model, turned, { contacts: 'all' })).toEqual(
      nearmiss.collide(cube, {}, cube, turned, { contacts: 'all' }),
    );
    expect(nearmiss.collideDeforming(body, soft()).pairs).toEqual(nearmiss.collideDeforming(soft(), soft()).pairs);
  });

  test('bytes of a model with NaN in a section are refused', () => {
    const bytes = new Uint8Array(cube.toBytes());
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let refused = 0;
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      const [one, two] = [view.getUint32(at), view.getUint32(at + 4)];
      view.setFloat64(at, Number.NaN, true);
      const what = fault(() => {
        try {
          return nearmiss.distance(Model.fromBytes(bytes), apart, cube, {});
        } catch (error) {
          refused++;
          throw error;
        }
      });
      expect([at, what]).toEqual([at, null]);
      view.setUint32(at, one);
      view.setUint32(at + 4, two);
    }
    expect(refused).toBeGreaterThan(100);
  });
});
