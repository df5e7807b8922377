// A clearance map as a picture in space: the square of positions with its colours, the body that stands still, and the one that is moved at one
// of the positions. The normal of the square is up.

import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineLoop,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Quaternion,
  type Raycaster,
  SRGBColorSpace,
  Vector3,
} from 'three';
import { type Cell, directionsOf, positionOf, rotationOf } from '../gpu/map-plane.ts';
import type { MapSettings } from '../gpu/map-settings.ts';
import type { MapBodies } from '../gpu/messages.ts';
import type { DrawnMesh } from '../many/messages.ts';
import type { Ball } from './picture.ts';
import type { Theme } from './theme.ts';

const SURFACE = { flatShading: true, roughness: 0.62 } as const;
/** How much is seen of the body that stands still: the map goes on inside it. */
const GLASS = 0.4;

export class MapView {
  readonly root: Group = new Group();
  readonly balls: readonly Ball[] = [{ middle: new Vector3(), radius: 0.82 }];
  readonly #bodies: MapBodies;
  readonly #square: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #edge: LineLoop<BufferGeometry, LineBasicMaterial>;
  readonly #moved: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #still: Mesh<BufferGeometry, MeshStandardMaterial>;

  constructor(bodies: MapBodies) {
    this.#bodies = bodies;
    const { side } = bodies;
    this.#square = new Mesh(
      new PlaneGeometry(side, side),
      new MeshBasicMaterial({ side: DoubleSide, toneMapped: false }),
    );
    const half = side / 2;
    const corners = [...[-half, -half, 0, half, -half, 0], ...[half, half, 0, -half, half, 0]];
    this.#edge = new LineLoop(
      new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3)),
      new LineBasicMaterial(),
    );
    this.#square.add(this.#edge);
    this.#moved = new Mesh(geometryOf(bodies.meshA), new MeshStandardMaterial(SURFACE));
    this.#still = new Mesh(
      geometryOf(bodies.meshB),
      new MeshStandardMaterial({ ...SURFACE, transparent: true, opacity: GLASS, depthWrite: false }),
    );
    this.#still.renderOrder = 1;
    this.root.add(this.#square, this.#moved, this.#still);
    this.root.scale.setScalar(1 / (side * Math.SQRT1_2));
  }

  /** Puts the square where it is, and A on a cell of it. */
  pose(settings: MapSettings, { column, row }: Cell): void {
    const { across, along, normal } = directionsOf(settings.axis);
    const basis = new Matrix4().makeBasis(new Vector3(...across), new Vector3(...along), new Vector3(...normal));
    this.#square.quaternion.setFromRotationMatrix(basis);
    this.#square.position.set(...normal).multiplyScalar(settings.height);
    this.#moved.position.set(...positionOf(settings, this.#bodies.side, column, row));
    this.#moved.quaternion.set(...rotationOf(settings));
    // Columns to the right, rows away from the eye, the normal up.
    const upright = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
    this.root.quaternion.copy(upright).multiply(this.#square.quaternion.clone().invert());
  }

  /** Shows a picture of so many cells along a side, four bytes each, row by row from the first. */
  paint(bytes: Uint8Array<ArrayBuffer>, cells: number): void {
    const { material } = this.#square;
    material.map?.dispose();
    const texture = new DataTexture(bytes, cells, cells);
    texture.colorSpace = SRGBColorSpace;
    texture.needsUpdate = true;
    material.map = texture;
    material.needsUpdate = true;
  }

  /** Where a ray meets the square, in parts of its side from its middle: along columns and along rows. */
  find(raycaster: Raycaster): { readonly u: number; readonly v: number } | null {
    const [hit] = raycaster.intersectObject(this.#square, false);
    if (hit === undefined) return null;
    const { x, y } = this.#square.worldToLocal(hit.point.clone());
    return { u: x / this.#bodies.side, v: y / this.#bodies.side };
  }

  /** The origin of A in the view. */
  get at(): Vector3 {
    return this.#moved.getWorldPosition(new Vector3());
  }

  setTheme({ body, hull }: Theme): void {
    this.#moved.material.color.set(body.a);
    this.#still.material.color.set(body.b);
    this.#edge.material.color.set(hull);
  }

  dispose(): void {
    this.#square.material.map?.dispose();
    for (const { geometry, material } of [this.#square, this.#edge, this.#moved, this.#still]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

function geometryOf({ positions, triangles }: DrawnMesh): BufferGeometry {
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setIndex(new BufferAttribute(triangles, 1));
}
