/**
 * Throws an error for packs that this reader would misread.
 * @param {object} manifest
 * @param {{bone: string[], vertex: string[]}} encodings The caller's encodings; a renderer may support fewer than
 * decode.js.
 */
export function checkManifest(manifest: object, encodings?: {
    bone: string[];
    vertex: string[];
}): any;
/**
 * Reads a pack. `read` returns one of its files as an ArrayBuffer.
 * @param {(file: string) => Promise<ArrayBuffer>} read
 * @param {{bone: string[], vertex: string[]}} encodings The caller's encodings.
 * @param {{looksAtCanary?: boolean}} [options] `looksAtCanary`: the caller checks the canary of the texture on the GPU.
 * Otherwise a damaged texture is an error here.
 * @returns {Promise<Pack>}
 */
export function readPack(read: (file: string) => Promise<ArrayBuffer>, encodings?: {
    bone: string[];
    vertex: string[];
}, { looksAtCanary }?: {
    looksAtCanary?: boolean;
}): Promise<Pack>;
/** Reads a pack over the network. @param {string | URL} url The pack's folder. */
export function loadPack(url: string | URL): Promise<Pack>;
export namespace ENCODINGS {
    let bone: string[];
    let vertex: string[];
}
export type Pack = {
    /**
     * The content of manifest.json (FORMAT.md).
     */
    manifest: any;
    texels: import("./exr.js").Texels;
    mesh: ReturnType<typeof readGlb>;
};
import { readGlb } from "./glb.js";
