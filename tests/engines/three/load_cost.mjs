// load_cost.mjs CLI MODEL…, run by hand: bytes and unpacking time of the forms of an animation texture, in Node.js on
// one machine: the pack's EXR (ZIP), plain KTX2, KTX2 with Zstandard (three's decoder), each also compressed by the
// server (gzip).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

import { readExr } from "../../../resources/engines/web/exr.js";

const [cli, ...models] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const three = path.join(here, "node_modules/three");
const { ZSTDDecoder } = await import(pathToFileURL(path.join(three, "examples/jsm/libs/zstddec.module.js")));
const decoder = new ZSTDDecoder();
await decoder.init();

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
async function best(work) {
  let least = Infinity;
  for (let i = 0; i < 5; i += 1) {
    const begin = performance.now();
    await work();
    least = Math.min(least, performance.now() - begin);
  }
  return least.toFixed(1);
}

for (const model of models) {
  const folder = mkdtempSync(path.join(tmpdir(), "texeleton-load-"));
  const pack = path.join(folder, "x.texpack");
  execFileSync(cli, ["bake", model, "-o", pack, "--quiet", "--no-measure"], { stdio: "ignore" });
  const ktx2 = (...options) => {
    const out = path.join(folder, `raw${options.length}`);
    execFileSync(cli, ["export", pack, "--engine", "raw", "-o", out, "--quiet", ...options], { stdio: "ignore" });
    return readFileSync(path.join(out, readdirSync(out).find((name) => name.endsWith(".ktx2"))));
  };
  const level = (file) => {
    const view = new DataView(file.buffer, file.byteOffset);
    const [offset, length, whole] = [80, 88, 96].map((at) => Number(view.getBigUint64(at, true)));
    return { bytes: file.subarray(offset, offset + length), whole };
  };
  const exr = readFileSync(path.join(pack, "animation.exr"));
  const plain = ktx2();
  const packed = ktx2("--option", "zstandard");
  const zipped = gzipSync(plain);
  const rows = [
    ["EXR, ZIP", exr.length, gzipSync(exr).length, await best(() => readExr(buffer(exr)))],
    ["KTX2", plain.length, zipped.length, await best(() => level(plain))],
    ["KTX2 by gzip", zipped.length, zipped.length, await best(() => gunzipSync(zipped))],
    ["KTX2, Zstandard", packed.length, gzipSync(packed).length, await best(() => decoder.decode(level(packed).bytes, level(packed).whole))],
  ];
  console.log(path.basename(model));
  for (const [name, bytes, sent, milliseconds] of rows) {
    console.log(`  ${name.padEnd(16)} ${String(bytes).padStart(9)} bytes, ${String(sent).padStart(9)} with gzip, ${milliseconds} ms`);
  }
  rmSync(folder, { recursive: true });
}
