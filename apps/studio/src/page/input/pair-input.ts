// Pointer, handles, keys and dropped files of the page of two bodies.

import { type Body, type BodyPose, type Handle, otherSlot, type Slot } from '../body.ts';
import { elementOf } from '../element.ts';
import { Gizmo } from '../view/gizmo.ts';
import type { Hit, Stage } from '../view/stage.ts';
import { attachDragging } from './dragging.ts';
import { attachDropping } from './dropping.ts';
import { attachNudging, handleNamed } from './nudging.ts';

export interface PairActions {
  find(clientX: number, clientY: number): Hit | null;
  body(handle: Handle): Body | null;
  select(handle: Handle): void;
  move(handle: Handle, pose: BodyPose): void;
  /** A drag has begun, or is over. */
  hold(isHeld: boolean): void;
  /** What keys and handles move. */
  selected(): Handle;
  frame(): void;
  openFiles(slot: Slot, files: readonly File[]): void;
}

/** Keys that choose what a drag does. `E` chooses the end of a motion. */
const MODE_KEYS: Readonly<Record<string, 'move' | 'turn'>> = { w: 'move', r: 'turn' };

/** Attaches them to the page; the handles are then to be told which body they are on. */
export function attachPairInput(stage: Stage, actions: PairActions): Gizmo {
  const gizmo = new Gizmo(stage, {
    move: (pose) => actions.move(actions.selected(), pose),
    hold: actions.hold,
  });
  const modeOf = (value: string): HTMLInputElement => elementOf(`input[name=mode][value=${value}]`, HTMLInputElement);
  const turn = modeOf('turn');
  const applyMode = (): void => gizmo.setMode(turn.checked);
  for (const value of ['move', 'turn']) modeOf(value).addEventListener('change', applyMode);
  applyMode();

  const hand = { ...actions, isHandle: gizmo.isAt.bind(gizmo), turns: () => turn.checked };
  attachDragging(stage, hand);
  const picture = elementOf('#picture', HTMLElement);
  attachNudging(picture, stage, hand, actions.selected, handleNamed);
  picture.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const mode = MODE_KEYS[key];
    if (mode !== undefined) {
      modeOf(mode).checked = true;
      applyMode();
    } else if (key === 'f') actions.frame();
    else return;
    event.preventDefault();
  });
  attachAim(stage, actions);
  const files = elementOf('#own-files', HTMLInputElement);
  files.addEventListener('change', () => {
    actions.openFiles('a', [...(files.files ?? [])]);
    files.value = ''; // so that the same files can be chosen again
  });
  return gizmo;
}

/** Files dropped on a body, or on its half of the window. */
function attachAim(stage: Stage, { openFiles }: PairActions): void {
  const aim = elementOf('#aim', HTMLElement);
  attachDropping(
    document.body,
    (x, y) => stage.pick(x, y)?.slot ?? (x < stage.canvas.clientWidth / 2 ? 'a' : 'b'),
    (slot, count) => {
      if (slot === null) delete aim.dataset.slot;
      else {
        aim.dataset.slot = slot;
        // What kinds of files they are is known after the drop: others than the first may belong to it.
        const second = count > 1 ? `; a second mesh replaces ${otherSlot(slot).toUpperCase()}` : '';
        elementOf('p', HTMLElement, aim).textContent = `Drop to replace ${slot.toUpperCase()}${second}`;
      }
    },
    openFiles,
  );
}
