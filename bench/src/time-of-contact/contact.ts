/** What is said about a motion, by the library, a peer or a baseline. */
export interface Contact {
  /** Nothing touches before; NO_CONTACT where nothing ever does. */
  readonly toc: number;
  /** A time by which contact is proven, Infinity without a proof. */
  readonly upper: number;
  /** Steps in time. */
  readonly iterations: number;
  /** Pairs of nodes or faces where the search ended, added up over the steps; NaN where it is not told. */
  readonly front: number;
}

/** The time of contact of bodies that do not touch: any number above 1 would do. */
export const NO_CONTACT = 2;

export const isHit = ({ toc }: Contact): boolean => toc <= 1;
