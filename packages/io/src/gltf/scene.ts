import type { Warnings } from '../mesh-file.ts';
import { refuse } from '../refuse.ts';
import { asIndex, asList, asObject, child, itemsOf, type JsonObject, type Located } from './json.ts';
import { IDENTITY, localTransform, type Matrix4, multiply } from './transform.ts';
import { localError, NO_ERROR, productError } from './transform-error.ts';

/** One appearance of a mesh in the scene. */
export interface MeshInstance {
  readonly mesh: number;
  readonly name: string;
  readonly path: string;
  readonly toWorld: Matrix4;
  /** How far each entry of `toWorld` can be from what was meant, because the file holds rounded numbers. */
  readonly error: Matrix4;
  readonly location: NodeLocation;
}

/** Where a node is in the tree. A link to its parent, so that a chain of nodes takes no more than its length. */
export interface NodeLocation {
  readonly parent: NodeLocation | null;
  /** Which child of its parent it is, or which node of the scene's list. */
  readonly number: number;
  /** Null for a node without a name. */
  readonly name: string | null;
  /** Nodes above it. */
  readonly depth: number;
}

/** A node that is still to be visited. */
interface WaitingNode {
  readonly link: Located;
  readonly parent: Matrix4;
  readonly error: Matrix4;
  readonly above: NodeLocation | null;
  readonly number: number;
}

/** Extensions of a node that move its mesh, or repeat it. */
const PLACING_EXTENSIONS = ['EXT_mesh_gpu_instancing', 'MSFT_lod'];

/**
 * Every appearance of a mesh, in the order of the file: those of the default scene (the first, if none is named); of all nodes, if
 * there are no scenes; or each mesh once, if there are no nodes either.
 */
export function listInstances(root: JsonObject, warnings: Warnings): MeshInstance[] {
  const nodes = itemsOf(root, 'nodes');
  const meshes = itemsOf(root, 'meshes');
  if (nodes.length === 0) {
    return meshes.map(({ path }, mesh) => {
      const name = meshName(meshes, mesh);
      const location = { parent: null, number: mesh, name, depth: 0 };
      return { mesh, name, path, toWorld: IDENTITY, error: NO_ERROR, location };
    });
  }

  const instances: MeshInstance[] = [];
  const visited = new Uint8Array(nodes.length);
  const top = { parent: IDENTITY, error: NO_ERROR, above: null };
  const waiting: WaitingNode[] = rootNodes(root, nodes)
    .map((link, k) => ({ link, ...top, number: k }))
    .reverse();
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const index = asIndex(item.link, nodes.length, 'nodes');
    if (visited[index] === 1) {
      refuse('io/cyclic-nodes', item.link.path, `Node ${index} is reached twice; nodes form trees.`);
    }
    visited[index] = 1;
    const { path } = nodes[index];
    const node = asObject(nodes[index]);
    const local = localTransform(node, path);
    const toWorld = multiply(item.parent, local);
    const error = productError(item.parent, item.error, local, localError(node, local));
    const { above, number } = item;
    const ownName = textOf(node, 'name');
    const location = { parent: above, number, name: ownName, depth: above === null ? 0 : above.depth + 1 };
    const link = child(node, path, 'mesh');
    if (link.value !== undefined) {
      const mesh = asIndex(link, meshes.length, 'meshes');
      checkPlacing(node, path, warnings);
      const name = ownName ?? meshName(meshes, mesh);
      instances.push({ mesh, name, path, toWorld, error, location });
    }
    const children = childLinks(node, path);
    for (let k = children.length - 1; k >= 0; k--) {
      waiting.push({ link: children[k], parent: toWorld, error, above: location, number: k });
    }
  }
  return instances;
}

/** The root nodes: those of the scene, or those without a parent. */
function rootNodes(root: JsonObject, nodes: readonly Located[]): Located[] {
  const scenes = itemsOf(root, 'scenes');
  if (scenes.length > 0) {
    const chosen = child(root, '', 'scene');
    const { value, path } = scenes[chosen.value === undefined ? 0 : asIndex(chosen, scenes.length, 'scenes')];
    return linksOf(child(asObject({ value, path }), path, 'nodes'));
  }
  const isChild = new Uint8Array(nodes.length);
  for (const node of nodes) {
    for (const link of childLinks(asObject(node), node.path)) isChild[asIndex(link, nodes.length, 'nodes')] = 1;
  }
  const roots = nodes.flatMap(({ path }, index) => (isChild[index] === 1 ? [] : [{ value: index, path }]));
  if (roots.length === 0) refuse('io/cyclic-nodes', '/nodes', 'Every node is the child of another; nodes form trees.');
  return roots;
}

function childLinks(node: JsonObject, path: string): Located[] {
  return linksOf(child(node, path, 'children'));
}

function linksOf(list: Located): Located[] {
  return asList(list).map((value, index) => ({ value, path: `${list.path}/${index}` }));
}

function checkPlacing(node: JsonObject, path: string, warnings: Warnings): void {
  if (node.skin !== undefined) {
    warnings.add('ignored', `${path}/skin`, 'Skins were not applied: the meshes are as stored, in their bind pose.');
  }
  const extensions = child(node, path, 'extensions');
  if (extensions.value === undefined) return;
  const used = asObject(extensions);
  for (const name of PLACING_EXTENSIONS) {
    if (Object.hasOwn(used, name)) refuse('io/unsupported', `${extensions.path}/${name}`, `${name} is not read.`);
  }
}

function meshName(meshes: readonly Located[], mesh: number): string {
  return textOf(asObject(meshes[mesh]), 'name') ?? `mesh ${mesh}`;
}

function textOf(object: JsonObject, key: string): string | null {
  const text = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}
