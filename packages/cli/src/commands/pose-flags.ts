import type { Motion, Pose } from 'nearmiss';
import { parsePose } from '../pose.ts';
import { readTurn, rotated, type Turn, turnedPose } from '../rotation.ts';
import { readChoice, UsageError } from '../usage.ts';
import { type FlagValues, flagHelp, readVector } from './option-flags.ts';

const POSE = 'x,y,z or x,y,z,qx,qy,qz,qw or JSON { position, rotation }';
const TURN = 'about an axis of the world through its origin, in degrees: x,90 or ax,ay,az,45; may be repeated';

const KINDS = ['linear', 'screw', 'translation'] as const;

/** The flags that pose a body; `end` is `-a`, `-b`, or nothing for a single body. */
const POSE_FLAGS = (end: string) =>
  ({ [`pose${end}`]: { type: 'string' }, [`rotate${end}`]: { type: 'string', multiple: true } }) as const;

/** The flags that move it. */
const MOTION_FLAGS = (end: string) =>
  ({
    [`to${end}`]: { type: 'string' },
    [`rotate-to${end}`]: { type: 'string', multiple: true },
    [`velocity${end}`]: { type: 'string' },
    [`angular-velocity${end}`]: { type: 'string' },
    [`pivot${end}`]: { type: 'string' },
  }) as const;

/** The flags that pose one body, or two, and move them. */
export function poseFlags(ends: readonly string[], moves: boolean) {
  const flags = ends.map((end) => ({ ...POSE_FLAGS(end), ...(moves && MOTION_FLAGS(end)) }));
  return Object.assign({}, ...flags, moves && { kind: { type: 'string' } }) as Record<
    string,
    { type: 'string'; multiple?: true }
  >;
}

/** Their description in the help. */
export function poseHelp(ends: readonly string[], moves: boolean): string {
  const [end = ''] = ends;
  const body = end === '' ? 'the body' : 'A';
  const lines = [
    flagHelp(`pose${end}`, 'POSE', `where ${body} is: ${POSE}; what is missing is the identity`),
    flagHelp(`rotate${end}`, 'AXIS,DEG', `turns ${body} ${TURN}`),
  ];
  if (moves) {
    lines.push(
      flagHelp(`to${end}`, 'POSE', `where ${body} is at the end; without it, or a velocity, ${body} rests`),
      flagHelp(
        `rotate-to${end}`,
        'AXIS,DEG',
        `turns ${body} further until the end, besides --rotate${end}; may be repeated`,
      ),
      flagHelp('kind', 'KIND', 'linear (even turning about the pivot), screw, translation; linear by default'),
      flagHelp(`velocity${end}`, 'X,Y,Z', `instead of --to${end}: the displacement of ${body} from time 0 to 1`),
      flagHelp(`angular-velocity${end}`, 'X,Y,Z', 'and how far it turns, radians about this axis; any number of turns'),
      flagHelp(
        `pivot${end}`,
        'X,Y,Z',
        `the point of ${body} that moves in a straight line, the centre of rotation; its origin by default`,
      ),
    );
  }
  const others = moves
    ? '--pose-b, --rotate-b, --to-b, --rotate-to-b, --velocity-b, --angular-velocity-b, --pivot-b'
    : '--pose-b, --rotate-b';
  if (ends.length > 1) lines.push(`  ${others}: the same of B`);
  return lines.join('\n');
}

/** The pose of a body. */
export function readPose(values: FlagValues, end: string): Pose {
  const pose = parsePose(text(values[`pose${end}`]), `--pose${end}`);
  return turnedPose(pose, list(values[`rotate${end}`]), `--rotate${end}`);
}

/** Its motion from there. */
export function readMotion(values: FlagValues, end: string, from: Pose): Motion {
  const kind = readChoice('--kind', text(values.kind) ?? 'linear', KINDS);
  const to = text(values[`to${end}`]);
  const turns = list(values[`rotate-to${end}`]);
  const velocities = ['velocity', 'angular-velocity'].map((name) => text(values[`${name}${end}`]));
  const [velocity, angularVelocity] = velocities.map((value, k) =>
    value === undefined ? undefined : readVector(`--${k === 0 ? '' : 'angular-'}velocity${end}`, value),
  );
  const pivotText = text(values[`pivot${end}`]);
  const pivot = pivotText === undefined ? {} : { pivot: readVector(`--pivot${end}`, pivotText) };
  const hasEnd = to !== undefined || turns.length > 0;
  const hasVelocity = velocity !== undefined || angularVelocity !== undefined;
  if (hasEnd && hasVelocity) throw new UsageError(`Give --to${end} and --rotate-to${end}, or velocities, not both.`);
  if (hasVelocity)
    return { from, ...(velocity && { velocity }), ...(angularVelocity && { angularVelocity }), ...pivot };
  if (!hasEnd) {
    if (pivotText !== undefined)
      throw new UsageError(`--pivot${end} is the pivot of a motion; give --to${end} or velocities.`);
    return from;
  }
  const given = to === undefined ? from : parsePose(to, `--to${end}`);
  // The orientation at the start is also that at the end, unless a rotation is given: moving a body does not rotate it back.
  const isTurned = given.rotation !== undefined;
  const target = isTurned ? given : turnedPose(given, list(values[`rotate${end}`]), `--rotate${end}`);
  const flag = `--rotate-to${end}`;
  const parsed = turns.map((turn) => readTurn(turn, flag));
  const [first] = parsed;
  if (first !== undefined && parsed.some(({ degrees }) => Math.abs(degrees) > HALF_TURN)) {
    if (parsed.length > 1 || kind !== 'linear' || (isTurned && to !== undefined)) {
      throw new UsageError(
        `More than half a turn takes one ${flag}, --kind linear and a --to${end} without rotation; or --angular-velocity${end}.`,
      );
    }
    return wholeTurns(from, target, first, pivot);
  }
  return { from, to: turnedPose(target, turns, flag), kind, ...pivot };
}

/** Largest rotation, in degrees, that the pose at the end determines uniquely. */
const HALF_TURN = 180;

/** A motion of constant velocities: between two poses a body would rotate by the shorter arc. */
function wholeTurns(from: Pose, target: Pose, turn: Turn, pivot: { readonly pivot?: readonly number[] }): Motion {
  const { axis, degrees } = turn;
  const angularVelocity = axis.map((x) => (x * degrees * Math.PI) / 180);
  const [start, end] = [from, target].map(({ position = [0, 0, 0] }) => Array.from(position));
  const local = pivot.pivot ?? [0, 0, 0];
  const arm = rotated(from, local);
  const lastArm = rotated(turnedPose(target, [[...axis, degrees].join(',')], ''), local);
  const velocity = arm.map((x, k) => (end?.[k] ?? 0) - (start?.[k] ?? 0) + ((lastArm[k] ?? 0) - x));
  return { from, velocity, angularVelocity, ...pivot };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function list(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
