// What the picture shows besides the answer, as the page, its worker and the address name it.

/** Contacts, the distance, motions, the depth of an overlap, the structures that are searched, how far a search went down on them, or its steps. */
export const SHOWS = [
  'touch',
  'answer',
  'motion',
  'depth',
  'patches',
  'hulls',
  'front-hulls',
  'front-volumes',
  'gjk',
  'marching',
] as const;
export type Show = (typeof SHOWS)[number];
/** Of these the picture changes with the bodies only, not with where they are. */
export type ShownGroups = Extract<Show, 'patches' | 'hulls'>;

export interface Shown {
  readonly show: Show;
  /** How far below the root the hulls shown are. */
  readonly level: number;
}

export const FIRST_SHOWN: Shown = { show: 'answer', level: 3 };

export function showNamed(name: string | null): Show {
  return SHOWS.find((show) => show === name) ?? FIRST_SHOWN.show;
}

/** What a link adds to its scene. */
export function writeShown({ show, level }: Shown): string {
  if (show === FIRST_SHOWN.show) return '';
  return show === 'hulls' ? `&show=${show}&level=${level}` : `&show=${show}`;
}

export function readShown(hash: string): Shown {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const text = values.get('level') ?? '';
  return { show: showNamed(values.get('show')), level: /^\d{1,4}$/.test(text) ? Number(text) : FIRST_SHOWN.level };
}

/** Whether the section with the steps of the search is open. */
export function readWatched(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, '')).has('steps');
}

export function writeWatched(isOpen: boolean): string {
  return isOpen ? '&steps' : '';
}
