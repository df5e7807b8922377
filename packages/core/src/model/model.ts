import { DEFAULT_VOLUME, VOLUME_KINDS } from '../bounds/kinds.ts';
import type { VolumeName } from '../bounds/volume.ts';
import { type CoreTriangles, fitCoreTriangles } from '../bvh/core-triangles.ts';
import { nodeHulls } from '../bvh/hulls.ts';
import { buildTreeBy, TREE_RULES, type TreeRule } from '../bvh/rules.ts';
import { TILE } from '../bvh/tiles.ts';
import { BRANCHINGS, type Branching, gatherTriangles, LINKS, type Tree } from '../bvh/tree.ts';
import { treeDefect } from '../bvh/validate.ts';
import { fitVolumes } from '../bvh/volumes.ts';
import { widenTree } from '../bvh/widen.ts';
import type { ConvexBody } from '../convex/convex-body.ts';
import type { HullGraphs } from '../convex/hull-graph.ts';
import { convexHull } from '../convex/quickhull.ts';
import { type RoundShape, scaledRound } from '../convex/round-shape.ts';
import { NearmissError } from '../error.ts';
import { buildHullTree } from '../hulls/build.ts';
import type { HullTree } from '../hulls/hull-tree.ts';
import { buildMedialAxis, type MedialAxis, type MedialKeep, type MedialOptions } from '../medial/build.ts';
import { type MedialBody, medialBody } from '../medial/medial-body.ts';
import { MAX_COORDINATE, Mesh } from '../mesh/mesh.ts';
import { decompose, type Pieces } from '../pieces/decompose.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { BOX_DEFAULTS, type BoxOptions, box } from '../shapes/box.ts';
import { refuse } from '../shapes/parameters.ts';
import { packSections, type Section, unpackSections } from './bytes.ts';
import { addClearanceSections, type Clearances, takeClearanceSections } from './clearances.ts';
import { type ConvexFaces, convexFaces } from './convex-faces.ts';
import { convexMeshBody } from './convex-mesh.ts';
import { type Frame, frameMesh, frameRound, isFrame, isPoint, LARGEST_RADIUS } from './frame.ts';
import { type HullNode, hullNodesAt } from './hull-nodes.ts';
import { addHullSections, takeHullSections } from './hull-sections.ts';
import { addMedialSections, medialInBody, takeMedialSections } from './medial-sections.ts';
import {
  CAPSULE_DEFAULTS,
  type CapsuleOptions,
  CONE_DEFAULTS,
  type ConeOptions,
  CYLINDER_DEFAULTS,
  type CylinderOptions,
  capsuleShape,
  coneShape,
  cylinderShape,
  roundShapeFrom,
  SPHERE_DEFAULTS,
  type SphereOptions,
  sphereShape,
} from './round-sizes.ts';
import { damaged, requireWithin, takeSection } from './sections.ts';
import { type SolidFacts, solidFacts } from './solid.ts';

/** What can be built onto a mesh: the bounding volumes of the tree, the tree of convex hulls, and the medial axis. */
export type StructureName = VolumeName | 'hulls' | 'medial';

/** Some faces of a model that lie on the boundary of their own convex hull. */
export interface ConvexPiece {
  readonly faces: Uint32Array;
  /** Whether their hull is proven to be part of the solid. */
  readonly filled: boolean;
}

export interface BuildOptions {
  /**
   * How the tree is built. Cut from the whole: `sah` searches fastest, `median` is shallowest, `mean` builds fastest.
   * Grown from the triangles: `bottom-up`, `tiles` for meshes with a few large faces, `medial` for trees of spheres, and for
   * comparison `vertices` and `octree`. All give the same answers; docs/volumes-sphere-trees.md compares them.
   */
  readonly split?: TreeRule | undefined;
  /** The most children a node of the tree has: 4 searches fastest, as a rule (docs/volumes.md). */
  readonly branching?: Branching | undefined;
  /** Structures to build now rather than when a query first needs them. */
  readonly with?: readonly StructureName[] | undefined;
}

const BUILD_KEYS: KnownKeys<BuildOptions> = { split: true, branching: true, with: true };

export const BUILD_DEFAULTS: {
  readonly split: TreeRule;
  readonly branching: Branching;
  readonly with: readonly StructureName[];
} = Object.freeze({
  split: 'sah',
  branching: 4,
  with: Object.freeze([DEFAULT_VOLUME]),
});

// Names of the saved sections; volumes are saved under their own names.
const FRAME = 'frame';
const FLAGS = 'flags';
const POSITIONS = 'positions';
const TRIANGLES = 'triangles';
const ANCHORS = 'anchors';
const LINKS_SECTION = 'links';
const FACES = 'faces';
const CORNERS = 'corners';
const TILES = 'tiles';
/** In place of all others: the four lengths of a round shape. */
const ROUND = 'round';

const NO_FACES: ConvexFaces = { starts: new Uint32Array(1), around: new Uint32Array(0), corners: new Int32Array(0) };

/**
 * The largest number of a volume, a length in the model's unit: a centre is that of a box around corners, and lengths
 * reach from there to a corner.
 */
const LARGEST_VOLUME_NUMBER = 4 * LARGEST_RADIUS;

/**
 * A mesh, or a round shape, made ready for queries: immutable flat arrays, shared freely between queries, saved and loaded
 * as bytes.
 */
export class Model {
  /** The triangles; of a round shape its axis, as one triangle without area. */
  readonly mesh: Mesh;
  /** @internal The exact shape, in units of the frame; null for meshes. */
  readonly round: RoundShape | null;
  /** @internal */ readonly frame: Frame;
  /** @internal */ readonly tree: Tree;
  /** @internal */ readonly facts: SolidFacts;
  readonly #volumes: Map<VolumeName, Float64Array>;
  #hulls: HullGraphs | null = null;
  /** Undefined until it is asked for. */
  #convexBody: ConvexBody | null | undefined;
  #convexFaces: ConvexFaces | null = null;
  /** Whether distance and contact are asked of the convex body, if there is one. */
  #isAskedAsConvex = true;
  #hullTree: HullTree | null;
  #coreTriangles: CoreTriangles | null = null;
  #medial: MedialAxis | null;
  #clearances: Clearances | null = null;
  #medialBody: MedialBody | null = null;
  #scaled: Model | null = null;
  readonly #medialKept: MedialKeep = { source: null };

  private constructor(
    mesh: Mesh,
    frame: Frame,
    tree: Tree,
    facts: SolidFacts,
    volumes: Map<VolumeName, Float64Array>,
    hullTree: HullTree | null,
    medial: MedialAxis | null,
    round: RoundShape | null = null,
  ) {
    this.round = round;
    this.mesh = mesh;
    this.frame = frame;
    this.tree = tree;
    this.facts = facts;
    this.#volumes = volumes;
    this.#hullTree = hullTree;
    this.#medial = medial;
  }

  /** Builds the search structures of a mesh. */
  static build(given: Mesh, options: BuildOptions = BUILD_DEFAULTS): Model {
    if (!(given instanceof Mesh)) {
      throw new NearmissError('model/bad-argument', 'Model.build takes a Mesh: new Mesh(positions, triangles).');
    }
    requireObject(options);
    requireKnownKeys(options, BUILD_KEYS, 'options/bad-value', 'options');
    const { split = BUILD_DEFAULTS.split, with: names = BUILD_DEFAULTS.with } = options;
    const { branching = BUILD_DEFAULTS.branching } = options;
    if (!TREE_RULES.includes(split)) {
      throw new NearmissError('options/bad-value', `split is ${String(split)}; it is one of ${TREE_RULES.join(', ')}.`);
    }
    if (!BRANCHINGS.includes(branching)) {
      throw new NearmissError(
        'options/bad-value',
        `branching is ${String(branching)}; it is one of ${BRANCHINGS.join(', ')}.`,
      );
    }
    if (!Array.isArray(names)) {
      throw new NearmissError('options/bad-value', 'with is a list of structures, such as ["disc", "hulls"].');
    }
    for (const name of names) if (name !== 'hulls' && name !== 'medial') checkVolumeName(name);
    // A copy, checked again: the arrays of a mesh can be written to, now and later.
    const mesh = new Mesh(given.positions, given.triangles);
    const corners = new Float64Array(9 * mesh.triangleCount);
    const frame = frameMesh(mesh, corners);
    const facts = solidFacts(mesh);
    const tree = widenTree(buildTreeBy(split, corners, facts.closed && facts.oriented), branching);
    const model = new Model(mesh, frame, tree, facts, new Map(), null, null);
    for (const name of names) {
      if (name === 'hulls') model.hullTree();
      else if (name === 'medial') model.medialAxis();
      else model.volumes(name);
    }
    return model;
  }

  /** A sphere about the origin, exact: not cut into triangles. */
  static sphere(options: SphereOptions = SPHERE_DEFAULTS): Model {
    return Model.#ofRound(sphereShape(options));
  }

  /** A capsule about the origin, exact: all that is within `radius` of a segment of `length` along z. */
  static capsule(options: CapsuleOptions = CAPSULE_DEFAULTS): Model {
    return Model.#ofRound(capsuleShape(options));
  }

  /** A cylinder about the origin along z, exact. */
  static cylinder(options: CylinderOptions = CYLINDER_DEFAULTS): Model {
    return Model.#ofRound(cylinderShape(options));
  }

  /** A cone along z, exact: its tip at height/2, its base at −height/2. */
  static cone(options: ConeOptions = CONE_DEFAULTS): Model {
    return Model.#ofRound(coneShape(options));
  }

  /** A box about the origin: the model of `box(options)`. */
  static box(options: BoxOptions = BOX_DEFAULTS): Model {
    return Model.build(box(options));
  }

  /** The convex hull of points, x, y, z each, as a mesh. */
  static hull(points: ArrayLike<number>): Model {
    if (points?.length === 0) throw new NearmissError('mesh/empty', 'A hull needs points, at least four of them.');
    // Checked like the vertices of any mesh.
    const { positions } = new Mesh(points, [0, 0, 0]);
    const { dimension, vertices, triangles } = convexHull(positions);
    if (dimension < 3) refuse('hull', 'the points lie in one plane, so that their hull has no inside.');
    const numberOf = new Map(Array.from(vertices, (point, v) => [point, v]));
    const corners = Array.from(vertices, (point) => [...positions.subarray(3 * point, 3 * point + 3)]).flat();
    return Model.build(
      new Mesh(
        corners,
        triangles.map((point) => numberOf.get(point) ?? 0),
      ),
    );
  }

  static #ofRound(shape: RoundShape): Model {
    const { half } = shape;
    // The middle first: it stands for the body where one point has to, and no other is as far from the surface.
    const mesh = half > 0 ? new Mesh([0, 0, 0, 0, 0, -half, 0, 0, half], [0, 1, 2]) : new Mesh([0, 0, 0], [0, 0, 0]);
    const frame = frameRound(shape);
    const round = scaledRound(shape, 1 / frame.unit);
    const corners = new Float64Array(9);
    mesh.triangles.forEach((v, k) => {
      corners[3 * k + 2] = mesh.positions[3 * v + 2] / frame.unit;
    });
    const tree = buildTreeBy(BUILD_DEFAULTS.split, corners, false);
    const facts: SolidFacts = { closed: true, oriented: true, flat: false, anchors: Uint32Array.of(0) };
    return new Model(mesh, frame, tree, facts, new Map(), null, null, round);
  }

  get triangleCount(): number {
    return this.mesh.triangleCount;
  }

  /** Whether the body is proven to be convex: a round shape, or a closed mesh that is the boundary of its own hull. */
  get convex(): boolean {
    return this.round !== null || this.convexBody() !== null;
  }

  /**
   * The body a convex mesh bounds, in the model's frame, made when first asked for; null for all others.
   *
   * @internal
   */
  convexBody(): ConvexBody | null {
    if (this.#convexBody === undefined) {
      const { mesh, facts, tree, round } = this;
      this.#convexBody = round === null ? convexMeshBody(mesh, facts, tree.triangles) : null;
    }
    return this.#convexBody;
  }

  /**
   * `convexBody`, for queries that have another way to answer: null also for a mesh that was refitted. It would have to be proven anew
   * for every deformation, which takes longer than most queries.
   *
   * @internal
   */
  quickBody(): ConvexBody | null {
    return this.#isAskedAsConvex ? this.convexBody() : null;
  }

  /**
   * The faces around the vertices of `convexBody`, made when first asked for; empty where there is none.
   *
   * @internal
   */
  convexFaces(): ConvexFaces {
    if (this.#convexFaces === null) {
      const body = this.convexBody();
      this.#convexFaces = body === null ? NO_FACES : convexFaces(this.mesh, this.tree, body);
    }
    return this.#convexFaces;
  }

  /**
   * The body with all its lengths multiplied by a power of two: the same tree in another unit. Null where that would round a
   * coordinate.
   *
   * @internal
   */
  scaledBy(factor: number): Model | null {
    const { mesh, frame, tree, facts, round } = this;
    if (this.#scaled?.frame.unit === frame.unit * factor) return this.#scaled;
    const positions = mesh.positions.map((x) => x * factor);
    const centre = frame.centre.map((x) => x * factor);
    if (!positions.every((x, k) => x / factor === mesh.positions[k])) return null;
    if (!centre.every((x, k) => x / factor === frame.centre[k])) return null;
    const scaled = { centre, unit: isPoint(frame) ? frame.unit : frame.unit * factor, radius: frame.radius };
    const own = Mesh.adopt(positions, mesh.triangles);
    this.#scaled = new Model(own, scaled, tree, facts, this.#volumes, this.#hullTree, this.#medial, round);
    return this.#scaled;
  }

  /** Whether the mesh has no border, so that `solid: "auto"` reads it as a solid. */
  get closed(): boolean {
    return this.facts.closed;
  }

  /**
   * The bounding volumes of one kind on the tree, fitted when first asked for, with the hulls that some are moved by.
   *
   * @internal
   */
  volumes(name: VolumeName): Float64Array {
    let volumes = this.#volumes.get(name);
    if (volumes === undefined) {
      const kind = VOLUME_KINDS[name];
      volumes = fitVolumes(this.tree, kind);
      this.#volumes.set(name, volumes);
      if (kind.moveByHull !== undefined) this.hulls();
    }
    return volumes;
  }

  /**
   * The convex hull of every node, made when first asked for. Hulls are not saved: they follow from the corners, they
   * remember where climbs ended, which shared memory must not, and what is not read need not be checked.
   *
   * @internal
   */
  hulls(): HullGraphs {
    this.#hulls ??= nodeHulls(this.tree);
    return this.#hulls;
  }

  /**
   * The core triangles of the nodes, found when first asked for.
   *
   * @internal
   */
  coreTriangles(): CoreTriangles {
    this.#coreTriangles ??= fitCoreTriangles(this.tree);
    return this.#coreTriangles;
  }

  /**
   * The tree of convex hulls over the surface in convex pieces, built when first asked for.
   *
   * @internal
   */
  hullTree(): HullTree {
    if (this.#hullTree !== null) return this.#hullTree;
    const { mesh } = this;
    const { centre, unit } = this.frame;
    const points = mesh.positions.map((x, k) => (x - centre[k % 3]) / unit);
    this.#hullTree = buildHullTree(points, mesh.triangles, this.#decompose());
    return this.#hullTree;
  }

  /**
   * Where the body leaves most room, inside and around it: by `find` when first asked for.
   *
   * @internal
   */
  clearances(find: (model: Model) => Clearances): Clearances {
    this.#clearances ??= find(this);
    return this.#clearances;
  }

  #decompose(): Pieces {
    const { mesh, facts } = this;
    return decompose(mesh, untiled(this.tree, mesh.triangleCount), facts.closed && facts.oriented);
  }

  /** The surface in convex pieces: every face in one of them. Found anew at each call. A round shape is one piece, face 0. */
  pieces(): ConvexPiece[] {
    if (this.round !== null) return [{ faces: Uint32Array.of(0), filled: true }];
    const { count, faces, faceStarts, filled } = this.#decompose();
    return Array.from({ length: count }, (_, p) => ({
      faces: faces.slice(faceStarts[p], faceStarts[p + 1]),
      filled: filled[p] === 1,
    }));
  }

  /**
   * The medial axis in the model's frame, built when first asked for.
   *
   * @internal
   */
  medialAxis(): MedialAxis {
    this.#medial ??= this.#buildMedial({});
    return this.#medial;
  }

  /**
   * Balls inside the solid, 4 doubles each in the model's frame and unit, of the medial axis if that is at hand, else null.
   *
   * @internal
   */
  get medialBalls(): Float64Array | null {
    return this.#medial === null ? null : this.#medial.innerBalls;
  }

  /**
   * The same made ready for queries, dilated so that it holds the surface.
   *
   * @internal
   */
  medialBody(): MedialBody {
    if (this.#medialBody === null) {
      const axis = this.medialAxis();
      this.#medialBody = medialBody(axis, axis.dilation, axis.dilation + axis.overhangBound);
    }
    return this.#medialBody;
  }

  #buildMedial(options: MedialOptions): MedialAxis {
    const { mesh, facts, round } = this;
    if (round !== null) {
      throw new NearmissError('query/unsupported', 'A round shape is a ball, a cone or a slab of balls as it is.');
    }
    const corners = new Float64Array(9 * mesh.triangleCount);
    frameMesh(mesh, corners);
    return buildMedialAxis(corners, facts.closed && facts.oriented, options, this.#medialKept);
  }

  /**
   * The medial axis of the solid in body coordinates: balls, cones and slabs with their proven bounds. Without options the
   * one at hand, saved with the model; with options a new one, which takes its place.
   */
  medial(options?: MedialOptions): MedialAxis {
    if (options !== undefined) {
      requireObject(options);
      this.#medial = this.#buildMedial(options);
      this.#medialBody = null;
    }
    return medialInBody(this.medialAxis(), this.frame);
  }

  /**
   * The nodes of the tree of convex hulls that are `level` steps below the root, and the leaves above them: together they
   * stand for every face once. Without a level, all leaves.
   */
  hullNodes(level: number = Infinity): HullNode[] {
    if (!(level === Infinity || (Number.isInteger(level) && level >= 0))) {
      throw new NearmissError('options/bad-value', `level is ${String(level)}; it is a whole number, 0 or more.`);
    }
    if (this.round !== null) {
      throw new NearmissError('query/unsupported', 'A round shape has no tree of hulls; it is convex as it is.');
    }
    return hullNodesAt(this.hullTree(), level);
  }

  /**
   * The faces below a node that `Pair.front` names: of the tree of bounding volumes or that of convex hulls. (A tree over
   * tiles names a face once for each tile.)
   */
  nodeFaces(node: number, method: 'volumes' | 'hulls' | 'voronoi-marching' = 'volumes'): Uint32Array {
    if (method !== 'volumes' && method !== 'hulls' && method !== 'voronoi-marching') {
      throw new NearmissError(
        'options/bad-value',
        `method is ${String(method)}; it is "volumes", "hulls" or "voronoi-marching".`,
      );
    }
    const { links, faces } = method === 'volumes' ? this.tree : this.hullTree().arrays;
    if (!(Number.isInteger(node) && node >= 0 && node < links.length / LINKS)) {
      throw new NearmissError('options/bad-value', `There is no node ${String(node)} of ${links.length / LINKS}.`);
    }
    const first = links[LINKS * node + 1];
    return faces.slice(first, first + links[LINKS * node + 2]);
  }

  /**
   * The same mesh with its vertices moved: a new model on the old topology with volumes fitted anew. Much faster than
   * building, and as exact; after large deformations searching it is slower than searching a new one. Queries search its triangles even where
   * it is convex. Convex pieces do not outlast a deformation, nor does a medial axis: the tree of hulls and the axis are built anew when next needed.
   */
  refit(positions: ArrayLike<number>): Model {
    if (this.round !== null) {
      throw new NearmissError('model/bad-argument', 'A round shape has no vertices to move; make another one.');
    }
    if (positions?.length !== this.mesh.positions.length) {
      throw new NearmissError(
        'mesh/bad-length',
        `The model has ${this.mesh.vertexCount} vertices; refit takes as many positions, three numbers each.`,
      );
    }
    const mesh = new Mesh(positions, this.mesh.triangles);
    const inOrder = new Float64Array(9 * mesh.triangleCount);
    const frame = frameMesh(mesh, inOrder);
    const tree = { ...this.tree, triangles: gatherTriangles(inOrder, this.tree.faces) };
    const model = new Model(mesh, frame, tree, solidFacts(mesh), new Map(), null, null);
    for (const name of this.#volumes.keys()) model.volumes(name);
    model.#isAskedAsConvex = false;
    return model;
  }

  /**
   * The model as bytes: mesh, tree and every structure built so far. `shared` puts them into a SharedArrayBuffer, which
   * workers can then open with `Model.fromBytes` without a copy.
   */
  toBytes(options: { readonly shared?: boolean | undefined } = {}): Uint8Array {
    requireObject(options);
    requireKnownKeys(options, { shared: true }, 'options/bad-value', 'options');
    const { frame, facts, tree, mesh, round } = this;
    const { shared = false } = options;
    if (shared !== true && shared !== false) {
      throw new NearmissError('options/bad-value', `shared is ${String(shared)}; it is true or false.`);
    }
    if (round !== null) {
      const { base, top, half, skin } = scaledRound(round, frame.unit);
      return packSections(new Map([[ROUND, Float64Array.of(base, top, half, skin)]]), shared);
    }
    const sections = new Map<string, Section>([
      [FRAME, new Float64Array([...frame.centre, frame.unit, frame.radius])],
      [
        FLAGS,
        new Uint32Array([Number(facts.closed), Number(facts.oriented), Number(facts.flat), tree.depth, tree.branching]),
      ],
      [POSITIONS, mesh.positions],
      [TRIANGLES, mesh.triangles],
      [ANCHORS, facts.anchors],
      [LINKS_SECTION, tree.links],
      [FACES, tree.faces],
      [CORNERS, tree.triangles],
    ]);
    if (tree.tiles !== undefined) sections.set(TILES, tree.tiles);
    // In one order, whichever was built first: equal models have equal bytes.
    for (const { name } of Object.values(VOLUME_KINDS)) {
      const volumes = this.#volumes.get(name);
      if (volumes !== undefined) sections.set(name, volumes);
    }
    if (this.#hullTree !== null) addHullSections(sections, this.#hullTree);
    if (this.#medial !== null) addMedialSections(sections, this.#medial);
    if (this.#clearances !== null) addClearanceSections(sections, this.#clearances);
    return packSections(sections, shared);
  }

  /**
   * A model from the bytes of `toBytes`. The bytes are used in place where they are aligned to 8, so they must not be
   * changed afterwards.
   */
  static fromBytes(bytes: ArrayBufferLike | ArrayBufferView): Model {
    const sections = unpackSections(bytes);
    if (sections.has(ROUND)) {
      const round = roundShapeFrom(takeSection(sections, ROUND, Float64Array, 4));
      if (round === undefined) throw damaged(ROUND, 'its lengths make no shape');
      return Model.#ofRound(round);
    }
    const frameNumbers = takeSection(sections, FRAME, Float64Array, 5);
    const flags = takeSection(sections, FLAGS, Uint32Array, 5);
    const positions = takeSection(sections, POSITIONS, Float64Array);
    const triangles = takeSection(sections, TRIANGLES, Uint32Array);
    const anchors = takeSection(sections, ANCHORS, Uint32Array);
    const links = takeSection(sections, LINKS_SECTION, Int32Array);
    const vertexCount = positions.length / 3;
    const count = triangles.length / 3;
    if (!Number.isInteger(vertexCount)) throw damaged(POSITIONS, 'it does not hold three numbers a vertex');
    if (!Number.isInteger(count) || count < 1) throw damaged(TRIANGLES, 'it does not hold three numbers a triangle');
    const tiles = sections.has(TILES) ? takeSection(sections, TILES, Uint32Array) : undefined;
    const faces = takeSection(sections, FACES, Uint32Array, tiles === undefined ? count : tiles.length / TILE);
    const corners = takeSection(sections, CORNERS, Float64Array, 9 * faces.length);
    for (const [name, vertices] of [[TRIANGLES, triangles] as const, [ANCHORS, anchors] as const]) {
      if (!vertices.every((v) => v < vertexCount)) throw damaged(name, 'it names a vertex that is not there');
    }
    const [x, y, z, unit, radius] = frameNumbers;
    const centre = Float64Array.of(x, y, z);
    if (!isFrame(centre, unit, radius)) throw damaged(FRAME, 'its numbers make no frame');
    requireWithin(POSITIONS, positions, MAX_COORDINATE);
    requireWithin(CORNERS, corners, isPoint({ centre, unit, radius }) ? 0 : radius);
    const branching = BRANCHINGS.find((width) => width === flags[4]);
    if (branching === undefined) throw damaged(FLAGS, `it speaks of nodes with ${flags[4]} children`);
    const tree: Tree = {
      links,
      faces,
      triangles: corners,
      depth: flags[3],
      branching,
      ...(tiles !== undefined && { tiles }),
    };
    const defect = treeDefect(tree, count);
    if (defect !== null) throw damaged(`${LINKS_SECTION}, ${FACES} or ${FLAGS}`, defect);

    const volumes = new Map<VolumeName, Float64Array>();
    for (const [name, kind] of Object.entries(VOLUME_KINDS)) {
      if (!sections.has(name)) continue;
      const data = takeSection(sections, name, Float64Array, (links.length / LINKS) * kind.stride);
      requireWithin(name, data, LARGEST_VOLUME_NUMBER);
      for (let k = 0; k < data.length; k++) {
        const isLength = k % kind.stride >= kind.stride - kind.lengths;
        if (isLength && data[k] < 0) throw damaged(name, `it holds the length ${data[k]}`);
      }
      volumes.set(kind.name, data);
    }
    const frame: Frame = { centre, unit, radius };
    const facts: SolidFacts = { closed: flags[0] === 1, oriented: flags[1] === 1, flat: flags[2] === 1, anchors };
    const hullTree = takeHullSections(sections, count, vertexCount, radius);
    const medial = takeMedialSections(sections);
    const model = new Model(Mesh.adopt(positions, triangles), frame, tree, facts, volumes, hullTree, medial);
    model.#clearances = takeClearanceSections(sections, radius);
    return model;
  }
}

/** A tree that names every face once: where it is over tiles, one over the faces instead. */
function untiled(tree: Tree, faceCount: number): Tree {
  if (tree.tiles === undefined) return tree;
  const inOrder = new Float64Array(9 * faceCount);
  for (let place = 0; place < tree.faces.length; place++) {
    inOrder.set(tree.triangles.subarray(9 * place, 9 * place + 9), 9 * tree.faces[place]);
  }
  return buildTreeBy('mean', inOrder, false);
}

function requireObject(options: object): void {
  if (options === null || typeof options !== 'object') {
    throw new NearmissError('options/bad-value', 'Options must be an object.');
  }
}

/** Refuses anything that is not the name of a bounding volume. */
export function checkVolumeName(name: unknown): asserts name is VolumeName {
  if (typeof name === 'string' && Object.hasOwn(VOLUME_KINDS, name)) return;
  const known = Object.keys(VOLUME_KINDS).join(', ');
  throw new NearmissError('options/bad-value', `There is no bounding volume ${String(name)}; there are ${known}.`);
}
