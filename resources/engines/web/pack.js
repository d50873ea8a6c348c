import { damageText, diagnoseCanary } from "./canary.js";
import { texelsAt } from "./decode.js";
import { readExr } from "./exr.js";
import { readGlb } from "./glb.js";

/**
 * @typedef {object} Pack
 * @property {any} manifest The content of manifest.json (FORMAT.md).
 * @property {import("./exr.js").Texels} texels
 * @property {ReturnType<typeof readGlb>} mesh
 */

const FORMAT = "texeleton-pack";
const VERSION = 2; // 2: with a frame table.
/** The encodings that decode.js supports, by mode; the first is supported by every run-time. */
export const ENCODINGS = { bone: ["matrix3x4", "quaternion"], vertex: ["positionNormal", "offset16", "basis"] };

/**
 * Throws an error for packs that this reader would misread.
 * @param {object} manifest
 * @param {{bone: string[], vertex: string[]}} encodings The caller's encodings; a renderer may support fewer than
 * decode.js.
 */
export function checkManifest(manifest, encodings = ENCODINGS) {
  if (manifest?.format !== FORMAT) {
    throw new Error(`manifest.json: format is "${manifest?.format}", not "${FORMAT}"`);
  }
  if (!(manifest.version <= VERSION)) {
    throw new Error(`manifest.json: version ${manifest.version} is newer than this reader (${VERSION}): update it`);
  }
  if (!encodings[manifest.mode]?.includes(manifest.encoding)) {
    throw new Error(
      `manifest.json: encoding "${manifest.encoding}" in ${manifest.mode} mode is not supported: bake with ` +
        `"${encodings[manifest.mode]?.[0] ?? "matrix3x4"}"`,
    );
  }
  return manifest;
}

/**
 * Reads a pack. `read` returns one of its files as an ArrayBuffer.
 * @param {(file: string) => Promise<ArrayBuffer>} read
 * @param {{bone: string[], vertex: string[]}} encodings The caller's encodings.
 * @param {{looksAtCanary?: boolean}} [options] `looksAtCanary`: the caller checks the canary of the texture on the GPU.
 * Otherwise a damaged texture is an error here.
 * @returns {Promise<Pack>}
 */
export async function readPack(read, encodings = ENCODINGS, { looksAtCanary = false } = {}) {
  const manifest = checkManifest(JSON.parse(new TextDecoder().decode(await read("manifest.json"))), encodings);
  const [texels, mesh] = await Promise.all([
    read(manifest.texture.file).then(readExr),
    read(manifest.mesh.file).then(readGlb),
  ]);
  const { width, height, canaryRow } = manifest.texture;
  if (canaryRow !== undefined) {
    const damages = looksAtCanary ? [] : diagnoseCanary(manifest.texture, texels, texelsAt(texels));
    if (damages.length > 0) {
      throw new Error(`${manifest.texture.file}: ${damageText(damages)}`);
    }
  } else if (texels.width !== width || texels.height !== height) {
    throw new Error(`${manifest.texture.file}: ${texels.width} × ${texels.height} texels, not ${width} × ${height}`);
  }
  return { manifest, texels, mesh };
}

/** Reads a pack over the network. @param {string | URL} url The pack's folder. */
export function loadPack(url) {
  const folder = new URL(`${String(url).replace(/\/*$/, "")}/`, globalThis.location?.href);
  return readPack(async (file) => {
    const response = await fetch(new URL(file, folder));
    if (!response.ok) {
      throw new Error(`${file}: ${response.status} ${response.statusText}`);
    }
    return response.arrayBuffer();
  });
}
