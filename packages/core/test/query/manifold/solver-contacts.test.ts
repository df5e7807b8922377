import { Model } from 'nearmiss';
import { SolverContacts } from 'nearmiss/bodies';
import { box, torus } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';

const MINOR = 0.02;
const ring = Model.build(torus({ majorRadius: 0.5, minorRadius: MINOR, majorSegments: 24, minorSegments: 12 }));
const floor = Model.build(box({ size: [4, 4, 1] }));

const pose = (x: number, y: number, z: number, rotation: readonly number[] = [0, 0, 0, 1]) => ({
  position: Float64Array.of(x, y, z),
  rotation: Float64Array.from(rotation),
});

const gapsOf = ({ count, numbers }: SolverContacts): number[] =>
  Array.from({ length: count }, (_, c) => numbers[10 * c + 9] ?? 0);

describe('contacts of thin bodies that are searched farther than they are thick', () => {
  const contacts = new SolverContacts();
  const within = 4 * MINOR;
  // The second ring stands across the tube of the first one, `apart` from it.
  const search = (apart: number): number[] => {
    const standing = pose(0.5, 0, 2 * MINOR + 0.5 + apart, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
    contacts.find(ring, pose(0, 0, 0), ring, standing, within);
    return gapsOf(contacts);
  };

  test('apart: no gap is negative', () => {
    const gaps = search(0.25 * MINOR);
    expect(gaps.length).toBeGreaterThan(0);
    for (const gap of gaps) expect(gap).toBeGreaterThan(0);
  });

  test('overlapping: no gap is deeper than the overlap', () => {
    const gaps = search(-0.25 * MINOR);
    expect(Math.min(...gaps)).toBeLessThan(-0.1 * MINOR);
    for (const gap of gaps) expect(gap).toBeGreaterThan(-0.5 * MINOR);
  });
});

test('a ring that lies in a floor has its lowest contacts, between those of its borders', () => {
  const thick = Model.build(torus({ majorRadius: 0.4, minorRadius: 0.12, majorSegments: 32, minorSegments: 16 }));
  const contacts = new SolverContacts();
  contacts.find(floor, pose(0, 0, -0.5), thick, pose(0, 0, 0.1125), 0.01);
  const gaps = gapsOf(contacts);
  expect(Math.min(...gaps)).toBeCloseTo(-0.0075, 12);
  expect(Math.max(...gaps)).toBeGreaterThan(0);
});
