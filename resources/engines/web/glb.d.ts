/**
 * @param {ArrayBuffer} buffer
 * @returns {{json: object, lods: {primitives: {material: number, indices: Uint32Array}[]}[], attributes: Object<string,
 * Uint8Array | Uint16Array | Uint32Array | Float32Array>}} All primitives of all levels of detail share the attributes.
 */
export function readGlb(buffer: ArrayBuffer): {
    json: object;
    lods: {
        primitives: {
            material: number;
            indices: Uint32Array;
        }[];
    }[];
    attributes: {
        [x: string]: Uint8Array | Uint16Array | Uint32Array | Float32Array;
    };
};
