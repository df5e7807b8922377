import type { Warnings } from '../mesh-file.ts';
import { refuse } from '../refuse.ts';
import { asIndex, asList, asObject, child, itemsOf, type JsonObject, type Located } from './json.ts';
import { IDENTITY, localTransform, type Matrix4, multiply } from './transform.ts';

/** One appearance of a mesh in the scene. */
export interface MeshInstance {
  readonly mesh: number;
  readonly name: string;
  readonly path: string;
  readonly toWorld: Matrix4;
}

/** Extensions of a node that transform its mesh further, or repeat it. */
const PLACING_EXTENSIONS = ['EXT_mesh_gpu_instancing', 'MSFT_lod'];

/**
 * Every appearance of a mesh, in the order of the file: those of the default scene (the first, if none is named); of all nodes, if
 * there are no scenes; or each mesh once, if there are no nodes either.
 */
export function listInstances(root: JsonObject, warnings: Warnings): MeshInstance[] {
  const nodes = itemsOf(root, 'nodes');
  const meshes = itemsOf(root, 'meshes');
  if (nodes.length === 0) {
    return meshes.map(({ path }, mesh) => ({ mesh, name: meshName(meshes, mesh), path, toWorld: IDENTITY }));
  }

  const instances: MeshInstance[] = [];
  const visited = new Uint8Array(nodes.length);
  const waiting = rootNodes(root, nodes)
    .reverse()
    .map((link) => ({ link, parent: IDENTITY }));
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const index = asIndex(item.link, nodes.length, 'nodes');
    if (visited[index] === 1) {
      refuse('io/cyclic-nodes', item.link.path, `Node ${index} is reached twice; nodes form trees.`);
    }
    visited[index] = 1;
    const { path } = nodes[index];
    const node = asObject(nodes[index]);
    const toWorld = multiply(item.parent, localTransform(node, path));
    const link = child(node, path, 'mesh');
    if (link.value !== undefined) {
      const mesh = asIndex(link, meshes.length, 'meshes');
      checkPlacing(node, path, warnings);
      instances.push({ mesh, name: textOf(node, 'name') ?? meshName(meshes, mesh), path, toWorld });
    }
    const children = childLinks(node, path);
    for (let k = children.length - 1; k >= 0; k--) waiting.push({ link: children[k], parent: toWorld });
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
