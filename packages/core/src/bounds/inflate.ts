import type { VolumeKind } from './volume.ts';

/** The `inflate` of volumes that grow by growing the `count` last of their `stride` numbers. */
export function inflateLast(stride: number, count: number): VolumeKind['inflate'] {
  return (volumes, at, margin) => {
    for (let k = at + stride - count; k < at + stride; k++) volumes[k] += margin;
  };
}
