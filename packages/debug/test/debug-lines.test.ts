import {
  clearance,
  closestPoint,
  collide,
  contains,
  directional,
  distance,
  Model,
  penetration,
  raycast,
  timeOfContact,
  tolerance,
  World,
} from 'nearmiss';
import { contactManifold } from 'nearmiss/bodies';
import { box } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { DEBUG_COLORS } from '../src/colors.ts';
import { type DebugResult, debugLines } from '../src/debug-lines.ts';

const cube = Model.build(box());
const apart = { position: [3, 0, 0] } as const;
const inside = { position: [0.75, 0.1, 0.2] } as const;

/** The ends of the segments of one role. */
function segmentsOf(result: DebugResult, role: keyof typeof DEBUG_COLORS, options = {}): number[][] {
  const { lines, lineColors } = debugLines(result, options);
  const color = DEBUG_COLORS[role].map(Math.fround);
  const found: number[][] = [];
  for (let k = 0; k < lines.length; k += 6) {
    if ([0, 1, 2].every((c) => lineColors[k + c] === color[c])) found.push([...lines.subarray(k, k + 6)]);
  }
  return found;
}

function worldWith(options: ConstructorParameters<typeof World>[0]): ReturnType<World['step']> {
  const world = new World(options);
  world.add(cube, {});
  world.add(cube, inside);
  world.add(cube, { position: [0, 0, 1.05] });
  return world.step();
}

describe('each result', () => {
  test('distance and tolerance: the segment between the witness points', () => {
    for (const result of [distance(cube, {}, cube, apart), tolerance(cube, {}, cube, apart, { tolerance: 5 })]) {
      const { pointA, pointB } = result;
      expect(segmentsOf(result, 'witness')).toEqual([[...(pointA ?? []), ...(pointB ?? [])].map(Math.fround)]);
      expect(debugLines(result).points.length).toBe(6);
    }
  });

  test('collide: the segments that faces have in common', () => {
    const result = collide(cube, {}, cube, inside, { contacts: 'all', segments: true });
    const drawn = segmentsOf(result, 'contact');
    expect(drawn.length).toBeGreaterThan(4);
    expect(drawn.length).toBeLessThanOrEqual(result.segments?.length ?? 0);
    for (const numbers of drawn) for (const x of numbers) expect(Math.abs(x)).toBeLessThanOrEqual(1.3);
  });

  test('penetration: an arrow as long as the translation, from the deepest point or where it is wanted', () => {
    const result = penetration(cube, inside, cube, {});
    const [shaft = []] = segmentsOf(result, 'translation', { from: [5, 6, 7] });
    expect(shaft.slice(0, 3)).toEqual([5, 6, 7]);
    result.translation.forEach((x, k) => {
      expect((shaft[3 + k] ?? 0) - (shaft[k] ?? 0)).toBeCloseTo(x, 5);
    });
    expect(segmentsOf(result, 'translation').length).toBe(5); // a shaft and four barbs
    expect(segmentsOf(result, 'local').length).toBe(5 * result.local.length);
    // A region is drawn against its normal, as long as it is deep.
    const [region] = result.local;
    const [x = 0, y = 0, z = 0, ...end] = segmentsOf(result, 'local')[0] ?? [];
    [x, y, z].forEach((from, k) => {
      expect((end[k] ?? Number.NaN) - from).toBeCloseTo(-(region?.normal[k] ?? 0) * (region?.depth ?? 0), 5);
    });
    expect(segmentsOf(result, 'translation')[0]?.slice(0, 3)).toEqual(result.local[0]?.pointA.map(Math.fround));
  });

  test('time of contact: points of contact, and normals of the length asked for', () => {
    const motion = { from: apart, to: { position: [-3, 0.1, 0.2] } } as const;
    const result = timeOfContact(cube, motion, cube, {});
    expect(result.contacts.length).toBeGreaterThan(0);
    expect(debugLines(result).points.length).toBe(3 * result.contacts.length);
    const [shaft = []] = segmentsOf(result, 'normal', { normalLength: 0.5 });
    expect(Math.hypot(...[0, 1, 2].map((k) => (shaft[3 + k] ?? 0) - (shaft[k] ?? 0)))).toBeCloseTo(0.5, 5);
  });

  test('directional, closest point and raycast: where it is', () => {
    const stop = directional(cube, apart, cube, {}, { direction: [-1, 0, 0] });
    expect(debugLines(stop).points.length).toBe(6);
    const near = closestPoint(cube, {}, [2, 0, 0]);
    expect(segmentsOf(near, 'witness', { from: [2, 0, 0] })).toEqual([[2, 0, 0, 0.5, 0, 0]]);
    const hit = raycast(cube, {}, [0, 4, 0], [0, -1, 0]);
    expect([...debugLines(hit).points]).toEqual([0, 0.5, 0]);
  });

  test('a step of a world: contacts of pairs that touch, segments of those that are near', () => {
    const step = worldWith({ contacts: 'first', margin: 0.2 });
    expect(step.begin.length).toBeGreaterThan(0);
    expect(step.near.length).toBeGreaterThan(0);
    expect(segmentsOf(step, 'witness').length).toBe(step.near.length);
    expect(debugLines(step).points.length).toBe(3 * (step.begin.length + 2 * step.near.length));
  });

  test('a step with manifolds: contacts with their normals, of pairs that touch and of near ones', () => {
    const step = worldWith({ contacts: 'manifold', margin: 0.2 });
    const manifolds = [...step.begin, ...step.near].map(({ manifold }) => manifold?.contacts.length ?? 0);
    expect(Math.min(...manifolds)).toBeGreaterThan(0);
    const contacts = manifolds.reduce((sum, count) => sum + count, 0);
    expect(debugLines(step).points.length).toBe(3 * contacts);
    expect(segmentsOf(step, 'normal').length).toBe(5 * contacts);
  });

  test('clearance: a segment for each pair of faces that are apart', () => {
    const result = clearance(cube, {}, cube, { position: [1.1, 0.3, 0.2] }, { clearance: 0.2 });
    const apart = result.witnesses.flatMap((witness) => witness ?? []);
    expect(apart.length).toBeGreaterThan(1);
    expect(segmentsOf(result, 'witness')).toEqual(
      apart.map(({ pointA, pointB }) => [...pointA, ...pointB].map(Math.fround)),
    );
  });

  test('a contact manifold: its contacts with their normals', () => {
    const result = contactManifold(cube, {}, cube, { position: [0, 0, 1.005] }, { within: 0.01 });
    expect(result.contacts.length).toBeGreaterThan(3);
    expect(segmentsOf(result, 'normal').length).toBe(5 * result.contacts.length);
    const none = contactManifold(cube, {}, cube, apart, { within: 0.01 });
    expect(debugLines(none).points.length).toBe(0);
  });

  test('queries of a world: as those of two bodies', () => {
    const world = new World();
    world.add(cube, apart);
    const nearest = world.closest(cube, {});
    expect(segmentsOf(nearest, 'witness')).toEqual(segmentsOf(distance(cube, {}, cube, apart), 'witness'));
    const swept = world.sweep(cube, { from: {}, to: { position: [4, 0, 0] } });
    expect(debugLines(swept).points.length).toBe(3 * (swept.contact?.contacts.length ?? 0));
    expect(swept.body).not.toBeNull();
    const missed = world.sweep(cube, { from: {}, to: { position: [-4, 0, 0] } });
    expect(debugLines(missed).points.length).toBe(0);
    const hit = world.raycast([0, 0, 0], [1, 0, 0]);
    expect([...debugLines(hit).points]).toEqual([2.5, 0, 0]);
  });

  test('nothing where there is nothing', () => {
    const results: DebugResult[] = [
      collide(cube, {}, cube, apart),
      penetration(cube, {}, cube, apart),
      closestPoint(cube, {}, [9, 0, 0], { maxDistance: 1 }),
      raycast(cube, {}, [0, 4, 0], [0, 1, 0]),
      timeOfContact(cube, {}, cube, apart),
    ];
    for (const result of results) {
      const { lines, points } = debugLines(result);
      expect([lines.length, points.length]).toEqual([0, 0]);
    }
  });
});

test('far from the origin, the difference is taken in doubles', () => {
  const far = { position: [1e9, 0, 0] } as const;
  const result = distance(cube, far, cube, { position: [1e9 + 1.25, 0, 0] });
  const [segment = []] = segmentsOf(result, 'witness', { origin: [1e9, 0, 0] });
  expect(segment[0]).toBe(0.5);
  expect(segment[3]).toBe(0.75);
});

test.each([null, 5, {}, contains(cube, {}, [0, 0, 0])])('what has no point is refused: %j', (result) => {
  expect(() => debugLines(result as never)).toThrow(expect.objectContaining({ code: 'options/bad-value' }));
});

test.each([[[Number.NaN, 0, 0]], [[1]]])('the origin %j is refused', (origin) => {
  const result = distance(cube, {}, cube, apart);
  expect(() => debugLines(result, { origin: origin as never })).toThrow(
    expect.objectContaining({ code: 'vector/bad' }),
  );
});

test('no number is NaN, and colours have a number for each coordinate', () => {
  const { lines, lineColors, points, pointColors } = debugLines(penetration(cube, {}, cube, {}));
  expect(lineColors.length).toBe(lines.length);
  expect(pointColors.length).toBe(points.length);
  for (const x of [...lines, ...lineColors, ...points, ...pointColors]) expect(Number.isFinite(x)).toBe(true);
});
