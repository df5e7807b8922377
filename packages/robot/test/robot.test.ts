import { plainLinkMatrices, randomBetween, seeded } from '@nearmiss/fixtures';
import { functionPath, type JointPath, Robot, readUrdf } from '@nearmiss/robot';
import { Model, World } from 'nearmiss';
import { makeConvex, sphere } from 'nearmiss/convex';
import { box, torus } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { drawScene } from './drawn-scene.ts';

const LIMIT = '<limit lower="-3" upper="3" effort="1" velocity="1"/>';

/** An arm in the plane: two bars of length 1, which turn about z; the second has a ball at its end. */
const ARM = `<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <link name="lower">
    <collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision>
    <collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>${LIMIT}</joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>${LIMIT}</joint>
</robot>`;

const PLATE = Model.build(box({ size: [0.001, 0.5, 0.5] }));
const arm = (): Robot => new Robot(readUrdf(ARM));
const across = {
  waypoints: [
    [-1.5, 0],
    [1.5, 0],
  ],
};

describe('one configuration', () => {
  test('links are where plain matrices have them', () => {
    const random = seeded(3);
    for (let k = 0; k < 40; k++) {
      const { plain, robot } = drawScene(random, 0);
      const values = robot.variables.map(() => randomBetween(random, -2, 2));
      const named = new Map(robot.variables.map(({ name }, v) => [name, values[v] ?? 0]));
      plainLinkMatrices(plain, named).forEach((matrix, link) => {
        const { position } = robot.linkPose(values, `link${link}`);
        for (let c = 0; c < 3; c++) expect(position[c]).toBeCloseTo(matrix[c]?.[3] ?? 0, 12);
      });
    }
  });

  test('the gradient of the distance is its slope', () => {
    const random = seeded(5);
    let steep = 0;
    for (let k = 0; k < 25; k++) {
      const { robot } = drawScene(random, 2);
      const values = robot.variables.map(() => randomBetween(random, -0.4, 0.4));
      const { gradient, upper } = robot.distance(values);
      if (gradient === null) continue;
      const step = 1e-6;
      const slopes = values.map((value, v) => {
        const there = (by: number): number => robot.distance(values.with(v, value + by)).upper;
        return (there(step) - there(-step)) / (2 * step);
      });
      // Where another feature takes over within the step, the distance has no slope.
      const right = slopes.filter((slope, v) => Math.abs(slope - (gradient[v] ?? 0)) < 1e-3).length;
      expect(right).toBeGreaterThanOrEqual(slopes.length - 2);
      if (upper > 0 && slopes.some((slope) => Math.abs(slope) > 0.1)) steep++;
    }
    expect(steep).toBeGreaterThan(8);
  });

  test('free samples are free', () => {
    const robot = arm();
    robot.addObstacle({ name: 'wall', model: PLATE, pose: { position: [1.2, 0, 0] } });
    const random = seeded(1);
    for (let k = 0; k < 20; k++) {
      const q = robot.sampleFree(random);
      expect(q === null ? 'none' : robot.collide(q).status).toBe('separated');
    }
    robot.addObstacle({ name: 'everywhere', model: sphere({ radius: 9 }) });
    expect(robot.sampleFree(random, 5)).toBe(null);
  });
});

describe('a path', () => {
  test('hits a plate of a millimetre broadside between its waypoints, when it should', () => {
    const robot = arm();
    const turned = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
    robot.addObstacle({ name: 'plate', model: PLATE, pose: { position: [1.5, 0, 0], rotation: turned } });
    const path = robot.path({
      waypoints: [
        [-1.4, 0],
        [-1.2, 0],
        [1.3, 0],
      ],
      times: [0, 2, 4.5],
    });
    const { status, a, b, lower, upper, segment, s } = robot.pathContact(path);
    expect([status, a, b, segment]).toEqual(['contact', 'lower', 'plate', 1]);
    // The link's side, 0.05 from its axis, meets the plate's near corner (1.25, −0.0005).
    const angle = -(Math.asin(0.05 / Math.hypot(1.25, 0.0005)) + Math.atan(0.0005 / 1.25));
    const time = 2 + (angle + 1.2);
    expect(lower).toBeLessThanOrEqual(time);
    expect(upper).toBeGreaterThanOrEqual(time - 1e-12);
    expect((upper ?? 9) - lower).toBeLessThan(1e-5);
    expect(s).toBeCloseTo((time - 2) / 2.5, 5);
  });

  test('a near miss of a tenth of a millimetre is free, of a touch is not', () => {
    for (const [gap, expected] of [
      [1e-4, 'free'],
      [-1e-4, 'contact'],
    ] as const) {
      const robot = arm();
      robot.addObstacle({ name: 'ball', model: sphere({ radius: 0.2 }), pose: { position: [2.3 + gap, 0, 0] } });
      expect(robot.pathContact(robot.path(across)).status).toBe(expected);
    }
  });

  /** A torus about z that slides along x, with a ball at some radius from its axis. */
  const torusAndBall = (at: number): Robot => {
    const slider = new Robot(
      readUrdf(`<robot name="r"><link name="base"/>
        <link name="torus"><collision><geometry><mesh filename="torus"/></geometry></collision></link>
        <joint name="slide" type="prismatic"><parent link="base"/><child link="torus"/><axis xyz="1 0 0"/>${LIMIT}</joint></robot>`),
      { meshes: () => torus({ majorRadius: 0.5, minorRadius: 0.2, majorSegments: 32, minorSegments: 16 }) },
    );
    slider.addObstacle({ name: 'ball', model: sphere({ radius: 0.02 }), pose: { position: [at, 0, 0] } });
    return slider;
  };

  test('what is in the hole of a torus is free, what is within its tube touches', () => {
    // The hole has a radius of 0.3, and the ball one of 0.02.
    const inHole = torusAndBall(0);
    const path = inHole.path({ waypoints: [[-0.27], [0.27]] });
    for (const order of ['first', 'any'] as const) expect(inHole.pathContact(path, { order }).status).toBe('free');
    const { contact, certificate } = inHole.certify(path);
    expect(contact.status).toBe('free');
    expect(inHole.verify(path, certificate)).toMatchObject({ verified: true });
    const within = torusAndBall(0.5);
    const short = within.path({ waypoints: [[-0.05], [0.05]] });
    expect(within.pathContact(short).status).toBe('initially-in-contact');
    expect(within.pathContact(short, { order: 'any' }).status).toBe('initially-in-contact');
  });

  test('a rod that turns within a torus about the same centre is free', () => {
    const robot = new Robot(
      readUrdf(`<robot name="r"><link name="base"/>
        <link name="rod"><collision><geometry><box size="0.05 0.05 1"/></geometry></collision></link>
        <joint name="turn" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 0 1"/></joint></robot>`),
    );
    const around = torus({ majorRadius: 0.5, minorRadius: 0.1, majorSegments: 32, minorSegments: 12 });
    robot.addObstacle({ name: 'torus', model: Model.build(around) });
    const path = robot.path({ waypoints: [[0], [1]] });
    expect(robot.pathContact(path, { budget: 5000 }).status).toBe('free');
    expect(robot.clearance(path, { budget: 5000 })).toMatchObject({ isComplete: true });
  });

  test('any contact says nothing of the time before it', () => {
    const robot = torusAndBall(0);
    const path = robot.path({ waypoints: [[-0.27], [1.5]] });
    const { status, lower, upper } = robot.pathContact(path, { order: 'any' });
    expect([status, lower]).toEqual(['contact', 0]);
    expect(robot.collide([-0.27 + (upper ?? 0) * 1.77]).status).toBe('contact');
  });

  test('any contact is found too', () => {
    const robot = arm();
    robot.addObstacle({ name: 'ball', model: sphere({ radius: 0.2 }), pose: { position: [2, 0, 0] } });
    const { status, lower, upper } = robot.pathContact(robot.path(across), { order: 'any' });
    expect([status, lower, upper]).toEqual(['contact', 0, 0.5]);
  });

  test('with a clearance to keep: near where the gap falls to it, contact where it goes on to one', () => {
    const robot = arm();
    robot.addObstacle({ name: 'ball', model: sphere({ radius: 0.2 }), pose: { position: [2.35, 0, 0] } });
    const path = robot.path(across);
    expect(robot.pathContact(path, { clearance: 0.04 }).status).toBe('free');
    const near = robot.pathContact(path, { clearance: 0.06 });
    expect([near.status, near.upper]).toEqual(['near', null]);
    const q = -1.5 + 3 * near.lower;
    expect(robot.distance([q, 0]).upper).toBeCloseTo(0.06, 5);
    const { lower, upper, time } = robot.clearance(path, { accuracy: 1e-6 });
    expect([lower <= 0.05, upper >= 0.05 - 1e-12, upper - lower <= 1e-6]).toEqual([true, true, true]);
    expect(time).toBeCloseTo(0.5, 3);
    robot.addObstacle({ name: 'post', model: sphere({ radius: 0.2 }), pose: { position: [0, 2, 0] } });
    expect(
      robot.pathContact(
        robot.path({
          waypoints: [
            [-1.5, 0],
            [2, 0],
          ],
        }),
        { clearance: 0.06 },
      ).status,
    ).toBe('contact');
  });

  test('padding counts as the link does', () => {
    const ball = { name: 'ball', model: sphere({ radius: 0.2 }), pose: { position: [2.35, 0, 0] } } as const;
    const statuses = [0.04, 0.06].map((padding) => {
      const robot = new Robot(readUrdf(ARM), { padding: { lower: padding } });
      robot.addObstacle(ball);
      return robot.pathContact(robot.path(across)).status;
    });
    expect(statuses).toEqual(['free', 'contact']);
  });

  test('an attached object counts until it is detached, but not against the link that carries it', () => {
    const robot = arm();
    robot.addObstacle({ name: 'ball', model: sphere({ radius: 0.2 }), pose: { position: [2.5, 0, 0] } });
    robot.attach({
      name: 'tool',
      model: makeConvex('box(size=[1,0.05,0.05])'),
      link: 'lower',
      pose: { position: [1, 0, 0] },
    });
    const hit = robot.pathContact(robot.path(across));
    expect([hit.status, hit.a, hit.b]).toEqual(['contact', 'tool', 'ball']);
    robot.detach('tool');
    expect(robot.pathContact(robot.path(across)).status).toBe('free');
    robot.removeObstacle('ball');
    expect(robot.clearance(robot.path(across)).upper).toBe(Infinity);
  });

  test('an obstacle that moves is hit where it is', () => {
    const robot = arm();
    const pose = (time: number) => ({ position: [2 + 3 * time, 0, 0] as const });
    robot.addObstacle({ name: 'away', model: sphere({ radius: 0.2 }), motion: { pose, speed: 3, angularSpeed: 0 } });
    expect(robot.pathContact(robot.path(across)).status).toBe('free');
    const towards = (time: number) => ({ position: [2 + 3 * (0.5 - time), 0, 0] as const });
    robot.addObstacle({
      name: 'here',
      model: sphere({ radius: 0.2 }),
      motion: { pose: towards, speed: 3, angularSpeed: 0 },
    });
    const hit = robot.pathContact(robot.path(across));
    expect([hit.status, hit.b]).toEqual(['contact', 'here']);
  });

  test('poses are what the library takes them for: quaternions of four digits, and matrices', () => {
    const slider = (): Robot =>
      new Robot(
        readUrdf(`<robot name="r"><link name="base"/>
          <link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
          <joint name="slide" type="prismatic"><parent link="base"/><child link="ball"/><axis xyz="1 0 0"/>${LIMIT}</joint></robot>`),
      );
    // A bar along x, turned to y: its end is 10 µm inside the ball. As a product with the quaternion as it is, it would be shorter.
    const model = makeConvex('box(size=[4,0.05,0.05])');
    const position = [0, 2.1 - 1e-5, 0] as const;
    const rounded = { position, rotation: [0.4999, 0.4999, 0.4999, 0.4999] } as const;
    const matrix = { position, matrix: [0, 0, 1, 1, 0, 0, 0, 1, 0] };
    for (const pose of [rounded, matrix]) {
      const still = slider();
      still.addObstacle({ name: 'bar', model, pose });
      const onItsOwn = slider();
      onItsOwn.addObstacle({ name: 'bar', model, motion: { pose: () => pose, speed: 0, angularSpeed: 0 } });
      const carried = slider();
      carried.addObstacle({ name: 'post', model: sphere({ radius: 0.1 }) });
      carried.attach({ name: 'bar', model, link: 'ball', pose });
      for (const robot of [still, onItsOwn, carried]) {
        expect(robot.pathContact(robot.path({ waypoints: [[-1], [1]] })).status).toBe('contact');
      }
    }
  });

  test('the bodies of a world are obstacles', () => {
    const robot = arm();
    const world = new World();
    world.add(sphere({ radius: 0.2 }), { position: [2, 0, 0] });
    robot.addWorld(world);
    expect(robot.pathContact(robot.path(across)).b).toBe('body 0');
  });

  test('the bodies of a world go on by their own motions', () => {
    const robot = arm();
    const world = new World();
    const [still, moves] = [
      world.add(sphere({ radius: 0.2 }), { position: [9, 0, 0] }),
      world.add(sphere({ radius: 0.2 }), { position: [5, 0, 0] }),
    ];
    // It comes to (2, 0, 0) when the arm is there, in the middle of the path.
    const motion = { pose: (time: number) => ({ position: [5 - 6 * time, 0, 0] as const }), speed: 6, angularSpeed: 0 };
    robot.addWorld(world, { prefix: 'crate ', motionOf: (body) => (body === moves ? motion : undefined) });
    const { status, b, lower } = robot.pathContact(robot.path(across));
    expect([status, b]).toEqual(['contact', `crate ${moves}`]);
    expect(lower).toBeGreaterThan(0.4);
    expect(lower).toBeLessThan(0.5);
    // A name that is taken refuses all of them.
    robot.removeObstacle(`crate ${still}`);
    const refused = { code: 'robot/bad-scene' };
    expect(() => robot.addWorld(world, { prefix: 'crate ' })).toThrow(expect.objectContaining(refused));
    expect(() => robot.removeObstacle(`crate ${still}`)).toThrow(expect.objectContaining(refused));
    const bad = { ...motion, speed: -1 };
    expect(() => robot.addWorld(world, { motionOf: (body) => (body === moves ? bad : undefined) })).toThrow(
      expect.objectContaining(refused),
    );
    expect(() => robot.removeObstacle(`body ${still}`)).toThrow(expect.objectContaining(refused));
  });

  test('any contact may be of any pair that touches; many paths do not depend on what was asked before', () => {
    const robot = arm();
    const ball = (name: string, x: number): void =>
      robot.addObstacle({ name, model: sphere({ radius: 0.2 }), pose: { position: [x, 0, 0] } });
    ball('near', 0.6);
    ball('far', 1.7);
    const asked = { order: 'any' } as const;
    const alone = robot.pathContacts([across], asked);
    expect(alone).toMatchObject([{ status: 'contact', a: 'upper', b: 'near' }]);
    // Here the far one alone is touched: from then on that pair is tried first.
    const bent = [
      [0.75, -1.5],
      [0.9, -1.6],
    ];
    expect(robot.pathContact(robot.path({ waypoints: bent }), asked).b).toBe('far');
    expect(robot.pathContact(robot.path(across), asked)).toMatchObject({ status: 'contact', a: 'lower', b: 'far' });
    expect(robot.pathContacts([across], asked)).toEqual(alone);
  });

  test('starts in contact, and with itself', () => {
    const robot = arm();
    robot.addObstacle({ name: 'ball', model: sphere({ radius: 0.2 }), pose: { position: [1, 0, 0] } });
    const start = robot.pathContact(
      robot.path({
        waypoints: [
          [0, 0],
          [1, 0],
        ],
      }),
    );
    expect([start.status, start.lower, start.upper]).toEqual(['initially-in-contact', 0, 0]);
  });

  test('a spent budget is undecided', () => {
    const robot = arm();
    robot.addObstacle({ name: 'ball', model: sphere({ radius: 0.2 }), pose: { position: [2.301, 0, 0] } });
    expect(robot.pathContact(robot.path(across), { budget: 3 }).status).toBe('undecided');
    expect(robot.clearance(robot.path(across), { budget: 3 }).isComplete).toBe(false);
  });

  test('a spent budget is undecided where the gap fell to the clearance, for that is no contact', () => {
    const robot = arm();
    robot.addObstacle({ name: 'ceiling', model: makeConvex('box(size=[9,9,1])'), pose: { position: [0, 0, 0.62] } });
    for (let budget = 0; budget < 40; budget++) {
      const { status, upper } = robot.pathContact(robot.path(across), { clearance: 0.05, budget });
      expect([budget, status, upper]).toEqual([budget, expect.stringMatching(/undecided|near/), null]);
    }
  });

  test('a clearance is not complete where times are too coarse for it', () => {
    const robot = arm();
    robot.addObstacle({ name: 'ball', model: sphere({ radius: 0.2 }), pose: { position: [2.35, 0, 0] } });
    // Doubles are an eighth apart there. The least gap, 0.05, is between two of them.
    const path = robot.path({ ...across, times: [1e15, 1e15 + 0.375] });
    const { lower, upper, isComplete } = robot.clearance(path, { accuracy: 1e-4 });
    expect(isComplete).toBe(false);
    expect(lower).toBeLessThanOrEqual(0.05);
    expect(upper).toBeGreaterThanOrEqual(0.05);
  });

  test('of a pair that is allowed does not count, if it overlaps in the middle of all limits', () => {
    const robot = new Robot(
      readUrdf(
        ARM.replace(
          '<link name="base"/>',
          '<link name="base"><collision><origin xyz="1 0.04 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>',
        ),
      ),
    );
    const path = robot.path({
      waypoints: [
        [0, 0],
        [0.1, 0.5],
      ],
    });
    expect(robot.pathContact(path).status).toBe('initially-in-contact');
    expect([robot.allow('base', 'lower'), robot.allow('base', 'base')]).toEqual([true, false]);
    expect(robot.pathContact(path).status).toBe('free');
  });

  test('of a link with what it stands on does not count if that is allowed, in other threads neither', () => {
    const foot =
      '<link name="base"><collision><origin xyz="0 0 -0.1"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>';
    const robot = new Robot(readUrdf(ARM.replace('<link name="base"/>', foot)));
    const table = { name: 'table', model: makeConvex('box(size=[4,4,0.2])'), pose: { position: [0, 0, -0.3] } };
    robot.addObstacle(table);
    robot.addObstacle({ name: 'floor', model: makeConvex('box(size=[4,4,0.2])'), pose: { position: [0, 0, -1] } });
    const waypoints = [
      [0, 0],
      [0.1, 0.5],
    ];
    const told = (on: Robot): unknown[] => {
      const { status, a, b } = on.pathContact(on.path({ waypoints }));
      return [status, a, b];
    };
    expect(told(robot)).toEqual(['initially-in-contact', 'base', 'table']);
    expect([robot.allow('table', 'base'), robot.allow('base', 'floor')]).toEqual([true, false]);
    expect(told(robot)).toEqual(['free', null, null]);
    expect(told(Robot.fromShared(robot.share()))).toEqual(['free', null, null]);
    // Another obstacle of the same name counts.
    robot.removeObstacle('table');
    robot.addObstacle(table);
    expect(told(robot)).toEqual(['initially-in-contact', 'base', 'table']);
  });
});

describe('faults', () => {
  test('are told by name', () => {
    const robot = arm();
    robot.addObstacle({ name: 'table', model: makeConvex('box'), pose: { position: [9, 0, 0] } });
    const waypoints = [
      [0, 0],
      [1, 1],
    ];
    expect(() => robot.allow('base', 'tabel')).toThrow('There is no link or obstacle "tabel". Did you mean "table"?');
    expect(() => robot.allow('table', 'table')).toThrow('are obstacles, whose contacts never count');
    expect(() => robot.addObstacle({ name: 'table', model: makeConvex('box') })).toThrow('an obstacle "table" already');
    expect(() => robot.path({ joints: ['elbow', 'elbow'], waypoints })).toThrow('The joint "elbow" is named twice');
  });

  const bad: [string, () => unknown, string][] = [
    ['no random numbers', () => arm().sampleFree(undefined as unknown as () => number), 'options/bad-value'],
    ['waypoints for a path', () => arm().pathContact({ waypoints: [] } as unknown as JointPath), 'robot/bad-path'],
    ['too few values', () => arm().collide([0]), 'robot/bad-values'],
    ['NaN', () => arm().distance([0, Number.NaN]), 'robot/bad-values'],
    [
      'NaN in a waypoint',
      () =>
        arm().path({
          waypoints: [
            [0, 0],
            [0, Number.NaN],
          ],
        }),
      'robot/bad-values',
    ],
    ['one waypoint', () => arm().path({ waypoints: [[0, 0]] }), 'robot/bad-path'],
    [
      'times that do not ascend',
      () =>
        arm().path({
          waypoints: [
            [0, 0],
            [1, 1],
          ],
          times: [0, 0],
        }),
      'robot/bad-path',
    ],
    ['times too far apart', () => arm().path({ ...across, times: [-1e308, 1e308] }), 'robot/bad-path'],
    ['times too near to each other', () => arm().path({ ...across, times: [0, 5e-324] }), 'robot/bad-path'],
    [
      'a function over all times',
      () => functionPath({ values: () => [0, 0], speeds: [1, 1], from: -1e308, to: 1e308 }),
      'robot/bad-path',
    ],
    ['an unknown joint', () => arm().path({ joints: ['elbw'], waypoints: [[0], [1]] }), 'robot/unknown-joint'],
    [
      'a joint twice',
      () =>
        arm().path({
          joints: ['elbow', 'elbow'],
          waypoints: [
            [0, 0],
            [1, 1],
          ],
        }),
      'robot/bad-path',
    ],
    [
      'a path of another robot',
      () => arm().pathContact(functionPath({ values: () => [0], speeds: [0], from: 0, to: 1 })),
      'robot/bad-path',
    ],
    ['a negative speed', () => functionPath({ values: () => [0], speeds: [-1], from: 0, to: 1 }), 'robot/bad-path'],
    ['an obstacle with the name of a link', () => arm().addObstacle({ name: 'base', model: PLATE }), 'robot/bad-scene'],
    [
      'a bad pose',
      () => arm().addObstacle({ name: 'o', model: PLATE, pose: { position: [0, 0, Number.NaN] } }),
      'pose/bad-position',
    ],
    [
      'a motion without a pose',
      () =>
        arm().addObstacle({
          name: 'o',
          model: PLATE,
          motion: JSON.parse('{"pose":{},"speed":1,"angularSpeed":0}'),
        }),
      'robot/bad-scene',
    ],
    [
      'a bad pose along a motion',
      () => {
        const robot = arm();
        const pose = () => ({ rotation: [0, 0, 0, 2] as const });
        robot.addObstacle({ name: 'o', model: PLATE, motion: { pose, speed: 0, angularSpeed: 0 } });
        robot.collide([0, 0]);
      },
      'pose/bad-rotation',
    ],
    [
      'padding of a link that is not there',
      () => new Robot(readUrdf(ARM), { padding: { hand: 1 } }),
      'robot/unknown-link',
    ],
    [
      'a negative clearance',
      () =>
        arm().pathContact(
          arm().path({
            waypoints: [
              [0, 0],
              [1, 1],
            ],
          }),
          { clearance: -1 },
        ),
      'options/bad-value',
    ],
    [
      'a budget that is no number',
      () => arm().pathContact(arm().path(across), { budget: Number.NaN }),
      'options/bad-value',
    ],
    ['a negative budget', () => arm().clearance(arm().path(across), { budget: -1 }), 'options/bad-value'],
    [
      'a budget without text',
      () => arm().clearance(arm().path(across), { budget: Object.create(null) }),
      'options/bad-value',
    ],
    ['nothing to detach', () => arm().detach('tool'), 'robot/bad-scene'],
    ['no path', () => arm().path(JSON.parse('null')), 'robot/bad-path'],
    ['no options', () => arm().pathContact(arm().path(across), JSON.parse('null')), 'options/bad-value'],
    [
      'a misspelt clearance, which would not be kept',
      () => arm().pathContact(arm().path(across), JSON.parse('{"clearence":1}')),
      'options/bad-value',
    ],
    [
      'a misspelt accuracy',
      () => arm().clearance(arm().path(across), JSON.parse('{"acuracy":1}')),
      'options/bad-value',
    ],
    [
      'a misspelt padding of an obstacle, which would not be kept',
      () => arm().addObstacle({ name: 'o', model: PLATE, ...JSON.parse('{"pading":1}') }),
      'robot/bad-scene',
    ],
    [
      'a misspelt padding of an attached object',
      () => arm().attach({ name: 'o', model: PLATE, link: 'lower', ...JSON.parse('{"pading":1}') }),
      'robot/bad-scene',
    ],
    ['a misspelt padding of links', () => new Robot(readUrdf(ARM), JSON.parse('{"pading":1}')), 'options/bad-value'],
    ['no motion', () => arm().addObstacle({ name: 'o', model: PLATE, motion: JSON.parse('null') }), 'robot/bad-scene'],
    [
      'velocities of a linear path, which has its own',
      () => arm().path({ ...across, velocities: across.waypoints }),
      'robot/bad-path',
    ],
    [
      'accelerations of a cubic path',
      () => arm().path({ ...across, interpolation: 'cubic', accelerations: across.waypoints }),
      'robot/bad-path',
    ],
    [
      'a function without values',
      () => arm().pathContact(functionPath({ values: () => JSON.parse('null'), speeds: [0, 0], from: 0, to: 1 })),
      'robot/bad-path',
    ],
  ];
  test.each(bad)('%s', (_, run, code) => {
    expect(run).toThrow(expect.objectContaining({ code }));
  });
});
