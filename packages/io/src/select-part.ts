import { Mesh } from 'nearmiss';
import type { MeshFile, MeshPart } from './mesh-file.ts';
import { quote, refuse } from './refuse.ts';

/** Names of parts that a refusal lists. */
const NAMES_SHOWN = 12;

/**
 * One part of a file as a file of its own, with the vertices it uses: the parts called `name`, or else part number `name`,
 * counted from 0.
 *
 * @example
 * const file = parseObj(new TextEncoder().encode('o cube\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'));
 * console.log(selectPart(file, 'cube').mesh.triangleCount); // 1
 */
export function selectPart(file: MeshFile, name: string): MeshFile {
  const named = file.parts.filter((part) => part.name === name);
  const chosen = named.length > 0 ? named : numbered(file.parts, name);
  if (chosen.length === 0) {
    const names = file.parts.slice(0, NAMES_SHOWN).map((part, k) => `${k} ${quote(part.name)}`);
    const rest = file.parts.length - names.length;
    const list = `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    return refuse('io/missing-resource', `#${name}`, `The file has no part ${quote(name)}; it has ${list}.`);
  }

  const vertexNumbers = new Map<number, number>();
  const positions: number[] = [];
  const triangles: number[] = [];
  const parts: MeshPart[] = [];
  for (const { name: partName, firstTriangle, triangleCount } of chosen) {
    parts.push({ name: partName, firstTriangle: triangles.length / 3, triangleCount });
    for (let k = 3 * firstTriangle; k < 3 * (firstTriangle + triangleCount); k++) {
      const vertex = file.mesh.triangles[k];
      let number = vertexNumbers.get(vertex);
      if (number === undefined) {
        number = vertexNumbers.size;
        vertexNumbers.set(vertex, number);
        for (let axis = 0; axis < 3; axis++) positions.push(file.mesh.positions[3 * vertex + axis]);
      }
      triangles.push(number);
    }
  }
  if (triangles.length === 0) refuse('mesh/empty', `#${name}`, 'The part holds no triangles.');
  return { mesh: new Mesh(positions, triangles), parts, warnings: file.warnings };
}

function numbered(parts: readonly MeshPart[], name: string): readonly MeshPart[] {
  if (!/^\d+$/.test(name)) return [];
  const part = parts[Number(name)];
  return part === undefined ? [] : [part];
}
