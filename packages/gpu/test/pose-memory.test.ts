// Memory of poses that is kept between calls: every copy has memory of its own until it is given back.

import { describe, expect, test } from 'vitest';
import { PoseMemory } from '../src/pose-memory.ts';

const numbers = (length: number, from = 0): Float64Array => Float64Array.from({ length }, (_, k) => from + k);

describe('PoseMemory', () => {
  test('a copy does not change with what it was made of', () => {
    const given = numbers(14);
    const copy = new PoseMemory().copy(given);
    given.fill(-1);
    expect(copy).toEqual(numbers(14));
  });

  test('memory that is given back is used again, also for fewer numbers', () => {
    const memory = new PoseMemory();
    const first = memory.copy(numbers(14));
    memory.giveBack(first);
    const second = memory.copy(numbers(7, 100));
    expect(second.buffer).toBe(first.buffer);
    expect(second).toEqual(numbers(7, 100));
  });

  test('memory in use is nobody else’s', () => {
    const memory = new PoseMemory();
    memory.giveBack(memory.copy(numbers(14)));
    const copies = [1, 2, 3].map((k) => memory.copy(numbers(14, 100 * k)));
    expect(new Set(copies.map(({ buffer }) => buffer)).size).toBe(3);
    expect(copies).toEqual([1, 2, 3].map((k) => numbers(14, 100 * k)));
  });

  test('of two the larger is kept, and larger copies get memory of their own', () => {
    const memory = new PoseMemory();
    const [small, large] = [memory.copy(numbers(7)), memory.copy(numbers(21))];
    memory.giveBack(large);
    memory.giveBack(small);
    expect(memory.copy(numbers(28)).buffer).not.toBe(large.buffer);
    expect(memory.copy(numbers(14)).buffer).toBe(large.buffer);
  });

  test('nothing is kept after clear', () => {
    const memory = new PoseMemory();
    const copy = memory.copy(numbers(7));
    memory.giveBack(copy);
    memory.clear();
    expect(memory.copy(numbers(7)).buffer).not.toBe(copy.buffer);
  });

  test('shared memory is copied', () => {
    const shared = new Float64Array(new SharedArrayBuffer(56));
    shared.set(numbers(7));
    const memory = new PoseMemory();
    memory.giveBack(memory.copy(numbers(14)));
    const copy = memory.copy(shared);
    expect(copy.buffer).toBeInstanceOf(ArrayBuffer);
    expect([...copy]).toEqual([...numbers(7)]);
  });
});
