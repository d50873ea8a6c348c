// run_gpu.mjs CLI PICTURES: the three.js run-time for WebGPURenderer in a real browser, on WebGPU and on its WebGL 2
// fallback, both in software, against three's own skinning and the decoder of ../../../resources/engines/web.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Packs, inBrowser, models, samples, softwareWebGpu } from "./harness.mjs";

const [cli, pictures] = process.argv.slice(2);
const packs = new Packs(cli);
packs.bake("knight", path.join(samples, "lantern-knight.glb"), "--fps", "30", "--no-measure");
packs.bake("banner", path.join(samples, "banner.glb"), "--mode", "vertex", "--no-measure", "--max-size", "2048");
for (const encoding of ["offset16", "basis"]) {
  packs.bake(`banner-${encoding}`, path.join(samples, "banner.glb"), "--encoding", encoding, "--no-measure");
}
packs.bake("knight-quaternion", path.join(samples, "lantern-knight.glb"), "--fps", "30", "--encoding", "quaternion", "--no-measure", "--mask", "upper body=spine,soft=1");
packs.bake("knight-layered", path.join(samples, "lantern-knight.glb"), "--fps", "30", "--no-measure", "--mask", "upper body=spine,soft=1,plume_1:0.25");
packs.bake("knight-uneven", path.join(samples, "lantern-knight.glb"), "--fps", "60", "--rows", "uneven", "--max-error", "20mm", "--mask", "upper body=spine,soft=1");
const hasFox = existsSync(path.join(models, "fox.glb"));
if (hasFox) {
  packs.bake("fox", path.join(models, "fox.glb"), "--fps", "30", "--no-measure", "--max-size", "256");
}

await inBrowser(packs, softwareWebGpu, async ({ page, address, call, check }) => {
  for (const [query, backend] of [["", "WebGPU"], ["?webgl", "WebGL 2"]]) {
    await page.goto(`${address}/page_gpu.html${query}`);
    await page.waitForFunction(() => window.ready);
    const actual = await page.evaluate(() => window.backend);
    check(`${backend} is what draws`, actual === backend, actual);
    const rows = await call("againstSkinnedMesh", "/packs/knight.texpack", "/resources/samples/lantern-knight.glb", ["Walk", "Attack"]);
    check(`${backend}: clips against three's own skinning`, rows.every((row) => row.overlap > 0.985 && row.covered > 2000 && row.colour < 4), rows);
    for (const name of [...["banner", "banner-offset16", "banner-basis", "knight-quaternion", "knight-layered"].map((pack) => `/packs/${pack}.texpack`), "/tests/vectors/bone-quaternion-float-folded.texpack", "/packs/knight-uneven.texpack", ...(hasFox ? ["/packs/fox.texpack"] : [])]) {
      const shown = await call("againstDecoder", name);
      const bad = shown.filter(({ overlap, covered }) => overlap < 0.98 || covered < 300);
      if (name.includes("knight") && backend !== "WebGPU") {
        check(`${backend}: layers are refused by name, ${name}`, shown[0].refused.includes("does not play layers"), shown[0].refused);
      } else if (name.includes("knight")) {
        check(`${backend}: layers were among them, ${name}`, shown.some(({ layer }) => layer > 0 && layer < 1) && shown.some(({ layer }) => layer === 1), shown);
      }
      check(`${backend}: interrupted fades against the decoder, ${name}`, bad.length === 0 && shown.some(({ share }) => share > 0 && share < 1), shown);
    }
    const override = await call("overridden", "/packs/knight.texpack");
    check(`${backend}: scene.overrideMaterial is posed`, override.overlap > 0.999 && override.covered > 2000, override);
    const vectors = await call("motionVectors", "/packs/knight.texpack");
    check(`${backend}: motion vectors`, vectors.compared > 500 && vectors.moved > 2 && vectors.median < 0.4 && vectors.most < 4, vectors);
    for (const light of backend === "WebGPU" ? ["directional", "spot", "point"] : ["directional"]) {
      // Each in its own page, since the software device has little memory.
      await page.goto(`${address}/page_gpu.html${query}`);
      await page.waitForFunction(() => window.ready);
      const { url, ...picture } = await call("crowdPicture", "/packs/knight.texpack", light, 4); // Software is slow.
      check(`${backend}: shadows of a ${light} light move`, picture.moved > 300, picture);
      if (pictures) {
        mkdirSync(pictures, { recursive: true });
        writeFileSync(path.join(pictures, `three-${backend.replace(" ", "")}-${light}.png`), Buffer.from(url.split(",")[1], "base64"));
      }
    }
  }
});
