// The package three has no types of its own; those of the newest version are in @types/three.

declare module 'three-186' {
  export * from 'three';
}
