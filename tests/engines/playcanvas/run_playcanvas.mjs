// run_playcanvas.mjs CLI [PICTURES]: exports for PlayCanvas, played by its own VatCharacters script in a real browser
// (headless Chromium, WebGL 2 in software), against its own skinning of the same glTF. Exit code 77: a requirement is
// missing.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { BrowserTest, models, needs, root, run, samples, serve, temporaryFolder } from "../browser.mjs";

const [cli, pictures] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const knight = path.join(samples, "lantern-knight.glb");
const file = (name) => path.join(models, name);
const modules = needs(here, ["playcanvas"], [cli, ...["fox.glb", "kaykit-knight.glb", "hydra/hydra.gltf", "kenney-character/kenney-character.glb"].map(file)]);
const test = new BrowserTest(modules, pictures);
const folder = temporaryFolder();

/** Writes the knight with other materials. @param {(cloth: object, steel: object, glow: object) => void} change */
function withMaterials(name, change) {
  const bytes = readFileSync(knight);
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + length).toString());
  change(...json.materials);
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, " ")]);
  const head = Buffer.from(bytes.subarray(0, 20));
  head.writeUInt32LE(bytes.length - length + padded.length, 8);
  head.writeUInt32LE(padded.length, 12);
  const to = path.join(folder, name);
  writeFileSync(to, Buffer.concat([head, padded, bytes.subarray(20 + length)]));
  return to;
}

const surfaces = withMaterials("surfaces.glb", (cloth, steel, glow) => {
  Object.assign(cloth, { alphaMode: "BLEND", doubleSided: false });
  cloth.pbrMetallicRoughness.baseColorFactor = [1, 0.6, 0.6, 0.5];
  Object.assign(steel.pbrMetallicRoughness, { metallicFactor: 0.9, roughnessFactor: 0.25, baseColorFactor: [0.4, 0.8, 1, 1] });
  Object.assign(glow, { alphaMode: "MASK", alphaCutoff: 0.5 }); // Entirely cut away.
  glow.pbrMetallicRoughness.baseColorFactor = [1, 1, 1, 0.4];
});
// Unlit materials are shown in two lights instead of compared: PlayCanvas' importer adds ambient light to them.
const unlit = withMaterials("unlit.glb", (...materials) => {
  materials.forEach((material) => { material.extensions = { KHR_materials_unlit: {} }; });
});
const emitting = withMaterials("emitting.glb", (cloth, steel, glow) => {
  cloth.pbrMetallicRoughness.baseColorFactor = [0.8, 1, 0.5, 1];
  steel.emissiveFactor = [0.3, 0.1, 0];
  delete glow.emissiveTexture;
  // Colour times strength; the importer of PlayCanvas supports the extension.
  glow.emissiveFactor = [0.025, 0.1, 0.025];
  glow.extensions = { KHR_materials_emissive_strength: { emissiveStrength: 4 } };
});
const out = path.join(folder, "out");
// Name, model, options of the bake, clips. The hydra has eight influences per vertex, of which both keep four. The
// banner is not compared: PlayCanvas' evaluator does not play its morph targets (tests/core/export compares containers
// with core).
const exports = [
  ["knight", knight, ["--clip", "Walk", "--clip", "Run,fps=60", "--clip", "Attack,loop=off", "--expose", "weapon.*"], ["Run", "Attack"]],
  ["surfaces", surfaces, ["--clip", "Walk", "--no-measure"], ["Walk"]],
  ["emitting", emitting, ["--clip", "Walk", "--no-measure"], ["Walk"]],
  ["unlit", unlit, ["--clip", "Walk", "--no-measure"], []],
  ["banner", path.join(samples, "banner.glb"), ["--mode", "vertex"], []],
  ["fox", file("fox.glb"), ["--pixel-format", "rgba32f"], ["Run"]],
  ["kaykit", file("kaykit-knight.glb"), ["--clip", "Walking_A", "--mode", "vertex", "--max-size", "1024"], ["Walking_A"]],
  ["hydra", file("hydra/hydra.gltf"), ["--clip", "Sway", "--max-size", "256"], ["Sway"]],
  ["kenney", file("kenney-character/kenney-character.glb"), [], ["walk"]],
  // Only stored frames; its exported rows are even again.
  ["uneven", knight, ["--clip", "Walk", "--clip", "Run,fps=60", "--clip", "Attack,loop=off", "--expose", "weapon.*", "--rows", "uneven", "--max-error", "100mm"], []],
];
for (const [name, model, options] of exports) {
  const pack = path.join(folder, `${name}.texpack`);
  for (const args of [["bake", model, "-o", pack, "--quiet", ...options], ["export", pack, "--engine", "playcanvas", "-o", out, "--quiet"]]) {
    const { code, text } = run(cli, ...args);
    if (code !== 0) {
      test.check(`${args[0]} ${name}`, false, text);
    }
  }
}
// Mean difference of colours, of 255. The fox has no normals, the hydra more influences and colours without an image.
const colours = { fox: 8, hydra: 6 };

// A file that was changed after the export.
const json = JSON.parse(readFileSync(path.join(out, "kenney.playcanvas.json"), "utf8"));
const bytes = readFileSync(path.join(out, json.containers[0].file));
bytes[bytes.length - 1000] ^= 1;
json.containers[0].file = "damaged.vat";
writeFileSync(path.join(out, "damaged.playcanvas.json"), JSON.stringify(json));
writeFileSync(path.join(out, "damaged.vat"), bytes);

const { server, address } = await serve({ "/out/node_modules/": modules, "/node_modules/": modules, "/out/": out, "/packs/": folder, "/models/": models, "/test/": here, "/": root });
try {
  const page = await test.start();
  await page.goto(`${address}/test/page.html`);
  await page.waitForFunction(() => window.ready);
  const source = (model) => (model.startsWith(folder) ? `/packs/${path.basename(model)}` : model.startsWith(root) ? model.slice(root.length) : `/models/${path.relative(models, model)}`);
  for (const [name, model, , clips] of exports) {
    for (const clip of clips) {
      const { rows, after } = await test.call("againstOwn", `/out/${name}.playcanvas.json`, source(model), clip);
      test.check(`${name}: ${clip} against PlayCanvas' own playing`, rows.every((row) => row.overlap > 0.99 && row.covered > 1000 && row.colour < (colours[name] ?? 1.5)), rows);
      test.check(`${name}: ${clip} after a thousand turns`, after.overlap > 0.999, after);
    }
  }
  for (const name of ["unlit", "knight"]) {
    const { covered, colour } = await test.call("inTwoLights", `/out/${name}.playcanvas.json`);
    test.check(`${name} in two lights`, covered > 1000 && (name === "unlit" ? colour === 0 : colour > 10), { covered, colour });
  }
  const { fired, far, count } = await test.call("eventsAndSockets", "/out/knight.playcanvas.json", "/packs/knight.texpack", "Walk");
  test.check("each event once a cycle, of the instance that plays it", fired.length === 20 && fired.every((text) => text.startsWith("1 ")), fired.length);
  test.check("sockets against the decoder of packs", count > 0 && far < 1e-4, { far, count });
  const uneven = await test.call("eventsAndSockets", "/out/uneven.playcanvas.json", "/packs/uneven.texpack", "Walk");
  // Blended rows are rounded again.
  test.check("sockets against the decoder of packs, uneven rows", uneven.count > 0 && uneven.far < 1e-3, { far: uneven.far, count: uneven.count });
  const fade = await test.call("fade", "/out/knight.playcanvas.json", "Run", "Attack", "Walk");
  test.check("a cross-fade goes from one clip to the other", fade.start > 0.9999 && fade.end > 0.9999 && fade.middleA < 0.98 && fade.middleB < 0.98, fade);
  test.check("a section shows its clip; its end is told once, and what is queued begins there", fade.section > 0.9999 && fade.told, fade);
  test.check("one that is interrupted does not jump", fade.largest < 0.12 && fade.travelled > 1, fade);
  const said = await test.call("complaint", "/out/damaged.playcanvas.json");
  test.check("a container that was changed is refused in words", said.startsWith("damaged.vat is not as it was exported"), said);
  const shadows = await test.call("shadows", "/out/knight.playcanvas.json");
  await test.screenshot("playcanvas-shadows.png");
  test.check("shadows move", shadows.moved > 100, shadows);
  await test.exportedPage(`${address}/out/banner.playcanvas.html`, "playcanvas-page-banner");
} finally {
  server.close();
}
await test.end();
