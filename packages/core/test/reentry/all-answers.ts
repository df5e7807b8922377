// Every answer of the library, as one hash for each kind of question: what other engines are compared by.

import { type Model, motionPose } from 'nearmiss';
import { checkMesh, massProperties, windingNumber } from 'nearmiss/mesh';
import { makeShape, shapeNames } from 'nearmiss/shapes';
import { EVERY_QUERY, makeScene, type Scene } from './every-query.ts';
import { bitsOf, hashOf, PLAIN } from './user-code.ts';

const SEEDS = [1, 2] as const;

/** The questions, and a hash of the bits of the answers to each. */
export function allAnswers(): [question: string, hash: string][] {
  const scenes = SEEDS.map(makeScene);
  const answers: [string, unknown][] = [
    ['powers of two', powersOfTwo()],
    ...shapeNames.map((name): [string, unknown] => [`shape ${name}`, shapeOf(name)]),
    ['models', scenes.map((scene) => modelsOf(scene).map((model) => model.toBytes()))],
    [
      'facts of meshes',
      scenes.map((scene) => modelsOf(scene).map(({ mesh }) => [checkMesh(mesh), massProperties(mesh)])),
    ],
    ['winding numbers', scenes.map(({ meshes, point }) => meshes.map(({ mesh }) => windingNumber(mesh, point)))],
    ['motions', scenes.map(posesOf)],
    ...EVERY_QUERY.map((kind): [string, unknown] => [kind.name, scenes.map((scene) => kind.ask(scene, PLAIN))]),
  ];
  return answers.map(([name, answer]) => [name, hashOf(bytesOf(bitsOf(answer)))]);
}

function modelsOf({ meshes, soups, convex, hulls, rounds, medials }: Scene): Model[] {
  return [meshes, soups, convex, hulls, rounds, medials].flat();
}

function shapeOf(name: string): unknown {
  const { positions, triangles } = makeShape(name);
  return [positions, triangles];
}

/** The only powers that the sources have. */
function powersOfTwo(): number[] {
  return Array.from({ length: 2098 }, (_, k) => 2 ** (k - 1074));
}

function posesOf({ here, there, far }: Scene): unknown {
  const turning = { from: here, velocity: [1, 2, 3], angularVelocity: [40, -50, 60] };
  const motions = [{ from: here, to: far }, { from: here, to: there, kind: 'screw' as const }, turning];
  return motions.map((motion) => [0, 0.1, 1 / 3, 0.77, 1].map((time) => motionPose(motion, time)));
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
