import { randomBetween, seeded } from '@nearmiss/fixtures';
import { distance, Model } from 'nearmiss';
import { MedialContacts, MedialHullContacts, medial, medialStructure } from 'nearmiss/medial';
import { box, torus } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';

const ring = Model.build(torus({ majorRadius: 0.5, minorRadius: 0.1, majorSegments: 24, minorSegments: 8 }), {
  with: [medialStructure({ primitives: 27, samples: 1000 })],
});
const floor = Model.build(box({ size: [4, 4, 1] }));

const pose = (x: number, y: number, z: number, rotation: readonly number[] = [0, 0, 0, 1]) => ({
  position: Float64Array.of(x, y, z),
  rotation: Float64Array.from(rotation),
});

describe('contacts of two enclosures', () => {
  const contacts = new MedialContacts();

  test('have the least gap that distance by the enclosures has, and are on both sides of it', () => {
    const random = seeded(3);
    let near = 0;
    for (let k = 0; k < 60; k++) {
      const q = [1, 2, 3, 4].map(() => randomBetween(random, -1, 1));
      const length = Math.hypot(...q);
      const at = [1, 2, 3].map(() => randomBetween(random, -0.8, 0.8));
      const other = pose(
        at[0] ?? 0,
        at[1] ?? 0,
        at[2] ?? 0,
        q.map((x) => x / length),
      );
      contacts.find(ring, pose(0, 0, 0), ring, other, 0.2);
      const { lower, status } = distance(ring, pose(0, 0, 0), ring, other, { method: medial });
      if (status !== 'separated') {
        expect(contacts.lower).toBeLessThanOrEqual(1e-12);
        continue;
      }
      expect(contacts.lower).toBeCloseTo(lower, 11);
      if (contacts.count === 0) continue;
      near++;
      const n = contacts.numbers;
      const gaps = Array.from({ length: contacts.count }, (_, c) => n[10 * c + 9] ?? 0);
      expect(Math.min(...gaps)).toBeCloseTo(lower, 11);
      for (let o = 0; o < 10 * contacts.count; o += 10) {
        const along = [0, 1, 2].map((c) => ((n[o + 3 + c] ?? 0) - (n[o + c] ?? 0)) * (n[o + 6 + c] ?? 0));
        expect(along[0] + along[1] + along[2]).toBeCloseTo(n[o + 9] ?? 0, 11);
      }
    }
    expect(near).toBeGreaterThan(10);
  });
});

describe('contacts of an enclosure and a convex mesh', () => {
  const contacts = new MedialHullContacts();
  // The enclosure reaches a little farther than the torus.
  const reach = 0.1;

  test('over a face: one for every ball that is near, with the distance of the plane', () => {
    expect(contacts.find(ring, pose(0, 0, 0.5 + 2 * reach), floor, pose(0, 0, 0), 0.2)).toBe(true);
    expect(contacts.count).toBe(16);
    expect(contacts.lower).toBeGreaterThan(0.7 * reach);
    expect(contacts.lower).toBeLessThanOrEqual(reach);
    expect([...contacts.normal]).toEqual([-0, -0, -1]);
    for (let o = 0; o < 10 * contacts.count; o += 10) {
      expect(contacts.numbers[o + 5]).toBeCloseTo(0.5, 12);
      expect(contacts.numbers[o + 9]).toBeGreaterThanOrEqual(contacts.lower);
    }
  });

  test('beside a face, and deep in a body, the plane tells no contacts', () => {
    expect(contacts.find(ring, pose(2, 0, 0.5 + 1.5 * reach), floor, pose(0, 0, 0), 0.2)).toBe(false);
    expect(contacts.lower).toBeGreaterThan(0);
    expect(contacts.find(ring, pose(0, 0, 0), floor, pose(0, 0, 0), 0.01)).toBe(false);
  });
});
