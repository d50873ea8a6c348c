import { damageText, diagnoseCanary } from "./canary.js";
import { texelsAt } from "./decode.js";
import { readExr } from "./exr.js";
import { readGlb } from "./glb.js";

/**
 * @typedef {object} Pack
 * @property {any} manifest manifest.json as it is (FORMAT.md).
 * @property {import("./exr.js").Texels} texels
 * @property {ReturnType<typeof readGlb>} mesh
 */

const FORMAT = "texeleton-pack";
const VERSION = 2; // 2: with a frame table, which decode.js reads.
/** What decode.js decodes, by mode; the first is what every run-time does. */
export const ENCODINGS = { bone: ["matrix3x4", "quaternion"], vertex: ["positionNormal", "offset16", "basis"] };

/**
 * Refuses what this reader would misread.
 * @param {object} manifest
 * @param {{bone: string[], vertex: string[]}} encodings What the caller decodes; a renderer may decode less than decode.js.
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
 * Reads a pack as it lies on disk. `read` gives a file of it as an ArrayBuffer.
 * @param {(file: string) => Promise<ArrayBuffer>} read
 * @param {{bone: string[], vertex: string[]}} encodings What the caller decodes.
 * @param {{looksAtCanary?: boolean}} [options] `looksAtCanary`: the caller does, where its GPU has the texture. Otherwise a
 *   texture that is not as it was exported is an error here.
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

/** Reads a pack over the network. @param {string | URL} url Of its folder. */
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
