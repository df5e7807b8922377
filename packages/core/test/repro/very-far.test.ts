// Bodies 1e77 of their sizes apart were answered `beyond` although no maxDistance was given: products of four lengths
// overflowed. Offsets are now refused before they can.
import { expect, test } from 'vitest';
import { box } from '../../src/entries/shapes.ts';
import { distance, Model } from '../../src/index.ts';

test('a distance is a bracket or the bodies are refused as too far apart', () => {
  for (const size of [1, 1e-60]) {
    const model = Model.build(box({ size: [size, size, size] }));
    for (let exponent = 0; exponent <= 69; exponent += 3) {
      const offset = size * 10 ** exponent;
      const { status, lower, upper } = distance(model, { position: [offset, offset, 0] }, model, {});
      const exact = Math.sqrt(2) * Math.max(0, offset - size);
      expect(status).toBe(exponent === 0 ? 'touching' : 'separated');
      expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-15));
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-15));
    }
    expect(() => distance(model, { position: [size * 1e77, 0, 0] }, model, {})).toThrow(
      expect.objectContaining({ code: 'pose/too-far' }),
    );
  }
});
