// First times of contact that no code here produced: brute force over all pairs of triangles in extended precision.

import { describe, expect, test } from 'vitest';
import { hulls } from '../../../src/entries/convex.ts';
import { controlled } from '../../../src/entries/lab.ts';
import { disc } from '../../../src/index.ts';
import { Model } from '../../../src/model/model.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { type TimeOfContactOptions, timeOfContact } from '../../../src/query/time-of-contact/time-of-contact.ts';
import { meshOf, poseOf, readShared, sharedHas } from '../shared-files.ts';

const CASES = 'cases/rigid-ccd/cases.json';

interface SharedMotion {
  readonly refLocal: readonly number[];
  readonly velocity: readonly number[];
  readonly axis: readonly number[];
  readonly angle: number;
  readonly start: { readonly R: readonly (readonly number[])[]; readonly t: readonly number[] };
}

interface SharedCase {
  readonly name: string;
  readonly meshA: string;
  readonly meshB: string;
  readonly scaleA: number;
  readonly scaleB: number;
  readonly motionA: SharedMotion;
  readonly motionB: SharedMotion;
  readonly collides: boolean;
  readonly toc: number | null;
}

interface SharedMesh {
  readonly vertices: readonly (readonly number[])[];
  readonly triangles: readonly (readonly number[])[];
}

const motionOf = ({ refLocal, velocity, axis, angle, start }: SharedMotion): Motion => ({
  from: poseOf(start.R, start.t),
  velocity,
  angularVelocity: axis.map((x) => x * angle),
  pivot: refLocal,
});

const METHODS: Record<string, TimeOfContactOptions> = {
  pairs: {},
  controlled: { method: controlled, volume: disc },
  hulls: { method: hulls },
};

/** What a start rounded to doubles can change of a time, and the reference can be off. */
const REFERENCE_ERROR = 1e-9;

describe.runIf(sharedHas(CASES))('no contact is missed, and none is late', () => {
  const { meshes, cases } = sharedHas(CASES)
    ? readShared<{ meshes: Record<string, SharedMesh>; cases: SharedCase[] }>(CASES)
    : { meshes: {}, cases: [] };
  const models = new Map<string, Model>();
  const modelOf = (name: string, scale: number): Model => {
    const key = `${name} ${scale}`;
    const { vertices, triangles } = meshes[name];
    const model =
      models.get(key) ??
      Model.build(
        meshOf(
          vertices.map((v) => v.map((x) => x * scale)),
          triangles,
        ),
      );
    models.set(key, model);
    return model;
  };

  test.each(Object.entries(METHODS))('%s', (_, options) => {
    let contacts = 0;
    for (const { name, meshA, meshB, scaleA, scaleB, motionA, motionB, collides, toc } of cases) {
      const result = timeOfContact(
        modelOf(meshA, scaleA),
        motionOf(motionA),
        modelOf(meshB, scaleB),
        motionOf(motionB),
        {
          ...options,
          solid: false,
        },
      );
      const told = `${name}: ${result.status} at ${result.toc}, by ${result.upper}; in truth ${toc}`;
      if (!collides || toc === null) {
        expect(['free', 'near'], told).toContain(result.status);
        continue;
      }
      expect(result.status, told).not.toBe('free');
      expect(result.lower, told).toBeLessThanOrEqual(toc + REFERENCE_ERROR);
      if (result.upper !== null) expect(result.upper, told).toBeGreaterThanOrEqual(toc - REFERENCE_ERROR);
      if (result.status === 'contact') contacts++;
    }
    expect(contacts).toBeGreaterThan(50);
  });
});
