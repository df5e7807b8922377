import {
  Color,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  type MeshBasicMaterial,
  type MeshStandardMaterial,
  type Plane,
} from 'three';
import { coat, foreground, pushedBack, setGlassy } from './glassy.ts';

/** How often the edges of the icosahedron are divided that stands for a ball, by how many balls there are at least. */
const DETAIL = [
  { atLeast: 1500, divisions: 1 },
  { atLeast: 400, divisions: 3 },
  { atLeast: 0, divisions: 7 },
] as const;

/** Many balls in one call to the graphics card, some of them lit. */
export class BallsView {
  readonly root: Group = new Group();
  readonly #mesh: InstancedMesh<IcosahedronGeometry, MeshStandardMaterial>;
  readonly #foreground: InstancedMesh<IcosahedronGeometry, MeshBasicMaterial>;
  readonly #plain: Color = new Color();
  readonly #bright: Color = new Color();
  #lit: Uint32Array = new Uint32Array();

  /** Centres and radii, 4 numbers a ball. `behind`: how far they are pushed back behind what touches them. */
  constructor(balls: Float32Array, behind: number) {
    const count = balls.length / 4;
    const { divisions } = DETAIL.find(({ atLeast }) => count >= atLeast) ?? DETAIL[0];
    const geometry = new IcosahedronGeometry(1, divisions);
    this.#mesh = new InstancedMesh(geometry, coat(pushedBack(behind)), count);
    this.#foreground = new InstancedMesh(geometry, foreground(pushedBack(behind)), count);
    this.root.add(this.#foreground, this.#mesh);
    const matrix = new Matrix4();
    for (let ball = 0; ball < count; ball++) {
      const [x = 0, y = 0, z = 0, radius = 0] = balls.subarray(4 * ball, 4 * ball + 4);
      this.#mesh.setMatrixAt(ball, matrix.makeScale(radius, radius, radius).setPosition(x, y, z));
    }
    this.#foreground.instanceMatrix = this.#mesh.instanceMatrix;
    this.#tint();
  }

  setColours(plain: string, bright: string): void {
    this.#plain.set(plain);
    this.#bright.set(bright);
    this.#tint();
  }

  /** Lights up the balls with these numbers, and no others. */
  light(balls: Uint32Array): void {
    this.#lit = balls;
    this.#tint();
  }

  setGlassy(glassy: boolean): void {
    setGlassy(this.#mesh, this.#foreground, glassy);
  }

  clip(planes: Plane[]): void {
    for (const { material } of [this.#mesh, this.#foreground]) material.clippingPlanes = planes;
  }

  dispose(): void {
    this.#mesh.geometry.dispose();
    for (const mesh of [this.#mesh, this.#foreground]) {
      mesh.material.dispose();
      mesh.dispose();
    }
  }

  #tint(): void {
    const mesh = this.#mesh;
    for (let ball = 0; ball < mesh.count; ball++) mesh.setColorAt(ball, this.#plain);
    for (const ball of this.#lit) mesh.setColorAt(ball, this.#bright);
    if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
  }
}
