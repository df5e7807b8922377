/** The largest magnitude of a coordinate that a mesh takes, a length; beyond it squared lengths overflow. */
export const LARGEST_COORDINATE = 1e150;
