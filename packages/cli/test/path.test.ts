import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import buildCommand from './build-command.ts';
import { emptyFolder, runCommand } from './run-command.ts';

const folder = emptyFolder();

const URDF = `<robot name="slide">
  <link name="base"/>
  <link name="sled"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="rail" type="prismatic">
    <parent link="base"/><child link="sled"/><axis xyz="1 0 0"/><limit lower="0" upper="4" effort="1" velocity="1"/>
  </joint>
</robot>`;

const SCENE = {
  bodies: [{ id: 'wall', convex: 'box(size=[0.002,1,1])', kind: 'static', pose: { position: [1, 0, 0] } }],
};

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

beforeAll(() => {
  buildCommand();
  file('robot.urdf', URDF);
});

async function path(trajectory: unknown, scene: unknown, ...flags: string[]) {
  const [robot, waypoints] = [join(folder, 'robot.urdf'), file('trajectory.json', trajectory)];
  return runCommand(['path', robot, waypoints, '--scene', file('scene.json', scene), ...flags]);
}

test('a contact has its bracket of time', async () => {
  const trajectory = { joints: ['rail'], waypoints: [[0], [0.5], [4.5]], times: [0, 1, 2] };
  const { stdout, stderr, status } = await path(trajectory, SCENE, '--json', '--fail-on', 'contact,near');
  const limits = 'nearmiss: warning: Waypoint 2 has 4.5 for "rail", which has limits from 0 to 4.\n';
  expect([stderr, status]).toEqual([limits, 2]);
  const { lower, upper, t, s, ...rest } = JSON.parse(stdout);
  expect(rest).toEqual({ status: 'contact', segment: 1, a: 'sled', b: 'wall', clearance: { lower: 0, upper: 0 } });
  // At 0.899, after 0.399 / 4 of the second segment.
  expect(lower).toBeLessThanOrEqual(1.09975);
  expect(upper).toBeGreaterThanOrEqual(1.09975 - 1e-12);
  expect([t, s]).toEqual([lower, lower - 1]);
});

test('a free path has its clearance', async () => {
  const trajectory = { joints: ['rail'], waypoints: [[0], [0.8]], accuracy: 1e-4, interpolation: 'quintic' };
  const { stdout, status } = await path(trajectory, SCENE, '--json', '--fail-on', 'contact,near,undecided');
  expect(status).toBe(0);
  const { status: said, clearance, lower, segment } = JSON.parse(stdout);
  expect([said, lower, segment]).toEqual(['free', 1, null]);
  expect(clearance.lower).toBeLessThanOrEqual(0.099);
  expect(clearance.upper).toBeGreaterThanOrEqual(0.099 - 1e-12);
  expect(clearance.upper - clearance.lower).toBeLessThanOrEqual(1e-4);
  // Nearest at the end.
  expect([clearance.a, clearance.b]).toEqual(['sled', 'wall']);
  expect(clearance.t).toBeGreaterThan(0.9);
  const table = await path(trajectory, SCENE);
  expect(table.stdout).toMatch(/least +of sled and wall, at time (1|0\.9)/);
});

test('a body of the scene that a link stands on is allowed', async () => {
  const trajectory = { waypoints: [[1], [3]] };
  const shelf = { id: 'shelf', convex: 'box(size=[9,1,1])', pose: { position: [0, 0, -0.55] } };
  const counts = await path(trajectory, { bodies: [shelf] }, '--json');
  expect(JSON.parse(counts.stdout).status).toBe('initially-in-contact');
  const allowed = await path(trajectory, { bodies: [shelf] }, '--json', '--allow', 'sled,shelf');
  expect([allowed.stderr, JSON.parse(allowed.stdout).status]).toEqual(['', 'free']);
});

test('degrees are warned of', async () => {
  const urdf = URDF.replace('prismatic', 'revolute');
  const robot = file('turning.urdf', urdf);
  const { stderr } = await runCommand(['path', robot, file('turn.json', { waypoints: [[0], [90]] })]);
  expect(stderr).toContain('Waypoint 1 has 90 for "rail", which has limits from 0 to 4. Angles are in radians.');
});

test('a certificate is confirmed, and one that leaves something out is not', async () => {
  const trajectory = { joints: ['rail'], waypoints: [[0], [0.8]] };
  const certificate = join(folder, 'certificate.json');
  const written = await path(trajectory, SCENE, '--json', '--certificate', certificate);
  expect(JSON.parse(written.stdout).status).toBe('free');
  const { stdout, status } = await path(trajectory, SCENE, '--json', '--verify', certificate);
  expect([status, JSON.parse(stdout).verified]).toEqual([0, true]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'free', until: 1, clearance: 0 });
  const kept = await path({ ...trajectory, clearance: 0.01 }, SCENE, '--json', '--verify', certificate);
  expect([kept.status, JSON.parse(kept.stdout).fault]).toEqual([2, expect.stringMatching(/asks for 0.01/)]);
  const strict = await path(trajectory, SCENE, '--verify', certificate, '--fail-on', 'free');
  expect([strict.status, strict.stdout]).toEqual([
    2,
    expect.stringMatching(/^verified\n.*free; nothing comes within 0 before 1/),
  ]);
  const farther = await path({ ...trajectory, waypoints: [[0], [1]] }, SCENE, '--json', '--verify', certificate);
  expect([farther.status, JSON.parse(farther.stdout).verified]).toEqual([2, false]);
});

test('a kinematic body turns about its centre of mass, as in a simulation', async () => {
  // A bar along x from 0 to 2 makes a quarter turn; the robot's ball is at the origin, and goes nowhere.
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [
    k & 1 ? 2 : 0,
    ...[k & 2, k & 4].map((bit) => (bit ? 0.05 : -0.05)),
  ]);
  const sides = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  const triangles = sides.flatMap(([a, b, c, d]) => [
    [a, b, c],
    [a, c, d],
  ]);
  const still = { joints: ['rail'], waypoints: [[0], [0]] };
  const bar = { id: 'bar', mesh: { positions, triangles }, kind: 'kinematic', angularVelocity: [0, 0, Math.PI / 2] };
  const statusAt = async (position: number[], more = {}): Promise<unknown> => {
    const { stdout } = await path(still, { bodies: [{ ...bar, pose: { position }, ...more }] }, '--json');
    return JSON.parse(stdout).status;
  };
  // The ball is 0.8 beside the middle of the bar: within its reach of 1 about the middle.
  expect(await statusAt([-1, -0.8, 0])).toBe('contact');
  // It is 1.5 beside the end: within reach about the end, but not about the middle.
  expect(await statusAt([0, -1.5, 0])).toBe('free');
  expect(await statusAt([0, -1.5, 0], { centerOfMass: [0, 0, 0] })).toBe('contact');
});

test('a kind that there is not is refused', async () => {
  const scene = { bodies: [{ ...SCENE.bodies[0], kind: 'kinematik' }] };
  const { status, stderr } = await path({ joints: ['rail'], waypoints: [[0], [0.5]] }, scene);
  expect([status, stderr]).toEqual([
    1,
    'nearmiss: The scene at /bodies/0/kind: The kind of a body is one of dynamic, static, kinematic, not "kinematik".\n',
  ]);
});

test('a kinematic body moves with its velocity, and text is for people', async () => {
  const kinematic = { bodies: [{ ...SCENE.bodies[0], kind: 'kinematic', velocity: [4, 0, 0] }] };
  const { stdout, status } = await path({ joints: ['rail'], waypoints: [[0], [4]] }, kinematic);
  expect([stdout.split('\n')[0], status]).toEqual(['free', 0]);
});

test.each([
  ['a misspelt property', { joint: ['rail'], waypoints: [[0], [1]] }, SCENE, /did you mean "joints"/],
  ['a misspelt joint', { joints: ['rial'], waypoints: [[0], [1]] }, SCENE, /There is no joint "rial"/],
  ['NaN', { joints: ['rail'], waypoints: [[0], [null]] }, SCENE, /Waypoint 1 has null for "rail"/],
  ['a scene without bodies', { joints: ['rail'], waypoints: [[0], [1]] }, {}, /The scene at \/bodies/],
  ['an unknown shape', { waypoints: [[0], [1]] }, { bodies: [{ id: 'a', shape: 'bowl' }] }, /The scene at \/bodies\/0/],
])('%s is one line', async (_, trajectory, scene, sentence) => {
  const { stdout, stderr, status } = await path(trajectory, scene);
  expect([stdout, status]).toEqual(['', 1]);
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
