/** Queries of every kind: right ones, wrong ones, models that are files, parts, links, missing, outside, and shapes. */
export function mixedQueries(count: number, folder: string): string {
  const bodies = [
    { model: 'knot.ply' },
    { model: 'link.dat' },
    { shape: 'box' },
    { model: 'missing.ply' },
    { model: '../plant.glb' },
    { model: 'back\\slash.ply' },
    { model: `${folder}/knot.ply` },
    { model: `${folder}/knot.ply@mm` },
    { model: `${folder}/missing.ply` },
    { model: 'knot.ply@mm' },
    { model: 'knot.ply@furlong' },
    { convex: 'sphere(radius=0.5)' },
  ];
  const lines: string[] = [];
  for (let k = 0; k < count; k++) {
    const a = { ...bodies[k % bodies.length], pose: { position: [k / 40, 0, 0] } };
    lines.push(JSON.stringify({ id: k, op: ['distance', 'collide'][k % 2], a, b: bodies[(k * 5) % 3] }));
    if (k % 31 === 7) lines.push('no JSON', '', '{"op":"distance"}', '\uFEFF{}');
    if (k % 40 === 9)
      lines.push(`{"id":"\\u0041","op":"collide","a":{"mod\\u0065l":"kno\\u0074.ply"},"b":{"shape":"box"}}`);
  }
  return lines.join('\n');
}
