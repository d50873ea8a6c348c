/**
 * @param {ArrayBuffer} buffer
 * @returns {{json: object, lods: {primitives: {material: number, indices: Uint32Array}[]}[],
 *   attributes: Object<string, Uint8Array | Uint16Array | Uint32Array | Float32Array>}} The attributes are shared by all
 *   primitives of all levels of detail.
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
