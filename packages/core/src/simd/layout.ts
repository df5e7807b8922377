// Layout of models and queries in the memory of the kernels; kernels/layout.ts has the same numbers and describes them. Here in
// units of the array that an item is read or written through.
// Q is the query body, R the reference body.

export const NODE = 128;
export const LINK = 16;

export const PACK = 176;
export const TRIANGLE = 72;

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
export const COORDINATE_ERROR_AT = 27;
export const ASKED_AT = 28;
// From the poses in the world: the unit of the reference body, both radii in it, both poses, and the points that were found.
export const UNIT_AT = 62;
export const RADII_AT = 63;
export const WORLD_Q_AT = 64;
export const WORLD_R_AT = 71;
export const WORLD_POINTS_AT = 78;

// Ints of a query: the blocks of both bodies first.
export const MODELS_AT = 58;
export const REF_Q_AT = 68;
export const REF_R_AT = 69;
export const SLOT_Q_AT = 70;
export const SLOT_R_AT = 71;
export const ASK_Q_AT = 72;
export const ASK_R_AT = 73;
export const PHASE_AT = 74;
export const TOP_AT = 75;
export const LISTED_AT = 76;
export const DONE_AT = 77;
export const PAIR_AT = 78;
export const STAMP_AT = 79;
export const STACK_AT = 80;
export const CAPACITY_AT = 81;
export const CONTACT_COUNT_AT = 95;
export const PACK_Q_AT = 96;
export const PACK_R_AT = 97;
export const WITNESSED_AT = 98;
/** Extreme corners of both models, or 0. */
export const EXTREMES_AT = 114;
/** 0: the hulls were found to overlap. */
export const IS_APART_AT = 116;
export const NEAR_AT = 117;
export const NEAR_CAPACITY_AT = 118;
export const NEAR_COUNT_AT = 119;
export const NEAR_NEXT_AT = 120;
export const WITHIN_AT = 121;
export const NEAR_PAIRS_AT = 122;
export const NEAR_PAIRS_CAPACITY_AT = 123;
export const LIST_AT = 176;
export const LIST_ENTRY = 2;
/** Contacts: two slots, the second inverted where exact arithmetic has to decide. */
export const CONTACTS_AT = 1200;

/** Bytes of a pair of near leaves. */
export const NEAR_ENTRY = 12;
/** Bytes of a pair of near triangles; its doubles. */
export const NEAR_PAIR = 88;
export const NEAR_PAIR_GAP_AT = 1;
export const NEAR_PAIR_CORNERS_AT = 2;

/** Phases of a search: from a seed; the same with a listed pair of leaves, which is the seed where hulls overlap; or from that pair alone. */
export const FROM_KNOWN = -1;
export const FROM_SEED = 0;
export const FROM_LISTED = 3;

// Results of a call: the search is done; triangles need a decision, or are listed; points in the world were found.
export const DONE = 0;
export const ASK = 1;
export const FOUND = 4;
