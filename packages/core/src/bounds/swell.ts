import type { VolumeKind } from './volume.ts';

/** The `swell` of volumes that grow by growing the `count` last of their `stride` numbers. */
export function swellLast(stride: number, count: number): VolumeKind['swell'] {
  return (volumes, at, margin) => {
    for (let k = at + stride - count; k < at + stride; k++) volumes[k] += margin;
  };
}
