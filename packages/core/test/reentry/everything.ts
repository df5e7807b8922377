// What is bundled where the library runs changed (leaf-scratch.test.ts) or elsewhere (other engines).

export * from './every-query.ts';
export * from './nest.ts';
export * from './user-code.ts';
