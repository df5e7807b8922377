// One colour per role, from the palette of Okabe and Ito (2008), which is distinguishable with any kind of colour vision.

/** Red, green and blue, from 0 to 1. See {@link DebugOptions}. */
export type DebugColor = readonly [number, number, number];

/** The role of a line or point. See {@link DebugOptions}. */
export type DebugRole = 'witness' | 'contact' | 'normal' | 'translation' | 'local';

/** The colours of lines and points by their role. See {@link DebugRole}. */
export const DEBUG_COLORS: Readonly<Record<DebugRole, DebugColor>> = Object.freeze({
  /** The segment between witness points. */
  witness: [0, 0x72 / 255, 0xb2 / 255],
  /** Contacts. */
  contact: [0xd5 / 255, 0x5e / 255, 0],
  /** Normals, from A to B. */
  normal: [0x56 / 255, 0xb4 / 255, 0xe9 / 255],
  /** The translation that separates A from B. */
  translation: [0, 0x9e / 255, 0x73 / 255],
  /** The depth of one region of overlap. */
  local: [0xe6 / 255, 0x9f / 255, 0],
});
