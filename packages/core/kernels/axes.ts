// The directions of largest and least spread: src/bounds/principal-axes.ts, operation for operation.

const LINE: f64 = 9.094947017729282e-13; // 2⁻⁴⁰
const ACROSS: f64 = 0.1;

/** The results of `dominantAxis`, and the axes of `principalAxes`: m the last, u the first, v between. */
export let axisX: f64 = 0;
export let axisY: f64 = 0;
export let axisZ: f64 = 0;
export let uX: f64 = 0;
export let uY: f64 = 0;
export let uZ: f64 = 0;
export let vX: f64 = 0;
export let vY: f64 = 0;
export let vZ: f64 = 0;
export let mX: f64 = 0;
export let mY: f64 = 0;
export let mZ: f64 = 0;

export function dominantAxis(xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64): void {
  axisX = 1;
  axisY = 0;
  axisZ = 0;
  const trace = xx + yy + zz;
  if (!(trace > 0)) return;
  xx /= trace;
  xy /= trace;
  xz /= trace;
  yy /= trace;
  yz /= trace;
  zz /= trace;
  for (let k = 0; k < 4; k++) {
    const a = xx * xx + xy * xy + xz * xz;
    const b = xx * xy + xy * yy + xz * yz;
    const c = xx * xz + xy * yz + xz * zz;
    const d = xy * xy + yy * yy + yz * yz;
    const e = xy * xz + yy * yz + yz * zz;
    const f = xz * xz + yz * yz + zz * zz;
    xx = a;
    xy = b;
    xz = c;
    yy = d;
    yz = e;
    zz = f;
  }
  let x = xx;
  let y = xy;
  let z = xz;
  if (yy > xx && yy >= zz) {
    x = xy;
    y = yy;
    z = yz;
  } else if (zz > xx) {
    x = xz;
    y = yz;
    z = zz;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  axisX = x / length;
  axisY = y / length;
  axisZ = z / length;
}

export function principalAxes(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64): void {
  dominantAxis(a, b, c, d, e, f);
  const mainX = axisX;
  const mainY = axisY;
  const mainZ = axisZ;
  const trace = a + d + f;
  const xx = a / trace;
  const xy = b / trace;
  const xz = c / trace;
  const yy = d / trace;
  const yz = e / trace;
  const zz = f / trace;
  const axx = yy * zz - yz * yz;
  const ayy = xx * zz - xz * xz;
  const azz = xx * yy - xy * xy;
  if (axx + ayy + azz > LINE) dominantAxis(axx, xz * yz - xy * zz, xy * yz - xz * yy, ayy, xy * xz - xx * yz, azz);
  else perpendicular(mainX, mainY, mainZ);
  mX = axisX;
  mY = axisY;
  mZ = axisZ;
  const along = mainX * mX + mainY * mY + mainZ * mZ;
  const ux = mainX - along * mX;
  const uy = mainY - along * mY;
  const uz = mainZ - along * mZ;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (length > ACROSS) {
    uX = ux / length;
    uY = uy / length;
    uZ = uz / length;
  } else {
    perpendicular(mX, mY, mZ);
    uX = axisX;
    uY = axisY;
    uZ = axisZ;
  }
  vX = mY * uZ - mZ * uY;
  vY = mZ * uX - mX * uZ;
  vZ = mX * uY - mY * uX;
}

/** A unit vector across another, as the axis. */
function perpendicular(x: f64, y: f64, z: f64): void {
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) {
    const length = Math.sqrt(y * y + z * z);
    axisX = 0;
    axisY = -z / length;
    axisZ = y / length;
  } else if (Math.abs(y) <= Math.abs(z)) {
    const length = Math.sqrt(x * x + z * z);
    axisX = z / length;
    axisY = 0;
    axisZ = -x / length;
  } else {
    const length = Math.sqrt(x * x + y * y);
    axisX = -y / length;
    axisY = x / length;
    axisZ = 0;
  }
}
