import { expect, test } from 'vitest';
import { UndoHistory } from '../src/page/undo-history.ts';

test('states go back and forward, and a new one drops those ahead', () => {
  const history = new UndoHistory<number>();
  expect([history.canUndo, history.canRedo, history.undo(), history.redo()]).toEqual([false, false, null, null]);
  for (const state of [1, 2, 2, 3]) history.record(state);
  expect(history.undo()).toBe(2);
  expect(history.undo()).toBe(1);
  expect(history.undo()).toBeNull();
  expect(history.redo()).toBe(2);
  history.record(9);
  expect(history.canRedo).toBe(false);
  expect(history.undo()).toBe(2);
  history.clear();
  expect(history.canUndo).toBe(false);
});

test('no more than so many are kept', () => {
  const history = new UndoHistory<number>(3);
  for (const state of [1, 2, 3, 4, 5]) history.record(state);
  expect([history.undo(), history.undo(), history.undo()]).toEqual([4, 3, null]);
});
