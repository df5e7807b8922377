// A triangle without area that passes through a face was taken for one that lies in its plane: the point of contact
// reported was the middle of the segment, off the face.

import { expect, test } from 'vitest';
import { collide, distance, Mesh, Model } from '../../src/index.ts';

const segment = Model.build(new Mesh([0, 0, -1, 0, 0, 3, 0, 0, 3], [0, 1, 2]));
const face = Model.build(new Mesh([-1, -1, 0, 3, -1, 0, -1, 3, 0], [0, 1, 2]));

test('the contact of a segment through a face is where it passes', () => {
  for (const contact of [
    collide(segment, {}, face, {}),
    collide(face, {}, segment, {}),
    distance(segment, {}, face, {}),
    distance(face, {}, segment, {}),
  ]) {
    expect(contact.status).toBe('intersecting');
    expect([contact.pointA, contact.pointB]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  }
  const { segments } = collide(segment, {}, face, {}, { contacts: 'all', segments: true });
  expect(segments).toEqual([
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
  ]);
});

test('a segment that lies in a face shares its chord with it', () => {
  const inPlane = Model.build(new Mesh([-4, 0, 0, 4, 0, 0, 4, 0, 0], [0, 1, 2]));
  const { status, segments } = collide(inPlane, {}, face, {}, { contacts: 'all', segments: true });
  expect(status).toBe('touching');
  const ends = segments?.[0].map(([x]) => x).sort((p, q) => p - q);
  expect(ends).toEqual([-1, 2]);
});
