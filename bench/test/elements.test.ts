import { expect, test } from 'vitest';
import { elementsTable, loadSteps, runElements } from '../src/elements/experiment.ts';

test.each(['vertex-face', 'edge-edge'] as const)('%s over time, generated: nothing missed, late or wrong', (kind) => {
  const steps = loadSteps(kind, 'nowhere', 60);
  expect(steps).toHaveLength(60);
  const row = runElements(kind, steps, 1);
  expect(row).toMatchObject({ kind, queries: 60, missed: 0, late: 0, wrong: 0, near: 0 });
  expect(row.hits).toBeGreaterThanOrEqual(30);
  expect(row.hits).toBeLessThan(60);
  expect(row.times.median).toBeGreaterThan(0);
  expect(elementsTable([row])).toContain(kind);
});
