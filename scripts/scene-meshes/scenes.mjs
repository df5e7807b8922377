// The example scenes as `nearmiss simulate` reads them. Metres, seconds, kilograms.

import { gearOutline, THREAD } from './thread.mjs';

/** @typedef {Record<string, unknown>} Item */

const GRAVITY = [0, 0, -9.81];
const UPRIGHT = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const UPRIGHT_ACROSS = [0.5, 0.5, 0.5, 0.5];

/**
 * A static floor whose top is at z = 0.
 *
 * @param {number} side
 * @returns {Item}
 */
function floor(side) {
  return { id: 'floor', convex: `box(size=[${side},${side},1])`, kind: 'static', pose: { position: [0, 0, -0.5] } };
}

/** @param {string} id @param {Item} shape @param {readonly number[]} position @param {Item} [more] @returns {Item} */
function body(id, shape, position, { rotation, ...more } = {}) {
  return { id, ...shape, pose: rotation === undefined ? { position } : { position, rotation }, ...more };
}

/** @param {readonly number[]} axis @param {number} degrees */
function turnedBy(axis, degrees) {
  const half = (degrees * Math.PI) / 360;
  const length = Math.hypot(...axis);
  return [...axis.map((x) => (Math.sin(half) * x) / length), Math.cos(half)];
}

/** @template T @param {number} count @param {(k: number) => T} make @returns {T[]} */
const list = (count, make) => Array.from({ length: count }, (_, k) => make(k));

const TORUS = { shape: 'torus(majorRadius=0.25,minorRadius=0.05,majorSegments=24,minorSegments=12)' };

/**
 * A chain of six tori that hangs from the first, and ten more that fall on a floor below it.
 *
 * @param {Item} [torus]
 */
function fallingTori(torus = TORUS) {
  const chain = list(6, (k) =>
    body(`link${k}`, torus, [0, 0, 3 - 0.38 * k], {
      rotation: k % 2 === 0 ? UPRIGHT : UPRIGHT_ACROSS,
      ...(k === 0 ? { kind: 'static' } : {}),
    }),
  );
  const loose = list(10, (k) => {
    const angle = 2.4 * k;
    const axis = [Math.cos(1.7 * k), Math.sin(1.7 * k), 0.3];
    const position = [0.62 * Math.cos(angle), 0.62 * Math.sin(angle), 0.35 + 0.3 * k];
    return body(`torus${k}`, torus, position, { rotation: turnedBy(axis, 40 + 23 * k) });
  });
  return { gravity: GRAVITY, step: 0.01, duration: 2, every: 2, bodies: [floor(12), ...chain, ...loose] };
}

/** Bodies of several shapes fall on pillars as thin as needles. */
function pillars() {
  const needles = list(16, (k) => {
    const position = [0.5 * (k % 4) - 0.75, 0.5 * Math.floor(k / 4) - 0.75, 0.5];
    return body(`pillar${k}`, { convex: 'cylinder(radius=0.004,height=1)' }, position, { kind: 'static' });
  });
  const shapes = [
    { shape: 'box(size=[0.7,0.6,0.1])' },
    { shape: 'torus-knot(triangles=1152)' },
    TORUS,
    { shape: 'l-shape' },
    { shape: 'gear(teeth=12)' },
    { shape: 'star-shape' },
  ];
  const falling = list(12, (k) => {
    // The plate of the lowest layer begins just above the pillars.
    const height = k === 0 ? 1.1 : 1.3 + 0.75 * Math.floor(k / 4);
    const position = [0.9 * (k % 2) - 0.42, 0.9 * (Math.floor(k / 2) % 2) - 0.46, height];
    return body(`body${k}`, shapes[k % 6], position, { rotation: turnedBy([1, 0.4, 0.2 * k], 17 * k) });
  });
  return { gravity: GRAVITY, step: 0.01, duration: 2, every: 2, bodies: [floor(8), ...needles, ...falling] };
}

/** Two dinosaurs that run into each other. */
function dinosaurs() {
  const dinosaur = { model: 'models/dinosaur.obj' };
  const bodies = [
    floor(8),
    body('left', dinosaur, [-0.75, 0, 0.02], { velocity: [3, 0, 0] }),
    body('right', dinosaur, [0.75, 0.08, 0.02], { rotation: [0, 0, 1, 0], velocity: [-3, 0, 0] }),
  ];
  return { gravity: GRAVITY, step: 0.005, duration: 1.5, every: 4, materials: { friction: 0.3 }, bodies };
}

/** @param {Item} shape @param {number} apart */
function pairScene(shape, apart) {
  const bodies = [
    floor(8),
    body('left', shape, [-apart, 0, 0.8], { velocity: [1.5, 0, 0], angularVelocity: [0, 2, 1] }),
    body('right', shape, [apart, 0.05, 0.9], { rotation: turnedBy([1, 1, 1], 75), velocity: [-1.5, 0, 0] }),
  ];
  const materials = { friction: 0.4, restitution: 0.2 };
  return { gravity: GRAVITY, step: 0.005, duration: 1.5, every: 4, stepper: 'impulses', materials, bodies };
}

/** Cones of a torus, as in the medial-axis paper, and primitives of the spider. */
const TORUS_PRIMITIVES = 27;
const SPIDER_PRIMITIVES = 100;

/**
 * Fifteen tori fall on a spider that stands still.
 *
 * @param {Item} torus
 * @param {Item} figure
 */
function spider(torus, figure) {
  const bodies = list(15, (k) => {
    const [layer, at] = [Math.floor(k / 5), k % 5];
    const angle = (2 * Math.PI * (at + layer / 3)) / 5;
    const radius = at === 0 && layer === 0 ? 0 : 0.62;
    const position = [0.1 + radius * Math.cos(angle), radius * Math.sin(angle), 1 + 0.3 * layer];
    return body(`torus${k}`, torus, position, { rotation: turnedBy([1, 0.5 * at, 0.2], 11 * k) });
  });
  const still = body('spider', figure, [0, 0, 0.01], { kind: 'static' });
  return { gravity: GRAVITY, step: 0.01, duration: 2, every: 2, bodies: [floor(8), still, ...bodies] };
}

/** A spoon falls into a cup. */
function spoonInCup() {
  const bodies = [
    floor(6),
    body('cup', { shape: 'cup(slices=32,rings=12)' }, [0, 0, 0.46]),
    body('spoon', { shape: 'spoon(rings=24,sides=12)' }, [0.08, 0.02, 1.15], { rotation: turnedBy([0, 1, 0], 75) }),
  ];
  return { gravity: GRAVITY, step: 0.005, duration: 2, every: 4, materials: { friction: 0.3 }, bodies };
}

/** A nut runs down a bolt without friction. */
function nutOnBolt() {
  const bodies = [
    body('bolt', { model: 'models/bolt.obj' }, [0, 0, 0], { kind: 'static' }),
    // Its thread is in phase with that of the bolt after 40 steps of the thread and 40 sides of a turn.
    body('nut', { model: 'models/nut.obj' }, [0, 0, (THREAD.lead * 40) / THREAD.sides], {
      rotation: turnedBy([0, 0, 1], (360 * 40) / THREAD.sides),
      density: 7800,
    }),
  ];
  return { gravity: GRAVITY, step: 0.002, duration: 0.4, every: 10, materials: { friction: 0 }, bodies };
}

/** Two involute gears on hinges; a motor drives the first. */
function gears() {
  const module = 0.05;
  const outline = (/** @type {number} */ teeth) =>
    `prism(outline=[${gearOutline(teeth, module)
      .map((x) => Number(x.toFixed(7)))
      .join(',')}],height=0.1)`;
  const apart = (module * (12 + 18)) / 2;
  const bodies = [
    body('driver', { shape: outline(12) }, [0, 0, 0]),
    // A tooth of the first is at angle 0: a gap of the second faces it.
    body('driven', { shape: outline(18) }, [apart, 0, 0], { rotation: turnedBy([0, 0, 1], 180 / 18) }),
  ];
  const joints = [
    { kind: 'hinge', a: 'driver', anchor: [0, 0, 0], axis: [0, 0, 1], motor: { speed: 3, force: 200 } },
    { kind: 'hinge', a: 'driven', anchor: [apart, 0, 0], axis: [0, 0, 1] },
  ];
  return { step: 0.005, duration: 2, every: 8, materials: { friction: 0.05 }, bodies, joints };
}

/** A row of dominoes, of which the first falls. */
function dominoes() {
  const domino = { convex: 'box(size=[0.06,0.24,0.48])' };
  const bodies = list(12, (k) =>
    body(`domino${k}`, domino, [0.22 * k - 1.2, 0, 0.2401], k === 0 ? { angularVelocity: [0, 3, 0] } : {}),
  );
  return { gravity: GRAVITY, step: 0.005, duration: 2, every: 4, bodies: [floor(6), ...bodies] };
}

/** Twenty boxes, one on the other. */
function tower() {
  const boxes = list(20, (k) => body(`box${k}`, { convex: 'box(size=[0.5,0.5,0.25])' }, [0, 0, 0.125 + 0.25 * k]));
  return { gravity: GRAVITY, step: 0.01, duration: 10, every: 50, bodies: [floor(16), ...boxes] };
}

/** Two hundred torus knots fall into a tray. */
function knotsInTray() {
  const wall = (/** @type {string} */ id, /** @type {number[]} */ size, /** @type {number[]} */ position) =>
    body(id, { convex: `box(size=[${size}])` }, position, { kind: 'static' });
  const tray = [
    wall('left', [0.2, 6.4, 1.5], [-3.1, 0, 0.75]),
    wall('right', [0.2, 6.4, 1.5], [3.1, 0, 0.75]),
    wall('front', [6, 0.2, 1.5], [0, -3.1, 0.75]),
    wall('back', [6, 0.2, 1.5], [0, 3.1, 0.75]),
  ];
  const knots = list(200, (k) => {
    const [i, j, layer] = [k % 5, Math.floor(k / 5) % 5, Math.floor(k / 25)];
    const position = [1.12 * (i - 2) + 0.1 * (layer % 3), 1.12 * (j - 2) - 0.1 * (layer % 2), 0.7 + 1.1 * layer];
    const rotation = turnedBy([1, i - 2, j - 2], 37 * k);
    return body(`knot${k}`, { shape: 'torus-knot(triangles=576)' }, position, { rotation });
  });
  return {
    gravity: GRAVITY,
    step: 0.01,
    duration: 3,
    every: 5,
    stepper: 'impulses',
    bodies: [floor(40), ...tray, ...knots],
  };
}

/** A ball whose centre of mass is below its middle: spun fast, it turns over (a tippe top without its stem). */
function tippeTop() {
  const radius = 0.02;
  const mass = 0.02;
  const [across, along] = [0.43, 0.4].map((k) => k * mass * radius * radius);
  const top = body('top', { convex: `sphere(radius=${radius})` }, [0, 0, 1.001 * radius], {
    rotation: turnedBy([1, 0, 0], 6),
    angularVelocity: [0, 0, 180],
    mass,
    centerOfMass: [0, 0, -0.2 * radius],
    inertia: [across, 0, 0, 0, across, 0, 0, 0, along],
    friction: 0.3,
  });
  const table = { ...floor(1), friction: 0.3 };
  return { gravity: GRAVITY, step: 0.001, duration: 3, every: 20, stepper: 'impulses', bodies: [table, top] };
}

/** @type {Readonly<Record<string, Record<string, unknown>>>} */
export const SCENES = {
  'falling-tori': fallingTori(),
  'falling-tori-medial': fallingTori({ ...TORUS, medial: TORUS_PRIMITIVES }),
  pillars: pillars(),
  dinosaurs: dinosaurs(),
  'pair-torus': pairScene({ shape: 'torus(majorRadius=0.4,minorRadius=0.12,majorSegments=32,minorSegments=16)' }, 0.75),
  'pair-hare': pairScene({ model: 'models/hare.obj' }, 0.7),
  'pair-golf-club': pairScene({ shape: 'golf-club(rings=32,sides=12)' }, 0.7),
  'pair-santa': pairScene({ model: 'models/santa.obj' }, 0.42),
  spider: spider(TORUS, { model: 'models/spider.obj' }),
  'spider-medial': spider(
    { ...TORUS, medial: TORUS_PRIMITIVES },
    { model: 'models/spider.obj', medial: SPIDER_PRIMITIVES },
  ),
  'spider-hulls': spider({ model: 'models/torus-hull.obj' }, { model: 'models/spider-hull.obj' }),
  'spoon-in-cup': spoonInCup(),
  'nut-on-bolt': nutOnBolt(),
  gears: gears(),
  dominoes: dominoes(),
  tower: tower(),
  'knots-in-tray': knotsInTray(),
  'tippe-top': tippeTop(),
};
