// The parts of every model, and their conversion to sections of saved bytes and back. Other structures are read by the modules that
// own them.

import { buildTreeBy } from '../bvh/rules.ts';
import { TILE } from '../bvh/tiles.ts';
import { BRANCHINGS, type Tree } from '../bvh/tree.ts';
import { treeDefect } from '../bvh/validate-tree.ts';
import { type RoundShape, scaledRound } from '../convex/round-shape.ts';
import { MAX_COORDINATE, Mesh } from '../mesh/mesh.ts';
import type { Section } from './bytes.ts';
import { type Frame, frameRound, isFrame, isPoint } from './model-frame.ts';
import { roundShapeFrom } from './saved-round.ts';
import { damaged, requireWithin, takeSection } from './sections.ts';
import type { SolidFacts } from './solid.ts';

export interface ModelParts {
  /** The triangles; for a round shape its axis, as one triangle without area. */
  readonly mesh: Mesh;
  readonly frame: Frame;
  readonly tree: Tree;
  readonly facts: SolidFacts;
  /** The exact shape, in units of the frame; null for meshes. */
  readonly round: RoundShape | null;
  /** Whether it was made by `refit`, so that proofs about its shape do not pay. */
  readonly isRefitted: boolean;
}

const FRAME = 'frame';
const FLAGS = 'flags';
const POSITIONS = 'positions';
const TRIANGLES = 'triangles';
const ANCHORS = 'anchors';
const LINKS_SECTION = 'links';
const FACES = 'faces';
const CORNERS = 'corners';
const TILES = 'tiles';
/** Present, and empty, if the model was refitted. */
const REFITTED = 'refitted';
/** Instead of all others: the four lengths of a round shape. */
const ROUND = 'round';

/** Section names that no structure may use. */
export const PART_SECTIONS: readonly string[] = [
  FRAME,
  FLAGS,
  POSITIONS,
  TRIANGLES,
  ANCHORS,
  LINKS_SECTION,
  FACES,
  CORNERS,
  TILES,
  REFITTED,
  ROUND,
];

/** The parts of a round shape about the origin, its sizes in body coordinates. */
export function roundParts(shape: RoundShape): ModelParts {
  const { half } = shape;
  // The centre first: it represents the body where one point is needed, and is the farthest from the surface.
  const mesh = half > 0 ? new Mesh([0, 0, 0, 0, 0, -half, 0, 0, half], [0, 1, 2]) : new Mesh([0, 0, 0], [0, 0, 0]);
  const frame = frameRound(shape);
  const round = scaledRound(shape, 1 / frame.unit);
  const corners = new Float64Array(9);
  mesh.triangles.forEach((v, k) => {
    corners[3 * k + 2] = mesh.positions[3 * v + 2] / frame.unit;
  });
  const tree = buildTreeBy('sah', corners);
  const facts: SolidFacts = { closed: true, oriented: true, flat: false, anchors: Uint32Array.of(0) };
  return { mesh, frame, tree, facts, round, isRefitted: false };
}

export function writeParts({ mesh, frame, tree, facts, round, isRefitted }: ModelParts): Map<string, Section> {
  if (round !== null) {
    const { base, top, half, skin } = scaledRound(round, frame.unit);
    return new Map([[ROUND, Float64Array.of(base, top, half, skin)]]);
  }
  const { closed, oriented, flat, anchors } = facts;
  const sections = new Map<string, Section>([
    [FRAME, new Float64Array([...frame.centre, frame.unit, frame.radius])],
    [FLAGS, new Uint32Array([Number(closed), Number(oriented), Number(flat), tree.depth, tree.branching])],
    [POSITIONS, mesh.positions],
    [TRIANGLES, mesh.triangles],
    [ANCHORS, anchors],
    [LINKS_SECTION, tree.links],
    [FACES, tree.faces],
    [CORNERS, tree.triangles],
  ]);
  if (tree.tiles !== undefined) sections.set(TILES, tree.tiles);
  if (isRefitted) sections.set(REFITTED, new Uint32Array(0));
  return sections;
}

/** The parts in sections, as views on them; refuses those that could mislead a query. */
export function readParts(sections: ReadonlyMap<string, Section>): ModelParts {
  if (sections.has(ROUND)) {
    const round = roundShapeFrom(takeSection(sections, ROUND, Float64Array, 4));
    if (round === undefined) throw damaged(ROUND, 'its lengths make no shape');
    return roundParts(round);
  }
  const flags = takeSection(sections, FLAGS, Uint32Array, 5);
  const positions = takeSection(sections, POSITIONS, Float64Array);
  const triangles = takeSection(sections, TRIANGLES, Uint32Array);
  const anchors = takeSection(sections, ANCHORS, Uint32Array);
  const vertexCount = positions.length / 3;
  const faceCount = triangles.length / 3;
  if (!Number.isInteger(vertexCount)) throw damaged(POSITIONS, 'it does not hold three numbers per vertex');
  if (!Number.isInteger(faceCount) || faceCount < 1) {
    throw damaged(TRIANGLES, 'it does not hold three numbers per triangle');
  }
  for (const [name, vertices] of [[TRIANGLES, triangles] as const, [ANCHORS, anchors] as const]) {
    if (!vertices.every((v) => v < vertexCount)) throw damaged(name, 'it names a vertex that is not there');
  }
  requireWithin(POSITIONS, positions, MAX_COORDINATE);
  const frame = readFrame(sections);
  const tree = readTree(sections, flags, faceCount, frame);
  const facts: SolidFacts = { closed: flags[0] === 1, oriented: flags[1] === 1, flat: flags[2] === 1, anchors };
  const isRefitted = sections.has(REFITTED);
  return { mesh: Mesh.adopt(positions, triangles), frame, tree, facts, round: null, isRefitted };
}

function readFrame(sections: ReadonlyMap<string, Section>): Frame {
  const [x, y, z, unit, radius] = takeSection(sections, FRAME, Float64Array, 5);
  const centre = Float64Array.of(x, y, z);
  if (!isFrame(centre, unit, radius)) throw damaged(FRAME, 'its numbers make no frame');
  return { centre, unit, radius };
}

function readTree(sections: ReadonlyMap<string, Section>, flags: Uint32Array, faceCount: number, frame: Frame): Tree {
  const links = takeSection(sections, LINKS_SECTION, Int32Array);
  const tiles = sections.has(TILES) ? takeSection(sections, TILES, Uint32Array) : undefined;
  const faces = takeSection(sections, FACES, Uint32Array, tiles === undefined ? faceCount : tiles.length / TILE);
  const triangles = takeSection(sections, CORNERS, Float64Array, 9 * faces.length);
  requireWithin(CORNERS, triangles, isPoint(frame) ? 0 : frame.radius);
  const branching = BRANCHINGS.find((width) => width === flags[4]);
  if (branching === undefined) throw damaged(FLAGS, `it speaks of nodes with ${flags[4]} children`);
  const tree: Tree = { links, faces, triangles, depth: flags[3], branching, ...(tiles !== undefined && { tiles }) };
  const defect = treeDefect(tree, faceCount);
  if (defect !== null) throw damaged(`${LINKS_SECTION}, ${FACES} or ${FLAGS}`, defect);
  return tree;
}
