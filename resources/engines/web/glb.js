// Reads the mesh of a pack as typed arrays. Engines that read glTF do not need this.

const COMPONENTS = {
  5121: Uint8Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/**
 * @param {ArrayBuffer} buffer
 * @returns {{json: object, lods: {primitives: {material: number, indices: Uint32Array}[]}[], attributes: Object<string,
 * Uint8Array | Uint16Array | Uint32Array | Float32Array>}} All primitives of all levels of detail share the attributes.
 */
export function readGlb(buffer) {
  const view = new DataView(buffer);
  if (view.byteLength < 28 || view.getUint32(0, true) !== 0x46546c67) {
    throw new Error("mesh.glb: this is no GLB file");
  }
  const jsonLength = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, jsonLength)));
  const binary = 20 + jsonLength + 8;
  const accessor = (index) => {
    const { bufferView, byteOffset = 0, componentType, count, type } = json.accessors[index];
    const start = binary + (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    const Array = COMPONENTS[componentType];
    const length = count * WIDTHS[type];
    return new Array(buffer.slice(start, start + length * Array.BYTES_PER_ELEMENT));
  };
  const lods = json.meshes.map((mesh) => ({
    primitives: mesh.primitives.map(({ material, indices }) => ({ material, indices: accessor(indices) })),
  }));
  const attributes = {};
  for (const [name, index] of Object.entries(json.meshes[0].primitives[0].attributes)) {
    attributes[name] = accessor(index);
  }
  return { json, lods, attributes };
}
