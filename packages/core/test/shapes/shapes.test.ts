import { orient3d } from 'robust-predicates';
import { describe, expect, test } from 'vitest';
import * as shapes from '../../src/entries/shapes.ts';
import { NearmissError } from '../../src/error.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { circle } from '../../src/shapes/circle.ts';
import { MAX_TRIANGLES } from '../../src/shapes/parameters.ts';

const {
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
  shapeNames,
  spoon,
  starShape,
  torus,
  torusKnot,
  uShape,
  uvSphere,
} = shapes;

// ---- Facts about a mesh, computed here anew ----

function corner(mesh: Mesh, triangle: number, k: number): [number, number, number] {
  const at = 3 * mesh.triangles[3 * triangle + k];
  return [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]];
}

function volume(mesh: Mesh): number {
  let six = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [a, b, c] = [corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)];
    six += a[0] * (b[1] * c[2] - b[2] * c[1]);
    six += a[1] * (b[2] * c[0] - b[0] * c[2]);
    six += a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}

function bounds(mesh: Mesh): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  mesh.positions.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3], value);
    max[i % 3] = Math.max(max[i % 3], value);
  });
  return { min, max };
}

/** Vertices with a pair of corners that no chain of faces about the vertex joins: pinches. */
function pinchedVertices(mesh: Mesh): number {
  const next = new Map<number, number>();
  const facesAt = new Uint32Array(mesh.vertexCount);
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      const v = mesh.triangles[3 * t + k];
      facesAt[v]++;
      next.set(v * mesh.vertexCount + mesh.triangles[3 * t + ((k + 1) % 3)], mesh.triangles[3 * t + ((k + 2) % 3)]);
    }
  }
  const start = new Int32Array(mesh.vertexCount).fill(-1);
  for (const key of next.keys()) start[Math.floor(key / mesh.vertexCount)] = key % mesh.vertexCount;
  let pinched = 0;
  for (let v = 0; v < mesh.vertexCount; v++) {
    let around = 0;
    let w: number | undefined = start[v];
    do {
      w = next.get(v * mesh.vertexCount + (w ?? -1));
      around++;
    } while (w !== undefined && w !== start[v] && around <= facesAt[v]);
    if (around !== facesAt[v]) pinched++;
  }
  return pinched;
}

function components(mesh: Mesh): number {
  const parent = Int32Array.from({ length: mesh.vertexCount }, (_, i) => i);
  const root = (v: number): number => {
    let r = v;
    while (parent[r] !== r) {
      parent[r] = parent[parent[r]];
      r = parent[r];
    }
    return r;
  };
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    parent[root(mesh.triangles[t])] = root(mesh.triangles[t + 1]);
    parent[root(mesh.triangles[t + 1])] = root(mesh.triangles[t + 2]);
  }
  return new Set(parent.map((v) => root(v))).size;
}

/** Everything a generated solid promises. Returns its genus. */
function expectSolid(mesh: Mesh): number {
  const v = mesh.vertexCount;
  const edges = new Set<number>();
  let repeatedEdges = 0;
  let zeroAreas = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      const edge = mesh.triangles[3 * t + k] * v + mesh.triangles[3 * t + ((k + 1) % 3)];
      if (edges.has(edge)) repeatedEdges++;
      edges.add(edge);
    }
    const [a, b, c] = [corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)];
    const u = b.map((x, i) => x - a[i]);
    const w = c.map((x, i) => x - a[i]);
    const area = Math.hypot(u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]);
    if (!(area > 0)) zeroAreas++;
  }
  let unmatchedEdges = 0;
  for (const edge of edges) if (!edges.has((edge % v) * v + Math.floor(edge / v))) unmatchedEdges++;
  const slots = new Set<string>();
  for (let at = 0; at < mesh.positions.length; at += 3) slots.add(mesh.positions.subarray(at, at + 3).join());

  expect({ repeatedEdges, unmatchedEdges, zeroAreas }).toEqual({ repeatedEdges: 0, unmatchedEdges: 0, zeroAreas: 0 });
  expect(slots.size).toBe(v); // welded
  expect(new Set(mesh.triangles).size).toBe(v); // and every vertex in use
  expect(mesh.positions.every(Number.isFinite)).toBe(true);
  expect(pinchedVertices(mesh)).toBe(0);
  expect(components(mesh)).toBe(1);
  expect(volume(mesh)).toBeGreaterThan(0);
  const euler = v - edges.size / 2 + mesh.triangleCount;
  return (2 - euler) / 2;
}

/** Pairs of triangles of which an edge of one passes through the inside of the other; signs are exact. */
function selfCrossings(mesh: Mesh): number {
  const { triangles, triangleCount } = mesh;
  const boxes = new Float64Array(6 * triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const values = [0, 1, 2].map((k) => corner(mesh, t, k)[axis]);
      boxes[6 * t + axis] = Math.min(...values);
      boxes[6 * t + 3 + axis] = Math.max(...values);
    }
  }
  const extents = bounds(mesh);
  const sizes = extents.max.map((x, i) => x - extents.min[i]);
  const longest = sizes.indexOf(Math.max(...sizes));
  const order = Array.from({ length: triangleCount }, (_, t) => t);
  order.sort((s, t) => boxes[6 * s + longest] - boxes[6 * t + longest]);

  const passes = (s: number, t: number): boolean => {
    const abc = [0, 1, 2].map((k) => triangles[3 * t + k]);
    for (let k = 0; k < 3; k++) {
      const p = triangles[3 * s + k];
      const q = triangles[3 * s + ((k + 1) % 3)];
      if (abc.includes(p) || abc.includes(q)) continue;
      const side = (w: number, x: number, y: number, z: number): number =>
        Math.sign(orient3d(...vertexAt(mesh, w), ...vertexAt(mesh, x), ...vertexAt(mesh, y), ...vertexAt(mesh, z)));
      const [a, b, c] = abc;
      if (side(a, b, c, p) * side(a, b, c, q) >= 0) continue;
      const turn = side(p, q, a, b);
      if (turn !== 0 && side(p, q, b, c) === turn && side(p, q, c, a) === turn) return true;
    }
    return false;
  };
  let crossings = 0;
  for (let i = 0; i < triangleCount; i++) {
    const s = order[i];
    for (let j = i + 1; j < triangleCount; j++) {
      const t = order[j];
      if (boxes[6 * t + longest] > boxes[6 * s + 3 + longest]) break;
      let apart = false;
      for (let axis = 0; axis < 3; axis++) {
        apart ||= boxes[6 * t + axis] > boxes[6 * s + 3 + axis] || boxes[6 * s + axis] > boxes[6 * t + 3 + axis];
      }
      if (!apart && (passes(s, t) || passes(t, s))) crossings++;
    }
  }
  return crossings;
}

function vertexAt(mesh: Mesh, vertex: number): [number, number, number] {
  return [mesh.positions[3 * vertex], mesh.positions[3 * vertex + 1], mesh.positions[3 * vertex + 2]];
}

function expectRefused(make: () => unknown, ...mentions: string[]): void {
  let error: unknown;
  try {
    make();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(NearmissError);
  if (!(error instanceof NearmissError)) return;
  expect(error.code).toBe('shape/bad-parameter');
  for (const mention of mentions) expect(error.message).toContain(mention);
}

function expectBounds(mesh: Mesh, min: number[], max: number[], digits = 12): void {
  const actual = bounds(mesh);
  for (let axis = 0; axis < 3; axis++) {
    expect(actual.min[axis]).toBeCloseTo(min[axis], digits);
    expect(actual.max[axis]).toBeCloseTo(max[axis], digits);
  }
}

/** Area of a regular polygon of n corners on the unit circle. */
const regular = (n: number): number => (n / 2) * Math.sin((2 * Math.PI) / n);

function expectRelative(actual: number, expected: number, error = 1e-12): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(error * Math.abs(expected));
}

// ---- The helper that finds crossings, put to work ----

test('the crossing count used below sees a crossing and lets touching neighbours pass', () => {
  expect(selfCrossings(box({ segments: 3 }))).toBe(0);
  const sphere = icosphere({ subdivisions: 1 });
  sphere.positions[0] *= -3;
  sphere.positions[1] *= -3;
  sphere.positions[2] *= -3;
  expect(selfCrossings(sphere)).toBeGreaterThan(0);
});

// ---- What every shape promises ----

const GENUS: Readonly<Record<string, number>> = {
  cup: 1,
  'distorted-torus': 1,
  gear: 1,
  grate: 16,
  ring: 1,
  torus: 1,
  'torus-knot': 1,
};

describe.each(shapeNames)('%s by default', (name) => {
  const mesh = makeShape(name);

  test('is one closed, oriented, welded surface of the expected genus, about as large as 1', () => {
    expect(expectSolid(mesh)).toBe(GENUS[name] ?? 0);
    const { min, max } = bounds(mesh);
    const sizes = max.map((x, i) => x - min[i]);
    expect(Math.max(...sizes)).toBeGreaterThan(0.7);
    expect(Math.max(...sizes)).toBeLessThan(1.3);
  });

  test('does not cross itself', () => {
    expect(selfCrossings(mesh)).toBe(0);
  });

  test('is the same every time', () => {
    const again = makeShape(`${name}()`);
    expect(again.positions).toEqual(mesh.positions);
    expect(again.triangles).toEqual(mesh.triangles);
  });
});

// ---- Each shape ----

describe('circle', () => {
  test.each([3, 4, 5, 8, 12, 17, 64])('%i points are exactly symmetric and on the unit circle', (n) => {
    const table = circle(n);
    for (let i = 0; i < n; i++) {
      expect(table[2 * i]).toBeCloseTo(Math.cos((2 * Math.PI * i) / n), 14);
      expect(table[2 * i + 1]).toBeCloseTo(Math.sin((2 * Math.PI * i) / n), 14);
      const mirrored = (n - i) % n;
      expect(table[2 * mirrored]).toBe(table[2 * i]);
      expect(table[2 * mirrored + 1] + table[2 * i + 1]).toBe(0);
      // A mesh must not carry −0: equal vertices would print differently.
      expect(Object.is(table[2 * i], -0) || Object.is(table[2 * i + 1], -0)).toBe(false);
    }
  });
});

describe('box and plate', () => {
  test.each([1, 2, 3, 7])('%i segments a side', (segments) => {
    const mesh = box({ size: [1, 2, 4], segments });
    expect(expectSolid(mesh)).toBe(0);
    expect(mesh.triangleCount).toBe(12 * segments * segments);
    expect(mesh.vertexCount).toBe(6 * segments * segments + 2);
    expectRelative(volume(mesh), 8, 1e-15 * segments ** 2);
    expectBounds(mesh, [-0.5, -1, -2], [0.5, 1, 2], 20);
  });

  test('the unit box has volume 1 to the last bit', () => {
    expect(volume(box())).toBe(1);
    expect(volume(box({ size: [1, 2, 3] }))).toBe(6);
    expect(box().triangleCount).toBe(12);
  });

  test('a plate is a thin box', () => {
    expectBounds(plate(), [-0.5, -0.5, -0.01], [0.5, 0.5, 0.01], 20);
    expect(plate({ size: [2, 3, 0.5] }).positions).toEqual(box({ size: [2, 3, 0.5] }).positions);
  });
});

describe('icosphere', () => {
  const exact = (4 / 3) * Math.PI * 0.125;

  test.each([0, 1, 2, 3, 4])('%i subdivisions', (subdivisions) => {
    const mesh = icosphere({ subdivisions });
    expect(expectSolid(mesh)).toBe(0);
    expect(mesh.triangleCount).toBe(20 * 4 ** subdivisions);
    for (let v = 0; v < mesh.vertexCount; v++) expect(Math.hypot(...vertexAt(mesh, v))).toBeCloseTo(0.5, 14);
  });

  test('the volume grows to that of the ball, the error falling by four each time', () => {
    const errors = [2, 3, 4, 5].map((subdivisions) => exact - volume(icosphere({ subdivisions })));
    for (let i = 1; i < errors.length; i++) {
      expect(errors[i]).toBeGreaterThan(0);
      expect(errors[i - 1] / errors[i]).toBeGreaterThan(3.7);
      expect(errors[i - 1] / errors[i]).toBeLessThan(4.3);
    }
  });

  test('the largest has 1,310,720 triangles', () => {
    expect(icosphere({ subdivisions: 8 }).triangleCount).toBe(1_310_720);
  });
});

describe('uv-sphere', () => {
  test.each([
    [3, 2],
    [4, 2],
    [7, 5],
    [64, 32],
  ])('%i slices, %i stacks', (slices, stacks) => {
    const mesh = uvSphere({ radius: 2, slices, stacks });
    expect(expectSolid(mesh)).toBe(0);
    expect(mesh.triangleCount).toBe(2 * slices * (stacks - 1));
    for (let v = 0; v < mesh.vertexCount; v++) expect(Math.hypot(...vertexAt(mesh, v))).toBeCloseTo(2, 14);
  });

  test.each([8, 24, 80, 224, 528, 960, 2208, 3968])('%i faces on request', (faces) => {
    const mesh = uvSphere({ faces });
    expect(mesh.triangleCount).toBe(faces);
    expect(expectSolid(mesh)).toBe(0);
  });

  test('8 faces are the octahedron and 3,968 are 64 slices by 32 stacks', () => {
    expect(uvSphere({ faces: 8 }).positions).toEqual(uvSphere({ slices: 4, stacks: 2 }).positions);
    expect(volume(uvSphere({ faces: 8 }))).toBe(1 / 6);
    expect(uvSphere({ faces: 3968 }).positions).toEqual(uvSphere({ slices: 64, stacks: 32 }).positions);
    expectBounds(uvSphere({ faces: 3968 }), [-0.5, -0.5, -0.5], [0.5, 0.5, 0.5], 20);
    expectRelative(volume(uvSphere({ faces: 3968 })), (4 / 3) * Math.PI * 0.125, 0.01);
  });
});

describe('torus', () => {
  test.each([
    [1, 0.3, 3, 3],
    [2, 1.9, 12, 5],
    [0.5, 0.01, 64, 16],
  ])('radii %f and %f, %i × %i', (majorRadius, minorRadius, majorSegments, minorSegments) => {
    const mesh = torus({ majorRadius, minorRadius, majorSegments, minorSegments });
    expect(expectSolid(mesh)).toBe(1);
    expect(mesh.triangleCount).toBe(2 * majorSegments * minorSegments);
    // Pappus: the section's area times the method of its middle, the circle being a polygon here.
    const section = regular(minorSegments) * minorRadius ** 2;
    expectRelative(volume(mesh), 2 * regular(majorSegments) * majorRadius * section);
  });

  test('the default fits the unit square', () => {
    expectBounds(torus(), [-0.5, -0.5, -0.15], [0.5, 0.5, 0.15], 15);
    expectRelative(volume(torus()), 2 * Math.PI ** 2 * 0.35 * 0.15 ** 2, 0.02);
  });
});

describe('distorted torus', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i stays embedded and near its sizes', (seed) => {
    const mesh = distortedTorus({ seed, distortion: 0.4, majorSegments: 48, minorSegments: 16 });
    expect(expectSolid(mesh)).toBe(1);
    expect(mesh.triangleCount).toBe(2 * 48 * 16);
    expect(selfCrossings(mesh)).toBe(0);
    const reach = 0.33 * (1 + 0.4 / 3) + 0.1 * 1.4;
    for (let v = 0; v < mesh.vertexCount; v++) {
      const [x, y, z] = vertexAt(mesh, v);
      expect(Math.hypot(x, y)).toBeLessThanOrEqual(reach);
      expect(Math.abs(z)).toBeLessThanOrEqual(0.33 * (0.4 / 3) + 0.14);
    }
  });

  test('the seed decides, and no distortion leaves a torus', () => {
    const first = distortedTorus({ seed: 7 });
    expect(distortedTorus({ seed: 7 }).positions).toEqual(first.positions);
    expect(distortedTorus({ seed: 8 }).positions).not.toEqual(first.positions);
    const plain = distortedTorus({ distortion: 0, majorSegments: 40, minorSegments: 20 });
    expectRelative(volume(plain), 2 * regular(40) * 0.33 * regular(20) * 0.01);
    expect(volume(first)).not.toBeCloseTo(volume(distortedTorus({ distortion: 0 })), 3);
  });
});

describe('torus knot', () => {
  test.each([2880, 11_520, 34_560])('%i triangles', (triangles) => {
    const mesh = torusKnot({ triangles });
    expect(mesh.triangleCount).toBe(triangles);
    expect(expectSolid(mesh)).toBe(1);
    // Three lobes, the first on the x axis, all within the carrying torus made thicker by the tube.
    const { min, max } = bounds(mesh);
    expect(max[0]).toBeCloseTo(0.5, 14);
    expect(max[2]).toBeGreaterThan(0.19);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const [x, y, z] = vertexAt(mesh, v);
      expect(Math.hypot(Math.hypot(x, y) - 0.3, z)).toBeLessThan(0.2 + 1e-12);
    }
    expect(min[2]).toBeCloseTo(-max[2], 12);
  });

  test.each([
    [2, 3, 1440],
    [3, 2, 1440],
    [2, 5, 2880],
    [5, 2, 2880],
    [3, 5, 5760],
    [1, 1, 720],
    [1, 4, 1440],
    [7, 3, 11_520],
  ])('(%i, %i) with %i triangles does not cross itself', (p, q, triangles) => {
    const mesh = torusKnot({ p, q, triangles, tubeRadius: 0.03 });
    expect(mesh.triangleCount).toBe(triangles);
    expect(expectSolid(mesh)).toBe(1);
    expect(selfCrossings(mesh)).toBe(0);
  });

  test('the volume tends to the length of the knot times the section', () => {
    let length = 0;
    const steps = 100_000;
    for (let i = 0; i < steps; i++) {
      const s = (2 * Math.PI * i) / steps;
      length += (Math.hypot(2 * (0.3 + 0.135 * Math.cos(3 * s)), 3 * 0.135) * 2 * Math.PI) / steps;
    }
    const exact = length * Math.PI * 0.065 ** 2;
    const errors = [2880, 11_520, 46_080].map((triangles) => exact - volume(torusKnot({ triangles })));
    for (let i = 0; i < errors.length; i++) {
      expect(errors[i]).toBeGreaterThan(0);
      expect(errors[i]).toBeLessThan((0.06 * exact) / 4 ** i);
    }
    expect(errors[1] / errors[2]).toBeGreaterThan(3.7);
    expect(errors[1] / errors[2]).toBeLessThan(4.3);
  });

  test('the default stays clear of itself: far parts of the middle line are more than two radii apart', () => {
    const n = 720;
    const at = (i: number): number[] => {
      const s = (2 * Math.PI * i) / n;
      const r = 0.3 + 0.135 * Math.cos(3 * s);
      return [r * Math.cos(2 * s), r * Math.sin(2 * s), 0.135 * Math.sin(3 * s)];
    };
    let nearest = Infinity;
    for (let i = 0; i < n; i++) {
      for (let j = i + n / 6; j < i + n - n / 6; j++) {
        const [a, b] = [at(i), at(j)];
        nearest = Math.min(nearest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      }
    }
    expect(nearest).toBeGreaterThan(2 * 0.065);
    expect(nearest).toBeLessThan(3 * 2 * 0.065); // or the samples compared were not the near ones
  });
});

describe('ring', () => {
  test.each([
    [3, 1],
    [16, 2],
    [128, 10],
  ])('%i slices, %i parts a side', (slices, sideSegments) => {
    const mesh = ring({ outerRadius: 2, innerRadius: 0.5, height: 3, slices, sideSegments });
    expect(expectSolid(mesh)).toBe(1);
    expect(mesh.triangleCount).toBe(8 * slices * sideSegments);
    expectRelative(volume(mesh), regular(slices) * (4 - 0.25) * 3);
  });

  test('about ten thousand triangles by default', () => {
    expect(ring().triangleCount).toBe(10_240);
    expectBounds(ring(), [-0.5, -0.5, -0.05], [0.5, 0.5, 0.05], 15);
  });
});

describe('cup', () => {
  /** Between two radii over a height, for a regular polygon of area `regular`. */
  const frustum = (a: number, b: number, height: number): number => (height / 3) * (a * a + a * b + b * b);

  test.each([
    [16, 8],
    [24, 12],
    [64, 24],
    [150, 60],
  ])('%i slices, %i rings, with a handle: genus 1', (slices, rings) => {
    const mesh = cup({ slices, rings });
    expect(expectSolid(mesh)).toBe(1);
    expect(selfCrossings(mesh)).toBe(0);
    expectBounds(mesh, [-0.4, -0.4, -0.45], [bounds(mesh).max[0], 0.4, 0.45], slices % 4 === 0 ? 12 : 2);
    expect(volume(mesh)).toBeGreaterThan(volume(cup({ slices, rings, handle: 0 })));
  });

  test('the handle stands out as far as asked', () => {
    const outer = 0.32 + 0.08 * (13 / 24); // the wall's radius halfway between the joints, rings 7 and 19 of 24
    const reach = bounds(cup()).max[0] - outer;
    expect(reach).toBeGreaterThan(0.25);
    expect(reach).toBeLessThan(0.25 + 0.9 / 24);
  });

  test.each([
    [3, 1, 0.4, 0.3],
    [32, 5, 0.2, 0.9],
    [64, 24, 0.4, 0.4],
  ])('%i slices, %i rings, without a handle', (slices, rings, topRadius, bottomRadius) => {
    const mesh = cup({ slices, rings, topRadius, bottomRadius, handle: 0, height: 1, wall: 0.1 });
    expect(expectSolid(mesh)).toBe(0);
    expect(selfCrossings(mesh)).toBe(0);
    expect(mesh.triangleCount).toBe(4 * slices * (rings + 1));
    const inside = bottomRadius + 0.1 * (topRadius - bottomRadius) - 0.1;
    const solid = frustum(bottomRadius, topRadius, 1) - frustum(inside, topRadius - 0.1, 0.9);
    expectRelative(volume(mesh), regular(slices) * solid);
  });

  test('a handle that does not fit is refused', () => {
    expectRefused(() => cup({ handle: 0.01 }), 'handle', 'wall');
    expectRefused(() => cup({ handle: 20 }), 'handle');
    expectRefused(() => cup({ slices: 15 }), 'slices');
    expectRefused(() => cup({ rings: 7 }), 'rings');
  });

  test('every handle that is accepted is free of crossings', () => {
    const random = seededRandom(5);
    let made = 0;
    for (let i = 0; i < 40; i++) {
      const options = {
        handle: 0.02 + 0.5 * random(),
        topRadius: 0.2 + 0.4 * random(),
        bottomRadius: 0.2 + 0.4 * random(),
        height: 0.3 + random(),
        slices: 16 + Math.floor(20 * random()),
        rings: 8 + Math.floor(8 * random()),
      };
      let mesh: Mesh;
      try {
        mesh = cup(options);
      } catch (error) {
        expect(error).toBeInstanceOf(NearmissError);
        continue;
      }
      made++;
      expect(selfCrossings(mesh)).toBe(0);
    }
    expect(made).toBeGreaterThan(20);
    expect(made).toBeLessThan(40);
  });
});

describe('spoon', () => {
  test.each([
    [8, 4],
    [20, 10],
    [64, 32],
  ])('%i rings of %i', (rings, sides) => {
    const mesh = spoon({ rings, sides });
    expect(expectSolid(mesh)).toBe(0);
    expect(mesh.triangleCount).toBe(2 * rings * sides);
    expectBounds(mesh, [-0.5, -bounds(mesh).max[1], -bounds(mesh).max[2]], [0.5, 0.11, bounds(mesh).max[2]], 2);
  });

  test('however thin, its two sides keep apart, and its volume is in proportion', () => {
    const thick = spoon({ rings: 24, sides: 12, thickness: 0.1, bowlDepth: 0.2 });
    const thin = spoon({ rings: 24, sides: 12, thickness: 1e-6, bowlDepth: 0.2 });
    expect(selfCrossings(thick)).toBe(0);
    expect(selfCrossings(thin)).toBe(0);
    expectRelative(volume(thin), volume(thick) * 1e-5, 1e-8);
  });

  test('the bowl is hollow', () => {
    const flat = bounds(spoon({ bowlDepth: 0, rise: 0 }));
    const deep = bounds(spoon({ bowlDepth: 0.07, rise: 0 }));
    expect(flat.max[2] - flat.min[2]).toBeCloseTo(0.025, 12);
    expect(deep.max[2] - deep.min[2]).toBeCloseTo(0.025 + 0.07, 2);
  });
});

describe('golf club', () => {
  test.each([
    [16, 3],
    [33, 8],
    [128, 32],
  ])('%i rings of %i', (rings, sides) => {
    const mesh = golfClub({ rings, sides });
    expect(expectSolid(mesh)).toBe(0);
    expect(mesh.triangleCount).toBe(2 * rings * sides);
    expect(selfCrossings(mesh)).toBe(0);
  });

  test('its bounding box: grip to sole, grip to toe', () => {
    const { min, max } = bounds(golfClub({ rings: 400, sides: 64 }));
    expect(max[2] - min[2]).toBeCloseTo(1 + 0.035, 4);
    expect(max[0] - min[0]).toBeCloseTo(1.4 * 0.012 + 0.03 + 0.12, 6);
    expect(max[1] - min[1]).toBeCloseTo(0.035, 4);
    for (let axis = 0; axis < 3; axis++) expect(min[axis]).toBeCloseTo(-max[axis], 14);
  });

  test('a tight bend and a high head still do not cross', () => {
    expect(selfCrossings(golfClub({ bendRadius: 0.017, headHeight: 2.2, rings: 48, sides: 12 }))).toBe(0);
  });
});

describe('grate', () => {
  test.each([
    [1, 1],
    [3, 2],
    [1, 6],
    [5, 5],
  ])('%i × %i holes', (nx, ny) => {
    const mesh = grate({ size: [2, 1, 0.25], holes: [nx, ny], bar: 0.0625 });
    expect(expectSolid(mesh)).toBe(nx * ny);
    const open = (2 - (nx + 1) * 0.0625) * (1 - (ny + 1) * 0.0625);
    expectRelative(volume(mesh), (2 - open) * 0.25);
    expectBounds(mesh, [-1, -0.5, -0.125], [1, 0.5, 0.125], 15);
    const columns = 2 * nx + 1;
    const rows = 2 * ny + 1;
    expect(mesh.triangleCount).toBe(4 * (columns * rows - nx * ny) + 4 * (columns + rows) + 8 * nx * ny);
  });
});

describe('pillar', () => {
  test.each([
    [3, 1],
    [40, 6],
  ])('plain: %i slices, %i rings', (slices, rings) => {
    const mesh = pillar({ flutes: 0, slices, rings });
    expect(expectSolid(mesh)).toBe(0);
    expect(mesh.triangleCount).toBe(2 * slices * (rings + 7));
    const part = (a: number, b: number, height: number): number => (height / 3) * (a * a + a * b + b * b);
    const base = part(0.17, 0.17, 0.048) + part(0.17, 0.14, 0.032);
    const capital = part(0.15, 0.15, 0.048) + part(0.15, 0.12, 0.032);
    expectRelative(volume(mesh), regular(slices) * (base + part(0.11, 0.09, 0.84) + capital));
  });

  test('fluted: grooves take volume from the shaft alone', () => {
    const fluted = pillar({ flutes: 12, slices: 96 });
    expect(expectSolid(fluted)).toBe(0);
    expect(volume(fluted)).toBeLessThan(volume(pillar({ flutes: 0 })));
    expect(volume(fluted)).toBeGreaterThan(0.8 * volume(pillar({ flutes: 0 })));
    expectBounds(fluted, [-0.17, -0.17, -0.5], [0.17, 0.17, 0.5], 15);
  });
});

describe('gear', () => {
  /** Area of the polygon with the given corners (angle, radius) in order. */
  const polarArea = (corners: readonly (readonly [number, number])[]): number => {
    let twice = 0;
    corners.forEach(([angle, radius], i) => {
      const [nextAngle, nextRadius] = corners[(i + 1) % corners.length];
      twice += radius * nextRadius * Math.sin(nextAngle - angle);
    });
    return twice / 2;
  };
  const outline = (teeth: number, tip: number, root: number): (readonly [number, number])[] =>
    Array.from({ length: teeth }, (_, tooth) =>
      [-0.35, -0.18, 0.18, 0.35].map(
        (share, i) => [(2 * Math.PI * (tooth + share)) / teeth, i === 1 || i === 2 ? tip : root] as const,
      ),
    ).flat();

  test.each([3, 7, 16, 60])('%i teeth, with and without a hole', (teeth) => {
    const disc = gear({ teeth, holeRadius: 0 });
    expect(expectSolid(disc)).toBe(0);
    expect(selfCrossings(disc)).toBe(0);
    expect(disc.triangleCount).toBe(16 * teeth);
    expectRelative(volume(disc), 0.2 * polarArea(outline(teeth, 0.5, 0.4)));

    const holed = gear({ teeth, holeRadius: 0.25 });
    expect(expectSolid(holed)).toBe(1);
    expect(selfCrossings(holed)).toBe(0);
    expect(holed.triangleCount).toBe(32 * teeth);
    const hole = polarArea(outline(teeth, 0.25, 0.25));
    expectRelative(volume(holed), 0.2 * (polarArea(outline(teeth, 0.5, 0.4)) - hole));
    expectBounds(holed, [bounds(disc).min[0], bounds(disc).min[1], -0.1], [...bounds(disc).max.slice(0, 2), 0.1]);
  });
});

describe('prisms', () => {
  test('L, U and star: volumes, counts and boxes', () => {
    const l = lShape({ size: [2, 3, 0.5], arm: 0.25 });
    expect(expectSolid(l)).toBe(0);
    expect(l.triangleCount).toBe(20);
    expectRelative(volume(l), 0.5 * (2 * 0.25 + 2.75 * 0.25));
    expectBounds(l, [-1, -1.5, -0.25], [1, 1.5, 0.25], 20);

    const u = uShape({ size: [2, 3, 0.5], arm: 0.25 });
    expect(expectSolid(u)).toBe(0);
    expect(u.triangleCount).toBe(28);
    expectRelative(volume(u), 0.5 * (2 * 0.25 + 2 * 2.75 * 0.25));
    expectBounds(u, [-1, -1.5, -0.25], [1, 1.5, 0.25], 20);
  });

  test.each([3, 5, 12, 200])('a star of %i points', (points) => {
    const star = starShape({ points });
    expect(expectSolid(star)).toBe(0);
    expect(star.triangleCount).toBe(8 * points - 4);
    expectRelative(volume(star), 0.2 * points * 0.5 * 0.2 * Math.sin(Math.PI / points));
  });

  test('an outline may run in either direction and have corners in the middle of its sides', () => {
    const outline = [0, 0, 1, 0, 2, 0, 2, 1, 2, 2, 1, 2, 1, 1, 0, 1, 0, 0.5];
    const clockwise: number[] = [];
    for (let i = outline.length - 2; i >= 0; i -= 2) clockwise.push(outline[i], outline[i + 1]);
    for (const direction of [outline, clockwise]) {
      const mesh = prism({ outline: direction, height: 2 });
      expect(expectSolid(mesh)).toBe(0);
      expect(mesh.triangleCount).toBe(4 * 9 - 4);
      expect(volume(mesh)).toBe(6);
      expectBounds(mesh, [0, 0, -1], [2, 2, 1], 20);
    }
  });

  test('random outlines: the caps are the polygon, no less and no more', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 60; round++) {
      // Star-shaped from a point, then sheared into something longer: always simple, mostly far from convex.
      const n = 3 + Math.floor(40 * random());
      const outline: number[] = [];
      let twice = 0;
      for (let i = 0; i < n; i++) {
        const angle = (2 * Math.PI * (i + 0.8 * random())) / n;
        const radius = 0.1 + random() ** 2;
        const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
        outline.push(x + 3 * y, y);
      }
      for (let i = 0; i < n; i++) {
        const j = (i + 1) % n;
        twice += outline[2 * i] * outline[2 * j + 1] - outline[2 * j] * outline[2 * i + 1];
      }
      if (n < 5) continue; // with so few corners the point may lie outside
      const mesh = prism({ outline, height: 1 });
      expect(expectSolid(mesh)).toBe(0);
      expectRelative(volume(mesh), twice / 2, 1e-11);
      // No cap triangle is upside down, so equal area means no overlap.
      for (let t = 0; t < mesh.triangleCount; t++) {
        const [a, b, c] = [corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)];
        if (a[2] !== b[2] || b[2] !== c[2]) continue;
        const cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        expect(Math.sign(cross)).toBe(Math.sign(a[2]));
      }
    }
  });

  test.each([
    ['crossing sides', [0, 0, 1, 1, 1, 0, 0, 1]],
    ['a corner on a side', [0, 0, 2, 0, 2, 2, 1, 0, 0, 2]],
    ['a corner twice', [0, 0, 1, 0, 1, 1, 1, 0, 2, 0, 2, 3, 0, 3]],
    ['a side there and back', [0, 0, 2, 0, 1, 0, 1, 1]],
    ['no area', [0, 0, 1, 0, 2, 0]],
    ['equal neighbours', [0, 0, 1, 0, 1, 0, 0, 1]],
    ['two corners', [0, 0, 1, 1]],
    ['half a corner', [0, 0, 1, 0, 1, 1, 2]],
    ['no corners', []],
  ])('an outline with %s is refused', (_, outline) => {
    expectRefused(() => prism({ outline }), 'outline');
  });
});

describe('random solid', () => {
  test.each([20, 80, 500, 1280, 5120])('%i triangles', (triangles) => {
    const mesh = randomSolid({ triangles, seed: 3 });
    expect(mesh.triangleCount).toBe(triangles);
    expect(expectSolid(mesh)).toBe(0);
  });

  test.each([1, 2, 3, 4])('seed %i: not convex, star-shaped, no crossings, the radii asked for', (seed) => {
    const mesh = randomSolid({ seed, radius: 1, roughness: 0.6, triangles: 500 });
    expect(selfCrossings(mesh)).toBe(0);
    const radii = Array.from({ length: mesh.vertexCount }, (_, v) => Math.hypot(...vertexAt(mesh, v)));
    expect(Math.min(...radii)).toBeCloseTo(0.4, 12);
    expect(Math.max(...radii)).toBeCloseTo(1.6, 12);
    let reflex = 0;
    for (let t = 0; t < mesh.triangleCount; t++) {
      const [a, b, c] = [corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)];
      expect(orient3d(...a, ...b, ...c, 0, 0, 0)).toBeGreaterThan(0); // every face tests away from the origin
      for (let v = 0; v < mesh.vertexCount; v++) if (orient3d(...a, ...b, ...c, ...vertexAt(mesh, v)) < 0) reflex++;
    }
    expect(reflex).toBeGreaterThan(0);
  });

  test('the seed decides; smooth is a sphere', () => {
    const first = randomSolid({ seed: 7 });
    expect(randomSolid({ seed: 7 }).positions).toEqual(first.positions);
    expect(randomSolid({ seed: 7 }).triangles).toEqual(first.triangles);
    expect(randomSolid({ seed: 8 }).positions).not.toEqual(first.positions);
    expect(randomSolid({ roughness: 0, radius: 0.5 }).positions).toEqual(icosphere({ subdivisions: 3 }).positions);
  });
});

// ---- Refusals ----

describe('bad parameters', () => {
  /** Every parameter of every shape, with its default. */
  const parameters: [string, string, number | readonly number[]][] = Object.entries(shapes).flatMap(([key, value]) =>
    key.endsWith('_DEFAULTS')
      ? Object.entries(value).map(([parameter, usual]): [string, string, number | readonly number[]] => [
          key.slice(0, -'_DEFAULTS'.length).toLowerCase().replaceAll('_', '-'),
          parameter,
          usual,
        ])
      : [],
  );
  const makers = new Map<string, (options: object) => Mesh>();
  for (const [key, value] of Object.entries(shapes)) {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === 'function' && shapeNames.includes(name)) makers.set(name, value as (options: object) => Mesh);
  }
  const make = (name: string, options: object): Mesh | undefined => makers.get(name)?.(options);

  test('every shape has documented, frozen defaults', () => {
    expect([...makers.keys()].sort()).toEqual([...shapeNames].sort());
    expect([...new Set(parameters.map(([name]) => name))].sort()).toEqual([...shapeNames].sort());
    for (const [key, value] of Object.entries(shapes))
      if (key.endsWith('_DEFAULTS')) expect(Object.isFrozen(value)).toBe(true);
  });

  test.each(parameters)('%s: %s must be finite and of its kind; undefined is the default', (name, parameter, usual) => {
    const list = Array.isArray(usual);
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      expectRefused(() => make(name, { [parameter]: list ? usual.with(0, bad) : bad }), name, parameter);
    }
    expectRefused(() => make(name, { [parameter]: list ? 1 : [1] }), name, parameter);
    expectRefused(() => make(name, { [parameter]: list ? ['1', '1', '1'] : '1' }), name, parameter);
    expectRefused(() => make(name, { [parameter]: null }), name, parameter);
    if (list && parameter !== 'outline') expectRefused(() => make(name, { [parameter]: [1] }), name, parameter);
    expectRefused(() => make(name, { [parameter]: list ? usual.map(() => -1) : -1 }), name);
    expect(make(name, { [parameter]: undefined })?.positions).toEqual(make(name, {})?.positions);
  });

  const counts = /segments|slices|stacks|faces|rings|sides|subdivisions|teeth|points|flutes|triangles|seed|^[pq]$/i;
  test.each(parameters.filter(([, parameter]) => counts.test(parameter)))('%s: %s must be whole', (name, parameter) => {
    expectRefused(() => make(name, { [parameter]: 40.5 }), name, parameter);
  });

  test.each(
    parameters.filter(([, parameter]) => /radius|height|size|length|width|thickness$|wall|arm|^bar$/i.test(parameter)),
  )('%s: %s must be above 0', (name, parameter, usual) => {
    // A hole of radius 0 is no hole.
    if (parameter === 'holeRadius') return;
    expectRefused(() => make(name, { [parameter]: Array.isArray(usual) ? usual.with(0, 0) : 0 }), name, parameter);
  });

  test.each([
    'box(segments=1183)',
    'plate(segments=5000)',
    'uv-sphere(slices=4096, stacks=4096)',
    'uv-sphere(faces=16777218)',
    'torus(majorSegments=4096, minorSegments=2049)',
    'distorted-torus(majorSegments=1000000, minorSegments=1000000)',
    'torus-knot(triangles=16777248)',
    'ring(slices=16000, sideSegments=1000)',
    'cup(slices=10000, rings=10000)',
    'spoon(rings=4096, sides=4096)',
    'golf-club(rings=4096, sides=4096)',
    'grate(size=[9000,9000,1], holes=[4000,4000], bar=0.1)',
    'pillar(slices=10000, rings=10000)',
    'gear(teeth=1000000)',
    'random-solid(triangles=16781120)',
  ])('%s would have more than 2²⁴ triangles', (text) => {
    expectRefused(() => makeShape(text), String(MAX_TRIANGLES));
  });

  test.each([
    ['torus(majorSegments=2)', 'majorSegments'],
    ['torus(minorSegments=2)', 'minorSegments'],
    ['torus(majorRadius=1,minorRadius=1)', 'minorRadius'],
    ['distorted-torus(distortion=1)', 'distortion'],
    ['distorted-torus(minorRadius=0.3)', 'touch'],
    ['distorted-torus(seed=4294967296)', 'seed'],
    ['torus-knot(p=2,q=4)', 'common divisor'],
    ['torus-knot(p=0)', 'p must'],
    ['torus-knot(p=33)', 'p must'],
    ['torus-knot(q=0)', 'q must'],
    ['torus-knot(triangles=11521)', '11521'],
    ['torus-knot(triangles=2018)', '2018'],
    ['torus-knot(triangles=60)', 'touch'],
    ['torus-knot(tubeRadius=0.14)', 'touch'],
    ['torus-knot(p=3,q=7)', 'touch'],
    ['torus-knot(minorRadius=0.3)', 'minorRadius'],
    ['icosphere(subdivisions=9)', 'subdivisions'],
    ['uv-sphere(slices=2)', 'slices'],
    ['uv-sphere(stacks=1)', 'stacks'],
    ['uv-sphere(faces=7)', 'faces'],
    ['uv-sphere(faces=4)', 'faces'],
    ['ring(innerRadius=0.5)', 'innerRadius'],
    ['cup(wall=0.4)', 'wall'],
    ['spoon(bowlLength=1)', 'bowlLength'],
    ['spoon(sides=7)', 'even'],
    ['golf-club(bendRadius=0.0168)', 'bendRadius'],
    ['golf-club(bendRadius=1)', 'bendRadius'],
    ['grate(bar=0.2)', 'bars'],
    ['grate(holes=[0,1])', 'holes'],
    ['pillar(baseRadius=0.11)', 'baseRadius'],
    ['pillar(capitalRadius=0.09)', 'capitalRadius'],
    ['pillar(height=0.16)', 'height'],
    ['pillar(flutes=25)', 'slices'],
    ['pillar(fluteDepth=1)', 'fluteDepth'],
    ['gear(teeth=2)', 'teeth'],
    ['gear(rootRadius=0.5)', 'rootRadius'],
    ['gear(holeRadius=0.4)', 'holeRadius'],
    ['l-shape(arm=1)', 'arm'],
    ['u-shape(arm=0.5)', 'arm'],
    ['star-shape(points=2)', 'points'],
    ['star-shape(points=1025)', 'points'],
    ['star-shape(innerRadius=0.5)', 'innerRadius'],
    ['random-solid(triangles=1000)', '20·f²'],
    ['random-solid(roughness=1)', 'roughness'],
    ['random-solid(seed=-1)', 'seed'],
  ])('%s', (text, mention) => {
    expectRefused(() => makeShape(text), mention);
  });

  test('sizes that doubles cannot hold apart are refused, not made flat', () => {
    expectRefused(() => torus({ majorRadius: 1e17, minorRadius: 1 }), 'uneven');
    expectRefused(() => cup({ wall: 1e-20, handle: 0 }), 'uneven');
    expectRefused(() => spoon({ rise: 1e17 }), 'uneven');
    expectRefused(() => ring({ innerRadius: 1 - 2 ** -53, outerRadius: 1 }), 'area');
    expectRefused(() => lShape({ arm: 1e-20 }));
    expectRefused(() => grate({ bar: 1e-20 }), 'area');
    expectRefused(() => box({ size: [1e-200, 1e-200, 1e-200] }), 'area');
    expectRefused(() => icosphere({ radius: 1e300 }), 'area');
    expect(expectSolid(box({ size: [1e6, 1, 1e-6] }))).toBe(0);
  });

  test('parameters that are no object are refused', () => {
    for (const bad of [null, 3, 'size']) expectRefused(() => make('box', bad as unknown as object));
  });
});

// ---- Names ----

describe('makeShape', () => {
  test('reads what it documents', () => {
    expect(makeShape('torus-knot(p=2,q=3,triangles=11520)').triangleCount).toBe(11_520);
    expect(makeShape('box').positions).toEqual(box().positions);
    expect(makeShape('box(size=[1,2,3])').positions).toEqual(box({ size: [1, 2, 3] }).positions);
    expect(makeShape('random-solid(seed=7)').positions).toEqual(randomSolid({ seed: 7 }).positions);
    expect(makeShape(' box ( size = [ 1.5e0 , .25 , +2. ] , segments = 2 ) ').positions).toEqual(
      box({ size: [1.5, 0.25, 2], segments: 2 }).positions,
    );
    expect(makeShape('prism(outline=[0,0,-1,0,0,-1])').positions).toEqual(
      prism({ outline: [0, 0, -1, 0, 0, -1] }).positions,
    );
  });

  test('shapeNames is frozen and in order', () => {
    expect(Object.isFrozen(shapeNames)).toBe(true);
    expect([...shapeNames].sort()).toEqual([...shapeNames]);
    expect(shapeNames.length).toBe(19);
  });

  test.each(['', ' ', 'sphere', 'Box', 'box-', 'constructor', '__proto__', 'toString', '(size=1)', '3', 'bоx'])(
    'the unknown name %j is refused, the known ones told',
    (text) => {
      expectRefused(() => makeShape(text), ...(text === 'box-' ? ['"-"'] : ['box, cup, ', 'torus-knot']));
    },
  );

  test.each([
    ['box(', 'the name of a parameter'],
    ['box(size', '"="'],
    ['box(size)', '"="'],
    ['box(size=', 'a number'],
    ['box(size=[1,2', '"]"'],
    ['box(size=[1,2,]', 'a number'],
    ['box(size=[1 2 3])', '"]"'],
    ['box(segments=1', '")"'],
    ['box(segments=1,)', 'the name of a parameter'],
    ['box(segments=1) box', 'the end'],
    ['box)', 'the end'],
    ['box()()', 'the end'],
    ['box(segments=one)', 'a number'],
    ['box(segments=0x10)', '")"'],
    ['box(segments=1_0)', '")"'],
    ['box(segments=--1)', 'a number'],
    ['box(segments=NaN)', 'a number'],
    ['box(segments=[[1]])', 'a number'],
    ['box(segments=1,segments=2)', 'twice'],
    ['box(segments=globalThis)', 'a number'],
    ['box(colour=1)', 'size, segments'],
    ['box(__proto__=1)', 'size, segments'],
    ['box(constructor=1)', 'size, segments'],
    ['box(size=[])', 'size'],
    ['box(size=1)', 'size'],
    ['box(segments=[1])', 'segments'],
    ['box(segments=1e999)', 'finite'],
  ])('%s is refused', (text, mention) => {
    expectRefused(() => makeShape(text), mention);
  });

  test('a text that is none is refused', () => {
    for (const bad of [undefined, null, 3, {}, ['box']]) expectRefused(() => makeShape(bad as unknown as string));
  });

  test('long texts are read in linear time and quoted in short', () => {
    const many = 1_000_000;
    const texts = [
      ' '.repeat(many),
      'a'.repeat(many),
      'a-'.repeat(many),
      `box(${' '.repeat(many)}x`,
      `box(segments=${'1'.repeat(many)}`,
      `box(segments=1e${'1'.repeat(many)}.`,
      `box(${'s'.repeat(many)}=1)`,
      `box(size=[${'1,'.repeat(many)}`,
      'box'.padEnd(many, '('),
    ];
    for (const text of texts) {
      let message = '';
      try {
        makeShape(text);
      } catch (error) {
        if (error instanceof NearmissError) message = error.message;
      }
      expect(message.length).toBeGreaterThan(0);
      expect(message.length).toBeLessThan(500);
    }
  });
});
