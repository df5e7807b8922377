// The camera by keys: I, J, K and L orbit, + and − zoom. Where they move no body, the arrows orbit as well.

/** The turn of one step. Radians. */
const TURN: number = Math.PI / 24;
/** How much nearer one step is. */
const NEARER = 0.85;

/** Turns of the camera to the right and up, in steps. */
const ORBITS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['j', [-1, 0]],
  ['l', [1, 0]],
  ['i', [0, 1]],
  ['k', [0, -1]],
]);
const ARROWS: ReadonlyMap<string, string> = new Map([
  ['arrowleft', 'j'],
  ['arrowright', 'l'],
  ['arrowup', 'i'],
  ['arrowdown', 'k'],
]);
const ZOOMS: ReadonlyMap<string, number> = new Map([
  ['+', NEARER],
  ['=', NEARER],
  ['-', 1 / NEARER],
]);

export interface MovedCamera {
  /** Turns about the middle of the scene, to the right and up. Radians. */
  orbit(right: number, up: number): void;
  /** Multiplies the distance to the middle of the scene. */
  zoom(factor: number): void;
}

export function attachCameraKeys(target: HTMLElement, arrowsOrbit: boolean, camera: MovedCamera): void {
  target.tabIndex = 0;
  target.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const turn = ORBITS.get((arrowsOrbit ? ARROWS.get(key) : undefined) ?? key);
    const factor = ZOOMS.get(key);
    if (turn !== undefined) camera.orbit(TURN * turn[0], TURN * turn[1]);
    else if (factor !== undefined) camera.zoom(factor);
    else return;
    event.preventDefault();
  });
}
