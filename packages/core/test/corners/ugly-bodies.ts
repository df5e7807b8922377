// Bodies that bounding volumes are bad at: coincident and nested triangles, fans, needles, plates, and plain ones beside them.

import { randomBetween, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import {
  box,
  gear,
  icosphere,
  lShape,
  randomSolid,
  starShape,
  torus,
  torusKnot,
  uShape,
} from '../../src/entries/shapes.ts';
import { Mesh, Model } from '../../src/index.ts';
import { inverted, scaled, type Triple, union, unwelded } from '../query/bodies.ts';

type Corners = readonly [Triple, Triple, Triple];

/** A soup of faces with three vertices of their own each. */
function soup(faces: readonly Corners[]): Mesh {
  return new Mesh(
    faces.flat(2),
    Array.from({ length: 3 * faces.length }, (_, v) => v),
  );
}

function times<T>(count: number, make: (k: number) => T): T[] {
  return Array.from({ length: count }, (_, k) => make(k));
}

function times3(corners: Corners, change: (corner: Triple) => Triple): Corners {
  return [change(corners[0]), change(corners[1]), change(corners[2])];
}

/** Its centroid is the origin. */
const LOPSIDED: Corners = [
  [0.1, 1, 0],
  [-0.9, -0.6, 0.2],
  [0.8, -0.4, -0.2],
];

/** Copies of one triangle. */
export function coincidentTriangles(count: number): Mesh {
  return soup(times(count, () => LOPSIDED));
}

/** Copies that rounding, or a modeller, has put a little beside each other. */
function nearlyCoincidentTriangles(count: number, off: number): Mesh {
  const random = seeded(count);
  const jitter = (x: number): number => x + randomBetween(random, -off, off);
  return soup(times(count, () => times3(LOPSIDED, ([x, y, z]) => [jitter(x), jitter(y), jitter(z)])));
}

/** Copies one above the other, all within a thousandth of their size. */
export function layeredTriangles(count: number): Mesh {
  return soup(times(count, (k) => times3(LOPSIDED, ([x, y, z]) => [x, y, z + (1e-3 * k) / count])));
}

/** Ever larger copies about one centroid, in the order given. */
export function nestedTriangles(count: number, order: (k: number) => number = (k) => k): Mesh {
  return soup(
    times(count, (k) => {
      const size = (order(k) + 1) / count;
      return times3(LOPSIDED, ([x, y, z]) => [size * x, size * y, size * z]);
    }),
  );
}

/** Triangles of one centroid that stand at all angles. */
export function concentricTriangles(count: number, random: SeededRandom = seeded(count)): Mesh {
  return soup(
    times(count, () => {
      const [a, b] = [randomPose(random, 1).position, randomPose(random, 1).position];
      return [a, b, [-a[0] - b[0], -a[1] - b[1], -a[2] - b[2]]];
    }),
  );
}

/** Thin triangles about one common corner. */
function fan(count: number): Mesh {
  return soup(
    times(count, (k) => {
      const angle = (6 * k) / count;
      return [
        [0, 0, 0],
        [Math.cos(angle), Math.sin(angle), 0.05 * Math.sin(7 * angle)],
        [Math.cos(angle + 6 / count), Math.sin(angle + 6 / count), 0.05 * Math.cos(5 * angle)],
      ];
    }),
  );
}

/** Triangles a hundred to a million times as long as wide, in all directions. */
function needles(count: number, random: SeededRandom = seeded(count)): Mesh {
  return soup(
    times(count, () => {
      const [x, y, z] = randomPose(random, 0.5).position;
      const [u, v, w] = randomPose(random, 1).position;
      const width = 10 ** randomBetween(random, -6, -2);
      return [
        [x, y, z],
        [x + u, y + v, z + w],
        [x + u, y + v + width, z + w],
      ];
    }),
  );
}

/** Loose triangles. */
function looseTriangles(count: number, size: number, random: SeededRandom = seeded(count)): Mesh {
  return soup(
    times(count, () => {
      const [x, y, z] = randomPose(random, 0.7).position;
      return times3(LOPSIDED, () => {
        const [u, v, w] = randomPose(random, size).position;
        return [x + u, y + v, z + w];
      });
    }),
  );
}

/** The same body several times over, at one position. */
export function copies(mesh: Mesh, count: number): Mesh {
  return union(...times(count, () => unwelded(mesh)));
}

/** A box with a hollow in it. */
function hollowBox(): Mesh {
  const outer = box({ size: [2, 2, 2] });
  return union(outer, inverted(scaled(outer, 0.75)));
}

export const UGLY_MESHES = {
  'ball of 80': () => icosphere({ subdivisions: 1, radius: 1 }),
  'ball of 320': () => icosphere({ subdivisions: 2, radius: 1 }),
  'ball of 1,280': () => icosphere({ subdivisions: 3, radius: 1 }),
  box: () => box(),
  plate: () => box({ size: [1.5, 1.5, 1e-4] }),
  rod: () => box({ size: [3, 1e-3, 1e-3] }),
  hollow: hollowBox,
  L: lShape,
  U: uShape,
  gear: () => gear(),
  star: () => starShape(),
  torus: () => torus({ majorSegments: 24, minorSegments: 12 }),
  knot: () => torusKnot({ triangles: 1500 }),
  'random solid': () => randomSolid(),
  'coincident triangles': () => coincidentTriangles(300),
  'nearly coincident triangles': () => nearlyCoincidentTriangles(300, 1e-9),
  'nested triangles': () => nestedTriangles(300),
  'concentric triangles': () => concentricTriangles(150),
  fan: () => fan(200),
  needles: () => needles(100),
  'loose triangles': () => looseTriangles(300, 0.1),
  'large loose triangles': () => looseTriangles(60, 0.7),
  'box eight times': () => copies(box(), 8),
  'ball three times': () => copies(icosphere({ subdivisions: 2, radius: 1 }), 3),
} as const satisfies Record<string, () => Mesh>;

export type UglyMesh = keyof typeof UGLY_MESHES;
export const UGLY_MESH_NAMES = Object.keys(UGLY_MESHES) as UglyMesh[];

const built = new Map<UglyMesh, Model>();

/** One model a name, so that what is prepared for one query is there for the next. */
export function uglyModel(name: UglyMesh): Model {
  let model = built.get(name);
  if (model === undefined) {
    model = Model.build(UGLY_MESHES[name]());
    built.set(name, model);
  }
  return model;
}
