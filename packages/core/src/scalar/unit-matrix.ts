// The matrix of one quaternion of plain doubles, in straight-line code, for `relativePose` where only one of two bodies is rotated.
// The operations, and so the bits, are those of double-double registers whose low halves are 0; without the memory accesses they
// take a third of the time.

/** 2²⁷ + 1 splits a double into two halves of 26 bits whose products are exact. */
const SPLITTER = 134217729;

/**
 * Writes the rotation of the quaternion q[at … at + 3], x, y, z, w, row by row to out[0 … 8], each entry divided by |q|² to 2⁻⁸⁰ of
 * itself and rounded once. False, and nothing written, if |q|² is not within `nearlyUnit` of 1.
 */
export function matrixOfUnit(q: Float64Array, at: number, nearlyUnit: number, out: Float64Array): boolean {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const xBig = SPLITTER * x;
  const x1 = xBig - (xBig - x);
  const x0 = x - x1;
  const yBig = SPLITTER * y;
  const y1 = yBig - (yBig - y);
  const y0 = y - y1;
  const zBig = SPLITTER * z;
  const z1 = zBig - (zBig - z);
  const z0 = z - z1;
  const wBig = SPLITTER * w;
  const w1 = wBig - (wBig - w);
  const w0 = w - w1;
  // Each product and its rounding error.
  const xx = x * x;
  const xxLow = x1 * x1 - xx + x1 * x0 + x0 * x1 + x0 * x0;
  const yy = y * y;
  const yyLow = y1 * y1 - yy + y1 * y0 + y0 * y1 + y0 * y0;
  const zz = z * z;
  const zzLow = z1 * z1 - zz + z1 * z0 + z0 * z1 + z0 * z0;
  const ww = w * w;
  const wwLow = w1 * w1 - ww + w1 * w0 + w0 * w1 + w0 * w0;
  const xyOnce = x * y;
  const xy = 2 * xyOnce;
  const xyLow = 2 * (x1 * y1 - xyOnce + x1 * y0 + x0 * y1 + x0 * y0);
  const xzOnce = x * z;
  const xz = 2 * xzOnce;
  const xzLow = 2 * (x1 * z1 - xzOnce + x1 * z0 + x0 * z1 + x0 * z0);
  const yzOnce = y * z;
  const yz = 2 * yzOnce;
  const yzLow = 2 * (y1 * z1 - yzOnce + y1 * z0 + y0 * z1 + y0 * z0);
  const wxOnce = w * x;
  const wx = 2 * wxOnce;
  const wxLow = 2 * (w1 * x1 - wxOnce + w1 * x0 + w0 * x1 + w0 * x0);
  const wyOnce = w * y;
  const wy = 2 * wyOnce;
  const wyLow = 2 * (w1 * y1 - wyOnce + w1 * y0 + w0 * y1 + w0 * y0);
  const wzOnce = w * z;
  const wz = 2 * wzOnce;
  const wzLow = 2 * (w1 * z1 - wzOnce + w1 * z0 + w0 * z1 + w0 * z0);
  // |q|² first: all entries are divided by it.
  const wwXxSum = ww + xx;
  const wwXxPart = wwXxSum - ww;
  const wwXxRest = ww - (wwXxSum - wwXxPart) + (xx - wwXxPart) + (wwLow + xxLow);
  const wwXx = wwXxSum + wwXxRest;
  const wwXxLow = wwXxRest - (wwXx - wwXxSum);
  const yyZzSum = yy + zz;
  const yyZzPart = yyZzSum - yy;
  const yyZzRest = yy - (yyZzSum - yyZzPart) + (zz - yyZzPart) + (yyLow + zzLow);
  const yyZz = yyZzSum + yyZzRest;
  const yyZzLow = yyZzRest - (yyZz - yyZzSum);
  const squareSum = wwXx + yyZz;
  const squarePart = squareSum - wwXx;
  const squareRest = wwXx - (squareSum - squarePart) + (yyZz - squarePart) + (wwXxLow + yyZzLow);
  const square = squareSum + squareRest;
  const squareLow = squareRest - (square - squareSum);
  const excess = square - 1 + squareLow;
  if (!(Math.abs(excess) <= nearlyUnit)) return false;
  const m0Sum = wwXx - yyZz;
  const m0Part = m0Sum - wwXx;
  const m0Rest = wwXx - (m0Sum - m0Part) + (-yyZz - m0Part) + (wwXxLow - yyZzLow);
  const m0 = m0Sum + m0Rest;
  const m0Low = m0Rest - (m0 - m0Sum);
  out[0] = m0 + (m0Low - m0 * excess);
  const m1Sum = xy - wz;
  const m1Part = m1Sum - xy;
  const m1Rest = xy - (m1Sum - m1Part) + (-wz - m1Part) + (xyLow - wzLow);
  const m1 = m1Sum + m1Rest;
  const m1Low = m1Rest - (m1 - m1Sum);
  out[1] = m1 + (m1Low - m1 * excess);
  const m2Sum = xz + wy;
  const m2Part = m2Sum - xz;
  const m2Rest = xz - (m2Sum - m2Part) + (wy - m2Part) + (xzLow + wyLow);
  const m2 = m2Sum + m2Rest;
  const m2Low = m2Rest - (m2 - m2Sum);
  out[2] = m2 + (m2Low - m2 * excess);
  const m3Sum = xy + wz;
  const m3Part = m3Sum - xy;
  const m3Rest = xy - (m3Sum - m3Part) + (wz - m3Part) + (xyLow + wzLow);
  const m3 = m3Sum + m3Rest;
  const m3Low = m3Rest - (m3 - m3Sum);
  out[3] = m3 + (m3Low - m3 * excess);
  const wwLessXxSum = ww - xx;
  const wwLessXxPart = wwLessXxSum - ww;
  const wwLessXxRest = ww - (wwLessXxSum - wwLessXxPart) + (-xx - wwLessXxPart) + (wwLow - xxLow);
  const wwLessXx = wwLessXxSum + wwLessXxRest;
  const wwLessXxLow = wwLessXxRest - (wwLessXx - wwLessXxSum);
  const yyLessZzSum = yy - zz;
  const yyLessZzPart = yyLessZzSum - yy;
  const yyLessZzRest = yy - (yyLessZzSum - yyLessZzPart) + (-zz - yyLessZzPart) + (yyLow - zzLow);
  const yyLessZz = yyLessZzSum + yyLessZzRest;
  const yyLessZzLow = yyLessZzRest - (yyLessZz - yyLessZzSum);
  const m4Sum = wwLessXx + yyLessZz;
  const m4Part = m4Sum - wwLessXx;
  const m4Rest = wwLessXx - (m4Sum - m4Part) + (yyLessZz - m4Part) + (wwLessXxLow + yyLessZzLow);
  const m4 = m4Sum + m4Rest;
  const m4Low = m4Rest - (m4 - m4Sum);
  out[4] = m4 + (m4Low - m4 * excess);
  const m5Sum = yz - wx;
  const m5Part = m5Sum - yz;
  const m5Rest = yz - (m5Sum - m5Part) + (-wx - m5Part) + (yzLow - wxLow);
  const m5 = m5Sum + m5Rest;
  const m5Low = m5Rest - (m5 - m5Sum);
  out[5] = m5 + (m5Low - m5 * excess);
  const m6Sum = xz - wy;
  const m6Part = m6Sum - xz;
  const m6Rest = xz - (m6Sum - m6Part) + (-wy - m6Part) + (xzLow - wyLow);
  const m6 = m6Sum + m6Rest;
  const m6Low = m6Rest - (m6 - m6Sum);
  out[6] = m6 + (m6Low - m6 * excess);
  const m7Sum = yz + wx;
  const m7Part = m7Sum - yz;
  const m7Rest = yz - (m7Sum - m7Part) + (wx - m7Part) + (yzLow + wxLow);
  const m7 = m7Sum + m7Rest;
  const m7Low = m7Rest - (m7 - m7Sum);
  out[7] = m7 + (m7Low - m7 * excess);
  const m8Sum = wwLessXx - yyLessZz;
  const m8Part = m8Sum - wwLessXx;
  const m8Rest = wwLessXx - (m8Sum - m8Part) + (-yyLessZz - m8Part) + (wwLessXxLow - yyLessZzLow);
  const m8 = m8Sum + m8Rest;
  const m8Low = m8Rest - (m8 - m8Sum);
  out[8] = m8 + (m8Low - m8 * excess);
  return true;
}
