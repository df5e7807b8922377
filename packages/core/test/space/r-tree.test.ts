// What makes nodes an R-tree (Guttman 1984, §2), whatever is put in, taken out, moved or packed.

import { randomBetween, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { BOX, BoxSet } from '../../src/space/box-set.ts';
import { IntList } from '../../src/space/int-list.ts';
import { LEAST, MOST, NONE, RTreeNodes } from '../../src/space/r-tree-nodes.ts';

function writeBox(boxes: BoxSet, id: number, random: SeededRandom): void {
  // Points, plates and coincident boxes among them.
  const isFlat = randomInteger(random, 0, 3) === 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = isFlat ? randomInteger(random, 0, 2) : randomBetween(random, -5, 5);
    boxes.bounds[BOX * id + axis] = low;
    boxes.bounds[BOX * id + 3 + axis] = low + (isFlat ? 0 : randomBetween(random, 0, 1));
  }
}

/** The boxes of a tree in order of their numbers, after a test of every node. */
function soundBoxes(nodes: RTreeNodes, boxes: BoxSet): number[] {
  if (nodes.root === NONE) return [];
  const found: number[] = [];
  const visit = (node: number): void => {
    const count = nodes.counts[node];
    const height = nodes.heights[node];
    const fewest = node !== nodes.root ? LEAST : height > 0 ? 2 : 1;
    expect(count).toBeGreaterThanOrEqual(fewest);
    expect(count).toBeLessThanOrEqual(MOST);
    const source = height === 0 ? boxes.bounds : nodes.bounds;
    for (const entry of nodes.entries.subarray(MOST * node, MOST * node + count)) {
      const isWithin = [0, 1, 2].every(
        (axis) =>
          nodes.bounds[BOX * node + axis] <= source[BOX * entry + axis] &&
          nodes.bounds[BOX * node + 3 + axis] >= source[BOX * entry + 3 + axis],
      );
      if (!isWithin) expect.fail(`Node ${node} does not hold its entry ${entry}.`);
      if (height === 0) {
        if (nodes.leaves[entry] !== node) expect.fail(`Box ${entry} does not know its leaf.`);
        found.push(entry);
        continue;
      }
      if (nodes.parents[entry] !== node) expect.fail(`Node ${entry} does not know its parent.`);
      if (nodes.heights[entry] !== height - 1) expect.fail(`Node ${entry} is not one lower than its parent.`);
      visit(entry);
    }
  };
  expect(nodes.parents[nodes.root]).toBe(NONE);
  visit(nodes.root);
  expect(found.length).toBe(nodes.size);
  return found.sort((p, q) => p - q);
}

test('is an R-tree after whatever is put in, taken out and moved', () => {
  const random = seeded(21);
  const boxes = new BoxSet();
  const nodes = new RTreeNodes(boxes);
  const inTree = new Set<number>();
  let deepest = 0;
  let moved = 0;
  let extended = 0;
  nodes.reserve(300);
  for (let round = 0; round < 1500; round++) {
    // Phases of growth and of decline, down to nothing.
    const grows = Math.floor(round / 300) % 2 === 0;
    const id = randomInteger(random, 0, 299);
    if (!inTree.has(id) && (grows || round % 3 === 0)) {
      boxes.add(id, false);
      writeBox(boxes, id, random);
      nodes.insert(id);
      inTree.add(id);
    } else if (inTree.has(id)) {
      if (grows) {
        writeBox(boxes, id, random);
        if (nodes.fits(id, 4)) {
          if (!nodes.fits(id, 0)) extended++;
          nodes.extend(id);
        } else {
          nodes.remove(id);
          nodes.insert(id);
          moved++;
        }
      } else {
        nodes.remove(id);
        inTree.delete(id);
      }
    }
    if (round % 25 === 0) expect(soundBoxes(nodes, boxes)).toEqual([...inTree].sort((p, q) => p - q));
    if (nodes.root !== NONE) deepest = Math.max(deepest, nodes.heights[nodes.root]);
  }
  for (const id of inTree) nodes.remove(id);
  expect(nodes.root).toBe(NONE);
  expect(deepest).toBeGreaterThan(1);
  expect(Math.min(moved, extended)).toBeGreaterThan(20);
});

test('packs any number of boxes, and takes in more', () => {
  const random = seeded(22);
  for (let count = 0; count < 400; count += count < 60 ? 1 : 37) {
    const boxes = new BoxSet();
    const nodes = new RTreeNodes(boxes);
    const ids = new IntList();
    nodes.reserve(count + 1);
    for (let id = 0; id <= count; id++) {
      boxes.add(id, false);
      writeBox(boxes, id, random);
      if (id < count) ids.push(id);
    }
    nodes.pack(ids);
    expect(soundBoxes(nodes, boxes)).toEqual(Array.from({ length: count }, (_, id) => id));
    nodes.insert(count);
    expect(soundBoxes(nodes, boxes).length).toBe(count + 1);
    nodes.remove(0);
    expect(soundBoxes(nodes, boxes)).not.toContain(0);
  }
});
