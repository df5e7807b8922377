// How models and queries lie in the memory of the kernels. The host writes them (src/simd/layout.ts has the same numbers).
//
// Node, 144 bytes: the discs of up to four children, one number of all four in each vector (cx cy cz mx my mz h ρ), and four links. A link
// is a node, ~pack for a leaf, or NO_CHILD. A *ref* is 4·node + lane: it names a disc and, by its link, what lies below it. Node 0 has one
// child, the root.
//
// Pack, 448 bytes: the up to four triangles of a leaf, as f32 (nine vectors, one triangle a lane) and as f64 (nine numbers per triangle),
// then their count and the slot of the first in tree order.
// Q stands for the query body, R for the reference body.

export const NODE: usize = 144;
export const LINKS_AT: usize = 128;
export const RADIUS_AT: usize = 112;
export const NO_CHILD: i32 = 0x7fffffff;

export const PACK: usize = 448;
export const F64_AT: usize = 144;
export const COUNT_AT: usize = 432;
export const SLOT_AT: usize = 436;

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
// … and i32.
export const NODES_Q_AT: usize = 216;
export const PACKS_Q_AT: usize = 220;
export const NODES_R_AT: usize = 224;
export const PACKS_R_AT: usize = 228;
export const REF_Q_AT: usize = 232; // the leaves of the best pair, or −1
export const REF_R_AT: usize = 236;
export const SLOT_Q_AT: usize = 240; // its triangles
export const SLOT_R_AT: usize = 244;
export const ASK_Q_AT: usize = 248; // triangles that only exact arithmetic can tell apart
export const ASK_R_AT: usize = 252;
export const PHASE_AT: usize = 256;
export const TOP_AT: usize = 260; // pairs on the stack
export const LISTED_AT: usize = 264; // pairs of leaves in the list,
export const DONE_AT: usize = 268; // the first that is not done,
export const PAIR_AT: usize = 272; // and its first pair of triangles that is not: 4·i + j
export const STAMP_AT: usize = 276;
export const STACK_AT: usize = 280; // where the stack lies
export const POSE32_AT: usize = 288; // the pose as f32
export const CAPACITY_AT: usize = 340; // pairs that the stack holds
export const FIRST_AT: usize = 344; // is the first contact enough?
export const COORDINATE_ERROR_AT: usize = 352;
export const LIST_AT: usize = 360;

/** Pairs of leaves, two refs each, that wait for their triangles. */
export const MOST_LISTED: i32 = 64;
export const LIST_ENTRY: usize = 8;
const LIST_CAPACITY: usize = 512; // a batch may add 16 · 16 more
/** Instead of that list, of a search for contacts: slots, refs, and whether the crossing is proven. */
export const CONTACTS_AT: usize = LIST_AT;
export const CONTACT_ENTRY: usize = 20;
export const MOST_CONTACTS: i32 = 200;
export const MOVED_NODES_AT: usize = LIST_AT + LIST_ENTRY * LIST_CAPACITY + 8;
/** Nodes and packs of the query body brought into the reference frame, in direct-mapped caches: tag and stamp behind each. */
export const CACHED_NODES: i32 = 1024;
export const MOVED_PACKS_AT: usize = MOVED_NODES_AT + 1024 * NODE;
export const CACHED_PACKS: i32 = 512;
export const QUERY_SIZE: usize = MOVED_PACKS_AT + 512 * PACK;

/** How a call ends: the search is done; the host has to decide what is listed; the checkpoint is reached; the stack is full. */
export const DONE: i32 = 0;
export const ASK: i32 = 1;
export const PAUSED: i32 = 2;
export const FULL: i32 = 3;

/** Both nodes are opened while the larger disc is at most this many times the smaller. */
export const ALIKE: f32 = 4;
