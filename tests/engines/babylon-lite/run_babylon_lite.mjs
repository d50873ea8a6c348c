// run_babylon_lite.mjs CLI [PICTURES]: exports for Babylon Lite, played by the real library in a real browser (headless
// Chromium, WebGPU in software), against its own skinning of the same glTF. Exit code 77: a requirement is missing.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { damageRows } from "../web/damages.mjs";
import { BrowserTest, holdFrames, models, needs, root, run, samples, serve, temporaryFolder } from "../browser.mjs";

const [cli, pictures] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const knight = path.join(samples, "lantern-knight.glb");
const file = (name) => path.join(models, name);
const modules = needs(here, ["@babylonjs/lite"], [cli, ...["fox.glb", "kaykit-knight.glb", "hydra/hydra.gltf", "kenney-character/kenney-character.glb"].map(file)]);
const test = new BrowserTest(modules, pictures);
const folder = temporaryFolder();
const out = path.join(folder, "out");
// Name, model, options of the bake, clips. The hydra has eight influences per vertex, of which a bake keeps four.
// Babylon Lite does not move rigid meshes attached to joints, unlike our run-time: both leave them out of the
// comparison.
const exports = [
  ["knight", knight, ["--clip", "Walk", "--clip", "Run,fps=60", "--clip", "Attack,fps=60,loop=off", "--expose", "weapon.*", "--no-mesh", "Sword|Lantern"], ["Run", "Attack"], true],
  ["fox", file("fox.glb"), ["--pixel-format", "rgba32f"], ["Run"]],
  ["kaykit", file("kaykit-knight.glb"), ["--clip", "Walking_A", "--no-mesh", ".*(Sword|Shield|Helmet|Cape|Knight_.*Hat).*"], ["Walking_A"], true],
  ["hydra", file("hydra/hydra.gltf"), ["--clip", "Sway", "--max-size", "256", "--no-mesh", "Eye|Collar"], ["Sway"], true],
  ["kenney", file("kenney-character/kenney-character.glb"), [], ["walk"]],
  // Only stored frames; its exported rows are even again.
  ["uneven", knight, ["--clip", "Walk", "--clip", "Run,fps=60", "--clip", "Attack,fps=60,loop=off", "--expose", "weapon.*", "--no-mesh", "Sword|Lantern", "--rows", "uneven", "--max-error", "20mm"], []],
];
for (const [name, model, options] of exports) {
  const pack = path.join(folder, `${name}.texpack`);
  for (const args of [["bake", model, "-o", pack, "--quiet", ...options], ["export", pack, "--engine", "babylon-lite", "-o", out, "--quiet"]]) {
    const { code, text } = run(cli, ...args);
    if (code !== 0) {
      test.check(`${args[0]} ${name}`, false, text);
    }
  }
}
run(cli, "bake", path.join(samples, "banner.glb"), "--mode", "vertex", "-o", path.join(folder, "banner.texpack"), "--quiet");
const refused = run(cli, "export", path.join(folder, "banner.texpack"), "--engine", "babylon-lite", "-o", path.join(folder, "refused"));
test.check("vertex mode is refused in words", refused.code !== 0 && refused.text.includes('bake with --mode bone'), refused);

const vectors = JSON.parse(readFileSync(path.join(root, "tests/vectors/canary.json"), "utf8"));
const named = (damage) => vectors.damages.find(({ name }) => name === damage);
const spoilt = ["8-bit", "flipped-vertically", "empty", "srgb-decoded"];
for (const name of spoilt) {
  damageRows(out, "kenney.lite.vat", `damaged-${name}.lite.vat`, name);
}

const { server, address } = await serve({ "/out/node_modules/": modules, "/node_modules/": modules, "/out/": out, "/packs/": folder, "/models/": models, "/test/": here, "/": root });
try {
  const page = await test.start();
  await holdFrames(page);
  await page.goto(`${address}/test/page.html`);
  await page.waitForFunction(() => window.ready, undefined, { polling: 50 });
  const source = (model) => (model.startsWith(root) ? model.slice(root.length) : `/models/${path.relative(models, model)}`);
  for (const [name, model, , clips, skinnedOnly] of exports) {
    for (const clip of clips) {
      const { rows, after } = await test.call("againstSkinning", `/out/${name}.lite.vat.json`, source(model), clip, skinnedOnly === true);
      const least = name === "hydra" ? 0.97 : 0.99;
      test.check(`${name}: ${clip} against Babylon Lite's own skinning`, rows.every((row) => row.overlap > least && row.covered > 1000 && row.colour < 6), rows);
      test.check(`${name}: ${clip} after a thousand turns`, after.overlap > 0.999, after);
    }
  }
  const fade = await test.call("fade", "/out/knight.lite.vat.json", "Run", "Attack", "Walk");
  test.check("a section shows its clip; its end is told once, and what is queued begins there", fade.section > 0.9999 && fade.told, fade);
  test.check("one that is interrupted does not jump", fade.largest < 0.12 && fade.travelled > 1, fade);
  test.check("a cross-fade goes from one clip to the other", fade.start > 0.9999 && fade.end > 0.9999 && fade.middleA < 0.98 && fade.middleB < 0.98, fade);
  const { fired, far, count } = await test.call("eventsAndSockets", "/out/knight.lite.vat.json", "/packs/knight.texpack", "Walk");
  test.check("each event once a cycle, of the instance that plays it", fired.length === 20 && fired.every((text) => text.startsWith("1 ")), fired.length);
  test.check("sockets against the decoder of packs", count > 0 && far < 1e-4, { far, count });
  const uneven = await test.call("eventsAndSockets", "/out/uneven.lite.vat.json", "/packs/uneven.texpack", "Walk");
  // Blended rows are rounded again.
  test.check("sockets against the decoder of packs, uneven rows", uneven.count > 0 && uneven.far < 1e-3, { far: uneven.far, count: uneven.count });
  for (const name of spoilt) {
    const said = await test.call("complaint", `/out/damaged-${name}.lite.vat.json`);
    const { text, mend } = named(name);
    test.check(`a texture that is ${name} is refused by name`, said.includes(`${text} ${mend}`), said);
  }
  const shadows = await test.call("shadows", "/out/knight.lite.vat.json");
  await test.screenshot("babylon-lite-shadows.png");
  test.check("shadows move", shadows.moved > 100, shadows);
  await test.exportedPage(`${address}/out/knight.lite.html`, "babylon-lite-page");
} finally {
  server.close();
}
await test.end();
