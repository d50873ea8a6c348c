/**
 * @param {ArrayBuffer} buffer
 * @returns {Promise<Texels>}
 */
export function readExr(buffer: ArrayBuffer): Promise<Texels>;
export type Texels = {
    width: number;
    height: number;
    type: "half" | "float";
    /**
     * RGBA, top row first; halves as bits.
     */
    data: Uint16Array | Float32Array;
};
