// The view of one clash on the report's page, as plain JavaScript: both elements by the painter's algorithm on a canvas, A opaque, B translucent.
// It needs no GPU. Dragging turns it, the wheel and + and − come nearer or go back.

export const VIEWER_PROGRAM: string = `
const viewer = document.getElementById('viewer');
const canvas = viewer.querySelector('canvas');
const pen = canvas.getContext('2d');
let shown = null;
function facesOf(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}
function openViewer(view, caption) {
  const forward = view.direction, up = view.up;
  shown = { faces: [facesOf(view.a), facesOf(view.b)], back: view.back, first: view.back, forward, up, turned: 0, tilted: 0 };
  document.getElementById('caption').textContent = caption;
  viewer.showModal();
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
function seenFaces() {
  const axes = camera(), near = 0.02 * shown.back, seen = [];
  for (const [body, faces] of shown.faces.entries()) {
    for (let k = 0; k < faces.length; k += 9) {
      const corners = [0, 3, 6].map((o) => axes.map((axis, row) =>
        axis[0] * faces[k + o] + axis[1] * faces[k + o + 1] + axis[2] * faces[k + o + 2] + (row === 2 ? shown.back : 0)));
      const kept = clip(corners, near);
      if (kept.length < 3) continue;
      const n = cross(corners[1].map((x, i) => x - corners[0][i]), corners[2].map((x, i) => x - corners[0][i]));
      const light = 0.4 + 0.6 * Math.abs(n[2]) / (Math.hypot(n[0], n[1], n[2]) || 1);
      seen.push({ body, kept, light, depth: kept.reduce((sum, p) => sum + p[2], 0) / kept.length });
    }
  }
  return seen.sort((p, q) => q.depth - p.depth);
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
function paint() {
  const { width, height } = canvas, focus = height / 2 / Math.tan(Math.PI / 6);
  pen.fillStyle = 'rgb(245 246 248)';
  pen.fillRect(0, 0, width, height);
  for (const { body, kept, light } of seenFaces()) {
    const colour = (body === 0 ? [204, 62, 52] : [72, 122, 176]).map((c) => Math.round(c * light)).join(' ');
    pen.fillStyle = pen.strokeStyle = 'rgb(' + colour + (body === 0 ? ')' : ' / 0.55)');
    pen.beginPath();
    for (const [x, y, z] of kept) pen.lineTo(width / 2 + focus * x / z, height / 2 - focus * y / z);
    pen.closePath();
    pen.fill();
    if (body === 0) pen.stroke();
  }
  pen.fillStyle = 'rgb(255 196 0)';
  pen.fillRect(width / 2 - 3, height / 2 - 3, 6, 6);
}
function approach(factor) {
  shown.back = Math.min(Math.max(shown.back * factor, shown.first / 20), 20 * shown.first);
  paint();
}
canvas.addEventListener('pointermove', (event) => {
  if (shown === null || event.buttons === 0) return;
  shown.turned -= event.movementX / 150;
  shown.tilted = Math.min(Math.max(shown.tilted - event.movementY / 150, -1.5), 1.5);
  paint();
});
canvas.addEventListener('wheel', (event) => { event.preventDefault(); approach(Math.exp(event.deltaY / 500)); }, { passive: false });
viewer.addEventListener('keydown', (event) => {
  const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
  if (event.key === '+') approach(0.8);
  else if (event.key === '-') approach(1.25);
  else if (turns[event.key]) { shown.turned += turns[event.key][0]; shown.tilted += turns[event.key][1]; paint(); }
});
`;
