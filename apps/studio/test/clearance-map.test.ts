import { expect, test } from 'vitest';
import { CONTACT, paintMap, SCALE, STRIPE } from '../src/page/gpu/map-colours.ts';
import { cellAt, posesOf, positionOf, rotationOf } from '../src/page/gpu/map-plane.ts';
import { FIRST_MAP, readMapSettings, writeMapSettings } from '../src/page/gpu/map-settings.ts';
import { computeMap, Pace } from '../src/page/gpu/worker/clearance-map.ts';

const SETTINGS = { ...FIRST_MAP, cells: 64, turn: 0, tilt: 0 };

/** Stands for the library: the bracket of a pose is its position. */
async function ask(poses: Float64Array, out: Float64Array) {
  const count = out.length / 2;
  for (let k = 0; k < count; k++) out.set(poses.subarray(7 * k, 7 * k + 2), 2 * k);
  return { count, onGpu: count, onCpu: 0, kernelTime: 0 };
}

test('every level has all its cells, each asked about once', async () => {
  const asked = new Set<string>();
  const levels: number[] = [];
  await computeMap(
    SETTINGS,
    2,
    (poses, out) => {
      for (let k = 0; k < poses.length; k += 7) {
        const key = poses.subarray(k, k + 3).join(' ');
        expect(asked.has(key)).toBe(false);
        asked.add(key);
      }
      return ask(poses, out);
    },
    new Pace(),
    {
      isStale: () => false,
      progress: () => {},
      level: (cells, bounds, { poses }) => {
        levels.push(cells);
        expect(poses).toBe(cells * cells);
        const stride = 64 / cells;
        for (let cell = 0; cell < cells * cells; cell++) {
          const [x, y] = positionOf(SETTINGS, 2, stride * (cell % cells), stride * Math.floor(cell / cells));
          expect([bounds[2 * cell], bounds[2 * cell + 1]]).toEqual([x, y]);
        }
      },
    },
  );
  expect(levels).toEqual([16, 32, 64]);
  expect(asked.size).toBe(64 * 64);
});

test('where another map is wanted, the first picture is there, and no other', async () => {
  const levels: number[] = [];
  const events = { isStale: () => true, progress: () => {}, level: (cells: number) => void levels.push(cells) };
  await computeMap(SETTINGS, 2, ask, new Pace(), events);
  expect(levels).toEqual([16]);
});

test('a fast processor begins with a finer picture', () => {
  const pace = new Pace();
  expect(pace.firstCells(512)).toBe(16);
  pace.learn(262_144, 90);
  expect(pace.firstCells(512)).toBe(256);
  pace.learn(262_144, 40);
  expect(pace.firstCells(512)).toBe(512);
  pace.learn(100, 1000);
  expect(pace.firstCells(512)).toBe(16);
});

test('cells and positions are each other’s inverse, and poses are turned about the plane', () => {
  for (const axis of ['x', 'y', 'z'] as const) {
    const settings = { ...SETTINGS, axis, height: 0.5, turn: 90 };
    const across = positionOf(settings, 2, 48, 16);
    expect(across['xyz'.indexOf(axis)]).toBe(0.5);
    expect(rotationOf(settings)['xyz'.indexOf(axis)]).toBeCloseTo(Math.SQRT1_2, 12);
    const poses = posesOf(settings, 2, Uint32Array.of(16 * 64 + 48));
    expect([...poses.subarray(0, 3)]).toEqual([...across]);
    expect(Math.hypot(...poses.subarray(3, 7))).toBeCloseTo(1, 12);
  }
  expect(cellAt(SETTINGS, 48.5 / 64 - 0.5, 16.5 / 64 - 0.5)).toEqual({ column: 48, row: 16 });
  expect(cellAt(SETTINGS, 0.51, 0)).toBeNull();
});

test('settings come back from their link; what is wrong in a link is as on a first visit', () => {
  const settings = { ...FIRST_MAP, a: 'spoon', b: 'cup', axis: 'x', height: -0.25, turn: 12, cells: 128 } as const;
  expect(readMapSettings(`#${writeMapSettings(settings)}`)).toEqual(settings);
  expect(readMapSettings('#a=nothing&plane=q&height=1e999&turn=&cells=7')).toEqual(FIRST_MAP);
});

test('contact is hatched, distances are on the scale, and lines of equal distance are darker', () => {
  const cells = 64;
  const bounds = new Float64Array(2 * cells * cells);
  // Contact in the left half; then the distance grows by columns up to 1.
  for (let cell = 0; cell < cells * cells; cell++)
    bounds.fill(Math.max(0, ((cell % cells) - 31) / 32), 2 * cell, 2 * cell + 2);
  const level = { settings: SETTINGS, on: 'cpu', cells, bounds, cost: { poses: 0, spent: 0, left: 0 } } as const;
  const bytes = paintMap(level, 1, 0.25);
  const at = (column: number, row: number): number[] => [
    ...bytes.subarray(4 * (row * cells + column), 4 * (row * cells + column) + 3),
  ];
  const shades = new Set(Array.from({ length: 16 }, (_, k) => at(k, 5).join(' ')));
  expect(shades).toEqual(
    new Set([CONTACT, CONTACT.map((c) => Math.floor(STRIPE * c))].map((colour) => colour.join(' '))),
  );
  expect(at(63, 0)).toEqual([...(SCALE.at(-1) ?? [])]);
  // The distance of 1/4 is reached in column 39: a line in the one before.
  expect(Math.max(...at(38, 9))).toBeLessThan(0.8 * Math.max(...at(37, 9)));
});
