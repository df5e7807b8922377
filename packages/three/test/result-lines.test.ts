import { DEBUG_COLORS } from '@nearmiss/debug';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { distanceObjects } from '../src/queries.ts';
import { VERSIONS } from './versions.ts';

afterEach(() => {
  vi.doUnmock('three');
  vi.resetModules();
});

describe.each(VERSIONS)('three.js r%s', (revision, three) => {
  test('results are drawn as lines and points of the scene', async () => {
    vi.resetModules();
    if (revision === '186') vi.doMock('three', () => import('three-186'));
    const { ResultLines } = await import('../src/result-lines.ts');
    const boxAt = (x: number) => {
      const mesh = new three.Mesh(new three.BoxGeometry(), new three.MeshBasicMaterial());
      mesh.position.set(x, 0, 0);
      return mesh;
    };
    const lines = new ResultLines();
    expect(lines).toBeInstanceOf(three.Group);
    expect(lines.children.map(({ visible }) => visible)).toEqual([false, false]);
    const result = distanceObjects(boxAt(0), boxAt(3));
    lines.show(result, { origin: [10, 0, 0] });
    expect(lines.position.toArray()).toEqual([10, 0, 0]);
    const [segments, points] = lines.children as InstanceType<typeof three.LineSegments>[];
    expect(segments?.type).toBe('LineSegments');
    expect(points?.type).toBe('Points');
    const positions = [...(segments?.geometry.getAttribute('position').array ?? [])];
    expect(positions.map((x, k) => (k % 3 === 0 ? x + 10 : x))).toEqual(
      [...(result.pointA ?? []), ...(result.pointB ?? [])].map(Math.fround),
    );
    expect(segments?.geometry.getAttribute('color').count).toBe(2);
    // Colours of the buffers are sRGB, those of vertices linear.
    const [, green = 0] = DEBUG_COLORS.witness;
    expect(segments?.geometry.getAttribute('color').getY(0)).toBeCloseTo(((green + 0.055) / 1.055) ** 2.4, 6);
    lines.clearResults();
    expect(lines.children.map(({ visible }) => visible)).toEqual([false, false]);
    lines.dispose();
  });
});
