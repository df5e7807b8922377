import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { whyNotOpened } from '@nearmiss/io/node';
import type { JointPath, PathCertificate, PathContact, Robot } from '@nearmiss/robot';
import { loadRobot } from '@nearmiss/robot/node';
import { Models } from '../batch/models.ts';
import { openModelsIn } from '../batch/open-model.ts';
import { parseJson } from '../json-text.ts';
import { readObstacles } from '../path/read-scene.ts';
import { readTrajectory, type Trajectory } from '../path/read-trajectory.ts';
import { print } from '../terminal/print.ts';
import { formatTable, type Row, useColour } from '../terminal/table.ts';
import { oneLine, readArguments, readChoice, UsageError } from '../usage.ts';
import type { Command } from './command.ts';

const STATUSES = ['free', 'contact', 'near', 'initially-in-contact', 'undecided'] as const;

export const PATH: Command = {
  help: `Usage: nearmiss path ROBOT.urdf TRAJECTORY.json [--scene SCENE.json] [--srdf FILE] [--packages FOLDER]

The first contact of a robot along a path, with itself or with the bodies of a scene, or a proof that there is none: for the whole
continuous path, not for samples of it.

  --scene FILE         obstacles, as the bodies of nearmiss simulate; kinematic ones move with their velocities
  --srdf FILE          pairs of links whose contacts do not count
  --packages FOLDER    where package://NAME/… is NAME/…; by default folders above the URDF are searched
  --allow A,B          contacts of two links, or of a link and a body of the scene, do not count if they touch or overlap in the middle
                       of all limits; may be repeated
  --models FOLDER      where the scene's model files are; by default the folder of SCENE
  --certificate FILE   writes the intervals on which each pair was proven apart
  --verify FILE        instead of a search, checks such a file by interval arithmetic; exit status 2 if it does not hold, is for less
                       than the trajectory's clearance, or has a status of --fail-on
  --json               one JSON object instead of a table
  --fail-on STATUSES   exit status 2 if the status is one of these: contact,near,initially-in-contact,undecided,free

{"joints":["shoulder_pan_joint","elbow_joint"],"waypoints":[[0,0],[1.2,-0.5]],"times":[0,1.5],
 "interpolation":"linear","clearance":0.01,"accuracy":0.001}

  times           a segment takes 1 without them
  interpolation   linear, or cubic or quintic: at rest in each waypoint
  clearance       a gap to be kept, in metres
  accuracy        the width of the bracket of the least clearance, 0.001 by default
`,
  async run(args) {
    const flags = {
      scene: { type: 'string' },
      srdf: { type: 'string' },
      packages: { type: 'string' },
      allow: { type: 'string', multiple: true },
      models: { type: 'string' },
      certificate: { type: 'string' },
      verify: { type: 'string' },
      json: { type: 'boolean' },
      'fail-on': { type: 'string' },
    } as const;
    const { values, positionals } = readArguments(args, flags, ['ROBOT', 'TRAJECTORY']);
    const [robotFile = '', trajectoryFile = ''] = positionals;
    const failOn = (values['fail-on'] ?? '').split(',').filter((status) => status !== '');
    for (const status of failOn) readChoice('--fail-on', status, STATUSES);
    const robot = await loadRobot(robotFile, { srdf: values.srdf, packages: values.packages });
    const trajectory = readTrajectory(parseJson(await readText(trajectoryFile), 'The trajectory'), robot);
    if (values.scene !== undefined) {
      const { breaks } = trajectory.path;
      const models = new Models(openModelsIn(values.models ?? dirname(values.scene)));
      const scene = parseJson(await readText(values.scene), 'The scene');
      const [from = 0, to = 1] = [breaks[0], breaks.at(-1)];
      for (const obstacle of await readObstacles(scene, models, from, to)) robot.addObstacle(obstacle);
    }
    const allowed = allowPairs(robot, values.allow ?? []);
    const warnings = [...robot.warnings, ...allowed, ...beyondLimits(robot, trajectory.path)];
    for (const warning of warnings) process.stderr.write(`nearmiss: warning: ${oneLine(warning)}\n`);
    if (values.verify !== undefined) return verify(robot, trajectory, values.verify, failOn, values.json === true);
    const answer = await answerOf(robot, trajectory, values.certificate);
    await print(values.json === true ? `${JSON.stringify(answer)}\n` : textOf(answer));
    return failOn.includes(answer.status) ? 2 : 0;
  },
};

interface Answer extends Omit<PathContact, 'segment'> {
  readonly segment: number | null;
  readonly t: number | null;
  readonly clearance: LeastClearance | null;
}

/** The least distance along the path. Where nothing touches, `a`, `b` and `t` say of which bodies, and when, it is `upper`. */
interface LeastClearance {
  readonly lower: number;
  readonly upper: number;
  readonly a?: string | null;
  readonly b?: string | null;
  readonly t?: number;
}

/** Checks a certificate. The exit status. */
async function verify(
  robot: Robot,
  { path, clearance }: Trajectory,
  file: string,
  failOn: readonly string[],
  isJson: boolean,
): Promise<number> {
  // The check begins with the form of what it is handed.
  const certificate = parseJson(await readText(file), 'The certificate') as PathCertificate;
  const check = robot.verify(path, certificate);
  const { status, until, clearance: kept } = certificate;
  const isEnough = kept >= clearance;
  const fault = isEnough ? check.fault : `The certificate keeps ${kept}; the trajectory asks for ${clearance}.`;
  const verified = check.verified && isEnough;
  const rows: Row[] = [
    ['says', `${status}; nothing comes within ${kept} before ${until}`],
    ['proofs', String(check.confirmed)],
    ...(fault === null ? [] : [['fault', fault] as const]),
  ];
  const text = formatTable(verified ? 'verified' : 'not verified', rows, useColour(process.stdout));
  const answer = { ...check, verified, fault, status, until, clearance: kept };
  await print(isJson ? `${JSON.stringify(answer)}\n` : text);
  return verified && !failOn.includes(status) ? 0 : 2;
}

async function answerOf(robot: Robot, trajectory: Trajectory, file: string | undefined): Promise<Answer> {
  const { path, clearance } = trajectory;
  const { contact, certificate } =
    file === undefined
      ? { contact: robot.pathContact(path, { clearance }), certificate: null }
      : robot.certify(path, { clearance });
  if (file !== undefined) {
    await writeFile(file, `${JSON.stringify(certificate)}\n`).catch((cause: Error) => {
      throw new UsageError(`"${file}" cannot be written: ${cause.message}.`);
    });
  }
  const { status, segment, s, lower, upper, a, b } = contact;
  const isTouching = status === 'contact' || status === 'initially-in-contact';
  const least = isTouching ? { lower: 0, upper: 0 } : leastClearance(robot, trajectory, status === 'free');
  return { status, segment, s, t: segment === null ? null : lower, lower, upper, a, b, clearance: least };
}

/** Null where there is nothing to be near to. */
function leastClearance(robot: Robot, trajectory: Trajectory, isFree: boolean): LeastClearance | null {
  const { lower, upper, a, b, time } = robot.clearance(trajectory.path, { accuracy: trajectory.accuracy });
  if (!Number.isFinite(upper)) return null;
  // What the search has proven holds for the bracket too.
  const proven = isFree ? Math.max(trajectory.clearance, lower) : lower;
  return { lower: Math.min(proven, upper), upper, a, b, t: time };
}

/** The joints of which a waypoint has a value beyond their limits. The path is answered for as it is. */
function beyondLimits({ variables, description }: Robot, path: JointPath): string[] {
  const { breaks, size } = path;
  const waypoints = Array.from(breaks, (time, k) => {
    const values = new Float64Array(size);
    path.write(Math.min(k, breaks.length - 2), time, values, new Float64Array(size));
    return values;
  });
  return variables.flatMap(({ name, joint, lower, upper }, v) => {
    // Rounding of the path is no fault of its waypoints.
    const slip = 1e-9 * (1 + Math.abs(lower) + Math.abs(upper));
    const k = waypoints.findIndex(({ [v]: value = 0 }) => value < lower - slip || value > upper + slip);
    if (k < 0) return [];
    const value = waypoints[k]?.[v] ?? 0;
    const turns = description.joints.some((each) => each.name === joint && each.kind === 'revolute');
    const hint = turns && Math.abs(value) > 2 * Math.PI ? ' Angles are in radians.' : '';
    return [`Waypoint ${k} has ${value} for "${name}", which has limits from ${lower} to ${upper}.${hint}`];
  });
}

function allowPairs(robot: Robot, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const [a, b, ...more] = word.split(',');
    if (a === undefined || b === undefined || more.length > 0) {
      throw new UsageError(`--allow is "${word}"; it takes two names, A,B.`);
    }
    if (robot.allow(a, b)) return [];
    return [`${a} and ${b} do not touch in the middle of all limits, so their contacts count.`];
  });
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause) => {
    throw new UsageError(`"${file}" cannot be opened: ${whyNotOpened(cause)}.`);
  });
}

function textOf({ status, segment, s, lower, upper, a, b, clearance }: Answer): string {
  const rows: Row[] = [];
  if (segment !== null) {
    rows.push(['bodies', `${a} and ${b}`], ['segment', `${segment}, after ${s?.toPrecision(6)} of it`]);
    rows.push(['time', upper === null ? `${lower} or later` : `between ${lower} and ${upper}`]);
  }
  if (clearance !== null) {
    rows.push(['clearance', `between ${clearance.lower} and ${clearance.upper}`]);
    if (clearance.t !== undefined) rows.push(['least', `of ${clearance.a} and ${clearance.b}, at time ${clearance.t}`]);
  }
  return formatTable(status, rows, useColour(process.stdout));
}
