// All constants of the penetration query that were chosen, not derived: meaning, unit, trade-off, and the measurement behind them.
// They are grouped by stage, in the order of a query (docs/algorithms/penetration.md has the diagram). Derived constants stay where
// they are used: layouts of flat arrays, and error bounds that follow from the rounding of doubles.
//
// W2 is a workload of ../shared/bench: a model in its copy, at random poses. After a change compare
//
//   node ../shared/tools/workloads.mjs . PD.bunny PD.knot11k PD.knot34k
//   node ../shared/tools/score.mjs penetration
//
// Where no measurement is named, none is recorded.

import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';

export const TUNING = {
  /** The search as a whole: starts, a descent from each, and the closing of the remaining gap (penetration-search.ts). */
  search: {
    /**
     * How accurately a start locates contact on the straight line back: a part of that line. A smaller value takes more probes; the
     * descent corrects the rest.
     */
    START_WITHIN: (2 ** -5) as number,
    /** A sample is worth a descent if it is shorter than the best by this part. Nearer to 1: more descents for less. */
    SHORTER: 0.95,
    /**
     * How far beyond the contact of the bodies' balls a start is, in parts of that direction; not a round number, which would make
     * grids touch.
     */
    CLEAR_OF: 1.0137,
    /** Cost of a probe in addition to its volume tests, in volume tests. */
    PROBE_COST: 40,
    /** Largest number of descents with closed gaps at the end, each starting at the end of the last one. */
    ROUNDS: 6,
    /** A descent that cost this many volume tests is not repeated. */
    DEAR: 3000,
    /** The search ends if closing gaps shortens a translation by less than this part of the size. */
    TIGHT: 1e-11,
    /**
     * Beyond this part of reach and offset, a gap is distinguished from contact without exact arithmetic: the error of the filter
     * is 384u of it times E (E + R) divided by the area of a triangle with edges E whose opponent is within R; usually some dozens
     * at most.
     */
    LEAST_MARGIN: (2 ** 14 * UNIT_ROUNDOFF) as number,
    /** The largest margin at which a translation that would touch is tried: a part of the size. */
    SETTLED: 1e-10,
    /** A gap counts as closed below this part of the size. */
    TOUCHED: 2e-10,
    /**
     * Normals of faces in contact are tried as directions if the translation along them keeps at least this part of the length.
     * Lower: more probes, which mostly fail; measured on foot contacts, whose translations were 0.1 to 8 % too long.
     */
    STRAIGHT_PART: 0.8,
    /** The same for near pairs alone, of which at most a quarter may be lost: a part of the size. */
    PAIRS_TOUCHED: (2e-10 / 4) as number,
    /**
     * Pairs this near limit a translation at the end of a descent: a part of the reach. If they do not, pairs farther away by a
     * factor are added.
     */
    CLOSE: 1e-3,
    FARTHER: 10,
    /**
     * Up to this many triangles together, `local: "auto"` computes regions of overlap: that takes less time than the separating
     * translation.
     */
    QUICK_FACES: 6000,
    /** Default accuracy of convex bodies, in parts of the reach of the larger one. */
    DEFAULT_ACCURACY: 1e-9,
    /**
     * The largest extension of a rounded translation, in least doubles; a round shape's depth has an error of as much in any case.
     */
    MOST_LONGER: (2 ** 12) as number,
  },
  /**
   * Starts of a search in addition to that of the option (penetration-starts.ts). Costs are in volume tests: 15,000 take about a
   * millisecond.
   */
  starts: {
    /** Far starts of `random`: a count. The paper's §5.4. */
    RANDOM_STARTS: 8,
    /** Free configurations that are probed, the nearest first: a count. */
    CLEAR_PROBES: 16,
    /** Number of the free ones among them that start a descent. */
    CLEAR_STARTS: 3,
    /** Work that `auto` spends on directions. Meshes of 10⁵ triangles spend it before all directions are tested. */
    SAMPLING_COST: 15_000,
    /**
     * Work after which `auto` tries no other starts. Meshes of 10⁴ triangles spend it with the first descent; small ones have time
     * for hundreds of probes more.
     */
    AUTO_COST: 24_000,
    /**
     * If balls inside the bodies have guided the search, and that has cost more than this, no other starts are tried. If it was
     * cheaper, all other starts are tried as without balls: for cups in each other they find what the balls do not show
     * (rot_roundcup_roundcup ended 0.35 % too deep at a third of AUTO_COST).
     */
    GUIDED_COST: 8000,
    /**
     * Number of directions tested to check that the translation of the last queries of a pair is still good. Measured on the spoon
     * in the cup.
     */
    COHERENT_SAMPLES: 5,
    /** Start of the descents beyond the best: a part of it. */
    BEYOND_BEST: 1.15,
    /**
     * Lengths of translations near the lower bound, in parts of it. Measured on rings in each other: of 300 random poses, three
     * sums of 20 to 30 fell by 1 to 5 %.
     */
    ABOVE_LOWER: [1.3, 1.7, 2.3],
    /**
     * The limit on the work before them, in parts of AUTO_COST: half of the ratio of the best to the lower bound, and this at most.
     */
    MOST_FOR_LOW: 4,
    /** Random probes lie beyond this part of the best … */
    INNERMOST: 0.6,
    /** … and within this part. */
    OUTERMOST: 0.98,
    /**
     * Step through the list of 125 lattice directions, prime to it: neighbours in the list are not neighbours in space, so that any
     * part of the list covers all directions.
     */
    SCATTERED: 47,
    /** Translations are short if they are less than this part of the best. */
    SHORT: 0.9,
    /** If the centres are nearer than this part of the size, their direction is not used. */
    COINCIDENT: 1e-3,
    /** Extension of a stored translation that is not free: a part of it. */
    STEP_BACK: 0.1,
  },
  /**
   * Starts where balls inside the bodies leave a gap (guided-starts.ts, ball-cover.ts). Measured on W2's touching poses of bunny,
   * knot11k and knot34k: depths more than 1 % above PolyDepth's fell from 31 / 28 / 33 to 3 / 1 / 1.
   */
  guided: {
    /** Number of directions tested with the balls on all sides, 11° apart. */
    AROUND_DIRECTIONS: 400,
    /** Length of the tested translations: a part of the best so far. */
    AROUND_PART: 0.98,
    /** No direction is probed within this of one that was probed and blocked: the same gap blocks it. A cosine. */
    AROUND_NEXT: 0.985,
    /** Largest number of blocked probes. */
    AROUND_MOST: 6,
    /** The same around the best, 4° apart … */
    CAP_DIRECTIONS: 80,
    /** … within this cosine of it, 18°. */
    CAP_LOWEST: 0.95,
    /** The length of those: a part of the best so far. */
    CAP_PART: 0.97,
    /** No direction is probed within this cosine of one that was probed and blocked. */
    CAP_NEXT: 0.9992,
    /** Largest number of blocked probes. */
    CAP_MOST: 2,
    /** Largest number of searches around the best. */
    CAP_ROUNDS: 2,
    /** Blocked probes among the first few directions. */
    FIRST_BLOCKED: 3,
    /** If more than this part of all directions is open, the balls decide too little. */
    TELLING: 0.8,
    /**
     * Directions next to the best are tested if at most this part of all is open: otherwise most open ones there are blocked.
     */
    SHARP: 0.05,
    /** One in this many directions is tested first to judge that. */
    FEW: 8,
    /** Bisections for the part of a translation that the balls block. */
    HALVINGS: 5,
    /** Cost of testing a direction with the balls, in volume tests. */
    ASK_COST: 2,
    /**
     * Cells along the longest side of a body's box, in the grid of what its balls cover: finer is more accurate, and larger. At 20
     * a test takes about a microsecond.
     */
    CELLS: 20,
  },
  /**
   * From a start to a local optimum: contact planes, in-projection, out-projection (descent.ts, near-leaves.ts,
   * near-pairs.ts, contact-planes.ts). Measured on W2 and PolyDepth's models (docs/lab/penetration-experiments.md).
   */
  descent: {
    /** Largest number of searches for near pairs. */
    MOST_SEARCHES: 16,
    /** Largest number of steps between two searches. */
    MOST_STEPS: 24,
    /**
     * The number of searches if they are expensive: each finds less than the one before. (One: 5 to 13 % less time with kernels, but too many depths are longer than
     * those of PolyDepth's program.)
     */
    ENOUGH_SEARCHES: 2,
    /** A search is expensive if it costs this many volume tests. */
    ENOUGH_TESTS: 5000,
    /** Of bodies with more triangles than this together, if the searches so far cost this many tests … (Searches of others are short by the clock.) */
    DEAR_FACES: 4000,
    DEAR_TESTS: 2000,
    /**
     * … another follows only where it promises to shorten x by this part of itself. (0.06: too many depths are longer than those of PolyDepth's
     * program.)
     */
    WORTH_LEAVING: 0.02,
    /**
     * Bodies with more triangles than this together get one search: such small leaves do not reach far. The dragon takes 7 and 13
     * distance queries in place of 10 and 17, for 3 % longer translations.
     */
    FINE: 300_000,
    /** A step that shortens x by less than this part of itself ends the descent. */
    GAIN: 1e-5,
    /**
     * Search distance of near pairs: a part of the size. A larger one gives more planes per search, at a higher cost.
     */
    REACH: 0.0005,
    /** The first limit of what counts as near: a part of the reach. */
    FIRST_PART: 0.3,
    /** Factor by which that limit is reduced. */
    SHRINK: 0.2,
    /** The least value of that limit: a part of the reach. */
    LEAST_PART: 0.002,
    /** Accuracy at which a bisection ends, as a part of the reach: the next search finds the rest. */
    LANDED: 0.4,
    /** Search distance of near leaves, in radii of the smaller ones: twice that costs half as much again. */
    WIDE: 0.45,
    /** Near pairs are searched for up to this part of that. */
    REACH_OF_WIDE: 0.3,
    /** Once the end of a bisection is known to this part of that, near leaves are searched for to continue. */
    WITHIN_LEAVES: 0.9,
    /** The part of the leaves' remaining clearance that is certain to be covered. */
    COVERED: 0.99,
    /** Pairs are collected again if less than this part of their reach is left. */
    SPARE_REACH: 0.25,
    /** The part of every gap that is kept, so that the next planes have a direction. */
    KEPT_GAP: 0.02,
    /** Accuracy of the end of an out-projection: a part of the translation; the next planes correct it. */
    WITHIN_PAIRS: (2 ** -5) as number,
    /** The same for probes, which cost more. */
    WITHIN_PROBES: (2 ** -3) as number,
    /**
     * A quick query divides what lies between a free and a blocked translation at this part of it from the blocked one, others in halves. A probe that
     * is blocked ends at the first crossing, one that is free costs up to fifty times as much.
     */
    NEAR_BLOCKED: 0.25,
    /** Factor by which steps back to contact grow. */
    LONGER_BACK: 4,
    /** Capacity for pairs of leaves at first: a count. */
    FIRST_PAIRS: 1024,
    /** Most pairs of triangles kept: where more are near, the reach is reduced until they fit. */
    MOST_NEAR_PAIRS: 1024,
    /** Factor by which the reach is then reduced. */
    SHRINK_BY: 0.25,
    /** Clipped translations end at this part of the reach. */
    WITHIN_REACH: 0.99,
    /** Most planes kept, the nearest: beyond a few dozen they repeat each other (the paper keeps 10 to 30). */
    MOST_CONTACT_PLANES: 48,
    /** Directions whose cosine is within this of 1 are equal: the nearer plane counts. */
    SAME_DIRECTION: 1e-9,
    /**
     * Across a gap narrower than this, in units of the reference frame, the direction between closest points has an error of more
     * than 1e-9; the separating axis of the triangles replaces it. Measured on foot contacts, whose normals were wrong by up to
     * 8e-6.
     */
    NARROW_GAP: 1e-7,
    /**
     * A margin from what lies ahead of A along its separating translation, so that a translation longer by this part is free as
     * well.
     */
    LONGER: (2 ** -22) as number,
    /** Squared sine of the angle below which the intersection line of two planes cannot be computed in doubles. */
    PARALLEL_PLANES_SQ: (2 ** -80) as number,
  },
  /**
   * Lower bounds: points inside both bodies, convex patches, cubes of translations (penetration-mesh-mesh.ts, clearances.ts,
   * inner-clearance.ts, solid-parts.ts, facet-search.ts, cover.ts). Measured on solids of known depth
   * (docs/lab/penetration-experiments.md).
   */
  lower: {
    /** Nodes of a facet search in any query: milliseconds. */
    FACET_NODES: 4000,
    /** The same with a requested accuracy: seconds. */
    MOST_FACET_NODES: 100_000,
    /** Largest number of points tested for the lower bound of a query without accuracy. */
    CLEARANCE_CLIMB: 2,
    /** How far inside crossing faces a point is tested: parts of the largest ball known in the thinner body. */
    BESIDE: [0.5, 0.1],
    /** Cubes are covered to this part of the accuracy, so that the rounding of the bracket stays within it. */
    INNER_PART: (1 - 2 ** -20) as number,
    /**
     * Grid points along the longest side of the box, for the distance map kept with a model. A finer grid finds narrower positions;
     * time and bytes grow with the cube.
     */
    RESOLUTION: 16,
    /** Most balls kept inside a body: a count. */
    MOST_BALLS: 128,
    /** Most free configurations kept around one: a count. */
    MOST_CLEAR: 24,
    /**
     * Most balls with those of a medial axis. Every ball of one body is compared with every one of the other, which
     * at four times this would take longer than the separating translation.
     */
    MOST_WITH_MEDIAL: 512,
    /** Distances of neighbours that differ by less are level: a part of the spacing. */
    LEVEL: 1e-6,
    /** A ball adds little if its centre is within this part of a larger ball's radius. */
    CROWDED: 0.5,
    /** The first step uphill, in parts of the inner clearance … */
    FIRST_STEP: 0.5,
    /** … and the last. */
    LAST_STEP: 0.02,
    /** Meshes finer than this are not split into parts: it would take seconds. */
    MOST_PART_FACES: 8192,
    /**
     * The same for a quick query. Of GearboxAssy's 76 pairs of closed bodies, parts help 18, with 136 faces and fewer; without a limit
     * they take a sixth of the time of all.
     */
    QUICK_PART_FACES: 200,
    /** Bodies of more parts than this are treated as having none: such small parts bound less than balls do. */
    MOST_PARTS: 48,
    /** Unit normals that differ by no more than this are merged, and the bound is lowered by as much. */
    SAME_FACET: 1e-10,
    /** A displacement counts as inside from this depth on, in parts of S: a smaller depth could be rounding. */
    INSIDE_FACETS: 1e-12,
    /** Most facets chosen on one branch: three determine a displacement; the earlier ones no longer do. */
    MOST_CHOSEN: 24,
    /** Cost of opening a node, in volume tests: a dozen displacements, and a test of most of the polytopes. */
    NODE_COST: 128,
    /** Most cubes tested without a budget: seconds. */
    MOST_CUBES: (2 ** 14) as number,
    /** Cost of a cube, in volume tests: some depths of parts, or some points moved and measured. */
    CUBE_COST: 512,
    /** Largest number of points tested for the inner clearance of one cube. */
    CUBE_CLIMB: 8,
  },
  /**
   * Regions of overlap and their depths (overlap.ts, regions.ts, region-depth.ts, flush-contact.ts, hull2.ts). Measured by npm run
   * fuzz:depths on foot contacts with depths known by construction.
   */
  local: {
    /** Points nearer to each other than this part of the scale are merged. */
    SAME_POINT: (2 ** -37) as number,
    /**
     * Most pairs of faces tested: many times the contacts of two meshes of 10⁵ triangles. Beyond that, one entry covers all.
     */
    MOST_FACE_PAIRS: 65_536,
    /** A translation at least this part of the one along t is replaced by it. */
    STRAIGHT: (1 - 2 ** -20) as number,
    /** A translation is tested at this much more length, so that what it leaves touching is apart. */
    BEYOND_TOUCH: (1 + 2 ** -26) as number,
    /** Contacts with a gap below this part of the size are closed: the search for the translation leaves less. */
    PARTED: (2 ** -30) as number,
    /** Touches within this part of the scale are simultaneous. */
    TIE: (2 ** -33) as number,
    /**
     * Points this near to a region are in it, a part of the scale: the global translation differs from its ideal by up to 2e-10 of
     * the size, also sideways, which moves the last contact points out of the region by as much.
     */
    WITHIN_REGION: (2 ** -30) as number,
    /** Normals nearer to each other than this, squared, belong to one plane. */
    SAME_NORMAL_SQ: 1e-12,
    /** Most planes that limit a region: beyond that, they repeat each other. */
    MOST_REGION_PLANES: 48,
    /** Vertices within this part of the scale of the support plane lie in it. */
    IN_PLANE: (2 ** -40) as number,
    /** Edges this near to parallel, by the squared sine between them, have a segment in common. */
    PARALLEL_EDGES_SQ: 1e-18,
    /** Polygons narrower than this part of their length are treated as segments: their interior is rounding. */
    LEAST_WIDTH: 1e-7,
  },
  /**
   * Round shapes in bodies that are not convex, and convex bodies (penetration-round-mesh.ts, round-polytopes.ts,
   * penetration-convex-convex.ts, separating-axis.ts, scaled.ts). Measured by node scripts/fuzz.mjs round and convex.
   */
  round: {
    /** A separating translation that does not free the shape is lengthened by this part of itself, then by twice as much … */
    LEAST_MORE: (2 ** -50) as number,
    /** … up to this. */
    MOST_MORE: 1,
    /** Number of bisections when a separating translation is shortened. */
    HALVINGS: 40,
    /** Accuracy of each of the two searches, as a part of the requested accuracy or of the error of the meshes. */
    SEARCH_PART: 0.25,
    /** Corners of a polygon around a round shape at level 0. Each level doubles it. */
    CIRCLE: 64,
    /** Subdivisions of an icosahedron at level 0. Each level adds one. */
    SUBDIVISIONS: 3,
    /**
     * The finest level: each level brings the meshes four times as near to the shape; for a ball it also multiplies their size by
     * four.
     */
    FINEST_LEVEL: 2,
    /**
     * How often the translation of convex bodies is lengthened: each time by twice as much; the last would be ten orders of
     * magnitude too long.
     */
    MOST_TRIES: 40,
    /** Squared sine below which the normal of two edges cannot be computed in doubles. */
    PARALLEL_AXES_SQ: (2 ** -80) as number,
    /** Units within this … */
    SMALL: (2 ** -200) as number,
    /** … and this are not scaled. Lengths. */
    LARGE: (2 ** 200) as number,
  },
  /** The check of a result (verify-penetration.ts). */
  check: {
    /**
     * A length of a translation, or a recomputed bound, may differ from the claimed one by this part of the bodies' size.
     */
    SAME_LENGTH: 1e-9,
    /** Up to this many pairs of corners the difference of two convex bodies is built: tenths of a second. */
    MOST_CORNERS: (2 ** 16) as number,
  },
} as const;
