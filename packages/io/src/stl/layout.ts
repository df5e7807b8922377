/** 80 free bytes, and the number of triangles. */
export const HEADER_BYTES = 84;

/** Normal and three corners in f32, and two free bytes. */
export const TRIANGLE_BYTES = 50;
