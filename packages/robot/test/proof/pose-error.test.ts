// The error bound of forward kinematics: above what follows from the number of operations, by less than a factor of two, and far above what
// arithmetic of 200 bits shows.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { Robot, type RobotDescription, readUrdf } from '@nearmiss/robot';
import { expect, test } from 'vitest';
import { kinematicTree } from '../../src/kinematics/kinematic-tree.ts';
import { poseErrorBound, type ValueBounds, writePolynomialErrors } from '../../src/proof/pose-error.ts';

const U = 2 ** -53;
const all = (count: number, largest: number, error: number): ValueBounds => ({
  largest: new Float64Array(count).fill(largest),
  errors: new Float64Array(count).fill(error),
});
const BITS = 200n;
const ONE = 1n << BITS;

/** Numbers with 200 bits behind the point. */
const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const over = (a: bigint, b: bigint): bigint => (a << BITS) / b;

function exact(x: number): bigint {
  let [value, shift] = [x, 0n];
  while (!Number.isInteger(value)) {
    value *= 2;
    shift++;
  }
  return shift <= BITS ? BigInt(value) << (BITS - shift) : BigInt(value) >> (shift - BITS);
}

function squareRoot(x: bigint): bigint {
  let root = ONE;
  for (let k = 0; k < 300; k++) root = (root + over(x, root)) / 2n;
  return root;
}

/** Sine and cosine by their series, of angles up to 4. */
function sineAndCosine(x: bigint): [bigint, bigint] {
  let [sine, cosine, term] = [0n, 0n, ONE];
  for (let k = 1n; k < 120n; k++) {
    if (k % 2n === 1n) cosine += k % 4n === 1n ? term : -term;
    else sine += k % 4n === 2n ? term : -term;
    term = times(term, x) / k;
  }
  return [sine, cosine];
}

type Turn = readonly bigint[];

/** The matrix of a quaternion of any length, by rows. */
function matrixOf([x = 0n, y = 0n, z = 0n, w = 0n]: readonly bigint[]): Turn {
  const square = times(x, x) + times(y, y) + times(z, z) + times(w, w);
  const part = (value: bigint): bigint => over(2n * value, square);
  return [
    ...[ONE - part(times(y, y) + times(z, z)), part(times(x, y) - times(w, z)), part(times(x, z) + times(w, y))],
    ...[part(times(x, y) + times(w, z)), ONE - part(times(x, x) + times(z, z)), part(times(y, z) - times(w, x))],
    ...[part(times(x, z) - times(w, y)), part(times(y, z) + times(w, x)), ONE - part(times(x, x) + times(y, y))],
  ];
}

const applied = (m: Turn, v: readonly bigint[]): bigint[] =>
  [0, 3, 6].map((r) => [0, 1, 2].reduce((sum, c) => sum + times(m[r + c] ?? 0n, v[c] ?? 0n), 0n));
const product = (a: Turn, b: Turn): Turn =>
  [0, 3, 6].flatMap((r) =>
    [0, 1, 2].map((c) => [0, 1, 2].reduce((sum, k) => sum + times(a[r + k] ?? 0n, b[3 * k + c] ?? 0n), 0n)),
  );

/** Where the last link of a chain of revolute joints is, with 200 bits. */
function tipOf({ joints }: RobotDescription, values: readonly number[]): bigint[] {
  let position = [0n, 0n, 0n];
  let turn: Turn = matrixOf([0n, 0n, 0n, ONE]);
  joints.forEach(({ origin, axis }, k) => {
    const moved = applied(turn, origin.position.map(exact));
    position = position.map((x, c) => x + (moved[c] ?? 0n));
    const a = axis.map(exact);
    const length = squareRoot(a.reduce((sum, x) => sum + times(x, x), 0n));
    const [sine, cosine] = sineAndCosine(exact(values[k] ?? 0) / 2n);
    const spin = matrixOf([...a.map((x) => times(over(x, length), sine)), cosine]);
    turn = product(product(turn, matrixOf(origin.rotation.map(exact))), spin);
  });
  return position;
}

/** A chain with short offsets and a long one at its end, along which the error of all rotations counts. */
function chain(joints: number, random: () => number): Robot {
  const links = Array.from({ length: joints + 1 }, (_, k) => `<link name="l${k}"/>`);
  const rows = Array.from({ length: joints }, (_, k) => {
    const draw = (): string => String(2 * random() - 1);
    const xyz = k === joints - 1 ? '1 0 0' : '0.001 0 0';
    return `<joint name="j${k}" type="continuous"><parent link="l${k}"/><child link="l${k + 1}"/>
      <origin xyz="${xyz}" rpy="${draw()} ${draw()} ${draw()}"/><axis xyz="${draw()} ${draw()} ${draw()}"/></joint>`;
  });
  return new Robot(readUrdf(`<robot name="chain">${links.join('')}${rows.join('')}</robot>`));
}

/** The error of the position of a chain's tip that the number of operations allows: see pose-error.ts. */
function derived({ joints }: RobotDescription, largest: number): number {
  let [turned, off, length] = [0, 0, 0];
  for (const { origin } of joints) {
    const own = Math.hypot(...origin.position);
    length += own;
    off += 4.5 * turned * own + 26 * U * own + U * length;
    turned += (27 + largest) * U;
  }
  return off;
}

test('the bound is above what the operations allow, by less than a factor of two', () => {
  const JOINTS = 60;
  const { description } = chain(JOINTS, seeded(3));
  const largest = 1e-3;
  const size = description.joints.reduce((sum, { origin }) => sum + Math.hypot(...origin.position), 0);
  const bound = poseErrorBound(kinematicTree(description), size, all(JOINTS, largest, 0));
  // Of both bodies, each with matrices, centres and support mappings.
  const needed = 2 * (derived(description, largest) + 120 * U * size);
  expect(bound).toBeGreaterThan(needed);
  expect(bound / 2).toBeLessThan(needed);
});

test('values of large errors count as they turn a chain, by less than a factor of two', () => {
  const JOINTS = 60;
  const { description } = chain(JOINTS, seeded(4));
  const size = description.joints.reduce((sum, { origin }) => sum + Math.hypot(...origin.position), 0);
  const [largest, error] = [3, 1e6];
  const bound = poseErrorBound(kinematicTree(description), size, all(JOINTS, largest, error));
  const needed = 2 * derived(description, largest + error / 2);
  expect(bound).toBeGreaterThan(needed);
  expect(bound / 2).toBeLessThan(needed);
});

/** A ball on a base, and one at the end of a chain of floating joints. */
function floatingChain(joints: number): Robot {
  const ball = '<collision><geometry><sphere radius="0.05"/></geometry></collision>';
  const links = Array.from(
    { length: joints + 1 },
    (_, k) => `<link name="l${k}">${k % joints === 0 ? ball : ''}</link>`,
  );
  const rows = Array.from(
    { length: joints },
    (_, k) => `<joint name="j${k}" type="floating"><parent link="l${k}"/><child link="l${k + 1}"/>
      <origin xyz="0.05 -0.05 0.3" rpy="0.2 -0.3 0.4"/></joint>`,
  );
  return new Robot(readUrdf(`<robot name="floating">${links.join('')}${rows.join('')}</robot>`));
}

test('an angle counts for its own joint: it is no slide of another', () => {
  const { description, variables } = floatingChain(5);
  const tree = kinematicTree(description);
  const bounds = all(variables.length, 0, 0);
  const boundOf = (slide: number, angle: number, error = 0): number => {
    variables.forEach(({ name }, k) => {
      const isSlide = /\/[xyz]$/.test(name);
      bounds.largest[k] = isSlide ? slide : angle;
      bounds.errors[k] = isSlide ? 0 : error;
    });
    return poseErrorBound(tree, 2, bounds);
  };
  // The sums of pose-error.ts: 15 slides, 15 turns, 31 frames.
  expect(boundOf(0, 0) / U).toBeCloseTo(256 * 47 * 2, 6);
  expect(boundOf(0.1, 0) / U).toBeCloseTo(256 * 47 * 3.5, 6);
  expect(boundOf(0.1, 3) / U).toBeCloseTo((256 * 47 + 9 * 15 * 3) * 3.5, 6);
  expect(boundOf(0.1, 3, 1000) / U).toBeCloseTo((256 * 47 + 9 * 15 * 503) * 3.5, 6);
});

test('the clearance of a long chain of floating joints on a quintic path is measured within 1e-9', () => {
  const robot = floatingChain(5);
  const random = seeded(915);
  const waypoints = [0, 1, 2, 3].map(() =>
    robot.variables.map(({ name }) => randomBetween(random, -1, 1) * (/\/[xyz]$/.test(name) ? 0.1 : 0.8)),
  );
  const path = robot.path({ waypoints, interpolation: 'quintic' });
  const { upper, lower, time } = robot.clearance(path, { accuracy: 1e-6 });
  const values = new Float64Array(path.size);
  path.write(Math.min(Math.floor(time), 2), time, values, new Float64Array(path.size));
  const { position } = robot.linkPose(values, 'l5');
  const gap = Math.hypot(...position) - 0.1;
  expect(lower).toBeLessThanOrEqual(gap);
  expect(upper).toBeGreaterThanOrEqual(gap);
  expect(upper - gap).toBeLessThan(1e-9);
});

test('polynomials are evaluated with less than their error, judged with 200 bits', () => {
  const random = seeded(9);
  const draw = (): number[] => [0, 1].map(() => randomBetween(random, -3, 3));
  let most = 0;
  for (let k = 0; k < 300; k++) {
    const waypoints = draw().map((value) => [value]);
    const [velocities, accelerations] = [draw(), draw()].map((row) => row.map((value) => [20 * value]));
    const [start, end] = [randomBetween(random, 0, 9), randomBetween(random, 10, 11)];
    const robot = chain(1, random);
    const path = robot.path({ waypoints, times: [start, end], interpolation: 'quintic', velocities, accelerations });
    const time = randomBetween(random, start, end);
    const values = new Float64Array(1);
    path.write(0, time, values, new Float64Array(1));
    const [p0, p1, v0, v1, a0, a1] = [waypoints, velocities ?? [], accelerations ?? []].flat(2).map(exact);
    const duration = exact(end) - exact(start);
    const judged = exactQuintic([p0, p1, v0, v1, a0, a1], duration, over(exact(time) - exact(start), duration));
    const off = Math.abs(Number(exact(values[0] ?? 0) - judged) / Number(ONE));
    const errors = new Float64Array(1);
    writePolynomialErrors(path.polynomials ?? new Float64Array(6), errors);
    most = Math.max(most, off / (U * (errors[0] ?? 0)));
  }
  expect(most).toBeLessThan(1);
  // Or nothing was compared.
  expect(most).toBeGreaterThan(1e-3);
});

/** A quintic by its values, velocities and accelerations at both ends, after the part s of its duration. */
function exactQuintic([p0, p1, v0, v1, a0, a1]: readonly (bigint | undefined)[], duration: bigint, s: bigint): bigint {
  const [by, first] = [(p1 ?? 0n) - (p0 ?? 0n), p0 ?? 0n];
  const [w0, w1] = [times(v0 ?? 0n, duration), times(v1 ?? 0n, duration)];
  const [b0, b1] = [times(times(a0 ?? 0n, duration), duration), times(times(a1 ?? 0n, duration), duration)];
  const terms = [
    ...[first, w0, b0 / 2n],
    10n * by - 6n * w0 - 4n * w1 - (3n * b0) / 2n + b1 / 2n,
    -15n * by + 8n * w0 + 7n * w1 + (3n * b0) / 2n - b1,
    6n * by - 3n * (w0 + w1) - (b0 - b1) / 2n,
  ];
  return terms.reduceRight((sum, term) => times(sum, s) + term, 0n);
}

test('forward kinematics is off by less than the operations allow, judged with 200 bits', () => {
  const random = seeded(8);
  let most = 0;
  for (let k = 0; k < 12; k++) {
    const robot = chain(30, random);
    const values = robot.variables.map(() => randomBetween(random, -3, 3));
    const exactTip = tipOf(robot.description, values);
    const { position } = robot.linkPose(values, 'l30');
    const errors = [...position].map((x, c) => Number(exact(x) - (exactTip[c] ?? 0n)) / Number(ONE));
    most = Math.max(most, Math.hypot(...errors) / derived(robot.description, 3));
  }
  expect(most).toBeLessThan(1);
  // Or nothing was compared.
  expect(most).toBeGreaterThan(1e-3);
});
