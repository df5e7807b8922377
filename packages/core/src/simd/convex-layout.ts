// Layout of convex bodies and of queries about two of them in the memory of the kernels; kernels/convex-layout.ts has the same numbers and
// describes them. Here in units of the array that an item is read or written through; parts of a body in bytes.
// Q is the query body, R the reference body.

// Ints of a body …
export const SIDE_AT = 0;
export const CELLS_AT = 1;
export const STARTS_AT = 2;
export const FACES_AT = 3;
// … and doubles.
export const RADIUS_AT = 2;
export const BALL_AT = 3;
export const CENTRE_AT = 7;
export const UNIT_AT = 10;
export const FRAME_RADIUS_AT = 11;
export const HEAD = 128;
export const VERTEX = 24;
/** Vertices of a cell, faces of a group, and numbers of a face. */
export const LISTED = 4;
export const GROUP = 8;
export const AROUND = 4;

// Ints of a hull, and where its doubles begin.
export const HULL_FACES_AT = 0;
export const HULL_STARTS_AT = 1;
export const HULL_CORNERS_AT = 2;
export const HULL_NORMALS_AT = 2;
export const MOST_FACE_CORNERS = 16;

// Doubles of a query.
export const POSE = 13;
export const ENOUGH_AT = 13;
export const LOWER_AT = 14;
export const UPPER_AT = 15;
export const NORMAL_AT = 16;
export const POINTS_AT = 19;
export const WORLD_Q_AT = 25;
export const WORLD_R_AT = 32;
export const WORLD_POINTS_AT = 39;
export const SIGN_AT = 48;
export const CONTACTS_AT = 56;

// Ints of a query.
export const BODY_Q_AT = 98;
export const BODY_R_AT = 99;
export const STEPS_AT = 100;
export const SIZE_AT = 101;
export const FEATURE_Q_AT = 102;
export const FEATURE_R_AT = 105;
export const FACE_Q_AT = 108;
export const FACE_R_AT = 109;
export const HULL_Q_AT = 110;
export const HULL_R_AT = 111;
/** Doubles and ints of a query that the host reads or writes. */
export const DOUBLES = 49;
export const INTS = 110;

// Results of a call: the query is decided; the host has to write the pose.
export const DECIDED = 1;
export const POSE_WANTED = 2;
