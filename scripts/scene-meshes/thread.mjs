// A bolt and a nut with a thread of two starts, and outlines of involute gears. Lengths in metres.
//
// The thread is r(angle, z) = radius + depth·cos(starts·(2π z / lead − angle)) on a grid whose step along the axis is the lead over the number
// of sides, so that the diagonals of its cells run along the thread: the mesh turned by one side and moved by one step is the same mesh.

/** @typedef {import('./surface-nets.mjs').Mesh} Mesh */

export const THREAD = { sides: 24, starts: 2, lead: 0.012, radius: 0.01, depth: 0.001, clearance: 0.0003 };

/**
 * @param {number} turn in sides
 * @param {number} step along the axis
 * @param {number} wider added to the radius
 */
function threadPoint(turn, step, wider) {
  const { sides, starts, lead, radius, depth } = THREAD;
  const angle = (2 * Math.PI * turn) / sides;
  const r = radius + wider + depth * Math.cos((2 * Math.PI * starts * (step - turn)) / sides);
  return [r * Math.cos(angle), r * Math.sin(angle), (lead * step) / sides];
}

/**
 * @param {number} steps its length in steps of the thread
 * @returns {Mesh}
 */
export function makeBolt(steps) {
  const { sides } = THREAD;
  const positions = [];
  for (let k = 0; k <= steps; k++) for (let i = 0; i < sides; i++) positions.push(...threadPoint(i, k, 0));
  const triangles = gridTriangles(0, steps, false);
  const [bottom, top] = [positions.length / 3, positions.length / 3 + 1];
  positions.push(0, 0, 0, 0, 0, (THREAD.lead * steps) / sides);
  for (let i = 0; i < sides; i++) {
    const next = (i + 1) % sides;
    triangles.push(bottom, next, i, top, sides * steps + i, sides * steps + next);
  }
  return { positions, triangles };
}

/**
 * @param {number} steps its height in steps of the thread
 * @param {number} outer the radius of its round outside
 * @returns {Mesh}
 */
export function makeNut(steps, outer) {
  const { sides, lead, clearance } = THREAD;
  const positions = [];
  for (let k = 0; k <= steps; k++) for (let i = 0; i < sides; i++) positions.push(...threadPoint(i, k, clearance));
  const rims = positions.length / 3;
  for (const step of [0, steps]) {
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      positions.push(outer * Math.cos(angle), outer * Math.sin(angle), (lead * step) / sides);
    }
  }
  const triangles = gridTriangles(0, steps, true);
  const quad = (/** @type {number[]} */ [a, b, c, d]) => triangles.push(a, b, c, a, c, d);
  for (let i = 0; i < sides; i++) {
    const next = (i + 1) % sides;
    quad([rims + i, rims + next, rims + sides + next, rims + sides + i]);
    quad([i, next, rims + next, rims + i]);
    quad([sides * steps + next, sides * steps + i, rims + sides + i, rims + sides + next]);
  }
  return { positions, triangles };
}

/**
 * The wall of a thread, cut along its turns; seen from outside, or from the axis.
 *
 * @param {number} first
 * @param {number} steps
 * @param {boolean} isInner
 */
function gridTriangles(first, steps, isInner) {
  const { sides } = THREAD;
  const triangles = [];
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < sides; i++) {
      const next = (i + 1) % sides;
      const [a, b, c, d] = [sides * k + i, sides * k + next, sides * (k + 1) + next, sides * (k + 1) + i];
      for (const [p, q, r] of [
        [a, b, c],
        [a, c, d],
      ])
        triangles.push(first + p, first + (isInner ? r : q), first + (isInner ? q : r));
    }
  }
  return triangles;
}

/** Points along the flank of a tooth. */
const FLANK = 5;
/** Pressure angle, 20°, and how much thinner teeth are than half a pitch, in parts of the module. */
const PRESSURE = Math.PI / 9;
const BACKLASH = 0.08;

/**
 * The outline of an involute gear about the origin, its first tooth on the x axis.
 *
 * @param {number} teeth
 * @param {number} module the pitch diameter over the teeth
 */
export function gearOutline(teeth, module) {
  const pitch = (module * teeth) / 2;
  const base = pitch * Math.cos(PRESSURE);
  const tip = pitch + 0.9 * module;
  const root = pitch - 1.2 * module;
  const half = (Math.PI / 2 - BACKLASH) / teeth + involute(PRESSURE);
  /** @type {number[]} */
  const outline = [];
  const put = (/** @type {number} */ radius, /** @type {number} */ angle) =>
    outline.push(radius * Math.cos(angle), radius * Math.sin(angle));
  for (let tooth = 0; tooth < teeth; tooth++) {
    const middle = (2 * Math.PI * tooth) / teeth;
    const start = Math.max(base, root);
    const flank = Array.from({ length: FLANK }, (_, k) => start + ((tip - start) * k) / (FLANK - 1));
    const angleAt = (/** @type {number} */ radius) => half - involute(Math.acos(Math.min(base / radius, 1)));
    if (root < base) put(root, middle - half);
    for (const radius of flank) put(radius, middle - angleAt(radius));
    for (const radius of flank.toReversed()) put(radius, middle + angleAt(radius));
    if (root < base) put(root, middle + half);
  }
  return outline;
}

/** @param {number} angle */
function involute(angle) {
  return Math.tan(angle) - angle;
}
