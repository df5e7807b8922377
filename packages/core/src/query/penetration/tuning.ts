// Every constant of the penetration query that was chosen, and not derived: what it is, in which unit, what it trades, and what it was
// measured on. Stages in the order in which a query goes through them (docs/algorithms/penetration.md has the diagram). What is no choice stays where
// it is used: layouts of flat arrays, and error bounds that follow from the rounding of doubles.
//
// W2 is a workload of ../shared/bench: a model in its copy, at random poses. After a change compare
//
//   node ../shared/tools/workloads.mjs . PD.bunny PD.knot11k PD.knot34k
//   node ../shared/tools/score.mjs penetration
//
// Where no measurement is named, none is recorded.

import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';

export const TUNING = {
  /** The search as a whole: starts, a descent from each, and the gap that is left at the end (penetration-search.ts). */
  search: {
    /**
     * How well a start tells where contact is on the straight line back: a part of that line. Shorter is more probes;
     * what is left, the descent makes good.
     */
    START_WITHIN: (2 ** -5) as number,
    /** A sample is worth a descent if it is shorter than the best by this part. Nearer to 1: more descents for less. */
    SHORTER: 0.95,
    /**
     * How far beyond the point where the bodies' balls touch a start is taken, in parts of that direction; not a round
     * number, which would make grids touch.
     */
    CLEAR_OF: 1.0137,
    /** What a probe costs beside its volume tests, in volume tests. */
    PROBE_COST: 40,
    /** Most descents with their gaps closed at the end, each from where the last one ended: a count. */
    ROUNDS: 6,
    /** A descent that cost this many volume tests is not repeated. */
    DEAR: 3000,
    /** A translation that closing gaps shortens by less than this is done: a part of the size. */
    TIGHT: 1e-11,
    /**
     * Beyond this part of reach and offset, a gap is told from contact without exact arithmetic: the filter's error
     * is 384u of it times E (E + R) by the area of a triangle of edges E whose opponent is within R, at most some
     * dozens as a rule.
     */
    LEAST_MARGIN: (2 ** 14 * UNIT_ROUNDOFF) as number,
    /** The largest margin at which a translation that would touch is tried: a part of the size. */
    SETTLED: 1e-10,
    /** A gap counts as closed below this part of the size. */
    TOUCHED: 2e-10,
    /**
     * Normals of faces in contact are tried as directions where they would leave this part of its length or more. Lower: more
     * probes, which mostly fail; measured on foot contacts, whose translations were 0.1 to 8 % too long.
     */
    STRAIGHT_PART: 0.8,
    /** The same by near pairs alone, of which no more than a quarter is to be lost: a part of the size. */
    PAIRS_TOUCHED: (2e-10 / 4) as number,
    /**
     * Pairs this near hold a translation at the end of a descent: a part of the reach. Where these do not, those are taken
     * in that are farther by a factor.
     */
    CLOSE: 1e-3,
    FARTHER: 10,
    /**
     * Up to this many triangles together, `local: "auto"` finds regions of overlap: that takes less time than the separating
     * translation.
     */
    QUICK_FACES: 6000,
    /** Accuracy of convex bodies where none is asked for, in parts of the reach of the larger one. */
    DEFAULT_ACCURACY: 1e-9,
    /**
     * The most that a rounded translation is lengthened by, in least doubles; a round shape's depth may be off by as
     * much anyway.
     */
    MOST_LONGER: (2 ** 12) as number,
  },
  /**
   * Where a search starts, beside what the option names (penetration-starts.ts). Costs are in volume tests: 15,000 take about a
   * millisecond.
   */
  starts: {
    /** Far starts of `random`: a count. The paper's §5.4. */
    RANDOM_STARTS: 8,
    /** Free configurations that are probed, the nearest first: a count. */
    CLEAR_PROBES: 16,
    /** How many free ones of them are gone down from: a count. */
    CLEAR_STARTS: 3,
    /** What `auto` spends on directions. Meshes of 10⁵ triangles spend it before all directions are asked. */
    SAMPLING_COST: 15_000,
    /**
     * What `auto` spends before it stops to search for other starts. Meshes of 10⁴ triangles spend it with the first
     * descent; small ones have time for hundreds of probes more.
     */
    AUTO_COST: 24_000,
    /**
     * Where balls inside the bodies have said where to search, and that has cost more than this, no other starts are
     * searched for. Where it was cheaper, others have all that they have without balls: of cups in each other they find
     * what the balls do not show (rot_roundcup_roundcup ended 0.35 % too deep at a third of AUTO_COST).
     */
    GUIDED_COST: 8000,
    /**
     * Directions asked whether the translation that the last queries of a pair have left is still a good one: a count.
     * Measured on the spoon in the cup.
     */
    COHERENT_SAMPLES: 5,
    /** Where descents beyond the best start: a part of it. */
    BEYOND_BEST: 1.15,
    /**
     * Lengths at which translations near the lower bound are searched for, in parts of it. Measured on rings in each other: of
     * 300 random poses, three sums of 20 to 30 fell by 1 to 5 %.
     */
    ABOVE_LOWER: [1.3, 1.7, 2.3],
    /**
     * What may have been spent by then, in parts of AUTO_COST: half of what the best is in parts of the lower bound,
     * and this at most.
     */
    MOST_FOR_LOW: 4,
    /** Random probes lie beyond this part of the best … */
    INNERMOST: 0.6,
    /** … and within this part. */
    OUTERMOST: 0.98,
    /**
     * Step through the list of 125 lattice directions, prime to it: neighbours in the list are none in space, so that
     * any part of it tests everywhere.
     */
    SCATTERED: 47,
    /** Translations are short if they are less than this part of the best. */
    SHORT: 0.9,
    /** Middles nearer than this part of the size give no direction worth more than another. */
    COINCIDENT: 1e-3,
    /** How much farther out a remembered translation is tried when it is not free: a part of it. */
    STEP_BACK: 0.1,
  },
  /**
   * Starts where balls inside the bodies leave a gap (guided-starts.ts, ball-cover.ts). Measured on W2's touching
   * poses of bunny, knot11k and knot34k: depths more than 1 % above PolyDepth's fell from 31 / 28 / 33 to 3 / 1 / 1.
   */
  guided: {
    /** Directions all around that the balls are asked about, 11° apart: a count. */
    AROUND_DIRECTIONS: 400,
    /** Length of the translations asked about: a part of the best so far. */
    AROUND_PART: 0.98,
    /** Next to a direction that was probed without result none is probed: a gap that is not free is as wide. A cosine. */
    AROUND_NEXT: 0.985,
    /** Most probes without result: a count. */
    AROUND_MOST: 8,
    /** The same around the best, 3° apart … */
    CAP_DIRECTIONS: 160,
    /** … within this cosine of it, 18°. */
    CAP_LOWEST: 0.95,
    /** The length of those: a part of the best so far. */
    CAP_PART: 0.985,
    /** None is probed within this cosine of one that was probed without result. */
    CAP_NEXT: 0.9992,
    /** Most probes without result: a count. */
    CAP_MOST: 4,
    /** Most times that the best is searched around. */
    CAP_ROUNDS: 2,
    /** Probes without result of the first few directions. */
    FIRST_BLOCKED: 3,
    /** Where more than this part of all directions is open, the balls say little. */
    TELLING: 0.8,
    /**
     * Next to the best they are asked where no more than this part of all is open: elsewhere most of what is open
     * there is not free.
     */
    SHARP: 0.05,
    /** One in this many directions is asked first whether they do. */
    FEW: 8,
    /** A direction this many before another on the spiral is next to it. */
    NEIGHBOUR: 21,
    /** What asking the balls about a direction costs, in volume tests. */
    ASK_COST: 2,
    /**
     * Cells along the longest side of a body's box, in the grid of what its balls cover: finer is exacter, and
     * larger. At 20 a question takes about a microsecond.
     */
    CELLS: 20,
  },
  /**
   * From a start to a local optimum: contact planes, in-projection, out-projection (descent.ts, near-leaves.ts,
   * near-pairs.ts, contact-planes.ts). Measured on W2 and PolyDepth's models (docs/lab/penetration-experiments.md).
   */
  descent: {
    /** Most times that near pairs are searched for: a count. */
    MOST_SEARCHES: 16,
    /** Most steps between two searches: a count. */
    MOST_STEPS: 24,
    /** Where searches are dear, two will do: each finds less than the one before. */
    ENOUGH_SEARCHES: 2,
    /** Dear are those that cost this many volume tests. */
    ENOUGH_TESTS: 5000,
    /**
     * For bodies with more triangles than this together one search will do: leaves so small reach not far. The dragon
     * takes 7 and 13 distance queries in place of 10 and 17, for 3 % longer translations.
     */
    FINE: 300_000,
    /** Steps that shorten x by less than this part of itself are not worth it. */
    GAIN: 1e-5,
    /**
     * How far near pairs are searched for: a part of the size. Farther is more planes for one search, and a more expensive
     * one.
     */
    REACH: 0.0008,
    /** What counts as near at first: a part of the reach. */
    FIRST_PART: 0.3,
    /** What counts as near is reduced by this. */
    SHRINK: 0.2,
    /** And at most so far: a part of the reach. */
    LEAST_PART: 0.002,
    /** A bisection ends this near, a part of the reach: what is then ahead is found by the next search. */
    LANDED: 0.4,
    /**
     * How far near leaves are searched for, in radii of the smaller ones: at twice that a search costs half as much
     * again.
     */
    WIDE: 0.45,
    /** Near pairs are searched for no farther than this part of that. */
    REACH_OF_WIDE: 0.3,
    /** Where the end of a bisection is known to this part of that, near leaves are searched for to go on with. */
    WITHIN_LEAVES: 0.9,
    /** The part of the clearance that the leaves have left which is certain to be covered. */
    COVERED: 0.99,
    /** Pairs are collected anew where less than this part of their reach is left. */
    SPARE_REACH: 0.25,
    /** What stays of every gap, so that the next planes have a direction: a part of it. */
    KEPT_GAP: 0.02,
    /** How well the end of an out-projection is known: to a part of the translation, which the next planes make good. */
    WITHIN_PAIRS: (2 ** -5) as number,
    /** The same by probes, which cost more. */
    WITHIN_PROBES: (2 ** -3) as number,
    /** Capacity for pairs of leaves at first: a count. */
    FIRST_PAIRS: 1024,
    /** Most pairs of triangles kept: where more are near, the reach is reduced until they fit. */
    MOST_NEAR_PAIRS: 1024,
    /** What the reach is reduced to then: a part of it. */
    SHRINK_BY: 0.25,
    /** Clipped translations end at this part of the reach. */
    WITHIN_REACH: 0.99,
    /** Most planes kept, the nearest: beyond a few dozen they repeat each other (the paper keeps 10 to 30). */
    MOST_CONTACT_PLANES: 48,
    /** Directions whose cosine is within this of 1 are one: what then counts is the nearer plane. */
    SAME_DIRECTION: 1e-9,
    /**
     * Across a gap narrower than this, in units of the reference frame, the direction between closest points is off by more than 1e-9;
     * the axis that separates the triangles replaces it. Measured on foot contacts, whose normals were off by up to 8e-6.
     */
    NARROW_GAP: 1e-7,
    /** What lies ahead of A along its separating translation is kept off, so that a translation longer by this part is free as well. */
    LONGER: (2 ** -22) as number,
    /** Sine squared of the angle below which two planes have no line that doubles could find. */
    PARALLEL_PLANES_SQ: (2 ** -80) as number,
  },
  /**
   * Bounds from below: points inside both bodies, convex patches, cubes of translations (penetration-mesh-mesh.ts, clearances.ts,
   * inner-clearance.ts, solid-parts.ts, facet-search.ts, cover.ts). Judged by the solids of known depth
   * (docs/lab/penetration-experiments.md).
   */
  lower: {
    /** Nodes of a facet search in any query: milliseconds. */
    FACET_NODES: 4000,
    /** And in one that is asked for an accuracy: seconds. */
    MOST_FACET_NODES: 100_000,
    /** Most points asked about for the lower bound of a query without accuracy: a count. */
    CLEARANCE_CLIMB: 2,
    /**
     * How far inside faces that cross a point is tried: parts of the largest ball that the thinner body is known to
     * hold.
     */
    BESIDE: [0.5, 0.1],
    /** Cubes are covered to this part of the accuracy, so that what rounding adds to the bracket stays within it. */
    INNER_PART: (1 - 2 ** -20) as number,
    /**
     * Grid points along the longest side of the box, of the distance map kept with a model. Finer finds narrower
     * positions, and is cubed in time and bytes.
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
    /** Meshes finer than this are not split: it would take seconds. */
    MOST_PART_FACES: 8192,
    /** Bodies of more parts than this are taken to have none: parts are then so small that balls say more. */
    MOST_PARTS: 48,
    /** Normals whose cosine is within this of 1 are of one facet. */
    SAME_FACET: 1e-12,
    /**
     * A displacement counts as inside from this depth on, in parts of S: below it, rounding could have put it there.
     */
    INSIDE_FACETS: 1e-12,
    /**
     * Most facets chosen on one branch: three hold a displacement, the others were chosen before and hold it no
     * more.
     */
    MOST_CHOSEN: 24,
    /** What opening a node costs, in volume tests: a dozen displacements, and a test of most of the polytopes. */
    NODE_COST: 128,
    /** Most cubes tested where no budget says how many: seconds. */
    MOST_CUBES: (2 ** 14) as number,
    /** What a cube costs, in volume tests: some depths of parts, or some points moved and measured. */
    CUBE_COST: 512,
    /** Most points asked about for the inner clearance of one cube: a count. */
    CUBE_CLIMB: 8,
  },
  /**
   * Regions of overlap and their depths (overlap.ts, regions.ts, region-depth.ts, flush-contact.ts, hull2.ts). Judged
   * by npm run fuzz:depths, foot contacts whose depths are known by construction.
   */
  local: {
    /** Points nearer to each other than this part of the scale are one. */
    SAME_POINT: (2 ** -37) as number,
    /**
     * Most pairs of faces tested: many times what two meshes of 10⁵ triangles meet in. Beyond, one entry has to
     * do.
     */
    MOST_FACE_PAIRS: 65_536,
    /** A translation this much of the one along t is that one. */
    STRAIGHT: (1 - 2 ** -20) as number,
    /** A translation is tried this much longer, so that what it leaves touching is apart. */
    BEYOND_TOUCH: (1 + 2 ** -26) as number,
    /** Contacts with less of a gap than this part of the size are closed: what the search for the translation leaves is less. */
    PARTED: (2 ** -30) as number,
    /** Touches within this part of the scale are at one time. */
    TIE: (2 ** -33) as number,
    /**
     * Points this near to a region are in it, a part of the scale: the global translation is off its ideal by up to
     * 2e-10 of the size, sideways as well, which takes the points that touch last out of the region by as much.
     */
    WITHIN_REGION: (2 ** -30) as number,
    /** Normals nearer to each other than this, squared, are of one plane. */
    SAME_NORMAL_SQ: 1e-12,
    /** Most planes that hold a region: beyond, they repeat each other. */
    MOST_REGION_PLANES: 48,
    /** Vertices within this part of the scale of the support plane lie in it. */
    IN_PLANE: (2 ** -40) as number,
    /** Edges whose directions are this near to parallel, by the square of the sine between them, share a length. */
    PARALLEL_EDGES_SQ: 1e-18,
    /** Polygons narrower than this part of their length are segments: their inside is rounding. */
    LEAST_WIDTH: 1e-7,
  },
  /**
   * Round shapes in bodies that are not convex, and convex bodies (penetration-round-mesh.ts, round-polytopes.ts,
   * penetration-convex-convex.ts, separating-axis.ts, scaled.ts). Judged by node scripts/fuzz.mjs round and convex.
   */
  round: {
    /** A separating translation is lengthened by so much, in parts of itself, where the shape is not free; then twice as much … */
    LEAST_MORE: (2 ** -50) as number,
    /** … and not by more than this. */
    MOST_MORE: 1,
    /** Halvings of what a separating translation may be shortened by: a count. */
    HALVINGS: 40,
    /** Of the accuracy asked for, or of what the meshes leave open, the part that each of the two searches may. */
    SEARCH_PART: 0.25,
    /** Corners of a polygon around a round shape at level 0: a count. A level more is twice as many. */
    CIRCLE: 64,
    /** Subdivisions of an icosahedron at level 0: a count. A level more is one more. */
    SUBDIVISIONS: 3,
    /** The finest level: each makes the meshes four times as near to the shape, and of a ball four times as large. */
    FINEST_LEVEL: 2,
    /**
     * How often the translation of convex bodies is lengthened: each time by twice as much, so that the last would be
     * ten orders too long.
     */
    MOST_TRIES: 40,
    /** Squared sine below which two edges have no normal that doubles could tell. */
    PARALLEL_AXES_SQ: (2 ** -80) as number,
    /** Units within this … */
    SMALL: (2 ** -200) as number,
    /** … and this are left alone. Lengths. */
    LARGE: (2 ** 200) as number,
  },
  /** The check of a result (verify-penetration.ts). */
  check: {
    /**
     * A length of translation, or a bound measured anew, may differ from the one claimed by this part of the bodies'
     * size.
     */
    SAME_LENGTH: 1e-9,
    /** Up to this many pairs of corners the difference of two convex bodies is built: tenths of a second. */
    MOST_CORNERS: (2 ** 16) as number,
  },
} as const;
