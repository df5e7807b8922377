// How convex bodies and queries about two of them lie in the memory of the kernels. The host writes them (src/simd/convex-layout.ts has the
// same numbers). Q stands for the query body, R for the reference body.
//
// A body is one block: a head; its vertices, x, y, z in f64; its support table; where the faces around each vertex start, and these faces.
// A vertex is named by the number of bytes before it. The table has four vertices for each cell, the first again where there are fewer. Where
// there are more, the fourth is −n, and n bytes from the start of the block are the number of the others, and these.
// Faces around a vertex are in groups of eight, the last one filled up with none: the numbers of the faces, then the vertices at their first,
// second and third corners, or −1.

export const SIDE_AT: usize = 0; // cells along a side of each of the two squares
export const CELLS_AT: usize = 4; // where the parts are, in bytes from the start of the block
export const STARTS_AT: usize = 8;
export const FACES_AT: usize = 12;
export const RADIUS_AT: usize = 16; // the largest distance of a vertex from the origin
export const BALL_AT: usize = 24; // a ball in the body: its middle, then its radius
export const CENTRE_AT: usize = 56; // the frame of the model: its centre, unit and radius
export const UNIT_AT: usize = 80;
export const FRAME_RADIUS_AT: usize = 88;
export const HEAD: usize = 128; // here are the vertices
export const VERTEX: usize = 24;

// A hull is the faces of a body as polygons: a head; their normals, two faces at a time, all x, all y, all z; where the corners of each start,
// and these, named as vertices are.
export const HULL_FACES_AT: usize = 0; // their number
export const HULL_STARTS_AT: usize = 4; // where the parts are, in bytes from the start of the block
export const HULL_CORNERS_AT: usize = 8;
export const HULL_NORMALS_AT: usize = 16;
export const MOST_FACE_CORNERS: i32 = 16;

// Query: f64 …
export const POSE_AT: usize = 0; // R (9, row by row), t (3), the query body's unit in that of the reference
export const ENOUGH_AT: usize = 104; // the search may end once the bodies are proven this far apart
export const LOWER_AT: usize = 112; // the bracket
export const UPPER_AT: usize = 120;
export const NORMAL_AT: usize = 128; // from Q to R
export const POINTS_AT: usize = 152; // of Q, of R
export const WORLD_Q_AT: usize = 200; // poses in the world
export const WORLD_R_AT: usize = 256;
export const WORLD_POINTS_AT: usize = 312; // the points in the world, and the direction from A's to B's
export const DIRECTION_AT: usize = 360;
export const SIGN_AT: usize = 384; // of that direction: −1 where Q is B
// … and i32.
export const BODY_Q_AT: usize = 392;
export const BODY_R_AT: usize = 396;
export const STEPS_AT: usize = 400;
export const SIZE_AT: usize = 404; // number of vertices of each body that the points are in between
export const FEATURE_Q_AT: usize = 408; // these vertices
export const FEATURE_R_AT: usize = 420;
export const FACE_Q_AT: usize = 432; // the first face with all of them, or −1
export const FACE_R_AT: usize = 436;
export const HULL_Q_AT: usize = 440; // the hulls of a search for contacts
export const HULL_R_AT: usize = 444;
// Corners of the difference, 32 bytes each: x, y, z, the vertices of Q and R; and the polytope of a depth (epa.ts).
export const CORNERS_AT: usize = 448;
export const MOST_CORNERS: i32 = 256;
/** Contacts, in the same memory, since bodies that overlap have none of these: points of Q and R, normal, gap. */
export const CONTACTS_AT: usize = CORNERS_AT;
export const POLYTOPE_AT: usize = CORNERS_AT + 32 * 256;
export const MOST_FACES: i32 = 1024;
/** For each face 64 bytes, a bound, a mark, and its entries in three lists. */
export const QUERY_SIZE: usize = POLYTOPE_AT + (64 + 8 + 4 + 8 + 4 + 4) * 1024 + 64;

/** How a call ends: nothing is decided; the bodies are apart, and all of the above is written; the host has to write the pose. */
export const NOT_DECIDED: i32 = 0;
export const DECIDED: i32 = 1;
export const POSE_WANTED: i32 = 2;
