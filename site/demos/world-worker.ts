// A crowd of bodies that drift in a box, kept in a `World` beside the page.

import { Model, World } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import type { BodyPose } from '../../apps/studio/src/page/body.ts';
import type { Stepped, StepRequest, WorldReply } from './world-messages.ts';

const NAMES = [
  'torus(majorRadius=0.2,minorRadius=0.07,majorSegments=24,minorSegments=12)',
  'box(size=[0.3,0.3,0.3])',
  'l-shape(size=[0.4,0.4,0.2],arm=0.12)',
];
const COUNT = 36;
/** Half the side of the box in which centres stay. */
const REACH = 1.3;
/** No shape is larger. */
const RADIUS = 0.3;
const SPEED = 0.35;
const SEED = 7;

interface Body {
  readonly number: number;
  position: [number, number, number];
  velocity: [number, number, number];
  rotation: [number, number, number, number];
  /** Angular velocity. */
  readonly spin: readonly [number, number, number];
}

const meshes = NAMES.map((name) => makeShape(name));
const models = meshes.map((mesh) => Model.build(mesh));
const world = new World();
const random = seeded(SEED);
const bodies = Array.from({ length: COUNT }, (_, k) => makeBody(k));

function makeBody(k: number): Body {
  const between = (reach: number): number => reach * (2 * random() - 1);
  const position: [number, number, number] = [between(REACH), between(REACH), between(REACH)];
  const model = models[k % models.length];
  if (model === undefined) throw new Error('There is no such shape.');
  return {
    number: world.add(model, { position }),
    position,
    velocity: [between(SPEED), between(SPEED), between(SPEED)],
    rotation: [0, 0, 0, 1],
    spin: [between(1), between(1), between(1)],
  };
}

addEventListener('message', ({ data: { time, held } }: MessageEvent<StepRequest>) => {
  bodies.forEach((body, k) => {
    if (k === held?.body) {
      body.position = [...held.pose.position];
      body.rotation = [...held.pose.rotation];
    } else drift(body, time);
    world.move(body.number, poseOf(body));
  });
  reply(step());
});

function step(): Stepped {
  const { begin, stay, end, boxPairs, measured } = world.step();
  const touching = [...begin, ...stay];
  const pairs = touching.map(({ bodyA, bodyB }) => [bodyA, bodyB] as const);
  return {
    kind: 'stepped',
    poses: bodies.map(poseOf),
    pairs,
    points: touching.flatMap(({ contact }) => (contact?.pointA ? [contact.pointA] : [])),
    begun: begin.length,
    ended: end.length,
    boxPairs,
    measured,
  };
}

function poseOf({ position, rotation }: Body): BodyPose {
  return { position: [...position], rotation: [...rotation] };
}

/** Moves a body on, back from the walls. */
function drift(body: Body, time: number): void {
  for (const k of [0, 1, 2] as const) {
    body.position[k] += time * body.velocity[k];
    if (Math.abs(body.position[k]) > REACH)
      body.velocity[k] = -Math.sign(body.position[k]) * Math.abs(body.velocity[k]);
  }
  const [x, y, z, w] = body.rotation;
  const [p, q, r] = body.spin.map((speed) => (speed * time) / 2) as [number, number, number];
  const turned: [number, number, number, number] = [
    x + p * w + q * z - r * y,
    y + q * w + r * x - p * z,
    z + r * w + p * y - q * x,
    w - p * x - q * y - r * z,
  ];
  const length = Math.hypot(...turned);
  body.rotation = [turned[0] / length, turned[1] / length, turned[2] / length, turned[3] / length];
}

/** Numbers from 0 to 1, the same every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function reply(message: WorldReply): void {
  postMessage(message);
}

reply({
  kind: 'crowd',
  names: NAMES,
  shapes: meshes.map((mesh) => ({
    positions: Float32Array.from(mesh.positions),
    triangles: Uint32Array.from(mesh.triangles),
  })),
  bodies: bodies.map((_, k) => k % NAMES.length),
  reach: REACH + RADIUS,
});
reply(step());
