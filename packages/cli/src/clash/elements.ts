import type { Assembly } from '@nearmiss/clash';

/** A line of JSON for each element, with what a glob of a set can be about. */
export function elementsText({ elements, shapes }: Assembly): string {
  const lines = elements.map(({ model, id, name, class: kind, storey, shape }) => {
    const triangles = shapes[shape]?.mesh.triangleCount ?? 0;
    return JSON.stringify({ model, id, name, class: kind, storey, triangles });
  });
  return lines.map((line) => `${line}\n`).join('');
}
