/**
 * Refuses what this reader would misread.
 * @param {object} manifest
 * @param {{bone: string[], vertex: string[]}} encodings What the caller decodes; a renderer may decode less than decode.js.
 */
export function checkManifest(manifest: object, encodings?: {
    bone: string[];
    vertex: string[];
}): any;
/**
 * Reads a pack as it lies on disk. `read` gives a file of it as an ArrayBuffer.
 * @param {(file: string) => Promise<ArrayBuffer>} read
 * @param {{bone: string[], vertex: string[]}} encodings What the caller decodes.
 * @param {{looksAtCanary?: boolean}} [options] `looksAtCanary`: the caller does, where its GPU has the texture. Otherwise a
 *   texture that is not as it was exported is an error here.
 * @returns {Promise<Pack>}
 */
export function readPack(read: (file: string) => Promise<ArrayBuffer>, encodings?: {
    bone: string[];
    vertex: string[];
}, { looksAtCanary }?: {
    looksAtCanary?: boolean;
}): Promise<Pack>;
/** Reads a pack over the network. @param {string | URL} url Of its folder. */
export function loadPack(url: string | URL): Promise<Pack>;
export namespace ENCODINGS {
    let bone: string[];
    let vertex: string[];
}
export type Pack = {
    /**
     * manifest.json as it is (FORMAT.md).
     */
    manifest: any;
    texels: import("./exr.js").Texels;
    mesh: ReturnType<typeof readGlb>;
};
import { readGlb } from "./glb.js";
