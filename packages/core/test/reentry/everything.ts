// What leaf-scratch.test.ts bundles.

export * from './every-query.ts';
export * from './nest.ts';
export * from './user-code.ts';
