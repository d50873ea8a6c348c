// run_ktx2.mjs WRITE_KTX2 VECTORS SCRATCH: Texeleton's KTX2 files, read by ktx-parse and zstddec, against the texels
// that the web run-time reads from the same pack's EXR. Exit code 1 if they differ, 77 without the packages.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { readPack } from "../../../resources/engines/web/index.js";

let read;
let ZSTDDecoder;
try {
  ({ read } = await import("ktx-parse"));
  ({ ZSTDDecoder } = await import("zstddec"));
} catch {
  console.log("skipped: npm ci in tests/engines/raw has not been run");
  process.exit(77);
}

const [writer, vectors, scratch] = process.argv.slice(2);
mkdirSync(scratch, { recursive: true });
const zstd = new ZSTDDecoder();
await zstd.init();

const failures = [];
let checked = 0;
function same(what, actual, expected) {
  checked += 1;
  if (actual !== expected) {
    failures.push(`${what}: ${actual}, expected ${expected}`);
  }
}

for (const name of ["bone-half", "bone-float-folded", "vertex-half", "vertex-float-folded"]) {
  const folder = path.join(vectors, `${name}.texpack`);
  const pack = await readPack(async (file) => {
    const bytes = readFileSync(path.join(folder, file));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  });
  const { width, height, pixelFormat } = pack.manifest.texture;
  const half = pixelFormat === "rgba16f";
  for (const kind of ["raw", "zstandard"]) {
    const what = `${name}, ${kind}`;
    const file = path.join(scratch, `${name}-${kind}.ktx2`);
    execFileSync(writer, [folder, file, kind]);
    const texture = read(new Uint8Array(readFileSync(file)));
    same(`${what}, format`, texture.vkFormat, half ? 97 : 109);
    same(`${what}, type size`, texture.typeSize, half ? 2 : 4);
    same(`${what}, size`, `${texture.pixelWidth}x${texture.pixelHeight}x${texture.pixelDepth}`, `${width}x${height}x0`);
    same(`${what}, shape`, [texture.layerCount, texture.faceCount, texture.levels.length].join(), "0,1,1");
    same(`${what}, supercompression`, texture.supercompressionScheme, kind === "raw" ? 0 : 2);
    same(`${what}, orientation`, texture.keyValue.KTXorientation, "rd");
    const [descriptor] = texture.dataFormatDescriptor;
    same(`${what}, model, primaries, transfer`,
      [descriptor.colorModel, descriptor.colorPrimaries, descriptor.transferFunction].join(), "1,1,1");
    same(`${what}, texel bytes`, descriptor.bytesPlane[0], half ? 8 : 16);
    same(`${what}, samples`, descriptor.samples.map(({ bitOffset, bitLength, channelType }) => `${bitOffset}+${bitLength + 1}:${channelType}`).join(),
      [0, 1, 2, 15].map((channel, i) => `${i * (half ? 16 : 32)}+${half ? 16 : 32}:${channel | 0xc0}`).join());

    const [level] = texture.levels;
    same(`${what}, unpacked bytes`, level.uncompressedByteLength, width * height * (half ? 8 : 16));
    const bytes = kind === "raw" ? level.levelData : zstd.decode(level.levelData, level.uncompressedByteLength);
    const { data } = pack.texels;
    same(`${what}, texels`, Buffer.compare(Buffer.from(bytes), Buffer.from(data.buffer, data.byteOffset, data.byteLength)), 0);
  }
}

for (const failure of failures) {
  console.error(failure);
}
console.log(`${checked - failures.length} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && checked > 0 ? 0 : 1);
