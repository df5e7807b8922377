import { access, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { loadMesh, whyNotOpened } from '@nearmiss/io/node';
import { type Mesh, NearmissError } from 'nearmiss';
import { refuseCollada } from '../bodies/link-shapes.ts';
import { readSrdf } from '../description/read-srdf.ts';
import { readUrdf } from '../description/read-urdf.ts';
import { Robot } from '../robot.ts';

/** Options of {@link loadRobot}. */
export interface LoadRobotOptions {
  /** The SRDF file. */
  readonly srdf?: string | undefined;
  /** The folder in which `package://NAME/…` is `NAME/…`; by default the nearest one above the URDF that has it. */
  readonly packages?: string | undefined;
  /** Contacts with a link count this far from its surface, in metres: for all links, or by name. */
  readonly padding?: number | Readonly<Record<string, number>> | undefined;
}

/** How many folders above the URDF are searched for packages. */
const LEVELS = 5;

/**
 * Reads a robot from its URDF file, with the meshes that it names.
 *
 * @see {@link Robot}
 */
export async function loadRobot(file: string, options: LoadRobotOptions = {}): Promise<Robot> {
  const description = readUrdf(await readText(file));
  const semantics = options.srdf === undefined ? undefined : readSrdf(await readText(options.srdf), description);
  const meshes = new Map<string, Mesh>();
  for (const { name, collisions } of description.links) {
    for (const { geometry, line } of collisions) {
      if (geometry.kind !== 'mesh' || meshes.has(geometry.file)) continue;
      refuseCollada(geometry.file, name, line);
      const path = await resolveMesh(geometry.file, file, options.packages);
      meshes.set(geometry.file, await openMesh(path, geometry.file, name, line));
    }
  }
  return new Robot(description, { meshes: (name) => meshes.get(name), semantics, padding: options.padding });
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new NearmissError('io/missing-resource', `"${file}" cannot be opened: ${whyNotOpened(cause)}.`, { cause });
  }
}

async function openMesh(path: string, name: string, link: string, line: number): Promise<Mesh> {
  try {
    return (await loadMesh(path)).mesh;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const hint = name.startsWith('package://')
      ? ' --packages or `packages` names the folder that packages are in.'
      : '';
    throw new NearmissError(
      'robot/missing-mesh',
      `Line ${line}: the mesh "${name}" of link "${link}" cannot be read: ${why}${hint}`,
      { cause, location: `line ${line}` },
    );
  }
}

/** The file of a mesh: `package://`, `file://`, absolute, or relative to the URDF. */
async function resolveMesh(name: string, urdf: string, packages: string | undefined): Promise<string> {
  const folder = dirname(resolve(urdf));
  if (name.startsWith('file://')) return name.slice('file://'.length);
  if (!/^(package|model):\/\//.test(name)) return resolve(folder, name);
  const inPackages = name.replace(/^\w+:\/\//, '');
  if (packages !== undefined) return resolve(packages, inPackages);
  let above = folder;
  for (let level = 0; level < LEVELS; level++, above = dirname(above)) {
    const path = join(above, inPackages);
    if (await isThere(path)) return path;
  }
  return resolve(folder, inPackages);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
