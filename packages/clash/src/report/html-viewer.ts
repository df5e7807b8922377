// The view of one clash on the report's page, as plain JavaScript: a depth buffer for each element, and the one in front translucent, as in
// picture.ts. It needs no GPU. Dragging turns it, the wheel and + and − come nearer or go back; it steps through the clashes of the list.

export const VIEWER_PROGRAM: string = `
const viewer = document.getElementById('viewer');
const canvas = viewer.querySelector('canvas');
const pen = canvas.getContext('2d');
let shown = null;
let steps = null;
let isPainting = false;
function facesOf(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}
// Steps through clashes that have a view, from one of them.
function openViewer(all, c) {
  steps = { all, at: all.indexOf(c) };
  showStep(0);
  viewer.showModal();
}
function showStep(by) {
  const { all } = steps;
  steps.at = Math.min(Math.max(steps.at + by, 0), all.length - 1);
  const c = all[steps.at], view = views[c.id];
  shown = { faces: [facesOf(view.a), facesOf(view.b)], back: view.back, first: view.back, forward: view.direction, up: view.up, turned: 0, tilted: 0 };
  get('name-a').textContent = elementText(c.a);
  get('name-b').textContent = elementText(c.b);
  get('facts').textContent = factsText(c);
  get('position').textContent = (steps.at + 1) + ' of ' + all.length;
  get('decide').value = decisions.get(c.id) || 'open';
  get('previous').disabled = steps.at === 0;
  get('next').disabled = steps.at === all.length - 1;
  paint();
}
function cross(a, b) { return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]; }
function rotated(v, axis, angle) {
  const c = Math.cos(angle), s = Math.sin(angle), w = cross(axis, v);
  const along = (1 - c) * (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]);
  return v.map((x, k) => c * x + s * w[k] + along * axis[k]);
}
function camera() {
  const z = [0, 0, 1];
  let forward = rotated(shown.forward, z, shown.turned), up = rotated(shown.up, z, shown.turned);
  const right = cross(forward, up);
  forward = rotated(forward, right, shown.tilted);
  up = rotated(up, right, shown.tilted);
  return [right, up, forward];
}
// The nearest face of a body at each pixel: 1 / depth, which is linear over the picture, and light.
function drawBody(faces, axes, focus) {
  const { width, height } = canvas, near = 0.02 * shown.back;
  const layer = { nearness: new Float32Array(width * height), lights: new Float32Array(width * height) };
  for (let k = 0; k < faces.length; k += 9) {
    const corners = [0, 3, 6].map((o) => axes.map((axis, row) =>
      axis[0] * faces[k + o] + axis[1] * faces[k + o + 1] + axis[2] * faces[k + o + 2] + (row === 2 ? shown.back : 0)));
    const kept = clip(corners, near);
    if (kept.length < 3) continue;
    const n = cross(corners[1].map((x, i) => x - corners[0][i]), corners[2].map((x, i) => x - corners[0][i]));
    const light = 0.4 + 0.6 * Math.abs(n[2]) / (Math.hypot(n[0], n[1], n[2]) || 1);
    const [first, ...rest] = kept.map(([x, y, z]) => [width / 2 + focus * x / z, height / 2 - focus * y / z, 1 / z]);
    for (let i = 0; i + 1 < rest.length; i++) drawTriangle(layer, [first, rest[i], rest[i + 1]], light);
  }
  return layer;
}
function drawTriangle({ nearness, lights }, corners, light) {
  const { width, height } = canvas, [p, q, r] = corners;
  const area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
  if (!(Math.abs(area) > 0)) return;
  const byX = ((q[2] - p[2]) * (r[1] - p[1]) - (r[2] - p[2]) * (q[1] - p[1])) / area;
  const byY = ((r[2] - p[2]) * (q[0] - p[0]) - (q[2] - p[2]) * (r[0] - p[0])) / area;
  const top = Math.max(0, Math.ceil(Math.min(p[1], q[1], r[1]) - 0.5)), bottom = Math.min(height - 1, Math.floor(Math.max(p[1], q[1], r[1]) - 0.5));
  for (let y = top; y <= bottom; y++) {
    const middle = y + 0.5;
    let left = Infinity, right = -Infinity;
    for (let i = 0; i < 3; i++) {
      const a = corners[i], b = corners[(i + 1) % 3];
      if (a[1] <= middle === b[1] <= middle) continue;
      const x = a[0] + (middle - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    const start = Math.max(0, Math.ceil(left - 0.5)), end = Math.min(width - 1, Math.ceil(right - 0.5) - 1);
    let w = p[2] + byX * (start + 0.5 - p[0]) + byY * (middle - p[1]);
    for (let x = start, at = y * width + start; x <= end; x++, at++, w += byX) if (w > nearness[at]) { nearness[at] = w; lights[at] = light; }
  }
}
function clip(corners, near) {
  const kept = [];
  corners.forEach((p, k) => {
    const q = corners[(k + 1) % 3];
    if (p[2] >= near) kept.push(p);
    if ((p[2] >= near) !== (q[2] >= near)) { const t = (near - p[2]) / (q[2] - p[2]); kept.push(p.map((x, i) => x + t * (q[i] - x))); }
  });
  return kept;
}
const BACKGROUND = [245, 246, 248], COLOURS = [[204, 62, 52], [72, 122, 176]], OPAQUE = 0.55;
function paint() {
  const { width, height } = canvas, focus = height / 2 / Math.tan(Math.PI / 6), axes = camera();
  const [a, b] = shown.faces.map((faces) => drawBody(faces, axes, focus));
  const image = pen.createImageData(width, height);
  for (let k = 0; k < width * height; k++) {
    const isFirst = a.nearness[k] >= b.nearness[k];
    for (let c = 0; c < 3; c++) {
      const ofA = a.nearness[k] > 0 ? COLOURS[0][c] * a.lights[k] : BACKGROUND[c], ofB = b.nearness[k] > 0 ? COLOURS[1][c] * b.lights[k] : BACKGROUND[c];
      image.data[4 * k + c] = OPAQUE * (isFirst ? ofA : ofB) + (1 - OPAQUE) * (isFirst ? ofB : ofA);
    }
    image.data[4 * k + 3] = 255;
  }
  pen.putImageData(image, 0, 0);
  pen.fillStyle = 'rgb(255 196 0)';
  pen.fillRect(width / 2 - 3, height / 2 - 3, 6, 6);
}
// At most once a frame while the mouse moves.
function paintSoon() {
  if (isPainting) return;
  isPainting = true;
  requestAnimationFrame(() => { isPainting = false; paint(); });
}
function approach(factor) {
  shown.back = Math.min(Math.max(shown.back * factor, shown.first / 20), 20 * shown.first);
}
canvas.addEventListener('pointermove', (event) => {
  if (shown === null || event.buttons === 0) return;
  shown.turned -= event.movementX / 150;
  shown.tilted = Math.min(Math.max(shown.tilted - event.movementY / 150, -1.5), 1.5);
  paintSoon();
});
canvas.addEventListener('wheel', (event) => { event.preventDefault(); approach(Math.exp(event.deltaY / 500)); paintSoon(); }, { passive: false });
viewer.addEventListener('keydown', (event) => {
  if (event.target.tagName === 'SELECT') return;
  const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
  if (event.key === 'PageUp') showStep(-1);
  else if (event.key === 'PageDown') showStep(1);
  else if (event.key === '+') approach(0.8);
  else if (event.key === '-') approach(1.25);
  else if (turns[event.key]) { shown.turned += turns[event.key][0]; shown.tilted += turns[event.key][1]; }
  else return;
  event.preventDefault();
  paint();
});
document.getElementById('previous').addEventListener('click', () => showStep(-1));
document.getElementById('next').addEventListener('click', () => showStep(1));
`;
