// How models and queries lie in the memory of the kernels. The host writes them (src/simd/layout.ts has the same numbers).
//
// A model is five blocks.
// Nodes, 128 bytes each, two cache lines: the discs of up to four children, one number of all four in each vector (cx cy cz mx my mz h ρ).
// Links, 16 bytes a node: for each child a node, ~pack for a leaf, or NO_CHILD. A *ref* is 4·node + lane: it names a disc and, by its
// link, what lies below it. Node 0 has one child, the root.
// Packs, 176 bytes each: the up to four triangles of a leaf as f32 (nine vectors, one triangle a lane) relative to an origin near them,
// so that rounding counts in parts of the leaf and not of the body; their count, the slot of the first in tree order, the origin, and the
// largest distance of a corner from it.
// Corners: the triangles in tree order as f64, nine numbers each.
// Firsts, 16 bytes a node: for each child the slot of its first triangle.
// Q stands for the query body, R for the reference body.

export const NODE: usize = 128;
export const LINKS: usize = 16;
export const RADIUS_AT: usize = 112;
export const NO_CHILD: i32 = 0x7fffffff;

export const PACK: usize = 176;
export const COUNT_AT: usize = 144;
export const SLOT_AT: usize = 148;
export const ORIGIN_AT: usize = 152;
export const EXTENT_AT: usize = 164;
export const TRIANGLE: usize = 72;

// Query: f64 …
export const POSE_AT: usize = 0; // R (9, row by row), t (3), the query body's unit in that of the reference
export const DISTANCE_AT: usize = 104;
export const PRUNING_AT: usize = 112;
export const TOLERANCE_AT: usize = 120;
export const CONTACT_THRESHOLD_AT: usize = 128;
export const ERROR_BOUND_AT: usize = 136; // what an f32 bound can be too large by
export const CHECKPOINT_AT: usize = 144;
export const TESTS_AT: usize = 152;
export const TRIANGLE_TESTS_AT: usize = 160;
export const POINTS_AT: usize = 168; // witness points of the best pair, 6
export const COORDINATE_ERROR_AT: usize = 216; // of a corner in f64
export const ASKED_AT: usize = 224; // the distance of a tolerance query
// … and i32.
export const NODES_Q_AT: usize = 232;
export const LINKS_Q_AT: usize = 236;
export const PACKS_Q_AT: usize = 240;
export const CORNERS_Q_AT: usize = 244;
export const FIRSTS_Q_AT: usize = 248;
export const NODES_R_AT: usize = 252;
export const LINKS_R_AT: usize = 256;
export const PACKS_R_AT: usize = 260;
export const CORNERS_R_AT: usize = 264;
export const FIRSTS_R_AT: usize = 268;
export const REF_Q_AT: usize = 272; // the leaves of the best pair, or −1
export const REF_R_AT: usize = 276;
export const SLOT_Q_AT: usize = 280; // its triangles
export const SLOT_R_AT: usize = 284;
export const ASK_Q_AT: usize = 288; // triangles that only exact arithmetic can tell apart
export const ASK_R_AT: usize = 292;
export const PHASE_AT: usize = 296;
export const TOP_AT: usize = 300; // pairs on the stack
export const LISTED_AT: usize = 304; // pairs of leaves in the list,
export const DONE_AT: usize = 308; // the first that is not done,
export const PAIR_AT: usize = 312; // and its first pair of triangles that is not: 4·i + j
export const STAMP_AT: usize = 316;
export const STACK_AT: usize = 320; // where the stack lies
export const CAPACITY_AT: usize = 324; // pairs that the stack holds
export const POSE32_AT: usize = 328; // the pose as f32
export const CONTACT_COUNT_AT: usize = 380; // contacts listed,
export const PACK_Q_AT: usize = 384; // and the leaves of the first of them
export const PACK_R_AT: usize = 388;
export const WITNESSED_AT: usize = 392; // 1: POINTS_AT is a common point of the first two triangles listed

// Caps (caps.ts): the normal for each body as f32 with its squared length, the height of the highest corner along it,
export const NORMAL_Q_AT: usize = 396;
export const NORMAL_R_AT: usize = 412;
export const HIGHEST_Q_AT: usize = 428;
export const HIGHEST_R_AT: usize = 432;
export const FRONT_Q_COUNT_AT: usize = 436; // the number of refs in the front of each,
export const FRONT_R_COUNT_AT: usize = 440;
export const ROW_AT: usize = 444; // and the next of the query body's front.
export const OFFSET_AT: usize = 448; // f64: from the reference frame's origin to that of the query body, along the normal
export const EXTREMES_Q_AT: usize = 456; // extreme corners of both models (heights.ts), or 0
export const EXTREMES_R_AT: usize = 460;
export const IS_APART_AT: usize = 464; // not 0: there is a normal; 2: and a known pair
export const NEAR_AT: usize = 468; // where the near leaves lie,
export const NEAR_CAPACITY_AT: usize = 472; // how many fit,
export const NEAR_COUNT_AT: usize = 476; // how many there are,
export const NEAR_NEXT_AT: usize = 480; // and the first that is not done
export const WITHIN_AT: usize = 484; // f32: pairs with a larger gap are passed over
export const NEAR_PAIRS_AT: usize = 488; // where the near triangles lie,
export const NEAR_PAIRS_CAPACITY_AT: usize = 492; // and how many fit
// A query from the poses in the world (world-pair.ts), f64: the reference body's unit, both radii in it,
export const UNIT_AT: usize = 496;
export const RADII_AT: usize = 504;
export const WORLD_Q_AT: usize = 512; // both poses in the world, 7 numbers each,
export const WORLD_R_AT: usize = 568;
export const WORLD_POINTS_AT: usize = 624; // and the points that were found there, 6

/** A pair of near leaves: two refs, and a lower bound of their distance as f32. */
export const NEAR_ENTRY: usize = 12;
export const NEAR_GAP_AT: usize = 8;
/** A pair of near triangles: two slots, the distance, and the corners of the query body's in the reference frame. */
export const NEAR_PAIR: usize = 88;
export const NEAR_PAIR_GAP_AT: usize = 8;
export const NEAR_PAIR_CORNERS_AT: usize = 16;

/** Pairs of leaves that wait for their triangles: two refs, or two packs. */
export const LIST_AT: usize = 704;
export const MOST_LISTED: i32 = 64;
export const LIST_ENTRY: usize = 8;
const LIST_CAPACITY: usize = 512; // a batch may add 16 · 16 more
/** Contacts: two slots, the second inverted where exact arithmetic has to decide. */
export const CONTACTS_AT: usize = LIST_AT + LIST_ENTRY * LIST_CAPACITY;
export const CONTACT_ENTRY: usize = 8;
export const MOST_CONTACTS: i32 = 1024;
/**
 * Nodes and packs of the query body brought into the reference frame, in direct-mapped caches; for each which it is, and of which
 * query.
 */
export const CACHED_NODES: i32 = 1024;
export const CACHED_PACKS: i32 = 512;
/** A search that ends at the first contact meets few, and is faster where they stay in the nearest cache of the processor. */
export const FEW_PACKS: i32 = 16;
export const NODE_TAGS_AT: usize = CONTACTS_AT + CONTACT_ENTRY * (1024 + 8); // what follows starts at a cache line
export const PACK_TAGS_AT: usize = NODE_TAGS_AT + 8 * 1024;
export const MOVED_NODES_AT: usize = PACK_TAGS_AT + 8 * 512;
export const MOVED_PACKS_AT: usize = MOVED_NODES_AT + 1024 * NODE;
/** A moved pack: corners relative to the origin, lowest and highest x, y, z of each triangle, then the origin in f64 and the extent. */
export const MOVED_PACK: usize = 320;
export const BOXES_AT: usize = 144;
export const MOVED_ORIGIN_AT: usize = 240;
export const MOVED_EXTENT_AT: usize = 264;
/** The fronts of the caps, at most MOST_FRONT: refs, their heights, and the discs of the reference body's, four together as in a node. */
const MOST_FRONT: usize = 64;
export const FRONT_Q_AT: usize = MOVED_PACKS_AT + 512 * MOVED_PACK;
export const FRONT_R_AT: usize = FRONT_Q_AT + 4 * MOST_FRONT;
export const FRONT_HEIGHTS_Q_AT: usize = FRONT_R_AT + 4 * MOST_FRONT;
export const FRONT_HEIGHTS_R_AT: usize = FRONT_HEIGHTS_Q_AT + 4 * MOST_FRONT;
export const FRONT_DISCS_AT: usize = FRONT_HEIGHTS_R_AT + 4 * MOST_FRONT;
export const QUERY_SIZE: usize = FRONT_DISCS_AT + 32 * MOST_FRONT;

/** How a call ends: the search is done; the host has to decide what is listed; the checkpoint is reached; the stack is full; points were found. */
export const DONE: i32 = 0;
export const ASK: i32 = 1;
export const PAUSED: i32 = 2;
export const FULL: i32 = 3;
export const FOUND: i32 = 4;
/** The host has to relate the poses. */
export const POSE_WANTED: i32 = 5;

/** Both nodes are opened while the larger disc is at most this many times the smaller. */
export const ALIKE: f32 = 4;
