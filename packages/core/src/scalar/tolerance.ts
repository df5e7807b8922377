// Every threshold of the library, each with its dimension. `epsilon` is rounding the library tracks; `tolerance` is what
// a caller is willing to lose. The derivations are in docs/rounding.md.

/** u = 2⁻⁵³, the relative error of one rounded double operation. Dimensionless. */
export const UNIT_ROUNDOFF: number = 2 ** -53;
