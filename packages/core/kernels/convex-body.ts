// The support mapping of a convex body (src/convex/convex-body.ts, support-table.ts): the same operations in the same order, so that the
// vertex is the same.
//
// Half of all directions that GJK and EPA ask along are near those of an edge or a face, and have lists of three or four. A branch on the
// length of a list would be unpredictable, so four vertices are always compared.

import { CELLS_AT, SIDE_AT } from './convex-layout';
import { larger } from './larger';

const SHRUNK: f64 = 1 - 1 / <f64>((<i64>1) << 50);
const BELOW_ONE: f64 = 1 / <f64>((<i64>1) << 24);

/** `a` where `isFirst`, else `b`, without a branch. @inline */
function pick(a: i32, b: i32, isFirst: bool): i32 {
  return b ^ ((a ^ b) & -i32(isFirst));
}

/** The vertex farthest along d, as the number of bytes before it. @inline */
export function supportOf(body: usize, vertices: usize, dx: f64, dy: f64, dz: f64): usize {
  const side = load<i32>(body, SIDE_AT);
  const half = 0.5 * <f64>side;
  const scale = (SHRUNK * half) / (abs<f64>(dx) + abs<f64>(dy) + abs<f64>(dz));
  const px = dx * scale;
  const py = dy * scale;
  const lower = side & -i32(dz * scale * BELOW_ONE < 0);
  const cell = side * (<i32>(half + px + py) + lower) + <i32>(half + px - py);
  const list = body + <usize>load<i32>(body, CELLS_AT) + ((<usize>cell) << 4);
  const v0 = load<i32>(list);
  const v1 = load<i32>(list, 4);
  const v2 = load<i32>(list, 8);
  let v3 = load<i32>(list, 12);
  const more = v3;
  v3 = max<i32>(v3, 0);
  const x = load<f64>(vertices + v0);
  const y = load<f64>(vertices + v0, 8);
  const z = load<f64>(vertices + v0, 16);
  const gain1 = gainOf(vertices + v1, x, y, z, dx, dy, dz);
  const gain2 = gainOf(vertices + v2, x, y, z, dx, dy, dz);
  let best = pick(v1, v0, gain1 > 0);
  let gain = larger(0, gain1);
  best = pick(v2, best, gain2 > gain);
  gain = larger(gain, gain2);
  if (more < 0) return <usize>longest(body - more, vertices, v0, best, gain, dx, dy, dz);
  const gain3 = gainOf(vertices + v3, x, y, z, dx, dy, dz);
  return <usize>pick(v3, best, gain3 > gain);
}

/** How much higher along d a vertex is than x, y, z. @inline */
function gainOf(vertex: usize, x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64): f64 {
  return dx * (load<f64>(vertex) - x) + dy * (load<f64>(vertex, 8) - y) + dz * (load<f64>(vertex, 16) - z);
}

/** The best of a list from its fourth vertex on, and of `best`. */
function longest(list: usize, vertices: usize, v0: i32, best: i32, gain: f64, dx: f64, dy: f64, dz: f64): i32 {
  const x = load<f64>(vertices + v0);
  const y = load<f64>(vertices + v0, 8);
  const z = load<f64>(vertices + v0, 16);
  const end = list + 4 + ((<usize>load<i32>(list)) << 2);
  for (let at = list + 4; at < end; at += 4) {
    const vertex = load<i32>(at);
    const more = gainOf(vertices + vertex, x, y, z, dx, dy, dz);
    if (more > gain) {
      gain = more;
      best = vertex;
    }
  }
  return best;
}
