export { searchContacts } from './collide';
export { querySize, searchNearest } from './distance';

/** Memory for a model or a query: 16-byte aligned. */
export function allocate(size: usize): usize {
  return heap.alloc(size);
}
export function release(at: usize): void {
  heap.free(at);
}
