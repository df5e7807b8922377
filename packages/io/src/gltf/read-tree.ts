import type { Mesh } from 'nearmiss';
import type { AssemblyFile, AssemblyNode } from '../read-assembly.ts';
import { refuse } from '../refuse.ts';
import { decodeMesh, decodeScene, type GltfOptions } from './read-gltf.ts';
import type { MeshInstance, NodeLocation } from './scene.ts';

/** The deepest tree that is read: every element has the whole path as its id. */
const DEEPEST_NODE = 1024;

/** The nodes of a glTF scene that have a mesh, each mesh once and in its own coordinates. */
export async function readTree(bytes: Uint8Array, kind: 'gltf' | 'glb', options: GltfOptions): Promise<AssemblyFile> {
  const scene = await decodeScene(bytes, kind, options);
  const meshes: Mesh[] = [];
  const numbers = new Map<number, number>();
  const nodes: AssemblyNode[] = [];
  for (const instance of scene.instances) {
    let mesh = numbers.get(instance.mesh);
    if (mesh === undefined) {
      const decoded = decodeMesh(scene, instance.mesh, instance.path);
      mesh = decoded === null ? -1 : meshes.push(decoded) - 1;
      numbers.set(instance.mesh, mesh);
    }
    if (mesh < 0) continue; // points and lines only
    const { toWorld, error } = instance;
    const { id, names } = pathOf(instance);
    nodes.push({ id, names, mesh, matrix: toWorld, error });
  }
  if (nodes.length === 0) refuse('mesh/empty', 'whole file', 'The file holds no triangles.');
  return { meshes, nodes, warnings: scene.warnings.list() };
}

/** Child numbers and names from the scene's list of nodes down to a node. */
function pathOf({ location, name, path }: MeshInstance): { readonly id: string; readonly names: readonly string[] } {
  if (location.depth > DEEPEST_NODE) {
    refuse('io/too-large', path, `Nodes lie ${location.depth} levels deep; ${DEEPEST_NODE} are allowed.`);
  }
  const numbers: number[] = [location.number];
  const names: string[] = [name];
  for (let node: NodeLocation | null = location.parent; node !== null; node = node.parent) {
    numbers.push(node.number);
    names.push(node.name ?? String(node.number));
  }
  return { id: numbers.reverse().join('/'), names: names.reverse() };
}
