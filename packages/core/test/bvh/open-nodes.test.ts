import { expect, test } from 'vitest';
import { NodeBlock } from '../../src/bounds/node-block.ts';
import { openLarger, openNodes } from '../../src/bvh/open-nodes.ts';
import { pushChildren } from '../../src/bvh/tree.ts';

// A root over five triangles with the leaves 1 and 2; and a root that is a leaf.
const TREE = Int32Array.of(1, 0, 5, 3, 0, 0, 3, 0, 0, 3, 2, 0);
const LEAF = Int32Array.of(0, 0, 4, 0);

const rangesOf = ({ firstA, endA, firstB, endB }: NodeBlock): number[] => [firstA, endA, firstB, endB];

test('the roots are tested first', () => {
  expect(rangesOf(new NodeBlock())).toEqual([0, 1, 0, 1]);
  expect(rangesOf(new NodeBlock().pair(3, 7))).toEqual([3, 4, 7, 8]);
});

test('nodes open into their children, or stay what they are', () => {
  const block = new NodeBlock();
  openNodes(block, TREE, 0, true, TREE, 0, true);
  expect(rangesOf(block)).toEqual([1, 3, 1, 3]);
  openNodes(block, TREE, 0, true, TREE, 2, false);
  expect(rangesOf(block)).toEqual([1, 3, 2, 3]);
});

test('the node with more triangles is opened, of equal ones the first, and no leaf', () => {
  const block = new NodeBlock();
  openLarger(block, TREE, 0, TREE, 0);
  expect(rangesOf(block)).toEqual([1, 3, 0, 1]);
  openLarger(block, LEAF, 0, TREE, 0);
  expect(rangesOf(block)).toEqual([0, 1, 1, 3]);
  openLarger(block, TREE, 0, LEAF, 0);
  expect(rangesOf(block)).toEqual([1, 3, 0, 1]);
});

test('children are pushed in order; a leaf has none', () => {
  const stack = new Int32Array(4);
  expect(pushChildren(TREE, 0, stack, 1)).toBe(3);
  expect(Array.from(stack)).toEqual([0, 1, 2, 0]);
  expect(pushChildren(TREE, 2, stack, 1)).toBe(1);
});
