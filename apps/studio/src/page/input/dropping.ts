// Files dropped on the window: on a body they replace it, beside the bodies the one of that half.

import { MESH_FORMATS } from '@nearmiss/io';
import { otherSlot, type Slot } from '../body.ts';
import type { NamedBytes, Source } from '../worker/messages.ts';

export interface NamedSource {
  readonly name: string;
  readonly source: Extract<Source, { readonly kind: 'file' }>;
}

/** `aim` is told where a drop of how many files would land while they hover, and null when they are gone. */
export function attachDropping(
  target: HTMLElement,
  slotAt: (clientX: number, clientY: number) => Slot,
  aim: (slot: Slot | null, count: number) => void,
  open: (slot: Slot, files: readonly File[]) => void,
): void {
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
  target.addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    aim(slotAt(event.clientX, event.clientY), event.dataTransfer?.items.length ?? 1);
  });
  target.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) aim(null, 0);
  });
  target.addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    aim(null, 0);
    open(slotAt(event.clientX, event.clientY), [...(event.dataTransfer?.files ?? [])]);
  });
}

/**
 * What files are for: one mesh goes to `slot`, a second to the other body; files of no mesh format beside a mesh are the
 * buffers a glTF file refers to.
 */
export async function readFiles(slot: Slot, files: readonly File[]): Promise<Map<Slot, NamedSource>> {
  const isMesh = ({ name }: File): boolean => MESH_FORMATS.some((format) => name.toLowerCase().endsWith(`.${format}`));
  const named = files.filter(isMesh);
  // A file with some other ending is left to the reader, which examines its bytes.
  const meshes = named.length > 0 ? named.slice(0, 2) : files.slice(0, 1);
  const companions = await Promise.all(files.filter((file) => !meshes.includes(file)).map(readBytes));
  const sources = new Map<Slot, NamedSource>();
  for (const [index, mesh] of meshes.entries()) {
    const source = { kind: 'file', file: await readBytes(mesh), companions, factor: 1 } as const;
    sources.set(index === 0 ? slot : otherSlot(slot), { name: mesh.name, source });
  }
  return sources;
}

async function readBytes(file: File): Promise<NamedBytes> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
