import { randomBetween, seeded } from '@nearmiss/fixtures';
import type { PathCertificate } from '@nearmiss/robot';
import { expect, test } from 'vitest';
import { drawScene } from '../drawn-scene.ts';

test('certificates of drawn paths are confirmed; without a proof, or with one of a larger gap, they are not', () => {
  const random = seeded(21);
  const counts = { free: 0, contact: 0 };
  for (let k = 0; k < 12; k++) {
    const { robot } = drawScene(random, 2);
    const waypoints = [0, 1].map(() => robot.variables.map(() => randomBetween(random, -0.2, 0.2)));
    const path = robot.path({ waypoints, interpolation: k % 2 === 0 ? 'linear' : 'quintic' });
    const { contact, certificate } = robot.certify(path);
    if (contact.status !== 'free' && contact.status !== 'contact') continue;
    counts[contact.status]++;
    // A contact's last intervals are within the threshold of it: those are left out here, for they take long.
    const until = contact.status === 'free' ? certificate.until : certificate.until / 2;
    const proofs = certificate.proofs.filter(([, from]) => from < until);
    const checked: PathCertificate = { ...certificate, until, proofs };
    expect(robot.verify(path, checked)).toEqual({ verified: true, confirmed: proofs.length, fault: null });
    const without = { ...checked, proofs: proofs.slice(1) };
    expect(robot.verify(path, without).fault).toMatch(/not covered/);
    expect(robot.verify(path, { ...checked, clearance: 10 }).fault).toMatch(/not proven apart/);
    expect(proofs.every(([, , , lower]) => lower >= 0)).toBe(true);
  }
  expect(counts.free).toBeGreaterThan(2);
});

test('a certificate of something else is refused', () => {
  const { robot } = drawScene(seeded(2), 1);
  const rest = [...robot.rest];
  const path = robot.path({ waypoints: [rest, rest.map((value) => value + 0.01)] });
  const { certificate } = robot.certify(path);
  const refused = expect.objectContaining({ code: 'robot/bad-certificate' });
  expect(() => robot.verify(path, { ...certificate, pairs: [] })).toThrow(refused);
  expect(() => robot.verify(path, JSON.parse('{}'))).toThrow(refused);
});
