// Layout of models and queries in the memory of the kernels; kernels/layout.ts has the same numbers and describes them. Here in
// units of the array that an item is read or written through.
// M is the query body, R the reference body.

export const NODE = 144;
export const LINKS_AT = 32;
export const NO_CHILD = 0x7fffffff;

export const PACK = 448;
export const DOUBLES_AT = 18;
export const COUNT_AT = 108;
export const SLOT_AT = 109;

// Doubles of a query.
export const POSE = 13;
export const DISTANCE_AT = 13;
export const PRUNING_AT = 14;
export const TOLERANCE_AT = 15;
export const CONTACT_THRESHOLD_AT = 16;
export const ERROR_BOUND_AT = 17;
export const CHECKPOINT_AT = 18;
export const TESTS_AT = 19;
export const TRIANGLE_TESTS_AT = 20;
export const POINTS_AT = 21;

export const COORDINATE_ERROR_AT = 44;

// Ints of a query.
export const NODES_Q_AT = 54;
export const PACKS_Q_AT = 55;
export const NODES_R_AT = 56;
export const PACKS_R_AT = 57;
export const REF_Q_AT = 58;
export const REF_R_AT = 59;
export const SLOT_Q_AT = 60;
export const SLOT_R_AT = 61;
export const ASK_Q_AT = 62;
export const ASK_R_AT = 63;
export const PHASE_AT = 64;
export const TOP_AT = 65;
export const LISTED_AT = 66;
export const DONE_AT = 67;
export const PAIR_AT = 68;
export const STAMP_AT = 69;
export const STACK_AT = 70;
export const POSE32_AT = 72;
export const CAPACITY_AT = 85;
export const FIRST_AT = 86;
export const LIST_AT = 90;
export const LIST_ENTRY = 2;
/** Instead of the list, for a search for contacts: two slots, two refs, and 1 if the crossing is proven, else 0. */
export const CONTACT_ENTRY = 5;

/** Phases of a search: from a seed, or from the listed pair of leaves. */
export const FROM_SEED = 0;
export const FROM_LISTED = 3;

// Results of a call: the search is done; triangles need a decision, or are listed.
export const DONE = 0;
export const ASK = 1;
