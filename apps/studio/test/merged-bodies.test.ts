import { box, torus } from 'nearmiss/shapes';
import { Color, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { MergedBodies } from '../src/page/view/merged-bodies.ts';

const SHAPES = [box(), torus({ majorSegments: 6, minorSegments: 3 })].map(({ positions, triangles }) => ({
  positions: Float32Array.from(positions),
  triangles,
}));
const SHAPE_OF = Uint8Array.of(0, 1, 0);
const POSES = [
  { position: new Vector3(0, 0, -3), rotation: new Quaternion(0.5, 0.5, 0.5, 0.5) },
  { position: new Vector3(1, 0.5, 1), rotation: new Quaternion(0, 0.6, 0, 0.8) },
  { position: new Vector3(-1, 0, 0), rotation: new Quaternion() },
];
const EYE = new Vector3(2, 3, 8);

test('faces seen from the front are drawn, those of the nearest body first, posed and in their light', () => {
  const bodies = new MergedBodies(SHAPES, SHAPE_OF);
  bodies.setPoses(Float32Array.from(POSES.flatMap(({ position, rotation }) => [...position, ...rotation])));
  for (const body of POSES.keys()) bodies.setColour(body, new Color(0.2 * (body + 1), 0.5, 0.25));
  const camera = new PerspectiveCamera();
  camera.position.copy(EYE);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  bodies.prepare(camera);

  const drawn = drawnFaces(bodies);
  const wanted = [1, 2, 0].flatMap((body) => frontFaces(body));
  expect(drawn.map(({ key }) => key)).toEqual(wanted);
  expect(wanted.length).toBeGreaterThan(15);
  // Light from all around, and no more than that and the light beside the eye.
  const greens = drawn.map(({ tint: [, green = 0] }) => green / 255 / 0.5);
  expect(Math.min(...greens)).toBeGreaterThanOrEqual(0.71);
  expect(Math.max(...greens)).toBeLessThanOrEqual(1.13);
  expect(new Set(greens).size).toBeGreaterThan(5);
});

test('another eye sees other faces', () => {
  const bodies = new MergedBodies(SHAPES, Uint8Array.of(0));
  bodies.setPoses(Float32Array.of(0, 0, 0, 0, 0, 0, 1));
  const camera = new PerspectiveCamera();
  const faces = [5, -5].map((z) => {
    camera.position.set(0, 0, z);
    camera.updateMatrixWorld();
    bodies.prepare(camera);
    return drawnFaces(bodies).map(({ key }) => key);
  });
  // One side of a box, of two faces, each time.
  expect(faces.map(({ length }) => length)).toEqual([2, 2]);
  expect(faces[0]).not.toEqual(faces[1]);
});

/** The faces in the order they are drawn in, each by its corners from the least on, and the colour of its last corner. */
function drawnFaces({ mesh: { geometry } }: MergedBodies): { readonly key: string; readonly tint: number[] }[] {
  const [position, tint, index] = [geometry.getAttribute('position'), geometry.getAttribute('tint'), geometry.index];
  return Array.from({ length: geometry.drawRange.count / 3 }, (_, face) => {
    const corners = [0, 1, 2].map((k) => index?.getX(3 * face + k) ?? -1);
    const last = corners[2] ?? -1;
    return {
      key: keyOf(corners.map((vertex) => new Vector3().fromBufferAttribute(position, vertex))),
      tint: [tint.getX(last) * 255, tint.getY(last) * 255, tint.getZ(last) * 255],
    };
  });
}

/** The faces of a body that the eye is in front of. */
function frontFaces(body: number): string[] {
  const shape = SHAPES[SHAPE_OF[body] ?? 0];
  const pose = POSES[body];
  if (shape === undefined || pose === undefined) throw new Error(`There is no body ${body}.`);
  const { positions, triangles } = shape;
  return Array.from({ length: triangles.length / 3 }, (_, face) =>
    [...triangles.subarray(3 * face, 3 * face + 3)].map((vertex) =>
      new Vector3()
        .fromArray(positions, 3 * vertex)
        .applyQuaternion(pose.rotation)
        .add(pose.position),
    ),
  )
    .filter(([a = EYE, b = EYE, c = EYE]) => b.clone().sub(a).cross(c.clone().sub(a)).dot(EYE.clone().sub(a)) > 0)
    .map(keyOf);
}

function keyOf(corners: readonly Vector3[]): string {
  const texts = corners.map((corner) =>
    corner
      .toArray()
      .map((x) => (x === 0 ? 0 : x).toFixed(3))
      .join(' '),
  );
  const first = texts.indexOf([...texts].sort()[0] ?? '');
  return [0, 1, 2]
    .map((k) => texts[(first + k) % 3])
    .join(', ')
    .replaceAll('-0.000', '0.000');
}
