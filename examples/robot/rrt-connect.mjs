// RRT-Connect (Kuffner and LaValle 2000) and shortcutting over edges that are proven free along their whole length. An example of a
// planner that stands on @nearmiss/robot, not a part of it.

/** The longest edge that a tree grows by, in the norm of the joint values. */
const STEP = 0.5;
const MOST_SAMPLES = 5000;
const SHORTCUTS = 200;

/**
 * Waypoints from `start` to `goal` with nothing in contact between them, or null where none were found.
 *
 * @param {import('@nearmiss/robot').Robot} robot
 * @param {readonly number[]} start
 * @param {readonly number[]} goal
 * @param {() => number} random numbers from 0 up to 1
 */
export function plan(robot, start, goal, random) {
  const isFree = edgeTest(robot);
  let [tree, other] = [[{ q: [...start], parent: -1 }], [{ q: [...goal], parent: -1 }]];
  for (let k = 0; k < MOST_SAMPLES; k++) {
    const sample = robot.variables.map(({ lower, upper }) =>
      Number.isFinite(lower + upper) ? lower + random() * (upper - lower) : (2 * random() - 1) * Math.PI,
    );
    const grown = extend(tree, sample, isFree);
    if (grown >= 0) {
      const target = tree[grown].q;
      let reached = extend(other, target, isFree);
      while (reached >= 0 && distance(other[reached].q, target) > 0) {
        const next = extend(other, target, isFree, reached);
        if (next < 0) break;
        reached = next;
      }
      if (reached >= 0 && distance(other[reached].q, target) === 0) {
        const path = [...branch(tree, grown).toReversed(), ...branch(other, reached).slice(1)];
        return distance(path[0], start) === 0 ? path : path.toReversed();
      }
    }
    [tree, other] = [other, tree];
  }
  return null;
}

/**
 * Replaces parts of a path by straight edges where these are free.
 *
 * @param {import('@nearmiss/robot').Robot} robot
 * @param {readonly (readonly number[])[]} waypoints
 * @param {() => number} random
 */
export function shortcut(robot, waypoints, random) {
  const isFree = edgeTest(robot);
  let path = [...waypoints];
  for (let k = 0; k < SHORTCUTS && path.length > 2; k++) {
    const from = Math.floor(random() * (path.length - 2));
    const to = from + 2 + Math.floor(random() * (path.length - from - 2));
    if (isFree(path[from], path[to])) path = [...path.slice(0, from + 1), ...path.slice(to)];
  }
  return path;
}

/** @param {import('@nearmiss/robot').Robot} robot */
function edgeTest(robot) {
  const joints = robot.variables.map(({ name }) => name);
  /** @type {(from: readonly number[], to: readonly number[]) => boolean} */
  return (from, to) =>
    robot.pathContact(robot.path({ joints, waypoints: [from, to] }), { order: 'any' }).status === 'free';
}

/**
 * Grows a tree towards a point by one edge, from a node or from the nearest one; the number of the new node, or −1 if the edge is not free.
 *
 * @param {{ q: number[], parent: number }[]} tree
 * @param {readonly number[]} target
 * @param {(from: readonly number[], to: readonly number[]) => boolean} isFree
 */
function extend(tree, target, isFree, parent = nearest(tree, target)) {
  const from = tree[parent].q;
  const length = distance(from, target);
  if (length === 0) return parent;
  const q = length <= STEP ? [...target] : from.map((x, k) => x + (STEP / length) * (target[k] - x));
  return isFree(from, q) ? tree.push({ q, parent }) - 1 : -1;
}

/**
 * @param {readonly { q: number[] }[]} tree
 * @param {readonly number[]} target
 */
function nearest(tree, target) {
  let best = 0;
  for (let k = 1; k < tree.length; k++) if (distance(tree[k].q, target) < distance(tree[best].q, target)) best = k;
  return best;
}

/**
 * The nodes from one to the root.
 *
 * @param {readonly { q: number[], parent: number }[]} tree
 * @param {number} node
 */
function branch(tree, node) {
  const found = [];
  for (let k = node; k >= 0; k = tree[k].parent) found.push(tree[k].q);
  return found;
}

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
function distance(a, b) {
  return Math.hypot(...a.map((x, k) => x - b[k]));
}
