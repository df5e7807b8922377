// Where the lists of the kernels are full: they say so, or are emptied, before anything is written behind their ends.

import { expect, onTestFinished, test } from 'vitest';
import { leafAt } from '../../src/bvh/tree.ts';
import { SolverContacts } from '../../src/entries/bodies.ts';
import { medialStructure } from '../../src/entries/medial.ts';
import { box, torusKnot } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { collide, Mesh, Model, use } from '../../src/index.ts';
import { medialBodyOf } from '../../src/medial/medial-structure.ts';
import { Workspace } from '../../src/query/workspace.ts';
import { type Kernel, loadKernel } from '../../src/simd/kernel.ts';
import { LINK, NODE, PACK, TRIANGLE } from '../../src/simd/layout.ts';
import { openMedialQuery, searchMedial, uploadMedial } from '../../src/simd/medial.ts';
import { inKernel } from './kernel-source.ts';
import { kernelsWith } from './kernels-with.ts';

function loaded(): Kernel {
  const kernel = loadKernel(() => {});
  if (typeof kernel === 'string') throw new Error(kernel);
  return kernel;
}

function allocated(kernel: Kernel, size: number): number {
  const at = kernel.allocate(size);
  if (at === null) throw new Error('There is no memory.');
  return at;
}

const SHEETS = 64;

/** Sheets across an axis, each a triangle as wide as all sheets together: those across another axis cross all of them. */
function sheets(across: 0 | 1): Model {
  const positions = Array.from({ length: SHEETS }, (_, k) =>
    [-200, 200, 0].flatMap((along, corner) => {
      const at = k - SHEETS / 2;
      const height = (corner === 2 ? 4 : 0) - across;
      return across === 0 ? [at, along, height] : [along, at, height];
    }),
  ).flat();
  return Model.build(
    new Mesh(
      positions,
      positions.slice(0, 3 * SHEETS).map((_, k) => k),
    ),
  );
}

test('more contacts than the list holds, sixteen of each pair of leaves', () => {
  onTestFinished(() => use(null));
  const [a, b] = [sheets(0), sheets(1)];
  let asked = 0;
  use(
    kernelsWith({
      searchContacts: (w, contacts) => {
        asked++;
        return simd.searchContacts(w, contacts);
      },
    }),
  );
  const { pairs } = collide(a, {}, b, {}, { contacts: 'all', solid: false });
  const all = new Set(pairs.map(([faceA, faceB]) => SHEETS * faceA + faceB));
  expect(asked).toBe(1);
  expect(pairs.length).toBe(SHEETS * SHEETS);
  expect(all.size).toBe(SHEETS * SHEETS);
  expect(Math.max(...all)).toBe(SHEETS * SHEETS - 1);
});

test('the leaves of the first contact are those that hold its faces', () => {
  onTestFinished(() => use(null));
  const knot = Model.build(torusKnot({ triangles: 2880 }));
  let named = 0;
  use(
    kernelsWith({
      searchContacts: (w, contacts) => {
        const end = simd.searchContacts(w, contacts);
        if (contacts.count === 0) return end;
        named++;
        expect(contacts.witnessLeafQuery).toBe(leafAt(w.queryBody.tree.links, contacts.witnessQuery));
        expect(contacts.witnessLeafReference).toBe(leafAt(w.reference.tree.links, contacts.witnessReference));
        return end;
      },
    }),
  );
  for (let k = 0; k < 20; k++) {
    const pose = { position: [0.05 * k - 0.5, 0.035 * k, 0.2], rotation: [0.6, 0, 0, 0.8] } as const;
    collide(knot, pose, knot, {}, { contacts: 'all' });
  }
  expect(named).toBeGreaterThan(10);
});

// In ints.
const MEDIAL_QUEUE_AT = inKernel('medial.ts', 'QUEUE_AT') / 4;
const MEDIAL_CAPACITY_AT = inKernel('medial.ts', 'CAPACITY_AT') / 4;
const ENTRY = inKernel('medial.ts', 'ENTRY') / 4;

test('a queue of medial parts that is too short', () => {
  const kernel = loaded();
  const body = Model.build(torusKnot({ triangles: 2880 })).with(medialStructure({ primitives: 100, samples: 400 }));
  const medial = medialBodyOf(body);
  const uploaded = uploadMedial(kernel, medial);
  const at = openMedialQuery(kernel);
  if (uploaded === null || at === null) throw new Error('There is no memory.');
  const w = new Workspace();
  w.setPair(body, { position: [1, 0.5, 0.25] }, body, {});
  const search = (): 'done' | null =>
    searchMedial(kernel, at, w, [uploaded, uploaded], Infinity, {
      distance: new Float64Array(2),
      closest: new Float64Array(9),
    });
  const { ints } = kernel;
  const capacity = ints[at / 4 + MEDIAL_CAPACITY_AT];
  const queue = ints[at / 4 + MEDIAL_QUEUE_AT] / 4;
  expect(search()).toBe('done');
  for (const few of [17, 24, 40]) {
    const behind = queue + ENTRY * few;
    const end = queue + ENTRY * capacity;
    ints.fill(-7, behind, end);
    ints[at / 4 + MEDIAL_CAPACITY_AT] = few;
    expect(search()).toBeNull();
    expect(ints.subarray(behind, end).every((x) => x === -7)).toBe(true);
  }
});

const NO_CHILD = inKernel('layout.ts', 'NO_CHILD');
const COUNT_AT = inKernel('layout.ts', 'COUNT_AT');

/** Searches a chain of nodes, each with three leaves and the next node, for the point nearest to the origin, which is inside of all discs. */
function searchChain(levels: number): number {
  const kernel = loaded();
  const nodes = allocated(kernel, NODE * (levels + 1));
  const links = allocated(kernel, LINK * (levels + 1));
  const packs = allocated(kernel, PACK);
  const corners = allocated(kernel, TRIANGLE);
  const { ints, floats, doubles, exports } = kernel;
  ints[(packs + COUNT_AT) / 4] = 1;
  doubles.set([1, 0, 0, 0, 1, 0, 0, 0, 1], corners / 8);
  ints.set([1, NO_CHILD, NO_CHILD, NO_CHILD], links / 4);
  for (let node = 1; node <= levels; node++) {
    ints.set([~0, ~0, ~0, node === levels ? ~0 : node + 1], (links + LINK * node) / 4);
    // An axis along z, a length and a radius of 1.
    floats.fill(1, (nodes + NODE * node) / 4 + 20, (nodes + NODE * node) / 4 + 32);
  }
  const at = exports.nearestPointAt();
  doubles.fill(0, at / 8 + 5, at / 8 + 8);
  const isDone = exports.findNearest(nodes, links, packs, corners, Infinity, 4);
  if (isDone === 1) expect(doubles[at / 8]).toBeCloseTo(1 / Math.sqrt(3), 12);
  return isDone;
}

test('a tree too deep for the list of a search for the nearest point', () => {
  expect(searchChain(160)).toBe(1);
  expect(searchChain(180)).toBe(0);
  expect(searchChain(4000)).toBe(0);
});

test('convex bodies too far apart for the kernels', () => {
  onTestFinished(() => use(null));
  const cube = Model.build(box({ size: [1, 1, 1] }));
  const decided: boolean[] = [];
  use(
    kernelsWith({
      convexContacts: (...args) => {
        const isDecided = simd.convexContacts(...args);
        decided.push(isDecided);
        return isDecided;
      },
    }),
  );
  const contacts = new SolverContacts();
  const rotation = Float64Array.of(0, 0, 0, 1);
  const origin = { position: Float64Array.of(0, 0, 0), rotation };
  for (const far of [1e60, 1e71, 1e150, 1e300]) {
    contacts.find(cube, { position: Float64Array.of(far, 0, 0), rotation }, cube, origin, 0.1);
    expect(contacts.count).toBe(0);
  }
  expect(decided).toEqual([true, false, false, false]);
});
