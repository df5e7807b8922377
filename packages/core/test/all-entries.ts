// Every public name of the library, from all of its entries.

export * from '../src/entries/bodies.ts';
export * from '../src/entries/convex.ts';
export * from '../src/entries/deforming.ts';
export * from '../src/entries/lab.ts';
export * from '../src/entries/medial.ts';
export * from '../src/entries/mesh.ts';
export * from '../src/entries/shapes.ts';
export * from '../src/entries/world.ts';
export * from '../src/index.ts';
