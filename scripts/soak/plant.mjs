// A generated plant: rows of pipes, flanges, beams and vessels in racks, as a GLB file. Elements of one kind share a mesh; some are moved
// so that they clash with their neighbours. Same numbers, same bytes.

/** @typedef {{ positions: number[], triangles: number[] }} PlantMesh */

/** Elements of a cell of the rack. */
const CELL = 8;
/** Metres from cell to cell. */
const PITCH = 4;

/**
 * A plant with so many elements.
 *
 * @param {{ elements: number, seed?: number, segments?: number }} options `segments` is the number of sides of round parts
 * @returns {Uint8Array}
 */
export function plantGlb({ elements, seed = 1, segments = 24 }) {
  const random = randomFrom(seed);
  const meshes = [
    tube(0.15, PITCH - 0.1, segments),
    tube(0.08, PITCH - 0.1, segments),
    tube(0.3, 0.08, segments),
    box([0.2, 0.2, PITCH - 0.1]),
    box([PITCH - 0.1, 0.15, 0.15]),
    torus(0.3, 0.1, segments),
    ball(0.4, segments),
    box([0.8, 0.8, 0.4]),
  ];
  const side = Math.ceil(Math.cbrt(elements / CELL));
  const nodes = [];
  for (let k = 0; k < elements; k++) {
    const cell = Math.floor(k / CELL);
    const kind = k % CELL;
    const [i, j, l] = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / (side * side))];
    // Kinds lie beside each other in a cell; some elements stray and clash.
    const stray = random() < 0.1 ? 0.6 : 0.02;
    const offset = () => stray * (2 * random() - 1);
    const [a, b, c] = OFFSETS[kind] ?? [0, 0, 0];
    const angle = stray * (random() - 0.5);
    nodes.push({
      name: `${NAMES[kind]} ${cell}`,
      mesh: kind,
      translation: [i * PITCH + a + offset(), j * PITCH + b + offset(), l * PITCH + c + offset()],
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    });
  }
  return glb(meshes, nodes);
}

/** Where the kinds are in a cell. */
const OFFSETS = /** @type {const} */ ([
  [0.2, 0, 0],
  [1, 0, 0],
  [1.8, 0, 0],
  [2.8, 0, 0],
  [0, 1.9, 1.6],
  [0.2, 2, 0.4],
  [1.2, 2, 0.4],
  [2.4, 2, 0.4],
]);
const NAMES = ['pipe', 'tube', 'flange', 'column', 'beam', 'loop', 'vessel', 'cabinet'];

/**
 * The set that tests a plant in itself, for hard clashes and for a clearance.
 *
 * @param {string} file
 */
export function plantSet(file) {
  return {
    models: { plant: file },
    tests: [
      { name: 'itself', mode: 'hard', tolerance: 0.001 },
      {
        name: 'maintenance',
        mode: 'clearance',
        clearance: 0.1,
        a: { select: 'vessel*' },
        b: { select: 'pipe*|beam*' },
      },
    ],
  };
}

/** @param {number} seed */
function randomFrom(seed) {
  let state = seed >>> 0;
  // Mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {number[]} size @returns {PlantMesh} */
function box([x = 1, y = 1, z = 1]) {
  const positions = [];
  for (let k = 0; k < 8; k++) positions.push(k & 1 ? x / 2 : -x / 2, k & 2 ? y / 2 : -y / 2, k & 4 ? z / 2 : -z / 2);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { positions, triangles: quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d]) };
}

/** A closed cylinder along y. @param {number} radius @param {number} length @param {number} sides @returns {PlantMesh} */
function tube(radius, length, sides) {
  const stacks = 4;
  return revolved(
    [
      [0, -length / 2],
      ...Array.from({ length: stacks + 1 }, (_, k) => [radius, (k / stacks - 0.5) * length]),
      [0, length / 2],
    ],
    sides,
  );
}

/** @param {number} radius @param {number} sides @returns {PlantMesh} */
function ball(radius, sides) {
  const rows = sides >> 1;
  const profile = Array.from({ length: rows + 1 }, (_, k) => {
    const angle = (k / rows - 0.5) * Math.PI;
    return [k === 0 || k === rows ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return revolved(profile, sides);
}

/** A profile of [radius, height], from the lower pole to the upper, turned about y. @param {number[][]} profile @param {number} sides @returns {PlantMesh} */
function revolved(profile, sides) {
  const positions = [];
  const triangles = [];
  const last = profile.length - 2;
  positions.push(0, profile[0]?.[1] ?? 0, 0);
  for (let row = 1; row <= last; row++) {
    const [radius = 0, height = 0] = profile[row] ?? [];
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      positions.push(radius * Math.cos(angle), height, radius * Math.sin(angle));
    }
  }
  positions.push(0, profile.at(-1)?.[1] ?? 0, 0);
  const at = (/** @type {number} */ row, /** @type {number} */ k) => 1 + (row - 1) * sides + (k % sides);
  const top = positions.length / 3 - 1;
  for (let k = 0; k < sides; k++) {
    triangles.push(0, at(1, k), at(1, k + 1), top, at(last, k + 1), at(last, k));
    for (let row = 1; row < last; row++) {
      triangles.push(at(row, k), at(row + 1, k), at(row + 1, k + 1), at(row, k), at(row + 1, k + 1), at(row, k + 1));
    }
  }
  return { positions, triangles };
}

/** A torus about z. @param {number} major @param {number} minor @param {number} sides @returns {PlantMesh} */
function torus(major, minor, sides) {
  const rows = sides >> 1;
  const positions = [];
  const triangles = [];
  for (let i = 0; i < sides; i++) {
    for (let j = 0; j < rows; j++) {
      const [u, v] = [(2 * Math.PI * i) / sides, (2 * Math.PI * j) / rows];
      const radius = major + minor * Math.cos(v);
      positions.push(radius * Math.cos(u), radius * Math.sin(u), minor * Math.sin(v));
      const at = (/** @type {number} */ p, /** @type {number} */ q) => (p % sides) * rows + (q % rows);
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { positions, triangles };
}

/**
 * A GLB file with positions in single precision.
 *
 * @param {readonly PlantMesh[]} meshes
 * @param {readonly object[]} nodes
 */
function glb(meshes, nodes) {
  const chunks = meshes.flatMap(({ positions, triangles }) => [
    Buffer.from(Float32Array.from(positions).buffer),
    Buffer.from(Uint32Array.from(triangles).buffer),
  ]);
  const binary = Buffer.concat(chunks);
  let byteOffset = 0;
  const bufferViews = chunks.map(({ length }) => {
    byteOffset += length;
    return { buffer: 0, byteOffset: byteOffset - length, byteLength: length };
  });
  const accessors = meshes.flatMap(({ positions, triangles }, k) => [
    { bufferView: 2 * k, componentType: 5126, type: 'VEC3', count: positions.length / 3 },
    { bufferView: 2 * k + 1, componentType: 5125, type: 'SCALAR', count: triangles.length },
  ]);
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, k) => k) }],
    nodes,
    meshes: meshes.map((_, k) => ({ primitives: [{ attributes: { POSITION: 2 * k }, indices: 2 * k + 1 }] })),
    accessors,
    bufferViews,
    buffers: [{ byteLength: binary.length }],
  });
  const text = Buffer.from(json.padEnd(Math.ceil(Buffer.byteLength(json) / 4) * 4));
  const words = (/** @type {number[]} */ ...values) => Buffer.from(Uint32Array.from(values).buffer);
  const total = 12 + 8 + text.length + 8 + binary.length;
  return Buffer.concat([
    words(0x46546c67, 2, total, text.length, 0x4e4f534a),
    text,
    words(binary.length, 0x004e4942),
    binary,
  ]);
}
