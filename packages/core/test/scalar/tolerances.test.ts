import {
  add,
  div,
  dotVectors,
  fraction,
  fromNumber,
  liftVector,
  mul,
  poseExactly,
  type Rational,
  type RationalVector,
  randomPose,
  seeded,
  sqrtToNumber,
  sub,
  subVectors,
  toNumber,
} from '@nearmiss/fixtures';
import { disc } from 'nearmiss';
import { describe, expect, test } from 'vitest';
import { DISC, discVolume, lowerBoundDiscDisc } from '../../src/bounds/disc.ts';
import { LINKS } from '../../src/bvh/tree.ts';
import { Mesh } from '../../src/mesh/mesh.ts';
import { Model } from '../../src/model/model.ts';
import { moveDiscOf } from '../../src/query/moved-volumes.ts';
import { moveLeaf, Workspace } from '../../src/query/workspace.ts';
import type { Pose } from '../../src/scalar/pose.ts';
import {
  ALIGNMENT_ERROR,
  BOUND_ROUNDING,
  COORDINATE_ERROR,
  DISTANCE_OVERSHOOT,
  DISTANCE_UNDERSHOOT,
  LARGEST_OFFSET,
  UNIT_ROUNDOFF,
} from '../../src/scalar/tolerances.ts';

/**
 * Small triangles strewn over a ball of the given size about `middle`, five to a position, so that a leaf, which holds four at
 * most, is next to nothing.
 */
const PER_POSITION = 5;
function strewn(random: () => number, count: number, size: number, grain: number, middle: readonly number[]): Mesh {
  const positions: number[] = [];
  const coordinate = (): number => size * (2 * random() - 1);
  for (let t = 0; t < count; t++) {
    const slot = [coordinate(), coordinate(), coordinate()];
    for (let corner = 0; corner < 3 * PER_POSITION; corner++) {
      positions.push(...slot.map((x, k) => middle[k] + x + grain * (2 * random() - 1)));
    }
  }
  return new Mesh(
    positions,
    Array.from({ length: 3 * PER_POSITION * count }, (_, k) => k),
  );
}

/** Exact positions in the reference body's frame and unit: of its own points, and of the query body's. */
function referenceFrame(reference: Model, pose: Pose): (world: RationalVector) => RationalVector {
  const turn = poseExactly({ rotation: pose.rotation });
  const axes = [turn(1, 0, 0), turn(0, 1, 0), turn(0, 0, 1)] as const;
  const position = liftVector(Array.from(pose.position ?? [0, 0, 0]));
  const centre = liftVector(reference.frame.centre);
  const unit = fromNumber(reference.frame.unit);
  return (world) => {
    const offset = subVectors(world, position);
    const along = (k: number): Rational => div(sub(dotVectors(axes[k], offset), centre[k]), unit);
    return [along(0), along(1), along(2)];
  };
}

/** The corner at `k` of the model's tree order, in the body's own coordinates. */
function bodyCorner(model: Model, k: number): readonly number[] {
  const face = model.tree.faces[Math.floor(k / 9)];
  const v = 3 * model.mesh.triangles[3 * face + Math.floor((k % 9) / 3)];
  return Array.from(model.mesh.positions.subarray(v, v + 3));
}

interface Scene {
  readonly w: Workspace;
  readonly queryBody: Model;
  readonly reference: Model;
  /** The exact position of a corner, by its offset in tree order, in the reference frame and unit. */
  readonly queryCorner: (k: number) => RationalVector;
  readonly referenceCorner: (k: number) => RationalVector;
}

const SCENES: readonly (readonly [offset: number, centre: number, sizeA: number])[] = [
  [2, 0, 1],
  [2, 100, 1],
  [1e6, 0, 1],
  [1e6, 1e6, 0.001],
  [3, 1e4, 300],
];

function scene(run: number, grain: number): Scene {
  const random = seeded(run);
  const [offset, centre, sizeA] = SCENES[run % SCENES.length];
  const middle = (): number[] => [0, 0, 0].map(() => centre * (2 * random() - 1));
  const a = Model.build(strewn(random, 9, sizeA, grain * sizeA, middle()));
  const b = Model.build(strewn(random, 9, 1, grain, middle()));
  const [poseA, poseB] = [randomPose(random, offset), randomPose(random, offset)];
  const w = new Workspace();
  w.prepare(a, poseA, b, poseB, discVolume);
  const [queryBody, reference] = w.swapped ? [b, a] : [a, b];
  const [queryPose, referencePose] = w.swapped ? [poseB, poseA] : [poseA, poseB];
  const toFrame = referenceFrame(reference, referencePose);
  const [moveOut, restOut] = [poseExactly(queryPose), poseExactly(referencePose)];
  const world = (model: Model, out: typeof moveOut, k: number): RationalVector => {
    const [x, y, z] = bodyCorner(model, k);
    return out(x, y, z);
  };
  return {
    w,
    queryBody,
    reference,
    queryCorner: (k) => toFrame(world(queryBody, moveOut, k)),
    referenceCorner: (k) => toFrame(world(reference, restOut, k)),
  };
}

const leavesOf = (model: Model): number[] => {
  const leaves: number[] = [];
  for (let node = 0; node < model.tree.links.length / LINKS; node++) {
    if (model.tree.links[LINKS * node] === 0) leaves.push(node);
  }
  return leaves;
};

describe('thresholds', () => {
  test('the unit of roundoff is the unit of roundoff', () => {
    expect(1 + UNIT_ROUNDOFF).toBe(1);
    expect(1 + UNIT_ROUNDOFF * (1 + Number.EPSILON)).toBe(1 + Number.EPSILON);
  });

  test('the alignment error covers what its comment adds up, and changes 1 at all', () => {
    expect(ALIGNMENT_ERROR).toBeGreaterThanOrEqual(34 * UNIT_ROUNDOFF);
    expect(1 + ALIGNMENT_ERROR).toBe(1 + 32 * Number.EPSILON);
  });

  test('a bracket at tolerance 0 is as narrow as promised: 64·2⁻⁵² of S', () => {
    const width = BOUND_ROUNDING + DISTANCE_OVERSHOOT + DISTANCE_UNDERSHOOT;
    expect(width).toBeLessThanOrEqual(64 * 2 ** -52);
  });

  test('the square of the largest offset is finite, with space to add and double', () => {
    expect(Number.isFinite(8 * LARGEST_OFFSET * LARGEST_OFFSET)).toBe(true);
  });

  test('a moved corner is off by at most 6u·S, one of the reference body by u of its reach: COORDINATE_ERROR', () => {
    let worstMoved = 0;
    let worstReference = 0;
    for (let run = 0; run < 60; run++) {
      const { w, queryBody, reference, queryCorner, referenceCorner } = scene(run, 0.5);
      for (const leaf of leavesOf(queryBody)) moveLeaf(w, queryBody.tree, leaf);
      for (let k = 0; k < 81; k += 3) {
        const [exactMoved, exactReference] = [queryCorner(k), referenceCorner(k)];
        for (let c = 0; c < 3; c++) {
          const moved = toNumber(sub(fromNumber(w.movedCorners[k + c]), exactMoved[c]));
          const rested = toNumber(sub(fromNumber(reference.tree.triangles[k + c]), exactReference[c]));
          worstMoved = Math.max(worstMoved, Math.abs(moved) / (UNIT_ROUNDOFF * w.scale[0]));
          worstReference = Math.max(worstReference, Math.abs(rested) / (UNIT_ROUNDOFF * reference.frame.radius));
        }
      }
      expect(w.coordinateError[0]).toBe(COORDINATE_ERROR * w.scale[0]);
    }
    expect(worstMoved).toBeLessThanOrEqual(6);
    expect(worstReference).toBeLessThanOrEqual(1);
    expect(worstMoved).toBeGreaterThan(0.5);
  });

  test('bounds of moved discs stay below the exact distance of what they hold, by BOUND_ROUNDING', () => {
    let worst = -Infinity;
    let sharp = 0;
    for (let run = 0; run < 40; run++) {
      // Grains so small that a disc of a leaf with one of them is a point: the bound is the distance, and its rounding shows.
      const { w, queryBody, reference, queryCorner, referenceCorner } = scene(run, 1e-18);
      const [ownQ, ownR] = [queryBody.volumes(disc), reference.volumes(disc)];
      const referenceLeaves = leavesOf(reference).map((j) => ({
        j,
        q: referenceCorner(9 * reference.tree.links[LINKS * j + 1]),
      }));
      for (const i of leavesOf(queryBody)) {
        moveDiscOf(w, ownQ, i);
        const p = queryCorner(9 * queryBody.tree.links[LINKS * i + 1]);
        for (const { j, q } of referenceLeaves) {
          const d = subVectors(p, q);
          const distance = sqrtToNumber(dotVectors(d, d));
          const bound = lowerBoundDiscDisc(w.movedVolumes, DISC * i, ownR, DISC * j);
          const over = (bound - distance) / (UNIT_ROUNDOFF * w.scale[0]);
          worst = Math.max(worst, over);
          if (over > -100) sharp++;
        }
      }
      expect(w.boundRounding[0]).toBe(BOUND_ROUNDING * w.scale[0]);
    }
    expect(worst).toBeLessThanOrEqual(BOUND_ROUNDING / UNIT_ROUNDOFF);
    expect(sharp).toBeGreaterThan(20);
  });

  test('the scale of a query is at least the reach of both bodies and their offset', () => {
    for (let run = 0; run < 20; run++) {
      const { w, queryBody, reference, queryCorner, referenceCorner } = scene(run, 0.5);
      let farthest = 0;
      for (let k = 0; k < 81; k += 3) {
        for (const corner of [queryCorner(k), referenceCorner(k)]) {
          farthest = Math.max(farthest, sqrtToNumber(dotVectors(corner, corner)));
        }
      }
      expect(w.scale[0]).toBeGreaterThanOrEqual(farthest * (1 - 4 * UNIT_ROUNDOFF));
      const ratio = queryBody.frame.unit / reference.frame.unit;
      const offsetSq = [9, 10, 11].reduce(
        (sum, k) => add(sum, mul(fromNumber(w.pose[k]), fromNumber(w.pose[k]))),
        fraction(0n, 1n),
      );
      const reach = queryBody.frame.radius * ratio + reference.frame.radius + sqrtToNumber(offsetSq);
      expect(Math.abs(w.scale[0] / reach - 1)).toBeLessThanOrEqual(4 * UNIT_ROUNDOFF);
    }
  });
});
