// The box around all instances of a crowd. Instances are grouped in blocks, so that a moved instance requires updating
// its block and combining the blocks, not all instances.

const BLOCK = 256;

const EMPTY = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

export class CrowdBounds {
  #count;
  #boxes; // By block: lowest corner, highest corner.
  #changed = new Set();

  /**
   * @param {number} count Instances.
   * @param {Float32Array} [spheres] Four numbers per instance: centre and radius in the crowd's space, written by
   * set().
   */
  constructor(count, spheres = new Float32Array(4 * count)) {
    this.#count = count;
    this.spheres = spheres;
    const blocks = Math.ceil(count / BLOCK);
    this.#boxes = Array.from({ length: blocks }, () => [...EMPTY]);
    for (let block = 0; block < blocks; block += 1) {
      this.#changed.add(block);
    }
  }

  /** Whether box() may have changed since its last call. */
  get isChanged() {
    return this.#changed.size > 0;
  }

  /** @param {number} instance @param {import("three").Sphere} sphere */
  set(instance, { center, radius }) {
    const { spheres } = this;
    spheres[4 * instance] = center.x;
    spheres[4 * instance + 1] = center.y;
    spheres[4 * instance + 2] = center.z;
    spheres[4 * instance + 3] = radius;
    this.#changed.add(Math.floor(instance / BLOCK));
  }

  /** Lowest and highest corner: six numbers. */
  box() {
    this.#changed.forEach((block) => this.#boxBlock(block));
    this.#changed.clear();
    const all = [...EMPTY];
    for (const box of this.#boxes) {
      for (let axis = 0; axis < 3; axis += 1) {
        all[axis] = Math.min(all[axis], box[axis]);
        all[3 + axis] = Math.max(all[3 + axis], box[3 + axis]);
      }
    }
    return all;
  }

  #boxBlock(block) {
    const box = [...EMPTY];
    const end = Math.min((block + 1) * BLOCK, this.#count);
    for (let instance = block * BLOCK; instance < end; instance += 1) {
      const radius = this.spheres[4 * instance + 3];
      for (let axis = 0; axis < 3; axis += 1) {
        const center = this.spheres[4 * instance + axis];
        box[axis] = Math.min(box[axis], center - radius);
        box[3 + axis] = Math.max(box[3 + axis], center + radius);
      }
    }
    this.#boxes[block] = box;
  }
}
