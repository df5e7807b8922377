import type { Mesh } from '../mesh/mesh.ts';
import { circle } from './circle.ts';
import { largestTubeRadius } from './curve-thickness.ts';
import { factorPair } from './factor-pair.ts';
import { loftMesh } from './loft.ts';
import { refuse, requireComparable, requireInteger, requireTriangleCount, resolveParameters } from './parameters.ts';
import { FRAME_STRIDE, sweep, writeFrame } from './sweep.ts';

/** Options of {@link torusKnot}. */
export interface TorusKnotOptions {
  /** Turns around the axis, 1 to 32; coprime to q. */
  readonly p?: number;
  /** Turns around the tube of the torus that carries the knot, 1 to 32; coprime to p. */
  readonly q?: number;
  /** Exactly so many triangles: 2·tubular·radial, the two chosen with tubular near 10·radial. */
  readonly triangles?: number;
  /** Of the torus that carries the knot: from the axis to the middle of its tube. */
  readonly majorRadius?: number;
  /** Of that torus' tube; smaller than majorRadius. */
  readonly minorRadius?: number;
  /** Of the knotted tube; small enough that it does not touch itself. */
  readonly tubeRadius?: number;
}

/** Defaults of {@link TorusKnotOptions}. */
export const TORUS_KNOT_DEFAULTS: Readonly<Required<TorusKnotOptions>> = Object.freeze({
  p: 2,
  q: 3,
  triangles: 11_520,
  majorRadius: 0.3,
  minorRadius: 0.135,
  tubeRadius: 0.065,
});

const MAX_TURNS = 32;
/** Tubular over radial segments: near this the default trefoil has about square quadrilaterals. Dimensionless. */
const SEGMENT_RATIO = 10;
/** Samples a turn for the search of the thickness; the curve bends about once a turn. A count. */
const SAMPLES_PER_TURN = 48;

/**
 * A tube along the (p, q) torus knot about the z axis, centred at the origin.
 *
 * @example
 * console.log(checkMesh(torusKnot()).closed); // true
 */
export function torusKnot(options: TorusKnotOptions = TORUS_KNOT_DEFAULTS): Mesh {
  const o = resolveParameters('torus-knot', TORUS_KNOT_DEFAULTS, options);
  const { p, q, majorRadius, minorRadius, tubeRadius } = o;
  requireComparable('torus-knot', { majorRadius, minorRadius, tubeRadius });
  requireInteger('torus-knot', 'p', p, 1, MAX_TURNS);
  requireInteger('torus-knot', 'q', q, 1, MAX_TURNS);
  if (!coprime(p, q)) refuse('torus-knot', `p and q must have no common divisor, but ${p} and ${q} have.`);
  if (minorRadius >= majorRadius) {
    refuse('torus-knot', `minorRadius must be smaller than majorRadius (${majorRadius}), not ${minorRadius}.`);
  }
  const [tubular, radial] = tubularAndRadial(o.triangles);

  const curve = sampleKnot(o, tubular);
  const frames = new Float64Array(FRAME_STRIDE * tubular);
  for (let i = 0; i < tubular; i++) {
    writeFrame(frames, i, tripleAt(curve.points, i), tripleAt(curve.tangents, i), tripleAt(curve.normals, i));
  }
  const fine = sampleKnot(o, SAMPLES_PER_TURN * (p + q));
  const limit = largestTubeRadius(fine.points, fine.tangents, frames);
  if (!(tubeRadius <= limit)) {
    refuse(
      'torus-knot',
      `with tubeRadius ${tubeRadius} the tube would touch itself; at most ${limit} is possible here.`,
    );
  }

  const turn = circle(radial);
  const section = (_ring: number, side: number, out: Float64Array): void => {
    out[0] = tubeRadius * turn[2 * side];
    out[1] = tubeRadius * turn[2 * side + 1];
  };
  return loftMesh('torus-knot', sweep(frames, radial, section));
}

interface KnotSamples {
  readonly points: Float64Array;
  /** Unit. */
  readonly tangents: Float64Array;
  /** Normal of the torus that carries the knot. It is a function of the point, so the frame is periodic. */
  readonly normals: Float64Array;
}

/** The curve ((R + r cos qs) cos ps, (R + r cos qs) sin ps, r sin qs) at `count` equal steps of s. */
function sampleKnot(o: Required<TorusKnotOptions>, count: number): KnotSamples {
  const { p, q, majorRadius, minorRadius } = o;
  const turn = circle(count);
  const points = new Float64Array(3 * count);
  const tangents = new Float64Array(3 * count);
  const normals = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const aroundAxis = 2 * ((p * i) % count);
    const aroundTube = 2 * ((q * i) % count);
    const cosU = turn[aroundAxis];
    const sinU = turn[aroundAxis + 1];
    const cosV = turn[aroundTube];
    const sinV = turn[aroundTube + 1];
    const fromAxis = majorRadius + minorRadius * cosV;
    const outwards = -q * minorRadius * sinV;
    const around = p * fromAxis;
    const upwards = q * minorRadius * cosV;
    const speed = Math.sqrt(outwards * outwards + around * around + upwards * upwards);
    points.set([fromAxis * cosU, fromAxis * sinU, minorRadius * sinV], 3 * i);
    const tx = (outwards * cosU - around * sinU) / speed;
    const ty = (outwards * sinU + around * cosU) / speed;
    tangents.set([tx, ty, upwards / speed], 3 * i);
    normals.set([cosV * cosU, cosV * sinU, sinV], 3 * i);
  }
  return { points, tangents, normals };
}

function tripleAt(array: Float64Array, index: number): [number, number, number] {
  return [array[3 * index], array[3 * index + 1], array[3 * index + 2]];
}

function tubularAndRadial(triangles: number): readonly [number, number] {
  requireInteger('torus-knot', 'triangles', triangles, 18, Number.MAX_SAFE_INTEGER);
  requireTriangleCount('torus-knot', triangles);
  const pair = triangles % 2 === 0 ? factorPair(triangles / 2, 3, 3, (radial) => SEGMENT_RATIO * radial) : undefined;
  if (pair === undefined) {
    refuse('torus-knot', `triangles must be 2·tubular·radial with both at least 3, which ${triangles} is not.`);
  }
  return pair;
}

function coprime(a: number, b: number): boolean {
  let m = a;
  let n = b;
  while (n !== 0) [m, n] = [n, m % n];
  return m === 1;
}
