/** 80 bytes for anything, and the number of triangles. */
export const HEADER_BYTES = 84;

/** Normal and three corners in f32, and two bytes for anything. */
export const TRIANGLE_BYTES = 50;
