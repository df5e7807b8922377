import { randomBetween, seeded } from '@nearmiss/fixtures';
import { functionPath, type JointPath, type PathCertificate, Robot, readUrdf } from '@nearmiss/robot';
import { makeConvex, sphere } from 'nearmiss/convex';
import { describe, expect, test } from 'vitest';
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
    expect(proofs.every(([, , , lower]) => lower >= 0)).toBe(true);
    const without = { ...checked, proofs: proofs.slice(1) };
    expect(robot.verify(path, without).fault).toMatch(/not covered/);
    if (k > 4) continue;
    const last = proofs.reduce((latest, [, , to], n) => (to > (proofs[latest]?.[2] ?? 0) ? n : latest), 0);
    expect(robot.verify(path, { ...checked, proofs: proofs.toSpliced(last, 1) }).fault).toMatch(/not covered/);
    // The gap of every proof counts.
    const n = Math.floor(proofs.length / 2);
    const [pair = 0, from = 0, to = 0] = proofs[n] ?? [];
    const larger = { ...checked, proofs: proofs.with(n, [pair, from, to, 10]) };
    expect(robot.verify(path, larger).fault).toMatch(/not proven apart/);
  }
  expect(counts.free).toBeGreaterThan(2);
});

test('a certificate of something else is refused', () => {
  const robot = ballOn('prismatic');
  robot.addObstacle({ name: 'post', model: sphere({ radius: 0.1 }), pose: { position: [1, 0, 0] } });
  const path = robot.path({ waypoints: [[0], [0.5]] });
  const { certificate } = robot.certify(path);
  const refused = expect.objectContaining({ code: 'robot/bad-certificate' });
  const { pairs, proofs } = certificate;
  for (const change of [
    { pairs: [] },
    { pairs: pairs.map(() => null) },
    { proofs: proofs.map(() => null) },
    { proofs: proofs.map(([pair, from, to]) => [pair, from, to]) },
    { proofs: proofs.map(([pair, from, to]) => [pair, from, to, -1]) },
    { clearance: null },
    // A status that is none would pass by all that ask for one; a contact is not proven apart to the end.
    { status: 'bogus' },
    { status: 'contact' },
  ]) {
    const changed = JSON.parse(JSON.stringify({ ...certificate, ...change }));
    expect(() => robot.verify(path, changed)).toThrow(refused);
  }
  expect(() => robot.verify(path, JSON.parse('{}'))).toThrow(refused);
});

const LIMIT = '<limit lower="-9" upper="9" effort="1" velocity="1"/>';

/** A ball of radius 0.1 on a joint: it slides along x, or turns about z on an arm of length 1. */
function ballOn(joint: 'prismatic' | 'revolute', padding = 0): Robot {
  const origin = joint === 'revolute' ? '<origin xyz="1 0 0"/>' : '';
  const axis = joint === 'revolute' ? '0 0 1' : '1 0 0';
  return new Robot(
    readUrdf(`<robot name="r"><link name="base"/>
      <link name="ball"><collision>${origin}<geometry><sphere radius="0.1"/></geometry></collision></link>
      <joint name="j" type="${joint}"><parent link="base"/><child link="ball"/><axis xyz="${axis}"/>${LIMIT}</joint></robot>`),
    { padding },
  );
}

/** Claims that the only pair of a path is apart on the whole of it. */
function claim({ breaks }: JointPath, b: string, clearance = 0): PathCertificate {
  const [from = 0, until = 0] = [breaks[0], breaks.at(-1)];
  return {
    ...{ format: 'nearmiss-path-certificate', version: 1, status: 'free', clearance, from, until },
    ...{ pairs: [['ball', b]], proofs: [[0, from, until, clearance]] },
  };
}

describe('a claim is not confirmed where a contact comes at the very end, farther from the middle than half of the motion', () => {
  const wall = makeConvex('box(size=[1,4,4])');
  const wallAt = (x: number) => ({ name: 'wall', model: wall, pose: { position: [x + 0.5, 0, 0] as const } });
  // The ball's side is at 1.1 at the end.
  const slide = { waypoints: [[0], [1]] };

  test.each(['linear', 'cubic', 'quintic'] as const)('%s', (interpolation) => {
    const robot = ballOn('prismatic');
    robot.addObstacle(wallAt(1.099));
    const path = robot.path({ ...slide, interpolation });
    expect(robot.verify(path, claim(path, 'wall')).verified).toBe(false);
    robot.removeObstacle('wall');
    robot.addObstacle(wallAt(1.101));
    expect(robot.verify(path, claim(path, 'wall')).verified).toBe(true);
    expect(robot.verify(path, claim(path, 'wall', 0.0011)).verified).toBe(false);
  });

  test('of a function', () => {
    const robot = ballOn('prismatic');
    robot.addObstacle(wallAt(1.099));
    const path = functionPath({ values: (t) => [t], speeds: [1], from: 0, to: 1 });
    expect(robot.verify(path, claim(path, 'wall')).verified).toBe(false);
  });

  test('of padding', () => {
    const robot = ballOn('prismatic', 0.002);
    robot.addObstacle(wallAt(1.101));
    const path = robot.path(slide);
    expect(robot.verify(path, claim(path, 'wall')).verified).toBe(false);
  });

  test('of an arc', () => {
    const robot = ballOn('revolute');
    // The arm turns by a right angle; the ball's side is at 1.1 along y at the end.
    robot.addObstacle({ name: 'wall', model: wall, pose: { position: [0, 3.099, 0] } });
    const path = robot.path({ waypoints: [[0], [Math.PI / 2]] });
    expect(robot.verify(path, claim(path, 'wall')).verified).toBe(false);
  });

  test('of an obstacle that comes nearer, and of one that turns', () => {
    const still = { waypoints: [[0], [0]] };
    const near = ballOn('prismatic');
    const pose = (t: number) => ({ position: [1.599 - t, 0, 0] as const });
    near.addObstacle({ name: 'wall', model: wall, motion: { pose, speed: 1, angularSpeed: 0 } });
    const path = near.path(still);
    expect(near.verify(path, claim(path, 'wall')).verified).toBe(false);
    const turning = ballOn('prismatic');
    // A bar about (0, −2), which turns from x to y: its end is within the ball at last.
    const bar = makeConvex('box(size=[0.02,3.82,0.02])');
    const turned = (t: number) => {
      const angle = (Math.PI / 2) * (1 - t);
      return { position: [0, -2, 0] as const, rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] as const };
    };
    turning.addObstacle({ name: 'bar', model: bar, motion: { pose: turned, speed: 0, angularSpeed: Math.PI / 2 } });
    expect(turning.verify(path, claim(path, 'bar')).verified).toBe(false);
  });
});

test('a check relies on nothing that a search has of a path but its polynomials', () => {
  const robot = ballOn('revolute');
  robot.addObstacle({ name: 'post', model: sphere({ radius: 0.01 }), pose: { position: [1, 0, 0] } });
  const path = robot.path({ waypoints: [[-2.3], [2]], interpolation: 'cubic' });
  expect(robot.pathContact(path).status).toBe('contact');
  const { size, breaks, polynomials } = path;
  const wrong: JointPath = {
    ...{ size, breaks, polynomials },
    write: (segment, time, values, velocities) => path.write(segment, time, values, velocities),
    writeBounds: (_segment, _from, _to, speeds, accelerations) => {
      speeds.fill(1e-3);
      accelerations.fill(1e-3);
    },
  };
  const { contact, certificate } = robot.certify(wrong);
  expect(contact.status).toBe('free');
  expect(robot.verify(wrong, certificate).fault).toMatch(/not proven apart/);
});
