// The rows of contacts, as src/contact-solver.ts has them: the same operations in the same order, so that the result is the same to the bit.
//
// It pays because a row has a hundred numbers: in JavaScript each read of an array is tested against its length, here none is.

// Where the numbers of a contact are, in bytes: the constants of src/row-layout.ts.
const DIRECTION: usize = 120;
const TARGET: usize = 3 * DIRECTION;
const FRICTION: usize = TARGET + 8;
const MASS: usize = TARGET + 16;
const MASS_ACROSS: usize = TARGET + 24;
const INVERSE: usize = TARGET + 32;
const INVERSE_ACROSS: usize = TARGET + 40;
const IMPULSES: usize = TARGET + 48;
const SLIPS: usize = TARGET + 72;
const CONTACT: usize = SLIPS + 16;
/** The second and the third direction: those across. */
const P: usize = DIRECTION;
const Q: usize = 2 * DIRECTION;
/** Of a direction: its moments about A and B, and what an impulse of 1 does to the spin of each. */
const MOMENT_A: usize = 24;
const SPIN_A: usize = 48;
const MOMENT_B: usize = 72;
const SPIN_B: usize = 96;

/** Where the rows of contacts begin, the numbers of their bodies A and B; velocities, inverse masses and inertias of bodies. */
let rows: usize = 0;
let bodiesA: usize = 0;
let bodiesB: usize = 0;
let velocities: usize = 0;
let masses: usize = 0;
let inertias: usize = 0;

export function open(
  rowsAt: usize,
  aAt: usize,
  bAt: usize,
  velocitiesAt: usize,
  massesAt: usize,
  inertiasAt: usize,
): void {
  rows = rowsAt;
  bodiesA = aAt;
  bodiesB = bAt;
  velocities = velocitiesAt;
  masses = massesAt;
  inertias = inertiasAt;
}

/** Makes rows of contacts that are given: normal, arms, force of friction, what is carried, target, friction, impulse along the normal. */
export function writeRows(count: i32, time: f64): void {
  for (let c = 0; c < count; c++) {
    const k = rows + CONTACT * <usize>c;
    const a = <usize>load<i32>(bodiesA + 4 * <usize>c);
    const b = <usize>load<i32>(bodiesB + 4 * <usize>c);
    const mass = load<f64>(masses + 8 * a) + load<f64>(masses + 8 * b);
    const fx = load<f64>(k, P);
    const fy = load<f64>(k, P + 8);
    const fz = load<f64>(k, P + 16);
    const cx = load<f64>(k, Q);
    const cy = load<f64>(k, Q + 8);
    const cz = load<f64>(k, Q + 16);
    writeAcross(k);
    for (let d: usize = P; d <= Q; d += DIRECTION) {
      for (let m: usize = 0; m < 24; m += 8) {
        store<f64>(k + d + m, load<f64>(k + m, MOMENT_A), MOMENT_A);
        store<f64>(k + d + m, load<f64>(k + m, MOMENT_B), MOMENT_B);
      }
    }
    const along = writeDirection(k, mass, a, b);
    const p = writeDirection(k + P, mass, a, b);
    const q = writeDirection(k + Q, mass, a, b);
    const most = p > q ? p : q;
    store<f64>(k, along > 0 ? 1 / along : 0, MASS);
    store<f64>(k, most > 0 ? 1 / most : 0, MASS_ACROSS);
    store<f64>(k, along, INVERSE);
    store<f64>(k, most, INVERSE_ACROSS);
    store<f64>(k, time * (fx * load<f64>(k, P) + fy * load<f64>(k, P + 8) + fz * load<f64>(k, P + 16)), IMPULSES + 8);
    store<f64>(k, time * (fx * load<f64>(k, Q) + fy * load<f64>(k, Q + 8) + fz * load<f64>(k, Q + 16)), IMPULSES + 16);
    if (load<f64>(k, SLIPS) === 0) continue;
    store<f64>(k, cx * load<f64>(k, P) + cy * load<f64>(k, P + 8) + cz * load<f64>(k, P + 16), SLIPS);
    store<f64>(k, cx * load<f64>(k, Q) + cy * load<f64>(k, Q + 8) + cz * load<f64>(k, Q + 16), SLIPS + 8);
  }
}

/** Writes the two directions across the normal, as src/joint.ts does. */
function writeAcross(k: usize): void {
  const x = load<f64>(k);
  const y = load<f64>(k, 8);
  const z = load<f64>(k, 16);
  const ax = abs<f64>(x);
  const ay = abs<f64>(y);
  const az = abs<f64>(z);
  let ux: f64 = 0;
  let uy = -z;
  let uz = y;
  if (ay < ax && ay <= az) {
    ux = z;
    uy = 0;
    uz = -x;
  } else if (az < ax && az < ay) {
    ux = -y;
    uy = x;
    uz = 0;
  }
  const length = sqrt<f64>(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  store<f64>(k, ux, P);
  store<f64>(k, uy, P + 8);
  store<f64>(k, uz, P + 16);
  store<f64>(k, y * uz - z * uy, Q);
  store<f64>(k, z * ux - x * uz, Q + 8);
  store<f64>(k, x * uy - y * ux, Q + 16);
}

/** Writes what a direction does, whose arms are where the moments will be; returns the inverse of the mass that an impulse along it moves. */
function writeDirection(k: usize, mass: f64, a: usize, b: usize): f64 {
  return mass + writeSide(k, k + MOMENT_A, inertias + 72 * a) + writeSide(k, k + MOMENT_B, inertias + 72 * b);
}

function writeSide(k: usize, m: usize, i: usize): f64 {
  const x = load<f64>(k);
  const y = load<f64>(k, 8);
  const z = load<f64>(k, 16);
  const ax = load<f64>(m);
  const ay = load<f64>(m, 8);
  const az = load<f64>(m, 16);
  const rx = ay * z - az * y;
  const ry = az * x - ax * z;
  const rz = ax * y - ay * x;
  const wx = load<f64>(i) * rx + load<f64>(i, 8) * ry + load<f64>(i, 16) * rz;
  const wy = load<f64>(i, 24) * rx + load<f64>(i, 32) * ry + load<f64>(i, 40) * rz;
  const wz = load<f64>(i, 48) * rx + load<f64>(i, 56) * ry + load<f64>(i, 64) * rz;
  store<f64>(m, rx);
  store<f64>(m, ry, 8);
  store<f64>(m, rz, 16);
  store<f64>(m, wx, 24);
  store<f64>(m, wy, 32);
  store<f64>(m, wz, 40);
  return rx * wx + ry * wy + rz * wz;
}

/** Gives the bodies the impulses of the last step. */
export function warmStart(count: i32): void {
  for (let c = 0; c < count; c++) {
    const k = rows + CONTACT * <usize>c;
    const a = <usize>load<i32>(bodiesA + 4 * <usize>c);
    const b = <usize>load<i32>(bodiesB + 4 * <usize>c);
    for (let d: usize = 0; d < 3; d++) {
      const impulse = load<f64>(k + 8 * d, IMPULSES);
      if (impulse === 0) continue;
      const pushA = impulse * load<f64>(masses + 8 * a);
      const pushB = impulse * load<f64>(masses + 8 * b);
      const from = k + DIRECTION * d;
      for (let e: usize = 0; e < 24; e += 8) {
        const i = velocities + 48 * a + e;
        const j = velocities + 48 * b + e;
        const n = from + e;
        store<f64>(i, load<f64>(i) - pushA * load<f64>(n));
        store<f64>(i, load<f64>(i, 24) - impulse * load<f64>(n, SPIN_A), 24);
        store<f64>(j, load<f64>(j) + pushB * load<f64>(n));
        store<f64>(j, load<f64>(j, 24) + impulse * load<f64>(n, SPIN_B), 24);
      }
    }
  }
}

/**
 * Solves every contact once; returns the largest change of a speed. Of each contact first friction, both directions at once, below the
 * normal impulse there is; then the normal, which has the last word.
 */
export function sweep(count: i32): f64 {
  let largest: f64 = 0;
  let k = rows;
  let bodyA = bodiesA;
  let bodyB = bodiesB;
  const end = rows + CONTACT * <usize>count;
  while (k < end) {
    const a = load<i32>(bodyA);
    const b = load<i32>(bodyB);
    const i = velocities + 48 * <usize>a;
    const j = velocities + 48 * <usize>b;
    const massA = load<f64>(masses + 8 * <usize>a);
    const massB = load<f64>(masses + 8 * <usize>b);
    let ax = load<f64>(i);
    let ay = load<f64>(i, 8);
    let az = load<f64>(i, 16);
    let au = load<f64>(i, 24);
    let av = load<f64>(i, 32);
    let aw = load<f64>(i, 40);
    let bx = load<f64>(j);
    let by = load<f64>(j, 8);
    let bz = load<f64>(j, 16);
    let bu = load<f64>(j, 24);
    let bv = load<f64>(j, 32);
    let bw = load<f64>(j, 40);
    do {
      const most = load<f64>(k, FRICTION) * load<f64>(k, IMPULSES);
      const oldP = load<f64>(k, IMPULSES + 8);
      const oldQ = load<f64>(k, IMPULSES + 16);
      if (most > 0 || oldP !== 0 || oldQ !== 0) {
        const x = bx - ax;
        const y = by - ay;
        const z = bz - az;
        const turnP =
          load<f64>(k, P + MOMENT_B) * bu +
          load<f64>(k, P + MOMENT_B + 8) * bv +
          load<f64>(k, P + MOMENT_B + 16) * bw -
          (load<f64>(k, P + MOMENT_A) * au +
            load<f64>(k, P + MOMENT_A + 8) * av +
            load<f64>(k, P + MOMENT_A + 16) * aw);
        const turnQ =
          load<f64>(k, Q + MOMENT_B) * bu +
          load<f64>(k, Q + MOMENT_B + 8) * bv +
          load<f64>(k, Q + MOMENT_B + 16) * bw -
          (load<f64>(k, Q + MOMENT_A) * au +
            load<f64>(k, Q + MOMENT_A + 8) * av +
            load<f64>(k, Q + MOMENT_A + 16) * aw);
        const mass = load<f64>(k, MASS_ACROSS);
        let newP =
          oldP -
          mass *
            (load<f64>(k, P) * x + load<f64>(k, P + 8) * y + load<f64>(k, P + 16) * z + turnP - load<f64>(k, SLIPS));
        let newQ =
          oldQ -
          mass *
            (load<f64>(k, Q) * x +
              load<f64>(k, Q + 8) * y +
              load<f64>(k, Q + 16) * z +
              turnQ -
              load<f64>(k, SLIPS + 8));
        const lengthSq = newP * newP + newQ * newQ;
        if (lengthSq > most * most) {
          const part = most / sqrt<f64>(lengthSq);
          newP *= part;
          newQ *= part;
        }
        const addP = newP - oldP;
        const addQ = newQ - oldQ;
        store<f64>(k, newP, IMPULSES + 8);
        store<f64>(k, newQ, IMPULSES + 16);
        const pushX = addP * load<f64>(k, P) + addQ * load<f64>(k, Q);
        const pushY = addP * load<f64>(k, P + 8) + addQ * load<f64>(k, Q + 8);
        const pushZ = addP * load<f64>(k, P + 16) + addQ * load<f64>(k, Q + 16);
        ax -= massA * pushX;
        ay -= massA * pushY;
        az -= massA * pushZ;
        au = au - addP * load<f64>(k, P + SPIN_A) - addQ * load<f64>(k, Q + SPIN_A);
        av = av - addP * load<f64>(k, P + SPIN_A + 8) - addQ * load<f64>(k, Q + SPIN_A + 8);
        aw = aw - addP * load<f64>(k, P + SPIN_A + 16) - addQ * load<f64>(k, Q + SPIN_A + 16);
        bx += massB * pushX;
        by += massB * pushY;
        bz += massB * pushZ;
        bu = bu + addP * load<f64>(k, P + SPIN_B) + addQ * load<f64>(k, Q + SPIN_B);
        bv = bv + addP * load<f64>(k, P + SPIN_B + 8) + addQ * load<f64>(k, Q + SPIN_B + 8);
        bw = bw + addP * load<f64>(k, P + SPIN_B + 16) + addQ * load<f64>(k, Q + SPIN_B + 16);
        const change = load<f64>(k, INVERSE_ACROSS) * max<f64>(abs<f64>(addP), abs<f64>(addQ));
        if (change > largest) largest = change;
      }
      const speed =
        load<f64>(k) * (bx - ax) +
        load<f64>(k, 8) * (by - ay) +
        load<f64>(k, 16) * (bz - az) +
        (load<f64>(k, MOMENT_B) * bu + load<f64>(k, MOMENT_B + 8) * bv + load<f64>(k, MOMENT_B + 16) * bw) -
        (load<f64>(k, MOMENT_A) * au + load<f64>(k, MOMENT_A + 8) * av + load<f64>(k, MOMENT_A + 16) * aw);
      const old = load<f64>(k, IMPULSES);
      const wanted = old + load<f64>(k, MASS) * (load<f64>(k, TARGET) - speed);
      const now: f64 = wanted > 0 ? wanted : 0;
      const add = now - old;
      if (add !== 0) {
        store<f64>(k, now, IMPULSES);
        const pushA = add * massA;
        const pushB = add * massB;
        ax -= pushA * load<f64>(k);
        ay -= pushA * load<f64>(k, 8);
        az -= pushA * load<f64>(k, 16);
        au -= add * load<f64>(k, SPIN_A);
        av -= add * load<f64>(k, SPIN_A + 8);
        aw -= add * load<f64>(k, SPIN_A + 16);
        bx += pushB * load<f64>(k);
        by += pushB * load<f64>(k, 8);
        bz += pushB * load<f64>(k, 16);
        bu += add * load<f64>(k, SPIN_B);
        bv += add * load<f64>(k, SPIN_B + 8);
        bw += add * load<f64>(k, SPIN_B + 16);
        const change = load<f64>(k, INVERSE) * abs<f64>(add);
        if (change > largest) largest = change;
      }
      k += CONTACT;
      bodyA += 4;
      bodyB += 4;
    } while (k < end && load<i32>(bodyA) === a && load<i32>(bodyB) === b);
    store<f64>(i, ax);
    store<f64>(i, ay, 8);
    store<f64>(i, az, 16);
    store<f64>(i, au, 24);
    store<f64>(i, av, 32);
    store<f64>(i, aw, 40);
    store<f64>(j, bx);
    store<f64>(j, by, 8);
    store<f64>(j, bz, 16);
    store<f64>(j, bu, 24);
    store<f64>(j, bv, 32);
    store<f64>(j, bw, 40);
  }
  return largest;
}
