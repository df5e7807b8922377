import { NearmissError, timeOfContact } from 'nearmiss';
import { describe, expect, test } from 'vitest';
import { bodyFromObject } from '../src/body.ts';
import {
  clearanceObjects,
  closestPointObject,
  collideObjects,
  containsObject,
  directionalObjects,
  distanceObjects,
  penetrationObjects,
  raycastObject,
  timeOfContactObjects,
  toleranceObjects,
} from '../src/queries.ts';
import { poseFromMatrix } from '../src/transform.ts';
import { VERSIONS } from './versions.ts';

describe.each(VERSIONS)('three.js r%s', (_, three) => {
  const { BoxGeometry, Matrix4, Mesh, MeshBasicMaterial, Vector3 } = three;
  const a = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  const b = new Mesh(new BoxGeometry(2, 2, 2), new MeshBasicMaterial());
  const at = (x: number) => {
    a.position.set(x, 0, 0);
    return a;
  };

  test('two objects to a penetration depth', () => {
    const { depth, translation } = penetrationObjects(at(1.25), b);
    expect(depth).toBeCloseTo(0.25, 12);
    expect(translation[0]).toBeCloseTo(0.25, 12);
    a.position.add(new Vector3(...translation));
    expect(collideObjects(a, b).status).toMatch(/touching|separated/);
  });

  test('each query says what is so', () => {
    expect(collideObjects(at(1), b).status).toBe('intersecting');
    expect(distanceObjects(at(3), b).distance).toBeCloseTo(1.5, 12);
    expect(toleranceObjects(at(3), b, { tolerance: 1.6 }).within).toBe(true);
    expect(toleranceObjects(at(3), b, { tolerance: 1.4 }).within).toBe(false);
    expect(clearanceObjects(at(3), b, { clearance: 1.6 }).pairs.length).toBeGreaterThan(0);
    expect(clearanceObjects(at(3), b, { clearance: 1.4 }).pairs).toEqual([]);
    expect(directionalObjects(at(3), b, { direction: [-1, 0, 0] }).distance).toBeCloseTo(1.5, 9);
    expect(closestPointObject(b, new Vector3(4, 0, 0)).point).toEqual([1, 0, 0]);
    expect(containsObject(b, [0.5, 0, 0]).status).toBe('inside');
    expect(raycastObject(b, new Vector3(4, 0.1, 0.2), new Vector3(-1, 0, 0)).distance).toBeCloseTo(3, 12);
  });

  test('a motion goes from where an object is to a matrix, or with velocities', () => {
    const end = new Matrix4().makeTranslation(-3, 0, 0);
    for (const motion of [end, { to: end, kind: 'translation' }, { velocity: [-6, 0, 0] }] as const) {
      const { status, toc } = timeOfContactObjects(at(3), motion, b);
      expect(status).toBe('contact');
      expect(toc).toBeCloseTo(0.25, 5);
    }
    expect(timeOfContactObjects(at(3), null, b, new Matrix4().makeTranslation(0, 5, 0)).status).toBe('free');
    expect(() => timeOfContactObjects(at(3), new Matrix4().makeScale(2, 2, 2), b)).toThrow(/scale 1 .* and 2/);
  });

  test('what is no point and no motion is refused with a code', () => {
    const codeOf = (query: () => unknown): unknown => {
      try {
        return query();
      } catch (error) {
        return error instanceof NearmissError ? error.code : error;
      }
    };
    expect(codeOf(() => closestPointObject(b, null as never))).toBe('vector/bad');
    expect(codeOf(() => raycastObject(b, [0, 0, 0], 1 as never))).toBe('vector/bad');
    expect(codeOf(() => timeOfContactObjects(at(3), undefined as never, b))).toBe('motion/bad-form');
  });

  test('kind and pivot of a motion are those of the library', () => {
    const turn = new three.Quaternion().setFromEuler(new three.Euler(0, 0, 2));
    const to = new Matrix4().compose(new Vector3(-1, 3, 0), turn, new Vector3(1, 1, 1));
    const [A, B] = [bodyFromObject(at(3)), bodyFromObject(b)];
    const { position, rotation } = poseFromMatrix(to);
    const tocs = (['linear', 'screw'] as const).map((kind) => {
      const { toc } = timeOfContactObjects(a, { to, kind }, b);
      const motion = { from: { position: [3, 0, 0] }, to: { position, rotation }, kind } as const;
      expect(toc).toBe(timeOfContact(A.model, motion, B.model, B.pose).toc);
      return toc;
    });
    expect(tocs[0]).not.toBe(tocs[1]);
  });

  test('an instance, whose matrix is in single precision, moves to a matrix in double precision', () => {
    const instanced = new three.InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 1);
    const turn = new three.Quaternion().setFromEuler(new three.Euler(5, 6.5, 1));
    const matrixAt = (x: number) => new Matrix4().compose(new Vector3(x, 0, 0), turn, new Vector3(1.3, 1.3, 1.3));
    instanced.setMatrixAt(0, matrixAt(9));
    expect(timeOfContactObjects({ object: instanced, instance: 0 }, matrixAt(-9), b).status).toBe('contact');
  });
});
