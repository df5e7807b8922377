import { distance, Model } from 'nearmiss';
import { checkMesh, massProperties } from 'nearmiss/mesh';
import { MeshBVH } from 'three-mesh-bvh';
import { describe, expect, test } from 'vitest';
import { bodyFromObject } from '../src/body.ts';
import { meshFromObject } from '../src/object-mesh.ts';
import { distanceObjects, raycastObject } from '../src/queries.ts';
import { VERSIONS } from './versions.ts';

const volumeOf = (mesh: Parameters<typeof massProperties>[0]): number => massProperties(mesh).volume ?? Number.NaN;

describe.each(VERSIONS)('three.js r%s', (_, three) => {
  const { BoxGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } = three;
  const material = new MeshBasicMaterial();
  const box = (x = 0, y = 0, z = 0) => {
    const mesh = new Mesh(new BoxGeometry(), material);
    mesh.position.set(x, y, z);
    return mesh;
  };

  describe('models are cached', () => {
    test('one for all meshes with a geometry and a scale, wherever they are', () => {
      const geometry = new SphereGeometry(1, 16, 8);
      const [first, second] = [new Mesh(geometry, material), new Mesh(geometry, material)];
      const parent = new Group().add(second);
      parent.rotation.set(1, 2, 3);
      second.position.set(4, 5, 6);
      const { model } = bodyFromObject(first);
      expect(bodyFromObject(second).model).toBe(model);
      expect(bodyFromObject({ geometry, matrix: new Matrix4() }).model).toBe(model);
      second.scale.setScalar(2);
      const larger = bodyFromObject(second).model;
      expect(larger).not.toBe(model);
      expect(volumeOf(larger.mesh) / volumeOf(model.mesh)).toBeCloseTo(8, 10);
      expect(bodyFromObject(first).model).toBe(model);
    });

    test('and built again when an attribute has another version, another draw range, or is another', () => {
      const mesh = box();
      const position = mesh.geometry.getAttribute('position');
      const { model } = bodyFromObject(mesh);
      position.setXYZ(0, 5, 5, 5);
      expect(bodyFromObject(mesh).model).toBe(model); // as the renderer, which is not told either
      position.needsUpdate = true;
      const changed = bodyFromObject(mesh).model;
      expect(changed).not.toBe(model);
      mesh.geometry.setDrawRange(0, 6);
      expect(bodyFromObject(mesh).model.mesh.triangleCount).toBe(2);
      mesh.geometry.setDrawRange(0, Number.POSITIVE_INFINITY);
      expect(bodyFromObject(mesh).model).toBe(changed);
      mesh.geometry.setIndex([0, 1, 2]);
      expect(bodyFromObject(mesh).model.mesh.triangleCount).toBe(1);
    });

    test('interleaved attributes have the version of their buffer', () => {
      const buffer = new three.InterleavedBuffer(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 3);
      const geometry = new three.BufferGeometry();
      geometry.setAttribute('position', new three.InterleavedBufferAttribute(buffer, 3, 0));
      const mesh = new Mesh(geometry, material);
      const { model } = bodyFromObject(mesh);
      expect(bodyFromObject(mesh).model).toBe(model);
      buffer.needsUpdate = true;
      expect(bodyFromObject(mesh).model).not.toBe(model);
    });

    test('instances share one whatever their rotation, though their matrices are in single precision', () => {
      const instanced = new three.InstancedMesh(new BoxGeometry(), material, 60);
      for (let k = 0; k < 60; k++) {
        const turn = new three.Quaternion().setFromEuler(new three.Euler(k, 1.3 * k, 0.2 * k));
        instanced.setMatrixAt(k, new Matrix4().compose(new Vector3(3 * k, 0, 0), turn, new Vector3(1.3, 1.3, 1.3)));
      }
      const bodies = Array.from({ length: 60 }, (_value, instance) => bodyFromObject({ object: instanced, instance }));
      // A scale beside which another number of 22 bits is as near may be rounded to either.
      expect(new Set(bodies.map(({ model }) => model)).size).toBeLessThanOrEqual(3);
      for (const { pose } of bodies) expect(Math.abs(pose.scale / 1.3 - 1)).toBeLessThan(2 ** -21);
      bodies.forEach(({ model }, instance) => {
        expect(bodyFromObject({ object: instanced, instance }).model).toBe(model);
      });
    });

    test('an object that is turned by an animation keeps its model', () => {
      const mesh = box();
      const track = new three.QuaternionKeyframeTrack('.quaternion', [0, 1], [0, 0, 0, 1, 0.48, 0.36, -0.48, 0.64]);
      const mixer = new three.AnimationMixer(mesh);
      mixer.clipAction(new three.AnimationClip('turn', 1, [track])).play();
      const models = new Set<Model>();
      for (let frame = 0; frame < 40; frame++) {
        mixer.update(0.02);
        models.add(bodyFromObject(mesh).model);
      }
      expect(models.size).toBeLessThanOrEqual(4);
    });

    test('each geometry of a batched mesh has one, and each scale of instances', () => {
      const batched = new three.BatchedMesh(20, 2000, 6000, material);
      const instances = Array.from({ length: 12 }, (_value, k) => {
        const instance = batched.addInstance(batched.addGeometry(new BoxGeometry(1 + k, 1, 1)));
        batched.setMatrixAt(instance, new Matrix4());
        return instance;
      });
      const first = instances.map((instance) => bodyFromObject({ object: batched, instance }).model);
      bodyFromObject({ geometry: batched.geometry, matrix: new Matrix4() }); // drops none of them
      expect(instances.map((instance) => bodyFromObject({ object: batched, instance }).model)).toEqual(first);
      instances.forEach((instance, k) => {
        expect(bodyFromObject({ object: batched, instance }).model).toBe(first[k]);
      });
      expect(new Set(first).size).toBe(12);
    });

    test('a group keeps its model while it moves, and loses it when a part of it does', () => {
      const part = box(2, 0, 0);
      const group = new Group().add(box(), part);
      const { model } = bodyFromObject(group);
      group.position.set(1, 2, 3);
      group.rotation.set(0.1, 0.2, 0.3);
      expect(bodyFromObject(group).model).toBe(model);
      part.position.x = 3;
      expect(bodyFromObject(group).model).not.toBe(model);
    });
  });

  test('a group is one body of all meshes below it', () => {
    const inner = new Group().add(box(0, 3, 0));
    inner.scale.setScalar(2);
    const group = new Group().add(box(), inner, new three.PointLight());
    const mesh = meshFromObject(group);
    expect(checkMesh(mesh).closed).toBe(true);
    expect(volumeOf(mesh)).toBeCloseTo(1 + 8, 12);
    expect(distanceObjects(group, box(0, 8, 0)).distance).toBeCloseTo(8 - 0.5 - 7, 12);
  });

  test('morph targets are taken with their influences', () => {
    const geometry = new BoxGeometry();
    const doubled = geometry.getAttribute('position').clone();
    for (let k = 0; k < doubled.count; k++) doubled.setXYZ(k, 2 * doubled.getX(k), doubled.getY(k), doubled.getZ(k));
    geometry.morphAttributes.position = [doubled];
    const mesh = new Mesh(geometry, material);
    mesh.updateMorphTargets();
    const other = box(4);
    expect(distanceObjects(mesh, other).distance).toBeCloseTo(3, 12);
    const { model } = bodyFromObject(mesh);
    if (mesh.morphTargetInfluences !== undefined) mesh.morphTargetInfluences[0] = 1;
    expect(distanceObjects(mesh, other).distance).toBeCloseTo(2.5, 12);
    expect(bodyFromObject(mesh).model).not.toBe(model);
  });

  test('skinned meshes are taken in the pose of their bones', () => {
    const geometry = new BoxGeometry();
    const { count } = geometry.getAttribute('position');
    geometry.setAttribute('skinIndex', new three.Uint16BufferAttribute(new Uint16Array(4 * count), 4));
    const weights = Float32Array.from({ length: 4 * count }, (_value, k) => (k % 4 === 0 ? 1 : 0));
    geometry.setAttribute('skinWeight', new three.Float32BufferAttribute(weights, 4));
    const bone = new three.Bone();
    const mesh = new three.SkinnedMesh(geometry, material);
    mesh.add(bone);
    mesh.bind(new three.Skeleton([bone]));
    const other = box(4);
    expect(distanceObjects(mesh, other).distance).toBeCloseTo(3, 12);
    bone.position.x = 1;
    expect(distanceObjects(mesh, other).distance).toBeCloseTo(2, 12);
    mesh.position.x = 0.5;
    expect(distanceObjects(mesh, other).distance).toBeCloseTo(1.5, 12);
    // Half of the weight on a bone that stays.
    const still = new three.Bone();
    mesh.add(still);
    mesh.skeleton.bones.push(still);
    mesh.skeleton.boneInverses.push(new Matrix4());
    const [index, weight] = ['skinIndex', 'skinWeight'].map((name) => geometry.getAttribute(name));
    for (let k = 0; k < count; k++) {
      index?.setXYZW(k, 0, 1, 0, 0);
      weight?.setXYZW(k, 0.5, 0.5, 0, 0);
    }
    for (const attribute of [index, weight]) if (attribute !== undefined) attribute.needsUpdate = true;
    expect(distanceObjects(mesh, other).distance).toBeCloseTo(2, 12);
    for (const inverse of mesh.skeleton.boneInverses) inverse.makeTranslation(-0.5, 0, 0);
    expect(distanceObjects(mesh, other).distance).toBeCloseTo(2.5, 12);
  });

  test('fat lines below an object are lines, not part of it', () => {
    const lines = new Mesh(new three.InstancedBufferGeometry(), material);
    Object.assign(lines, { isLineSegments2: true });
    const group = new Group().add(box(), lines);
    expect(bodyFromObject(group).model.mesh.triangleCount).toBe(12);
  });

  test('instances are bodies, and all of them together are one', () => {
    const instanced = new three.InstancedMesh(new BoxGeometry(), material, 3);
    [0, 3, 6].forEach((x, k) => {
      instanced.setMatrixAt(k, new Matrix4().makeTranslation(x, 0, 0).multiply(new Matrix4().makeScale(2, 2, 2)));
    });
    const other = box(0, 4, 0);
    expect(distanceObjects({ object: instanced, instance: 0 }, other).distance).toBeCloseTo(2.5, 12);
    expect(distanceObjects({ object: instanced, instance: 2 }, box(10)).distance).toBeCloseTo(2.5, 12);
    expect(bodyFromObject({ object: instanced, instance: 0 }).model).toBe(
      bodyFromObject({ object: instanced, instance: 2 }).model,
    );
    expect(volumeOf(meshFromObject(instanced))).toBeCloseTo(24, 12);
    expect(distanceObjects(instanced, box(10)).distance).toBeCloseTo(2.5, 12);
    instanced.setMatrixAt(2, new Matrix4().makeTranslation(8, 0, 0));
    // Nothing has been drawn yet: three.js does not need to be told.
    expect(distanceObjects(instanced, box(10)).distance).toBeCloseTo(1, 12);
    const { model } = bodyFromObject(instanced);
    expect(bodyFromObject(instanced).model).toBe(model);
    expect(() => bodyFromObject({ object: instanced, instance: 3 })).toThrow(/no instance 3/);
  });

  test('each instance has the morph targets that were set for it', () => {
    const geometry = new BoxGeometry();
    const doubled = geometry.getAttribute('position').clone();
    for (let k = 0; k < doubled.count; k++) doubled.setX(k, 2 * doubled.getX(k));
    geometry.morphAttributes.position = [doubled];
    const instanced = new three.InstancedMesh(geometry, material, 2);
    const influenced = new Mesh(geometry, material);
    const setMorph = (instance: number, influence: number) => {
      influenced.morphTargetInfluences = [influence];
      instanced.setMorphAt(instance, influenced);
    };
    [0, 9].forEach((y, k) => {
      instanced.setMatrixAt(k, new Matrix4().makeTranslation(0, y, 0));
    });
    expect(distanceObjects({ object: instanced, instance: 0 }, box(4)).distance).toBeCloseTo(3, 12);
    setMorph(0, 1);
    setMorph(1, 0);
    expect(distanceObjects({ object: instanced, instance: 0 }, box(4)).distance).toBeCloseTo(2.5, 12);
    expect(distanceObjects({ object: instanced, instance: 1 }, box(4, 9)).distance).toBeCloseTo(3, 12);
    expect(distanceObjects(instanced, box(4)).distance).toBeCloseTo(2.5, 12);
    setMorph(0, 0.5);
    expect(distanceObjects({ object: instanced, instance: 0 }, box(4)).distance).toBeCloseTo(2.75, 12);
    expect(distanceObjects(instanced, box(4)).distance).toBeCloseTo(2.75, 12);
  });

  test('batched meshes have several geometries', () => {
    const batched = new three.BatchedMesh(4, 2000, 6000, material);
    const ball = batched.addGeometry(new SphereGeometry(1, 16, 8));
    const cube = batched.addGeometry(new BoxGeometry(2, 2, 2));
    const addAt = (geometry: number, x: number) => {
      const id = batched.addInstance(geometry);
      batched.setMatrixAt(id, new Matrix4().makeTranslation(x, 0, 0));
      return id;
    };
    const [first, second, third] = [addAt(ball, 0), addAt(cube, 5), addAt(cube, 10)];
    const other = box(13);
    expect(distanceObjects({ object: batched, instance: third }, other).distance).toBeCloseTo(1.5, 12);
    expect(distanceObjects({ object: batched, instance: second }, other).distance).toBeCloseTo(6.5, 12);
    expect(bodyFromObject({ object: batched, instance: third }).model).toBe(
      bodyFromObject({ object: batched, instance: second }).model,
    );
    expect(checkMesh(bodyFromObject({ object: batched, instance: first }).model.mesh).closed).toBe(true);
    expect(volumeOf(meshFromObject(batched))).toBeGreaterThan(16 + 3.5);
    batched.deleteInstance(second);
    expect(volumeOf(meshFromObject(batched))).toBeLessThan(8 + 4.2);
    expect(() => bodyFromObject({ object: batched, instance: second })).toThrow(/no instance/);
  });

  test('a MeshBVH is taken for its geometry', () => {
    const geometry = new SphereGeometry(1, 16, 8);
    const bvh = new MeshBVH(geometry);
    const matrix = new Matrix4().makeTranslation(0, 3, 0);
    const mesh = new Mesh(geometry, material);
    mesh.position.set(0, 3, 0);
    const other = box();
    expect(distanceObjects({ geometry: bvh, matrix }, other).distance).toBe(distanceObjects(mesh, other).distance);
  });

  test.each([8, 64])(
    'a MeshBVH that sorts %s columns of triangles later does not leave faces of the old order',
    (columns) => {
      const geometry = new SphereGeometry(1, columns, 8);
      const mesh = new Mesh(geometry, material);
      const cornersOf = (face: number | null) =>
        [0, 1, 2].map((k) => geometry.index?.getX(3 * (face ?? Number.NaN) + k) ?? Number.NaN);
      const hit = () => cornersOf(raycastObject(mesh, [5, 0.1, 0.2], [-1, 0, 0]).face);
      const [before] = [hit().sort(), new MeshBVH(geometry)];
      expect(hit().sort()).toEqual(before);
    },
  );

  test('what a three.js scene means is what the library is asked', () => {
    const mesh = box(0, 0, 0);
    const parent = new Group().add(mesh);
    parent.position.set(2, 0, 0);
    parent.scale.setScalar(0.5);
    const { model, pose } = bodyFromObject(mesh);
    expect(pose.position).toEqual([2, 0, 0]);
    const point = new Vector3(-0.25, 0, 0).add(new Vector3(2, 0, 0));
    const ball = Model.build(meshFromObject(new Mesh(new SphereGeometry(0.5), material)));
    expect(distance(model, pose, ball, {}).distance).toBeCloseTo(point.x - 0.5, 12);
  });

  test.each([
    ['three/bad-object', () => bodyFromObject(new Group())],
    ['three/bad-object', () => bodyFromObject(new three.PerspectiveCamera())],
    ['three/bad-object', () => bodyFromObject(null as never)],
    ['three/bad-object', () => bodyFromObject({ geometry: new BoxGeometry(), matrix: null as never })],
    ['options/bad-value', () => meshFromObject(box(), 0)],
    ['options/bad-value', () => meshFromObject(box(), -1)],
    ['options/bad-value', () => meshFromObject(box(), Number.NaN)],
    ['three/bad-object', () => bodyFromObject({ object: box(), instance: 0 } as never)],
    [
      'three/mirrored',
      () => {
        const mesh = box();
        mesh.scale.x = -1;
        return bodyFromObject(mesh);
      },
    ],
    [
      'three/non-uniform-scale',
      () => {
        const mesh = box();
        mesh.scale.x = 2;
        return bodyFromObject(new Group().add(mesh));
      },
    ],
    [
      'three/sheared',
      () => {
        const mesh = box();
        mesh.rotation.z = 0.5;
        const parent = new Group().add(mesh);
        parent.scale.x = 2;
        return bodyFromObject(mesh);
      },
    ],
  ])('%s', (code, act) => {
    expect(act).toThrow(expect.objectContaining({ code }));
  });
});
